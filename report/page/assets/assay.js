// The script of an assay report: charts, flame graphs, sortable tables, machine
// code side by side, the theme. It puts text into the page as text only, never as markup.
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
    // The label of a line is centred on it.
    let left = Infinity;
    for (const line of (series.markLine?.data || []).toReversed()) {
      if (line.xAxis === undefined) continue;
      const at = (line.xAxis - x.min) * scale, half = textWidth(line.name) / 2;
      if (at + half + 8 > left) line.label = { show: false };
      else left = at - half;
    }
  }
}

// textWidth is how wide the label of a grid line is, in pixels.
const ruler = document.createElement("canvas").getContext("2d");
function textWidth(text) {
  ruler.font = "12px " + getComputedStyle(root).getPropertyValue("--sans");
  return ruler.measureText(text).width;
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
const drawIn = (within) => {
  all(".chart", within).forEach(draw);
  all("details.flame[open]", within).forEach(drawFlame);
};

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

// Flame graphs. The page has a tree for each arm: a node is an array of the
// number of its name, its value, and its children. One is drawn when its details
// element opens, in boxes whose places are percentages, so that it fits any
// width.
const frameHeight = 20;
const thinnest = 0.12; // percent of the width: what is less is left out
let flameData;
const flamesDrawn = new WeakSet();

// merged joins two trees, either of which may lack a node. A node is as wide as
// the larger of what both sides spend in it themselves, and all below it.
function merged(one, other, depth = 0, parent = null) {
  const node = { name: flameData.names[(one || other)[0]], here: one ? one[1] : 0, there: other ? other[1] : 0, depth, parent };
  const rest = new Map((other || []).slice(2).map((c) => [c[0], c]));
  const children = (one || []).slice(2).map((c) => {
    const same = rest.get(c[0]);
    rest.delete(c[0]);
    return merged(c, same, depth + 1, node);
  });
  for (const c of rest.values()) children.push(merged(null, c, depth + 1, node));
  children.sort((a, b) => (a.name < b.name ? -1 : 1));
  const sum = (key) => children.reduce((total, c) => total + c[key], 0);
  node.children = children;
  node.size = Math.max(node.here - sum("here"), node.there - sum("there"), 0) + sum("size");
  return node;
}

const visit = (node, f) => { if (f(node) !== false) node.children.forEach((c) => visit(c, f)); };
const figure = (v) => (Number(v.toPrecision(3)) || 0).toLocaleString("en-US", { maximumFractionDigits: 5 });
const signedFigure = (v) => (v > 0 ? "+" : "") + figure(v);
const percentage = (part, whole) => (whole > 0 ? (100 * part / whole).toFixed(1) + "%" : "–");
// shortName leaves import paths out of a function's name.
const shortName = (name) => name.replace(/([\w.~%-]+\/)+/g, "");

// tintOf gives the functions of one package one colour.
function tintOf(name) {
  const pkg = (/^(?:[\w.~%-]+\/)*[^.(]*/.exec(name) || [""])[0];
  if (pkg === "runtime" || pkg.startsWith("runtime/") || pkg.startsWith("internal/runtime/")) return "--k6";
  let hash = 7;
  for (const c of pkg) hash = (hash * 31 + c.codePointAt(0)) >>> 0;
  return ["--k1", "--k3", "--k4", "--k5", "--k7", "--k8"][hash % 6];
}

function drawFlame(details) {
  if (flamesDrawn.has(details)) return;
  flamesDrawn.add(details);
  flameData ||= JSON.parse(document.getElementById("flames").textContent);
  const { label, against, againstLabel, root: tree } = flameData.trees[Number(details.dataset.flame)];
  const { unit } = flameData;

  let between = false; // two arms
  let top, focus, strongest, shown;
  const graph = make("div", { className: "flames" });
  graph.setAttribute("role", "group");
  const says = make("p", { className: "flamesays" });
  says.setAttribute("aria-live", "polite");
  const search = make("input", { type: "search", placeholder: "Search functions" });
  search.setAttribute("aria-label", "Search the functions of " + label);
  const out = make("button", { type: "button", textContent: "Zoom out", disabled: true });
  const bar = make("div", { className: "flamebar" });

  const texts = (n) => (between
    ? `${n.name}: ${figure(n.here)} ${unit} here, ${figure(n.there)} in ${againstLabel}: ${signedFigure(n.here - n.there)}, ${percentage(n.here - n.there, Math.abs(top.here - top.there))} of the difference`
    : `${n.name}: ${figure(n.here)} ${unit}, ${percentage(n.here, top.here)}`);

  // found says what all functions that match have together. One below another
  // that matches is in it already.
  const term = () => search.value.trim().toLowerCase();
  const matches = (n) => n.name.toLowerCase().includes(term());
  function found() {
    graph.classList.toggle("searched", term() !== "");
    for (const [el, n] of shown) el.classList.toggle("hit", term() !== "" && matches(n));
    if (term() === "") return "";
    let here = 0, there = 0;
    visit(top, (n) => {
      if (!matches(n)) return true;
      here += n.here;
      there += n.there;
      return false;
    });
    return between
      ? `“${search.value.trim()}”: ${figure(here)} ${unit} here, ${figure(there)} in ${againstLabel}: ${signedFigure(here - there)}, ${percentage(here - there, Math.abs(top.here - top.there))} of the difference`
      : `“${search.value.trim()}”: ${figure(here)} ${unit}, ${percentage(here, top.here)}`;
  }
  const say = (text) => { says.textContent = text || found() || "Click or press Enter to zoom, Escape to zoom out. Arrow keys move."; };

  // Places of boxes in percent of the width. What is above the focus is as wide
  // as all, what is beside it is left out.
  function layOut() {
    shown = new Map();
    let deepest = 0;
    const box = (n, left, width, above) => {
      deepest = Math.max(deepest, n.depth);
      const el = make("button", { type: "button", className: "frame" + (above ? " above" : "") + (width < 2 ? " thin" : ""), tabIndex: -1, title: texts(n) });
      el.textContent = width < 0.8 ? "" : shortName(n.name);
      el.setAttribute("aria-label", texts(n));
      el.style.left = left + "%";
      el.style.width = width + "%";
      el.style.top = n.depth * frameHeight + "px";
      const more = n.here - n.there;
      el.style.setProperty("--tint", `var(${between ? (more > 0 ? "--slower" : "--faster") : n === top ? "--k6" : tintOf(n.name)})`);
      if (between) el.style.setProperty("--s", Math.round(62 * Math.sqrt(Math.abs(more) / (strongest || 1))) + "%");
      shown.set(el, n);
      n.element = el;
    };
    visit(top, (n) => { n.element = null; });
    for (let n = focus.parent; n; n = n.parent) box(n, 0, 100, true);
    const down = (n, left, width) => {
      box(n, left, width, false);
      for (const c of n.children) {
        const wide = n.size > 0 ? width * c.size / n.size : 0;
        if (wide >= thinnest) down(c, left, wide);
        left += wide;
      }
    };
    down(focus, 0, 100);
    graph.replaceChildren(...shown.keys());
    graph.style.height = (deepest + 1) * frameHeight + "px";
    out.disabled = focus === top;
    focus.element.tabIndex = 0;
    say();
  }
  function zoom(n) {
    const had = graph.contains(document.activeElement);
    focus = n;
    layOut();
    if (had) focus.element.focus();
  }
  function choose(two) {
    between = two;
    top = merged(tree, two ? flameData.trees[against].root : tree);
    strongest = 0;
    visit(top, (n) => { strongest = Math.max(strongest, Math.abs(n.here - n.there)); });
    graph.setAttribute("aria-label", two ? `Flame graph of the difference of ${label} to ${againstLabel}` : `Flame graph of ${label}`);
    focus = top;
    layOut();
  }

  graph.addEventListener("click", (e) => { const n = shown.get(e.target); if (n) zoom(n); });
  graph.addEventListener("mouseover", (e) => { const n = shown.get(e.target); if (n) say(texts(n)); });
  graph.addEventListener("mouseleave", () => say());
  graph.addEventListener("focusin", (e) => {
    const n = shown.get(e.target);
    if (!n) return;
    for (const el of shown.keys()) el.tabIndex = el === e.target ? 0 : -1;
    say(texts(n));
  });
  graph.addEventListener("keydown", (e) => {
    const n = shown.get(e.target);
    if (!n) return;
    const beside = (step) => {
      const row = [...shown.values()].filter((m) => m.depth === n.depth);
      return row[row.indexOf(n) + step];
    };
    const to = {
      ArrowUp: () => n.parent,
      ArrowDown: () => n.children.filter((c) => c.element).reduce((a, c) => (a && a.size >= c.size ? a : c), null),
      ArrowLeft: () => beside(-1),
      ArrowRight: () => beside(1),
    }[e.key];
    if (e.key === "Escape") zoom(top);
    else if (to) to()?.element?.focus();
    else return;
    e.preventDefault();
  });
  search.addEventListener("input", () => say());
  out.addEventListener("click", () => zoom(top));

  bar.append(search, out);
  if (against >= 0) {
    const views = [["This arm", false], ["Difference to " + againstLabel, true]].map(([text, two]) => {
      const button = make("button", { type: "button", textContent: text });
      button.addEventListener("click", () => {
        views.forEach((b) => b.setAttribute("aria-pressed", String(b === button)));
        choose(two);
      });
      button.setAttribute("aria-pressed", String(!two));
      return button;
    });
    bar.append(...views);
  }
  details.append(bar, graph, says);
  choose(false);
}

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
  const sides = ["0", "1"].map((side) => {
    const select = make("select");
    listings.forEach((l, i) => select.append(new Option(l.querySelector("summary").textContent, String(i))));
    let start = first(side);
    if (side === "1" && start === first("0")) start = (start + 1) % listings.length;
    const slot = make("div");
    const show = (i) => {
      select.value = String(i);
      slot.replaceChildren(listings[i].querySelector(".listing-body").cloneNode(true));
    };
    select.addEventListener("change", () => show(Number(select.value)));
    show(start);
    panes.append(make("div", {}, make("label", {}, side === "0" ? "Left" : "Right", select), slot));
    return show;
  });
  codes.before(panes);
  codes.hidden = true;

  // A link to a listing shows it on the right.
  const jump = (hash) => {
    const i = listings.findIndex((l) => "#" + l.id === hash);
    if (i < 0) return false;
    sides[1](i);
    panes.scrollIntoView();
    return true;
  };
  for (const a of all('main a[href^="#listing-"]')) {
    a.addEventListener("click", (e) => { if (jump(a.hash)) e.preventDefault(); });
  }
  jump(location.hash);
}

// revealing opens what is folded around the target of a link within the page.
function revealing() {
  for (const a of all('a[href^="#"]')) {
    a.addEventListener("click", () => {
      for (let el = document.getElementById(a.hash.slice(1)); el; el = el.parentElement) {
        if (el.tagName === "DETAILS") el.open = true;
      }
    });
  }
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
    if (d.matches(".flame")) drawFlame(d);
    drawIn(d);
    reachable(d);
  }));
  reachable(document);
  legends();
  revealing();
  here();
  ready = true;
  if (failed) chartsFailed();
  else drawIn(document);
});
})();
