package causes

import (
	"strings"
	"testing"
)

const readers = 4

// checksum is Adler's, without its last reduction.
func checksum(data []byte) int {
	a, b := 1, 0
	for _, c := range data {
		a += int(c)
		b += a
	}
	return b<<16 | a&0xffff
}

var message = []byte(strings.Repeat("a message that several readers want to be sure of ", 4))

func moreWorkWithout(b *testing.B) {
	for b.Loop() {
		sink += readOnce(message)
	}
}

func readOnce(data []byte) int {
	accepted, sum := 0, checksum(data)
	for reader := range readers {
		accepted += sum ^ reader
	}
	return accepted
}

// Each reader computes the checksum again.
func moreWorkWith(b *testing.B) {
	for b.Loop() {
		sink += readAgain(message)
	}
}

func readAgain(data []byte) int {
	accepted := 0
	for reader := range readers {
		accepted += checksum(data) ^ reader
	}
	return accepted
}
