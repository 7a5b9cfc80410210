package store

import "syscall"

// forget gives back the memory of a mapped file, which is read again when it is needed.
func forget(at uintptr, size int64) {
	_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, at, uintptr(size), syscall.MADV_DONTNEED)
}
