//go:build !unix

package floors

import "time"

// began replaces the CPU time of this process, which cannot be measured here.
var began = time.Now()

func usedCPU() time.Duration { return time.Since(began) }

func residentSize() int64 { return 0 }
