package disasm

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
)

// addSource gives each listing the source lines that its instructions name.
// Objdump prints no more of a file than its last element, which inlined code
// of two packages can have in common, so addr2line is asked for the files.
func (o Options) addSource(ctx context.Context, listings []results.Listing) error {
	var addresses strings.Builder
	for _, l := range listings {
		for _, i := range l.Instructions {
			fmt.Fprintf(&addresses, "%#x\n", i.Address)
		}
	}
	if addresses.Len() == 0 {
		return nil
	}
	output, err := o.tool(ctx, strings.NewReader(addresses.String()), "addr2line")
	if err != nil {
		return err
	}
	// For each address, the function and then the place.
	places := strings.Split(string(output), "\n")
	text := sourceText{read: o.ReadFile, files: map[string][]string{}}
	if text.read == nil {
		text.read = os.ReadFile
	}
	n := 0
	for l := range listings {
		listing := &listings[l]
		listing.Source = map[string]string{}
		for _, i := range listing.Instructions {
			if 2*n+1 >= len(places) {
				return fmt.Errorf("go tool addr2line %s: %d places for more addresses", o.Binary, n)
			}
			place := strings.TrimRight(places[2*n+1], "\r")
			n++
			key := fmt.Sprintf("%s:%d", i.File, i.Line)
			if _, ok := listing.Source[key]; ok || !strings.HasSuffix(place, key) {
				continue
			}
			file := strings.TrimSuffix(place, fmt.Sprintf(":%d", i.Line))
			if line, ok := text.line(file, i.Line); ok {
				listing.Source[key] = line
			}
		}
	}
	return nil
}

// sourceText reads lines of files, each file once.
type sourceText struct {
	read  func(name string) ([]byte, error)
	files map[string][]string
}

// line returns a line of a file, counted from 1.
func (t *sourceText) line(file string, n int) (string, bool) {
	lines, ok := t.files[file]
	if !ok {
		if text, err := t.read(file); err == nil {
			lines = strings.Split(string(text), "\n")
		}
		t.files[file] = lines
	}
	if n < 1 || n > len(lines) {
		return "", false
	}
	return strings.TrimRight(lines[n-1], "\r"), true
}
