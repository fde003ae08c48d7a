package page

import (
	"html/template"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/assay-bench/assay/report/format"
)

// A fileRow is a file of the record.
type fileRow struct {
	Arm, Workload string

	// Kind is empty where the name of the file says it.
	Kind string

	Path string
	Base string
	Link template.URL

	Size, Sort string
	Open       string

	// Binary is the hash of the binary that wrote the file; Timed says
	// whether it is the one that was timed.
	Binary, Hash string
	Timed        bool
}

func newFiles(s *subject) []fileRow {
	var rows []fileRow
	for _, e := range s.x.Evidence {
		row := fileRow{
			Kind: e.Kind, Path: e.Path, Base: path.Base(e.Path), Link: s.link(e.Path),
			Size: format.Bytes(e.Bytes), Sort: strconv.FormatInt(e.Bytes, 10),
			Open: e.Open, Binary: e.Binary, Hash: e.Binary[:min(8, len(e.Binary))], Timed: e.Timed,
		}
		if strings.HasPrefix(row.Base, e.Kind+".") {
			row.Kind = ""
		}
		switch {
		case e.Arm == "" && e.Build == "":
			row.Arm = "the experiment"
		case e.Arm == "":
			row.Arm = s.build(e.Build)
		default:
			row.Arm = s.inBuild(e.Arm, e.Build)
		}
		if len(s.x.Workloads) > 1 && e.Workload != "" {
			row.Workload = s.workload(e.Workload)
		}
		rows = append(rows, row)
	}
	return rows
}

// A failureRow is a process that failed.
type failureRow struct {
	Title, Failure, Output string
}

func newFailures(s *subject) []failureRow {
	var rows []failureRow
	for _, f := range s.x.Failures {
		title := "process " + strconv.Itoa(f.Process) + ", " + string(f.Pass)
		if f.Cell.Bench != "" {
			title += ", " + f.Cell.Bench
		}
		if s.manyBuilds() && f.Cell.Build != "" {
			title += ", " + s.build(f.Cell.Build)
		}
		if !f.Started.IsZero() {
			title += ", " + f.Started.UTC().Format(time.TimeOnly) + " UTC"
		}
		rows = append(rows, failureRow{Title: title, Failure: f.Failure, Output: f.Output})
	}
	return rows
}
