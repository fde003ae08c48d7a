package page

import (
	"fmt"
	"strings"
	"time"

	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/format"
)

// A pair is a name and what it stands for.
type pair struct {
	Name, Text string
}

// machineLine is the machine in a few words.
func machineLine(rep *report.Report) string {
	m := rep.Run.Machine
	var parts []string
	if m.CPU != "" {
		parts = append(parts, m.CPU)
	}
	if m.Cores > 0 {
		parts = append(parts, plural(m.Cores, "core"))
	}
	for _, text := range []string{m.Go, m.ClockSource} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " · ")
}

// machineFacts is the machine, the toolchain and the run in full. What is not
// known is left out.
func machineFacts(rep *report.Report) []pair {
	run, m := rep.Run, rep.Run.Machine
	var facts []pair
	add := func(name, text string) {
		if text != "" {
			facts = append(facts, pair{name, text})
		}
	}
	add("Processor", m.CPU)
	if m.Cores > 0 {
		cores := plural(m.Cores, "logical processor")
		if m.GOMAXPROCS > 0 {
			cores += fmt.Sprintf(", GOMAXPROCS %d", m.GOMAXPROCS)
		}
		add("Cores", cores)
	}
	if m.MemoryBytes > 0 {
		add("Memory", format.Bytes(m.MemoryBytes))
	}
	add("System", strings.TrimSpace(strings.Trim(m.OS+"/"+m.Arch, "/")+" "+m.Kernel))
	add("Virtual machine", m.Virtual)
	add("Clock", m.ClockSource)
	add("Frequency governor", m.Governor)
	add("Boost", m.Boost)
	add("SMT", m.SMT)
	if m.Quota > 0 {
		add("CPU quota", fmt.Sprintf("the time of %.4g processors", m.Quota))
	}
	if m.LoadBefore >= 0 && m.CPU != "" {
		add("Load before", fmt.Sprintf("%.2f", m.LoadBefore))
	}
	add("Go", m.Go)
	add("Module", strings.TrimSpace(run.Module+" "+revision(run.Revision, run.Dirty)))
	add("assay", run.Tool)
	if !run.Started.IsZero() {
		when := run.Started.UTC().Format("2006-01-02 15:04:05 UTC")
		if !run.Finished.IsZero() {
			when += ", " + format.Duration(run.Finished.Sub(run.Started).Round(time.Second))
		}
		add("Run", when)
	}
	if run.Seed != 0 {
		add("Seed", fmt.Sprint(run.Seed))
	}
	if len(run.Layouts) > 1 {
		add("Layouts", strings.Trim(fmt.Sprint(run.Layouts), "[]"))
	}
	if run.Precision > 0 {
		add("Precision", "intervals of ±"+wholeShare(run.Precision)+" were asked for")
	}
	if run.Spent.Timing > 0 {
		add("Time spent", fmt.Sprintf("%s timing, %s evidence, %s toolchain, %s assay itself",
			format.Duration(run.Spent.Timing), format.Duration(run.Spent.Evidence),
			format.Duration(run.Spent.Toolchain), format.Duration(run.Spent.Own)))
	}
	add("Record", rep.Record)
	return facts
}

func revision(r string, dirty bool) string {
	if r != "" && dirty {
		return r + ", with changes"
	}
	return r
}

// runNotes are what a reader must know of the whole run.
func runNotes(rep *report.Report) []string {
	var notes []string
	if rep.Run.Interrupted {
		notes = append(notes, "The run was interrupted. What it had is shown.")
	}
	if rep.Run.Quick {
		notes = append(notes, "This was a quick run: a tour with fewer rounds, and less evidence, than a whole one.")
	}
	return notes
}

// problemTexts are what is missing of the record or torn.
func problemTexts(rep *report.Report) []string {
	var texts []string
	for _, p := range rep.Problems {
		texts = append(texts, p.Error())
	}
	return texts
}
