package explain

import (
	"fmt"
	"math"
	"strings"

	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/format"
	"github.com/assay-bench/assay/report/symbol"
)

// lockWait finds goroutines that wait for each other at a lock.
//
// It takes from the mutex profile how long others waited because a place held a
// lock, and from the block profile how long places waited. It accounts for the
// processor time of locks, spinning and switching to other goroutines included,
// and where goroutines sleep meanwhile, also for the time that they waited beside
// processor time.
//
// It says nothing where the profiles have less waiting than a tenth of the
// difference: then the operations of the lock are what costs, which is lock-cost.
// Without these profiles it only suspects, by processor time in the slow paths of
// locks. Waiting for a group of goroutines or for a condition is no waiting at a
// lock.
var lockWait = Rule{Name: "lock-wait", Find: findLockWait}

func findLockWait(s Side) []Finding {
	waited, known := s.lockWaits()
	claims := s.of(workLocks)
	if !waited.notable(s) && (known || !s.slowLocks()) {
		return nil
	}
	f := Finding{Place: waited.place, Mechanism: "Goroutines wait for each other at a lock."}
	var found []Finding
	if known {
		f.Mechanism = fmt.Sprintf("Goroutines wait for each other at a lock, %s per operation against %s in %s.",
			format.Value(waited.more, "ns"), format.Value(waited.less, "ns"), s.Less.Name)
		asleep := f
		amount := exactly(waited.more - waited.less)
		asleep.Amount = &amount
		e := waited.evidence()
		e.Agree(s.wallText("locking", isWork(workLocks)))
		e.Put(&asleep)
		found = append(found, asleep)
	}
	if s.notable(s.Extra(claims)) {
		f.Claims = claims
		if f.Place == (cost.Place{}) {
			f.Place = s.place(claims)
		}
		e := waited.evidence()
		e.Agree(s.cpuText("locking and waiting", claims))
		e.Put(&f)
		found = append(found, f)
	}
	return found
}

// A lockWaiting is how long goroutines waited for locks, in nanoseconds per
// operation, and where most of it comes from.
type lockWaiting struct {
	more, less float64
	place      cost.Place
	texts      []string
}

// lockWaits reads the mutex and the block profile. It reports false where the
// record has neither.
func (s Side) lockWaits() (w lockWaiting, known bool) {
	for _, profile := range []struct {
		name, who  string
		more, less []cost.Amount
	}{
		{"mutex profile", "others waited", s.More.Mutex, s.Less.Mutex},
		{"block profile", "waiting for locks", s.More.Block, s.Less.Block},
	} {
		if profile.more == nil && profile.less == nil {
			continue
		}
		more, less := chosen(profile.more, atLock), chosen(profile.less, atLock)
		_, moreNs := totals(more)
		_, lessNs := totals(less)
		place := placeOf(more, less)
		if !known {
			w.more, w.less, w.place = moreNs, lessNs, place
		}
		known = true
		if moreNs <= lessNs {
			continue
		}
		text := fmt.Sprintf("%s: %s %s against %s in %s", profile.name, profile.who, perOp(moreNs), perOp(lessNs), s.Less.Name)
		if place.Line > 0 {
			text += ", most of it because of " + at(place)
		}
		w.texts = append(w.texts, text)
	}
	return w, known
}

// evidence is what the profiles say.
func (w *lockWaiting) evidence() *Evidence {
	var e Evidence
	for _, text := range w.texts {
		e.Agree(text)
	}
	return &e
}

// notable reports whether the side waits longer by a part of the difference
// that is worth a word.
func (w *lockWaiting) notable(s Side) bool {
	extra := w.more - w.less
	return extra > 0 && extra >= leastWaiting*math.Abs(s.Difference.Value)
}

// atLock chooses what was waited at a mutex, be it for reading or writing.
func atLock(a *cost.Amount) bool {
	pkg, name := symbol.Package(a.Via), symbol.Name(a.Via)
	return (pkg == "sync" || pkg == "internal/sync") &&
		(strings.HasPrefix(name, "(*Mutex).") || strings.HasPrefix(name, "(*RWMutex).") || strings.HasPrefix(name, "(*rlocker)."))
}

// slowLocks reports whether most of what locks cost More beyond Less is spent
// where a lock was not free: there, package sync calls the runtime.
func (s Side) slowLocks() bool {
	slow := s.Extra(func(e *cost.Entry) bool {
		pkg, name := symbol.Package(e.Function), symbol.Name(e.Function)
		return workOf(e) == workLocks && (pkg == "runtime" || strings.HasSuffix(name, "Slow"))
	})
	return slow.Above() && slow.Value >= 0.5*s.Extra(isWork(workLocks)).Value
}
