package flame

// A Node is a function as it was called by those above it.
type Node struct {
	// Name is the function's name as pprof shows it.
	Name string `json:"n"`

	// Value is nanoseconds per operation, with what it called.
	Value float64 `json:"v"`

	// Children are what it called, in the order of their names, so that two
	// trees can be laid side by side.
	Children []*Node `json:"c,omitempty"`
}

// grow adds the children of n, and theirs: what stacks called that have their
// first depth functions in common. The stacks are in order, so that those of
// each child follow one another. Children of less than least are left out.
func (n *Node) grow(stacks []stack, depth int, least float64, list []string) {
	for len(stacks) > 0 {
		if len(stacks[0].functions) == depth {
			stacks = stacks[1:] // it ends here, and is n's own
			continue
		}
		function := stacks[0].functions[depth]
		same, value := 0, 0.0
		for same < len(stacks) && stacks[same].functions[depth] == function {
			value += stacks[same].value
			same++
		}
		if value >= least {
			child := &Node{Name: list[function], Value: value}
			child.grow(stacks[:same], depth+1, least, list)
			n.Children = append(n.Children, child)
		}
		stacks = stacks[same:]
	}
}
