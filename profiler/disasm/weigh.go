package disasm

import (
	"cmp"
	"maps"
	"slices"
	"sort"

	"github.com/assay-bench/assay/experiments/results"
	"github.com/google/pprof/profile"
)

// page is the smallest unit in which a loader moves code.
const page = 4096

// Weigh returns the listings of the functions that names has, with the
// samples of a CPU profile on them and on their instructions, most samples
// first, and the number of samples of the whole profile. The listings must be
// of the binary that wrote the profile. They are left as they are and can be
// weighed again.
func Weigh(listings []results.Listing, names []string, p *profile.Profile) ([]results.Listing, int64) {
	var weighed []results.Listing
	for _, l := range listings {
		if slices.Contains(names, l.Function) {
			l.Instructions = slices.Clone(l.Instructions)
			weighed = append(weighed, l)
		}
	}
	count := sampleIndex(p)
	moved := slide(weighed, p)
	total := int64(0)
	for _, s := range p.Sample {
		n := s.Value[count]
		total += n
		if len(s.Location) == 0 {
			continue
		}
		leaf := s.Location[0]
		name, address := physical(leaf), leaf.Address-moved
		of := slices.IndexFunc(weighed, func(l results.Listing) bool {
			return l.Function == name && contains(l, address)
		})
		if of < 0 {
			// Without an address, the function is still known.
			of = slices.IndexFunc(weighed, func(l results.Listing) bool { return l.Function == name })
			if of >= 0 {
				weighed[of].Samples += n
			}
			continue
		}
		l := &weighed[of]
		l.Samples += n
		l.Instructions[at(*l, address)].Samples += n
	}
	slices.SortStableFunc(weighed, func(a, b results.Listing) int { return cmp.Compare(b.Samples, a.Samples) })
	return weighed, total
}

// contains reports whether an address lies in a function.
func contains(l results.Listing, address uint64) bool {
	// An address before the first wraps around and is too large.
	return len(l.Instructions) > 0 && address-start(l) < uint64(l.Size)
}

// start is the address of a function, zero when it has no instructions.
func start(l results.Listing) uint64 {
	if len(l.Instructions) == 0 {
		return 0
	}
	return l.Instructions[0].Address
}

// at returns the index of the instruction that an address of the function
// lies in.
func at(l results.Listing, address uint64) int {
	return sort.Search(len(l.Instructions), func(i int) bool { return l.Instructions[i].Address > address }) - 1
}

// slide returns by how much the loader moved the code of the process that
// wrote the profile: nothing, unless the binary is position independent. A
// profile does not say it on every system, but code is moved by whole pages,
// so every sample leaves one or few possibilities, and the right one is
// common to all.
func slide(listings []results.Listing, p *profile.Profile) uint64 {
	votes := map[uint64]int64{}
	count := sampleIndex(p)
	for _, s := range p.Sample {
		if len(s.Location) == 0 {
			continue
		}
		leaf := s.Location[0]
		name := physical(leaf)
		for _, l := range listings {
			if l.Function != name {
				continue
			}
			for _, i := range l.Instructions {
				if by := leaf.Address - i.Address; by%page == 0 {
					votes[by] += s.Value[count]
				}
			}
		}
	}
	// Among equals the smallest: not moved, if that is possible.
	best := uint64(0)
	for _, by := range slices.Sorted(maps.Keys(votes)) {
		if votes[by] > votes[best] {
			best = by
		}
	}
	return best
}
