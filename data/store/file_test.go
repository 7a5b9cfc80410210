package store

import (
	"errors"
	"os"
	"testing"
)

// A file truncated while it is being opened is treated like one truncated later.
func TestTruncatedWhileOpened(t *testing.T) {
	db := openTemp(t)
	before := stat(db.Path())
	whole, err := os.ReadFile(db.Path())
	must(t, err)
	must(t, os.Truncate(db.Path(), 5000))
	db.file.remember(before)
	wantErr(t, "View", db.View(func(*Tx) error { return nil }), ErrDown)
	must(t, os.WriteFile(db.Path(), whole, 0o600))
}

func TestChanges(t *testing.T) {
	db := openTemp(t)
	failed := errors.New("failed")
	for _, c := range []struct {
		what   string
		change func(*Tx) error
		counts bool
	}{
		{"a new row", func(tx *Tx) error { return tx.Bucket(words).Put([]byte("ann"), []byte("x")) }, true},
		{"a row that begins alike", func(tx *Tx) error { return tx.Bucket(words).Put([]byte("amy"), []byte("x")) }, true},
		{"another row", func(tx *Tx) error { return tx.Bucket(words).Put([]byte("bob"), []byte("x")) }, false},
		{"a row of another bucket", func(tx *Tx) error { return tx.Bucket(numbers).Put([]byte("ann"), []byte("x")) }, false},
		{"a change that is not made", func(tx *Tx) error { return errors.Join(tx.Bucket(words).Delete([]byte("ann")), failed) }, false},
		{"a row that is deleted", func(tx *Tx) error { return tx.Bucket(words).Delete([]byte("ann")) }, true},
	} {
		before := db.Changes([]byte("ann"))
		if err := db.Update(c.change); err != nil && !errors.Is(err, failed) {
			t.Fatal(err)
		}
		if got := db.Changes([]byte("ann")) != before; got != c.counts {
			t.Errorf("%s is counted: %t, want %t", c.what, got, c.counts)
		}
	}
}
