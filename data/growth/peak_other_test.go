//go:build !unix

package growth

import "os"

// peakMemory returns 0: the system does not say it in this way.
func peakMemory(*os.ProcessState) float64 { return 0 }
