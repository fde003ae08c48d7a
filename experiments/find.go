package experiments

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ModuleRoot returns the folder of the go.mod that governs dir.
func ModuleRoot(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for d := dir; ; d = filepath.Dir(d) {
		if info, err := os.Stat(filepath.Join(d, "go.mod")); err == nil && !info.IsDir() {
			return d, nil
		}
		if filepath.Dir(d) == d {
			return "", fmt.Errorf("%s is not inside a Go module: there is no go.mod in it or above it", dir)
		}
	}
}

// Find returns the folders below root that hold an experiment, in lexical
// order. It does not look where the go command would not: in testdata, vendor,
// names that begin with a dot or an underscore, and nested modules. Folders
// that cannot be read are passed over.
func Find(root string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			if path == root {
				return err
			}
			return fs.SkipDir
		}
		if entry.IsDir() {
			if path != root && skipped(path, entry.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		if entry.Name() == FileName {
			found = append(found, filepath.Dir(path))
		}
		return nil
	})
	return found, err
}

// skipped reports whether a folder is no part of the module's packages. A
// record, which is known by its run.json, holds copies of experiment.yaml that
// are not experiments.
func skipped(path, name string) bool {
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
		return true
	}
	if name == "testdata" || name == "vendor" || name == "node_modules" {
		return true
	}
	for _, mark := range []string{"go.mod", "run.json"} {
		if _, err := os.Stat(filepath.Join(path, mark)); err == nil {
			return true
		}
	}
	return false
}

// Load reads the experiment in a folder.
func Load(dir string) (*Experiment, error) {
	path := filepath.Join(dir, FileName)
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	x, err := Read(f, shortest(path))
	if err != nil {
		return nil, err
	}
	x.Dir = dir
	x.Name = filepath.Base(dir)
	return x, nil
}

// Select returns the folders of the experiments that names ask for, in the
// order of the folders. A name is that of an experiment's folder, or a path
// that begins with a dot, as the go command takes packages: "./x" is one
// folder, "./x/..." all at or below it. Paths are relative to the working
// directory. A folder that Find passes over, such as one in testdata, is there
// for who names it, as the go command has it. No names at all select
// everything.
func Select(dirs, names []string) ([]string, error) {
	if len(names) == 0 {
		return dirs, nil
	}
	chosen := map[string]bool{}
	for _, name := range names {
		matches, err := match(dirs, name)
		if err != nil {
			return nil, err
		}
		for _, dir := range matches {
			chosen[dir] = true
		}
	}
	return slices.Sorted(maps.Keys(chosen)), nil
}

// match returns the folders that one name asks for.
func match(dirs []string, name string) ([]string, error) {
	var matches, names []string
	isPath := strings.HasPrefix(name, ".") || filepath.IsAbs(name)
	for _, dir := range dirs {
		names = append(names, filepath.Base(dir))
		if isPath && underPattern(dir, name) || !isPath && filepath.Base(dir) == name {
			matches = append(matches, dir)
		}
	}
	if dir, err := filepath.Abs(name); len(matches) == 0 && isPath && err == nil {
		if info, err := os.Stat(filepath.Join(dir, FileName)); err == nil && !info.IsDir() {
			return []string{dir}, nil
		}
	}
	switch {
	case len(matches) == 0 && isPath:
		return nil, fmt.Errorf("no experiment matches %s: no %s there", name, FileName)
	case len(matches) == 0 && len(dirs) == 0:
		return nil, errors.New("this module has no experiments: an experiment is a folder with an " + FileName)
	case len(matches) == 0:
		return nil, fmt.Errorf("there is no experiment %q%s", name, didYouMean(name, names))
	case len(matches) > 1 && !isPath:
		return nil, fmt.Errorf("experiment %q is ambiguous: name it by its path, one of %s", name, strings.Join(matches, ", "))
	}
	return matches, nil
}

// underPattern reports whether a folder is what a path asks for.
func underPattern(dir, pattern string) bool {
	base, all := strings.CutSuffix(filepath.ToSlash(pattern), "/...")
	base, err := filepath.Abs(filepath.FromSlash(base))
	if err != nil {
		return false
	}
	if dir == base {
		return true
	}
	rel, err := filepath.Rel(base, dir)
	return all && err == nil && filepath.IsLocal(rel)
}

// shortest returns the path relative to the working directory where that is
// shorter.
func shortest(path string) string {
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(wd, path); err == nil && len(rel) < len(path) {
		return rel
	}
	return path
}
