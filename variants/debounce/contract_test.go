package debounce

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A subject is a debouncer that the contract test runs on: every rung, and
// every further type that delivers.
type subject struct {
	Rung

	// breaks gives the reason for each line of the contract that a peer is
	// known to break. The test holds a peer to its exceptions as well: one
	// that is no longer seen is a failure.
	breaks map[line]string
}

// A line is a line of the contract.
type line string

const (
	latest   line = "the latest value wins"
	notEarly line = "nothing before the interval has passed"
	once     line = "exactly one delivery a burst"
)

func subjects() []subject {
	breaks := map[string]map[line]string{
		"lo": {
			notEarly: "its function cannot tell a stale firing, and finds the value that came after it",
			once:     "that value is delivered again by its own timer",
		},
	}
	var all []subject
	for _, r := range Rungs {
		all = append(all, subject{Rung: r, breaks: breaks[r.Name]})
	}
	further := func(name string, new func(time.Duration, func(*Event)) (Instance, error)) {
		all = append(all, subject{Rung: Rung{Name: name, New: new}})
	}
	further("since-time", instance(NewSinceTime[*Event]))
	further("ticks-defer", instance(NewTicksDefer[*Event]))
	further("ticks-locker", instance(NewTicksLocker[*Event]))
	further("ticks-rwmutex", instance(NewTicksRWMutex[*Event]))
	further("ticks-reentrant", instance(NewTicksReentrant[*Event]))
	further("ticks-spin", instance(NewTicksSpin[*Event]))
	further("ticks-chan", instance(NewTicksChan[*Event]))
	further("ticks-semaphore", instance(NewTicksSemaphore[*Event]))
	further("strategy", instance(func(interval time.Duration, deliver func(*Event)) (*Strategy[*Event, *sync.Mutex, Monotonic], error) {
		return NewStrategy(interval, deliver, new(sync.Mutex), Monotonic{})
	}))
	further("concrete-int", func(interval time.Duration, deliver func(*Event)) (Instance, error) {
		var deliverInt func(int)
		if deliver != nil {
			deliverInt = func(id int) { deliver(&Event{ID: int64(id)}) }
		}
		d, err := NewConcreteInt(interval, deliverInt)
		if err != nil {
			return Instance{}, err
		}
		sendAll := func(events []Event) {
			for _, e := range events {
				d.Send(int(e.ID))
			}
		}
		return Instance{SendAll: sendAll, Close: d.Close}, nil
	})
	return all
}

// instance does for a type that is no rung what each rung does for itself.
// Here the way to Send may be indirect.
func instance[D interface {
	Send(*Event)
	Close()
}](new func(time.Duration, func(*Event)) (D, error)) func(time.Duration, func(*Event)) (Instance, error) {
	return func(interval time.Duration, deliver func(*Event)) (Instance, error) {
		d, err := new(interval, deliver)
		if err != nil {
			return Instance{}, err
		}
		sendAll := func(events []Event) {
			for i := range events {
				d.Send(&events[i])
			}
		}
		return Instance{SendAll: sendAll, Close: d.Close}, nil
	}
}

// interval is the interval of the tests in virtual time.
const interval = 100 * time.Millisecond

// latestBy is how long after the last value it must have been delivered.
func (s subject) latestBy() time.Duration {
	if s.Late {
		return 2 * interval
	}
	return interval
}

// start makes an instance that is closed at the end of the test.
func (s subject) start(t *testing.T, interval time.Duration, deliver func(*Event)) Instance {
	t.Helper()
	d, err := s.New(interval, deliver)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// send sends one event.
func send(d Instance, id int64) { d.SendAll([]Event{{ID: id}}) }

// A delivery is a value that arrived, and when.
type delivery struct {
	id int64
	at time.Time
}

// A recorder collects deliveries.
type recorder struct {
	mu   sync.Mutex
	list []delivery
}

func (r *recorder) deliver(e *Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, delivery{e.ID, time.Now()})
}

func (r *recorder) deliveries() []delivery {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.list)
}

// ids waits until the bubble is at rest and returns what has arrived so far.
func (r *recorder) ids() []int64 {
	synctest.Wait()
	var ids []int64
	for _, d := range r.deliveries() {
		ids = append(ids, d.id)
	}
	return ids
}

// inBubble runs f for each subject, in a bubble with virtual time. The bubble
// fails the test if a goroutine is left over that nothing can wake.
func inBubble(t *testing.T, f func(t *testing.T, s subject)) {
	for _, s := range subjects() {
		t.Run(s.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { f(t, s) })
		})
	}
}

func wantIDs(t *testing.T, got []int64, want ...int64) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Fatalf("delivered %v, want %v", got, want)
	}
}

func TestRefusesBadArguments(t *testing.T) {
	for _, s := range subjects() {
		t.Run(s.Name, func(t *testing.T) {
			check := func(interval time.Duration, deliver func(*Event), want string) {
				t.Helper()
				_, err := s.New(interval, deliver)
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("New(%v) gives error %v, want one with %q", interval, err, want)
				}
			}
			check(0, func(*Event) {}, "interval 0s is not positive")
			check(-time.Second, func(*Event) {}, "interval -1s is not positive")
			check(time.Second, nil, "nil")
		})
	}
}

func TestOneValue(t *testing.T) {
	inBubble(t, func(t *testing.T, s subject) {
		var got recorder
		d := s.start(t, interval, got.deliver)
		for id := int64(1); id <= 3; id++ { // an idle debouncer starts again
			before := len(got.ids())
			send(d, id)
			time.Sleep(interval - 1)
			if n := len(got.ids()); n != before {
				t.Fatalf("delivered %v before the interval had passed", got.ids())
			}
			time.Sleep(s.latestBy() - interval + 1)
			if n := len(got.ids()); n != before+1 {
				t.Fatalf("delivered %v by the end of the interval of value %d", got.ids(), id)
			}
		}
		time.Sleep(10 * interval)
		wantIDs(t, got.ids(), 1, 2, 3)
	})
}

func TestLatestOfBurst(t *testing.T) {
	inBubble(t, func(t *testing.T, s subject) {
		var got recorder
		d := s.start(t, interval, got.deliver)
		d.SendAll([]Event{{ID: 1}, {ID: 2}, {ID: 3}})
		for id := int64(4); id <= 20; id++ { // far longer than the interval
			time.Sleep(interval - 1)
			send(d, id)
		}
		wantIDs(t, got.ids())
		time.Sleep(s.latestBy())
		wantIDs(t, got.ids(), 20)
		time.Sleep(10 * interval)
		wantIDs(t, got.ids(), 20)
	})
}

// TestValueDuringDelivery holds a delivery up. The state is idle by then, so
// a value starts a new burst, and its delivery overlaps the first.
func TestValueDuringDelivery(t *testing.T) {
	inBubble(t, func(t *testing.T, s subject) {
		var got recorder
		release := make(chan struct{})
		d := s.start(t, interval, func(e *Event) {
			got.deliver(e)
			if e.ID == 1 {
				<-release
			}
		})
		send(d, 1)
		time.Sleep(s.latestBy())
		wantIDs(t, got.ids(), 1)

		send(d, 2)
		send(d, 3)
		time.Sleep(s.latestBy())
		wantIDs(t, got.ids(), 1, 3)
		close(release)
	})
}

// TestSendFromDelivery sends from within the function that is delivered to.
func TestSendFromDelivery(t *testing.T) {
	inBubble(t, func(t *testing.T, s subject) {
		var got recorder
		var d Instance
		d = s.start(t, interval, func(e *Event) {
			got.deliver(e)
			if e.ID < 3 {
				send(d, e.ID+1)
			}
		})
		send(d, 1)
		time.Sleep(3 * s.latestBy())
		wantIDs(t, got.ids(), 1, 2, 3)
	})
}

func TestClose(t *testing.T) {
	inBubble(t, func(t *testing.T, s subject) {
		idle := bubbleGoroutines(t)
		var got recorder
		d := s.start(t, interval, got.deliver)
		send(d, 1)
		time.Sleep(interval / 2) // a worker is asleep now
		d.Close()
		synctest.Wait()
		if n := bubbleGoroutines(t); n != idle {
			t.Errorf("%d goroutines after Close, %d before New", n, idle)
		}
		send(d, 2)
		d.Close()
		send(d, 3)
		time.Sleep(10 * interval)
		wantIDs(t, got.ids())
		if n := bubbleGoroutines(t); n != idle {
			t.Errorf("%d goroutines long after Close, %d before New", n, idle)
		}
	})
}

// TestCloseWhileIdle closes a debouncer that never had a value, and one whose
// burst is over.
func TestCloseWhileIdle(t *testing.T) {
	inBubble(t, func(t *testing.T, s subject) {
		var got recorder
		s.start(t, interval, got.deliver).Close()
		d := s.start(t, interval, got.deliver)
		send(d, 1)
		time.Sleep(s.latestBy())
		wantIDs(t, got.ids(), 1)
		d.Close()
		send(d, 2)
		time.Sleep(10 * interval)
		wantIDs(t, got.ids(), 1)
	})
}

// bubbleGoroutines counts the goroutines of the calling goroutine's bubble.
func bubbleGoroutines(t *testing.T) int {
	t.Helper()
	stack := func(all bool) string {
		buf := make([]byte, 1<<20)
		return string(buf[:runtime.Stack(buf, all)])
	}
	// goroutine 21 [running, synctest bubble 20]:
	own, _, _ := strings.Cut(stack(false), "\n")
	_, bubble, ok := strings.Cut(own, "synctest bubble ")
	if !ok {
		t.Fatalf("no bubble in %q", own)
	}
	return strings.Count(stack(true), "synctest bubble "+bubble)
}

// A broken is a line of the contract that a run broke.
type broken struct {
	line line
	text string
}

// judge compares what was delivered with what was sent, at the instants
// sent[id]. Values that were sent at the same instant have no order. Nor have
// a value and a deadline at the same instant: either may be first.
func (s subject) judge(sent map[int64]time.Time, got []delivery) []broken {
	var instants []time.Time
	for _, at := range sent {
		instants = append(instants, at)
	}
	slices.SortFunc(instants, time.Time.Compare)
	instants = slices.CompactFunc(instants, time.Time.Equal)

	var all []broken
	count := make(map[time.Time]int)
	add := func(l line, format string, args ...any) {
		all = append(all, broken{l, fmt.Sprintf(format, args...)})
	}
	for _, g := range got {
		from := sent[g.id]
		count[from]++
		if after := g.at.Sub(from); after < interval {
			add(notEarly, "value %d came after %v", g.id, after)
		} else if after > s.latestBy() {
			add(once, "value %d came only after %v", g.id, after)
		}
		for _, at := range instants {
			if at.After(from) && at.Before(g.at) {
				add(latest, "value %d came although another was sent %v after it", g.id, at.Sub(from))
			}
		}
	}
	for i, at := range instants {
		pause := time.Duration(1<<63 - 1)
		if i+1 < len(instants) {
			pause = instants[i+1].Sub(at)
		}
		if count[at] > 1 {
			add(once, "the burst came %d times", count[at])
		}
		if count[at] == 0 && pause > s.latestBy() {
			add(latest, "the burst was lost")
		}
	}
	return all
}

// TestRandomTimes sends from many goroutines at random instants on a grid so
// coarse that values and deadlines often meet. Virtual time breaks such ties
// at random, which is what brings out a stale timer.
func TestRandomTimes(t *testing.T) {
	const (
		runs   = 60
		values = 30
		steps  = 4 * values / 2 // of a quarter of the interval
	)
	for _, s := range subjects() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			seen := make(map[line]bool)
			for seed := range uint64(runs) {
				synctest.Test(t, func(t *testing.T) {
					var got recorder
					d := s.start(t, interval, got.deliver)
					rng := rand.New(rand.NewPCG(seed, 1))
					sent := make(map[int64]time.Time)
					for id := int64(1); id <= values; id++ {
						wait := time.Duration(rng.IntN(steps)) * interval / 4
						sent[id] = time.Now().Add(wait)
						go func() {
							time.Sleep(wait)
							send(d, id)
						}()
					}
					time.Sleep((steps + 20) * interval / 4)
					synctest.Wait()
					for _, b := range s.judge(sent, got.deliveries()) {
						seen[b.line] = true
						if s.breaks[b.line] == "" {
							t.Errorf("seed %d: %s: %s", seed, b.line, b.text)
						}
					}
				})
			}
			for l, reason := range s.breaks {
				t.Logf("known exception: %q: %s", l, reason)
				if !seen[l] {
					t.Errorf("%q was never broken: take the exception away", l)
				}
			}
		})
	}
}

// TestCloseAtRandomTimes closes while values come, often at a deadline.
// Nothing may arrive at a later instant.
func TestCloseAtRandomTimes(t *testing.T) {
	for _, s := range subjects() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(30) {
				synctest.Test(t, func(t *testing.T) {
					var got recorder
					d := s.start(t, interval, got.deliver)
					rng := rand.New(rand.NewPCG(seed, 2))
					for id := range int64(10) {
						wait := time.Duration(rng.IntN(16)) * interval / 4
						go func() {
							time.Sleep(wait)
							send(d, id)
						}()
					}
					time.Sleep(time.Duration(rng.IntN(24)) * interval / 4)
					d.Close()
					synctest.Wait()
					at := time.Now()
					time.Sleep(10 * interval)
					synctest.Wait()
					for _, g := range got.deliveries() {
						if g.at.After(at) {
							t.Errorf("seed %d: value %d came %v after Close", seed, g.id, g.at.Sub(at))
						}
					}
				})
			}
		})
	}
}

// TestManySenders sends from 8 goroutines in real time, as fast as they can.
func TestManySenders(t *testing.T) {
	const interval = 50 * time.Millisecond
	for _, s := range subjects() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			list, took := s.flood(t, interval, func(*rand.Rand) {})
			// Each delivery but the last took an interval without a value
			// from the time of sending.
			if most := 1 + int(took/interval); len(list) > most && s.breaks[once] == "" {
				t.Errorf("%d deliveries, want at most %d, since sending took %v", len(list), most, took)
			}
			if first := list[0]; first.at.Before(began.Add(interval)) {
				t.Errorf("value %d came %v after sending began", first.id, first.at.Sub(began))
			}
		})
	}
}

// TestSendersAgainstTimers makes 8 senders and the deadline meet as often as
// real time allows: the interval is about as short as the pauses.
func TestSendersAgainstTimers(t *testing.T) {
	const interval = 100 * time.Microsecond
	for _, s := range subjects() {
		t.Run(s.Name, func(t *testing.T) {
			if reason := s.breaks[notEarly]; reason != "" {
				t.Skipf("known exception: %q: %s", notEarly, reason)
			}
			t.Parallel()
			s.flood(t, interval, func(rng *rand.Rand) {
				if rng.IntN(4) == 0 {
					time.Sleep(time.Duration(rng.Int64N(int64(2 * interval))))
				}
			})
		})
	}
}

// TestSecondValueAtDeadline sends a value, and another one just when the
// first is due, over and over. The interval is as short as what it takes a
// worker to start, so that it is finishing when the second value comes.
func TestSecondValueAtDeadline(t *testing.T) {
	const interval = 500 * time.Nanosecond
	for _, s := range subjects() {
		t.Run(s.Name, func(t *testing.T) {
			if reason := s.breaks[notEarly]; reason != "" {
				t.Skipf("known exception: %q: %s", notEarly, reason)
			}
			const values = 4000
			var at [values]atomic.Int64 // of delivery, in ticks
			d := s.start(t, interval, func(e *Event) {
				if !at[e.ID].CompareAndSwap(0, ticks()) {
					t.Errorf("value %d came twice", e.ID)
				}
			})
			events := make([]Event, values)
			rng := rand.New(rand.NewPCG(1, 4))
			for id := 0; id < values; id += 2 {
				events[id].ID, events[id+1].ID = int64(id), int64(id+1)
				began := ticks()
				d.SendAll(events[id : id+1])
				for until := ticks() + rng.Int64N(int64(4*interval)); ticks() < until; {
				}
				second := ticks()
				d.SendAll(events[id+1 : id+2])
				ended := ticks()

				for end := ended + int64(20*time.Second); at[id+1].Load() == 0; runtime.Gosched() {
					if ticks() > end {
						t.Fatalf("value %d was lost", id+1)
					}
				}
				if after := at[id+1].Load() - second; after < int64(interval) {
					t.Errorf("value %d came after %d ns", id+1, after)
				}
				if pause := ended - began; at[id].Load() != 0 && pause < int64(interval) {
					t.Errorf("value %d came although another was sent within %d ns", id, pause)
				}
			}
		})
	}
}

// flood sends from 8 goroutines, which call pause after each value. It waits
// until the last one has arrived, checks what holds whatever the order was,
// and returns what was delivered and how long sending took.
func (s subject) flood(t *testing.T, interval time.Duration, pause func(*rand.Rand)) ([]delivery, time.Duration) {
	t.Helper()
	const (
		senders = 8
		values  = 300 // each
	)
	var got recorder
	d := s.start(t, interval, got.deliver)
	began := time.Now()
	sent := make([]time.Time, senders*values) // before Send
	var wg sync.WaitGroup
	for sender := range senders {
		rng := rand.New(rand.NewPCG(uint64(sender), 3))
		wg.Go(func() {
			for id := sender * values; id < (sender+1)*values; id++ {
				sent[id] = time.Now()
				send(d, int64(id))
				pause(rng)
			}
		})
	}
	wg.Wait()
	took := time.Since(began)

	// The last value is one sender's last, but which one nobody can know. It
	// does not arrive before any value was sent. Deliveries may overlap, so
	// it need not be the last to arrive.
	lastSent := slices.MaxFunc(sent, time.Time.Compare)
	arrived := func(g delivery) bool {
		return g.id%values == values-1 && !g.at.Before(lastSent)
	}
	end := time.Now().Add(20 * time.Second)
	for !slices.ContainsFunc(got.deliveries(), arrived) {
		time.Sleep(time.Millisecond)
		if time.Now().After(end) {
			t.Fatalf("the last value was lost; delivered: %v", got.deliveries())
		}
	}
	time.Sleep(2*interval + 10*time.Millisecond) // for what should not come

	list := got.deliveries()
	seen := make(map[int64]bool)
	for _, g := range list {
		if seen[g.id] && s.breaks[once] == "" {
			t.Errorf("value %d came twice", g.id)
		}
		seen[g.id] = true
		if after := g.at.Sub(sent[g.id]); after < interval && s.breaks[notEarly] == "" {
			t.Errorf("value %d came after %v", g.id, after)
		}
	}
	return list, took
}
