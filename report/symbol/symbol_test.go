package symbol

import "testing"

func TestNames(t *testing.T) {
	for _, test := range []struct{ function, pkg, name, generic, short string }{
		{"runtime.mallocgc", "runtime", "mallocgc", "runtime.mallocgc", "runtime.mallocgc"},
		{"aeshashbody", "aeshashbody", "", "aeshashbody", "aeshashbody"},
		{"example.com/m/lib.(*List[go.shape.int]).Push", "example.com/m/lib", "(*List[go.shape.int]).Push",
			"example.com/m/lib.(*List[...]).Push", "lib.(*List[go.shape.int]).Push"},
		{"m/lib.Map[go.shape.string,m/other.Value[int]].func1", "m/lib", "Map[go.shape.string,m/other.Value[int]].func1",
			"m/lib.Map[...].func1", "lib.Map[go.shape.string,other.Value[int]].func1"},
		{"gopkg.in/yaml%2ev3.Unmarshal", "gopkg.in/yaml%2ev3", "Unmarshal", "gopkg.in/yaml%2ev3.Unmarshal", "yaml%2ev3.Unmarshal"},
		{"internal/runtime/atomic.Load", "internal/runtime/atomic", "Load", "internal/runtime/atomic.Load", "atomic.Load"},
		{"example.com/m/lib.F[example.com/x.T[go.shape.int],go.shape.[]uint8].func1", "example.com/m/lib",
			"F[example.com/x.T[go.shape.int],go.shape.[]uint8].func1",
			"example.com/m/lib.F[...].func1", "lib.F[x.T[go.shape.int],go.shape.[]uint8].func1"},
		{"main.F[...]", "main", "F[...]", "main.F[...]", "main.F[...]"},
		{"a]b[", "a]b", "[", "a]b[...]", "a]b["},
		{"", "", "", "", ""},
	} {
		if got := Package(test.function); got != test.pkg {
			t.Errorf("the package of %q is %q, want %q", test.function, got, test.pkg)
		}
		if got := Name(test.function); got != test.name {
			t.Errorf("the name of %q is %q, want %q", test.function, got, test.name)
		}
		if got := Generic(test.function); got != test.generic {
			t.Errorf("the generic name of %q is %q, want %q", test.function, got, test.generic)
		}
		if got := Short(test.function); got != test.short {
			t.Errorf("%q is short for %q, want %q", got, test.function, test.short)
		}
	}
}
