//go:build !linux

package main

import "time"

// cpuTime returns the time by the clock: only Linux tells the CPU time of a thread.
func cpuTime(bool) time.Duration { return time.Duration(time.Now().UnixNano()) }
