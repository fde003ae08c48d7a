package report

import (
	"strings"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/assay-bench/assay/report/symbol"
)

// A compilerIndex finds what the compiler said of a function in one build.
type compilerIndex struct {
	// byName is by the whole name, byGeneric the first of each generic
	// function.
	byName, byGeneric map[string]*results.Function
}

// compilerOf is what the compiler said of a build.
func (b *builder) compilerOf(build string) compilerIndex {
	if index, ok := b.compilers[build]; ok {
		return index
	}
	index := compilerIndex{map[string]*results.Function{}, map[string]*results.Function{}}
	for i := range b.in.Compilers {
		if b.in.Compilers[i].Build != build {
			continue
		}
		for j := range b.in.Compilers[i].Functions {
			f := &b.in.Compilers[i].Functions[j]
			if index.byName[f.Name] == nil {
				index.byName[f.Name] = f
			}
			if name := symbol.Generic(f.Name); index.byGeneric[name] == nil {
				index.byGeneric[name] = f
			}
		}
	}
	b.compilers[build] = index
	return index
}

// find returns all that was said of a function: of itself, and of the generic
// function that it is an instantiation of. A profile that lost the type
// arguments matches the first instantiation.
func (c compilerIndex) find(function string) []*results.Function {
	var list []*results.Function
	if f := c.byName[function]; f != nil {
		list = append(list, f)
	}
	name := symbol.Generic(function)
	if name == function {
		if f := c.byGeneric[name]; f != nil && len(list) == 0 {
			list = append(list, f)
		}
	} else if f := c.byName[name]; f != nil {
		list = append(list, f)
	}
	return list
}

// decisions lists what the compiler decided in the code that each arm ran,
// and did not decide in the code that the baseline ran.
func (b *builder) decisions() []ArmDecisions {
	list := []ArmDecisions{}
	for _, p := range b.cpu {
		known := map[decisionKey]bool{}
		if reference := b.reference(p); reference != nil && reference != p {
			for _, f := range b.spokenOf(reference) {
				for _, d := range f.Decisions {
					known[keyOf(d)] = true
				}
			}
		}
		arm := ArmDecisions{Arm: p.file.Arm, Build: p.file.Build, Functions: []FunctionDecisions{}}
		for _, f := range b.spokenOf(p) {
			entry := FunctionDecisions{Function: f.Name, File: f.File, Line: f.Line, Inline: inlineText(f.Inline)}
			for _, d := range f.Decisions {
				if !known[keyOf(d)] {
					entry.Decisions = append(entry.Decisions, d)
				}
			}
			arm.Functions = append(arm.Functions, entry)
		}
		list = append(list, arm)
	}
	return list
}

// spokenOf lists the functions of the module that a profile saw run, inlined
// ones included, and of which the compiler said something, hottest first.
// What it said of an instantiation and of its generic function are two
// entries.
func (b *builder) spokenOf(p *cpuProfile) []*results.Function {
	compiler := b.compilerOf(p.file.Build)
	var list []*results.Function
	listed := map[*results.Function]bool{}
	for _, f := range p.hottest(func(f *profiled) bool { return f.cum > 0 && b.inModule(f.name) }) {
		for _, said := range compiler.find(f.name) {
			if !listed[said] {
				listed[said] = true
				list = append(list, said)
			}
		}
	}
	return list
}

// A decisionKey is what makes two decisions the same, wherever they stand.
type decisionKey struct {
	kind results.DecisionKind
	text string
}

func keyOf(d results.Decision) decisionKey {
	text := strings.Join(strings.Fields(d.Text), " ")
	if d.Kind == results.InlinedCall || strings.Contains(text, "go.shape.") {
		text = symbol.Generic(text)
	}
	return decisionKey{d.Kind, text}
}
