package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/assay-bench/assay/experiments"
)

var listCommand = command{
	name:  "list",
	usage: "[names or package patterns]",
	short: "list the experiments of this module",
	long: `
List prints the name and the title of every experiment of the module that the
working directory is in.

Examples:

  assay list
  assay list ./experiments/...`,
	run: func(_ context.Context, flags *flag.FlagSet, args []string, stdout, _ io.Writer) error {
		names, err := parse(flags, args)
		if err != nil {
			return err
		}
		_, list, err := load(names)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(stdout, 0, 8, 2, ' ', 0)
		for _, x := range list {
			fmt.Fprintf(table, "%s\t%s\n", x.Name, x.Title)
		}
		return table.Flush()
	},
}

// load returns the root of the module that the working directory is in and
// the experiments of it that are asked for.
func load(names []string) (root string, list []*experiments.Experiment, err error) {
	if root, err = experiments.ModuleRoot("."); err != nil {
		return "", nil, err
	}
	if wd, err := os.Getwd(); err == nil {
		// The names of experiments are compared with paths as the shell
		// has them, also below a symbolic link.
		if rel, err := filepath.Rel(wd, root); err == nil {
			root = filepath.Join(wd, rel)
		}
	}
	found, err := experiments.Find(root)
	if err != nil {
		return "", nil, err
	}
	dirs, err := experiments.Select(found, names)
	if err != nil {
		return "", nil, err
	}
	for _, dir := range dirs {
		x, err := experiments.Load(dir)
		if err != nil {
			return "", nil, err
		}
		list = append(list, x)
	}
	return root, list, nil
}
