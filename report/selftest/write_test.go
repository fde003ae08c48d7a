package selftest

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/experiments/results"
)

var update = flag.Bool("update", false, "write the golden files anew")

// run is the run of the golden files. Its names are hostile.
var run = results.Run{
	Started: time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC),
	Command: []string{"assay", "selftest", "-o=<script>alert(1)</script>"},
	Machine: results.Machine{CPU: "<b>Fast</b> 9000", Cores: 2, Go: "go1.26"},
}

// TestGolden writes one result in every form.
func TestGolden(t *testing.T) {
	folder, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	whole, _ := New(selfTest(399, 3))
	little, _ := New(selfTest(1, 0))
	writePage := func(w io.Writer, r *Result) error { return WritePage(w, r, run) }
	for name, golden := range map[string]struct {
		result *Result
		write  func(io.Writer, *Result) error
	}{
		"whole.json": {whole, WriteJSON}, "whole.md": {whole, WriteMarkdown}, "whole.txt": {whole, WriteText}, "whole.html": {whole, writePage},
		"little.json": {little, WriteJSON}, "little.md": {little, WriteMarkdown}, "little.txt": {little, WriteText}, "little.html": {little, writePage},
	} {
		var out bytes.Buffer
		if err := golden.write(&out, golden.result); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := rounded(out.Bytes())
		file := filepath.Join(folder, name)
		if *update {
			if err := os.WriteFile(file, got, 0o666); err != nil {
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
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs; run the test with -update and look at the difference. It is now:\n%s", name, got)
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

// TestJSON: the JSON has what it is asked for under the names that scripts
// use, no number that is none, and reads back without a loss.
func TestJSON(t *testing.T) {
	for _, rounds := range []int{0, 1, 399} {
		r, _ := New(selfTest(rounds, rounds/100))
		var first, second bytes.Buffer
		if err := WriteJSON(&first, r); err != nil {
			t.Fatal(err)
		}
		type score struct {
			FalseVerdicts struct{ Quiet, Neighbour *float64 }
			Power         []struct {
				Arm             string
				Effect, Seconds float64
				Rate            *float64
			}
			Coverage *float64
		}
		var shape struct {
			score
			Peer score
		}
		if err := json.Unmarshal(first.Bytes(), &shape); err != nil {
			t.Fatal(err)
		}
		if shape.Power[0].Arm != "steady" || shape.Power[0].Effect != 0.01 || shape.Power[0].Seconds != 10 || len(shape.Peer.Power) != 8 {
			t.Errorf("the JSON of %d rounds is\n%s", rounds, &first)
		}
		tried := rounds > 1
		for _, v := range []*float64{shape.FalseVerdicts.Quiet, shape.FalseVerdicts.Neighbour, shape.Power[0].Rate, shape.Coverage, shape.Peer.FalseVerdicts.Quiet, shape.Peer.Power[0].Rate} {
			if (v != nil) != tried {
				t.Errorf("a rate of %d rounds is null: %t\n%s", rounds, v == nil, &first)
			}
		}
		if shape.Peer.Coverage != nil {
			t.Error("the peer has a coverage")
		}
		var back Result
		if err := json.Unmarshal(first.Bytes(), &back); err != nil {
			t.Fatal(err)
		}
		if err := WriteJSON(&second, &back); err != nil {
			t.Fatal(err)
		}
		if first.String() != second.String() {
			t.Errorf("it reads back as\n%s", &second)
		}
	}
}

// TestSees: the smallest difference that is found nine times in ten, in the
// shortest time, and the next smaller one at its best.
func TestSees(t *testing.T) {
	tally := func(percent, found, of int, seconds float64) Tally {
		tr := trials(found, of)
		return Tally{Arm: "steady", Effect: float64(percent) / 100, Seconds: seconds, Rate: tr.rate(), Trials: tr}
	}
	for _, test := range []struct {
		power []Tally
		want  string
	}{
		{[]Tally{tally(1, 4, 40, 10), tally(1, 7, 13, 30), tally(1, 5, 6, 60), tally(2, 20, 40, 10), tally(2, 13, 13, 30), tally(2, 6, 6, 60), tally(5, 40, 40, 10)},
			"steady: a true 2% is found in 13 of 13 comparisons of 30 s, a true 1% in 5 of 6 comparisons of 60 s."},
		{[]Tally{tally(1, 9, 10, 10), tally(1, 0, 0, 60)}, "steady: a true 1% is found in 9 of 10 comparisons of 10 s."},
		{[]Tally{tally(5, 1, 9, 10), tally(10, 3, 5, 30), tally(10, 4, 4, 60)},
			"steady: none of the differences is found nine times in ten, a true 10% in 3 of 5 comparisons of 30 s."},
		{[]Tally{tally(10, 0, 0, 10)}, "steady: there were too few comparisons."},
		{nil, "steady: there were too few comparisons."},
	} {
		r := Result{Score: Score{Power: append(test.power, Tally{Arm: "steady", Effect: 0.01, Neighbour: true, Seconds: 1, Rate: trials(1, 1).rate(), Trials: trials(9, 9)})}}
		if got := r.sees("steady", false); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

// TestEscapes: names from the machine stay text.
func TestEscapes(t *testing.T) {
	r, _ := New(selfTest(40, 0))
	var html bytes.Buffer
	if err := WritePage(&html, r, run); err != nil {
		t.Fatal(err)
	}
	for _, hostile := range []string{"<script>alert", "<b>Fast"} {
		if strings.Contains(html.String(), hostile) {
			t.Errorf("the page has %s", hostile)
		}
	}
}
