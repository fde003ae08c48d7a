package debounce

import "time"

// heldValueRung is a Ticks of Event itself. An Event is no pointer, so the
// compiler makes a body of its own for it, and each Send copies 24 bytes.
func heldValueRung(interval time.Duration, deliver func(*Event)) (Instance, error) {
	var deliverValue func(Event)
	if deliver != nil {
		deliverValue = func(v Event) { deliver(&v) }
	}
	d, err := NewTicks(interval, deliverValue)
	if err != nil {
		return Instance{}, err
	}
	sendAll := func(events []Event) {
		for i := range events {
			d.Send(events[i])
		}
	}
	return Instance{SendAll: sendAll, Close: d.Close}, nil
}
