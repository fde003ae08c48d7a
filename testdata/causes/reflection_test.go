package causes

import (
	"reflect"
	"testing"
)

const laidOut = 48

// A settings is something that programs like to read by its fields' names.
type settings struct {
	Width, Height, Depth, Margin, Padding, Columns, Rows, Indent int
}

func reflectionWithout(b *testing.B) {
	s := &settings{1, 2, 3, 4, 5, 6, 7, 8}
	for b.Loop() {
		sink += sumLines(s)
	}
}

// sumLines adds up the fields for each line that is laid out.
func sumLines(s *settings) int {
	sum := 0
	for line := range laidOut {
		sum += line ^ (s.Width + s.Height + s.Depth + s.Margin + s.Padding + s.Columns + s.Rows + s.Indent)
	}
	return sum
}

func reflectionWith(b *testing.B) {
	s := &settings{1, 2, 3, 4, 5, 6, 7, 8}
	for b.Loop() {
		sink += sumLinesReflected(s)
	}
}

func sumLinesReflected(s *settings) int {
	sum := 0
	for line := range laidOut {
		v, fields := reflect.ValueOf(s).Elem(), 0
		for i := range v.NumField() {
			fields += int(v.Field(i).Int())
		}
		sum += line ^ fields
	}
	return sum
}
