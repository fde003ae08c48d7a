package experiments

import "regexp"

// quoteMeta quotes a part of a benchmark's name for -test.bench. The testing
// package splits the pattern at slashes before it compiles the parts and has
// already replaced spaces by underscores in names.
func quoteMeta(part string) string { return regexp.QuoteMeta(part) }
