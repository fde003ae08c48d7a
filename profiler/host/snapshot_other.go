//go:build !linux

package host

// The operating system does not tell what else it does.
func (s *Snapshot) read() {}
