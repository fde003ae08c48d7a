package attribution

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/assay-bench/assay/report/stats"
)

// note says what the figures rest on, and what could not be told.
func (w *way) note(o *orders, a *Attribution) string {
	var list []string
	for _, sentence := range []string{
		noteOrders(o), w.noteJoined(o), w.noteBeginnings(), w.noteSame(), w.noteRounds(a),
	} {
		if sentence != "" {
			list = append(list, sentence)
		}
	}
	return strings.Join(list, " ")
}

// noteOrders says how many of the orders had their arms.
func noteOrders(o *orders) string {
	all := 1.0
	for i := range o.groups {
		all *= float64(i + 1)
	}
	switch {
	case len(o.groups) == 1:
		return ""
	case o.count == all:
		return fmt.Sprintf("Each figure is an average over all %.0f orders of the changes.", all)
	case o.count == 1:
		return fmt.Sprintf("There are arms for one of %.0f orders of the changes: each figure is what a change makes where it stands in that one.", all)
	}
	return fmt.Sprintf("Each figure is an average over %.0f of %.0f orders of the changes; for the others arms are missing.", o.count, all)
}

// noteJoined names the factors that no arm tells apart.
func (w *way) noteJoined(o *orders) string {
	var list []string
	for _, g := range o.groups {
		if bits.OnesCount64(g) > 1 {
			var names []string
			for i, name := range w.changed {
				if g&(1<<i) != 0 {
					names = append(names, name)
				}
			}
			list = append(list, fmt.Sprintf("The arms do not tell %s apart.", enumerate(names)))
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// noteBeginnings names the factors that the baseline has nothing of.
func (w *way) noteBeginnings() string {
	var list []string
	for _, name := range w.changed {
		if _, has := w.from.Factors[name]; !has {
			list = append(list, name)
		}
	}
	switch len(list) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("The baseline has no %s of its own, which begins as in the first arm that has it.", list[0])
	}
	return fmt.Sprintf("The baseline has no %s of its own, which begin as in the first arm that has them.", strings.Join(list[:len(list)-1], ", ")+" or "+list[len(list)-1])
}

// noteSame names the factors that are not what makes the difference, although
// arms vary them.
func (w *way) noteSame() string {
	var list []string
	for factor, begin := range w.begin {
		varied := slices.ContainsFunc(w.arms, func(a *Arm) bool { return w.levelOf(a, factor) != begin })
		if _, changed := slices.BinarySearch(w.changed, factor); !changed && varied {
			list = append(list, fmt.Sprintf("%s (%s)", factor, begin))
		}
	}
	if len(list) == 0 {
		return ""
	}
	slices.Sort(list)
	return fmt.Sprintf("Both ends have the same %s.", enumerate(list))
}

// noteRounds says when intervals are none.
func (w *way) noteRounds(a *Attribution) string {
	if a.Whole.Confidence >= w.level {
		return ""
	}
	return fmt.Sprintf("It takes %d rounds for intervals that hold at once; these are ranges.", stats.MinRounds(w.level))
}

// enumerate joins names as in "a, b and c".
func enumerate(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
