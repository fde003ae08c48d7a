package causes

import (
	"bufio"
	"io"
	"os"
	"testing"
)

const lines = 16

var line = []byte("a line of a log that nobody will ever read again\n")

// null opens the file that swallows everything.
func null(b *testing.B) *os.File {
	f, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.Close() })
	return f
}

func syscallWithout(b *testing.B) {
	w := bufio.NewWriter(null(b))
	for b.Loop() {
		if err := writeLines(w); err != nil {
			b.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			b.Fatal(err)
		}
	}
}

// Each line goes to the operating system by itself.
func syscallWith(b *testing.B) {
	f := null(b)
	for b.Loop() {
		if err := writeLines(f); err != nil {
			b.Fatal(err)
		}
	}
}

func writeLines(w io.Writer) error {
	for range lines {
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}
