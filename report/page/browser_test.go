package page

import (
	"context"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// browserPath finds a Chromium. Without one the test is skipped, unless
// ASSAY_BROWSER=required.
func browserPath(t *testing.T) string {
	t.Helper()
	names := []string{
		os.Getenv("CHROME_PATH"),
		"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless-shell",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		`C:\Program Files\Google\Chrome\Application\chrome.exe`,
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); name != "" && err == nil {
			return path
		}
	}
	const missing = "no Chromium was found: set CHROME_PATH, or install one"
	if os.Getenv("ASSAY_BROWSER") == "required" {
		t.Fatal(missing)
	}
	t.Skip(missing)
	return ""
}

// A tab is a page in a browser, and what the browser said of it.
type tab struct {
	t   *testing.T // of the test that has it at the moment
	ctx context.Context

	mu       sync.Mutex
	requests []string
	trouble  []string
}

// browser starts a browser that ends with the test.
func browser(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx,
		chromedp.ExecPath(browserPath(t)), chromedp.UserDataDir(t.TempDir()),
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true))
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("the browser does not start: %v", err)
	}
	return ctx
}

// openTab opens an empty tab of a browser and listens to it.
func openTab(t *testing.T, parent context.Context) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(parent)
	t.Cleanup(cancel)
	p := &tab{t: t, ctx: ctx}
	err := chromedp.Listen(ctx, func(ev any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch ev := ev.(type) {
		case *network.EventRequestWillBeSent:
			p.requests = append(p.requests, ev.Request.URL)
		case *cdppage.EventJavascriptDialogOpening:
			p.trouble = append(p.trouble, "dialog: "+ev.Message)
		case *runtime.EventExceptionThrown:
			p.trouble = append(p.trouble, fmt.Sprintf("exception: %s %v", ev.ExceptionDetails.Text, ev.ExceptionDetails.Exception))
		case *runtime.EventConsoleAPICalled:
			for _, arg := range ev.Args {
				p.trouble = append(p.trouble, fmt.Sprintf("console, %s: %s", ev.Type, arg.Value))
			}
		case *cdplog.EventEntryAdded:
			p.trouble = append(p.trouble, fmt.Sprintf("log, %s: %s", ev.Entry.Level, ev.Entry.Text))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	call(p, network.Enable, network.EnableParams{})
	call(p, cdppage.Enable, cdppage.EnableParams{})
	return p
}

// next is the same tab for another test, with nothing said of it yet. Opening
// a tab for each would take most of the time.
func (p *tab) next(t *testing.T) *tab {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.t, p.requests, p.trouble = t, nil, nil
	return p
}

// show sets the width and the theme and opens a page.
func (p *tab) show(path string, width int, theme string) {
	p.t.Helper()
	p.size(width)
	p.theme(theme)
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
	if err := chromedp.Do(p.ctx, chromedp.Navigate(u.String())); err != nil {
		p.t.Fatal(err)
	}
	p.wait(`document.readyState === "complete"`)
}

func (p *tab) size(width int) {
	p.t.Helper()
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(width), Height: 900, DeviceScaleFactor: 1, Mobile: width < 600,
	})
}

func (p *tab) theme(theme string) {
	p.t.Helper()
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
	})
}

// eval evaluates an expression.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// wait waits until an expression is true.
func (p *tab) wait(expression string) {
	p.t.Helper()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if eval[bool](p, expression) {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("never true: %s", expression)
		}
	}
}

// check fails when an expression is not true.
func (p *tab) check(what, expression string) {
	p.t.Helper()
	if !eval[bool](p, expression) {
		p.t.Errorf("%s: not so: %s", what, expression)
	}
}

// press gives an element the focus and presses a key.
func (p *tab) press(selector, key string) {
	p.t.Helper()
	p.check("takes the focus: "+selector, fmt.Sprintf(`(e => { e.focus(); return document.activeElement === e })(document.querySelector(%q))`, selector))
	if err := chromedp.Do(p.ctx, chromedp.KeyEvent(key)); err != nil {
		p.t.Fatal(err)
	}
}

// quiet fails if the page asked for anything but files, or the browser
// complained.
func (p *tab) quiet() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range p.requests {
		if !strings.HasPrefix(r, "file:") && !strings.HasPrefix(r, "data:") {
			p.t.Errorf("a request to %s", r)
		}
	}
	for _, text := range p.trouble {
		p.t.Error(text)
	}
}

// call runs a command of the protocol.
func call[P, R any](p *tab, cmd cdp.Command[P, R], params P) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, cmd, params); err != nil {
		p.t.Fatalf("%s: %v", cmd.Method, err)
	}
}

const (
	openAll  = `document.querySelectorAll("details").forEach(d => { d.open = true })`
	allDrawn = `[...document.querySelectorAll(".chart")].every(c => c.querySelectorAll("svg path, svg text").length > 4)`
	// No two labels of upright grid lines touch.
	ticksApart = `[...document.querySelectorAll(".chart svg")].every(svg => {
		const boxes = [...svg.querySelectorAll("text")].filter(t => /^[\d.]+×$/.test(t.textContent)).map(t => t.getBoundingClientRect()).sort((a, b) => a.left - b.left);
		return boxes.every((b, i) => i === 0 || b.left > boxes[i-1].right + 3);
	})`
	fitsWidth = `document.documentElement.scrollWidth <= document.documentElement.clientWidth`
)

// writePages writes a report and returns its folder and the pages in it.
func writePages(t *testing.T, assets fs.FS) (dir string, names []string) {
	t.Helper()
	dir = t.TempDir()
	rep := newReport(taskreuse(), burstsize(), specialisation(), hostile())
	files, err := render(dir, rep, assets)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if err := writeFile(filepath.Join(dir, f.name), f.data); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(f.name, ".html") {
			names = append(names, f.name)
		}
	}
	return dir, names
}

func TestBrowser(t *testing.T) {
	assets, err := fs.Sub(embedded, "assets")
	if err != nil {
		t.Fatal(err)
	}
	p := openTab(t, browser(t))

	// Without ECharts and without a network, tables stand in for charts.
	bare := fstest.MapFS{}
	for _, name := range []string{"assay.css", "assay.js"} {
		data, err := fs.ReadFile(assets, name)
		if err != nil {
			t.Fatal(err)
		}
		bare[name] = &fstest.MapFile{Data: data}
	}
	t.Run("library missing", func(t *testing.T) {
		dir, _ := writePages(t, bare)
		p := p.next(t)
		call(p, network.SetBlockedURLs, network.SetBlockedURLsParams{
			URLPatterns: []*network.BlockPattern{{URLPattern: "https://*:*/*", Block: true}},
		})
		defer call(p, network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: []*network.BlockPattern{}})
		p.show(filepath.Join(dir, "taskreuse.html"), 1440, "light")
		p.wait(`document.querySelectorAll(".chart.failed").length === document.querySelectorAll(".chart").length`)
		p.check("tables are open", `[...document.querySelectorAll("details.data")].every(d => d.open)`)
	})

	if _, err := fs.Stat(assets, echartsFile); err != nil {
		t.Skip("ECharts is not among the assets: report/page/echarts.sh puts it there")
	}
	dir, names := writePages(t, assets)

	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			p := p.next(t)
			p.show(filepath.Join(dir, name), 1440, "light")
			p.wait(allDrawnOpen)
			p.check("fits", fitsWidth)
			p.check("labels of ticks stand apart", ticksApart)
			p.check("is light", `getComputedStyle(document.body).backgroundColor === "rgb(251, 250, 247)"`)

			p.size(390)
			p.theme("dark")
			p.check("fits a telephone", fitsWidth)
			p.wait(ticksApart)
			p.check("is dark", `getComputedStyle(document.body).backgroundColor === "rgb(21, 24, 27)"`)
			eval[any](p, openAll)
			p.wait(allDrawn)
			p.check("fits a telephone with all open", fitsWidth)
			p.size(1440)
			p.check("fits with all open", fitsWidth)

			p.check("has no element out of a name", `document.querySelectorAll("main img, svg img, svg script").length === 0
				&& document.querySelectorAll("script:not([src]):not([type='application/json'])").length === 0`)
			p.quiet()
		})
	}

	t.Run("hostile names are shown", func(t *testing.T) {
		p := p.next(t)
		p.show(filepath.Join(dir, names[3]), 1440, "light")
		p.wait(allDrawnOpen)
		for _, name := range hostileNames[:5] {
			p.check("is in the table", fmt.Sprintf(`document.querySelector("#ratio table").textContent.includes(%q)`, name))
		}
		p.check("is in the chart", fmt.Sprintf(`document.querySelector("#ratio svg").textContent.replaceAll("\u00a0", " ").includes(%q)`, hostileNames[0]))
		// A tooltip holds the name of a point.
		eval[any](p, `(() => {
			const chart = echarts.getInstanceByDom(document.getElementById("chart-ratio"));
			const series = chart.getOption().series.findIndex(s => s.type === "scatter" && s.data && s.data.length > 2);
			chart.dispatchAction({ type: "showTip", seriesIndex: series, dataIndex: 1 });
		})()`)
		p.wait(`document.getElementById("chart-ratio").lastElementChild.textContent.includes("onerror=alert(2)")`)
		p.check("a tooltip is text", `document.getElementById("chart-ratio").querySelectorAll("img").length === 0`)
		p.quiet()
	})

	t.Run("rounds tell how they went", func(t *testing.T) {
		p := p.next(t)
		p.show(filepath.Join(dir, "taskreuse.html"), 1440, "light")
		p.wait(allDrawnOpen)
		// The process that was run again is drawn, and says so.
		eval[any](p, `(() => {
			const chart = echarts.getInstanceByDom(document.getElementById("chart-rounds"));
			const series = chart.getOption().series;
			for (let i = 0; i < series.length; i++) {
				const at = (series[i].data || []).findIndex(d => d.name?.includes("does not count"));
				if (at < 0) continue;
				window.faint = series[i].itemStyle;
				chart.dispatchAction({ type: "showTip", seriesIndex: i, dataIndex: at });
				return;
			}
		})()`)
		tip := `document.getElementById("chart-rounds").lastElementChild.textContent`
		p.wait(tip + `.includes("run again, and does not count")`)
		for _, part := range []string{"layout ", "attempt 1", "disturbed: other work took "} {
			p.check("the tooltip has "+part, fmt.Sprintf(`%s.includes(%q)`, tip, part))
		}
		p.check("is hollow and faint", `window.faint.opacity < 1 && window.faint.color !== window.faint.borderColor`)
		p.check("is marked in the table", `document.querySelector("#rounds tr.replaced").textContent.includes("run again")`)
		p.check("verdicts stand beside the intervals", `document.querySelector("#ratio svg").textContent.replaceAll("\u00a0", " ").match(/× faster.*–/s) !== null`)
		p.quiet()
	})

	t.Run("tables sort", func(t *testing.T) {
		p := p.next(t)
		p.show(filepath.Join(dir, "taskreuse.html"), 1440, "light")
		column := func(n int) []string {
			return eval[[]string](p, fmt.Sprintf(`[...document.querySelectorAll("#figures tbody tr")].map(r => r.cells[%d].dataset.v ?? r.cells[%d].firstChild.textContent.trim())`, n, n))
		}
		before := column(0)
		eval[any](p, `document.querySelectorAll("#figures th button")[0].click()`)
		if got := column(0); slices.Equal(got, before) || !slices.IsSorted(lower(got)) {
			t.Errorf("sorted by name: %q", got)
		}
		p.press("#figures th:nth-child(2) button", kb.Enter)
		up := column(1)
		p.check("says so", `document.querySelector("#figures th:nth-child(2)").getAttribute("aria-sort") === "ascending"`)
		p.press("#figures th:nth-child(2) button", kb.Enter)
		down := column(1)
		p.check("says so", `document.querySelector("#figures th:nth-child(2)").getAttribute("aria-sort") === "descending"`)
		slices.Reverse(down)
		if !slices.Equal(up, down) || len(up) != 6 || !strings.HasPrefix(up[0], "5") || !strings.HasPrefix(up[5], "1") {
			t.Errorf("sorted by figure: up %q, down reversed %q", up, down)
		}
		p.quiet()
	})

	t.Run("keyboard", func(t *testing.T) {
		p := p.next(t)
		p.show(filepath.Join(dir, "taskreuse.html"), 1440, "light")
		p.check("is closed", `!document.querySelector("#ratio details.data").open`)
		p.press("#ratio details.data summary", kb.Enter)
		p.check("is open", `document.querySelector("#ratio details.data").open`)
		p.press(".legend button", kb.Enter)
		p.check("is hidden", `document.querySelector(".legend button").getAttribute("aria-pressed") === "false"`)
		p.press("nav button", kb.Enter)
		p.check("is dark", `getComputedStyle(document.body).backgroundColor === "rgb(21, 24, 27)"`)
		p.check("stays hidden", `!echarts.getInstanceByDom(document.getElementById("chart-rounds")).getOption().legend[0].selected["goroutine per value"]`)
		p.quiet()
	})

	t.Run("theme changes", func(t *testing.T) {
		p := p.next(t)
		p.show(filepath.Join(dir, "index.html"), 1440, "light")
		eval[any](p, `localStorage.clear()`)
		p.show(filepath.Join(dir, "taskreuse.html"), 1440, "light")
		has := func(colour string) string {
			return fmt.Sprintf(`document.querySelector("#ratio svg").outerHTML.toLowerCase().includes(%q)`, colour)
		}
		p.wait(allDrawnOpen)
		p.check("light", has("#0b7a6f"))
		p.theme("dark")
		p.wait(has("#4cc3b5"))
		p.check("no light colour is left", "!"+has("#0b7a6f"))
		p.quiet()
	})

	t.Run("machine code side by side", func(t *testing.T) {
		p := p.next(t)
		p.show(filepath.Join(dir, "taskreuse.html"), 1440, "light")
		p.check("baseline left", `document.querySelectorAll("#code select")[0].selectedOptions[0].text.startsWith("goroutine per value")`)
		p.check("main arm right", `document.querySelectorAll("#code select")[1].selectedOptions[0].text.startsWith("worker, int64 ticks")`)
		eval[any](p, `(s => { s.value = "0"; s.dispatchEvent(new Event("change")) })(document.querySelectorAll("#code select")[1])`)
		p.check("both the same", `new Set([...document.querySelectorAll("#code .code .asm")].map(a => a.textContent)).size === 1`)
		p.quiet()
	})

	t.Run("functions side by side", func(t *testing.T) {
		p := p.next(t)
		p.show(filepath.Join(dir, "taskreuse.html"), 1440, "light")
		p.check("locked instructions are marked on both sides", `document.querySelectorAll("#pair-0 td.lock").length === 2`)
		p.check("columns have one width", `(w => Math.abs(w[2] - w[5]) < 8)([...document.querySelectorAll("#pair-0 .aligned th")].map(h => h.clientWidth))`)
		p.check("what is left out is told across both", `document.querySelector("#pair-0 .gap td").clientWidth > 600`)
		eval[any](p, `document.querySelector("#pair-0 .aligned a").click()`)
		p.wait(`document.querySelector("#pair-0 .source :target")?.textContent.includes("pervalue.go:40")`)
		eval[any](p, `[...document.querySelectorAll("#why a")].find(a => a.textContent.includes("pervalue.go:43")).click()`)
		p.wait(`document.querySelector(":target")?.textContent.includes("pervalue.go:43")`)
		// A link to a listing shows it on the right.
		p.check("another is shown", `document.querySelectorAll("#code select")[1].value === "1"`)
		eval[any](p, `document.querySelector("#why a[href='#listing-0']").click()`)
		p.check("it is shown", `document.querySelectorAll("#code select")[1].value === "0" && document.querySelector(".code").getBoundingClientRect().top < 900`)
		p.quiet()
	})

	t.Run("flame graphs", func(t *testing.T) {
		p := p.next(t)
		p.show(filepath.Join(dir, "taskreuse.html"), 1440, "light")
		p.check("none is drawn before it is opened", `document.querySelectorAll(".frame").length === 0`)
		eval[any](p, `document.querySelectorAll("details.flame")[1].open = true`)
		p.wait(`document.querySelectorAll(".frame").length === 4`)
		says := `document.querySelector(".flamesays").textContent`
		find := func(name string) string {
			return fmt.Sprintf(`[...document.querySelectorAll(".frame")].find(f => f.title.includes(%q))`, name)
		}
		search := func(text string) {
			eval[any](p, fmt.Sprintf(`(s => { s.value = %q; s.dispatchEvent(new Event("input")) })(document.querySelector(".flamebar input"))`, text))
		}

		search("MUTEX")
		p.check("one is found", `document.querySelectorAll(".frame.hit").length === 1 && `+find("Mutex")+`.classList.contains("hit")`)
		p.check("its share is told", says+`.includes("15 ns/send, 28.7%")`)
		search("e")
		p.check("what is below counts once", says+`.includes("52 ns/send, 99.4%")`)
		search("")
		p.check("none is found", `document.querySelectorAll(".frame.hit").length === 0`)

		eval[any](p, find("Rung")+`.click()`)
		p.check("is zoomed", find("Rung")+`.style.width === "100%" && `+find("root")+`.classList.contains("above")`)
		p.press(".frame[tabindex='0']", kb.ArrowDown)
		p.check("the widest below has the focus", `document.activeElement.title.includes("runtime.nanotime: 30 ns/send, 57.4%")`)
		p.check("and is told", says+`.includes("57.4%")`)
		p.press(".frame[tabindex='0']", kb.ArrowRight)
		p.check("the one beside it has", `document.activeElement.title.includes("Mutex")`)
		p.press(".frame[tabindex='0']", kb.Enter)
		p.check("is zoomed by key", find("Mutex")+`.style.width === "100%" && document.activeElement.title.includes("Mutex")`)
		p.press(".frame[tabindex='0']", kb.Escape)
		p.check("is zoomed out", find("Mutex")+`.style.width !== "100%" && document.activeElement.title.includes("root")`)

		eval[any](p, `[...document.querySelectorAll(".flamebar button")].find(b => b.textContent.startsWith("Difference")).click()`)
		p.check("what is saved", find("runtime.newproc")+`.title.includes("0 ns/send here, 81 in goroutine per value: -81") && `+find("runtime.newproc")+`.style.getPropertyValue("--tint").includes("faster")`)
		p.check("what is added", find("runtime.nanotime")+`.title.includes("+30") && `+find("runtime.nanotime")+`.style.getPropertyValue("--tint").includes("slower")`)
		p.size(390)
		p.check("fits", fitsWidth)
		p.quiet()

		p = p.next(t)
		p.show(filepath.Join(dir, names[3]), 1440, "dark")
		eval[any](p, openAll)
		p.wait(`document.querySelectorAll("details.flame .frame").length > 8`)
		for _, name := range hostileNames[:4] {
			p.check("is in the graph", fmt.Sprintf(`[...document.querySelectorAll(".frame")].some(f => f.title.includes(%q))`, name))
		}
		p.check("is text", `document.querySelectorAll(".flames img, .flames script").length === 0`)
		p.quiet()
	})

	t.Run("without scripts", func(t *testing.T) {
		p := p.next(t)
		call(p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		defer call(p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{})
		p.show(filepath.Join(dir, "taskreuse.html"), 390, "light")
		p.check("tables are open", `[...document.querySelectorAll("details.data")].every(d => d.open && d.querySelector("table").getBoundingClientRect().height > 50)`)
		p.check("it says so", `document.body.innerText.includes("The charts need JavaScript.")`)
		p.check("no empty frames", `[...document.querySelectorAll(".chart")].every(c => c.getBoundingClientRect().height === 0)`)
		p.check("fits", fitsWidth)
		p.quiet()
	})

	t.Run("prints", func(t *testing.T) {
		p := p.next(t)
		p.show(filepath.Join(dir, "taskreuse.html"), 1440, "dark")
		eval[any](p, `dispatchEvent(new Event("beforeprint"))`)
		p.check("all is open but whole listings", `[...document.querySelectorAll("details:not(.whole)")].every(d => d.open)`)
		p.check("flame graphs are drawn", `[...document.querySelectorAll("details.flame")].every(d => d.querySelectorAll(".frame").length > 3)`)
		p.check("in light colours", `document.querySelector("#ratio svg").outerHTML.toLowerCase().includes("#0b7a6f")`)
		eval[any](p, `dispatchEvent(new Event("afterprint"))`)
		p.check("and in dark ones again", `document.querySelector("#ratio svg").outerHTML.toLowerCase().includes("#4cc3b5")`)
		p.check("and closed again", `!document.querySelector("details.data").open`)
		p.quiet()
	})
}

// allDrawnOpen is true when the charts that can be seen are drawn.
const allDrawnOpen = `[...document.querySelectorAll(".chart")].every(c => c.clientWidth === 0 || c.querySelectorAll("svg path, svg text").length > 4)`

func lower(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = strings.ToLower(text)
	}
	return out
}
