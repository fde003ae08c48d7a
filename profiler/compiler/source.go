package compiler

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// A Source says of which packages decisions are kept and where their code
// is. Paths of files and folders are relative to Root, with slashes, where
// they lie within, and absolute where they do not.
type Source struct {
	// Root is the absolute path of the module's root, in which the go
	// command ran.
	Root string

	// Packages maps the folders of the packages to their import paths.
	Packages map[string]string

	// ReadFile reads a file of these packages.
	ReadFile func(name string) ([]byte, error)
}

// place brings a file name of the compiler into the form of Source.
func (s Source) place(name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(s.Root, name)
	}
	rel, err := filepath.Rel(s.Root, name)
	if err != nil || !filepath.IsLocal(rel) {
		return filepath.ToSlash(name)
	}
	return filepath.ToSlash(rel)
}

// A position is a line and a column, both counted from 1, columns in bytes.
type position struct{ line, column int }

func (p position) before(q position) bool {
	return p.line < q.line || p.line == q.line && p.column < q.column
}

// A file is what is known of a source file.
type file struct {
	name string

	// pkg is the import path, with "_test" for an external test. clause is
	// the name in the package clause.
	pkg, clause string

	// nodes are the places that the compiler makes functions of, in the
	// order in which they begin.
	nodes []node
}

// A node is a place in the source that is, or can become, a function: a
// declaration, a literal, the body of a range over a function, or the call
// of a go or defer statement.
type node struct {
	// at is where the compiler says that the function is.
	at position

	// begin and end bound what belongs to it; end does not.
	begin, end position

	// name is the name of a declaration, empty for all others. generic says
	// that it has type parameters.
	name    string
	generic bool

	// literal says that it is a function literal. Of the others without a
	// name, only the compiler knows whether they are functions.
	literal bool
}

// files reads source files, each once.
type files struct {
	source Source
	read   map[string]*file
	errs   []error
}

// open returns the file that the compiler calls name, or nil when it is not
// of the packages that are kept. A file that does not exist is one that the
// toolchain generated.
func (s *files) open(name string) *file {
	name = s.source.place(name)
	if f, ok := s.read[name]; ok {
		return f
	}
	s.read[name] = nil
	pkg, ok := s.source.Packages[path.Dir(name)]
	if !ok {
		return nil
	}
	text, err := s.source.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var f *file
	if err == nil {
		f, err = parseFile(name, pkg, text)
	}
	if err != nil {
		s.errs = append(s.errs, fmt.Errorf("decisions in %s are left out: %w", name, err))
		return nil
	}
	s.read[name] = f
	return f
}

// parseFile finds the nodes of a file.
func parseFile(name, pkg string, text []byte) (*file, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	f := &file{name: name, pkg: pkg, clause: tree.Name.Name}
	if strings.HasSuffix(name, "_test.go") && strings.HasSuffix(f.clause, "_test") {
		f.pkg += "_test"
	}
	// Line directives name other files; the places here are of this one.
	at := func(p token.Pos) position {
		q := set.PositionFor(p, false)
		return position{q.Line, q.Column}
	}
	call := func(statement ast.Node, c *ast.CallExpr) {
		f.nodes = append(f.nodes, node{at: at(statement.Pos()), begin: at(c.Lparen), end: at(c.Lparen + 1)})
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			f.nodes = append(f.nodes, declaration(n, at))
		case *ast.FuncLit:
			f.nodes = append(f.nodes, node{at: at(n.Pos()), begin: at(n.Pos() + 1), end: at(n.End()), literal: true})
		case *ast.RangeStmt:
			f.nodes = append(f.nodes, node{at: at(n.Pos()), begin: at(n.Body.Pos()), end: at(n.End())})
		case *ast.GoStmt:
			call(n, n.Call)
		case *ast.DeferStmt:
			call(n, n.Call)
		}
		return true
	})
	return f, nil
}

// declaration makes a node of a declared function.
func declaration(d *ast.FuncDecl, at func(token.Pos) position) node {
	n := node{
		at:      at(d.Name.Pos()),
		begin:   at(d.Pos()),
		end:     at(d.End()),
		name:    d.Name.Name,
		generic: d.Type.TypeParams != nil,
	}
	if d.Recv == nil || len(d.Recv.List) == 0 {
		if n.generic {
			n.name += "[...]"
		}
		return n
	}
	n.at = at(d.Recv.Pos())
	pointer := false
	receiver := d.Recv.List[0].Type
	for {
		switch t := receiver.(type) {
		case *ast.ParenExpr:
			receiver = t.X
			continue
		case *ast.StarExpr:
			pointer, receiver = true, t.X
			continue
		case *ast.IndexExpr:
			n.generic, receiver = true, t.X
			continue
		case *ast.IndexListExpr:
			n.generic, receiver = true, t.X
			continue
		}
		break
	}
	name := ""
	if id, ok := receiver.(*ast.Ident); ok {
		name = id.Name
	}
	if n.generic {
		name += "[...]"
	}
	if pointer {
		name = "(*" + name + ")"
	}
	n.name = name + "." + d.Name.Name
	return n
}

// around returns the nodes that a position belongs to, the innermost first.
func (f *file) around(p position) []node {
	var found []node
	for _, n := range f.nodes {
		if !p.before(n.begin) && p.before(n.end) {
			found = append([]node{n}, found...)
		}
	}
	return found
}
