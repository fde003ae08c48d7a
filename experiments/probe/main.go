package probe

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"github.com/felixge/fgprof"
)

// wallFile is the environment variable that names the file for the
// wall-clock profile.
const wallFile = "ASSAY_WALL"

// shortestProfile is how long a profile is taken at the least. fgprof looks
// 99 times a second and divides by how often it did.
const shortestProfile = 150 * time.Millisecond

// Main runs the tests and benchmarks of a package and exits with their
// status. TestMain calls it:
//
//	func TestMain(m *testing.M) { probe.Main(m) }
//
// When the environment variable ASSAY_WALL names a file, a wall-clock profile
// of all goroutines is taken meanwhile and written there in pprof format.
// The profile is that of fgprof, which samples goroutines whether they run or
// wait. A process that is over sooner than 150 ms after it began waits until
// then, in a function called waitForSamples. Without the variable nothing is
// added to what testing does.
func Main(m *testing.M) {
	os.Exit(run(m.Run, os.Getenv(wallFile), os.Stderr))
}

// run runs the tests, with a profile if file is not empty, and returns the
// exit status.
func run(tests func() int, file string, stderr io.Writer) int {
	if file == "" {
		return tests()
	}
	var profile bytes.Buffer
	began := time.Now()
	stop := fgprof.Start(&profile, fgprof.FormatPprof)
	status := tests()
	waitForSamples(began)
	err := finish(stop)
	if err == nil {
		err = os.WriteFile(file, profile.Bytes(), 0o666)
	}
	if err != nil {
		fmt.Fprintf(stderr, "wall-clock profile: %v\n", err)
		return max(status, 1)
	}
	return status
}

// waitForSamples sleeps until the profile is not too short.
func waitForSamples(began time.Time) {
	time.Sleep(shortestProfile - time.Since(began))
}

// finish ends the profile. On a machine so busy that not one sample a second
// was taken, fgprof divides by zero.
func finish(stop func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("fgprof: %v; most likely it took too few samples", r)
		}
	}()
	return stop()
}
