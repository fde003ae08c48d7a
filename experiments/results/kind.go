package results

// Kind is a kind of profile, named as its file without the extension.
type Kind string

// The kinds of profiles.
const (
	CPU    Kind = "cpu"
	Allocs Kind = "allocs"
	Mutex  Kind = "mutex"
	Block  Kind = "block"
	Wall   Kind = "wall"
	Trace  Kind = "trace"
)

// Kinds lists all kinds, in the order in which they are taken.
var Kinds = []Kind{CPU, Allocs, Mutex, Block, Wall, Trace}

// IsPprof reports whether go tool pprof reads the kind.
func (k Kind) IsPprof() bool { return k != Trace }

// FileName is the name of the file that holds a profile of this kind.
func (k Kind) FileName() string {
	if k.IsPprof() {
		return string(k) + ".pprof"
	}
	return string(k) + ".out"
}
