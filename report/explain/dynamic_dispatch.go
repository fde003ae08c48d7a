package explain

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/report/assembly"
	"github.com/assay-bench/assay/report/symbol"
)

// dynamicDispatch finds calls that More makes through a pointer, and Less makes
// directly or has inlined. They are calls of an interface's method, of a method
// of a type parameter through the dictionary of a generic function, or of a
// function value.
//
// It looks for indirect calls in loops or with samples around them. It accounts
// for what the functions that make the calls cost beyond what Less has in their
// place, and with them the functions that nobody calls directly and that have
// no loops, since those are what is called.
//
// It says nothing where Less makes as many such calls, or where the machine
// code of either arm is not recorded. It does not know which function a call
// reaches.
var dynamicDispatch = Rule{Name: "dynamic-dispatch", Find: findDynamicDispatch}

func findDynamicDispatch(s Side) []Finding {
	more, less := bodies(s, s.More), bodies(s, s.Less)
	// Arguments are put in place before a call, and taken up behind it.
	find := spotsOf(assembly.IndirectCall, 4, 2)
	c := contrast{more: weigh(more, find), less: weigh(less, find)}
	if len(less) == 0 || c.more.running <= c.less.running {
		return nil
	}
	functions := map[string]bool{}
	for f := range c.more.functions {
		functions[f] = true
	}
	called := calledIndirectly(more)
	for _, f := range called {
		functions[f.Function] = true
	}
	claims := s.inPlaceOf(functions)
	if !s.notable(s.Extra(claims)) {
		return nil
	}
	kind := dispatch(c.more.body, c.more.at)
	f := Finding{
		Mechanism: fmt.Sprintf("%s calls %s, where %s makes %s.",
			symbol.Short(c.more.body.Function), kind, s.Less.Name, c.fewer("no indirect call", "fewer indirect calls")),
		Place:  c.more.body.where(c.more.at),
		Claims: claims,
	}
	var e Evidence
	e.Agree(c.codeText(s, "indirect call", "indirect calls"))
	if s.notable(s.sampled(c.more.samples, c.less.samples)) {
		e.Agree(c.sampleText("the calls and what surrounds them"))
	} else if len(called) > 0 && called[0].Samples > 0 {
		e.Agree(fmt.Sprintf("CPU profile: %s of the samples lie in %s, which nothing calls directly",
			percent(called[0].Samples, s.More.CPU.Samples), symbol.Short(called[0].Function)))
	}
	e.Agree(inlinedText(s))
	e.Put(&f)
	return []Finding{f}
}

// calledIndirectly are the functions with samples that no other calls directly,
// those with the most samples first. Functions with loops are left out, whose
// time is their own, and those that make indirect calls, which are on the way.
func calledIndirectly(list []body) []body {
	direct := map[string]bool{}
	for i := range list {
		for _, in := range list[i].Instructions {
			if in.Target != list[i].Function {
				direct[in.Target] = true
			}
		}
	}
	var called []body
	for _, b := range list {
		if b.Samples > 0 && !direct[b.Function] && !b.has(assembly.Loop|assembly.IndirectCall) {
			called = append(called, b)
		}
	}
	return called
}

// selector is a call of a method in a line of source.
var selector = regexp.MustCompile(`\.\s*[\pL_][\pL\p{Nd}_]*(\[[^\]]*\])?\(`)

// firstMethod is where the pointers to methods begin in the table that an
// interface value has: behind two pointers and a hash, on 64-bit systems.
const firstMethod = 24

// dispatch says what an indirect call calls. The code of a function value is
// called with a pointer to the value in a register of its own, and so is a
// method that a generic function has from its dictionary. The method of an
// interface is read from a table.
func dispatch(b *body, call int) string {
	const value = "a function value"
	_, operand, _ := strings.Cut(b.Instructions[call].Text, " ")
	context := "DX"
	if strings.HasPrefix(operand, "(R") { // arm64
		operand, context = strings.Trim(operand, "()"), "R26"
	}
	const method = "a method of a type parameter through the dictionary"
	mnemonic, handed, _ := lastSet(b, call, context)
	if strings.Contains(handed, "..dict.") {
		return method
	}
	load, source, ok := lastSet(b, call, operand)
	number, rest, isMemory := strings.Cut(source, "(")
	if !ok || !isMemory || !strings.HasPrefix(load, "MOV") {
		return value
	}
	table := strings.TrimSuffix(rest, ")")
	if table == context || handed == table || !strings.HasPrefix(mnemonic, "MOV") && strings.Contains(handed, table) {
		if strings.Contains(b.Function, "go.shape.") && selector.MatchString(b.source(call)) {
			return method
		}
		return value
	}
	if offset, err := strconv.ParseInt(number, 0, 64); err == nil && offset >= firstMethod {
		return "a method through an interface"
	}
	return value
}

// nearby is how many instructions before a call its registers are set.
const nearby = 16

// lastSet is the mnemonic and the source of the instruction that last set a
// register before a call.
func lastSet(b *body, call int, register string) (mnemonic, source string, ok bool) {
	for i := call - 1; i >= max(0, call-nearby); i-- {
		if text, set := strings.CutSuffix(b.Instructions[i].Text, ", "+register); set {
			mnemonic, source, _ = strings.Cut(text, " ")
			return mnemonic, source, true
		}
	}
	return "", "", false
}
