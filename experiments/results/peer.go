package results

import (
	"bytes"
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
	data := r.whole(file, r.read(file, "what go test measured is not known"))
	lines := benchfmt.NewReader(bytes.NewReader(uncomment(data)), file)
	for lines.Scan() {
		switch record := lines.Result().(type) {
		case *benchfmt.SyntaxError:
			r.problem(file, record.Line, "%s: this line is left out", record.Msg)
		case *benchfmt.Result:
			o, err := observe(record, &x.Asked)
			if err != nil {
				_, line := record.Pos()
				r.problem(file, line, "%v", err)
				continue
			}
			seconds, _ := strconv.ParseFloat(record.GetConfig("seconds"), 64)
			x.Peers = append(x.Peers, Peer{
				Replicate: configNumber(record, "replicate"),
				Seconds:   seconds,
				Cell:      o.Cell,
				Values:    o.Values,
			})
		}
	}
	if err := lines.Err(); err != nil {
		r.problem(file, 0, "%v", err)
	}
}
