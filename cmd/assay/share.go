package main

import (
	"errors"
	"strconv"
	"strings"
)

// share is a flag for a relative quantity, as "1%" or "0.01".
type share float64

func (s *share) String() string {
	if s == nil {
		return ""
	}
	return strconv.FormatFloat(100*float64(*s), 'g', 6, 64) + "%"
}

func (s *share) Set(text string) error {
	number, percent := strings.CutSuffix(text, "%")
	v, err := strconv.ParseFloat(number, 64)
	if percent {
		v /= 100
	}
	if err != nil || !(0 <= v && v < 1) {
		return errors.New("write it as 1% or 0.01")
	}
	*s = share(v)
	return nil
}
