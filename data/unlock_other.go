//go:build !unix || aix || solaris

package data

import "os"

// unlock does nothing on systems where closing a file releases its lock.
func unlock(*os.File) {}
