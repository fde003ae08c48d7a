package cost

import (
	"bytes"
	"hash/maphash"
	"os"
	"reflect"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/pprof/profile"
)

// The workloads' results go here, so that the compiler must make them.
var (
	sink       any
	sinkBytes  []byte
	sinkString string
	sinkInt    int
	sinkTime   time.Time
	sinkNode   *node
)

type node struct {
	left, right *node
}

// makeTree makes something that the collector has to walk.
func makeTree(depth int) *node {
	if depth == 0 {
		return nil
	}
	return &node{makeTree(depth - 1), makeTree(depth - 1)}
}

// workloads do one kind of work each, or two that belong together.
var workloads = []struct {
	kinds []Kind
	new   func() func()
}{
	{[]Kind{User}, func() func() {
		return func() {
			for i := range 1000 {
				sinkInt = sinkInt*31 + i
			}
		}
	}},
	{[]Kind{Library}, func() func() {
		numbers := make([]int, 1000)
		return func() {
			for i := range numbers {
				numbers[i] = i * 7919 % 1000
			}
			sort.Ints(numbers)
		}
	}},
	{[]Kind{Allocation}, func() func() { return func() { sinkBytes = make([]byte, 100) } }},
	{[]Kind{GC}, func() func() {
		sinkNode = makeTree(18)
		debug.SetGCPercent(10)
		return func() { sink = makeTree(8) }
	}},
	{[]Kind{Channels}, func() func() {
		c := make(chan int, 1)
		return func() { c <- 1; sinkInt = <-c }
	}},
	{[]Kind{Scheduling, Channels}, func() func() {
		there, back := make(chan int), make(chan int)
		go func() {
			for n := range there {
				back <- n
			}
		}()
		return func() { there <- 1; sinkInt = <-back }
	}},
	{[]Kind{Goroutines, Scheduling}, func() func() {
		return func() {
			var all sync.WaitGroup
			for range 100 {
				all.Go(func() {})
			}
			all.Wait()
		}
	}},
	{[]Kind{Timers}, func() func() { return func() { time.AfterFunc(time.Hour, func() {}).Stop() } }},
	{[]Kind{Clock}, func() func() { return func() { sinkTime = time.Now() } }},
	{[]Kind{Locks}, func() func() {
		var mu sync.Mutex
		return func() {
			mu.Lock()
			sinkInt++
			mu.Unlock()
		}
	}},
	{[]Kind{Maps}, func() func() {
		m, i := map[string]int{}, 0
		keys := make([]string, 1000)
		for i := range keys {
			keys[i] = strconv.Itoa(i)
		}
		return func() { i = (i + 1) % len(keys); m[keys[i]]++ }
	}},
	{[]Kind{Copying}, func() func() {
		from, to := make([]byte, 1<<20), make([]byte, 1<<20)
		return func() { sinkInt += copy(to, from) }
	}},
	{[]Kind{Hashing}, func() func() {
		seed, data := maphash.MakeSeed(), make([]byte, 1<<16)
		return func() { sinkInt += int(maphash.Bytes(seed, data) & 1) }
	}},
	{[]Kind{Strings}, func() func() {
		data := bytes.Repeat([]byte("text "), 20)
		return func() { sinkString = string(data) }
	}},
	{[]Kind{Strings}, func() func() { return func() { sinkInt++; sinkString = strconv.Itoa(sinkInt + 1<<40) } }},
	{[]Kind{Interfaces}, func() func() { return func() { sinkInt++; sink = sinkInt + 1<<40 } }},
	{[]Kind{Defer}, func() func() {
		return func() {
			for range 10 {
				defer func() { recover() }()
			}
		}
	}},
	{[]Kind{Reflection}, func() func() {
		v := reflect.ValueOf(&struct{ To, From int }{}).Elem()
		return func() { v.Field(0).Set(v.Field(1)) }
	}},
	{[]Kind{Syscalls}, func() func() { return func() { _, sink = os.Stat("no such file") } }},
}

// TestWorkloads profiles real code, and looks whether most of its work is of
// the kind that it was written to do.
func TestWorkloads(t *testing.T) {
	if testing.Short() {
		t.Skip("profiles for several seconds")
	}
	if info, ok := debug.ReadBuildInfo(); ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		t.Skip("most of the time would be the race detector's")
	}
	for _, w := range workloads {
		t.Run(string(w.kinds[0]), func(t *testing.T) {
			// The less is collected, the more of the samples are of the work itself.
			defer debug.SetGCPercent(debug.SetGCPercent(1000))
			p := record(t, w.new())
			groups := p.Group(func(e *Entry) string { return string(e.Kind) })
			most := Kind("")
			for kind, e := range groups {
				if e.Value > groups[string(most)].Value {
					most = Kind(kind)
				}
			}
			if !slices.Contains(w.kinds, most) {
				t.Errorf("most of the work is %s, want %v. Of %d samples:\n%s", most, w.kinds, p.Samples, lines(p))
			}
		})
	}
}

// record makes a CPU profile of a workload.
func record(t *testing.T, work func()) *Profile {
	t.Helper()
	const enough = 10 // samples, to tell what most of them are
	for long := 200 * time.Millisecond; ; long *= 2 {
		var data bytes.Buffer
		if err := pprof.StartCPUProfile(&data); err != nil {
			t.Skip(err) // the test is being profiled itself
		}
		operations := 0.0
		for began := time.Now(); time.Since(began) < long; operations += 100 {
			for range 100 {
				work()
			}
		}
		pprof.StopCPUProfile()
		raw, err := profile.Parse(&data)
		if err != nil {
			t.Fatal(err)
		}
		p, err := New(raw, operations, func(function string) bool {
			return strings.HasPrefix(function, "github.com/assay-bench/assay/report/cost.")
		})
		switch {
		case err == nil && p.Samples >= enough:
			return p
		case long > 4*time.Second:
			t.Skipf("no processor to be had: %+v, %v", p, err)
		}
	}
}
