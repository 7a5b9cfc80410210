package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// The copy is compared row by row.
func TestSame(t *testing.T) {
	for name, change := range map[string]func(tx *Tx) error{
		"a row less":    func(tx *Tx) error { return tx.Bucket(words).Delete([]byte("eve")) },
		"a row more":    func(tx *Tx) error { return tx.Bucket(words).Put([]byte("zoe"), []byte("x")) },
		"another value": func(tx *Tx) error { return tx.Bucket(words).Put([]byte("eve"), []byte("x")) },
		"another count": func(tx *Tx) error { return tx.Bucket(numbers).SetSequence(1) },
		"a bucket less": func(tx *Tx) error { return tx.DeleteBucket(words) },
	} {
		t.Run(name, func(t *testing.T) {
			db := openTemp(t)
			must(t, db.Update(func(tx *Tx) error { return tx.Bucket(words).Put([]byte("eve"), []byte("y")) }))
			path := filepath.Join(t.TempDir(), "copy")
			_, err := db.Backup(context.Background(), path)
			must(t, err)
			fresh := openAt(t, path, Options{})
			compare := func() error {
				return db.View(func(a *Tx) error {
					return fresh.View(func(b *Tx) error { return same(a, b, 0, noProgress) })
				})
			}
			must(t, compare())
			must(t, updateBolt(fresh.file.bolt, change))
			if err := compare(); !errors.Is(err, ErrDamaged) {
				t.Errorf("same = %v", err)
			}
		})
	}
}

// A backup that is given up leaves nothing, also while the copy is read back.
func TestABackupEndsWithItsContext(t *testing.T) {
	db := openTemp(t)
	must(t, db.Update(func(tx *Tx) error { return tx.Bucket(words).Put([]byte("eve"), make([]byte, 1<<20)) }))
	stopped := errors.New("the server was stopped")
	for name, at := range map[string]func(done, total int64) bool{
		"while it is written":   func(done, total int64) bool { return done < total },
		"while it is read back": func(done, total int64) bool { return done == total },
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			dir := t.TempDir()
			var last int64
			_, err := db.Backup(ctx, filepath.Join(dir, "copy"), func(done, total int64) {
				if last = done; at(done, total) {
					cancel(stopped)
				}
			})
			if !errors.Is(err, stopped) || errors.Is(err, ErrDamaged) {
				t.Errorf("the error is %v", err)
			}
			if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
				t.Errorf("it leaves %v, %v", files, err)
			}
			if name == "while it is written" && last > 64<<10 {
				t.Errorf("it wrote on to %d bytes", last)
			}
		})
	}
}
