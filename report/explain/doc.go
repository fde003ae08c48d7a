// Package explain says why two arms differ. It joins what the record holds of
// both (profiles, the compiler's decisions, machine code, the layout of types)
// into findings: each a mechanism, a place, and the nanoseconds per operation
// that it accounts for.
//
// Each rule is a file and a value of type Rule. A rule looks at a pair from the
// side that pays: it is asked twice, once for each arm. It says nothing when it
// does not know, and nothing of what is too little to speak of: less than 3% of
// the difference or 1% of what the side spends, or not surely above zero.
//
// A finding is established where two kinds of evidence agree and none
// contradicts, and suspected otherwise. Evidence of one kind begins with the
// same words, such as "CPU profile".
//
// Explain ranks what the rules found and sees to it that no sample is counted
// twice. A finding claims entries of the CPU profiles and accounts for what
// they differ by; the largest comes first, and those that follow get what is
// left. Where a mechanism costs only a part of what its entries differ by, that
// part is taken of them. A mechanism for which the faster arm pays counts below
// zero. Collecting garbage is shown behind what makes it, unless it costs more
// than four times as much. The difference is the sum of what findings account
// for and of a rest that is shown as unexplained.
//
// A CPU profile has nothing of time in which goroutines wait. Where an arm
// takes longer than its processor time tells, findings about waiting account
// for that: for as long as the wall-clock, block or mutex profile has it, and
// no more in all than what the difference has beyond processor time.
//
// Where the timing found no difference, no finding accounts for anything.
package explain
