/*
Assay measures ways of writing something against each other, and says by how
much they differ, whether to believe it, and why.

Usage:

	assay <command> [flags] [arguments]

The commands are:

	list      list the experiments of this module
	run       run experiments and render what they show
	report    render the record of a run again
	doctor    say what is wrong with this machine for measuring
	selftest  measure assay itself on this machine
	version   print the version of assay

"assay <command> -h" describes a command and its flags. Flags are spelled as
go test spells them, and may stand before or after the arguments.

An experiment is a folder with a Go benchmark and a file experiment.yaml that
says what is compared. A run writes a record, a folder below results that any
later version can render again; results/latest leads to the newest.

The exit status is 0 when everything went well, 1 when something failed, and 2
when the command line could not be understood. A run in which a benchmark
failed still runs the rest, writes the record and the report, and ends with 1.
*/
package main
