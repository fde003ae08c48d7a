package stats

import "math"

// quantile is how far a two-sided interval of this confidence reaches, in
// standard errors of a normal estimate: 1.96 for 95%.
func quantile(confidence float64) float64 {
	// The range of one round has no confidence at all, and that of very many
	// rounds one that rounds to 1.
	confidence = min(max(confidence, 0.1), 1-1e-12)
	return math.Sqrt2 * math.Erfinv(confidence)
}
