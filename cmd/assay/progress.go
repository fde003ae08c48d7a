package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/assay-bench/assay/profiler"
)

// newProgress shows how a run goes: a bar with the time that is left on a
// terminal, plain lines elsewhere.
func newProgress(w io.Writer) profiler.Progress {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &bar{w: w}
	}
	return &lines{w: w}
}

// bar is a progress bar on a terminal.
type bar struct {
	w     io.Writer
	phase string
	bar   *progressbar.ProgressBar
}

func (b *bar) Begin(phase string, steps int) {
	b.phase = phase
	b.bar = progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(b.w),
		progressbar.OptionSetDescription(phase),
		progressbar.OptionSetWidth(24),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetElapsedTime(true),
		// Drawing is work on the machine that is being measured: seldom, and
		// never while a process runs.
		progressbar.OptionThrottle(500*time.Millisecond),
		progressbar.OptionSetSpinnerChangeInterval(0),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetRenderBlankState(true),
	)
}

func (b *bar) Step(what string) {
	b.bar.Describe(b.phase + ": " + what)
	_ = b.bar.Add(1)
}

func (b *bar) End() { _ = b.bar.Finish() }

func (b *bar) Note(text string) {
	_ = b.bar.Clear()
	fmt.Fprintln(b.w, text)
}

// lines prints a line for each phase and each note.
type lines struct {
	w     io.Writer
	phase string
	began time.Time
}

func (l *lines) Begin(phase string, steps int) {
	l.phase, l.began = phase, time.Now()
	if steps < 0 {
		fmt.Fprintf(l.w, "%s\n", phase)
		return
	}
	fmt.Fprintf(l.w, "%s: %d steps\n", phase, steps)
}

func (l *lines) Step(string) {}

func (l *lines) End() {
	fmt.Fprintf(l.w, "%s: done after %v\n", l.phase, time.Since(l.began).Round(time.Second))
}

func (l *lines) Note(text string) { fmt.Fprintln(l.w, text) }
