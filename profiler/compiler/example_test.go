package compiler_test

import (
	"fmt"
	"strings"

	"github.com/assay-bench/assay/profiler/compiler"
)

func ExampleParse() {
	const code = `package lib

func Last[E any](list []E) *E {
	last := list[len(list)-1]
	return &last
}
`
	const output = `# example.com/m/app
lib/lib.go:3:6: can inline lib.Last[go.shape.int] with cost 14 as: func(…) *go.shape.int { … }
lib/lib.go:4:2: lib.last escapes to heap in Last[go.shape.int]:
lib/lib.go:4:2:   flow: lib.~r0 ← &lib.last:
lib/lib.go:4:2:     from &lib.last (address-of) at lib/lib.go:5:9
lib/lib.go:4:2:     from return &lib.last (return) at lib/lib.go:5:2
lib/lib.go:4:2: moved to heap: lib.last
`
	functions, errs := compiler.Parse(strings.NewReader(output), compiler.Source{
		Root:     "/m",
		Packages: map[string]string{"lib": "example.com/m/lib"},
		ReadFile: func(string) ([]byte, error) { return []byte(code), nil },
	})
	for _, f := range functions {
		fmt.Printf("%s at %s:%d, can inline: %t\n", f.Name, f.File, f.Line, f.Inline.Can)
		for _, d := range f.Decisions {
			fmt.Println(d.Kind, d.Text)
			fmt.Println(strings.Join(d.Flow, "\n"))
		}
	}
	fmt.Println(len(errs), "errors")

	// Output:
	// example.com/m/lib.Last[go.shape.int] at lib/lib.go:3, can inline: true
	// moved last
	// ~r0 ← &last: from &last (address-of) at lib/lib.go:5:9, from return &last (return) at lib/lib.go:5:2
	// 0 errors
}
