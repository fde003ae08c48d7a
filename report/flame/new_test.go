package flame

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
)

// TestNew: roots first, inlined frames kept, functions that have one name are
// one, children in the order of their names.
func TestNew(t *testing.T) {
	b := newBuilder()
	b.add(30, "m.leaf", "m.f", "m.main")
	b.add(20, "m.f", "m.main")
	b.add(10, "m.inner|m.middle|m.outer", "m.main") // one location: inner and middle are inlined
	b.add(40, "m.b", "m.root<script>")
	b.add(50, "m.a", "m.root<script>")
	b.add(5, "m.middle", "m.outer", "m.main") // not inlined here
	b.add(7, "", "m.main")                    // an address without a name
	b.add(8)                                  // no stack at all
	root, err := New(b.profile, 10, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := `
all 17
  m.main 7.2
    m.f 5
      m.leaf 3
    m.outer 1.5
      m.middle 1.5
        m.inner 1
    unknown 0.7
  m.root<script> 9
    m.a 5
    m.b 4
  unknown 0.8
`
	if got := "\n" + indented(root, ""); got != want {
		t.Errorf("the tree is:%s\nwant:%s", got, want)
	}
}

// TestShare: what is left out stays in the node above.
func TestShare(t *testing.T) {
	b := newBuilder()
	b.add(60, "m.f", "m.main")
	b.add(5, "m.small", "m.f", "m.main")
	b.add(4, "m.tiny", "m.small", "m.f", "m.main")
	b.add(1, "m.tiny", "m.main")
	b.add(30, "m.g")
	for share, want := range map[float64]string{
		0:    "all 100\n  m.g 30\n  m.main 70\n    m.f 69\n      m.small 9\n        m.tiny 4\n    m.tiny 1\n",
		0.05: "all 100\n  m.g 30\n  m.main 70\n    m.f 69\n      m.small 9\n",
		0.3:  "all 100\n  m.g 30\n  m.main 70\n    m.f 69\n", // what has just the share stays
		0.5:  "all 100\n  m.main 70\n    m.f 69\n",
		2:    "all 100\n",
	} {
		root, err := New(b.profile, 1, share)
		if err != nil {
			t.Fatal(err)
		}
		if got := indented(root, ""); got != want {
			t.Errorf("with a share of %v:\n%swant:\n%s", share, got, want)
		}
	}
}

// TestAnyStacks compares the tree with the values of all paths, counted one by
// one, for stacks that repeat, recurse and have nothing in common.
func TestAnyStacks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	b := newBuilder()
	paths := map[string]float64{}
	for range 2000 {
		value := int64(random.IntN(5))
		var stack []string
		for range random.IntN(6) {
			stack = append(stack, strings.Repeat("m.i|", random.IntN(2))+"m."+string(rune('a'+random.IntN(4))))
		}
		b.add(value, stack...)
		if value == 0 {
			continue
		}
		if len(stack) == 0 {
			stack = []string{"unknown"}
		}
		path := "all"
		paths[path] += float64(value)
		for _, location := range slices.Backward(stack) {
			for _, function := range slices.Backward(strings.Split(location, "|")) {
				path += ";" + function
				paths[path] += float64(value)
			}
		}
	}
	root, err := New(b.profile, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	var walk func(n *Node, path string)
	walk = func(n *Node, path string) {
		path += n.Name
		if _, twice := got[path]; twice {
			t.Errorf("%s is there twice", path)
		}
		got[path] = n.Value
		if !slices.IsSortedFunc(n.Children, func(x, y *Node) int { return strings.Compare(x.Name, y.Name) }) {
			t.Errorf("the children of %s are not in order", path)
		}
		for _, child := range n.Children {
			walk(child, path+";")
		}
	}
	walk(root, "")
	if !maps.Equal(got, paths) {
		t.Errorf("the tree has %d paths, want %d with the same values", len(got), len(paths))
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		name       string
		operations float64
		spoil      func(*profile.Profile)
		want       string
	}{
		{"no operations", 0, func(*profile.Profile) {}, "of 0 operations"},
		{"operations that are no number", math.NaN(), func(*profile.Profile) {}, "of NaN operations"},
		{"a sum beyond numbers", 1e-300, func(p *profile.Profile) { p.Sample[0].Value[1] = math.MaxInt64 }, "too large"},
		{"no types", 1, func(p *profile.Profile) { p.SampleType = nil }, "no nanoseconds"},
		{"no time", 1, func(p *profile.Profile) { p.SampleType[1].Unit = "bytes" }, "no nanoseconds"},
		{"a negative sample", 1, func(p *profile.Profile) { p.Sample[0].Value[1] = -1 }, "sample 1 of the profile is negative"},
		{"values that are missing", 1, func(p *profile.Profile) { p.Sample[0].Value = nil }, "contradicts itself"},
		{"no location", 1, func(p *profile.Profile) { p.Sample[0].Location[0] = nil }, "contradicts itself"},
	} {
		b := newBuilder()
		b.add(10, "m.f", "m.main")
		test.spoil(b.profile)
		if root, err := New(b.profile, test.operations, 0); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v and error %v, want one that says %q", test.name, root, err, test.want)
		}
	}
	root, err := New(newBuilder().profile, 1, 0)
	if err != nil || root.Value != 0 || len(root.Children) != 0 {
		t.Errorf("no samples: %v, %v, want a root and nothing else", root, err)
	}
}

// FuzzNew: whatever parses as a profile makes a tree that can be written, or
// an error.
func FuzzNew(f *testing.F) {
	b := newBuilder()
	b.add(10, "m.inner|m.f", "m.main")
	b.add(10, "")
	var data bytes.Buffer
	if err := b.profile.WriteUncompressed(&data); err != nil {
		f.Fatal(err)
	}
	f.Add(data.Bytes(), 2.0)
	f.Fuzz(func(t *testing.T, data []byte, operations float64) {
		raw, err := profile.ParseUncompressed(data)
		if err != nil {
			return
		}
		root, err := New(raw, operations, 0.002)
		if err != nil {
			return
		}
		if _, err := json.Marshal(root); err != nil {
			t.Error(err)
		}
	})
}

// BenchmarkNew makes a tree of stacks as they come from a profiler: 30
// locations deep, the outer ones in common, and some 90,000 nodes in all.
func BenchmarkNew(b *testing.B) {
	for _, samples := range []int{100_000, 1_000_000} {
		b.Run(fmt.Sprintf("samples=%d", samples), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			build := newBuilder()
			for range samples {
				stack := make([]string, 30)
				for i := range stack {
					options := 1
					if i < 10 { // the innermost ones
						options = 3
					}
					stack[i] = fmt.Sprintf("example.com/m/pkg%d.f%d", i, random.IntN(options))
				}
				build.add(10_000_000, stack...)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := New(build.profile, 1000, 0.002); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A builder makes CPU profiles of stacks.
type builder struct {
	profile   *profile.Profile
	locations map[string]*profile.Location
	functions map[string]*profile.Function
}

func newBuilder() *builder {
	return &builder{
		profile: &profile.Profile{SampleType: []*profile.ValueType{
			{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"},
		}},
		locations: map[string]*profile.Location{},
		functions: map[string]*profile.Function{},
	}
}

// add adds a sample of so many nanoseconds. Locations come innermost first.
// Bars separate functions of one location: those before are inlined into those
// behind.
func (b *builder) add(nanoseconds int64, locations ...string) {
	sample := &profile.Sample{Value: []int64{1, nanoseconds}}
	for _, name := range locations {
		sample.Location = append(sample.Location, b.location(name))
	}
	b.profile.Sample = append(b.profile.Sample, sample)
}

func (b *builder) location(name string) *profile.Location {
	l := b.locations[name]
	if l == nil {
		l = &profile.Location{ID: uint64(len(b.locations) + 1)}
		for function := range strings.SplitSeq(name, "|") {
			if function != "" {
				l.Line = append(l.Line, profile.Line{Function: b.function(function)})
			}
		}
		b.locations[name] = l
		b.profile.Location = append(b.profile.Location, l)
	}
	return l
}

func (b *builder) function(name string) *profile.Function {
	f := b.functions[name]
	if f == nil {
		f = &profile.Function{ID: uint64(len(b.functions) + 1), Name: name}
		b.functions[name] = f
		b.profile.Function = append(b.profile.Function, f)
	}
	return f
}

// indented is a tree as text, a line a node.
func indented(n *Node, indent string) string {
	text := fmt.Sprintf("%s%s %.6g\n", indent, n.Name, n.Value)
	for _, child := range n.Children {
		text += indented(child, indent+"  ")
	}
	return text
}
