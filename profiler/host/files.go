package host

import (
	"io/fs"
	"os"
	"strings"
)

// files is a file system rooted at /, in which the kernel says things. What
// cannot be read is not there.
type files struct{ fs.FS }

// here are the files of this machine.
func here() files { return files{os.DirFS("/")} }

// text is a whole file.
func (f files) text(name string) string {
	data, err := fs.ReadFile(f.FS, name)
	if err != nil {
		return ""
	}
	return string(data)
}

// line is the first line of a file, without spaces around it.
func (f files) line(name string) string {
	l, _, _ := strings.Cut(f.text(name), "\n")
	return strings.TrimSpace(l)
}

// names are the names of what a folder holds.
func (f files) names(folder string) []string {
	entries, err := fs.ReadDir(f.FS, strings.TrimSuffix(folder, "/"))
	if err != nil {
		return nil
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// field returns the value of the first "key : value" line, and whether there
// is one.
func field(text, key string) (value string, found bool) {
	for l := range strings.Lines(text) {
		if k, v, ok := strings.Cut(l, ":"); ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v), true
		}
	}
	return "", false
}
