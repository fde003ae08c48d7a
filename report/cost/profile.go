package cost

// A Place is a place in the source. File is as the profile names it, Line
// counts from 1; both are empty where the profile has none.
type Place struct {
	Function string `json:"function,omitempty"`
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
}

// A Profile is a sampled profile, its samples grouped by what is kept of them.
type Profile struct {
	// Operations is how many operations the process ran.
	Operations float64

	// Period is how many nanoseconds a sample stands for.
	Period float64

	// Samples is how many samples there are in all.
	Samples int64

	// Entries are the groups, those with the most samples first.
	Entries []Entry
}

// An Entry is the samples that are alike.
type Entry struct {
	// Function is the innermost function as pprof shows it, also where it
	// was inlined.
	Function string

	// Symbol is the function in the binary that the sampled instruction lies
	// in: Function, or the one that it was inlined into.
	Symbol string

	// Kind is what kind of work it is.
	Kind Kind

	// Site is the nearest frame, seen from the inside, of the code that is
	// measured: where the work was asked for. It is empty for work that
	// nobody there asked for, such as the collector's in the background.
	Site Place

	// Via is the function through which Site left the measured code, such as
	// "runtime.newobject"; empty where the sample lies in measured code.
	Via string

	Samples int64
}

// An Amount is what a profile that counts every event has of one place: the
// allocation, the mutex and the block profile.
type Amount struct {
	// Site is as in Entry, Via too.
	Site Place
	Via  string

	// Count is events per operation: objects, or waits.
	Count float64

	// Value is bytes per operation, or nanoseconds waited per operation.
	Value float64
}
