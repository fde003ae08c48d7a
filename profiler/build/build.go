package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Find returns the path of the go command.
func Find() (string, error) {
	path, err := exec.LookPath("go")
	if err != nil {
		return "", errors.New("there is no go command on the PATH: install Go, or add the bin folder of its installation to the PATH")
	}
	return path, nil
}

// A Package is what the go command tells of a package.
type Package struct {
	ImportPath string
	Dir        string
	Module     struct {
		Path string
		Dir  string
	}
}

// List returns the packages in the given folders of the module at root, by
// folder.
func List(ctx context.Context, goCommand, root string, dirs []string) (map[string]Package, error) {
	args := []string{"list", "-e", "-find", "-json=ImportPath,Dir,Module"}
	for _, dir := range dirs {
		rel, err := filepath.Rel(root, dir)
		if err != nil {
			return nil, err
		}
		args = append(args, "./"+filepath.ToSlash(rel))
	}
	out, err := output(ctx, root, goCommand, args...)
	if err != nil {
		return nil, err
	}
	packages := map[string]Package{}
	for dec := json.NewDecoder(strings.NewReader(out)); ; {
		var p Package
		if err := dec.Decode(&p); err == io.EOF {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages[p.Dir] = p
	}
}

// Version returns the version of the toolchain that builds in a folder.
func Version(ctx context.Context, goCommand, dir string) (string, error) {
	out, err := output(ctx, dir, goCommand, "env", "GOVERSION")
	return strings.TrimSpace(out), err
}

// A Config is one way to build a package's test binary.
type Config struct {
	// Go is the go command, Root the folder of the module.
	Go, Root string

	// Package is the package to test.
	Package Package

	// GCFlags are compiler flags for the packages of the module. Packages
	// outside of it, the runtime among them, are built as always, so that
	// they come from the cache.
	GCFlags string

	// Profile is a CPU profile to optimise by, or empty.
	Profile string

	// Output is the file to write.
	Output string
}

// Flags returns the compiler flags that the configuration comes to. The
// profile goes to the compiler itself and not to go build's -pgo, which would
// build the standard library anew for every profile.
func (c Config) Flags() string {
	flags := c.GCFlags
	if c.Profile != "" {
		flags = strings.TrimSpace(flags + " -pgoprofile=" + quote(c.Profile))
	}
	return flags
}

// Args returns the arguments of the go command.
func (c Config) Args() []string {
	args := []string{"test", "-c", "-o", c.Output}
	if flags := c.Flags(); flags != "" {
		args = append(args, "-gcflags=./...="+flags)
	}
	return append(args, c.Package.ImportPath)
}

// A Failure is a build that the toolchain refused.
type Failure struct {
	// Output is what it printed.
	Output string
}

func (f *Failure) Error() string {
	for line := range strings.Lines(f.Output) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return "does not build: " + line
		}
	}
	return "does not build"
}

// Test builds a test binary and returns the first 16 hex digits of its
// SHA-256. A build that the toolchain refuses gives a *Failure; a package
// without test files is one.
func Test(ctx context.Context, c Config) (hash string, err error) {
	if _, err := output(ctx, c.Root, c.Go, c.Args()...); err != nil {
		return "", err
	}
	f, err := os.Open(c.Output)
	if errors.Is(err, os.ErrNotExist) {
		return "", &Failure{Output: c.Package.ImportPath + " has no test files: write a Benchmark function in a file called bench_test.go"}
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil))[:16], nil
}

// BinaryName is the name of a test binary on this operating system.
func BinaryName(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}

// output runs the go command and returns what it printed on standard output.
func output(ctx context.Context, dir, command string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, command, args...)
	cmd.Dir = dir
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			return "", fmt.Errorf("cannot run the go command: %w", err)
		}
		return "", &Failure{Output: stderr.String() + stdout.String()}
	}
	return stdout.String(), nil
}

// quote quotes a flag's value for -gcflags, which splits at spaces.
func quote(value string) string {
	if strings.ContainsAny(value, " \t") {
		return "'" + value + "'"
	}
	return value
}
