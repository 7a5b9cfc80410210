//go:build unix

package growth

import (
	"os"
	"runtime"
	"syscall"
)

// peakMemory returns the most memory in bytes that a process had.
func peakMemory(p *os.ProcessState) float64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	unit := 1024.0
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return float64(usage.Maxrss) * unit
}
