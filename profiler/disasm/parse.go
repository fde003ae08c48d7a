package disasm

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
)

// Parse reads what go tool objdump prints, for amd64 or arm64, and returns a
// listing for each function, in the order of addresses. File is as it was
// when the binary was built; the listings have no samples and no source.
//
// It fails at the first line that it does not understand, and returns the
// functions before it.
func Parse(r io.Reader) ([]results.Listing, error) {
	var listings []results.Listing
	var code []string // in hexadecimal, of the instructions of the last listing
	end := func() {
		if len(listings) > 0 {
			finish(&listings[len(listings)-1], code)
		}
		code = nil
	}
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, readErr := lines.ReadString('\n')
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == "":
		case strings.HasPrefix(line, "TEXT "):
			end()
			name, file, ok := strings.Cut(strings.TrimPrefix(line, "TEXT "), "(SB) ")
			if !ok {
				return listings, fmt.Errorf("objdump line %d: no function in %q", n, line)
			}
			// Assembly that takes its arguments on the stack is marked in
			// the symbol, and not in profiles.
			name = strings.TrimSuffix(name, ".abi0")
			listings = append(listings, results.Listing{Function: name, File: file})
		case len(listings) == 0:
			return nil, fmt.Errorf("objdump line %d: no function before %q", n, line)
		default:
			instruction, hex, err := parseInstruction(line)
			if err != nil {
				return listings, fmt.Errorf("objdump line %d: %w", n, err)
			}
			last := &listings[len(listings)-1]
			last.Instructions = append(last.Instructions, instruction)
			code = append(code, hex)
		}
		if readErr == io.EOF {
			end()
			return listings, nil
		}
		if readErr != nil {
			return listings, fmt.Errorf("read the output of objdump: %w", readErr)
		}
	}
}

// parseInstruction reads a line such as
//
//	lib.go:45	0x52e8a1	f0480fc118	LOCK XADDQ BX, 0(AX)
//
// whose columns are padded with tabs.
func parseInstruction(line string) (i results.Instruction, code string, err error) {
	columns := strings.FieldsFunc(line, func(r rune) bool { return r == '\t' })
	if len(columns) != 4 {
		return i, "", fmt.Errorf("not an instruction: %q", line)
	}
	place, address, code, text := strings.TrimSpace(columns[0]), columns[1], columns[2], columns[3]
	// Padding has no place and shows as ":-1".
	if colon := strings.LastIndexByte(place, ':'); colon > 0 {
		i.File = place[:colon]
		if i.Line, err = strconv.Atoi(place[colon+1:]); err != nil {
			return i, "", fmt.Errorf("no line number in %q", place)
		}
	}
	i.Address, err = strconv.ParseUint(address, 0, 64)
	if err != nil {
		return i, "", fmt.Errorf("no address in %q", address)
	}
	i.Text = strings.TrimSpace(text)
	classify(&i, code)
	return i, code, nil
}

// finish takes off the padding behind a function, which belongs to it where
// symbols have no size, and measures what is left.
func finish(l *results.Listing, code []string) {
	n := len(l.Instructions)
	for n > 0 && isPadding(l.Instructions[n-1], code[n-1]) {
		n--
	}
	l.Instructions = l.Instructions[:n]
	if n > 0 {
		bytes := len(strings.ReplaceAll(code[n-1], " ", "")) / 2
		l.Size = int(l.Instructions[n-1].Address-l.Instructions[0].Address) + bytes
	}
}

func isPadding(i results.Instruction, code string) bool {
	return i.Text == "INT $0x3" || i.Text == "?" && strings.Trim(code, "0") == ""
}
