// Causes reads the record of a run of the bank and prints what the report says
// of each pair, beside what was planted in it:
//
//	go run ./testdata/causes/cmd/causes results/latest
//
// The exit status is 0 when nearly every planted cause comes first and nothing
// is claimed of the pairs that have none, 1 when that is not so or the record
// cannot be read, and 2 when the command line could not be understood.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/assay-bench/assay/testdata/causes/tally"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run does one command line and returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(stderr, "usage: causes <record>")
		return 2
	}
	t, err := tally.Read(args[0])
	if err == nil {
		err = t.Write(stdout)
	}
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "causes: %v\n", err)
		return 1
	case !t.Passed():
		return 1
	}
	return 0
}
