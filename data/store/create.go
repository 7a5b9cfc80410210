package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"syscall"
	"time"

	"boardwalk/data/boltpages"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// lockTimeout is how long to wait for a file that another process holds: that process may
// be about to exit.
const lockTimeout = 500 * time.Millisecond

// openOrCreate opens the file and creates it if it does not exist.
func openOrCreate(path string, schema *Schema, o *Options) (bolt *bbolt.DB, clean bool, err error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(path, schema); err != nil {
			return nil, false, fmt.Errorf("create it: %w", err)
		}
		o.BeforeCheck = func(int64) {} // there is nothing to read
	}
	bolt, clean, err = open(path, schema, o)
	if err != nil {
		return nil, false, err
	}
	if err := rewriteMetas(bolt, o); err != nil { // another process may have failed to write the first pages
		return nil, false, errors.Join(err, bolt.Close())
	}
	return bolt, clean, nil
}

// open opens an existing file if it has this program's version or can be migrated to it.
// clean reports whether nobody has read its pages yet, because it has a mark; see shutdown.go.
func open(path string, schema *Schema, o *Options) (bolt *bbolt.DB, clean bool, err error) {
	if clean, err = inspectUnmarked(path, o); err != nil {
		return nil, false, err
	}
	bolt, err = openBolt(path, bbolt.Options{Timeout: lockTimeout, InitialMmapSize: mapSize(o), OpenFile: o.OpenFile})
	if err != nil {
		return nil, false, err
	}
	if err = unmark(path); err == nil {
		err = safely(func() error { return schema.upToDate(bolt, path, o) })
	}
	if err != nil {
		return nil, false, errors.Join(err, bolt.Close())
	}
	return bolt, clean, nil
}

// mapSize returns the option's size, or 0 on Windows, where mapping that much would grow
// the file to that size at once.
func mapSize(o *Options) int {
	if runtime.GOOS == "windows" {
		return 0
	}
	return o.MapSize
}

// openBolt is bbolt.Open for files it may panic over. It returns the file that has the
// name at the time it gets the lock: while it waited, the process that held the file may
// have replaced it. It never creates a file: one that vanished after it was inspected
// would come back empty.
//
// If the file has no list of its free pages (see commit), bbolt reads all pages to open it
// for writing. It does so in a goroutine of its own, where safely cannot help, so such a
// file must have been inspected.
func openBolt(path string, o bbolt.Options) (bolt *bbolt.DB, err error) {
	o.NoFreelistSync = true // otherwise bbolt would write to such a file while it opens it
	var file *os.File
	openFile := os.OpenFile
	if o.OpenFile != nil {
		openFile = o.OpenFile
	}
	o.OpenFile = func(name string, flag int, mode fs.FileMode) (_ *os.File, err error) {
		file, err = openFile(name, flag&^os.O_CREATE, mode)
		return file, err
	}
	err = safely(func() error {
		bolt, err = bbolt.Open(path, 0o600, &o)
		return err
	})
	if err != nil {
		unlock(file) // after a panic bbolt has not unlocked it, and still has it mapped
		_ = file.Close()
		return nil, err
	}
	opened, err := file.Stat()
	if err == nil {
		var named fs.FileInfo
		if named, err = os.Stat(path); err == nil && !os.SameFile(opened, named) {
			err = berrors.ErrTimeout
		}
	}
	if err != nil {
		return nil, errors.Join(err, bolt.Close())
	}
	bolt.NoFreelistSync = false
	return bolt, nil
}

// inspect checks all pages of an existing file before bbolt reads it, and returns how many
// rows it has.
func inspect(ctx context.Context, path string, progress Progress) (rows int64, err error) {
	err = inspectBy(path, func(file *os.File, info fs.FileInfo) error {
		rows, err = checkPages(ctx, file, info.Size(), progress)
		return err
	})
	return rows, err
}

// inspectUnmarked is inspect for a file without a mark, and reports whether it has one.
func inspectUnmarked(path string, o *Options) (clean bool, err error) {
	err = inspectBy(path, func(file *os.File, info fs.FileInfo) error {
		if clean = isClean(path, file, info); clean {
			return nil
		}
		o.BeforeCheck(info.Size())
		_, err := checkPages(context.Background(), file, info.Size(), o.Progress)
		return err
	})
	return clean, err
}

// inspectBy returns what pages says about an existing file, unless it cannot be a data
// file. It holds the lock meanwhile, so no page changes. For that it opens the file with
// bbolt for reading, which looks only at the first pages.
func inspectBy(path string, pages func(file *os.File, info fs.FileInfo) error) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return syscall.EISDIR
	case !info.Mode().IsRegular():
		return fmt.Errorf("it is not a regular file, %w", ErrForeign)
	case info.Size() == 0:
		return fmt.Errorf("it is empty, %w", ErrForeign)
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if m, err := boltpages.ReadMeta(file); err == nil && info.Size() < 2*m.PageSize {
		return fmt.Errorf("%w: it ends after %d bytes", ErrDamaged, info.Size())
	}
	lock, err := openBolt(path, bbolt.Options{Timeout: lockTimeout, ReadOnly: true})
	if err != nil {
		return err
	}
	if info, err = file.Stat(); err == nil {
		err = pages(file, info)
	}
	return errors.Join(err, lock.Close())
}

// Readable returns an error if a file of settings or keys cannot be read to its end: if it is missing, a directory, a
// device, a socket, a named pipe, or larger than 16 MiB. A pipe behind a link, such as /dev/stdin, can be read.
func Readable(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	link, bad := os.Lstat(path)
	switch mode, isPipe := info.Mode(), info.Mode().Type() == fs.ModeNamedPipe; {
	case mode.IsRegular() && info.Size() <= 16<<20, path == os.DevNull, isPipe && bad == nil && link.Mode().Type() == fs.ModeSymlink:
		return nil
	case mode.IsDir():
		err = syscall.EISDIR
	case mode.IsRegular():
		err = errors.New("it is larger than the 16 MiB of a file of settings or keys")
	case isPipe:
		err = errors.New("it is a named pipe, and not a file of settings or keys")
	default:
		err = errors.New("it is a device or a socket, and not a file of settings or keys")
	}
	return &fs.PathError{Op: "read", Path: path, Err: err}
}

// ReadFile is os.ReadFile for a file that is [Readable].
func ReadFile(path string) ([]byte, error) {
	if err := Readable(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// checkPages returns how many rows a file has, and no error if bbolt can read every page of
// it without a fault.
func checkPages(ctx context.Context, file *os.File, size int64, progress Progress) (rows int64, err error) {
	warm(file)
	rows, err = boltpages.Check(&countedReader{ctx, file, 0, size, progress}, size)
	switch {
	case errors.Is(err, boltpages.ErrNoMeta):
		return 0, ErrForeign
	case err != nil:
		return 0, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return rows, nil
}

// warm reads a file from its beginning to its end, so that the system has its pages in
// memory. They are checked in the order in which they lead to each other, and a disk takes
// many times as long for that.
func warm(file *os.File) {
	buffer := make([]byte, 1<<16)
	for at := int64(0); ; at += int64(len(buffer)) {
		if _, err := file.ReadAt(buffer, at); err != nil {
			return // the check finds out what is wrong, if it is not the end
		}
	}
}

// create makes a new file under another name first: a file that exists at all is whole,
// even if the power fails in between.
func create(path string, schema *Schema) error {
	err := byTemp(path, func(temp string) error {
		bolt, err := openBolt(temp, bbolt.Options{Timeout: lockTimeout})
		if err != nil {
			return err
		}
		return errors.Join(updateBolt(bolt, func(tx *Tx) error {
			return errors.Join(schema.createBuckets(tx), schema.Create(tx), PutVersion(tx, schema.Version()))
		}), bolt.Sync(), bolt.Close())
	}, publish)
	if errors.Is(err, fs.ErrExist) { // another process created it in the meantime
		return nil
	}
	return err
}
