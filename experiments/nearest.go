package experiments

import (
	"fmt"
	"reflect"
	"strings"
)

// nearest returns the candidate that takes the fewest edits to get to from
// word, or "" when none is near enough to have been meant.
func nearest(word string, candidates []string) string {
	best, fewest := "", 1+max(2, len(word)/3)
	for _, candidate := range candidates {
		if n := edits(strings.ToLower(word), strings.ToLower(candidate)); n < fewest {
			best, fewest = candidate, n
		}
	}
	return best
}

// didYouMean is the end of an error about an unknown name: the nearest one,
// or all of them where none is near.
func didYouMean(word string, candidates []string) string {
	if near := nearest(word, candidates); near != "" {
		return fmt.Sprintf(", did you mean %q?", near)
	}
	if len(candidates) == 0 {
		return ""
	}
	return "; there are " + strings.Join(candidates, ", ")
}

// edits is the Levenshtein distance of two strings in bytes.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substitute := diagonal
			if a[i] != b[j] {
				substitute++
			}
			diagonal = row[j+1]
			row[j+1] = min(substitute, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// keys lists every key that an experiment.yaml may have, at any depth.
func keys() []string {
	var list []string
	var walk func(t reflect.Type)
	walk = func(t reflect.Type) {
		for t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct {
			return
		}
		for field := range t.Fields() {
			if key := field.Tag.Get("yaml"); key != "" && key != "-" {
				list = append(list, key)
				walk(field.Type)
			}
		}
	}
	walk(reflect.TypeFor[Experiment]())
	return list
}
