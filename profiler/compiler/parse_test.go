package compiler

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"
)

var (
	update = flag.Bool("update", false, "rewrite the golden files in testdata")
	record = flag.Bool("record", false, "record anew what the compiler says of the module in testdata")
)

// builds are the ways in which the module of testdata was compiled, with the
// compiler flags of the build itself.
var builds = map[string]string{
	"default":     "",
	"inliningoff": "-l",
}

// module reads the module of testdata, which is what the recorded output is
// about.
func module(t testing.TB) *txtar.Archive {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "module.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

// source is the Source of the module, without a disk.
func source(archive *txtar.Archive) Source {
	return Source{
		Root: "/m",
		Packages: map[string]string{
			"lib":   "example.com/m/lib",
			"v.two": "example.com/m/v.two",
		},
		ReadFile: func(name string) ([]byte, error) {
			for _, f := range archive.Files {
				if f.Name == name {
					return f.Data, nil
				}
			}
			return nil, fs.ErrNotExist
		},
	}
}

// write puts the module on disk.
func write(t testing.TB, archive *txtar.Archive) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, f := range archive.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// recordBuild writes testdata/<build>.txt.
func recordBuild(t *testing.T, build string) {
	t.Helper()
	cmd := exec.Command("go", "test", "-c", "-o", os.DevNull,
		"-gcflags=./...="+strings.TrimSpace(builds[build]+" "+diagnostics), "./lib")
	cmd.Dir = write(t, module(t))
	cmd.Env = append(cmd.Environ(), "GOWORK=off")
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	if err := os.WriteFile(filepath.Join("testdata", build+".txt"), output, 0o666); err != nil {
		t.Fatal(err)
	}
}

// dump prints functions for people: golden files and failures.
func dump(functions []results.Function) string {
	var b strings.Builder
	for _, f := range functions {
		fmt.Fprintf(&b, "%s\n\tin %s at %s:%d\n", f.Name, f.Package, f.File, f.Line)
		if i := f.Inline; i != nil {
			fmt.Fprintf(&b, "\tinline %t, cost %d, reason %q\n", i.Can, i.Cost, i.Reason)
		}
		for _, d := range f.Decisions {
			fmt.Fprintf(&b, "\t%d:%d %s %s\n", d.Line, d.Column, d.Kind, d.Text)
			for _, step := range d.Flow {
				fmt.Fprintf(&b, "\t\t%s\n", step)
			}
		}
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	for build := range builds {
		t.Run(build, func(t *testing.T) {
			if *record {
				recordBuild(t, build)
			}
			output, err := os.Open(filepath.Join("testdata", build+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			defer output.Close()
			functions, errs := Parse(output, source(module(t)))
			if len(errs) > 0 {
				t.Errorf("errors: %v", errs)
			}
			got := dump(functions)
			golden := filepath.Join("testdata", build+".golden")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := diff.Diff(golden, want, "got", []byte(got)); d != nil {
				t.Errorf("%s", d)
			}
		})
	}
}

// TestParse shows, a rule at a time, what becomes of what the compiler says.
func TestParse(t *testing.T) {
	const code = `package lib

var v = func() []int { return nil }

type T[E any] struct{ e []E }

func (t *T[E]) At(i int) E {
	defer print()
	f := func() E { return t.e[i] }
	return f()
}

func Plain(p *int) {}
`
	tests := []struct {
		name, output, want string
	}{
		{
			name: "a body at one shape",
			output: `# example.com/m/lib
lib/lib.go:7:6: cannot inline (*T[go.shape.int]).At: unhandled op DEFER
lib/lib.go:10:10: inlining call to X
`,
			want: `example.com/m/lib.(*T[go.shape.int]).At
	in example.com/m/lib at lib/lib.go:7
	inline false, cost 0, reason "unhandled op DEFER"
	10:10 inlined-call X
`,
		},
		{
			name: "a body at several shapes",
			output: `# example.com/m/lib
lib/lib.go:7:6: can inline (*T[go.shape.int]).At with cost 7 as: func() { x }
lib/lib.go:7:6: can inline (*T[go.shape.string]).At with cost 7 as: func() { x }
lib/lib.go:9:7: can inline (*T[go.shape.int]).At.func1 with cost 3 as: func() { x }
lib/lib.go:9:7: can inline (*T[go.shape.string]).At.func1 with cost 3 as: func() { x }
lib/lib.go:9:26: inlining call to X
lib/lib.go:10:10: inlining call to Y
`,
			want: `example.com/m/lib.(*T[...]).At
	in example.com/m/lib at lib/lib.go:7
	10:10 inlined-call Y
example.com/m/lib.(*T[go.shape.int]).At
	in example.com/m/lib at lib/lib.go:7
	inline true, cost 7, reason ""
example.com/m/lib.(*T[go.shape.string]).At
	in example.com/m/lib at lib/lib.go:7
	inline true, cost 7, reason ""
example.com/m/lib.(*T[...]).At.func1
	in example.com/m/lib at lib/lib.go:9
	9:26 inlined-call X
example.com/m/lib.(*T[go.shape.int]).At.func1
	in example.com/m/lib at lib/lib.go:9
	inline true, cost 3, reason ""
example.com/m/lib.(*T[go.shape.string]).At.func1
	in example.com/m/lib at lib/lib.go:9
	inline true, cost 3, reason ""
`,
		},
		{
			name: "a wrapper that is not named",
			output: `# example.com/m/lib
lib/lib.go:7:6: can inline (*T[int]).At with cost 7 as: func() { x }
lib/lib.go:7:6: inlining call to (*T[go.shape.int]).At
`,
			want: `example.com/m/lib.(*T[int]).At
	in example.com/m/lib at lib/lib.go:7
	inline true, cost 7, reason ""
`,
		},
		{
			name: "an instantiation in another package",
			output: `# example.com/m/app [example.com/m/app.test]
./lib/lib.go:7:6: cannot inline lib.(*T[go.shape.struct { example.com/m/lib.x int }]).At: function too complex: cost 300 exceeds budget 80
./lib/lib.go:7:7: parameter lib.t leaks to {heap} for (*T[go.shape.struct { example.com/m/lib.x int }]).At with derefs=1:
./lib/lib.go:7:7:   flow: lib.~r0 ← *lib.t:
./lib/lib.go:7:7:     from lib.t.e (dot of pointer) at ./lib/lib.go:9:26
./lib/lib.go:7:7:     from return lib.t.e[lib.i] (return) at ./lib/lib.go:9:19
`,
			want: `example.com/m/lib.(*T[go.shape.struct { example.com/m/lib.x int }]).At
	in example.com/m/lib at lib/lib.go:7
	inline false, cost 300, reason "function too complex: cost 300 exceeds budget 80"
	7:7 leaks t to {heap} with derefs=1
		~r0 ← *t: from t.e (dot of pointer) at lib/lib.go:9:26, from return t.e[i] (return) at lib/lib.go:9:19
`,
		},
		{
			name: "a package that shares its name",
			output: `# example.com/m/app
lib/lib.go:7:6: can inline "example.com/m/lib".(*T[go.shape.int]).At with cost 7 as: func() { x }
`,
			want: `example.com/m/lib.(*T[go.shape.int]).At
	in example.com/m/lib at lib/lib.go:7
	inline true, cost 7, reason ""
`,
		},
		{
			name: "a closure that was inlined into another package",
			output: `# example.com/m/app
lib/lib.go:9:7: can inline Use.lib.Plain.func1 with cost 7 as: func() { x }
`,
			want: `example.com/m/app.Use.lib.Plain.func1
	in example.com/m/app at lib/lib.go:9
	inline true, cost 7, reason ""
`,
		},
		{
			name: "a variable that escapes by two paths, and one value that does",
			output: `# example.com/m/lib
lib/lib.go:8:2: x escapes to heap in Plain:
lib/lib.go:8:2:   flow: {heap} ← &x:
lib/lib.go:8:2: x escapes to heap in Plain:
lib/lib.go:8:2:   flow: ~r0 ← &x:
lib/lib.go:8:2:   warning: truncated explanation
lib/lib.go:8:5: append(a, b) escapes to heap in Plain:
lib/lib.go:8:2: moved to heap: x
lib/lib.go:8:5: append escapes to heap
`,
			want: `example.com/m/lib.Plain
	in example.com/m/lib at lib/lib.go:7
	8:2 moved x
		{heap} ← &x
	8:2 moved x
		~r0 ← &x
		warning: truncated explanation
	8:5 escapes append(a, b)
`,
		},
		{
			name: "leaks, with and without a reason, and what stays",
			output: `# example.com/m/lib
lib/lib.go:13:12: parameter p leaks to {storage for func literal} for Plain with derefs=0:
lib/lib.go:13:12: leaking param: p
lib/lib.go:13:13: leaking param: q to result ~r0 level=1
lib/lib.go:13:14: leaking param content: r
lib/lib.go:13:15: s does not escape
`,
			want: `example.com/m/lib.Plain
	in example.com/m/lib at lib/lib.go:13
	13:12 leaks p to {storage for func literal} with derefs=0
	13:13 leaks q to result ~r0 level=1
	13:14 leaks content of r
	13:15 stays s
`,
		},
		{
			name: "bounds checks are named behind",
			output: `# example.com/m/lib
lib/lib.go:7:6: can inline (*T[go.shape.int]).At with cost 7 as: func() { x }
lib/lib.go:7:6: can inline (*T[go.shape.string]).At with cost 7 as: func() { x }
lib/lib.go:9:28: Found IsInBounds
lib/lib.go:9:26: ` + marks[0] + `12	(*T[go.shape.string]).At
lib/lib.go:10:28: Found IsSliceInBounds
lib/lib.go:10:28: Found IsSliceInBounds
<unknown line number>: ` + marks[0] + `12	(*T[go.shape.int]).At
`,
			want: `example.com/m/lib.(*T[go.shape.int]).At
	in example.com/m/lib at lib/lib.go:7
	inline true, cost 7, reason ""
	10:28 bounds-check IsSliceInBounds
example.com/m/lib.(*T[go.shape.string]).At
	in example.com/m/lib at lib/lib.go:7
	inline true, cost 7, reason ""
	9:28 bounds-check IsInBounds
`,
		},
		{
			name: "the back end names functions before and behind",
			output: `# example.com/m/lib
lib/lib.go:7:6: can inline (*T[go.shape.int]).At with cost 7 as: func() { x }
lib/lib.go:7:6: can inline (*T[go.shape.string]).At with cost 7 as: func() { x }
lib/lib.go:8:2: open-coded defer
lib/lib.go:9:9: removed nil check
lib/lib.go:9:28: Found IsInBounds
lib/lib.go:7:6: ` + marks[0] + `12	(*T[go.shape.string]).At
lib/lib.go:9:20: write barrier
lib/lib.go:9:20: write barrier
lib/lib.go:7:6: ` + marks[1] + `12	(*T[go.shape.string]).At
lib/lib.go:9:26: removed nil check
lib/lib.go:10:9: generated nil check
lib/lib.go:8:2: heap-allocated defer
lib/lib.go:8:2: lazy defer
lib/lib.go:7:6: ` + marks[0] + `12	(*T[go.shape.int]).At
lib/lib.go:7:6: ` + marks[1] + `12	(*T[go.shape.int]).At
`,
			want: `example.com/m/lib.(*T[go.shape.int]).At
	in example.com/m/lib at lib/lib.go:7
	inline true, cost 7, reason ""
	8:2 defer heap-allocated
example.com/m/lib.(*T[go.shape.string]).At
	in example.com/m/lib at lib/lib.go:7
	inline true, cost 7, reason ""
	8:2 defer open-coded
	9:20 write-barrier write barrier
	9:28 bounds-check IsInBounds
	10:9 nil-check generated nil check
`,
		},
		{
			name: "a back end that does not name functions",
			output: `# example.com/m/lib
lib/lib.go:13:12: write barrier
lib/lib.go:13:13: generated nil check
`,
			want: `example.com/m/lib.Plain
	in example.com/m/lib at lib/lib.go:13
	13:12 write-barrier write barrier
	13:13 nil-check generated nil check
`,
		},
		{
			name: "package variables",
			output: `# example.com/m/lib
lib/lib.go:3:9: can inline init.func1 with cost 2 as: func() []int { return nil }
lib/lib.go:3:9: func literal does not escape
lib/lib.go:3:31: inlining call to X
`,
			want: `example.com/m/lib.init
	in example.com/m/lib at lib/lib.go:3
	3:9 stays func literal
example.com/m/lib.init.func1
	in example.com/m/lib at lib/lib.go:3
	inline true, cost 2, reason ""
	3:31 inlined-call X
`,
		},
		{
			name: "said twice",
			output: `# example.com/m/lib
lib/lib.go:13:12: p does not escape
# example.com/m/lib [example.com/m/lib.test]
lib/lib.go:13:12: p does not escape
`,
			want: `example.com/m/lib.Plain
	in example.com/m/lib at lib/lib.go:13
	13:12 stays p
`,
		},
		{
			name: "not decisions, not of the packages, not of a file",
			output: `go: downloading example.com/x v1.0.0
lib/lib.go:13:12: no header yet: nothing to keep
# example.com/m/lib
lib/lib.go:13:12: cannot inline Plain into Other: repeated recursive cycle
lib/lib.go:13:12: function result will be kept alive
/usr/local/go/src/sync/mutex.go:46:6: can inline (*Mutex).Lock with cost 9 as: func() { x }
_cgo_gotypes.go:4:6: can inline _Cfunc with cost 9 as: func() { x }
lib/generated.go:4:6: can inline G with cost 9 as: func() { x }
<autogenerated>:1: Found IsInBounds
lib/lib.go:13:12:   flow: of nothing:
lib/lib.go: can inline Nowhere with cost 1 as: x
`,
			want: "",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			archive := &txtar.Archive{Files: []txtar.File{{Name: "lib/lib.go", Data: []byte(code)}}}
			functions, errs := Parse(strings.NewReader(test.output), source(archive))
			if len(errs) > 0 {
				t.Errorf("errors: %v", errs)
			}
			if got := dump(functions); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestParseUnreadableSource(t *testing.T) {
	s := source(&txtar.Archive{Files: []txtar.File{
		{Name: "lib/broken.go", Data: []byte("package lib; func {")},
		{Name: "lib/fine.go", Data: []byte("package lib\n\nfunc F() {}\n")},
	}})
	read := s.ReadFile
	denied := errors.New("denied")
	s.ReadFile = func(name string) ([]byte, error) {
		if name == "lib/denied.go" {
			return nil, denied
		}
		return read(name)
	}
	functions, errs := Parse(strings.NewReader(`# example.com/m/lib
lib/broken.go:1:20: moved to heap: a
lib/broken.go:1:21: moved to heap: b
lib/denied.go:1:20: moved to heap: c
lib/fine.go:3:6: can inline F with cost 1 as: func() {  }
`), s)
	if len(functions) != 1 || functions[0].Name != "example.com/m/lib.F" {
		t.Errorf("functions: %s", dump(functions))
	}
	// Each file is complained of once.
	if len(errs) != 2 || !strings.Contains(errs[0].Error(), "lib/broken.go") || !errors.Is(errs[1], denied) {
		t.Errorf("errors: %v", errs)
	}
}

func TestParseTornOutput(t *testing.T) {
	torn := errors.New("torn")
	_, errs := Parse(iotest.ErrReader(torn), source(module(t)))
	if len(errs) != 1 || !errors.Is(errs[0], torn) {
		t.Errorf("errors: %v", errs)
	}
}

func FuzzParse(f *testing.F) {
	archive := module(f)
	for build := range builds {
		output, err := os.ReadFile(filepath.Join("testdata", build+".txt"))
		if err != nil {
			f.Fatal(err)
		}
		// Small inputs, since the fuzzer spends its time on shrinking others.
		for piece := range slices.Chunk(output, 1<<10) {
			f.Add("# example.com/m/lib\n" + string(piece))
		}
	}
	f.Add("# example.com/m/lib\nlib/lib.go:37:6: can inline [[].F with cost x as: \nlib/lib.go:38:99: a escapes to heap in :\n")
	f.Fuzz(func(t *testing.T, output string) {
		s := source(archive)
		functions, errs := Parse(strings.NewReader(output), s)
		if len(errs) > 0 {
			t.Errorf("errors about readable files: %v", errs)
		}
		for _, fn := range functions {
			if fn.Line < 1 || s.Packages[path.Dir(fn.File)] == "" {
				t.Errorf("%q at %q:%d", fn.Name, fn.File, fn.Line)
			}
			if fn.Inline == nil && len(fn.Decisions) == 0 {
				t.Errorf("nothing was said of %q", fn.Name)
			}
			if !slices.IsSortedFunc(fn.Decisions, func(a, b results.Decision) int {
				return slices.Compare([]int{a.Line, a.Column}, []int{b.Line, b.Column})
			}) {
				t.Errorf("decisions of %q are not in order", fn.Name)
			}
		}
	})
}
