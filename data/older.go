package data

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
)

// Version returns the version of the files that this program writes.
func Version() int { return 1 + len(migrations) }

// Migrate lets [Open] bring an older file up to the version of this program; without it
// such a file is ErrOlder. A copy of the file is made first, named path.before-version-N,
// where N is the new version. An existing file of that name is left alone: if it has the
// same rows, as after an interrupted migration, it serves as the copy, and otherwise the
// copy is named path.before-version-N-2, and so on. fn is called with both versions and
// the copy's name once the file is migrated.
func Migrate(fn func(from, to int, kept string)) Option {
	return func(o *options) { o.migrated = fn }
}

// upToDate returns nil for a file of this program's version. It migrates an older one if
// the options allow it.
func upToDate(bolt *bbolt.DB, path string, o options) error {
	newest := Version()
	version, err := versionOf(bolt)
	switch {
	case err != nil || version == newest:
		return err
	case o.migrated == nil:
		return fmt.Errorf("%w: it has version %d, and this program writes version %d", ErrOlder, version, newest)
	}
	kept, err := keepOlder(bolt, target(path), newest)
	if err != nil {
		// %v, not %w: an error of the copy says nothing about the file itself.
		return fmt.Errorf("keep a copy before the file is migrated from version %d to %d: %v", version, newest, err)
	}
	if err := migrate(bolt, migrations, o.commit); err != nil {
		return err
	}
	o.migrated(version, newest, kept)
	return nil
}

// versionOf returns the version of a file that this program can read.
func versionOf(bolt *bbolt.DB) (version int, err error) {
	err = bolt.View(func(tx *bbolt.Tx) error {
		if version, err = fileVersion(tx); err != nil {
			return err
		}
		return knownVersion(tx)
	})
	return version, err
}

// keepOlder copies a file before it is migrated to a version, and returns the copy's
// name.
func keepOlder(bolt *bbolt.DB, path string, version int) (kept string, err error) {
	for name := range numbered(fmt.Sprintf("%s.before-version-%d", path, version)) {
		if _, err := os.Lstat(name); err == nil {
			if sameRows(bolt, name) {
				return name, nil
			}
			continue
		}
		if err := copyOpen(bolt, name); !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
	panic("unreachable")
}

// copyOpen writes a copy of an open file, which gets its name once it is whole and on the
// disk.
func copyOpen(bolt *bbolt.DB, path string) error {
	temp, err := tempFile(path)
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	if err := fillTempFrom(temp, bolt); err != nil {
		return err
	}
	if err := whole(temp); err != nil {
		return err
	}
	return publish(temp, path)
}

func fillTempFrom(temp string, bolt *bbolt.DB) error {
	_, err := fillTemp(temp, func(w io.Writer) error {
		return bolt.View(func(tx *bbolt.Tx) error {
			_, err := tx.WriteTo(w)
			return err
		})
	})
	return err
}

// sameRows reports whether a file that nobody has open is a data file with the same rows
// as an open one.
func sameRows(bolt *bbolt.DB, path string) bool {
	if inspect(path) != nil {
		return false
	}
	other, err := openBolt(path, bbolt.Options{Timeout: lockTimeout, ReadOnly: true})
	if err != nil {
		return false
	}
	defer other.Close()
	return safely(func() error {
		return bolt.View(func(a *bbolt.Tx) error {
			return other.View(func(b *bbolt.Tx) error { return same(a, b) })
		})
	}) == nil
}

// OpenReadOnly opens an existing data file and writes nothing to it or its directory, so
// neither has to be writable. Writes return ErrReadOnly. version is the file's. An older
// file is copied to the system's directory for temporary files and migrated there; reads
// use the copy, which Close deletes. The error is that of [Open].
func OpenReadOnly(path string, opts ...Option) (db *DB, version int, err error) {
	o := defaults()
	for _, opt := range opts {
		opt(&o)
	}
	o.readOnly = true
	before := stat(path)
	bolt, err := openToRead(path, o)
	if err != nil {
		return nil, 0, explain(path, err)
	}
	if err := safely(func() error { version, err = versionOf(bolt); return err }); err != nil {
		return nil, 0, explain(path, errors.Join(err, bolt.Close()))
	}
	var copied string
	if newest := Version(); version < newest {
		older := bolt
		bolt, copied, err = openMigrated(older, o)
		switch err = errors.Join(err, older.Close()); {
		case errors.Is(err, ErrDamaged):
			return nil, 0, explain(path, err)
		case err != nil:
			return nil, 0, fmt.Errorf("%s has version %d, so it is read through a copy migrated to version %d, which needs %d bytes in %s (set TMPDIR to use another directory): %w",
				path, version, newest, before.Size(), os.TempDir(), err)
		}
	}
	db = newDB(path, o, bolt)
	db.copied = copied
	db.rememberFile(before)
	close(db.stopped) // it has no writer
	return db, version, nil
}

func openToRead(path string, o options) (*bbolt.DB, error) {
	if err := inspect(path); err != nil {
		return nil, err
	}
	return openBolt(path, bbolt.Options{Timeout: lockTimeout, ReadOnly: true, OpenFile: o.openFile})
}

// openMigrated opens an up-to-date copy of an older file for reading and returns the
// directory of the copy. On systems that can remove the name of an open file, that
// directory is already deleted.
func openMigrated(older *bbolt.DB, o options) (bolt *bbolt.DB, dir string, err error) {
	if dir, err = os.MkdirTemp("", "boardwalk-"); err != nil {
		return nil, "", err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	temp, err := tempFile(filepath.Join(dir, "copy"))
	if err != nil {
		return nil, "", err
	}
	if err := fillTempFrom(temp, older); err != nil {
		return nil, "", err
	}
	fresh, err := openBolt(temp, bbolt.Options{Timeout: lockTimeout, NoSync: true})
	if err != nil {
		return nil, "", err
	}
	err = safely(func() error { return migrate(fresh, migrations, o.commit) })
	if err = errors.Join(err, fresh.Close()); err != nil {
		return nil, "", err
	}
	bolt, err = openToRead(temp, defaults())
	return bolt, dir, err
}
