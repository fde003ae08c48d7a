package selftest

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
	"sync"

	"github.com/assay-bench/assay/experiments/results"
)

// PageName is the file that WritePage's output belongs into, beside the pages
// of the experiments, whose style it uses.
const PageName = "selftest.html"

//go:embed page.html
var source string

var page = sync.OnceValues(func() (*template.Template, error) { return template.New(PageName).Parse(source) })

// WritePage renders a result as HTML.
func WritePage(w io.Writer, r *Result, run results.Run) error {
	t, err := page()
	if err != nil {
		return err
	}
	type verified struct {
		What, Nominal, Ratio string
		Rounds               int
	}
	data := struct {
		Sentences []string
		Rows      []row
		Verified  []verified
		Command   string
		Machine   string
	}{Sentences: r.sentences(), Rows: r.table(), Command: strings.Join(run.Command, " "), Machine: machine(run.Machine)}
	for _, v := range r.Verified {
		data.Verified = append(data.Verified, verified{v.label(), percent(v.Effect), v.ratio(), v.Rounds})
	}
	return t.Execute(w, data)
}

func machine(m results.Machine) string {
	parts := []string{}
	for _, p := range []string{m.CPU, m.OS + "/" + m.Arch, m.Go} {
		if p != "" && p != "/" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}
