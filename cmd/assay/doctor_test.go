package main

import (
	"strings"
	"testing"

	"github.com/assay-bench/assay/profiler/host"
)

func TestWriteChecks(t *testing.T) {
	ok := host.Check{Name: "SMT", State: host.OK, Found: "off"}
	unknown := host.Check{Name: "boost", State: host.Unknown, Found: "the kernel does not tell"}
	mind := host.Check{Name: "power", State: host.Mind, Found: "on battery", Do: "plug it in"}
	bad := host.Check{Name: "CPU quota", State: host.Bad, Found: "none left", Do: "ask for more"}
	tests := []struct {
		name   string
		checks []host.Check
		want   string
	}{
		{"a machine that is fit", []host.Check{unknown, ok}, `
unknown  boost  the kernel does not tell
ok       SMT    off

Fit to measure.
`},
		{"a noisy one", []host.Check{mind, ok}, `
mind  power  on battery
             → plug it in
ok    SMT    off

Fit to measure, but expect noise: power.
`},
		{"a bad one", []host.Check{bad, mind}, `
bad   CPU quota  none left
                 → ask for more
mind  power      on battery
                 → plug it in

Not fit to measure: put this right first: CPU quota.
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var b strings.Builder
			if err := writeChecks(&b, test.checks); err != nil || b.String() != test.want[1:] {
				t.Errorf("got %v\n%s\nwant\n%s", err, b.String(), test.want[1:])
			}
		})
	}
}
