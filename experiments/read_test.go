package experiments

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// minimal is the least that an experiment.yaml says. It has four lines.
const minimal = "title: T\nquestion: Q?\ncompare: variant\nbaseline: a\n"

func TestReadFillsInWhatIsLeftOut(t *testing.T) {
	x, err := Read(strings.NewReader(minimal), "x.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if len(x.Builds) != 1 || x.Builds[0].Name != DefaultBuild {
		t.Errorf("builds are %v, want the default one", x.Builds)
	}
	if len(x.Metrics) != 1 || x.Metrics[0] != (Metric{Unit: "ns/op", Better: "lower", Primary: true}) {
		t.Errorf("metrics are %v, want ns/op", x.Metrics)
	}
	if x.Timeout != time.Minute || x.Margin != 0.01 || x.MinOverlap != 0.5 {
		t.Errorf("timeout %v, margin %v, overlap %v", x.Timeout, x.Margin, x.MinOverlap)
	}
}

func TestRead(t *testing.T) {
	x, err := Read(strings.NewReader(minimal+`
workload: {values: 100, op: send}
arms: [{name: b, label: the other}]
timeout: 5s
claims: [{text: b is twice as fast, arm: b, atMost: 0.5, cores: 8}]
`), "x.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if got := x.Workload.String(); got != "op=send values=100" {
		t.Errorf("workload is %q: numbers in it should count as text", got)
	}
	if x.Label("b") != "the other" || x.Label("a") != "a" {
		t.Errorf("labels are %q and %q", x.Label("b"), x.Label("a"))
	}
	if c := x.Claims[0]; *c.AtMost != 0.5 || c.AtLeast != nil || c.Cores != 8 {
		t.Errorf("claim is %+v", c)
	}
}

// TestReadErrors has every kind of mistake, and the one error that it gives.
func TestReadErrors(t *testing.T) {
	tests := []struct{ name, yaml, want string }{
		{"empty", "", "x.yaml: is empty: it needs at least title, question, compare and baseline"},
		{"only a comment", "# soon\n", "x.yaml: is empty: it needs at least title, question, compare and baseline"},
		{"two documents", minimal + "---\ntitle: U\n", "x.yaml: has several YAML documents: leave one"},
		{"not YAML", "title: [T\n", "x.yaml:1:8: sequence end token ']' not found"},
		{"a list", "- a\n", "x.yaml:1:1: sequence was used where mapping is expected"},
		{"misspelt key", minimal + "basline: b\n", `x.yaml:5:1: unknown field "basline", did you mean "baseline"?`},
		{"misspelt key within", minimal + "claims:\n  - txt: c\n", `x.yaml:6:5: unknown field "txt", did you mean "text"?`},
		{"unknown key", minimal + "colour: red\n", `x.yaml:5:1: unknown field "colour"`},
		{"key twice", minimal + "title: U\n", `x.yaml:5:1: mapping key "title" already defined at [1:1]`},
		{"no title", "question: Q\ncompare: v\nbaseline: a\n", "x.yaml: title is missing: every experiment needs one"},
		{"empty title", "title: ''\nquestion: Q\ncompare: v\nbaseline: a\n", "x.yaml:1:8: title is missing: every experiment needs one"},
		{"text for a number", minimal + "margin: small\n", "x.yaml:5:9: needs a number here, not a text"},
		{"duration without a unit", minimal + "timeout: 30\n", "x.yaml:5:10: needs a duration such as 30s here, not a number"},
		{"duration of another unit", minimal + "timeout: 3 days\n", `x.yaml:5:10: timeout: time: unknown unit " days" in duration "3 days"; write it as in 30s`},
		{"negative timeout", minimal + "timeout: -3s\n", "x.yaml:5:10: timeout: -3s is negative"},
		{"margin beyond one", minimal + "margin: 5\n", "x.yaml:5:9: margin: 5 is not between 0 and 1"},
		{"margin that is no number", minimal + "margin: .nan\n", "x.yaml:5:9: margin: NaN is not between 0 and 1"},
		{"comparing the name", "title: T\nquestion: Q\ncompare: name\nbaseline: a\n", `x.yaml:3:10: compare: "name" is the benchmark's own name; compare a key of its sub-benchmarks`},
		{"control as baseline", "title: T\nquestion: Q\ncompare: v\nbaseline: control\n", `x.yaml:4:11: baseline: the name "control" is taken by the baseline's second run`},
		{"control as arm", minimal + "arms:\n  - name: control\n", `x.yaml:6:11: the name "control" is taken by the baseline's second run`},
		{"arm twice", minimal + "arms:\n  - name: a\n  - name: a\n", `x.yaml:7:11: arm "a" is listed twice`},
		{"factor without a level", minimal + "arms:\n  - {name: a, factors: {lock: ''}}\n", "x.yaml:6:24: a factor has a name and a level, as in lock: mutex"},
		{"misspelt factor", minimal + "arms:\n  - {name: a, factors: {lock: x}}\n  - {name: b, factors: {lock: y}}\n  - {name: c, factors: {lok: y}}\n", `x.yaml:8:24: no other arm has a factor "lok", so that it tells nothing, did you mean "lock"?`},
		{"factors without a beginning", minimal + "arms:\n  - {name: b, factors: {lock: x}}\n  - {name: c, factors: {lock: y}}\n", `x.yaml:6:24: the baseline "a" has no factors, so that no way leads away from it`},
		{"target without factors", minimal + "target: b\n", `x.yaml:5:9: target: there is no arm "b" with factors`},
		{"target at the beginning", minimal + "target: a\n", `x.yaml:5:9: target: "a" is the baseline, where the way begins`},
		{"bad expression", minimal + "bench: '('\n", "x.yaml:5:8: bench: error parsing regexp: missing closing ): `(`"},
		{"bad hot expression", minimal + "hot: [a, '[']\n", "x.yaml:5:10: hot: error parsing regexp: missing closing ]: `[`"},
		{"build with a path", minimal + "builds:\n  - name: ../x\n", `x.yaml:6:11: the name of a build is made of letters, digits and -_.+, not "../x"`},
		{"build twice", minimal + "builds:\n  - name: a\n  - name: a\n", `x.yaml:7:11: build "a" is listed twice`},
		{"unknown pgo", minimal + "builds:\n  - {name: a}\n  - {name: b, pgo: auto}\n", `x.yaml:7:20: pgo is "self" or left out, not "auto"`},
		{"pgo first", minimal + "builds:\n  - {name: a, pgo: self}\n", "x.yaml:6:20: the first build cannot use pgo: self, since the profile is taken from it"},
		{"no direction", minimal + "metrics:\n  - {unit: ns/op, primary: true}\n", `x.yaml:6:5: better is lower, higher or none, not ""`},
		{"no primary metric", minimal + "metrics:\n  - {unit: ns/op, better: lower}\n", "x.yaml:6:3: no metric is marked primary: true; one of them has to decide"},
		{"metric twice", minimal + "metrics:\n  - {unit: u, better: lower, primary: true}\n  - {unit: u, better: lower}\n", `x.yaml:7:12: metric "u" is listed twice`},
		{"claim without a bound", minimal + "claims:\n  - {text: c, arm: b}\n", "x.yaml:6:5: a claim needs atLeast or atMost: the bound on the ratio"},
		{"claim that nothing meets", minimal + "claims:\n  - {text: c, arm: b, atLeast: 2, atMost: 1}\n", "x.yaml:6:32: atLeast 2 is above atMost 1: nothing can be both"},
		{"negative ratio", minimal + "claims:\n  - {text: c, arm: b, atMost: -1}\n", "x.yaml:6:31: atMost: -1 is not a ratio: it has to be above zero"},
		{"claim on an unknown build", minimal + "builds: [{name: plain}]\nclaims:\n  - {text: c, arm: b, atMost: 1, build: plane}\n", `x.yaml:7:41: there is no build "plane", did you mean "plain"?`},
		{"claim on an unknown metric", minimal + "metrics: [{unit: ns/op, better: lower, primary: true}]\nclaims:\n  - {text: c, arm: b, atMost: 1, metric: ns/0p}\n", `x.yaml:7:42: there is no metric "ns/0p", did you mean "ns/op"?`},
		{"figures without a source", minimal + "published:\n  - machine: M\n", "x.yaml:6:5: published figures need a source"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(test.yaml), "x.yaml")
			if err == nil {
				t.Fatal("no error")
			}
			if err.Error() != test.want {
				t.Errorf("got  %s\nwant %s", err, test.want)
			}
			var ours *Error
			if !errors.As(err, &ours) {
				t.Errorf("the error is a %T", err)
			}
		})
	}
}

// TestDocumented: docs/experiments.md describes every key, and no other.
func TestDocumented(t *testing.T) {
	doc, err := os.ReadFile("../docs/experiments.md")
	if err != nil {
		t.Fatal(err)
	}
	described := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(string(doc), -1) {
		path := row[1]
		described[path[strings.LastIndex(path, ".")+1:]] = true
	}
	known := map[string]bool{}
	for _, key := range keys() {
		known[key] = true
		if !described[key] {
			t.Errorf("docs/experiments.md does not describe %q", key)
		}
	}
	for key := range described {
		if !known[key] {
			t.Errorf("docs/experiments.md describes %q, which is no key", key)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(minimal)
	f.Add(minimal + "claims:\n  - {text: c, arm: b, atMost: 1}\nbuilds: [{name: a}]\n")
	f.Add("a: &x [*x]\n")
	f.Fuzz(func(t *testing.T, yaml string) {
		x, err := Read(strings.NewReader(yaml), "x.yaml")
		if err == nil && (x.Title == "" || len(x.Builds) == 0 || len(x.Metrics) == 0) {
			t.Errorf("accepted %+v", x)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "x.yaml:") {
			t.Errorf("the error does not name the file: %v", err)
		}
	})
}

func TestNewCell(t *testing.T) {
	c, err := NewCell("Send/variant=worker/values=100/plain", "variant", "default")
	if err != nil {
		t.Fatal(err)
	}
	if c.Arm != "worker" || c.Workload.String() != "name=Send part3=plain values=100" {
		t.Errorf("got arm %q and workload %q", c.Arm, c.Workload)
	}
	if _, err := NewCell("Send/values=100", "variant", "default"); err == nil {
		t.Error("a benchmark without the compared key is a cell")
	}
}

func TestCellPatternQuotes(t *testing.T) {
	c := Cell{Bench: "Send/variant=a.b(c)/n=1"}
	if got, want := c.Pattern(), `^BenchmarkSend$/^variant=a\.b\(c\)$/^n=1$`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
