package store

import (
	"errors"
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
			_, err := db.Backup(path)
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
