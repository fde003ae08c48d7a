package disasm

import (
	"fmt"
	"strconv"
)

// atomicText decodes the atomic instructions that arm64 has since version 8.1
// and that objdump prints as "?". They are what sync/atomic becomes, so a
// listing without them hides what it is read for. Code is one instruction
// word in hexadecimal.
func atomicText(code string) (string, bool) {
	if len(code) != 8 {
		return "", false
	}
	parsed, err := strconv.ParseUint(code, 16, 32)
	if err != nil {
		return "", false
	}
	word := uint32(parsed)
	field := func(low, bits uint) int { return int(word >> low & (1<<bits - 1)) }
	size := []string{"B", "H", "W", "D"}[field(30, 2)]
	source, base, target := register(field(16, 5)), field(5, 5), register(field(0, 5))
	address := register(base)
	if base == 31 {
		address = "RSP"
	}
	order := func(acquire, release int) string {
		return []string{"", "L", "A", "AL"}[acquire<<1|release]
	}

	switch {
	case word&0x3f200c00 == 0x38200000: // load, operate, store
		operation := field(12, 3)
		name := []string{"LDADD", "LDCLR", "LDEOR", "LDOR", "LDSMAX", "LDSMIN", "LDUMAX", "LDUMIN"}[operation]
		if field(15, 1) == 1 {
			if operation != 0 {
				return "", false
			}
			name = "SWP"
		}
		name += order(field(23, 1), field(22, 1)) + size
		return fmt.Sprintf("%s %s, (%s), %s", name, source, address, target), true
	case word&0x3fa07c00 == 0x08a07c00: // compare and swap
		name := "CAS" + order(field(22, 1), field(15, 1)) + size
		return fmt.Sprintf("%s %s, (%s), %s", name, source, address, target), true
	}
	return "", false
}

func register(n int) string {
	if n == 31 {
		return "ZR"
	}
	return "R" + strconv.Itoa(n)
}
