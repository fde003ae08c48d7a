package probe

import (
	"sync/atomic"
	"testing"
	"time"
)

func TestSenders(t *testing.T) {
	for _, test := range []struct{ senders, values int }{
		{1, 1000}, {2, 1000}, {3, 10_001}, {8, 100_000},
	} {
		sink := NewSink()
		sent := make([]atomic.Int32, test.values)
		var calls atomic.Int32
		got := testing.Benchmark(func(b *testing.B) {
			Senders(b, test.senders, test.values, sink, func(sender, from, to int) {
				for i := from; i < to; i++ {
					sent[i].Add(1)
				}
				if calls.Add(1)%int32(test.senders*pieces) == 0 { // the last piece of a burst
					time.AfterFunc(20*time.Millisecond, sink.Delivered)
				}
			})
		})
		for i := range sent {
			want := int32(3)
			if i < test.values/10 {
				want++ // the burst that warms up
			}
			if n := sent[i].Load(); n != want {
				t.Fatalf("%d senders: value %d was sent %d times, want %d", test.senders, i, n, want)
			}
		}
		want(t, got, "deliveries/burst", 1, 0)
		want(t, got, "goroutines/burst", 1, 0) // that of AfterFunc; the senders do not count
		positive(t, got, "ns/send")
		overlap, ok := got.Extra["overlap"]
		if ok != (test.senders > 1) || overlap < 0 || overlap > 1 {
			t.Errorf("%d senders: overlap = %v (reported: %v)", test.senders, overlap, ok)
		}
	}
}

// TestSendersAreTold checks that a sender gets its own values, in order and in
// pieces.
func TestSendersAreTold(t *testing.T) {
	const senders, values = 3, 3000
	var asked [senders][][2]int
	testing.Benchmark(func(b *testing.B) {
		Senders(b, senders, values, nil, func(sender, from, to int) {
			asked[sender] = append(asked[sender], [2]int{from, to})
		})
	})
	for sender := range asked {
		next := sender * values / senders
		for _, piece := range asked[sender][3*pieces:] { // those of the last burst
			if piece[0] != next {
				t.Fatalf("sender %d was asked for the values from %d, want %d", sender, piece[0], next)
			}
			next = piece[1]
		}
		if want := (sender + 1) * values / senders; next != want {
			t.Errorf("sender %d ended before %d, want %d", sender, next, want)
		}
	}
}

// TestSendersRunAtOnce lets the senders wait for each other in each piece.
func TestSendersRunAtOnce(t *testing.T) {
	meet := make(chan struct{})
	got := testing.Benchmark(func(b *testing.B) {
		Senders(b, 2, 1000, nil, func(sender, from, to int) {
			if sender == 0 {
				meet <- struct{}{}
			} else {
				<-meet
			}
		})
	})
	if got.N != 3 {
		t.Errorf("%d bursts, want 3", got.N)
	}
}
