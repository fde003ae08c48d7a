package experiments

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
)

// plainName is what names of arms and builds are made of: they become parts
// of file names.
var plainName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.+-]*$`)

// check returns an error for the first thing that cannot be meant.
func check(x *Experiment, s source) error {
	for _, required := range []struct{ key, value string }{
		{"title", x.Title}, {"question", x.Question}, {"compare", x.Compare}, {"baseline", x.Baseline},
	} {
		if required.value == "" {
			return s.at("$."+required.key, "%s is missing: every experiment needs one", required.key)
		}
	}
	if x.Compare == "name" {
		return s.at("$.compare", "compare: %q is the benchmark's own name; compare a key of its sub-benchmarks", x.Compare)
	}
	if x.Baseline == ControlArm {
		return s.at("$.baseline", "baseline: the name %q is taken by the baseline's second run", ControlArm)
	}
	if _, err := regexp.Compile(x.Bench); err != nil {
		return s.at("$.bench", "bench: %v", err)
	}
	for i, hot := range x.Hot {
		if _, err := regexp.Compile(hot); err != nil {
			return s.at(fmt.Sprintf("$.hot[%d]", i), "hot: %v", err)
		}
	}
	if x.Evidence != "" && x.Evidence != "all" {
		return s.at("$.evidence", "evidence is \"all\" or left out, not %q", x.Evidence)
	}
	if x.Timeout < 0 {
		return s.at("$.timeout", "timeout: %v is negative", x.Timeout)
	}
	for _, share := range []struct {
		key   string
		value float64
	}{{"margin", x.Margin}, {"minOverlap", x.MinOverlap}} {
		if !(share.value >= 0 && share.value <= 1) {
			return s.at("$."+share.key, "%s: %v is not between 0 and 1", share.key, share.value)
		}
	}
	for _, part := range []func(*Experiment, source) error{
		checkArms, checkFactors, checkBuilds, checkMetrics, checkClaims, checkPublished,
	} {
		if err := part(x, s); err != nil {
			return err
		}
	}
	return nil
}

func checkArms(x *Experiment, s source) error {
	seen := map[string]bool{}
	for i, arm := range x.Arms {
		at := fmt.Sprintf("$.arms[%d].name", i)
		switch {
		case arm.Name == "":
			return s.at(at, "an arm has no name")
		case arm.Name == ControlArm:
			return s.at(at, "the name %q is taken by the baseline's second run", ControlArm)
		case seen[arm.Name]:
			return s.at(at, "arm %q is listed twice", arm.Name)
		}
		seen[arm.Name] = true
	}
	return nil
}

// checkFactors looks for factors that lead nowhere.
func checkFactors(x *Experiment, s source) error {
	named := map[string]int{} // by how many arms
	for _, arm := range x.Arms {
		for factor := range arm.Factors {
			named[factor]++
		}
	}
	var several []string
	for _, factor := range slices.Sorted(maps.Keys(named)) {
		if named[factor] > 1 {
			several = append(several, factor)
		}
	}
	for i, arm := range x.Arms {
		at := fmt.Sprintf("$.arms[%d].factors", i)
		for _, factor := range slices.Sorted(maps.Keys(arm.Factors)) {
			switch {
			case factor == "" || arm.Factors[factor] == "":
				return s.at(at, "a factor has a name and a level, as in lock: mutex")
			case named[factor] == 1:
				return s.at(at, "no other arm has a factor %q, so that it tells nothing%s", factor, didYouMean(factor, several))
			case len(x.factors(x.Baseline)) == 0:
				return s.at(at, "the baseline %q has no factors, so that no way leads away from it", x.Baseline)
			}
		}
	}
	switch {
	case x.Target == "":
	case x.Target == x.Baseline:
		return s.at("$.target", "target: %q is the baseline, where the way begins", x.Target)
	case len(x.factors(x.Target)) == 0:
		return s.at("$.target", "target: there is no arm %q with factors", x.Target)
	}
	return nil
}

// factors are those of an arm, none where it is not listed.
func (x *Experiment) factors(arm string) map[string]string {
	for _, a := range x.Arms {
		if a.Name == arm {
			return a.Factors
		}
	}
	return nil
}

func checkBuilds(x *Experiment, s source) error {
	seen := map[string]bool{}
	for i, build := range x.Builds {
		at := fmt.Sprintf("$.builds[%d]", i)
		switch {
		case !plainName.MatchString(build.Name):
			return s.at(at+".name", "the name of a build is made of letters, digits and -_.+, not %q", build.Name)
		case seen[build.Name]:
			return s.at(at+".name", "build %q is listed twice", build.Name)
		case build.PGO != "" && build.PGO != "self":
			return s.at(at+".pgo", "pgo is \"self\" or left out, not %q", build.PGO)
		case build.PGO == "self" && i == 0:
			return s.at(at+".pgo", "the first build cannot use pgo: self, since the profile is taken from it")
		}
		seen[build.Name] = true
	}
	return nil
}

func checkMetrics(x *Experiment, s source) error {
	seen := map[string]bool{}
	primary := false
	for i, metric := range x.Metrics {
		at := fmt.Sprintf("$.metrics[%d]", i)
		switch {
		case metric.Unit == "":
			return s.at(at+".unit", "a metric has no unit")
		case seen[metric.Unit]:
			return s.at(at+".unit", "metric %q is listed twice", metric.Unit)
		case !slices.Contains([]string{"lower", "higher", "none"}, metric.Better):
			return s.at(at+".better", "better is lower, higher or none, not %q", metric.Better)
		}
		seen[metric.Unit] = true
		primary = primary || metric.Primary
	}
	if len(x.Metrics) > 0 && !primary {
		return s.at("$.metrics", "no metric is marked primary: true; one of them has to decide")
	}
	return nil
}

func checkClaims(x *Experiment, s source) error {
	for i, claim := range x.Claims {
		at := fmt.Sprintf("$.claims[%d]", i)
		switch {
		case claim.Text == "":
			return s.at(at+".text", "a claim has no text")
		case claim.Arm == "":
			return s.at(at+".arm", "a claim has no arm")
		case claim.AtLeast == nil && claim.AtMost == nil:
			return s.at(at, "a claim needs atLeast or atMost: the bound on the ratio")
		case claim.Cores < 0:
			return s.at(at+".cores", "cores: %d is negative", claim.Cores)
		}
		for _, bound := range []struct {
			key   string
			value *float64
		}{{"atLeast", claim.AtLeast}, {"atMost", claim.AtMost}} {
			if v := bound.value; v != nil && !(*v > 0 && !math.IsInf(*v, 0)) {
				return s.at(at+"."+bound.key, "%s: %v is not a ratio: it has to be above zero", bound.key, *v)
			}
		}
		if claim.AtLeast != nil && claim.AtMost != nil && *claim.AtLeast > *claim.AtMost {
			return s.at(at+".atLeast", "atLeast %v is above atMost %v: nothing can be both", *claim.AtLeast, *claim.AtMost)
		}
		for _, build := range []struct{ key, name string }{{"build", claim.Build}, {"againstBuild", claim.AgainstBuild}} {
			if err := checkBuildName(x, s, at+"."+build.key, build.name); err != nil {
				return err
			}
		}
		if err := checkUnit(x, s, at+".metric", claim.Metric); err != nil {
			return err
		}
	}
	return nil
}

func checkPublished(x *Experiment, s source) error {
	for i, published := range x.Published {
		at := fmt.Sprintf("$.published[%d]", i)
		if published.Source == "" {
			return s.at(at+".source", "published figures need a source")
		}
		for j, figure := range published.Figures {
			at := fmt.Sprintf("%s.figures[%d]", at, j)
			if figure.Text == "" {
				return s.at(at+".text", "a published figure has no text")
			}
			if err := checkBuildName(x, s, at+".build", figure.Build); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkBuildName fails when a build is named that is not listed.
func checkBuildName(x *Experiment, s source, at, name string) error {
	if name == "" || name == DefaultBuild && len(x.Builds) == 0 {
		return nil
	}
	var names []string
	for _, build := range x.Builds {
		if build.Name == name {
			return nil
		}
		names = append(names, build.Name)
	}
	return s.at(at, "there is no build %q%s", name, didYouMean(name, names))
}

// checkUnit fails when a metric is named that is not listed.
func checkUnit(x *Experiment, s source, at, unit string) error {
	if unit == "" || len(x.Metrics) == 0 {
		return nil
	}
	var units []string
	for _, metric := range x.Metrics {
		if metric.Unit == unit {
			return nil
		}
		units = append(units, metric.Unit)
	}
	return s.at(at, "there is no metric %q%s", unit, didYouMean(unit, units))
}
