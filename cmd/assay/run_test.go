package main

import (
	"flag"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/assay-bench/assay/profiler"
)

func parseRunLine(t *testing.T, args ...string) (profiler.Options, []string, error) {
	t.Helper()
	flags := flag.NewFlagSet("run", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return parseRun(flags, args)
}

// TestParseRun: what ends the timing, by what the command line says of it.
func TestParseRun(t *testing.T) {
	tests := []struct {
		args      string
		rounds    int
		precision float64
		budget    time.Duration
		layouts   int
	}{
		{"", 0, 0.01, 10 * time.Minute, 4},
		{"-precision 0.5%", 0, 0.005, 10 * time.Minute, 4},
		{"-precision 0.005", 0, 0.005, 10 * time.Minute, 4},
		{"-precision 0", 0, 0, 10 * time.Minute, 4},
		{"-rounds 20", 20, 0, 10 * time.Minute, 4},
		{"-rounds 20 -precision 2%", 20, 0.02, 10 * time.Minute, 4},
		{"-rounds 20 -budget 0", 20, 0, 0, 4},
		{"-quick", 10, 0, 10 * time.Minute, 1},
		{"-quick -precision 0", 10, 0, 10 * time.Minute, 1},
		{"-quick -rounds 6 -layouts 2", 6, 0, 10 * time.Minute, 2},
		{"-quick -precision 1%", 0, 0.01, 10 * time.Minute, 1},
		{"-budget 0", 0, 0.01, 0, 4},
	}
	for _, test := range tests {
		t.Run(test.args, func(t *testing.T) {
			o, _, err := parseRunLine(t, strings.Fields(test.args)...)
			if err != nil {
				t.Fatal(err)
			}
			if o.Rounds != test.rounds || o.Precision != test.precision || o.Budget != test.budget || o.Layouts != test.layouts {
				t.Errorf("%d rounds, precision %v, budget %v, %d layouts; want %+v", o.Rounds, o.Precision, o.Budget, o.Layouts, test)
			}
		})
	}
}

func TestParseRunErrors(t *testing.T) {
	for args, want := range map[string]string{
		"-precision 0 -budget 0": "nothing would end the timing: give -budget, -rounds or -precision",
		"-precision 1":           "write it as 1% or 0.01",
		"-precision -1%":         "write it as 1% or 0.01",
		"-precision NaN":         "write it as 1% or 0.01",
		"-layouts -1":            "-layouts is -1 and has to be above zero",
		"-budget -1s":            "-budget is -1s and cannot be negative",
	} {
		_, _, err := parseRunLine(t, strings.Fields(args)...)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got error %v, want one that says %q", args, err, want)
		}
	}
}

// TestCommandReproduces: the command line in the record does the same as the
// one that was typed.
func TestCommandReproduces(t *testing.T) {
	for _, args := range []string{
		"",
		"-quick -rounds 3 taskreuse ./experiments/ladder",
		"-precision 0 -budget 90s",
		"-precision 0.125% -budget 0 -layouts 7 -seed 42 lockswap",
		"-rounds 20 -precision 2% -capture cpu,trace",
		"-quick -precision 1% -capture none",
	} {
		first, names, err := parseRunLine(t, strings.Fields(args)...)
		if err != nil {
			t.Fatal(err)
		}
		again, namesAgain, err := parseRunLine(t, first.Command[2:]...)
		if err != nil {
			t.Fatalf("%q is recorded as %q: %v", args, first.Command, err)
		}
		if !reflect.DeepEqual(again, first) || !reflect.DeepEqual(namesAgain, names) {
			t.Errorf("%q is recorded as %q, which does\n%+v\nand not\n%+v", args, first.Command, again, first)
		}
	}
}

// TestWidth: too few rounds are not precise, and rounds that have no ratio do
// not keep a run from ending.
func TestWidth(t *testing.T) {
	series := func(n int, low, high float64) []float64 {
		values := make([]float64, n)
		for i := range values {
			values[i] = low
			if i%2 == 1 {
				values[i] = high
			}
		}
		return values
	}
	if got := width(series(5, 1, 1), series(5, 1, 1), 1); !math.IsInf(got, 1) {
		t.Errorf("five rounds are as precise as %v", got)
	}
	if got := width(series(8, 1, 1), series(8, 1, 1), 20); !math.IsInf(got, 1) {
		t.Errorf("eight rounds are as precise as %v for twenty arms", got)
	}
	if got := width(series(20, 1, 1.0201), series(20, 1, 1), 1); math.Abs(got-0.01) > 1e-9 {
		t.Errorf("half the way from 1 to 1.0201 is %v, want 1%%", got)
	}
	if got := width(series(20, 0, 0), series(20, 0, 0), 1); got != 0 {
		t.Errorf("zeros are as precise as %v", got)
	}
}
