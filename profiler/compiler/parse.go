package compiler

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
)

// Parse reads what the compiler said under the flags that Run gives it and
// returns the functions of the packages of source, in the order of package,
// file and line, each with what was decided about it. Decisions that were
// said more than once of one place are there once. Lines that are not about
// decisions are skipped.
//
// The errors say what could not be read; the functions are right without it.
func Parse(r io.Reader, source Source) ([]results.Function, []error) {
	p := &decisions{
		files:     files{source: source, read: map[string]*file{}},
		functions: map[functionKey]*function{},
	}
	p.begin("")
	var errs []error
	lines := bufio.NewReader(r)
	for {
		// Lines are as long as the largest body that can be inlined, with
		// its constants, which is too long for a bufio.Scanner.
		line, err := lines.ReadString('\n')
		p.line(strings.TrimRight(line, "\r\n"))
		if err == io.EOF {
			break
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("read the compiler's output: %w", err))
			break
		}
	}
	p.end()
	return p.sorted(), append(errs, p.files.errs...)
}

// decisions is the state of Parse.
type decisions struct {
	files     files
	functions map[functionKey]*function

	// What follows is of the package that is being compiled.

	// pkg is its import path.
	pkg string

	// said is what was said so far.
	said []*saying

	// unnamed are those of said from the back end that wait for their function
	// to be named. generating is the one that was named last, which code is
	// generated of.
	unnamed    []*saying
	generating string

	// explained is the saying that the next lines may explain.
	explained *saying

	// at has the functions that the compiler named at a place, symbols has
	// the functions by the names that it uses of them where it leaves the
	// package out.
	at      map[place][]*function
	symbols map[string]*function
}

// A functionKey identifies a function. The file counts since the parts of an
// init function lie in several.
type functionKey struct{ symbol, file string }

// A function is a results.Function in the making.
type function struct {
	results.Function

	// bare is the name without the package.
	bare string
}

// line takes in one line.
func (p *decisions) line(line string) {
	if pkg, ok := strings.CutPrefix(line, "# "); ok {
		p.end()
		// A test variant is "path [path.test]".
		pkg, _, _ = strings.Cut(pkg, " ")
		p.begin(pkg)
		return
	}
	if function, ok := cutMark(line); ok {
		for _, s := range p.unnamed {
			s.function = function
		}
		p.unnamed, p.generating = nil, function
		return
	}
	name, at, text, ok := cutPosition(line)
	if !ok {
		return
	}
	if strings.HasPrefix(text, "  ") {
		if s := p.explained; s != nil {
			p.explain(s, strings.TrimSpace(text))
		}
		return
	}
	p.explained = nil
	f := p.files.open(name)
	if f == nil {
		return
	}
	if p.verdict(f, at, text) {
		return
	}
	s := read(text)
	if s == nil {
		return
	}
	s.file, s.position = f, at
	s.text = p.inSource(f, s.text)
	p.said = append(p.said, s)
	switch s.kind {
	case results.BoundsCheck, results.WriteBarrier, results.Defer:
		p.unnamed = append(p.unnamed, s)
	case results.NilCheck:
		s.function = p.generating
	case results.Escapes, results.Leaks:
		if s.function != "" {
			p.explained = s
		}
	}
}

// begin starts a package.
func (p *decisions) begin(pkg string) {
	p.pkg = pkg
	p.said, p.unnamed, p.explained, p.generating = nil, nil, nil, ""
	p.at = map[place][]*function{}
	p.symbols = map[string]*function{}
}

// end ties what was said of a package to its functions.
func (p *decisions) end() {
	for _, s := range unrepeated(p.said) {
		f := p.owner(s)
		if f == nil {
			continue
		}
		d := results.Decision{Kind: s.kind, Line: s.line, Column: s.column, Text: s.text, Flow: s.flow}
		known := slices.ContainsFunc(f.Decisions, func(e results.Decision) bool {
			return e.Kind == d.Kind && e.Line == d.Line && e.Column == d.Column &&
				e.Text == d.Text && slices.Equal(e.Flow, d.Flow)
		})
		if !known {
			f.Decisions = append(f.Decisions, d)
		}
	}
}

// verdict takes in whether a function can be inlined, and reports whether
// that is what text says.
func (p *decisions) verdict(f *file, at position, text string) bool {
	var name string
	var inline results.Inline
	if rest, ok := strings.CutPrefix(text, "can inline "); ok {
		name, rest, _ = strings.Cut(rest, " with cost ")
		cost, _, _ := strings.Cut(rest, " ")
		inline.Can = true
		inline.Cost, _ = strconv.Atoi(cost)
	} else if rest, ok := strings.CutPrefix(text, "cannot inline "); ok {
		name, inline.Reason, ok = strings.Cut(rest, ": ")
		// "cannot inline F into G" is about a call.
		if !ok || strings.Contains(name, " into ") {
			return false
		}
		_, cost, _ := strings.Cut(inline.Reason, "cost ")
		cost, _, _ = strings.Cut(cost, " ")
		inline.Cost, _ = strconv.Atoi(cost)
	} else {
		return false
	}
	name, pkg := p.qualify(f, name)
	fn := p.function(f.name, name, pkg, at.line)
	if fn.Inline == nil {
		fn.Inline = &inline
	}
	where := place{f.name, at}
	if !slices.Contains(p.at[where], fn) {
		p.at[where] = append(p.at[where], fn)
	}
	p.symbols[f.name+"\n"+name] = fn
	return true
}

// qualify takes the package off a function's name as the compiler prints it,
// and returns both. Functions of the package being compiled are printed
// without; among them are closures of other packages' functions that were
// inlined.
func (p *decisions) qualify(f *file, name string) (bare, pkg string) {
	if p.pkg == f.pkg || p.pkg == "" {
		return name, f.pkg
	}
	if bare, ok := strings.CutPrefix(name, f.clause+"."); ok {
		return bare, f.pkg
	}
	// Where two packages have one name, the import path stands in quotes.
	if strings.HasPrefix(name, `"`) {
		if _, bare, ok := strings.Cut(name[1:], `".`); ok {
			return bare, f.pkg
		}
	}
	return name, p.pkg
}

// function returns the function with a name, which it makes when it is new.
func (p *decisions) function(file, bare, pkg string, line int) *function {
	key := functionKey{symbol(pkg, bare), file}
	fn, ok := p.functions[key]
	if !ok {
		fn = &function{bare: bare, Function: results.Function{
			Name: key.symbol, Package: pkg, File: file, Line: line,
		}}
		p.functions[key] = fn
	}
	return fn
}

// owner returns the function that something was said of, nil when it was a
// wrapper that was not named.
func (p *decisions) owner(s *saying) *function {
	around := s.file.around(s.position)
	if s.function != "" {
		if fn, ok := p.symbols[s.file.name+"\n"+s.function]; ok {
			return fn
		}
		line := s.line
		for _, n := range around {
			if n.name != "" || n.literal {
				line = n.at.line
				break
			}
		}
		return p.function(s.file.name, s.function, s.file.pkg, line)
	}
	declared := ""
	if len(around) > 0 {
		declared = around[len(around)-1].name
	}
	for _, n := range around {
		if n.generic && n.at == s.position {
			return nil
		}
		if fn := p.choose(p.at[place{s.file.name, n.at}], declared); fn != nil {
			return fn
		}
		if n.name != "" {
			return p.function(s.file.name, n.name, s.file.pkg, n.at.line)
		}
	}
	// Outside of functions, code is that of the package's variables.
	return p.function(s.file.name, "init", s.file.pkg, s.line)
}

// choose returns the one of the functions at a place that code in it belongs
// to: the only one, or the one that stands for all instantiations. Wrappers
// have no code there, and a closure that was copied into another function
// than the declared one around it has the code of the original. It returns
// nil when there is none.
func (p *decisions) choose(at []*function, declared string) *function {
	var found []*function
	for _, fn := range at {
		if !isWrapper(fn.bare) && (declared == "" || within(generic(fn.bare), declared)) {
			found = append(found, fn)
		}
	}
	if len(found) == 0 {
		return nil
	}
	first := found[0]
	if len(found) == 1 {
		return first
	}
	return p.function(first.File, generic(first.bare), first.Package, first.Line)
}

// inSource brings the compiler's words into the form that they have in the
// source of the file: without the file's own package.
func (p *decisions) inSource(f *file, text string) string {
	if p.pkg == f.pkg || p.pkg == "" {
		return text
	}
	return unqualify(text, f.clause)
}

// explain adds a line of the path by which a value escapes. The compiler
// prints a line for where the value flows and, below it, lines for the code
// that makes it flow there; together they are one step.
func (p *decisions) explain(s *saying, text string) {
	text = p.inSource(s.file, text)
	if flow, ok := strings.CutPrefix(text, "flow: "); ok {
		s.flow = append(s.flow, strings.TrimSuffix(flow, ":"))
		return
	}
	from, ok := strings.CutPrefix(text, "from ")
	if !ok || len(s.flow) == 0 {
		s.flow = append(s.flow, text)
		return
	}
	if i := strings.LastIndex(from, " at "); i >= 0 {
		if name, at, _, ok := cutPosition(from[i+len(" at "):] + ": "); ok {
			from = fmt.Sprintf("%s at %s:%d:%d", from[:i], p.files.source.place(name), at.line, at.column)
		}
	}
	last := &s.flow[len(s.flow)-1]
	if strings.Contains(*last, ": from ") {
		*last += ", from " + from
	} else {
		*last += ": from " + from
	}
}

// sorted returns the functions of which anything was said.
func (p *decisions) sorted() []results.Function {
	sorted := []results.Function{}
	for _, fn := range p.functions {
		if fn.Inline == nil && len(fn.Decisions) == 0 {
			continue
		}
		slices.SortStableFunc(fn.Decisions, func(a, b results.Decision) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
		sorted = append(sorted, fn.Function)
	}
	slices.SortFunc(sorted, func(a, b results.Function) int {
		return cmp.Or(
			cmp.Compare(a.Package, b.Package), cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line), cmp.Compare(a.Name, b.Name))
	})
	return sorted
}
