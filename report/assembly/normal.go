package assembly

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assay-bench/assay/experiments/results"
)

// aliases are what functions are called when code is compared, longest name
// first. Two functions with one alias are taken for the same.
type aliases []struct{ name, alias string }

func (a aliases) with(name, alias string) aliases {
	if name == "" {
		return a
	}
	a = append(slices.Clip(a), struct{ name, alias string }{name, alias})
	slices.SortStableFunc(a, func(x, y struct{ name, alias string }) int { return cmp.Compare(len(y.name), len(x.name)) })
	return a
}

// What differs between two places of the same code:
var (
	// the distance to a variable that has no symbol,
	distance = regexp.MustCompile(`-?(0x)?[0-9a-f]+\(IP\)`)
	// the place within a symbol that stands for many, such as go:string.*,
	within = regexp.MustCompile(`\*\+[0-9]+\(SB\)`)
	// the number of a literal's variable,
	literal = regexp.MustCompile(`\.\.stmp_[0-9]+`)
	// and on arm64 the lower part of an address.
	lower = regexp.MustCompile(`\$-?[0-9]+|-?[0-9]+\(`)
)

// normal writes a function's instructions without what depends on where the
// code and its data lie, and with aliases for functions. Jumps say how many
// instructions they go on or back, or, unless that matters, nothing.
func normal(l results.Listing, called aliases, jumps bool) []string {
	index := make(map[uint64]int, len(l.Instructions))
	for i := range l.Instructions {
		index[l.Instructions[i].Address] = i
	}
	list := make([]string, len(l.Instructions))
	page := "" // the register that the last instruction put a page's address in
	for i := range l.Instructions {
		in := &l.Instructions[i]
		text := in.Text
		if to, ok := destination(l, i, index); ok {
			// A jump to the beginning may name the function, which may have
			// blanks in its name.
			text, _ = strings.CutSuffix(text, l.Function+"(SB)")
			text = withoutLast(text)
			if jumps {
				text += fmt.Sprintf("%+d", to-i)
			}
			list[i], page = text, ""
			continue
		}
		if in.Branch && !strings.HasSuffix(text, "(SB)") {
			text = withoutLast(text) // it leads out of the function
		}
		if strings.HasSuffix(text, ")") || strings.Contains(text, "),") {
			text = distance.ReplaceAllLiteralString(text, "(IP)")
			text = within.ReplaceAllLiteralString(text, "*(SB)")
			text = literal.ReplaceAllLiteralString(text, "..stmp_")
		}
		if strings.Contains(text, "(SB)") {
			for _, a := range called {
				text = rename(text, a.name, a.alias)
			}
		}
		switch {
		case strings.HasPrefix(text, "ADRP "):
			page = lastOperand(text)
			text = "ADRP " + page
		case page != "":
			if strings.Contains(text, page) {
				text = lower.ReplaceAllStringFunc(text, func(s string) string { return strings.TrimLeft(s, "$-0123456789") })
			}
			page = ""
		}
		list[i] = text
	}
	return list
}

// withoutLast is an instruction up to its last operand.
func withoutLast(text string) string {
	if blank := strings.LastIndexByte(text, ' '); blank >= 0 {
		return text[:blank+1]
	}
	return text
}

// rename replaces a function's name in an instruction, and in the names of
// what belongs to the function, such as its literals. It leaves names alone
// that only begin or end alike.
func rename(text, name, alias string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, name)
		if i < 0 {
			break
		}
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(name):])
		b.WriteString(text[:i])
		if partOfName(before) || partOfName(after) {
			b.WriteString(name)
		} else {
			b.WriteString(alias)
		}
		text = text[i+len(name):]
	}
	b.WriteString(text)
	return b.String()
}

// partOfName reports whether a letter goes on with a name. A dot does not: a
// literal's name goes on with one behind the name of its function.
func partOfName(r rune) bool {
	return r == '_' || r == '/' || unicode.IsLetter(r) || unicode.IsDigit(r)
}
