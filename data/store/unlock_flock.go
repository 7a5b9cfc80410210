//go:build unix && !aix && !solaris

package store

import (
	"os"
	"syscall"
)

// unlock releases bbolt's lock on a file. Closing the file does not release it if a panic
// left the file mapped.
func unlock(file *os.File) { _ = syscall.Flock(int(file.Fd()), syscall.LOCK_UN) }
