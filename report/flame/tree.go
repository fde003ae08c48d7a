package flame

import (
	"slices"
	"strings"

	"github.com/google/pprof/profile"
)

// A tree is Nodes in the making. Nodes and functions are numbers. The root is
// node 0, and a parent has a smaller number than its children.
type tree struct {
	// functions are the names of functions, numbers finds them.
	functions []string
	numbers   map[string]uint32

	// locations are the functions of a location, the outermost first.
	locations map[*profile.Location][]uint32

	// nodes are those of the tree, and children finds them.
	nodes    []node
	children map[edge]uint32

	// path is the stack that was added last, the outermost location first.
	path []step
}

// A node knows its parent and its function. Value is its own, without that of
// its children.
type node struct {
	parent, function uint32
	value            float64
}

// An edge leads from a node to the child that is a function.
type edge struct{ parent, function uint32 }

// A step is a location on a stack, and the node that it leads to.
type step struct {
	location *profile.Location
	node     uint32
}

func newTree() *tree {
	return &tree{
		functions: []string{"all"},
		numbers:   map[string]uint32{},
		locations: map[*profile.Location][]uint32{},
		nodes:     make([]node, 1),
		children:  map[edge]uint32{},
	}
}

// add adds a stack, the innermost location first. Stacks that follow one
// another have most of their outer locations in common. The way along these is
// not looked up again, which is what makes a large profile fast.
func (t *tree) add(stack []*profile.Location, value float64) {
	if len(stack) == 0 {
		stack = []*profile.Location{nil}
	}
	common := 0
	for common < min(len(stack), len(t.path)) && stack[len(stack)-1-common] == t.path[common].location {
		common++
	}
	t.path = t.path[:common]
	at := uint32(0)
	if common > 0 {
		at = t.path[common-1].node
	}
	for _, location := range slices.Backward(stack[:len(stack)-common]) {
		for _, function := range t.functionsOf(location) {
			at = t.child(at, function)
		}
		t.path = append(t.path, step{location, at})
	}
	t.nodes[at].value += value
}

// child is the node of a function that a node called.
func (t *tree) child(parent, function uint32) uint32 {
	e := edge{parent, function}
	n, known := t.children[e]
	if !known {
		n = uint32(len(t.nodes))
		t.children[e] = n
		t.nodes = append(t.nodes, node{parent: parent, function: function})
	}
	return n
}

// functionsOf are the functions of a location, one at least. A location has
// several where calls were inlined, the innermost first.
func (t *tree) functionsOf(l *profile.Location) []uint32 {
	if known, ok := t.locations[l]; ok {
		return known
	}
	var list []uint32
	if l != nil {
		for _, line := range slices.Backward(l.Line) {
			if line.Function != nil {
				list = append(list, t.number(line.Function.Name))
			}
		}
	}
	if len(list) == 0 {
		list = []uint32{t.number("")}
	}
	t.locations[l] = list
	return list
}

// number is the number of a function.
func (t *tree) number(name string) uint32 {
	if name == "" {
		name = "unknown"
	}
	n, known := t.numbers[name]
	if !known {
		n = uint32(len(t.functions))
		t.functions = append(t.functions, name)
		t.numbers[name] = n
	}
	return n
}

// root makes Nodes of the tree. All children lie in one slice, those of a node
// side by side.
func (t *tree) root() *Node {
	nodes := make([]Node, len(t.nodes))
	children := make([]int, len(t.nodes))
	for i, n := range slices.Backward(t.nodes) {
		nodes[i].Name = t.functions[n.function]
		nodes[i].Value += n.value
		if i > 0 {
			nodes[n.parent].Value += nodes[i].Value
			children[n.parent]++
		}
	}
	all := make([]*Node, len(nodes)-1)
	for i, n := range children {
		if n > 0 {
			nodes[i].Children, all = all[:0:n], all[n:]
		}
	}
	for _, i := range t.byName() {
		parent := &nodes[t.nodes[i].parent]
		parent.Children = append(parent.Children, &nodes[i])
	}
	return &nodes[0]
}

// byName is all nodes but the root, in the order of their names.
func (t *tree) byName() []uint32 {
	functions := make([]uint32, len(t.functions))
	for i := range functions {
		functions[i] = uint32(i)
	}
	slices.SortFunc(functions, func(a, b uint32) int { return strings.Compare(t.functions[a], t.functions[b]) })

	// Nodes are sorted by counting those of each function.
	next := make([]int, len(t.functions))
	for _, n := range t.nodes[1:] {
		next[n.function]++
	}
	at := 0
	for _, f := range functions {
		next[f], at = at, at+next[f]
	}
	list := make([]uint32, len(t.nodes)-1)
	for i, n := range t.nodes[1:] {
		list[next[n.function]] = uint32(i + 1)
		next[n.function]++
	}
	return list
}
