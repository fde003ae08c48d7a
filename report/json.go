package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// WriteJSON writes all of a report: the report and each experiment a field a
// line, and of their lists an element a line. docs/json.md describes every
// field. A report may have a hundred thousand elements, and is written as it
// is encoded; when it cannot be, what is written is torn.
func WriteJSON(w io.Writer, r *Report) error {
	j := &jsonWriter{out: bufio.NewWriterSize(w, 64<<10)}
	j.encoder = json.NewEncoder(&j.element)
	if err := j.object("", reflect.ValueOf(*r)); err != nil {
		return fmt.Errorf("encode the report: %w", err)
	}
	j.out.WriteByte('\n')
	return j.out.Flush()
}

// A jsonWriter writes values as package encoding/json does, with line breaks
// of its own. Errors of the writer below come up when it is flushed.
type jsonWriter struct {
	out *bufio.Writer

	// encoder writes into element, which is one value.
	encoder *json.Encoder
	element bytes.Buffer
}

// object writes a struct, a field a line. indent is that of its own line.
func (j *jsonWriter) object(indent string, v reflect.Value) error {
	j.out.WriteByte('{')
	written := 0
	for i := range v.NumField() {
		name, options, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		field := v.Field(i)
		if name == "-" {
			continue
		}
		if options == "omitempty" && (field.IsZero() || field.Kind() == reflect.Slice && field.Len() == 0) {
			continue
		}
		if written++; written > 1 {
			j.out.WriteByte(',')
		}
		fmt.Fprintf(j.out, "\n%s  %q: ", indent, name)
		if err := j.field(indent+"  ", field); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	j.out.WriteString("\n" + indent + "}")
	return nil
}

// field writes a list of structs an element a line, and all else in one.
func (j *jsonWriter) field(indent string, v reflect.Value) error {
	if v.Kind() != reflect.Slice || v.Type().Elem().Kind() != reflect.Struct || v.Len() == 0 {
		return j.value(v)
	}
	j.out.WriteByte('[')
	for i := range v.Len() {
		if i > 0 {
			j.out.WriteByte(',')
		}
		j.out.WriteString("\n" + indent + "  ")
		write := j.value
		if v.Type().Elem() == reflect.TypeFor[Experiment]() {
			write = func(v reflect.Value) error { return j.object(indent+"  ", v) }
		}
		if err := write(v.Index(i)); err != nil {
			return err
		}
	}
	j.out.WriteString("\n" + indent + "]")
	return nil
}

// value writes any value in a line.
func (j *jsonWriter) value(v reflect.Value) error {
	j.element.Reset()
	if v.CanAddr() {
		v = v.Addr() // spares a copy
	}
	if err := j.encoder.Encode(v.Interface()); err != nil {
		return err
	}
	j.out.Write(bytes.TrimSuffix(j.element.Bytes(), []byte("\n")))
	return nil
}
