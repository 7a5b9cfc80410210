//go:build !unix || aix || solaris

package store

import "os"

// unlock does nothing on systems where closing a file releases its lock.
func unlock(*os.File) {}
