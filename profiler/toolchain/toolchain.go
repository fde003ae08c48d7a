package toolchain

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

	// Name is the name in the package clause, without "_test".
	Name string

	// TestGoFiles are its test files, XTestGoFiles those of the external test
	// package.
	TestGoFiles, XTestGoFiles []string

	Module struct {
		Path string
		Dir  string
	}
}

// List returns the packages in the given folders of the module at root, by
// folder.
func List(ctx context.Context, goCommand, root string, dirs []string) (map[string]Package, error) {
	args := []string{"list", "-e", "-find", "-json=ImportPath,Dir,Name,TestGoFiles,XTestGoFiles,Module"}
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

// A Failure is a command that the toolchain refused, most often a build.
type Failure struct {
	// Output is what it printed.
	Output string
}

// Error is the first line that says what is wrong.
func (f *Failure) Error() string {
	for line := range strings.Lines(f.Output) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return "the go command failed and printed nothing"
}

// Hash returns the first 16 hex digits of a file's SHA-256.
func Hash(file string) (string, error) {
	f, err := os.Open(file)
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
