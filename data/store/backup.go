package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"syscall"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// Backup writes a copy of the file as it is at one moment, while games go on, and returns
// its size. The copy appears under its name once it is whole, was read back and is on the
// disk. An existing file is left alone, and the error is fs.ErrExist. Each progress is
// called as the copy grows, in the caller's goroutine and before the copy is read back,
// with how many of the total bytes are written. It must be quick, because freed pages of
// the file are not reused meanwhile. If ctx ends first, nothing of the copy is left, and the error is why it ended.
func (db *DB) Backup(ctx context.Context, path string, progress ...func(done, total int64)) (size int64, err error) {
	if _, err = os.Lstat(path); err == nil {
		err = fs.ErrExist
	} else {
		// This is a long read, but it is of this machine's own disk, and an open reader
		// delays nobody: it only keeps freed pages from being reused.
		if size, err = db.file.schema.copyOpen(ctx, db.View, path, progress...); err == nil {
			_ = GiveToOwner(db.Path(), path) // a server may back up a file of another's
		}
	}
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%w: name another file", fs.ErrExist)
	}
	return size, During(err, "back up to %s", path)
}

// copyOpen writes a copy of an open file, which gets its name once it is whole and on the
// disk, and returns its size. view reads the file.
func (s *Schema) copyOpen(
	ctx context.Context, view func(func(*Tx) error) error, path string, progress ...func(done, total int64),
) (size int64, err error) {
	s.step("temporary file")
	err = byTemp(path, func(temp string) (err error) {
		s.step("copy")
		if size, err = fillTempFrom(ctx, temp, view, progress...); err != nil {
			return err
		}
		s.step("check")
		return whole(ctx, temp, s, noProgress)
	}, func(temp, path string) error {
		s.step("publish")
		return publish(temp, path)
	})
	if err != nil {
		err = cmp.Or(context.Cause(ctx), err) // a page that was not read back is not damaged
	}
	return size, err
}

// fillTempFrom writes what view reads of an open file to a temporary file, and returns its size.
func fillTempFrom(
	ctx context.Context, temp string, view func(func(*Tx) error) error, progress ...func(done, total int64),
) (size int64, err error) {
	return fillTemp(temp, func(w io.Writer) error {
		return view(func(tx *Tx) error {
			_, err := tx.WriteTo(&counting{ctx, w, 0, tx.Size(), progress})
			return err
		})
	})
}

// A counting writer reports how much it has written. It writes nothing more once ctx has ended.
type counting struct {
	ctx         context.Context
	to          io.Writer
	done, total int64
	progress    []func(done, total int64)
}

func (c *counting) Write(p []byte) (int, error) {
	if c.ctx.Err() != nil {
		return 0, context.Cause(c.ctx)
	}
	n, err := c.to.Write(p)
	c.done += int64(n)
	for _, fn := range c.progress {
		fn(c.done, c.total)
	}
	return n, err
}

// whole returns nil if a file that nobody writes to is a data file that this program can open. It
// changes nothing in it, and reads nothing more of its pages once ctx has ended.
func whole(ctx context.Context, path string, schema *Schema, progress Progress) error {
	bolt, err := openToRead(ctx, path, newOptions(Options{Progress: progress}))
	if err != nil {
		return err
	}
	_, err = schema.versionOf(bolt)
	return errors.Join(err, bolt.Close())
}

// replacedSuffix is appended to the name of the file that Restore replaces.
const replacedSuffix = ".before-restore"

// Restore replaces a data file that nobody has open with a backup, or creates it. Both
// files are left alone unless the backup is whole. The replaced file is kept as
// path.before-restore, or path.before-restore-2 if that exists, and so on, which is returned; the backup
// stays where it is. At any moment path is either the old file or the restored one. The
// error is that of [Open] on from; it is ErrLocked if path is open. A backup of an older
// version is restored without migrating it.
func Restore(from, path string, schema *Schema) (kept string, err error) {
	kept, err = restoreFile(from, path, schema)
	return kept, During(roomBeside(path, err), "restore %s from %s", path, from)
}

func restoreFile(from, path string, schema *Schema) (kept string, err error) {
	step := schema.step
	step("check")
	if err := whole(context.Background(), from, schema, noProgress); errors.Is(err, fs.ErrNotExist) {
		return "", err // a backup is not created, so the advice of explain would be wrong
	} else if err != nil {
		return "", explain(from, err)
	}
	path = target(path)
	if a, err := os.Stat(from); err == nil {
		if b, err := os.Stat(path); err == nil && os.SameFile(a, b) {
			return "", errors.New("that is the data file itself")
		}
	}
	there, unlock, err := lock(path)
	if err != nil {
		return "", explain(path, err)
	}
	defer unlock()
	step("temporary file")
	err = byTemp(path, func(temp string) error {
		step("copy")
		if err := copyFile(temp, from); err != nil {
			return err
		}
		step("check the copy")
		if err := whole(context.Background(), temp, schema, noProgress); err != nil {
			return fmt.Errorf("the copy differs from the backup: %w", err)
		}
		return nil
	}, func(temp, path string) (err error) {
		if !there {
			step("publish")
			return publish(temp, path)
		}
		step("keep")
		if kept, err = keepReplaced(os.Link, path); err != nil {
			return fmt.Errorf("keep the existing file: %w", err)
		}
		step("replace")
		return replaceFile(temp, path)
	})
	return kept, err
}

// target returns the file that a path's symbolic links lead to, if any.
func target(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// lock keeps everybody else from writing a data file and reports whether the file exists.
// A file that cannot be opened cannot be locked and need not be: a process that opened it
// while it was still good holds its lock.
func lock(path string) (there bool, unlock func(), err error) {
	unlock = func() {}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(path); err == nil {
			return false, unlock, fmt.Errorf("the link points to no file, %w", ErrForeign)
		}
		return false, unlock, nil
	case err != nil:
		return false, unlock, err
	case !info.Mode().IsRegular():
		return false, unlock, fmt.Errorf("it is not a regular file, %w", ErrForeign)
	case info.Size() == 0:
		return true, unlock, nil // bbolt would create a database in it
	}
	bolt, err := openBolt(path, bbolt.Options{Timeout: lockTimeout, ReadOnly: true})
	switch {
	case err == nil:
		unlock = func() { _ = bolt.Close() }
	case errors.Is(err, berrors.ErrTimeout), errors.Is(err, fs.ErrPermission):
		return true, unlock, err
	}
	return true, unlock, nil
}

// keepReplaced gives a file a second name, which it returns, so that it remains when another file replaces
// it. If links do not work, the second name gets a copy.
func keepReplaced(link func(old, fresh string) error, path string) (name string, err error) {
	for name = range numbered(path + replacedSuffix) {
		err = link(path, name)
		if err != nil && !errors.Is(err, fs.ErrExist) {
			err = byTemp(name, func(temp string) error { return copyFile(temp, path) }, publish)
		}
		if !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
	panic("unreachable")
}

// numbered yields a name, then the name followed by -2, -3 and so on, without end.
func numbered(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for n, next := 2, name; yield(next); n++ {
			next = fmt.Sprintf("%s-%d", name, n)
		}
	}
}

// compactTx bounds the size of the transactions that compacting makes, in bytes of keys and
// values, and so its memory.
const compactTx = 4 << 20

// compactFill is how full compacting makes the pages.
const compactFill = 0.9

// Compact rewrites a data file that nobody has open, without its empty pages, and returns
// its size before and after. The new file replaces the old one in one step, once it is on
// the disk and verified to have all rows. A file keeps its version, also an older one.
// progress is told how far it is, and may be nil. The error is that of [Open]; it is ErrLocked
// if the file is open.
func Compact(path string, schema *Schema, progress Progress) (before, after int64, err error) {
	if progress == nil {
		progress = noProgress
	}
	before, after, err = compact(path, schema, progress)
	if err != nil && !errors.Is(err, syscall.ENOSPC) {
		err = explain(path, err)
	}
	if err = roomBeside(path, err); err != nil {
		return 0, 0, fmt.Errorf("compact: %w", err)
	}
	return before, after, nil
}

func compact(path string, schema *Schema, progress Progress) (before, after int64, err error) {
	step := schema.step
	path = target(path)
	step("check")
	rows, err := inspect(context.Background(), path, progress)
	if err != nil {
		return 0, 0, err
	}
	old, err := openBolt(path, bbolt.Options{Timeout: lockTimeout})
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, old.Close()) }() // until then nobody else can open it
	if _, err := schema.versionOf(old); err != nil {
		return 0, 0, err
	}
	step("temporary file")
	err = byTemp(path, func(temp string) error {
		step("copy")
		if err := rewrite(old, temp, rows, progress); err != nil {
			return err
		}
		step("check the copy")
		return whole(context.Background(), temp, schema, func(_ string, done, total int64) { progress("reading the copy", done, total) })
	}, func(temp, path string) error {
		was, err := os.Stat(path)
		is, bad := os.Stat(temp)
		if err = errors.Join(err, bad); err != nil {
			return err
		}
		before, after = was.Size(), is.Size()
		step("replace")
		return replaceFile(temp, path)
	})
	return before, after, err
}

// rewrite copies all rows into a temporary file and compares them.
func rewrite(old *bbolt.DB, temp string, rows int64, progress Progress) error {
	fresh, err := openBolt(temp, bbolt.Options{Timeout: lockTimeout, NoSync: true})
	if err != nil {
		return err
	}
	err = viewBolt(old, func(tx *Tx) error { return copyRows(fresh, tx, rows, progress) })
	if err == nil {
		err = fresh.Sync()
	}
	if err == nil {
		err = viewBolt(old, func(a *Tx) error {
			return viewBolt(fresh, func(b *Tx) error { return same(a, b, rows, progress) })
		})
	}
	return errors.Join(err, fresh.Close())
}

// copyRows copies all buckets of a file into an empty one, in many transactions. rows is how
// many there are.
func copyRows(fresh *bbolt.DB, old *Tx, rows int64, progress Progress) error {
	group, done := rowGroup{into: fresh}, int64(0)
	return old.ForEach(func(name []byte, from *bbolt.Bucket) error {
		for key, value := range Rows(Bucket{Bucket: from}) {
			if err := group.add(name, key, value); err != nil {
				return err
			}
			if done++; len(group.rows) == 0 {
				old.Forget()
				progress("copying rows", done, rows)
			}
		}
		if err := group.flush(); err != nil {
			return err
		}
		progress("copying rows", done, rows)
		return updateBolt(fresh, func(tx *Tx) error {
			b, err := tx.CreateBucketIfNotExists(name)
			if err != nil {
				return err
			}
			return b.SetSequence(from.Sequence())
		})
	})
}

// same returns an error unless two files have the same rows. rows is how many there are.
func same(a, b *Tx, rows int64, progress Progress) error {
	done := int64(0)
	return a.ForEach(func(name []byte, old *bbolt.Bucket) error {
		fresh := b.Bucket(name)
		if !fresh.exists() {
			return fmt.Errorf("%w: the copy lacks bucket %s", ErrDamaged, name)
		}
		if fresh.Sequence() != old.Sequence() {
			return fmt.Errorf("%w: the copy of bucket %s counts otherwise", ErrDamaged, name)
		}
		c := fresh.Cursor()
		k, v := c.First()
		for key, value := range Rows(Bucket{Bucket: old}) {
			if !bytes.Equal(key, k) || !bytes.Equal(value, v) {
				return fmt.Errorf("%w: the copy of bucket %s differs at row %.40q", ErrDamaged, name, key)
			}
			if k, v = c.Next(); done%ForgetAfter == 0 {
				a.Forget()
				b.Forget()
				progress("comparing rows", done, rows)
			}
			done++
		}
		if k != nil {
			return fmt.Errorf("%w: the copy of bucket %s has more rows", ErrDamaged, name)
		}
		return nil
	})
}
