package results

import (
	"bufio"
	"bytes"
	"io"
	"slices"
)

// A lineReader reads benchmark lines as benchfmt should see them. Comments that
// hold what benchstat must not see become configuration. The number of lines
// stays as it was, and so do positions in problems. A last line without an end,
// in which a run was killed, is left out.
type lineReader struct {
	from *bufio.Reader

	// rest is what is not yet handed out of the current line, lines counts
	// those that were read whole.
	rest  []byte
	lines int

	// torn is set when the last line was left out.
	torn bool
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{from: bufio.NewReaderSize(r, 64<<10)}
}

func (l *lineReader) Read(p []byte) (int, error) {
	total := 0
	for total < len(p) {
		if len(l.rest) == 0 {
			if total > 0 && l.from.Buffered() == 0 {
				break // hand out what there is before waiting for more
			}
			if err := l.next(); err != nil {
				if total > 0 {
					break // it comes again
				}
				return 0, err
			}
		}
		n := copy(p[total:], l.rest)
		l.rest = l.rest[n:]
		total += n
	}
	return total, nil
}

// next reads a line.
func (l *lineReader) next() error {
	line, err := readLine(l.from)
	if err != nil {
		l.torn = l.torn || err == io.EOF && len(line) > 0
		return err
	}
	l.lines++
	l.rest = bytes.TrimPrefix(line, []byte("# "))
	return nil
}

// readLine returns the next line with its end, and with an error what there is
// before that. The line is good until the next one is read.
func readLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		return line, err
	}
	line = slices.Clone(line)
	end, err := r.ReadBytes('\n')
	return append(line, end...), err
}
