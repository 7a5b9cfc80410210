package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"go.etcd.io/bbolt"
)

// What the writer does when the disk fails. All of this runs in the writer's goroutine.
// Only it changes f.bolt, so it may read that without the lock.

// onCommitError records that a commit has failed. From now on readers wait for readBack.
func (f *file) onCommitError(err error) {
	first := f.ping() == nil
	f.refuseWrites(err)
	f.blockReaders()
	if first {
		f.options.OnWriteError(f.ping())
	}
}

// refuseWrites refuses all writes from now on, because the disk does not accept them.
func (f *file) refuseWrites(err error) {
	f.setErr(fmt.Errorf("write to %s: %w: %w", f.path, ErrDown, advised(err)))
}

// blockReaders makes readers wait. What they read then may have changed.
func (f *file) blockReaders() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.changes {
		f.changes[i].Add(1)
	}
	if f.reading == nil {
		f.reading = make(chan struct{})
	}
}

// readBack reads the file back after a failed commit, because only the file can tell what
// was kept. If another file has the name, that one is read. If that cannot be read, or
// nothing has the name, what is open is all that is left, and stays. On a disk that has become
// read-only the file is opened for reading. It never creates a file: that would be to forget the old one.
func (f *file) readBack() {
	f.blockReaders()
	lost := f.lostName() != nil
	if !lost {
		_ = f.closeBolt() // the file is given up, whatever Close returns
	}
	before := stat(f.path)
	bolt, _, err := open(f.path, f.schema, f.options)
	if errors.Is(err, syscall.EROFS) {
		bolt, err = openBolt(f.path, bbolt.Options{Timeout: lockTimeout, ReadOnly: true, OpenFile: f.options.OpenFile})
	}
	switch {
	case err == nil && lost:
		_ = f.closeBolt()
	case lost:
		f.unblockReaders()
		return
	case err != nil:
		f.setErr(fmt.Errorf("%w; the file cannot be read back: %w", ErrDown, explain(f.path, err)))
	}
	f.mu.Lock()
	f.bolt = bolt
	f.remember(before)
	f.load()
	f.mu.Unlock()
	f.unblockReaders()
}

// unblockReaders lets readers go on with the file as it is.
func (f *file) unblockReaders() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.reading)
	f.reading = nil
}

// retry allows writes again if the disk accepts them. If there is no room even for a
// temporary file, it tries nothing else, and readers need not wait. Otherwise it reopens
// the file that has the name now: that may be a different file, and even for the same one
// the system may show an older state than bbolt has in memory.
func (f *file) retry() {
	if f.keepsName() {
		if err := f.probeSpace(); err != nil {
			f.refuseWrites(err)
			return
		}
	}
	if f.readBack(); f.bolt == nil {
		return
	}
	if err := f.lostName(); err != nil {
		f.refuseWrites(err)
		return
	}
	if err := safely(func() error { return f.probeWrite() }); err != nil {
		f.onCommitError(err)
		f.readBack()
		return
	}
	f.acceptWrites()
}

func (f *file) acceptWrites() {
	f.writeErr.Store(nil)
	f.measure()
	f.options.OnWriteError(nil)
}

// probeSpace returns nil if the data file can be opened for writing, and the disk accepts and keeps a
// temporary file beside it, of more than probeWrite needs: after that one fails, the whole file is read back.
// The file itself is not changed. It also returns nil if this process may not create a
// temporary file: then only a write to the file can tell.
func (f *file) probeSpace() (err error) {
	path, err := filepath.EvalSymlinks(f.path) // a symbolic link may point to another disk
	if err != nil {
		return err
	}
	file, err := f.options.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	path += ".new-room" // always the same name, so at most one is left over
	temp, err := f.options.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return nil
	case err != nil:
		return err
	}
	defer func() { err = errors.Join(err, temp.Close(), os.Remove(path)) }()
	// Zeros would take no room on a disk that compresses what it stores.
	if _, err := io.CopyN(temp, rand.Reader, 4*probeSize); err != nil {
		return err
	}
	return temp.Sync()
}

// probeKey is the row of meta that the writer uses to test for room. probeSize is its size,
// about what a group of saves needs.
var probeKey = []byte("room")

const probeSize = 64 << 10

// probeWrite writes until it is sure that the disk accepts and keeps data, including data
// that needs new pages: on a full disk existing pages can still be overwritten.
func (f *file) probeWrite() error {
	if err := rewriteMetas(f.bolt, f.options); err != nil {
		return err
	}
	if err := f.commitMeta(func(meta Bucket) error { return meta.Put(probeKey, make([]byte, probeSize)) }); err != nil {
		return err
	}
	return f.commitMeta(func(meta Bucket) error { return meta.Delete(probeKey) })
}

func (f *file) commitMeta(change func(meta Bucket) error) error {
	tx, err := f.begin(true)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit; after a panic the file must not stay locked
	if err := change(tx.Bucket(Meta)); err != nil {
		return err
	}
	return f.options.Commit(tx)
}

// rewriteMetas writes the first two pages again, exactly as they read. They say which
// state of the file is the newest. After a failed fdatasync the system may show a page as
// it was to be written, consider it written, and never write it. Then the disk holds the
// state before, and the next commit would overwrite that state's pages. So the state that
// reads as the newest must be the newest on the disk too before anything else is written.
// All other pages of that state were synced earlier.
func rewriteMetas(bolt *bbolt.DB, o *Options) (err error) {
	f, err := o.OpenFile(bolt.Path(), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	page := make([]byte, bolt.Info().PageSize)
	for i := range int64(2) { // one at a time, so at most one of them can be torn
		at := i * int64(len(page))
		if _, err := f.ReadAt(page, at); err != nil {
			return err
		}
		if _, err := f.WriteAt(page, at); err != nil {
			return err
		}
		if err := f.Sync(); err != nil {
			return err
		}
	}
	return nil
}
