package explain

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "write docs/findings-rules.md anew")

// TestDocs holds docs/findings-rules.md against the comments of this package,
// of which it is made.
func TestDocs(t *testing.T) {
	about, rules := readComments(t)
	var names []string
	for name := range rules {
		names = append(names, name)
	}
	slices.Sort(names)
	var listed []string
	for _, r := range Rules {
		listed = append(listed, r.Name)
	}
	if !slices.Equal(names, listed) {
		t.Errorf("the package has the rules\n%q\nand Rules lists\n%q", names, listed)
	}

	var got bytes.Buffer
	fmt.Fprintf(&got, "# The rules of findings\n\n")
	fmt.Fprintf(&got, "Made of the comments in report/explain: go test ./report/explain -update\n\n")
	got.Write(markdown(about))
	for _, name := range names {
		if rules[name] == "" {
			t.Errorf("rule %s has no comment", name)
		}
		fmt.Fprintf(&got, "\n## %s\n\n%s", name, markdown(rules[name]))
	}

	file := filepath.Join("..", "..", "docs", "findings-rules.md")
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// Git may check files out with the line ends of Windows.
	want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s is not what the comments say; run the test with -update", file)
	}
}

// readComments returns the comment of the package, and those of the variables
// of type Rule by the names of the rules.
func readComments(t *testing.T) (about string, rules map[string]string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	rules = map[string]string{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if file.Doc != nil {
			about = file.Doc.Text()
		}
		for _, declared := range file.Decls {
			d, ok := declared.(*ast.GenDecl)
			if !ok || d.Tok != token.VAR {
				continue
			}
			for _, spec := range d.Specs {
				v := spec.(*ast.ValueSpec)
				if slug := ruleName(v); slug != "" {
					rules[slug] = withoutName(d.Doc.Text(), v.Names[0].Name)
				}
			}
		}
	}
	return about, rules
}

// ruleName is the name of the rule that a variable holds; empty where it is
// not of type Rule.
func ruleName(v *ast.ValueSpec) string {
	if len(v.Names) != 1 || len(v.Values) != 1 {
		return ""
	}
	literal, ok := v.Values[0].(*ast.CompositeLit)
	if !ok {
		return ""
	}
	if of, ok := literal.Type.(*ast.Ident); !ok || of.Name != "Rule" {
		return ""
	}
	for _, e := range literal.Elts {
		field, ok := e.(*ast.KeyValueExpr)
		if !ok || field.Key.(*ast.Ident).Name != "Name" {
			continue
		}
		if value, ok := field.Value.(*ast.BasicLit); ok {
			if name, err := strconv.Unquote(value.Value); err == nil {
				return name
			}
		}
	}
	return ""
}

// withoutName takes the variable's name off the beginning of its comment.
func withoutName(text, name string) string {
	rest, ok := strings.CutPrefix(text, name+" ")
	if !ok {
		return text
	}
	first, size := utf8.DecodeRuneInString(rest)
	return string(unicode.ToUpper(first)) + rest[size:]
}

// markdown writes a comment as Markdown.
func markdown(text string) []byte {
	var p comment.Parser
	return new(comment.Printer).Markdown(p.Parse(text))
}
