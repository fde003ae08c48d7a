package page

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"sync"

	"github.com/assay-bench/assay/report"
)

//go:embed templates
var sources embed.FS

// templates parses the templates once, when a report is first rendered.
var templates = sync.OnceValues(func() (*template.Template, error) {
	return template.ParseFS(sources, "templates/*.html")
})

// render makes all files of a report that is to stand in dir.
func render(dir string, rep *report.Report, assets fs.FS) ([]file, error) {
	var files []file
	err := fs.WalkDir(assets, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(assets, name)
		files = append(files, file{"assets/" + name, data})
		return err
	})
	if err != nil {
		return nil, err
	}

	tmpl, err := templates()
	if err != nil {
		return nil, err
	}
	execute := func(name, with string, data any) error {
		var out bytes.Buffer
		if err := tmpl.ExecuteTemplate(&out, with, data); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		files = append(files, file{name, out.Bytes()})
		return nil
	}

	lib := findLibrary(assets)
	names := fileNames(rep.Experiments)
	record := recordAddress(dir, rep.Record)
	for i := range rep.Experiments {
		s := newSubject(rep, &rep.Experiments[i], record)
		p, err := newExperimentPage(s, lib)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", names[i], err)
		}
		if err := execute(names[i], "experiment.html", p); err != nil {
			return nil, err
		}
	}
	err = execute("index.html", "index.html", newIndexPage(rep, names, record, lib))
	return files, err
}
