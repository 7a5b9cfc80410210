package load

import (
	"fmt"
	"syscall"
)

// RaiseLimit allows this process the given number of open files. Go has already raised
// the soft limit to the hard limit, so only root can get further.
func RaiseLimit(files int) error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return fmt.Errorf("read the limit of open files: %w", err)
	}
	if limit.Cur >= uint64(files) {
		return nil
	}
	raised := syscall.Rlimit{Cur: uint64(files), Max: max(uint64(files), limit.Max)}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &raised); err != nil {
		return fmt.Errorf("this needs %d open files and the limit is %d; ulimit -n %d, as root, raises it: %w", files, limit.Cur, files, err)
	}
	return nil
}
