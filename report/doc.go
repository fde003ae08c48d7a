// Package report reads a record, concludes from it and renders what it
// concludes. It is the last step of the pipeline and the only one that draws:
//
//  1. experiments/results reads the record.
//  2. New turns it into a Report, with the statistics of report/stats.
//  3. WriteJSON, WriteMarkdown and WriteText render the Report; report/page
//     renders it as HTML.
//
// Nothing here runs a benchmark, needs the source tree or the test binaries:
// a report can be rendered again on another machine, years later.
//
// The types of this package are also the JSON that assay prints: docs/json.md
// describes every field.
package report
