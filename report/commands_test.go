package report

import (
	"os/exec"
	"testing"
)

func TestShellQuote(t *testing.T) {
	check := func(word, want string) {
		t.Helper()
		if got := shellQuote(word); got != want {
			t.Errorf("shellQuote(%q) = %s, want %s", word, got, want)
		}
	}
	check("go", "go")
	check("-http=:", "-http=:")
	check("results/2026-11-30T120000Z/a+b,c@d%20.pprof", "results/2026-11-30T120000Z/a+b,c@d%20.pprof")
	check("", "''")
	check("^$", "'^$'")
	check("a b", "'a b'")
	check("$(rm -rf ~)", "'$(rm -rf ~)'")
	check("it's", `'it'\''s'`)
	check("ä", "'ä'")
}

// TestShellReadsItBack: a shell makes of the line the words that it was made
// of.
func TestShellReadsItBack(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	words := []string{"plain", "a b", "it's", "$HOME", "`id`", "*", "\\", "\"", "a\nb", "~", "#", "-n", "x;y", "é"}
	out, err := exec.Command(sh, "-c", `printf '<%s>' `+shellLine(words)).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for _, word := range words {
		want += "<" + word + ">"
	}
	if string(out) != want {
		t.Errorf("the shell read %q, want %q", out, want)
	}
}

// TestAlone: an experiment's page runs that experiment, however many ran.
func TestAlone(t *testing.T) {
	check := func(want string, command ...string) {
		t.Helper()
		if got := shellLine(alone(command, "exp")); got != want {
			t.Errorf("%v alone is %q, want %q", command, got, want)
		}
	}
	check("assay run -quick -seed=7 exp", "assay", "run", "-quick", "-seed=7")
	check("bin/assay run -seed=7 exp", "bin/assay", "run", "-seed=7", "one", "two")
	check("assay run exp", "assay", "run", "./...")
	check("")
}
