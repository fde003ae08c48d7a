package debounce_test

import (
	"fmt"
	"log"
	"time"

	"github.com/assay-bench/assay/variants/debounce"
)

// A search field that asks for results once its user stops typing.
func ExampleTicks() {
	results := make(chan string)
	search := func(query string) { results <- "results for " + query }
	field, err := debounce.NewTicks(200*time.Millisecond, search)
	if err != nil {
		log.Fatal(err)
	}
	defer field.Close()

	for _, query := range []string{"d", "de", "deb", "debounce"} {
		field.Send(query)
	}
	fmt.Println(<-results)
	// Output: results for debounce
}
