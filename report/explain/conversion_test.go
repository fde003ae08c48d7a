package explain

import (
	"testing"

	"github.com/assay-bench/assay/report/cost"
)

func TestConversion(t *testing.T) {
	plain := func() *Arm { return newArm("plain", own(50)).with(withCalls()) }
	checkRule(t, conversion, []ruleTest{
		{
			name: "bytes to a string",
			more: newArm("copies", own(50),
				spent(30, cost.Strings, "runtime.mallocgcSmallNoscan", "runtime.slicebytetostring", line(11)),
				spent(15, cost.Strings, "runtime.memmove", "runtime.slicebytetostring", line(11)),
				spent(5, cost.Strings, "runtime.slicebytetostring", "runtime.slicebytetostring", line(11)),
			).with(withCalls("runtime.slicebytetostring")).with(func(a *Arm) {
				a.Allocs = []cost.Amount{{Site: line(11), Count: 1, Value: 64}}
			}),
			less: plain().with(func(a *Arm) { a.Allocs = []cost.Amount{} }),
			want: []string{
				"established: Bytes are copied to make a string of them.",
				"at list.go:11",
				"agrees: CPU profile: 50 ns/op of conversions against 0 ns/op in plain, most of it in runtime.mallocgcSmallNoscan",
				"agrees: allocation profile: 1 object of 64 B per operation against none in plain",
			},
		},
		{
			name: "in a library",
			more: newArm("json", own(50), spent(40, cost.Strings, "strconv.appendQuotedWith", "encoding/json.Marshal", line(11))),
			less: plain(),
			want: []string{"suspected: Numbers and text are converted into each other."},
		},
		{
			name: "an integer in an interface is an allocation",
			more: newArm("boxes", own(50), spent(40, cost.Interfaces, "runtime.mallocgcTinySize8", "runtime.convT64", line(11))), less: plain(),
		},
		{
			name: "comparing interfaces",
			more: newArm("compares", own(50), spent(40, cost.Interfaces, "runtime.efaceeq", "runtime.efaceeq", line(11))), less: plain(),
		},
		{
			name: "searching a string",
			more: newArm("search", own(50), spent(40, cost.Strings, "internal/bytealg.IndexByteString", "strings.Index", line(11))),
			less: plain(),
		},
	})
}
