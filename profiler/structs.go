package profiler

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/profiler/structs"
)

// mostStructs bounds how many struct types of a binary are recorded.
const mostStructs = 2000

// gatherStructs records the layout of the struct types in a binary: those of
// the module, and of the packages that these functions are of. What the runtime
// is made of nobody can change, and is left out, and so is everything else
// where there is too much.
func (s *session) gatherStructs(b binary, functions []string) error {
	if len(s.Capture) == 0 {
		return nil
	}
	own := func(pkg string) bool {
		pkg = strings.TrimSuffix(pkg, "_test")
		return pkg == s.pkg.Module.Path || strings.HasPrefix(pkg, s.pkg.Module.Path+"/")
	}
	hot := map[string]bool{}
	for _, f := range functions {
		hot[structs.Package(f)] = true
	}
	types, err := structs.Read(b.path, func(pkg string) bool {
		return own(pkg) || hot[pkg] && !isRuntime(pkg)
	})
	if err != nil {
		s.Progress.Note(fmt.Sprintf("%s: layout of types in build %s: %v", s.asked.Name, b.build.Name, err))
		return nil
	}
	if len(types) > mostStructs {
		types = slices.DeleteFunc(types, func(t results.Struct) bool { return !own(structs.Package(t.Name)) })
		types = types[:min(len(types), mostStructs)]
	}
	if len(types) == 0 {
		return nil
	}
	return s.writer.WriteStructs(results.Structs{Build: b.build.Name, Binary: b.hash, Types: types})
}

// isRuntime reports whether a package is the runtime's or internal to the
// standard library.
func isRuntime(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return first == "runtime" || first == "internal"
}
