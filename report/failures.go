package report

// failures lists the processes that failed, in the order of running.
func (b *builder) failures() []Failure {
	var list []Failure
	for _, p := range b.in.Processes {
		if p.Failure == "" {
			continue
		}
		list = append(list, Failure{
			Pass: p.Pass, Cell: p.Cell, Process: p.Process,
			Failure: p.Failure, Output: p.Output, Started: p.Started,
		})
	}
	return list
}
