package profiler

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/assay-bench/assay/experiments/results"
)

// profileRate is how many samples are asked for in each second of processor
// time, and testingRate what the testing package asks for.
//
// Linux delivers no more than one for each tick of its clock, of which there
// are 100, 250, 300 or 1000 a second, and mostly 250: tickRate. A rate near to
// that gets fewer than one that is above, since a timer that falls due shortly
// after the tick waits for the next one. calibrate sets right what that does to
// the period.
const (
	profileRate = 500
	tickRate    = 250
	testingRate = 100
)

// rateEnv names the variable that holds the rate in the process that takes a
// CPU profile. Other processes do without it.
const rateEnv = "ASSAY_CPU_HZ"

// rateFile is what adds the rate to a test binary. The testing package starts
// the profile at 100 Hz and cannot be told otherwise; but the runtime keeps
// the rate of a profile that is on already, and says so on standard error.
// Imports are renamed, since the package may have declared the names itself.
const rateFile = `package %s

import (
	assayos "os"
	assayruntime "runtime"
	assaystrconv "strconv"
)

func init() {
	if hz, err := assaystrconv.Atoi(assayos.Getenv(%q)); err == nil {
		assayruntime.SetCPUProfileRate(hz)
	}
}
`

// overlayRate writes an overlay for the go command, to the run's own folder,
// that adds rateFile to the package of the experiment. The module stays as it
// is. It returns the flag, or "" for a package without tests, which the go
// command should complain about as ever, and on Windows, where all threads are
// halted for each sample.
func (s *session) overlayRate() (flag string, err error) {
	if runtime.GOOS == "windows" || s.pkg.Name == "" || len(s.pkg.TestGoFiles)+len(s.pkg.XTestGoFiles) == 0 {
		return "", nil
	}
	base := filepath.Join(s.temp, results.ArmDir(s.asked.Name, "rate"))
	if err := os.WriteFile(base+".go", fmt.Appendf(nil, rateFile, s.pkg.Name, rateEnv), 0o666); err != nil {
		return "", err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{
		filepath.Join(s.pkg.Dir, "zz_assay_test.go"): base + ".go",
	}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(base+".json", overlay, 0o666); err != nil {
		return "", err
	}
	return "-overlay=" + base + ".json", nil
}
