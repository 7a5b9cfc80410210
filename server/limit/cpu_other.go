//go:build !linux

package limit

import "time"

// CPU runs do and returns how long that took, as the time of a thread is not known here.
func CPU(do func()) time.Duration {
	began := time.Now()
	do()
	return time.Since(began)
}
