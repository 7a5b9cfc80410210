package data

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"
)

func TestCompact(t *testing.T) {
	c := newCrowd(t)
	gone := session(t, c.db, fp("gone"))
	for i := range 300 {
		finish(t, gone, finished(record(hop, fmt.Sprint("D", i), 1, 2, 3, 1, 2, 3), int64(1000+i)))
	}
	must(t, gone.Delete(day(0)))
	want, counts := c.read(t), fmt.Sprint(rows(t, c.db))
	path := c.db.path
	t.Run("a file that is open is left alone", func(t *testing.T) {
		_, _, err := Compact(path)
		wantErr(t, "Compact", err, ErrLocked)
	})
	must(t, c.db.Close())
	must(t, os.Chmod(path, 0o640))
	old, err := os.Stat(path)
	must(t, err)

	before, after, err := Compact(path)
	now, bad := os.Stat(path)
	if err != nil || bad != nil || before != old.Size() || after != now.Size() || after >= before || now.Mode() != old.Mode() {
		t.Fatalf("Compact = %d, %d, %v; the file had %d and has %d bytes, %v", before, after, err, old.Size(), now.Size(), now.Mode())
	}
	fresh := c.on(t, openAt(t, path, Games(find)))
	if got := fresh.read(t); got != want {
		t.Errorf("it reads otherwise: %s", differ(got, want))
	}
	if got := fmt.Sprint(rows(t, fresh.db)); got != counts {
		t.Errorf("it has %s, want %s", got, counts)
	}
	finish(t, fresh.players["eve"], finished(record(hop, "ON", 1), 5000))
	sound(t, fresh.db)
	if got := names(t, filepath.Dir(path)); len(got) != 1 {
		t.Errorf("the directory has %v", got)
	}
}

func TestCompactRefuses(t *testing.T) {
	dir := t.TempDir()
	cut := fileWith(t, dir, "cut", "OLD")
	must(t, os.Truncate(cut, 20_000))
	newer := fileWith(t, dir, "newer", "OLD")
	bolt, err := bbolt.Open(newer, 0o600, nil)
	must(t, err)
	must(t, bolt.Update(func(tx *bbolt.Tx) error { return putVersion(tx, 99) }))
	must(t, bolt.Close())
	before := fmt.Sprint(names(t, dir))
	for path, want := range map[string]error{cut: ErrDamaged, newer: ErrNewer, filepath.Join(dir, "none"): os.ErrNotExist} {
		_, _, err := Compact(path)
		wantErr(t, "Compact", err, want)
		if err != nil && (!strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("it says %q", err)
		}
	}
	if got := fmt.Sprint(names(t, dir)); got != before {
		t.Errorf("the directory has %s, want %s", got, before)
	}
}

// The copy is compared row by row.
func TestSame(t *testing.T) {
	for name, change := range map[string]func(tx *bbolt.Tx) error{
		"a row less":    func(tx *bbolt.Tx) error { return tx.Bucket(nicksBucket).Delete([]byte("eve")) },
		"a row more":    func(tx *bbolt.Tx) error { return tx.Bucket(nicksBucket).Put([]byte("zoe"), []byte("x")) },
		"another value": func(tx *bbolt.Tx) error { return tx.Bucket(nicksBucket).Put([]byte("eve"), []byte("x")) },
		"a bucket less": func(tx *bbolt.Tx) error { return tx.DeleteBucket(nicksBucket) },
	} {
		t.Run(name, func(t *testing.T) {
			c := newCrowd(t)
			path := filepath.Join(t.TempDir(), "copy")
			_, err := c.db.Backup(path)
			must(t, err)
			fresh := openAt(t, path)
			compare := func() error {
				return c.db.bolt.View(func(a *bbolt.Tx) error { return fresh.bolt.View(func(b *bbolt.Tx) error { return same(a, b) }) })
			}
			must(t, compare())
			must(t, fresh.bolt.Update(change))
			if err := compare(); !errors.Is(err, ErrDamaged) {
				t.Errorf("same = %v", err)
			}
		})
	}
}
