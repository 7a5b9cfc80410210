//go:build !unix

package main

import "time"

var begun = time.Now()

// cpu returns the time since the start, for want of that which the process has computed for.
func cpu() time.Duration { return time.Since(begun) }
