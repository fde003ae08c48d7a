package host

import (
	"maps"
	"testing/fstest"
)

// with makes a machine of files and changes to them, each a name and what the
// file holds; nothing takes it away.
func with(base map[string]string, changes ...string) files {
	all := maps.Clone(base)
	if all == nil {
		all = map[string]string{}
	}
	for i := 0; i < len(changes); i += 2 {
		if all[changes[i]] = changes[i+1]; changes[i+1] == "" {
			delete(all, changes[i])
		}
	}
	system := fstest.MapFS{}
	for name, text := range all {
		system[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files{system}
}
