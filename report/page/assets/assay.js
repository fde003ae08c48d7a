// The script of an assay report: charts, sortable tables, machine code side by
// side, the theme. It puts text into the page as text only, never as markup.
(() => {
"use strict";
const root = document.documentElement;
root.classList.add("js");

const all = (selector, within) => [...(within || document).querySelectorAll(selector)];
const make = (tag, props, ...children) => {
  const el = Object.assign(document.createElement(tag), props);
  el.append(...children);
  return el;
};

// Theme: the system's, unless the reader chose one. There may be no storage.
const storage = {
  get() { try { return localStorage.getItem("assay-theme"); } catch { return null; } },
  set(v) { try { localStorage.setItem("assay-theme", v); } catch { /* the choice lasts for this page */ } },
};
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (root.dataset.theme || (prefersDark.matches ? "dark" : "light")) === "dark";
const chosen = storage.get();
if (chosen === "dark" || chosen === "light") root.dataset.theme = chosen;

function themeButton() {
  const button = make("button", { type: "button" });
  const say = () => { button.textContent = isDark() ? "Light theme" : "Dark theme"; };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    storage.set(root.dataset.theme);
    say();
    redraw();
  });
  prefersDark.addEventListener("change", () => { say(); redraw(); });
  say();
  all("nav").forEach((nav) => nav.append(button));
}

// Charts. A chart in a closed details element is drawn when that opens.
const drawn = new Map(); // element to chart and hidden series

// paint returns the options with the names of colours replaced by colours.
// Only values under a key that ends in "color" are names of colours: a
// benchmark may well be called --faster.
function paint(value, key, style) {
  if (typeof value === "string") {
    return /color$/i.test(key) && /^--[a-z0-9]+$/.test(value) ? style.getPropertyValue(value).trim() : value;
  }
  if (Array.isArray(value)) return value.map((v) => paint(v, key, style));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, paint(v, k, style)]));
}

function optionsOf(el) {
  const source = document.querySelector(`script[data-chart="${el.id}"]`);
  const style = getComputedStyle(root);
  const options = paint(JSON.parse(source.textContent), "", style);
  options.textStyle = { fontFamily: style.getPropertyValue("--sans") };
  options.tooltip.confine = true;
  for (const axis of [...options.xAxis, ...options.yAxis]) {
    axis.axisTick = { show: false };
    axis.nameTextStyle = { color: style.getPropertyValue("--soft").trim() };
  }
  for (const series of options.series) {
    // Grid lines and bands lie behind the data and do not answer the mouse.
    for (const part of [series.markLine, series.markArea]) {
      if (part) Object.assign(part, { silent: true, animation: false, z: 0 });
    }
    series.emphasis = { disabled: series.type === "line" };
  }
  fit(el, options);
  return options;
}

// fit makes room for names on a narrow screen, and leaves out the labels of
// grid lines that would run into each other.
function fit(el, options) {
  const narrow = el.clientWidth < 560;
  const [labels, verdicts] = options.yAxis;
  const [grid] = options.grid;
  if (labels.type === "category") {
    el.dataset.height ||= el.clientHeight;
    const rows = labels.data.length;
    el.style.height = Number(el.dataset.height) + (narrow ? 10 * rows : 0) + "px";
    labels.axisLabel.lineHeight = verdicts.axisLabel.lineHeight = 14;
    labels.data = labels.data.map((name) => wrap(name, narrow ? 16 : 30));
    if (narrow) {
      // A verdict and the interval below it, each in a line or two.
      verdicts.data = verdicts.data.map((text) => text.split("\n").map((line) => wrap(line, 13)).join("\n"));
      Object.assign(labels.axisLabel, { width: 108, fontSize: 12 });
      Object.assign(verdicts.axisLabel, { fontSize: 11, lineHeight: 13 });
      Object.assign(grid, { left: 116, right: 92 });
    }
  }
  const [x] = options.xAxis;
  const scale = (el.clientWidth - grid.left - grid.right) / (x.max - x.min);
  for (const series of options.series) {
    let next = Infinity;
    for (const line of (series.markLine?.data || []).toReversed()) {
      if (line.xAxis === undefined) continue;
      if ((next - line.xAxis) * scale < 40) line.label = { show: false };
      else next = line.xAxis;
    }
  }
}

// wrap breaks a name between words into lines of at most so many characters.
function wrap(name, most) {
  const lines = [""];
  for (const word of name.split(/\s+/)) {
    const last = lines[lines.length - 1];
    if (last === "" || last.length + 1 + word.length <= most) {
      lines[lines.length - 1] = (last + " " + word).trim();
    } else {
      lines.push(word);
    }
  }
  return lines.join("\n");
}

function draw(el) {
  if (!window.echarts || el.clientWidth === 0) return;
  const known = drawn.get(el);
  if (known) {
    const options = optionsOf(el);
    known.chart.resize();
    known.chart.setOption(options, true);
    for (const name of known.hidden) known.chart.dispatchAction({ type: "legendUnSelect", name });
    return;
  }
  const options = optionsOf(el);
  const chart = echarts.init(el, null, { renderer: "svg" });
  chart.setOption(options);
  drawn.set(el, { chart, hidden: new Set() });
  let width = el.clientWidth;
  new ResizeObserver(() => {
    if (el.clientWidth === 0 || el.clientWidth === width) return;
    width = el.clientWidth;
    draw(el);
  }).observe(el);
}

const redraw = () => drawn.forEach((_, el) => draw(el));
const drawIn = (within) => all(".chart", within).forEach(draw);

// legends lets a click on a legend hide and show what it names.
function legends() {
  for (const item of all(".legend [data-series]")) {
    const el = item.closest("figure").querySelector(".chart");
    const button = make("button", { type: "button" }, ...item.childNodes);
    button.setAttribute("aria-pressed", "true");
    button.addEventListener("click", () => {
      const { chart, hidden } = drawn.get(el) || {};
      if (!chart) return;
      const name = item.dataset.series;
      if (!hidden.delete(name)) hidden.add(name);
      button.setAttribute("aria-pressed", String(!hidden.has(name)));
      chart.dispatchAction({ type: hidden.has(name) ? "legendUnSelect" : "legendSelect", name });
    });
    item.append(button);
  }
}

// Without ECharts the tables stand in for the charts.
let failed = false;
function chartsFailed() {
  failed = true;
  for (const el of all(".chart")) {
    el.classList.add("failed");
    el.textContent = "The chart library could not be loaded. The table below holds the same figures.";
  }
  all("details.data").forEach((d) => { d.open = true; });
}
const isLibrary = (event) => event.target.dataset && "echarts" in event.target.dataset;
let ready = false;
document.addEventListener("load", (e) => { if (isLibrary(e) && ready) drawIn(document); }, true);
document.addEventListener("error", (e) => { if (isLibrary(e)) { failed = true; if (ready) chartsFailed(); } }, true);

// Tables. A click on a header sorts by that column, a second one turns the
// order. Cells sort by data-v, else by their text; numbers before text, and
// what has no figure last.
function sortable(table) {
  const body = table.tBodies[0];
  const headers = [...table.tHead.rows[0].cells];
  headers.forEach((th, column) => {
    if ("nosort" in th.dataset) return;
    const button = make("button", { type: "button" }, ...th.childNodes);
    th.append(button);
    button.addEventListener("click", () => {
      const down = th.getAttribute("aria-sort") === "ascending";
      headers.forEach((h) => h.removeAttribute("aria-sort"));
      th.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => {
        const cell = row.cells[column];
        const text = (cell && (cell.dataset.v ?? cell.textContent.trim())) || "";
        const number = text === "" ? NaN : Number(text);
        return { text, number, none: text === "" || text === "–" };
      };
      const compare = (a, b) => {
        if (a.none || b.none) return a.none - b.none;
        const order = Number.isNaN(a.number) || Number.isNaN(b.number)
          ? a.text.localeCompare(b.text) : a.number - b.number;
        return down ? -order : order;
      };
      const rows = [...body.rows].map((row) => ({ row, key: key(row) }));
      rows.sort((a, b) => compare(a.key, b.key));
      body.append(...rows.map((r) => r.row));
    });
  });
}

// cards names each cell by its column, for narrow screens, on which the style
// sheet stacks the cells of a row.
function cards(table) {
  const names = [...table.tHead.rows[0].cells].map((th) => th.textContent);
  for (const row of table.tBodies[0].rows) {
    [...row.cells].forEach((cell, i) => { cell.dataset.name = names[i]; });
  }
}

// Machine code: two listings side by side, each picked from all of them.
function sideBySide(codes) {
  const listings = all(".listing", codes);
  if (listings.length < 2) {
    listings.forEach((l) => { l.open = true; });
    return;
  }
  const first = (side) => Math.max(0, listings.findIndex((l) => l.dataset.side === side));
  const panes = make("div", { className: "code" });
  ["0", "1"].forEach((side) => {
    const select = make("select");
    listings.forEach((l, i) => select.append(new Option(l.querySelector("summary").textContent, String(i))));
    let start = first(side);
    if (side === "1" && start === first("0")) start = (start + 1) % listings.length;
    select.value = String(start);
    const slot = make("div");
    const show = () => slot.replaceChildren(listings[select.value].querySelector(".listing-body").cloneNode(true));
    select.addEventListener("change", show);
    show();
    panes.append(make("div", {}, make("label", {}, side === "0" ? "Left" : "Right", select), slot));
  });
  codes.before(panes);
  codes.hidden = true;
}

// copyable puts a button beside a command.
function copyable(pre) {
  if (!navigator.clipboard) return;
  const button = make("button", { type: "button", className: "copy", textContent: "Copy" });
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not allowed";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  const box = make("div", { className: "copied" });
  pre.replaceWith(box);
  box.append(pre, button);
}

// here marks the section in view in the navigation.
function here() {
  const links = new Map(all('nav a[href^="#"]').map((a) => [a.hash.slice(1), a]));
  const watch = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      links.forEach((a) => a.removeAttribute("aria-current"));
      links.get(entry.target.id)?.setAttribute("aria-current", "true");
    }
  }, { rootMargin: "-10% 0px -80% 0px" });
  links.forEach((_, id) => { const el = document.getElementById(id); if (el) watch.observe(el); });
}

// Printing opens everything but whole listings, in light colours.
let before = { closed: [] };
addEventListener("beforeprint", () => {
  before = { closed: all("details:not([open]):not(.whole)"), theme: root.dataset.theme };
  before.closed.forEach((d) => { d.open = true; });
  root.dataset.theme = "light";
  drawIn(document);
  redraw();
});
addEventListener("afterprint", () => {
  before.closed.forEach((d) => { d.open = false; });
  if (before.theme) root.dataset.theme = before.theme;
  else delete root.dataset.theme;
  redraw();
});

// reachable lets the keyboard scroll what is wider than its place. Not every
// browser does so by itself.
function reachable(within) {
  for (const el of all(".scroll, pre", within)) {
    if (el.scrollWidth > el.clientWidth || el.scrollHeight > el.clientHeight) el.tabIndex = 0;
  }
}

document.addEventListener("DOMContentLoaded", () => {
  for (const d of all("details.data")) {
    d.open = failed;
    d.dataset.ready = "";
  }
  themeButton();
  all("table.cards").forEach(cards);
  all("table.sortable").forEach(sortable);
  all(".codes").forEach(sideBySide);
  all("pre.cmd").forEach(copyable);
  all("details").forEach((d) => d.addEventListener("toggle", () => {
    if (!d.open) return;
    drawIn(d);
    reachable(d);
  }));
  reachable(document);
  legends();
  here();
  ready = true;
  if (failed) chartsFailed();
  else drawIn(document);
});
})();
