package explain

import (
	"testing"

	"github.com/assay-bench/assay/report/cost"
)

func TestReflection(t *testing.T) {
	plain := func() *Arm { return newArm("plain", own(50)).with(withCalls()) }
	checkRule(t, reflection, []ruleTest{
		{
			name: "called by measured code",
			more: newArm("reflects", own(50), spent(40, cost.Reflection, "reflect.Value.Field", "reflect.Value.Field", line(11))).with(withCalls("reflect.Value.Field")),
			less: plain(),
			want: []string{
				"established: Values are handled by reflection",
				"at list.go:11",
				"agrees: machine code: CALL reflect.Value.Field at list.go:11",
			},
		},
		{
			name: "called by a library",
			more: newArm("json", own(50), spent(40, cost.Reflection, "reflect.Value.Field", "encoding/json.Marshal", line(11))), less: plain(),
			want: []string{"suspected: Values are handled by reflection"},
		},
		{
			name: "formatting is a conversion",
			more: newArm("fmt", own(50), spent(40, cost.Reflection, "reflect.Value.Kind", "fmt.Sprintf", line(11))), less: plain(),
		},
	})
}
