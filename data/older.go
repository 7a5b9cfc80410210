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

// Version is the version of the files that this program writes.
func Version() int { return 1 + len(migrations) }

// Migrate lets [Open] bring a file of an older version up to that of this
// program; without it such a file is ErrOlder. The file as it was is kept first,
// as path.before-version-N, where N is the version it gets. A file that has that
// name already stays as it is: where it has the same rows it is the copy, as after
// a migration that was cut off, and otherwise the copy is called
// path.before-version-N-2, and so on. told gets both versions and the copy's name
// once the file is migrated.
func Migrate(told func(from, to int, kept string)) Option {
	return func(o *options) { o.migrated = told }
}

// upToDate returns nil for a file of this program's version. It migrates an older
// one where the options allow that.
func upToDate(bolt *bbolt.DB, path string, o options) error {
	newest := Version()
	version, err := versionOf(bolt)
	switch {
	case err != nil || version == newest:
		return err
	case o.migrated == nil:
		return fmt.Errorf("%w: it has version %d, this program writes %d", ErrOlder, version, newest)
	}
	kept, err := keepOlder(bolt, target(path), newest)
	if err != nil {
		// With %v: what becomes of the copy is no property of the file.
		return fmt.Errorf("keep a copy before the file is migrated from version %d to %d: %v", version, newest, err)
	}
	if err := migrate(bolt, migrations, o.commit); err != nil {
		return err
	}
	o.migrated(version, newest, kept)
	return nil
}

// versionOf is the version of a file that this program can read.
func versionOf(bolt *bbolt.DB) (version int, err error) {
	err = bolt.View(func(tx *bbolt.Tx) error {
		if version, err = fileVersion(tx); err != nil {
			return err
		}
		return knownVersion(tx)
	})
	return version, err
}

// keepOlder copies a file that is to get a version, and returns the copy's name.
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

// copyOpen writes a copy of an open file, which gets its name when it is whole and
// lies on the disk.
func copyOpen(bolt *bbolt.DB, path string) error {
	temp, err := draft(path)
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	if err := fillFromOpen(temp, bolt); err != nil {
		return err
	}
	if err := whole(temp); err != nil {
		return err
	}
	return publish(temp, path)
}

func fillFromOpen(temp string, bolt *bbolt.DB) error {
	_, err := fillFrom(temp, func(w io.Writer) error {
		return bolt.View(func(tx *bbolt.Tx) error {
			_, err := tx.WriteTo(w)
			return err
		})
	})
	return err
}

// sameRows reports whether a file that nobody has open is a data file with the
// rows of an open one.
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

// OpenReadOnly opens a data file that is there, and writes nothing to it or beside
// it: neither has to be writable. A write gets ErrReadOnly. version is the file's. A
// file of an older version is copied to the system's folder for temporary files and
// migrated there; what is read is the copy, which Close deletes. The error is that
// of [Open].
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
			return nil, 0, fmt.Errorf("%s is of version %d, so it is read by a copy that is migrated to %d, which needs %d bytes in %s (TMPDIR names another folder): %w",
				path, version, newest, before.Size(), os.TempDir(), err)
		}
	}
	db = newDB(path, o, bolt)
	db.copied = copied
	db.look(before)
	close(db.stopped) // it has no writer
	return db, version, nil
}

func openToRead(path string, o options) (*bbolt.DB, error) {
	if err := inspect(path); err != nil {
		return nil, err
	}
	return openBolt(path, bbolt.Options{Timeout: lockTimeout, ReadOnly: true, OpenFile: o.openFile})
}

// openMigrated opens a copy of an older file that is up to date, to read it, and
// returns the folder that the copy is in. The folder is empty by then, where the
// system lets go of the name of an open file.
func openMigrated(older *bbolt.DB, o options) (bolt *bbolt.DB, dir string, err error) {
	if dir, err = os.MkdirTemp("", "boardwalk-"); err != nil {
		return nil, "", err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	temp, err := draft(filepath.Join(dir, "copy"))
	if err != nil {
		return nil, "", err
	}
	if err := fillFromOpen(temp, older); err != nil {
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
