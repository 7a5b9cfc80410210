//go:build unix && !aix && !solaris

package data

import (
	"os"
	"syscall"
)

// unlock gives back bbolt's lock on a file. Closing the file does not, where a panic
// left it mapped.
func unlock(file *os.File) { _ = syscall.Flock(int(file.Fd()), syscall.LOCK_UN) }
