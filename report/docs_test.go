package report

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestDocs holds docs/json.md against the types: it has a section for each
// object, named by the path that leads to it, and in it a row for each field
// with its type, and nothing else.
func TestDocs(t *testing.T) {
	documented := readDocs(t)
	described := map[string][]string{}
	describe(described, "report", reflect.TypeFor[Report](), map[reflect.Type]bool{})

	for section, fields := range described {
		rows, ok := documented[section]
		if !ok {
			t.Errorf("docs/json.md has no section `%s`", section)
			continue
		}
		for _, field := range fields {
			if !slices.Contains(rows, field) {
				t.Errorf("docs/json.md, section `%s`, has no row that begins with %q", section, field)
			}
		}
		for _, row := range rows {
			if !slices.Contains(fields, row) {
				t.Errorf("docs/json.md, section `%s`, has a row %q that the types have not", section, row)
			}
		}
	}
	for section := range documented {
		if described[section] == nil {
			t.Errorf("docs/json.md has a section `%s` that the types have not", section)
		}
	}
}

var (
	docsHeading = regexp.MustCompile("^##+ `(.+)`$")
	docsRow     = regexp.MustCompile("^(\\| `.+?` \\| .+? \\|)")
)

// readDocs returns the rows of each section, without their descriptions.
func readDocs(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string][]string{}
	section := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if m := docsHeading.FindStringSubmatch(line); m != nil {
			section = m[1]
			documented[section] = []string{}
		} else if m := docsRow.FindStringSubmatch(line); m != nil {
			documented[section] = append(documented[section], m[1])
		}
	}
	return documented
}

// describe lists the fields of a struct and of those that it leads to. A type
// that occurs twice has one section.
func describe(into map[string][]string, path string, structure reflect.Type, seen map[reflect.Type]bool) {
	if seen[structure] {
		return
	}
	seen[structure] = true
	into[path] = []string{}
	for field := range structure.Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" || !field.IsExported() {
			continue
		}
		kind := jsonType(field.Type)
		if strings.HasPrefix(options, "omit") {
			kind += ", optional"
		}
		into[path] = append(into[path], "| `"+name+"` | "+kind+" |")

		below := strings.TrimPrefix(path+"."+name, "report.")
		element := field.Type
		switch element.Kind() {
		case reflect.Slice:
			element, below = element.Elem(), below+"[]"
		case reflect.Pointer:
			element = element.Elem()
		}
		if element.Kind() == reflect.Struct && element != reflect.TypeFor[time.Time]() {
			describe(into, below, element, seen)
		}
	}
}

// jsonType is what encoding/json makes of a type.
func jsonType(t reflect.Type) string {
	if t == reflect.TypeFor[time.Time]() {
		return "string"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return jsonType(t.Elem()) + " or null"
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Float64:
		return "number"
	case reflect.Slice, reflect.Array:
		return "array"
	case reflect.Map, reflect.Struct:
		return "object"
	}
	return "integer"
}
