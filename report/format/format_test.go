package format

import (
	"fmt"
	"math"
	"testing"
	"time"
)

func TestNumber(t *testing.T) {
	check := checker(t, Number)
	check(0, "0")
	check(6, "6")
	check(100000, "100,000")
	check(-1234567, "-1,234,567")
	check(1906.4, "1,906")
	check(999.96, "1,000")
	check(123.4, "123")
	check(52.31, "52.3")
	check(9.999, "10.0")
	check(5.2345, "5.23")
	check(0.0523, "0.0523")
	check(0.00999999, "0.0100")
	check(0.000046, "0.00005")
	check(0.0000049, "4.90e-06")
	check(1.5e18, "1.50e+18")
	check(3e-9, "3.00e-09")
	check(math.NaN(), None)
	check(math.Inf(-1), None)
}

func TestRatio(t *testing.T) {
	check := checker(t, Ratio)
	check(0.0271, "0.027×")
	check(0.2534, "0.253×")
	check(0.00271, "0.0027×")
	check(0, "0×")
	check(0.99949, "0.999×")
	check(0.9996, "1.000×")
	check(1.0072, "1.007×")
	check(1.0194, "1.019×")
	check(1.0196, "1.02×")
	check(1.469, "1.47×")
	check(9.996, "10.0×")
	check(36.88, "36.9×")
	check(1234.5, "1,234×")
	check(math.Inf(1), None)
}

func TestTimes(t *testing.T) {
	check := checker(t, Times)
	check(0.0271, "36.9×")
	check(36.9, "36.9×")
	check(1, "1.000×")
	check(1.0072, "1.007×")
	check(0.993, "1.007×")
	check(1.4, "1.40×")
	check(0.952, "1.05×")
	check(1.997, "2.0×")
	check(3.66, "3.7×")
	check(0.005, "200×")
	check(0, None)
	check(-1, None)
	check(math.NaN(), None)
}

func TestShare(t *testing.T) {
	check := checker(t, Share)
	check(0, "0%")
	check(0.123, "12.3%")
	check(1, "100%")
	check(0.99951, "100%")
	check(0.0004, "0.04%")
	check(0.00002, "<0.01%")
	check(2.5, "250%")
	check(-0.046, "-4.6%")
	check(math.NaN(), None)
}

func TestInterval(t *testing.T) {
	check := func(low, high float64, want string) {
		t.Helper()
		if got := Interval(low, high); got != want {
			t.Errorf("Interval(%v, %v) = %q, want %q", low, high, got, want)
		}
	}
	check(0.0261, 0.0284, "0.026–0.028")
	check(0.02711, 0.02714, "0.02711–0.02714")
	check(0.954, 1.046, "0.95–1.05")
	check(0.9996, 1.0001, "0.9996–1.0001")
	check(1.0031, 1.0104, "1.003–1.010")
	check(0.991, 1.0052, "0.991–1.005")
	check(1.28, 1.31, "1.28–1.31")
	check(1, 1, "1.00–1.00")
	check(36.1, 37.8, "36.1–37.8")
	check(0.0021, 0.0035, "0.0021–0.0035")
	check(120, 480, "120–480")
	check(0.3, 150, "0.3–150.0")
	check(0, 0.5, "0.0–0.5")
	check(0.5, math.Inf(1), None)
}

func TestValue(t *testing.T) {
	check := func(v float64, unit, want string) {
		t.Helper()
		if got := Value(v, unit); got != want {
			t.Errorf("Value(%v, %q) = %q, want %q", v, unit, got, want)
		}
	}
	check(52.31, "ns/send", "52.3 ns/send")
	check(1906, "ns/send", "1.91 µs/send")
	check(999.7, "ns/op", "1.00 µs/op")
	check(2.5e6, "ns/op", "2.50 ms/op")
	check(90e9, "ns", "90 s")
	check(1906, "cpu-ns/send", "1.91 µs/send cpu")
	check(408, "B/send", "408 B/send")
	check(2048, "B/op", "2 KiB/op")
	check(6, "allocs/send", "6 allocs/send")
	check(0.934, "overlap", "0.934 overlap")
	check(7, "", "7")
	check(math.NaN(), "ns/op", None)
}

func TestBytes(t *testing.T) {
	check := checker(t, Bytes)
	check(0, "0 B")
	check(408, "408 B")
	check(1024, "1 KiB")
	check(1121883, "1.07 MiB")
	check(5<<40, "5 TiB")
}

func TestDuration(t *testing.T) {
	check := checker(t, Duration)
	check(0, "0 ns")
	check(1500*time.Nanosecond, "1.50 µs")
	check(40*time.Millisecond, "40 ms")
	check(1900*time.Millisecond, "1.9 s")
	check(42*time.Second, "42 s")
	check(200*time.Second, "3 min 20 s")
	check(2*time.Minute, "2 min")
	check(90*time.Minute, "1 h 30 min")
	check(-time.Second, "-1.0 s")
}

func checker[T any](t *testing.T, format func(T) string) func(T, string) {
	return func(v T, want string) {
		t.Helper()
		if got := format(v); got != want {
			t.Errorf("%v is written as %q, want %q", v, got, want)
		}
	}
}

func Example() {
	fmt.Println(Ratio(0.0271), Interval(0.0261, 0.0284), Times(0.0271)+" faster")
	fmt.Println(Value(1906, "ns/send"), Value(408, "B/send"), Number(1906.4))
	fmt.Println(Share(0.123), Bytes(1121883), Count(100000), Duration(200*time.Second))
	// Output:
	// 0.027× 0.026–0.028 36.9× faster
	// 1.91 µs/send 408 B/send 1,906
	// 12.3% 1.07 MiB 100,000 3 min 20 s
}
