// Package cputime tells how long a program has computed, which is what work costs on a machine
// that others use as well.
package cputime

import (
	"runtime"
	"time"
)

// Of runs do and returns the processor's time that it used in its own goroutine. That is the
// time of the goroutine's thread, which an attacker cannot have others pay for: by the clock
// on the wall, work would cost everybody more while the machine is busy.
func Of(do func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began := Spent(false)
	do()
	return Spent(false) - began
}
