package disasm

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestExpressions(t *testing.T) {
	names := []string{"m.F[go.shape.int]", "m.(*T).G", "m.bad\x00", "m.bad\xff"}
	for i := range 2000 {
		names = append(names, fmt.Sprintf("example.com/m/lib.F%d[go.shape.struct { example.com/m/lib.a int }]", i))
	}
	all := expressions(names)
	if len(all) < 2 {
		t.Errorf("%d expressions for %d names", len(all), len(names))
	}
	matches := map[string]int{}
	for _, expression := range all {
		if len(expression) > longest+1000 {
			t.Errorf("an expression is %d bytes long", len(expression))
		}
		r := regexp.MustCompile(expression)
		for _, name := range append([]string{"m.F", "m.F[go.shape.int]x", "xm.(*T).G", "m.(*T).G.abi0"}, names...) {
			if r.MatchString(name) {
				matches[name]++
			}
		}
	}
	for _, name := range names {
		want := 1
		if strings.HasPrefix(name, "m.bad") {
			want = 0
		}
		if matches[name] != want {
			t.Errorf("%q is matched %d times", name, matches[name])
		}
	}
	if matches["m.(*T).G.abi0"] != 1 || matches["m.F"]+matches["m.F[go.shape.int]x"]+matches["xm.(*T).G"] > 0 {
		t.Errorf("others are matched: %v", matches)
	}
	if all := expressions(nil); all != nil {
		t.Errorf("expressions without names: %q", all)
	}
}

func TestParseSymbols(t *testing.T) {
	got := parseSymbols(`  52f1c0 T example.com/m/lib.(*List[go.shape.struct { example.com/m/lib.z int }]).Each
  59b000 R example.com/m/lib..dict.Total[example.com/m/lib.Rect]
  48a480 t runtime.asmcgocall.abi0
         U T name
         U
`)
	want := []string{
		"example.com/m/lib.(*List[go.shape.struct { example.com/m/lib.z int }]).Each",
		"runtime.asmcgocall",
	}
	if !slices.Equal(got, want) {
		t.Errorf("parseSymbols = %q, want %q", got, want)
	}
}

func TestSourceText(t *testing.T) {
	reads := 0
	text := sourceText{files: map[string][]string{}, read: func(name string) ([]byte, error) {
		reads++
		if name != "a.go" {
			return nil, errors.New("missing")
		}
		return []byte("one\r\n\ttwo\n"), nil
	}}
	check := func(file string, n int, want string, wantOK bool) {
		t.Helper()
		if got, ok := text.line(file, n); got != want || ok != wantOK {
			t.Errorf("line(%q, %d) = %q, %t", file, n, got, ok)
		}
	}
	check("a.go", 1, "one", true)
	check("a.go", 2, "\ttwo", true)
	check("a.go", 0, "", false)
	check("a.go", 4, "", false)
	check("b.go", 1, "", false)
	check("b.go", 2, "", false)
	if reads != 2 {
		t.Errorf("%d reads of two files", reads)
	}
}

func TestRunFailures(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skipf("this test runs tools of the Go toolchain: %v", err)
	}
	none := filepath.Join(t.TempDir(), "none.test")
	if _, err := Run(t.Context(), Options{Binary: none, Functions: []string{"m.F"}}); err == nil || !strings.Contains(err.Error(), none) {
		t.Errorf("no binary: %v", err)
	}
	if _, err := Symbols(t.Context(), Options{Binary: none}); err == nil {
		t.Error("no binary: no error")
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	cancel(stop)
	if _, err := Run(ctx, Options{Binary: none, Functions: []string{"m.F"}}); !errors.Is(err, stop) {
		t.Errorf("cancelled: %v", err)
	}
	if listings, err := Run(t.Context(), Options{Binary: none}); listings != nil || err != nil {
		t.Errorf("no functions: %v, %v", listings, err)
	}
}
