package cputime

import (
	"syscall"
	"time"
)

// Spent returns the CPU time that the program has taken so far or, if all is not set, the
// calling thread.
func Spent(all bool) time.Duration {
	who := syscall.RUSAGE_THREAD
	if all {
		who = syscall.RUSAGE_SELF
	}
	var usage syscall.Rusage
	if syscall.Getrusage(who, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
