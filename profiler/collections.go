package profiler

import (
	"bytes"
	"regexp"
	"strconv"
	"time"
)

// collectionTrace is the setting of GODEBUG that makes the runtime print a
// line for each garbage collection.
const collectionTrace = "gctrace=1"

// collectionLine matches such a line, as package runtime documents it. The
// group is the time of assists, in milliseconds of processor time:
//
//	gc 5 @0.1s 2%: 0.02+0.39+0.1 ms clock, 0.04+0.88/0.52/0+0.2 ms cpu, 4->5->1 MB, …
var collectionLine = regexp.MustCompile(`^gc \d+ @[^:]*: [^,]* ms clock, [0-9.]+\+([0-9.]+)/[0-9.]+/[0-9.]+\+[0-9.]+ ms cpu,`)

// forced marks the collections that the program asked for, as the testing
// package does before each benchmark.
var forced = []byte("(forced)")

// collections counts garbage collections by what the runtime prints of them on
// standard error. It is an io.Writer that never fails.
type collections struct {
	// understood says that there was a line of the form that is known.
	understood bool

	// count and assists are of the collections that were not asked for.
	count   int
	assists time.Duration

	line []byte
}

// longestLine bounds what is kept of a line without an end.
const longestLine = 4 << 10

func (c *collections) Write(data []byte) (int, error) {
	for rest := data; len(rest) > 0; {
		piece, after, ended := bytes.Cut(rest, []byte{'\n'})
		if len(c.line)+len(piece) <= longestLine {
			c.line = append(c.line, piece...)
		}
		if ended {
			c.add(c.line)
			c.line = c.line[:0]
		}
		rest = after
	}
	return len(data), nil
}

// add takes in one line.
func (c *collections) add(line []byte) {
	found := collectionLine.FindSubmatch(line)
	if found == nil {
		return
	}
	ms, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		return
	}
	c.understood = true
	if bytes.Contains(line, forced) {
		return
	}
	c.count++
	c.assists += time.Duration(ms * float64(time.Millisecond))
}

// put adds what was counted to the values of a process that did so many
// operations. Where no line was understood it adds nothing: the testing package
// forces a collection at least, so that there must have been one.
func (c *collections) put(values map[string]float64, operations float64) {
	if !c.understood || operations <= 0 {
		return
	}
	values["gc/op"] = float64(c.count) / operations
	values["gc-assist-ns/op"] = float64(c.assists) / operations
}
