package structs

import (
	"cmp"
	"debug/dwarf"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/assay-bench/assay/experiments/results"
)

// goKind is the attribute by which the linker tells structs from what DWARF
// calls so too: strings, slices and interfaces. Its values are those of
// reflect.Kind.
const goKind dwarf.Attr = 0x2900

// Read returns the layouts of the struct types in a binary whose package keep
// reports true for, by its import path, in the order of their names. Fields
// whose type is such a struct too, or one without a name, are flattened: in
// their place stand the fields of it, as in "inner.count". Fields of other
// types, such as sync.Mutex, are one.
//
// A binary without DWARF has none. Names are as pprof shows them.
func Read(file string, keep func(pkg string) bool) ([]results.Struct, error) {
	data, err := open(file)
	if err != nil {
		return nil, fmt.Errorf("read the types of %s: %w", file, err)
	}
	if data == nil {
		return nil, nil
	}
	r := reader{data: data, kept: map[string]dwarf.Offset{}}
	if err := r.find(keep); err != nil {
		return nil, fmt.Errorf("read the types of %s: %w", file, err)
	}
	var list []results.Struct
	for name, at := range r.kept {
		s, err := r.layout(name, at)
		if err != nil {
			return nil, fmt.Errorf("read type %s of %s: %w", name, file, err)
		}
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b results.Struct) int { return cmp.Compare(a.Name, b.Name) })
	return list, nil
}

// open reads the DWARF of a binary of any of Go's systems; nil where it has
// none.
func open(file string) (*dwarf.Data, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if b, err := elf.NewFile(f); err == nil {
		if b.Section(".debug_info") == nil && b.Section(".zdebug_info") == nil {
			return nil, nil
		}
		return b.DWARF()
	}
	if b, err := macho.NewFile(f); err == nil {
		if b.Section("__debug_info") == nil && b.Section("__zdebug_info") == nil {
			return nil, nil
		}
		return b.DWARF()
	}
	if b, err := pe.NewFile(f); err == nil {
		if b.Section(".debug_info") == nil && b.Section(".zdebug_info") == nil {
			return nil, nil
		}
		return b.DWARF()
	}
	return nil, errors.New("it is no executable of a kind that is known")
}

// A reader reads types.
type reader struct {
	data *dwarf.Data

	// kept has where the types are that are kept, by their names.
	kept map[string]dwarf.Offset
}

// find finds the types that are kept.
func (r *reader) find(keep func(pkg string) bool) error {
	for entries := r.data.Reader(); ; {
		e, err := entries.Next()
		if err != nil {
			return err
		}
		if e == nil {
			return nil
		}
		if e.Tag != dwarf.TagStructType {
			continue
		}
		name, _ := e.Val(dwarf.AttrName).(string)
		kind, _ := e.Val(goKind).(int64)
		if kind == int64(reflect.Struct) && keep(Package(name)) {
			r.kept[name] = e.Offset
		}
	}
}

// layout is the layout of the struct at an offset.
func (r *reader) layout(name string, at dwarf.Offset) (results.Struct, error) {
	t, err := r.data.Type(at)
	if err != nil {
		return results.Struct{}, err
	}
	structure, ok := t.(*dwarf.StructType)
	if !ok {
		return results.Struct{}, fmt.Errorf("it is a %T", t)
	}
	s := results.Struct{Name: shown(name), Size: structure.ByteSize, Class: class(structure.ByteSize), Fields: []results.Field{}}
	for _, f := range structure.Field {
		inner := r.flattened(f.Type)
		if inner == nil {
			s.Fields = append(s.Fields, field(f.Name, f.ByteOffset, f))
			continue
		}
		for _, g := range inner.Field {
			s.Fields = append(s.Fields, field(f.Name+"."+g.Name, f.ByteOffset+g.ByteOffset, g))
		}
	}
	return s, nil
}

// flattened is the struct whose fields stand in the place of a field of type
// t; nil where the field is one.
func (r *reader) flattened(t dwarf.Type) *dwarf.StructType {
	name := ""
	if d, ok := t.(*dwarf.TypedefType); ok {
		t, name = d.Type, d.Name
	}
	s, ok := t.(*dwarf.StructType)
	if !ok || len(s.Field) == 0 {
		return nil
	}
	if _, kept := r.kept[name]; kept || name == "" && isUnnamed(s.StructName) {
		return s
	}
	return nil
}

// isUnnamed reports whether a name is that of a struct type without one.
func isUnnamed(name string) bool {
	return strings.HasPrefix(strings.TrimPrefix(name, "noalg."), "struct {")
}

// field makes a Field of f under another name and offset.
func field(name string, offset int64, f *dwarf.StructField) results.Field {
	return results.Field{Name: shown(name), Type: shown(typeName(f.Type)), Offset: offset, Size: max(0, f.Type.Size())}
}

// typeName is the name of a type in Go's terms.
func typeName(t dwarf.Type) string {
	switch t := t.(type) {
	case *dwarf.StructType:
		return t.StructName
	case *dwarf.ArrayType:
		return fmt.Sprintf("[%d]%s", t.Count, typeName(t.Type))
	case *dwarf.PtrType:
		if _, ok := t.Type.(*dwarf.VoidType); ok || t.Type == nil {
			return "unsafe.Pointer"
		}
		return "*" + typeName(t.Type)
	}
	return t.String()
}

// shown is a name as pprof shows it: the linker has "·" for the dot in the
// names of local types.
func shown(name string) string { return strings.ReplaceAll(name, "·", ".") }
