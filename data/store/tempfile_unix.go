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
// server may run as root, and the server does not. It follows no symbolic link, which the server's user
// may have put there.
func copyOwner(path string, like fs.FileInfo) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	now, ok := info.Sys().(*syscall.Stat_t)
	want, ok2 := like.Sys().(*syscall.Stat_t)
	if !ok || !ok2 || now.Uid == want.Uid && now.Gid == want.Gid {
		return nil
	}
	return os.Lchown(path, int(want.Uid), int(want.Gid))
}
