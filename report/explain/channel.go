package explain

import (
	"fmt"

	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/format"
)

// channel finds values that are passed through channels: sending, receiving,
// selecting and making channels.
//
// It takes from the CPU profile what this costs. Calls in the machine code agree,
// waits at channels in the block profile, and what is allocated for channels. It
// accounts for switching between goroutines also, where they wait at channels more
// often than in the other arm and none are started that would explain it. Where
// goroutines sleep at channels, it accounts for the time that the block profile
// has of that, as far as it is not processor time; those that wait less often than
// once in a hundred operations wait for work and hold up nobody.
//
// It says nothing where channels do not surely cost more.
var channel = Rule{Name: "channel", Find: findChannel}

func findChannel(s Side) []Finding {
	var found []Finding
	waits := func(a *cost.Amount) bool { return askedFor(a.Via) == workChannel && a.Count >= leastEvents }
	blocked := s.blockText("waits at channels", waits)
	if blocked != "" {
		more, less := chosen(s.More.Block, waits), chosen(s.Less.Block, waits)
		_, moreNs := totals(more)
		_, lessNs := totals(less)
		amount := exactly(moreNs - lessNs)
		f := Finding{
			Amount: &amount,
			Place:  placeOf(more, less),
			Mechanism: fmt.Sprintf("Goroutines wait for each other at a channel, %s per operation against %s in %s.",
				format.Value(moreNs, "ns"), format.Value(lessNs, "ns"), s.Less.Name),
		}
		var e Evidence
		e.Agree(blocked)
		e.Agree(s.wallText("channels", isWork(workChannel)))
		e.Put(&f)
		found = append(found, f)
	}
	claims := s.of(workChannel)
	if !s.Extra(isWork(workChannel)).Above() || !s.notable(s.Extra(claims)) {
		return found
	}
	f := Finding{
		Claims:    claims,
		Place:     s.place(claims),
		Mechanism: "Values are passed through a channel.",
	}
	doing := "channels"
	if s.switches() == workChannel {
		f.Mechanism = "Goroutines hand values to each other through a channel, and each hand-over switches between them."
		doing = "channels and switching between goroutines"
	}
	var e Evidence
	e.Agree(s.cpuText(doing, claims))
	e.Agree(s.callsText(workChannel, isWork(workChannel), f.Place))
	e.Agree(blocked)
	e.Agree(s.allocatedText(workChannel))
	e.Put(&f)
	return append(found, f)
}
