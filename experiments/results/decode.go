package results

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"github.com/assay-bench/assay/experiments"
)

// A processDecoder decodes lines of cells.jsonl. A long run has a hundred
// thousand of them, and most of what they say is said again and again: cells,
// commands, and words are decoded once and shared between processes.
type processDecoder struct {
	cells map[string]experiments.Cell
	lists map[string][]string
	words map[string]string
}

func newProcessDecoder() *processDecoder {
	return &processDecoder{map[string]experiments.Cell{}, map[string][]string{}, map[string]string{}}
}

// decode does what json.Unmarshal does. Lines as Writer makes them take a tenth
// of its time; all others, such as those with escapes, are left to it.
func (d *processDecoder) decode(line []byte) (Process, error) {
	if p, ok := d.plain(line); ok {
		return p, nil
	}
	var p Process
	err := json.Unmarshal(line, &p)
	return p, err
}

// plain decodes a line of known keys and without blanks and escapes, which are
// those of a process that did not fail.
func (d *processDecoder) plain(line []byte) (p Process, ok bool) {
	rest, ok := bytes.CutPrefix(line, []byte{'{'})
	for ok {
		var key, value []byte
		if key, rest, ok = cutString(rest); !ok || len(rest) == 0 || rest[0] != ':' {
			return p, false
		}
		if value, rest, ok = cutValue(rest[1:]); !ok || !d.set(&p, key, value) {
			return p, false
		}
		if string(rest) == "}" {
			return p, true
		}
		rest, ok = bytes.CutPrefix(rest, []byte{','})
	}
	return p, false
}

// set sets one field to the JSON of its value.
func (d *processDecoder) set(p *Process, key, value []byte) bool {
	switch string(key) {
	case "process":
		return setInt(&p.Process, value)
	case "pass":
		return setWord(d, &p.Pass, value)
	case "round":
		return setInt(&p.Round, value)
	case "position":
		return setInt(&p.Position, value)
	case "cell":
		return isZero(p.Cell) && setShared(d.cells, &p.Cell, value)
	case "control":
		return setBool(&p.Control, value)
	case "layout":
		return setInt(&p.Layout, value)
	case "attempt":
		return setInt(&p.Attempt, value)
	case "disturbed":
		return setWord(d, &p.Disturbed, value)
	case "again":
		return setBool(&p.Again, value)
	case "warmUpNs":
		return setFloat(&p.WarmUp, value)
	case "command":
		return p.Command == nil && setShared(d.lists, &p.Command, value)
	case "env":
		return p.Env == nil && setShared(d.lists, &p.Env, value)
	case "binary":
		return setWord(d, &p.Binary, value)
	case "started":
		return p.Started.UnmarshalJSON(value) == nil
	case "wallNs":
		return setInt(&p.Wall, value)
	case "userNs":
		return setInt(&p.User, value)
	case "systemNs":
		return setInt(&p.System, value)
	case "maxRssBytes":
		return setInt(&p.MaxRSS, value)
	case "voluntarySwitches":
		return setInt(&p.Voluntary, value)
	case "involuntarySwitches":
		return setInt(&p.Involuntary, value)
	case "foreign":
		return setFloat(&p.Foreign, value)
	case "stolen":
		return setFloat(&p.Stolen, value)
	case "pressure":
		return setFloat(&p.Pressure, value)
	case "throttledNs":
		return setInt(&p.Throttled, value)
	case "clockSource":
		return setWord(d, &p.ClockSource, value)
	case "file":
		return setWord(d, &p.File, value)
	case "iterations":
		return setInt(&p.Iterations, value)
	case "values":
		return p.Values == nil && json.Unmarshal(value, &p.Values) == nil
	case "exit":
		return setInt(&p.Exit, value)
	}
	return false
}

// isZero reports whether nothing was decoded into a cell yet. What stands twice
// in a line would have to be merged.
func isZero(c experiments.Cell) bool {
	return c.Bench == "" && c.Arm == "" && c.Build == "" && c.Workload == nil
}

// setShared decodes an object or an array, each that is written alike once.
func setShared[T any](known map[string]T, to *T, value []byte) bool {
	if have, ok := known[string(value)]; ok {
		*to = have
		return true
	}
	if json.Unmarshal(value, to) != nil {
		return false
	}
	known[string(value)] = *to
	return true
}

func setWord[T ~string](d *processDecoder, to *T, value []byte) bool {
	text, rest, ok := cutString(value)
	if !ok || len(rest) > 0 {
		return false
	}
	word, known := d.words[string(text)]
	if !known {
		word = string(text)
		d.words[word] = word
	}
	*to = T(word)
	return true
}

func setBool(to *bool, value []byte) bool {
	*to = string(value) == "true"
	return *to || string(value) == "false"
}

func setInt[T int | int64 | time.Duration](to *T, value []byte) bool {
	if !isNumber(value) {
		return false
	}
	n, err := strconv.ParseInt(string(value), 10, 64)
	*to = T(n)
	return err == nil && int64(*to) == n
}

func setFloat(to *float64, value []byte) bool {
	if !isNumber(value) {
		return false
	}
	var err error
	*to, err = strconv.ParseFloat(string(value), 64)
	return err == nil
}

// isNumber reports whether JSON writes a number so; package strconv reads more.
func isNumber(value []byte) bool {
	return len(value) > 0 && (value[0] == '-' || '0' <= value[0] && value[0] <= '9') && json.Valid(value)
}

// cutString cuts a string without escapes off the front of JSON, and returns
// what is between the quotes.
func cutString(data []byte) (text, rest []byte, ok bool) {
	if len(data) == 0 || data[0] != '"' {
		return nil, nil, false
	}
	for i, c := range data[1:] {
		switch {
		case c == '"':
			return data[1 : 1+i], data[i+2:], true
		case c < ' ' || c > '~' || c == '\\':
			return nil, nil, false
		}
	}
	return nil, nil, false
}

// cutValue cuts a value off the front of JSON. Whether it is one, its decoder
// finds out.
func cutValue(data []byte) (value, rest []byte, ok bool) {
	depth, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted:
			if c == '\\' {
				i++
			}
			quoted = c != '"'
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			depth++
		case depth > 0 && (c == '}' || c == ']'):
			depth--
		case depth == 0 && (c == ',' || c == '}'):
			return data[:i], data[i:], true
		}
	}
	return nil, nil, false
}
