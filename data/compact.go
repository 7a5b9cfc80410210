package data

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"go.etcd.io/bbolt"
)

// compactTx bounds the memory that compacting needs.
const compactTx = 16 << 20

// Compact rewrites a data file that nobody has open, without its empty pages, and returns
// its size before and after. The new file replaces the old one in one step, once it is on
// the disk and verified to have all rows. A file keeps its version, also an older one.
// The error is that of [Open]; it is ErrLocked if the file is open.
func Compact(path string) (before, after int64, err error) {
	before, after, err = compact(path, noHook)
	if err != nil {
		return 0, 0, fmt.Errorf("compact: %w", explain(path, err))
	}
	return before, after, nil
}

func compact(path string, step hook) (before, after int64, err error) {
	path = target(path)
	step("check")
	if err := inspect(path); err != nil {
		return 0, 0, err
	}
	old, err := openBolt(path, bbolt.Options{Timeout: lockTimeout})
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, old.Close()) }() // until then nobody else can open it
	if err := safely(func() error { return old.View(knownVersion) }); err != nil {
		return 0, 0, err
	}
	step("temporary file")
	temp, err := tempFile(path)
	if err != nil {
		return 0, 0, err
	}
	defer os.Remove(temp)
	step("copy")
	if err := safely(func() error { return rewrite(old, temp) }); err != nil {
		return 0, 0, err
	}
	step("check the copy")
	if err := whole(temp); err != nil {
		return 0, 0, err
	}
	if before, after, err = sizes(path, temp); err != nil {
		return 0, 0, err
	}
	step("replace")
	return before, after, replaceFile(temp, path)
}

// rewrite copies all rows into a temporary file and compares them.
func rewrite(old *bbolt.DB, temp string) error {
	fresh, err := openBolt(temp, bbolt.Options{Timeout: lockTimeout, NoSync: true})
	if err != nil {
		return err
	}
	err = bbolt.Compact(fresh, old, compactTx)
	if err == nil {
		err = fresh.Sync()
	}
	if err == nil {
		err = old.View(func(a *bbolt.Tx) error {
			return fresh.View(func(b *bbolt.Tx) error { return same(a, b) })
		})
	}
	return errors.Join(err, fresh.Close())
}

// same returns an error unless two files have the same rows.
func same(a, b *bbolt.Tx) error {
	return a.ForEach(func(name []byte, old *bbolt.Bucket) error {
		fresh := b.Bucket(name)
		if fresh == nil {
			return fmt.Errorf("%w: the copy lacks bucket %s", ErrDamaged, name)
		}
		c := fresh.Cursor()
		k, v := c.First()
		for key, value := range rowsOf(old) {
			if !bytes.Equal(key, k) || !bytes.Equal(value, v) {
				return fmt.Errorf("%w: the copy of bucket %s differs at row %.40q", ErrDamaged, name, key)
			}
			k, v = c.Next()
		}
		if k != nil {
			return fmt.Errorf("%w: the copy of bucket %s has more rows", ErrDamaged, name)
		}
		return nil
	})
}

func sizes(path, temp string) (before, after int64, err error) {
	a, err := os.Stat(path)
	if err != nil {
		return 0, 0, err
	}
	b, err := os.Stat(temp)
	if err != nil {
		return 0, 0, err
	}
	return a.Size(), b.Size(), nil
}
