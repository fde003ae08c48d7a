package results

// Structs is the layout of the struct types in one binary that the functions
// of the module have to do with.
type Structs struct {
	Build string `json:"build"`

	// Binary is the first 16 hex digits of the SHA-256 of the binary.
	Binary string `json:"binary,omitempty"`

	// Types are in the order of their names.
	Types []Struct `json:"types"`
}

// A Struct is the layout of a struct type, in bytes.
type Struct struct {
	// Name is the type's name with its import path and type arguments.
	Name string `json:"name"`
	Size int64  `json:"size"`

	// Class is the size that the allocator rounds Size up to; zero where it
	// is larger than all size classes.
	Class int64 `json:"class,omitempty"`

	// Fields are in the order in which they lie. What is left between them
	// is padding.
	Fields []Field `json:"fields"`
}

// A Field is one field of a struct.
type Field struct {
	Name   string `json:"name"`
	Type   string `json:"type"`
	Offset int64  `json:"offset"`
	Size   int64  `json:"size"`
}
