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

// Prune is a copy without the nodes below n that have less than a share of its
// value. What they had stays in those above them, as if it were their own. A
// share is from 0 to 1.
func (n *Node) Prune(share float64) *Node { return n.prune(share * n.Value) }

func (n *Node) prune(least float64) *Node {
	kept := &Node{Name: n.Name, Value: n.Value}
	for _, child := range n.Children {
		if child.Value >= least {
			kept.Children = append(kept.Children, child.prune(least))
		}
	}
	return kept
}
