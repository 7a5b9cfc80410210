//go:build !unix

package floors

import "time"

// began stands for the time that this process has had of CPUs, which cannot be
// told here.
var began = time.Now()

func usedCPU() time.Duration { return time.Since(began) }

func residentSize() int64 { return 0 }
