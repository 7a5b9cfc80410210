package store

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"go.etcd.io/bbolt"
)

// lengths is an index of words by how long what is said of them is. A word is found again by its key.
var lengths = Index{
	Bucket: []byte("lengths"), Of: words,
	Keys: func(key, value []byte) ([][]byte, error) {
		var text string
		err := Unseal(key, value, &text)
		return [][]byte{fmt.Appendf(nil, "%d %s", len(text), key)}, err
	},
	Source: func(key []byte) []byte {
		_, word, _ := bytes.Cut(key, []byte(" "))
		return word
	},
}

// indexed opens a file with that index.
func indexed(t *testing.T, lost func(*Tx, []byte) error) *DB {
	s := *schema
	ix := lengths
	ix.Lost = lost
	s.Buckets, s.Indexes = append(slices.Clone(s.Buckets), ix.Bucket), []Index{ix}
	db, err := Open(filepath.Join(t.TempDir(), "words.db"), &s, Options{})
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}

// keysIn returns the keys of a bucket.
func keysIn(t *testing.T, db *DB, name []byte) (keys []string) {
	t.Helper()
	must(t, db.View(func(tx *Tx) error {
		keys = nil
		for key := range Rows(tx.Bucket(name)) {
			keys = append(keys, string(key))
		}
		return nil
	}))
	return keys
}

// An index follows the rows, and so does the delta of a transaction.
func TestIndexFollows(t *testing.T) {
	db := indexed(t, nil)
	for _, step := range []struct {
		change func(b Bucket) error
		want   string
	}{
		{func(b Bucket) error { return errors.Join(Put(b, []byte("a"), "x"), Put(b, []byte("b"), "yy")) }, "[1 a 2 b]"},
		{func(b Bucket) error { return Put(b, []byte("a"), "xxx") }, "[2 b 3 a]"},
		{func(b Bucket) error { return Put(b, []byte("a"), "zzz") }, "[2 b 3 a]"},
		{func(b Bucket) error { return b.Put([]byte("a"), []byte("damaged")) }, "[2 b]"},
		{func(b Bucket) error { return b.Delete([]byte("b")) }, "[]"},
		{func(b Bucket) error { return b.Delete([]byte("none")) }, "[]"},
	} {
		var d *delta
		must(t, db.Update(func(tx *Tx) error {
			d = newDelta()
			tx.delta = d
			return step.change(tx.Bucket(words))
		}))
		if got := fmt.Sprint(keysIn(t, db, lengths.Bucket)); got != step.want {
			t.Errorf("the index has %s, want %s", got, step.want)
		}
		if got := d.encode(); step.want == "[1 a 2 b]" && !bytes.Contains(got, []byte("2 b")) {
			t.Errorf("the delta is %q", got)
		}
	}
}

// What is wrong with an index is found, and repaired.
func TestIndexRules(t *testing.T) {
	rewrite := func(tx *Tx, key []byte) error { return Put(tx.Bucket(words), lengths.Source(key), "xxx") }
	for _, c := range []struct {
		name        string
		damage      func(words, lengths *bbolt.Bucket) error
		found, want string
		lost        func(*Tx, []byte) error
	}{
		{"a key is missing", func(_, l *bbolt.Bucket) error { return l.Delete([]byte("3 a")) }, `[Row "a" of words is missing from lengths.]`, "[3 a]", nil},
		{"a key too many", func(_, l *bbolt.Bucket) error { return l.Put([]byte("4 a"), nil) }, `[Row "4 a" of lengths follows from no row of words.]`, "[3 a]", nil},
		{"no key", func(_, l *bbolt.Bucket) error { return l.Put([]byte("\xff"), nil) }, `[Row ff of lengths follows from no row of words.]`, "[3 a]", rewrite},
		{"a value", func(_, l *bbolt.Bucket) error { return l.Put([]byte("3 a"), []byte("x")) }, `[Row "3 a" of lengths has a value.]`, "[3 a]", nil},
		{"the row is gone", func(w, _ *bbolt.Bucket) error { return w.Delete([]byte("a")) }, `[Row "3 a" of lengths follows from no row of words.]`, "[]", nil},
		{"the row is gone and comes back", func(w, _ *bbolt.Bucket) error { return w.Delete([]byte("a")) }, `[Row "3 a" of lengths follows from no row of words.]`, "[3 a]", rewrite},
		{"the row is damaged", func(w, _ *bbolt.Bucket) error { return w.Put([]byte("a"), []byte("x")) }, "[]", "[3 a]", rewrite},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := indexed(t, c.lost)
			must(t, db.Update(func(tx *Tx) error { return Put(tx.Bucket(words), []byte("a"), "xxx") }))
			must(t, db.file.bolt.Update(func(tx *bbolt.Tx) error { return c.damage(tx.Bucket(words), tx.Bucket(lengths.Bucket)) }))
			check := func() (found []string) {
				for _, r := range []Rule{db.file.schema.Indexes[0].Missing(), db.file.schema.Indexes[0].Stray()} {
					_, err := db.CheckRows(r, func(broken string) { found = append(found, broken) }, func(int) {})
					must(t, err)
				}
				return found
			}
			if got := fmt.Sprint(check()); got != c.found {
				t.Errorf("found %s, want %s", got, c.found)
			}
			for _, r := range []Rule{db.file.schema.Indexes[0].Missing(), db.file.schema.Indexes[0].Stray()} {
				must(t, db.RepairRows(r))
			}
			if got := check(); len(got) > 0 {
				t.Errorf("after the repair it finds %q", got)
			}
			if got := fmt.Sprint(keysIn(t, db, lengths.Bucket)); got != c.want {
				t.Errorf("the index has %s, want %s", got, c.want)
			}
		})
	}
}
