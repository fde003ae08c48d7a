package main

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"assay": main})
}

// TestScript runs the scripts in testdata/script: each is a session at the
// shell, with the files that it needs below it. Modules in them use nothing
// but the standard library, so that they need no network.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup:               setup,
		Condition:           condition,
	})
}

// setup gives scripts the caches of the person who runs the test, which are
// found through HOME otherwise, and a benchstat.
func setup(env *testscript.Env) error {
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOROOT").Output()
	if err != nil {
		return err
	}
	dirs := strings.Split(strings.TrimSpace(string(out)), "\n")
	env.Setenv("GOCACHE", strings.TrimSpace(dirs[0]))
	env.Setenv("GOMODCACHE", strings.TrimSpace(dirs[1]))
	env.Setenv("GOPROXY", "off")
	env.Setenv("GOFLAGS", "-buildvcs=false")
	tools, err := buildTools()
	if err != nil {
		return err
	}
	env.Setenv("PATH", tools+string(filepath.ListSeparator)+env.Getenv("PATH"))
	return nil
}

// buildTools builds the programs that read records besides assay.
var buildTools = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "assay-tools-")
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(context.Background(), "go", "build", "-o", dir+string(filepath.Separator), "golang.org/x/perf/cmd/benchstat")
	cmd.Stderr = os.Stderr
	return dir, cmd.Run()
})

// condition adds [root] to the conditions of scripts.
func condition(name string) (bool, error) {
	if name == "root" {
		return os.Geteuid() == 0, nil
	}
	return false, nil
}
