package page

import (
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/assay-bench/assay/report"
)

// fileNames names the page of each experiment. A name that is not safe as the
// name of a file everywhere is made so, and no two are alike.
func fileNames(experiments []report.Experiment) []string {
	names := make([]string, len(experiments))
	taken := map[string]bool{"index": true, "assets": true}
	for i, x := range experiments {
		base := strings.Map(func(r rune) rune {
			switch {
			case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
				return r
			}
			return '-'
		}, x.Name)
		base = strings.Trim(base[:min(len(base), 80)], "-")
		if base == "" {
			base = "experiment"
		}
		name := base
		// Some file systems take upper and lower case for the same.
		for n := 2; taken[strings.ToLower(name)]; n++ {
			name = base + "-" + strconv.Itoa(n)
		}
		taken[strings.ToLower(name)] = true
		names[i] = name + ".html"
	}
	return names
}

// recordAddress is the address of the record's folder as a page in dir refers
// to it: relative where there is a way, such as "..".
func recordAddress(dir, record string) string {
	from, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	to, err := filepath.Abs(record)
	if err != nil {
		return ""
	}
	if rel, err := filepath.Rel(from, to); err == nil {
		return escapePath(filepath.ToSlash(rel))
	}
	// Another volume: there is no relative way.
	return "file:///" + escapePath(strings.TrimPrefix(filepath.ToSlash(to), "/"))
}

// fileAddress is the address of a file of the record, empty where the path
// would lead out of the record.
func fileAddress(record, path string) string {
	if record == "" || !filepath.IsLocal(filepath.FromSlash(path)) {
		return ""
	}
	return record + "/" + escapePath(path)
}

// escapePath escapes every part of a path with slashes. A drive's colon
// stays.
func escapePath(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if i == 0 && len(part) == 2 && part[1] == ':' {
			continue
		}
		parts[i] = url.PathEscape(part)
	}
	return strings.Join(parts, "/")
}
