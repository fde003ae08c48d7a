package page

import (
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/assay-bench/assay/experiments"
	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report"
	"github.com/assay-bench/assay/report/cost"
	"github.com/assay-bench/assay/report/explain"
	"github.com/assay-bench/assay/report/flame"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Assets for tests that do not look at them: with ECharts, and without.
var (
	withLibrary    = fstest.MapFS{"assay.css": {}, "assay.js": {}, echartsFile: {}}
	withoutLibrary = fstest.MapFS{"assay.css": {}, "assay.js": {}}
)

// pages renders a report that stands beside its record.
func pages(t *testing.T, assets fs.FS, rep *report.Report) map[string]string {
	t.Helper()
	files, err := render("results/latest/report", rep, assets)
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]string{}
	for _, f := range files {
		byName[f.name] = string(f.data)
	}
	return byName
}

func TestWrite(t *testing.T) {
	record := t.TempDir()
	dir := filepath.Join(record, "report")
	rep := newReport(taskreuse(), burstsize(), specialisation())
	rep.Record = record
	for range 2 { // again over what is there
		if err := Write(dir, rep); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"index.html", "taskreuse.html", "burstsize.html", "specialisation.html", "assets/assay.css", "assets/assay.js"} {
		info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Error(err)
		} else if info.Size() == 0 || info.Size() > 1<<20 {
			t.Errorf("%s has %d bytes", name, info.Size())
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, ".assay-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %v, %v", left, err)
	}
}

// A name that cannot be written is an error, and leaves the old file and no
// other.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	blocked := filepath.Join(dir, "report")
	if err := os.WriteFile(blocked, []byte("a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := Write(blocked, newReport(taskreuse()))
	if err == nil || !strings.HasPrefix(err.Error(), "write report: ") {
		t.Errorf("writing below a file: error %v", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "there", "index.html"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(filepath.Join(dir, "there", "index.html"), []byte("x")); err == nil {
		t.Error("a file took the place of a folder")
	}
	entries, err := os.ReadDir(filepath.Join(dir, "there"))
	if err != nil || len(entries) != 1 {
		t.Errorf("after a failure the folder has %v, %v", entries, err)
	}
}

func TestGolden(t *testing.T) {
	costs := map[string]float64{"old": 120, "new": 80}
	small := scenario{
		name: "small", title: "Is the new one faster?", question: "Is it?",
		answer:   "new is 1.50× faster than old.",
		baseline: "old", rounds: 3, builds: oneBuild, work: []string{"name=Op"},
		arms: []report.Arm{{Name: "old", Label: "old one"}, {Name: "new", Label: "new one", Note: "with a <note>"}},
		cost: func(arm, _, _ string) float64 { return costs[arm] },
	}.make()
	small.Code = taskreuse().Code[1:]
	small.Code[0].Arm = "new"
	compared := find(&small, "new")
	compared.Cost = costDifference(map[cost.Kind]float64{cost.User: 80}, map[cost.Kind]float64{cost.User: 90, cost.Locks: 30}, -41)
	compared.Unexplained = &compared.Cost.Remainder
	compared.Findings = []explain.Finding{{
		Rule: "lock-cost", Side: "old", Mechanism: "A lock is taken.", Strength: explain.Suspected,
		Place: cost.Place{Function: "example.com/m.Op", File: "op.go", Line: 12}, NsPerOp: -30, Interval: [2]float64{-33, -27},
		Agrees: []string{"CPU profile: 30 ns/op of locks"},
	}}
	small.Flames = []report.Flame{
		{Arm: "old", Build: "default", Workload: small.Headline, Root: tree("root", 0, tree("example.com/m.Op", 90, tree("sync.(*Mutex).Lock", 30)))},
		{Arm: "new", Build: "default", Workload: small.Headline, Root: tree("root", 0, tree("example.com/m.Op", 80))},
	}
	small.Attribution = worth()
	small.Claims = taskreuse().Claims[2:]
	small.Commands = []report.Command{{Does: "run it again", Line: "assay run small"}}
	got := pages(t, withLibrary, newReport(small))
	for _, name := range []string{"index.html", "small.html"} {
		golden := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(golden, []byte(got[name]), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got[name] != strings.ReplaceAll(string(want), "\r\n", "\n") {
			t.Errorf("%s differs from testdata: run go test -update and look at the difference\n%s", name, firstDifference(got[name], string(want)))
		}
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			line := "the end"
			if i < len(w) {
				line = w[i]
			}
			return "got  " + g[i] + "\nwant " + line
		}
	}
	return "got ends before " + w[len(g)]
}

// The sections of a page, in the order that the drawing has.
func TestSections(t *testing.T) {
	page := pages(t, withLibrary, newReport(taskreuse()))["taskreuse.html"]
	last := 0
	for _, id := range []string{
		"ratio", "why", "worth", "rounds", "spread", "figures", "where", "bodies", "compiler", "code",
		"claims", "elsewhere", "files", "failures", "again", "machine",
	} {
		at := strings.Index(page, ` id="`+id+`"`)
		if at < last {
			t.Errorf("section %s is missing or comes too early", id)
		}
		last = max(last, at)
		if !strings.Contains(page, `href="#`+id+`"`) {
			t.Errorf("the navigation does not lead to %s", id)
		}
	}
	for _, want := range []string{
		"All 4 intervals hold together with 95% confidence", "<b>drift</b> The ratio", // how to read
		"About 60 rounds would decide it", "finds differences of 3.1% and more",
		"As benchstat has it", "<td data-v=\"0.0456\">0.046", "layout 4711", "Layout alone moves goroutine per value by ±0.9%",
		"noise floor ±", "1 process failed", "2 cores", "go1.26.8", "kvm-clock", // facts
		`href="../taskreuse/profiles/worker-ticks/cpu.pprof"`,
		"No profile: the file is torn: unexpected EOF",
		"Escape flow", "indirect call", "not answerable", "burstsize/cells.jsonl:12",
		"Apple M1 Max", "goroutine 7 [running]",
		"What accounts for the 1,853 ns/send that worker, int64 ticks takes less than goroutine per value (1,848 to 1,858, from cpu-ns/send).",
		"690 ns/send<small>655 to 724</small><small>37.2% of the difference</small>", "unexplained: 1,175 ns/send of 1,853",
		`<a href="#where"><b>CPU profile</b></a>`, `<a href="#files"><b>block profile</b></a>`, `<b>source</b>`, "paid by: <bdi>goroutine per value</bdi>",
		"The record has no evidence of Timer.Reset per value; worker, time.Time.", "No rule knows why.",
		"worker, int64 ticks 1.006× (52.6 ns/send instead of 52.3 ns/send)",
		"The profiles also hold the start.", "Elsewhere: <code>go tool pprof -http=: results/latest/taskreuse/profiles/goroutine/cpu.pprof</code>",
		"share of the way", "average over 2 combinations", "Each figure is an average over 2 of 6 orders",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// TestUnsettled: a warning that keeps verdicts from being settled stands above
// the answer, others below it, and the index names the first.
func TestUnsettled(t *testing.T) {
	x := taskreuse()
	x.Warnings = append(x.Warnings, report.Warning{Kind: report.ControlFailed, Text: "The control failed."})
	rendered := pages(t, withLibrary, newReport(x))
	page := rendered["taskreuse.html"]
	failed, answer, drift := strings.Index(page, "<b>control failed</b> The control failed."), strings.Index(page, `<p class="answer">`), strings.Index(page, "<b>drift</b>")
	if failed < 0 || !(failed < answer && answer < drift) {
		t.Errorf("the failed control stands at %d, the answer at %d, the drift at %d", failed, answer, drift)
	}
	if !strings.Contains(rendered["index.html"], "<span>control failed</span>") {
		t.Error("the index does not say that the control failed")
	}
}

// TestControlSlower: when the control is a tenth slower than the baseline, which
// is the same code, no page says of any arm that it is settled.
func TestControlSlower(t *testing.T) {
	record := func(control float64) map[string]string {
		most := 0.6
		in := results.Experiment{Asked: experiments.Experiment{
			Name: "x", Title: "Which?", Compare: "v", Baseline: "old", Margin: 0.01,
			Metrics: []experiments.Metric{{Unit: "ns/op", Better: "lower", Primary: true}},
			Claims:  []experiments.Claim{{Text: "It is fast.", Arm: "fast", AtMost: &most}, {Text: "It is slow.", Arm: "slow", AtMost: &most}},
		}}
		for round := range 20 {
			for arm, ns := range map[string]float64{"old": 100, "control": 100 * control, "fast": 50, "slow": 200, "equal": 100} {
				o := results.Observation{
					Process: len(in.Observations) + 1, Round: round + 1, Control: arm == "control",
					Cell:   experiments.Cell{Arm: arm, Build: "default", Workload: experiments.Workload{"name": "Op"}},
					Values: map[string]float64{"ns/op": ns + float64(round)/100},
				}
				if o.Control {
					o.Cell.Arm = "old"
				}
				in.Observations = append(in.Observations, o)
			}
		}
		return pages(t, withLibrary, report.New(&results.Record{Dir: t.TempDir(), Experiments: []results.Experiment{in}}))
	}
	settled := regexp.MustCompile(`\d× (faster|slower)|--faster|--slower|class="(faster|slower|same)|>(supported|refuted)<|= the same|\d+ (faster|slower|same)<`)
	sound := record(1)
	if n := len(settled.FindAllString(sound["x.html"]+sound["index.html"], -1)); n < 15 {
		t.Fatalf("with a sound control the pages settle %d times: too little to test with", n)
	}
	failed := record(1.1)
	for _, name := range []string{"x.html", "index.html"} {
		// The legend of a grid says what its marks would mean.
		page := strings.ReplaceAll(failed[name], "▼ lower, ▲ higher, = the same, ? undecided", "")
		if found := settled.FindAllString(page, -1); len(found) > 0 {
			t.Errorf("%s says %q", name, found)
		}
		if !strings.Contains(page, "Nothing is settled") || !strings.Contains(page, "control failed") {
			t.Errorf("%s does not say that nothing is settled, and why", name)
		}
	}
	if warning, answer := strings.Index(failed["x.html"], "<b>control failed</b>"), strings.Index(failed["x.html"], `<p class="answer">`); warning < 0 || warning > answer {
		t.Errorf("the warning stands at %d, the answer at %d", warning, answer)
	}
}

// A strip of very many rounds leaves out whole rounds, and says so.
func TestManyRounds(t *testing.T) {
	x := scenario{
		name: "many", baseline: "a", arms: []report.Arm{{Name: "a"}, {Name: "b"}}, work: []string{"name=Op"},
		builds: oneBuild, rounds: 2500, cost: func(_, _, _ string) float64 { return 100 },
	}.make()
	st, err := newStrip(newSubject(newReport(x), &x, ""), "rounds", "name=Op", "default")
	if err != nil {
		t.Fatal(err)
	}
	perRound := map[int]int{}
	for _, row := range st.Rows {
		perRound[row.Round]++
	}
	// Every 2nd would be few enough, and have two of the four layouts.
	if st.each != 3 || len(perRound) != 834 || len(layoutsOf(drawnRounds(&x, perRound))) != 4 || len(st.Rows) > mostProcesses {
		t.Errorf("of 2500 rounds, every %d is drawn: %d with %d processes", st.each, len(perRound), len(st.Rows))
	}
	for round, n := range perRound {
		if round%3 != 1 || n < 3 {
			t.Fatalf("round %d has %d processes", round, n)
		}
	}
	page := pages(t, withLibrary, newReport(x))["many.html"]
	if !strings.Contains(page, "every 3rd round") {
		t.Error("the page does not say that rounds are left out")
	}
}

// drawnRounds are the processes of some rounds.
func drawnRounds(x *report.Experiment, rounds map[int]int) []*report.Round {
	var list []*report.Round
	for i := range x.Rounds {
		if rounds[x.Rounds[i].Round] > 0 {
			list = append(list, &x.Rounds[i])
		}
	}
	return list
}

// What a record does not have is absent, not empty.
func TestAbsent(t *testing.T) {
	rep := newReport(report.Experiment{Name: "bare"})
	rep.Problems = nil
	page := pages(t, withLibrary, rep)["bare.html"]
	if strings.Contains(page, "<section") || strings.Contains(page, "<table") || strings.Contains(page, "<figure") {
		t.Errorf("a page without data has sections:\n%s", page)
	}
	if index := pages(t, withLibrary, &report.Report{})["index.html"]; !strings.Contains(index, "</main>") {
		t.Error("a report without experiments has no index")
	}
}

// Figures that are no numbers must neither fail a page nor get into a chart.
func TestNotFinite(t *testing.T) {
	x := specialisation()
	nan, inf := math.NaN(), math.Inf(1)
	for i := range x.Comparisons {
		switch i % 5 {
		case 0:
			x.Comparisons[i].Ratio = &nan
		case 1:
			x.Comparisons[i].Low, x.Comparisons[i].High = &nan, &inf
		case 2:
			x.Comparisons[i].Ratio, x.Comparisons[i].Low, x.Comparisons[i].High = nil, nil, nil
		case 3:
			x.Comparisons[i].Floor = &inf
		}
	}
	for i := range x.Rounds {
		x.Rounds[i].Values["ns/send"] = []float64{nan, inf, -1, 0, 52}[i%5]
	}
	x.Cells[0].Figures[0].Median = nan
	for i := range x.Comparisons {
		if c := &x.Comparisons[i]; c.Primary && !c.Control {
			c.Cost = costDifference(map[cost.Kind]float64{cost.User: nan, cost.Clock: inf, cost.Locks: 5}, map[cost.Kind]float64{cost.User: -1}, nan)
			c.Unexplained = &inf
			c.Findings = []explain.Finding{{Mechanism: "It is no number.", NsPerOp: nan, Interval: [2]float64{inf, nan}}}
		}
	}
	x.Flames = []report.Flame{{Arm: "any", Build: "default", Root: tree("root", nan)}, {Arm: "int", Build: "default", Root: &flame.Node{Name: "root", Value: 5, Children: []*flame.Node{tree("no number", nan)}}}}
	x.Profiling = []report.ProfilingCost{{Plain: nan, Profiled: 1}, {Plain: 1, Profiled: inf}}
	x.Attribution = worth()
	x.Attribution.Whole.Estimate, x.Attribution.Factors[0].Ratio.Estimate, x.Attribution.Factors[1].Ratio.High, x.Attribution.Factors[2].Share = nan, inf, nan, &nan
	page := pages(t, withLibrary, newReport(x))["specialisation.html"]
	if found := regexp.MustCompile(`NaN|Inf\b`).FindString(page); found != "" {
		t.Errorf("the page says %s", found)
	}
}

func TestChartsAreJSON(t *testing.T) {
	rendered := pages(t, withLibrary, newReport(taskreuse(), burstsize(), specialisation(), hostile()))
	chartJSON := regexp.MustCompile(`(?s)<script type="application/json" (?:data-chart|id)="([a-z0-9-]+)">(.*?)</script>`)
	for name, page := range rendered {
		seen := map[string]bool{}
		for _, m := range chartJSON.FindAllStringSubmatch(page, -1) {
			var options map[string]any
			if err := json.Unmarshal([]byte(m[2]), &options); err != nil {
				t.Errorf("%s, chart %s: %v", name, m[1], err)
			}
			if seen[m[1]] {
				t.Errorf("%s has two charts called %s", name, m[1])
			}
			seen[m[1]] = true
			if strings.ContainsAny(m[2], "<>&") || strings.Contains(m[2], "__f__") {
				t.Errorf("%s, chart %s: markup or a function in the options", name, m[1])
			}
		}
		ids := map[string]bool{}
		for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if ids[m[1]] {
				t.Errorf("%s has two elements called %s", name, m[1])
			}
			ids[m[1]] = true
		}
		delete(seen, "flames")
		if charts := strings.Count(page, `class="chart"`); charts != len(seen) {
			t.Errorf("%s has %d charts and options for %d", name, charts, len(seen))
		}
	}
}

// Hostile names are text. The browser test opens the same pages.
func TestHostile(t *testing.T) {
	rendered := pages(t, withLibrary, newReport(hostile()))
	tag := regexp.MustCompile(`(?i)<(script|img|b>2)[^>]*`)
	for name, page := range rendered {
		for _, found := range tag.FindAllString(page, -1) {
			switch found {
			case `<script src="assets/assay.js"`, `<script async data-echarts src="assets/echarts.min.js"`:
			default:
				if !strings.HasPrefix(found, `<script type="application/json" data-chart="`) && found != `<script type="application/json" id="flames"` {
					t.Errorf("%s has the tag %s", name, found)
				}
			}
		}
		for _, bad := range []string{`href="javascript:`, `href="../../..`, ` onerror=alert(2)>"`, "ZgotmplZ"} {
			if strings.Contains(page, bad) {
				t.Errorf("%s contains %s", name, bad)
			}
		}
		if strings.HasSuffix(name, ".html") && strings.ContainsAny(name, "<>/\\ ") {
			t.Errorf("a page is called %q", name)
		}
	}
	if len(rendered) != 5 {
		t.Errorf("%d files, want 5", len(rendered))
	}
}

// TestLinks: whatever a page refers to within itself is there.
func TestLinks(t *testing.T) {
	rendered := pages(t, withLibrary, newReport(taskreuse(), specialisation(), hostile()))
	link := regexp.MustCompile(` href="#([^"]*)"`)
	for name, page := range rendered {
		links := link.FindAllStringSubmatch(page, -1)
		for _, m := range links {
			if !strings.Contains(page, ` id="`+m[1]+`"`) {
				t.Errorf("%s refers to %q, which is not there", name, m[1])
			}
		}
		if name == "taskreuse.html" && len(links) < 40 {
			t.Errorf("%s has %d links within itself: too few to test with", name, len(links))
		}
	}
}

// Even a page of 22 arms and 12 workloads stays below 5 MB.
func TestWeight(t *testing.T) {
	page := pages(t, withLibrary, newReport(ladder()))["ladder.html"]
	if len(page) > 5<<20 {
		t.Errorf("the page has %d bytes", len(page))
	}
	if !strings.Contains(page, "comparisons more: the JSON form of this report has them") {
		t.Error("all comparisons are taken apart on the page: the fixture is too small to test the limit")
	}
	if !strings.Contains(page, "too long for this page") {
		t.Error("all machine code is on the page: the fixture is too small to test the limit")
	}
}

// The hash in the source is that of the very file that is embedded.
func TestIntegrity(t *testing.T) {
	data, err := fs.ReadFile(embedded, "assets/"+echartsFile)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("ECharts is not among the assets: report/page/echarts.sh puts it there")
	}
	if err != nil {
		t.Fatal(err)
	}
	sum := sha512.Sum384(data)
	if got := "sha384-" + base64.StdEncoding.EncodeToString(sum[:]); got != echartsIntegrity {
		t.Errorf("assets/%s has the hash %s, the source says %s", echartsFile, got, echartsIntegrity)
	}
	for _, name := range []string{"LICENSE-echarts", "NOTICE-echarts"} {
		if _, err := fs.Stat(embedded, "assets/"+name); err != nil {
			t.Errorf("ECharts is there and %s is not: %v", name, err)
		}
	}
}

// Without the file, a page refers to the pinned address and its policy allows
// that address and no other.
func TestLibraryFallback(t *testing.T) {
	page := pages(t, withoutLibrary, newReport(taskreuse()))["taskreuse.html"]
	// html/template writes + as an entity in attributes.
	page = strings.ReplaceAll(page, "&#43;", "+")
	want := `<script async data-echarts src="` + echartsURL + `" integrity="` + echartsIntegrity + `" crossorigin="anonymous"></script>`
	if !strings.Contains(page, want) {
		t.Errorf("the page lacks %s", want)
	}
	if !strings.Contains(page, "script-src &#39;self&#39; file: "+echartsURL+";") {
		t.Error("the policy does not allow the address")
	}
	if page := pages(t, withLibrary, newReport(taskreuse()))["taskreuse.html"]; strings.Contains(page, "https:") {
		t.Error("the page refers to the network although ECharts is there")
	}
}

// echarts.sh reads the constants of this package, and is no error without
// npm.
func TestEChartsScript(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the script wants a POSIX shell")
	}
	dir := t.TempDir()
	for _, name := range []string{"echarts.sh", "assets.go"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	// Only what the script needs besides npm.
	bin := filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"sed", "dirname"} {
		path, err := exec.LookPath(tool)
		if err != nil {
			t.Skip(err)
		}
		if err := os.Symlink(path, filepath.Join(bin, tool)); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "/bin/sh", filepath.Join(dir, "echarts.sh"))
	cmd.Env = []string{"PATH=" + bin}
	out, err := cmd.CombinedOutput()
	if want := "npm is not installed: reports will load ECharts " + echartsVersion + " from the network.\n"; err != nil || string(out) != want {
		t.Errorf("without npm: %v, %q", err, out)
	}
}

// The control's arm in a record is called control, and shown by what it is.
func TestControl(t *testing.T) {
	page := pages(t, withLibrary, newReport(taskreuse()))["taskreuse.html"]
	if strings.Contains(page, ">"+experiments.ControlArm+"<") || !strings.Contains(page, controlLabel) {
		t.Error("the control is not called " + controlLabel)
	}
}
