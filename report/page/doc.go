// Package page renders a report.Report as HTML: the last step of the
// pipeline.
//
//  1. write.go writes a folder: index.html, a page for each experiment, and
//     assets/ with the styles, the script and ECharts.
//  2. experiment.go puts a page together from its sections, one file each:
//     ratio.go, rounds.go, code.go and so on. A section turns the report's
//     figures into text and charts; where the report has no data for it, there
//     is no section.
//  3. chart.go makes the options of a chart with go-echarts. assets/assay.js
//     hands them to ECharts in the browser. Flame graphs it draws itself, from
//     the trees that flames.go puts into the page. Bars that need no axes to
//     point at are markup.
//  4. templates/ lays it out. html/template escapes every name.
//
// A page works from the file system and makes no request to the network,
// unless ECharts was missing when the program was built: then it refers to a
// pinned address, with the hash of the file that must come back. A page has
// no inline script and no event handlers in its markup, and its
// Content-Security-Policy forbids them, so a hostile name cannot become one.
//
// Without JavaScript a page has all of its figures: every chart stands above
// a table of the same data. Of flame graphs, the tables of functions have the
// largest.
package page
