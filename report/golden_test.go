package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden renders the record of ladder in every form.
func TestGolden(t *testing.T) {
	folder, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	r := New(&ladder(t).Record)
	for name, write := range map[string]func(io.Writer, *Report) error{
		"ladder.json":       WriteJSON,
		"ladder.md":         WriteMarkdown,
		"ladder.txt":        func(w io.Writer, r *Report) error { return WriteText(w, r, 100) },
		"ladder.narrow.txt": func(w io.Writer, r *Report) error { return WriteText(w, r, 60) },
	} {
		var got bytes.Buffer
		if err := write(&got, r); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		file := filepath.Join(folder, name)
		if *update {
			if err := os.WriteFile(file, got.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		// Git may check files out with the line ends of Windows.
		want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))
		if !bytes.Equal(rounded(got.Bytes()), rounded(want)) {
			t.Errorf("%s differs; run the test with -update and look at the difference.\n%s", name, firstDifference(rounded(got.Bytes()), rounded(want)))
		}
	}
}

var longNumber = regexp.MustCompile(`\d+\.\d{9,}`)

// rounded shortens numbers: processors do not agree on the last digits of a
// logarithm.
func rounded(text []byte) []byte {
	return longNumber.ReplaceAllFunc(text, func(number []byte) []byte {
		v, err := strconv.ParseFloat(string(number), 64)
		if err != nil {
			return number
		}
		return strconv.AppendFloat(nil, v, 'g', 9, 64)
	})
}

// TestJSONReadsBack: what is written is a Report again, without a loss.
func TestJSONReadsBack(t *testing.T) {
	var first, second bytes.Buffer
	if err := WriteJSON(&first, New(&ladder(t).Record)); err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(first.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	if err := WriteJSON(&second, &back); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("read back and written again, the JSON differs.\n%s", firstDifference(second.Bytes(), first.Bytes()))
	}
}

// firstDifference shows the first line that differs.
func firstDifference(got, want []byte) string {
	g, w := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range min(len(g), len(w)) {
		if !bytes.Equal(g[i], w[i]) {
			return "got:  " + string(g[i]) + "\nwant: " + string(w[i])
		}
	}
	return "one is the beginning of the other"
}
