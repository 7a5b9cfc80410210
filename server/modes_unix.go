//go:build unix

package server

import (
	"os"
	"syscall"
)

// isOwn reports whether a file is of the user of this process.
func isOwn(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid()
}
