package data

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
)

// lockTimeout is how long to wait for a file that another process holds: it
// may be just about to end.
const lockTimeout = 500 * time.Millisecond

// openOrCreate opens the file, and makes it where there is none.
func openOrCreate(path string, o options) (*bbolt.DB, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(path); err != nil {
			return nil, fmt.Errorf("create it: %w", err)
		}
	}
	return open(path, o)
}

// open opens a file that is there and brings it up to this program's version.
func open(path string, o options) (*bbolt.DB, error) {
	if err := inspect(path); err != nil {
		return nil, err
	}
	bolt, err := openBolt(path, &bbolt.Options{Timeout: lockTimeout, InitialMmapSize: mapSize(o)})
	if err != nil {
		return nil, err
	}
	if err := safely(func() error { return migrate(bolt, migrations) }); err != nil {
		return nil, errors.Join(err, bolt.Close())
	}
	return bolt, nil
}

// mapSize is the option's, but where the map is as large a file at once.
func mapSize(o options) int {
	if runtime.GOOS == "windows" {
		return 0
	}
	return o.mapSize
}

// openBolt is bbolt.Open, which panics over some files.
func openBolt(path string, o *bbolt.Options) (bolt *bbolt.DB, err error) {
	err = safely(func() error {
		bolt, err = bbolt.Open(path, 0o600, o)
		return err
	})
	return bolt, err
}

// inspect checks a file that is there, before bbolt goes through it. It holds
// the lock meanwhile, so that no page changes: bbolt reads nothing but the
// first pages of a file that it opens for reading.
func inspect(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return syscall.EISDIR
	case !info.Mode().IsRegular():
		return fmt.Errorf("it is no regular file, %w", ErrForeign)
	case info.Size() == 0:
		return fmt.Errorf("it is empty, %w", ErrForeign)
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if m, ok := newestMeta(file); ok && info.Size() < 2*m.pageSize {
		return fmt.Errorf("%w: it ends after %d bytes", ErrDamaged, info.Size())
	}
	lock, err := openBolt(path, &bbolt.Options{Timeout: lockTimeout, ReadOnly: true})
	if err != nil {
		return err
	}
	if info, err = file.Stat(); err == nil {
		err = checkPages(file, info.Size())
	}
	return errors.Join(err, lock.Close())
}

// create makes a new file under another name first: a file that is there at all
// is whole, even when the power fails in between.
func create(path string) error {
	dir, name := filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	temp, err := os.CreateTemp(dir, name+".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	if err := temp.Close(); err != nil {
		return err
	}
	bolt, err := openBolt(temp.Name(), &bbolt.Options{Timeout: lockTimeout})
	if err != nil {
		return err
	}
	if err := errors.Join(bolt.Update(initialize), bolt.Sync(), bolt.Close()); err != nil {
		return err
	}
	// A link, unlike a rename, leaves alone what another process made there in
	// the meantime. Some file systems have no links.
	if err := os.Link(temp.Name(), path); errors.Is(err, fs.ErrExist) {
		return nil
	} else if err != nil {
		if err := os.Rename(temp.Name(), path); err != nil {
			return err
		}
	}
	return syncDir(dir)
}

// syncDir makes a new name in a directory last.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // no directory can be synced there
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
