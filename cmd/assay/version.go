package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

var versionCommand = command{
	name:  "version",
	short: "print the version of assay",
	long: `
Version prints the version of assay, of the Go that built it, and the platform.

Example:

  assay version`,
	run: func(_ context.Context, flags *flag.FlagSet, args []string, stdout, _ io.Writer) error {
		if _, err := parse(flags, args); err != nil {
			return err
		}
		_, err := fmt.Fprintf(stdout, "assay %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
		return err
	},
}

// version is the module's version as the go command recorded it: a tag where
// assay was installed, "(devel)" where it was built in its own tree.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
