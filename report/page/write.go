package page

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/assay-bench/assay/report"
)

// Write renders rep into dir, which it makes if it is not there: index.html,
// a page for each experiment, and assets/. Links to the files of the record
// are relative to dir, wherever that is. A file is written whole or not at
// all, and index.html comes last. Write does not change rep.
func Write(dir string, rep *report.Report) error {
	assets, err := fs.Sub(embedded, "assets")
	if err != nil {
		return fmt.Errorf("render report: %w", err)
	}
	files, err := render(dir, rep, assets)
	if err != nil {
		return fmt.Errorf("render report: %w", err)
	}
	for _, f := range files {
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(f.name)), f.data); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
	}
	return nil
}

// A file is one file of a rendered report. Its name has slashes.
type file struct {
	name string
	data []byte
}

// writeFile writes a file whole or not at all.
func writeFile(name string, data []byte) (err error) {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	temp, err := os.CreateTemp(dir, ".assay-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			temp.Close()
			os.Remove(temp.Name())
		}
	}()
	if _, err := temp.Write(data); err != nil {
		return err
	}
	// CreateTemp keeps the file from others, who may read a report.
	if err := temp.Chmod(0o644); err != nil {
		return err
	}
	if err := temp.Close(); err != nil {
		return err
	}
	return os.Rename(temp.Name(), name)
}
