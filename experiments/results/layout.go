package results

import (
	"fmt"
	"hash/fnv"
	"path"
	"strings"

	"github.com/assay-bench/assay/experiments"
)

// The names of files and folders in a record. Those below an experiment's
// folder are relative to it.
const (
	runFile     = "run.json"
	roundsFile  = "rounds.txt"
	cellsFile   = "cells.jsonl"
	peerFile    = "peer.txt"
	profilesDir = "profiles"
	compilerDir = "compiler"
	assemblyDir = "assembly"
	structsDir  = "structs"
	pgoDir      = "pgo"

	// ReportDir is where report writes, below the record's folder.
	ReportDir = "report"

	// Latest is the name that points at the newest record, beside it.
	Latest = "latest"
)

// timeLayout names a record's folder. It has no colons, since Windows forbids
// them, and sorts as time does.
const timeLayout = "2006-01-02T150405Z"

// ArmDir is the name of the folder, and of the file, for what was captured of
// an arm in a build: the arm's own name for the default build, and
// "<arm>.<build>" for others.
func ArmDir(arm, build string) string {
	if build != experiments.DefaultBuild && build != "" {
		arm += "." + build
	}
	return fileName(arm)
}

// armPath is where what was captured of an arm in a build lies, relative to the
// folder of its kind, with slashes. workload is empty for the headline's.
func armPath(arm, build string, workload experiments.Workload) string {
	if len(workload) == 0 {
		return ArmDir(arm, build)
	}
	return path.Join(ArmDir(arm, build), fileName(workload.String()))
}

// RoundsPath is where the timings of an experiment stand, relative to the
// record, with slashes.
func RoundsPath(experiment string) string { return path.Join(experiment, roundsFile) }

// longestName bounds a file's name, which most systems do at 255 bytes.
const longestName = 100

// fileName makes a name safe for every file system by replacing what is not a
// plain character. Arms come from benchmarks, and may be called anything.
func fileName(name string) string {
	safe := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', strings.ContainsRune("-_.+,", r):
			return r
		}
		return '_'
	}, name)
	safe = safe[:min(len(safe), longestName)]
	if safe != name || strings.Trim(safe, ".") == "" {
		// What was replaced must still tell two names apart.
		sum := fnv.New32a()
		sum.Write([]byte(name))
		return fmt.Sprintf("%s-%08x", strings.TrimLeft(safe, "."), sum.Sum32())
	}
	return safe
}
