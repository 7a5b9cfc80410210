//go:build unix

package store

import (
	"io/fs"
	"os"
	"syscall"
)

// inode returns the number of a file, which no other file of its disk has.
func inode(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Ino) //nolint:unconvert // it has another type on some systems
	}
	return 0
}

// copyOwner gives a file the owner of another: the process that replaces a file for the
// server may run as root, and the server does not.
func copyOwner(path string, like fs.FileInfo) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	now, ok := info.Sys().(*syscall.Stat_t)
	want, ok2 := like.Sys().(*syscall.Stat_t)
	if !ok || !ok2 || now.Uid == want.Uid && now.Gid == want.Gid {
		return nil
	}
	return os.Chown(path, int(want.Uid), int(want.Gid))
}
