package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
)

// notes collects what a reader must know about how the figures came about, the
// gravest first. What the figures themselves give reason to doubt is a Warning.
func (b *builder) notes() []string {
	var list []string
	for _, notes := range [][]string{
		b.noteRun(),
		b.noteFailures(),
		b.noteMissing(),
		b.noteRounds(),
		b.noteControl(),
		b.noteOverlap(),
		b.noteAttribution(),
		b.noteDisturbed(),
		b.noteValues(),
		b.noteBinaries(),
	} {
		list = append(list, notes...)
	}
	return list
}

// noteRun says when the run is less than a whole one.
func (b *builder) noteRun() []string {
	run := &b.record.Run
	var list []string
	switch {
	case run.Interrupted:
		list = append(list, "The run was interrupted. What it had is shown.")
	case !run.Started.IsZero() && run.Finished.IsZero():
		list = append(list, "The run did not finish. What it had is shown.")
	}
	if run.Quick {
		list = append(list, "This was a quick run: a tour with fewer rounds, and less evidence, than a whole one.")
	}
	return list
}

// noteFailures counts failed processes by cell.
func (b *builder) noteFailures() []string {
	var list []string
	for _, key := range slices.SortedFunc(maps.Keys(b.series), b.compareSides) {
		s := b.series[key]
		if n := len(s.failed); n > 0 {
			list = append(list, fmt.Sprintf("%s: %d of %d timed processes failed, the first because: %s.",
				b.cellLabel(key), n, s.processes, strings.TrimRight(s.failed[0].Failure, ".")))
		}
	}
	var others []results.Process
	for _, p := range b.in.Processes {
		if p.Failure != "" && p.Pass != results.PassTiming {
			others = append(others, p)
		}
	}
	if len(others) > 0 {
		list = append(list, fmt.Sprintf("%s outside of timing failed, the first (%s) because: %s.",
			count(len(others), "process", "processes"), others[0].Pass, strings.TrimRight(others[0].Failure, ".")))
	}
	return list
}

// noteMissing says what was asked for and is not there.
func (b *builder) noteMissing() []string {
	if len(b.in.Observations) == 0 {
		return nil
	}
	var list []string
	for _, arm := range b.out.Arms {
		measured := false
		for key := range b.series {
			measured = measured || key.arm == arm.Name
		}
		if !measured {
			list = append(list, fmt.Sprintf("%s is listed as an arm, and was not measured.", arm.Label))
		}
	}
	printed := b.printedMetrics()
	for _, m := range b.in.Asked.Metrics {
		if printed[m.Unit] == nil {
			list = append(list, fmt.Sprintf("%s is listed as a metric, and no benchmark printed it.", m.Unit))
		}
	}
	if asked := b.in.Asked.Workload; len(asked) > 0 && !asked.Matches(b.workloads[b.out.Headline]) {
		list = append(list, fmt.Sprintf("The workload of the headline, %s, was not measured. Another one stands in for it.", asked))
	}
	return list
}

// noteRounds says when there are fewer rounds than were asked for, and when
// rounds have only one side of a comparison.
func (b *builder) noteRounds() []string {
	var list []string
	measured := 0
	for _, s := range b.series {
		measured = max(measured, len(s.rounds))
	}
	if asked := b.record.Run.Rounds; measured < asked && !b.record.Run.Interrupted && !b.record.Run.Finished.IsZero() {
		list = append(list, fmt.Sprintf("%d of %d rounds were measured: the time that -budget allows, %v, ended before the others.", measured, asked, b.record.Run.Budget))
	}
	unpaired := 0
	for key, s := range b.series {
		baseline := b.series[side{b.out.Baseline, key.workload, key.build}]
		if baseline == nil || baseline == s || len(s.rounds) == 0 {
			continue // noted as not measured, or as failed
		}
		for _, round := range s.rounds {
			if baseline.in(round) == nil {
				unpaired++
			}
		}
		for _, round := range baseline.rounds {
			if s.in(round) == nil {
				unpaired++
			}
		}
	}
	if unpaired > 0 {
		list = append(list, fmt.Sprintf("%s no partner in the same round, and no part in a ratio.",
			count(unpaired, "measurement has", "measurements have")))
	}
	return list
}

// noteControl says when there is no control.
func (b *builder) noteControl() []string {
	if len(b.out.Comparisons) == 0 || slices.ContainsFunc(b.out.Comparisons, func(c Comparison) bool { return c.Control }) {
		return nil
	}
	return []string{"No control was measured, so that the noise floor is not known."}
}

// noteOverlap counts, by workload and build, the cells whose senders hardly
// ran side by side.
func (b *builder) noteOverlap() []string {
	type place struct{ workload, build string }
	var order []place
	doubted, all := map[place][]string{}, map[place]int{}
	for _, cell := range b.out.Cells {
		at := place{cell.Workload, cell.Build}
		if all[at]++; cell.Doubt == "" {
			continue
		}
		if doubted[at] == nil {
			order = append(order, at)
		}
		doubted[at] = append(doubted[at], b.out.armLabel(cell.Arm)+": "+cell.Doubt)
	}
	var list []string
	for _, at := range order {
		list = append(list, fmt.Sprintf("Of %s%s, %d did not contend as they should, and their ratios are left undecided. The first is %s.",
			count(all[at], "cell", "cells"), b.where(at.workload, at.build), len(doubted[at]), doubted[at][0]))
	}
	return list
}

// noteDisturbed counts the timed processes that something disturbed: those
// that were run again, and those that count all the same. When these are many,
// a Warning says so.
func (b *builder) noteDisturbed() []string {
	known := slices.ContainsFunc(b.in.Processes, func(p results.Process) bool {
		return p.Pass == results.PassTiming && p.Foreign >= 0
	})
	if os := b.record.Run.Machine.OS; !known && os != "" && os != "linux" {
		return []string{fmt.Sprintf("How much other work the machine did meanwhile is not known: %s does not tell.", os)}
	}
	replaced := 0
	for _, r := range b.out.Rounds {
		if r.Disturbed != "" && !r.Counts {
			replaced++
		}
	}
	counted, disturbed := b.disturbed()
	var list []string
	if replaced > 0 {
		list = append(list, fmt.Sprintf("%s disturbed and run again. Only the last attempt counts; all are shown.", count(replaced, "timed process was", "timed processes were")))
	}
	if disturbed > 0 && len(b.warnQuiet()) == 0 {
		list = append(list, fmt.Sprintf("%d of the %d timed processes that count %s disturbed.", disturbed, counted, was(disturbed)))
	}
	return list
}

// noteValues counts the values that are no finite numbers.
func (b *builder) noteValues() []string {
	bad := map[string]int{}
	for _, o := range b.in.Observations {
		for unit, v := range o.Values {
			if !finite(v) {
				bad[unit]++
			}
		}
	}
	var list []string
	for _, unit := range slices.SortedFunc(maps.Keys(bad), compareNatural) {
		list = append(list, fmt.Sprintf("%s: %s not finite, and left out of the figures.", unit, count(bad[unit], "value is", "values are")))
	}
	return list
}

// noteBinaries counts the profiles of another binary than the one that was
// timed.
func (b *builder) noteBinaries() []string {
	other := 0
	for _, a := range b.out.Evidence {
		if a.Binary != "" && !a.Timed {
			other++
		}
	}
	if other == 0 || len(b.timedBinaries()) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s made by another binary than the one that was timed.", count(other, "file of the evidence was", "files of the evidence were"))}
}

// cellLabel names a cell as far as it takes to tell it from others.
func (b *builder) cellLabel(key side) string {
	label := b.out.armLabel(key.arm)
	if key.arm == experiments.ControlArm {
		label = "control"
	}
	return label + b.where(key.workload, key.build)
}

// where names a workload and a build where there are several, as in ", with
// values=1000, build noinline".
func (b *builder) where(workload, build string) string {
	text := ""
	if label := b.out.workloadLabel(workload); label != "" {
		text += ", with " + label
	}
	if len(b.out.Builds) > 1 {
		text += ", build " + b.out.buildLabel(build)
	}
	return text
}
