package datatest

import (
	"fmt"
	"io/fs"
	"os"
	"sync"
	"syscall"
)

// A Disk holds the file of a test. It works until [Disk.Fail] breaks it, and its faults
// are the operating system's own: Fail puts another file over the descriptor's number.
// What is in the file stays readable all the time. The zero value works.
//
//	disk := new(datatest.Disk)
//	db, err := data.Open(path, data.OpenFile(disk.OpenFile))
//	err = disk.Fail(datatest.Full)
//	err = disk.Fail(datatest.Well)
type Disk struct {
	mu    sync.Mutex
	fault Fault
	files []*os.File
}

// A Fault says what is wrong with a Disk.
type Fault string

// The faults. A file opened during any of them can only be read.
const (
	Well     Fault = "well"
	Full     Fault = "full"      // every write is refused with ENOSPC
	ReadOnly Fault = "read-only" // every write is refused with EBADF
	// Losing accepts every write and keeps none, which only shows when the file is
	// synced.
	Losing Fault = "losing"
)

// OpenFile opens a file on the disk like os.OpenFile.
func (d *Disk) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fault != "" && d.fault != Well {
		flag = os.O_RDONLY
	}
	f, err := os.OpenFile(name, flag, perm)
	if err == nil {
		d.files = append(d.files, f)
	}
	return f, err
}

// Fail causes a fault, or ends it with Well, for all files that are open on the disk and
// those opened later. It loses the locks of the files.
func (d *Disk) Fail(fault Fault) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fault = fault
	var open []*os.File
	for _, f := range d.files {
		raw, err := f.SyscallConn()
		if err != nil {
			return err
		}
		swapped := error(nil)
		if raw.Control(func(fd uintptr) { swapped = over(int(fd), f.Name(), fault) }) != nil {
			continue // it was closed
		}
		if swapped != nil {
			return fmt.Errorf("disk %s: %w", fault, swapped)
		}
		open = append(open, f)
	}
	d.files = open
	return nil
}

// over replaces a descriptor with what the file is under a fault.
func over(fd int, name string, fault Fault) error {
	flag := os.O_RDWR
	switch fault {
	case Full:
		name = "/dev/full"
	case ReadOnly:
		flag = os.O_RDONLY
	case Losing:
		name = "/dev/null"
	}
	f, err := os.OpenFile(name, flag, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	return syscall.Dup3(int(f.Fd()), fd, syscall.O_CLOEXEC)
}
