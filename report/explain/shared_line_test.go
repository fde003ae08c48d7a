package explain

import (
	"strings"
	"testing"

	"github.com/assay-bench/assay/experiments/results"
)

func TestSharedLine(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(p *Pair)
		want   string // the beginning of what is found
	}{
		{"as recorded", func(*Pair) {}, "established: "},
		{"the layouts are not known", func(p *Pair) { p.Arm.Structs, p.Against.Structs = nil, nil }, "suspected: "},
		{"the types have other fields", func(p *Pair) {
			p.Against.Structs = []results.Struct{{
				Name: "example.com/pairs.other", Size: 136,
				Fields: []results.Field{{Name: "a", Type: "int", Size: 8}, {Name: "b", Type: "int", Offset: 128, Size: 8}},
			}}
		}, "suspected: "},
		{"one processor", func(p *Pair) { p.Procs = 1 }, ""},
		{"no two at once", func(p *Pair) { p.Arm.Values["ns/op"] = p.Arm.CPU.Total().Value }, ""},
		{"nobody knows", func(p *Pair) { p.Arm.Values = nil }, ""},
		{"little slower", func(p *Pair) { p.Arm.CPU.Operations *= 3.5 }, ""},
	} {
		p := recorded(t, "shared-line")
		test.change(p)
		text := told(findSharedLine(Side{p, p.Arm, p.Against}))
		if test.want == "" && text != "" || !strings.HasPrefix(text, test.want) {
			t.Errorf("%s: want %q, found %q", test.name, test.want, text)
		}
	}
}

func TestRoomier(t *testing.T) {
	fields := func(size int64, offsets ...int64) results.Struct {
		s := results.Struct{Size: size}
		for _, o := range offsets {
			s.Fields = append(s.Fields, results.Field{Name: "f", Type: "int", Offset: o, Size: 8})
		}
		return s
	}
	for _, test := range []struct {
		name    string
		t, than results.Struct
		want    bool
	}{
		{"fields apart", fields(136, 0, 128), fields(16, 0, 8), true},
		{"values apart", fields(64, 0), fields(8, 0), true},
		{"whole lines", fields(128, 0, 8), fields(72, 0, 8), true},
		{"the same", fields(16, 0, 8), fields(16, 0, 8), false},
		{"the other way round", fields(16, 0, 8), fields(136, 0, 128), false},
	} {
		if got := roomier(test.t, test.than); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}
