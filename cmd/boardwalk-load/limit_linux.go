package main

import (
	"fmt"
	"syscall"
)

// raiseLimit lets this process have so many files open. Go has raised the limit
// as far as everybody may; only root gets further.
func raiseLimit(files uint64) error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return fmt.Errorf("read the limit of open files: %w", err)
	}
	if limit.Cur >= files {
		return nil
	}
	raised := syscall.Rlimit{Cur: files, Max: max(files, limit.Max)}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &raised); err != nil {
		return fmt.Errorf("this needs %d open files and the limit is %d; ulimit -n %d, as root, raises it: %w", files, limit.Cur, files, err)
	}
	return nil
}
