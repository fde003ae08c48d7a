package experiments

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// FileName is the name of the file that says what is asked.
const FileName = "experiment.yaml"

// An Error is something wrong in an experiment.yaml.
type Error struct {
	// File is as it was named to Read. Line and Column count from 1; both
	// are zero when the whole file is meant.
	File         string
	Line, Column int

	// Text says what is wrong and what to do.
	Text string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
}

// Read reads and checks an experiment.yaml. The name of the file is used in
// errors only; what the file leaves out is filled in as the fields of
// Experiment say. Unknown keys, impossible values and whatever contradicts
// itself give an *Error with the place.
func Read(r io.Reader, file string) (x *Experiment, err error) {
	// The YAML library panics on some malformed tags and anchors.
	defer func() {
		if p := recover(); p != nil {
			x, err = nil, &Error{File: file, Text: "is not YAML that can be read: look for stray !, & and * characters"}
		}
	}()
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	tree, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, located(file, err)
	}
	s := source{file: file, tree: tree}
	switch n := documents(tree); {
	case n == 0:
		return nil, &Error{File: file, Text: "is empty: it needs at least title, question, compare and baseline"}
	case n > 1:
		return nil, &Error{File: file, Text: "has several YAML documents: leave one"}
	}
	x = new(Experiment)
	if err := yaml.NewDecoder(strings.NewReader(string(data)), yaml.Strict()).Decode(x); err != nil {
		var place yaml.Error
		if !errors.As(err, &place) {
			// The one scalar that goccy converts with the standard
			// library, which does not know the place.
			return nil, s.at("$.timeout", "timeout: %v; write it as in 30s", err)
		}
		return nil, located(file, err)
	}
	if err := check(x, s); err != nil {
		return nil, err
	}
	fill(x)
	return x, nil
}

// documents counts the documents that say something.
func documents(tree *ast.File) int {
	n := 0
	for _, doc := range tree.Docs {
		if doc.Body != nil && doc.Body.Type() != ast.NullType {
			n++
		}
	}
	return n
}

// located turns an error of the YAML library into one of ours.
func located(file string, err error) error {
	e := &Error{File: file, Text: err.Error()}
	var place yaml.Error
	if !errors.As(err, &place) {
		return e
	}
	e.Text = place.GetMessage()
	if token := place.GetToken(); token != nil {
		e.Line, e.Column = token.Position.Line, token.Position.Column
	}
	var unknown *yaml.UnknownFieldError
	if errors.As(err, &unknown) && unknown.Token != nil {
		if near := nearest(unknown.Token.Value, keys()); near != "" {
			e.Text += fmt.Sprintf(", did you mean %q?", near)
		}
	}
	var mismatch *yaml.TypeError
	if errors.As(err, &mismatch) {
		e.Text = fmt.Sprintf("needs a %s here, not a %s", kindOf(mismatch.DstType.String()), kindOf(mismatch.SrcType.String()))
	}
	return e
}

// kindOf names a Go type as somebody who writes YAML knows it.
func kindOf(goType string) string {
	switch strings.TrimLeft(goType, "*") {
	case "float32", "float64", "int", "int64", "uint64":
		return "number"
	case "time.Duration":
		return "duration such as 30s"
	case "bool":
		return "true or false"
	case "string":
		return "text"
	}
	return goType
}

// source finds the place of a value in the file.
type source struct {
	file string
	tree *ast.File
}

// at returns an Error at the value that a YAML path such as "$.claims[0].arm"
// leads to, or at the nearest value above it that exists.
func (s source) at(path, format string, args ...any) error {
	e := &Error{File: s.file, Text: fmt.Sprintf(format, args...)}
	for p := path; p != "$" && p != ""; p = parent(p) {
		compiled, err := yaml.PathString(p)
		if err != nil {
			continue
		}
		node, err := compiled.FilterFile(s.tree)
		if err != nil || node == nil {
			continue
		}
		position := start(node).GetToken().Position
		e.Line, e.Column = position.Line, position.Column
		return e
	}
	return e
}

// start returns the part of a value that comes first in the file. The library
// places a mapping at its first colon.
func start(node ast.Node) ast.Node {
	switch node := node.(type) {
	case *ast.MappingNode:
		if !node.IsFlowStyle && len(node.Values) > 0 {
			return node.Values[0].Key
		}
	case *ast.MappingValueNode:
		return node.Key
	}
	return node
}

// parent cuts the last step off a YAML path.
func parent(path string) string {
	i := strings.LastIndexAny(path, ".[")
	if i < 0 {
		return ""
	}
	return path[:i]
}

// fill puts in what the file leaves out.
func fill(x *Experiment) {
	if len(x.Builds) == 0 {
		x.Builds = []Build{{Name: DefaultBuild}}
	}
	if len(x.Metrics) == 0 {
		x.Metrics = []Metric{{Unit: "ns/op", Better: "lower", Primary: true}}
	}
	if x.Timeout == 0 {
		x.Timeout = time.Minute
	}
	if x.Margin == 0 {
		x.Margin = 0.01
	}
	if x.MinOverlap == 0 {
		x.MinOverlap = 0.5
	}
}
