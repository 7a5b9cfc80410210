package limit

import (
	"runtime"
	"syscall"
	"time"
)

// CPU runs do and returns the processor's time that it used in its own goroutine. That is the
// time of the goroutine's thread, which an attacker cannot have others pay for: by the clock
// on the wall, work would cost everybody more while the machine is busy.
func CPU(do func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began := threadTime()
	do()
	return threadTime() - began
}

// threadTime returns what the thread has used so far.
func threadTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_THREAD, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
