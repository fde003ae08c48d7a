package explain

// syscall finds system calls.
//
// It takes from the CPU profile what entering the kernel and its work cost. Calls
// in the machine code of functions that do so agree, and the wall-clock profile.
// Where goroutines are blocked in the kernel, it takes from the wall-clock profile
// for how long, and accounts for that as far as it is not processor time.
//
// It says nothing where system calls do not surely cost more. Those by which the
// scheduler puts threads to sleep are no part of it.
var syscall = Rule{Name: "syscall", Find: findSyscall}

func findSyscall(s Side) []Finding {
	claims := isWork(workSyscall)
	found := s.asleep(workSyscall, "Each operation waits for the kernel.", "system calls")
	if !s.notable(s.Extra(claims)) {
		return found
	}
	f := Finding{
		Claims:    claims,
		Place:     s.place(claims),
		Mechanism: "Each operation enters the kernel.",
	}
	var e Evidence
	e.Agree(s.cpuText("system calls", claims))
	e.Agree(s.callsText(workSyscall, claims, f.Place))
	e.Agree(s.wallText("system calls", claims))
	e.Put(&f)
	return append(found, f)
}
