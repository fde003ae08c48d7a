package results

import (
	"errors"
	"io/fs"
	"strconv"

	"golang.org/x/perf/benchfmt"
)

// readPeers reads peer.txt, which most records do not have.
func (r *reader) readPeers(x *Experiment, file string) {
	if _, err := fs.Stat(r.root, file); errors.Is(err, fs.ErrNotExist) {
		return
	}
	f := r.open(file, "what go test measured is not known")
	if f == nil {
		return
	}
	defer f.Close()
	r.benchmarks(f, file, &x.Asked, func(o Observation, result *benchfmt.Result) {
		seconds, _ := strconv.ParseFloat(result.GetConfig("seconds"), 64)
		x.Peers = append(x.Peers, Peer{
			Replicate: configNumber(result, "replicate"),
			Seconds:   seconds,
			Cell:      o.Cell,
			Values:    o.Values,
		})
	})
}
