package host

import (
	"bytes"
	"runtime"

	"github.com/assay-bench/assay/experiments/results"
)

// Describe returns what the operating system tells of this machine. The
// version of Go is the caller's to fill in, since it is the measured
// processes' and not this one's.
func Describe() results.Machine {
	m := results.Machine{
		OS:         runtime.GOOS,
		Arch:       runtime.GOARCH,
		Cores:      runtime.NumCPU(),
		GOMAXPROCS: runtime.GOMAXPROCS(0),
		LoadBefore: -1,
	}
	describe(&m)
	return m
}

// field returns the value of the first "key : value" line.
func field(data []byte, key string) string {
	for l := range bytes.Lines(data) {
		k, v, ok := bytes.Cut(l, []byte{':'})
		if ok && string(bytes.TrimSpace(k)) == key {
			return string(bytes.TrimSpace(v))
		}
	}
	return ""
}
