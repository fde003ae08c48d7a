package profiler

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/google/pprof/profile"
)

// calibrate corrects the period of a CPU profile in a file: to the processor
// time that the process used, in all of its threads, divided by the number of
// samples. Values then add up to what was used. The number of samples in each
// place stays as it is.
//
// The period that the runtime writes is the one that it asked for. Linux looks
// at the timers of a thread when its clock ticks, mostly every 4 ms, if the
// thread runs just then, and delivers what fell due meanwhile as one signal.
// So there are fewer samples than there should be: by half where the period is
// 2 ms, and by a tenth to a third where it is about as long as the tick.
//
// A profile without samples stays as it is, and so do all where the operating
// system does not tell what was used.
func calibrate(file string, used time.Duration) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	p, err := profile.Parse(f)
	f.Close()
	if err != nil {
		return err
	}
	count := slices.IndexFunc(p.SampleType, func(t *profile.ValueType) bool { return t.Type == "samples" })
	cpu := slices.IndexFunc(p.SampleType, func(t *profile.ValueType) bool { return t.Type == "cpu" && t.Unit == "nanoseconds" })
	if count < 0 || cpu < 0 {
		return errors.New("it counts no samples")
	}
	samples := int64(0)
	for _, s := range p.Sample {
		samples += s.Value[count]
	}
	if samples <= 0 || used <= 0 {
		return nil
	}
	asked := time.Duration(p.Period)
	p.Period = int64(used) / samples
	for _, s := range p.Sample {
		s.Value[cpu] = s.Value[count] * p.Period
	}
	p.Comments = append(p.Comments, fmt.Sprintf(
		"assay set the period to %v, which is the %v of processor time that the process used by %d samples; a sample was asked for every %v",
		time.Duration(p.Period), used, samples, asked))
	f, err = os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(p.Write(f), f.Close())
}
