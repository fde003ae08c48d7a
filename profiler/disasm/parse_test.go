package disasm

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
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
	record = flag.Bool("record", false, "record anew what objdump prints of the module in testdata")
)

// recorded are the files with what objdump printed, and what it was built for.
var recorded = map[string][]string{
	"linux-amd64": {"GOOS=linux", "GOARCH=amd64"},
	"linux-arm64": {"GOOS=linux", "GOARCH=arm64"},

	// Symbols have no size here, and functions end with padding.
	"windows-amd64": {"GOOS=windows", "GOARCH=amd64"},
}

// functions are those of the module that have code of their own.
var functions = []string{
	"example.com/m/lib.(*List[go.shape.struct { example.com/m/lib.a int; example.com/m/lib.b int }]).At",
	"example.com/m/lib.(*List[go.shape.struct { example.com/m/lib.a int; example.com/m/lib.b int }]).Push",
	"example.com/m/lib.(*Rect).Area",
	"example.com/m/lib.Atomics",
	"example.com/m/lib.Total[go.shape.*uint8]",
	"example.com/m/lib.Visit",
	"example.com/m/lib.twice",
}

// write puts the module of testdata on disk.
func write(t testing.TB) (dir string) {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "module.txtar"))
	if err != nil {
		t.Fatal(err)
	}
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

// recordBuild writes testdata/<name>.txt. Compiling the standard library for
// another system takes a minute.
func recordBuild(t *testing.T, name string) {
	t.Helper()
	dir := write(t)
	binary := filepath.Join(t.TempDir(), "lib.test")
	build := exec.Command("go", "test", "-c", "-trimpath", "-o", binary, "./lib")
	build.Dir = dir
	build.Env = append(build.Environ(), append([]string{"GOWORK=off"}, recorded[name]...)...)
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	output, err := Options{Binary: binary}.tool(t.Context(), nil, "objdump", "-s", expressions(functions)[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("testdata", name+".txt"), output, 0o666); err != nil {
		t.Fatal(err)
	}
}

// dump prints listings for people: golden files and failures.
func dump(listings []results.Listing) string {
	var b strings.Builder
	for _, l := range listings {
		fmt.Fprintf(&b, "%s\n\tin %s, %d bytes, %d samples\n", l.Function, l.File, l.Size, l.Samples)
		for _, i := range l.Instructions {
			var kinds []string
			if i.Call != "" {
				kinds = append(kinds, strings.TrimSpace(i.Call+" call "+i.Target))
			}
			if i.Locked {
				kinds = append(kinds, "locked")
			}
			if i.Branch {
				kinds = append(kinds, "branch")
			}
			if i.Samples > 0 {
				kinds = append(kinds, fmt.Sprint(i.Samples, " samples"))
			}
			line := fmt.Sprintf("\t%#x %s:%d\t%s\t%s", i.Address, i.File, i.Line, i.Text, strings.Join(kinds, ", "))
			fmt.Fprintln(&b, strings.TrimRight(line, "\t"))
		}
		for _, key := range slices.Sorted(maps.Keys(l.Source)) {
			fmt.Fprintf(&b, "\t%s is %q\n", key, l.Source[key])
		}
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	for name := range recorded {
		t.Run(name, func(t *testing.T) {
			if *record {
				recordBuild(t, name)
			}
			listings := parseRecorded(t, name)
			if len(listings) != len(functions) {
				t.Errorf("%d listings for %d functions", len(listings), len(functions))
			}
			got := dump(listings)
			golden := filepath.Join("testdata", name+".golden")
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

func parseRecorded(t testing.TB, name string) []results.Listing {
	t.Helper()
	output, err := os.Open(filepath.Join("testdata", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer output.Close()
	listings, err := Parse(output)
	if err != nil {
		t.Fatal(err)
	}
	return listings
}

func TestParse(t *testing.T) {
	check := func(output, want, wantErr string) {
		t.Helper()
		listings, err := Parse(strings.NewReader(output))
		if got := dump(listings); got != want {
			t.Errorf("Parse(%q) =\n%swant\n%s", output, got, want)
		}
		if fmt.Sprint(err) != wantErr {
			t.Errorf("Parse(%q): error %v, want %s", output, err, wantErr)
		}
	}
	check("", "", "<nil>")
	check("TEXT m.F[struct { a int }](SB) /m/a b.go\n  a b.go:3\t0x10\t90\tNOPL\t\n",
		"m.F[struct { a int }]\n\tin /m/a b.go, 1 bytes, 0 samples\n\t0x10 a b.go:3\tNOPL\n", "<nil>")
	check("TEXT m.F.abi0(SB) \r\n  a.s:3\t\t0x10\t9090\tNOPL\t\t\r\n",
		"m.F\n\tin , 2 bytes, 0 samples\n\t0x10 a.s:3\tNOPL\n", "<nil>")
	// A function of nothing but padding has no code.
	check("TEXT m.F(SB) a.go\n  :-1\t0x10\tcc\tINT $0x3\n", "m.F\n\tin a.go, 0 bytes, 0 samples\n", "<nil>")
	check("TEXT m.F\n", "", `objdump line 1: no function in "TEXT m.F"`)
	check("  a.go:3\t0x10\t90\tNOPL\n", "", `objdump line 1: no function before "  a.go:3\t0x10\t90\tNOPL"`)
	check("TEXT m.F(SB) a.go\n\n  a.go:3\t0x10\n", "m.F\n\tin a.go, 0 bytes, 0 samples\n",
		`objdump line 3: not an instruction: "  a.go:3\t0x10"`)
	check("TEXT m.F(SB) a.go\n  a.go:x\t0x10\t90\tNOPL\n", "m.F\n\tin a.go, 0 bytes, 0 samples\n",
		`objdump line 2: no line number in "a.go:x"`)
	check("TEXT m.F(SB) a.go\n  a.go:1\tx\t90\tNOPL\n", "m.F\n\tin a.go, 0 bytes, 0 samples\n",
		`objdump line 2: no address in "x"`)

	torn := errors.New("torn")
	if _, err := Parse(iotest.ErrReader(torn)); !errors.Is(err, torn) {
		t.Errorf("error %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for name := range recorded {
		output, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
		if err != nil {
			f.Fatal(err)
		}
		// Small inputs, since the fuzzer spends its time on shrinking others.
		for piece := range slices.Chunk(output, 1<<10) {
			f.Add("TEXT m.F(SB) /m/lib.go\n" + string(piece))
		}
	}
	f.Fuzz(func(t *testing.T, output string) {
		listings, _ := Parse(strings.NewReader(output))
		for _, l := range listings {
			for _, i := range l.Instructions {
				if i.Target != "" && i.Call != "direct" {
					t.Errorf("%q has the target %q", i.Text, i.Target)
				}
				if i.Branch && i.Call != "" {
					t.Errorf("%q is a branch and a call", i.Text)
				}
			}
		}
	})
}
