package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
)

// migrate brings the file to the version after the last step, or leaves it at the version that it has.
func (s *Schema) migrate(bolt *bbolt.DB, commit func(*Tx) error) error {
	newest := s.Version()
	from, err := s.versionOf(bolt)
	if err != nil || from == newest {
		return err
	}
	raw, err := bolt.Begin(true)
	if err != nil {
		return err
	}
	tx := &Tx{Tx: raw}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
	for v := from; v < newest; v++ {
		if err := s.Migrations[v-s.First](tx); err != nil {
			return fmt.Errorf("migrate from version %d to %d: %w", v, v+1, err)
		}
	}
	if err := PutVersion(tx, newest); err != nil {
		return err
	}
	return commit(tx)
}

// fileVersion returns the version that the file states. A bbolt file of another program
// has none.
func (s *Schema) fileVersion(tx *Tx) (int, error) {
	if !tx.Bucket(Meta).exists() {
		return 0, ErrForeign
	}
	row, ok, err := Table[metaRow](Meta).Get(tx, VersionKey)
	switch {
	case err != nil:
		return 0, err
	case !ok:
		return 0, ErrForeign
	case row.Version < 1:
		return 0, fmt.Errorf("%w: it has version %d", ErrDamaged, row.Version)
	case row.Version < s.First:
		return 0, fmt.Errorf("%w: it has version %d", ErrUnreleased, row.Version)
	}
	if row.Version == s.Version() { // others may have other buckets
		for _, name := range s.Buckets {
			if !tx.Bucket(name).exists() {
				return 0, fmt.Errorf("%w: it has no bucket %s", ErrDamaged, name)
			}
		}
	}
	return row.Version, nil
}

// versionOf returns the version of a file, or an error if this program cannot open it.
func (s *Schema) versionOf(bolt *bbolt.DB) (version int, err error) {
	err = viewBolt(bolt, func(tx *Tx) (err error) {
		version, err = s.fileVersion(tx)
		return err
	})
	if newest := s.Version(); err == nil && version > newest {
		err = fmt.Errorf("%w: it has version %d, and this program knows versions up to %d", ErrNewer, version, newest)
	}
	return version, err
}

// upToDate returns nil for a file of this program's version. It migrates an older one if
// the options allow it.
func (s *Schema) upToDate(bolt *bbolt.DB, path string, o *Options) error {
	newest := s.Version()
	version, err := s.versionOf(bolt)
	switch {
	case err != nil || version == newest:
		return err
	case o.Migrated == nil:
		return fmt.Errorf("%w: it has version %d, and this program writes version %d", ErrOlder, version, newest)
	}
	kept, err := s.keepOlder(bolt, target(path), newest)
	if err != nil {
		// %v, not %w: an error of the copy says nothing about the file itself.
		return fmt.Errorf("keep a copy before the file is migrated from version %d to %d: %v", version, newest, err)
	}
	if err := s.migrate(bolt, o.Commit); err != nil {
		return err
	}
	o.Migrated(version, newest, kept)
	return nil
}

// keepOlder copies a file before it is migrated to a version, and returns the copy's
// name.
func (s *Schema) keepOlder(bolt *bbolt.DB, path string, version int) (kept string, err error) {
	for name := range numbered(fmt.Sprintf("%s.before-version-%d", path, version)) {
		if _, err := os.Lstat(name); err == nil {
			if sameRows(bolt, name) {
				return name, nil
			}
			continue
		}
		view := func(fn func(*Tx) error) error { return viewBolt(bolt, fn) }
		if _, err := s.copyOpen(context.Background(), view, name); !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
	panic("unreachable")
}

// sameRows reports whether a file that nobody has open is a data file with the same rows
// as an open one.
func sameRows(bolt *bbolt.DB, path string) bool {
	other, err := openToRead(context.Background(), path, newOptions(Options{}))
	if err != nil {
		return false
	}
	defer other.Close()
	return viewBolt(bolt, func(a *Tx) error {
		return viewBolt(other, func(b *Tx) error { return same(a, b, 0, noProgress) })
	}) == nil
}

// OpenReadOnly opens an existing data file and writes nothing to it or its directory, so
// neither has to be writable. Writes return ErrReadOnly. version is the file's. An older
// file is copied to the system's directory for temporary files and migrated there; reads
// use the copy, which Close deletes. The error is that of [Open].
func OpenReadOnly(path string, schema *Schema, opts Options) (db *DB, version int, err error) {
	o := newOptions(opts)
	before := stat(path)
	bolt, err := openToRead(context.Background(), path, o)
	if errors.Is(err, fs.ErrPermission) {
		return nil, 0, fmt.Errorf("open %s: %w: this user must be able to read the file", path, fs.ErrPermission)
	}
	if err != nil {
		return nil, 0, explain(path, err)
	}
	if version, err = schema.versionOf(bolt); err != nil {
		return nil, 0, explain(path, errors.Join(err, bolt.Close()))
	}
	var copied string
	if newest := schema.Version(); version < newest {
		older := bolt
		bolt, copied, err = schema.openMigrated(older, o)
		switch err = errors.Join(err, older.Close()); {
		case errors.Is(err, ErrDamaged):
			return nil, 0, explain(path, err)
		case err != nil:
			return nil, 0, fmt.Errorf("%s has version %d, so it is read through a copy migrated to version %d, which needs %d bytes in %s (set TMPDIR to use another directory): %w",
				path, version, newest, before.Size(), os.TempDir(), err)
		}
	}
	db = newDB(newFile(path, schema, o, bolt, before))
	db.copied = copied
	return db, version, nil
}

func openToRead(ctx context.Context, path string, o *Options) (*bbolt.DB, error) {
	if _, err := inspect(ctx, path, o.Progress); err != nil {
		return nil, err
	}
	return openBolt(path, bbolt.Options{Timeout: lockTimeout, ReadOnly: true, OpenFile: o.OpenFile})
}

// openMigrated opens an up-to-date copy of an older file for reading and returns the
// directory of the copy. On systems that can remove the name of an open file, that
// directory is already deleted.
func (s *Schema) openMigrated(older *bbolt.DB, o *Options) (bolt *bbolt.DB, dir string, err error) {
	if dir, err = os.MkdirTemp("", "boardwalk-"); err != nil {
		return nil, "", err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	temp, err := tempFile(filepath.Join(dir, "copy"))
	if err != nil {
		return nil, "", err
	}
	if _, err := fillTempFrom(context.Background(), temp, func(fn func(*Tx) error) error { return viewBolt(older, fn) }); err != nil {
		return nil, "", err
	}
	fresh, err := openBolt(temp, bbolt.Options{Timeout: lockTimeout, NoSync: true})
	if err != nil {
		return nil, "", err
	}
	err = safely(func() error { return s.migrate(fresh, o.Commit) })
	if err = errors.Join(err, fresh.Close()); err != nil {
		return nil, "", err
	}
	bolt, err = openToRead(context.Background(), temp, newOptions(Options{}))
	return bolt, dir, err
}
