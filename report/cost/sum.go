package cost

// Sum is the nanoseconds per operation of the entries that keep chooses, with
// the interval of poisson. Keep nil chooses all. It must not modify entries.
func (p *Profile) Sum(keep func(*Entry) bool) Estimate {
	var samples int64
	for i := range p.Entries {
		if e := &p.Entries[i]; keep == nil || keep(e) {
			samples += e.Samples
		}
	}
	return p.estimate(samples)
}

// Total is the nanoseconds per operation of the whole profile.
func (p *Profile) Total() Estimate { return p.estimate(p.Samples) }

// Group is Sum for all entries that have the same key, by key.
func (p *Profile) Group(key func(*Entry) string) map[string]Estimate {
	samples := map[string]int64{}
	for i := range p.Entries {
		e := &p.Entries[i]
		samples[key(e)] += e.Samples
	}
	groups := make(map[string]Estimate, len(samples))
	for k, n := range samples {
		groups[k] = p.estimate(n)
	}
	return groups
}

// estimate is what samples come to.
func (p *Profile) estimate(samples int64) Estimate {
	low, high := poisson(float64(samples))
	return Estimate{p.perOperation(float64(samples)), p.perOperation(low), p.perOperation(high)}
}

func (p *Profile) perOperation(samples float64) float64 { return samples / p.Operations * p.Period }
