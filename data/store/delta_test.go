package store

import (
	"bytes"
	"errors"
	"maps"
	"testing"

	"boardwalk/data/commitlog"
)

func TestDelta(t *testing.T) {
	db, other := openTemp(t), openTemp(t)
	const long = 3 * commitlog.EntryMax
	changes := []func(tx *Tx) error{
		func(tx *Tx) error {
			b := tx.Bucket(words)
			return errors.Join(b.Put([]byte("ann"), []byte("x")), b.Put([]byte("bob"), nil), b.Put([]byte("cid"), []byte("y")), b.Delete([]byte("cid")))
		},
		func(tx *Tx) error {
			return errors.Join(tx.Bucket(words).Delete([]byte("ann")), tx.Bucket(numbers).SetSequence(7), tx.Bucket(numbers).Put([]byte("1"), make([]byte, long)))
		},
	}
	for i, change := range changes {
		d := newDelta()
		must(t, db.Update(func(tx *Tx) error {
			tx.delta = d
			return change(tx)
		}))
		text := d.encode()
		decoded, err := decodeDelta(text)
		must(t, err)
		if again := decoded.encode(); !bytes.Equal(text, again) {
			t.Errorf("delta %d is encoded as %.80q, and then as %.80q", i, text, again)
		}
		must(t, other.Update(func(tx *Tx) error { return decoded.apply(tx, schema) }))
		for n := range min(len(text), 100) {
			if _, err := decodeDelta(text[:n]); err == nil && n != 1 && n != len(text) && !wholeBuckets(text[:n]) {
				t.Errorf("%d bytes of delta %d are taken for a whole one", n, i)
			}
		}
	}
	if b := newDelta(); !b.empty() || b.isLarge() {
		t.Error("a delta that nothing was done to is not empty")
	}
	must(t, db.View(func(a *Tx) error {
		return other.View(func(b *Tx) error {
			for _, bucket := range [][]byte{words, numbers} {
				rows := maps.Collect(rowTexts(b.Bucket(bucket)))
				if want := maps.Collect(rowTexts(a.Bucket(bucket))); !maps.Equal(want, rows) || a.Bucket(bucket).Sequence() != b.Bucket(bucket).Sequence() {
					t.Errorf("%s is %.80q, want %.80q", bucket, rows, want)
				}
			}
			return nil
		})
	}))
}

// wholeBuckets reports whether a text is a delta that ends where a bucket ends.
func wholeBuckets(text []byte) bool {
	d, err := decodeDelta(text)
	return err == nil && bytes.Equal(d.encode(), text)
}

// rowTexts iterates over a bucket's rows as texts.
func rowTexts(b Bucket) func(yield func(key, value string) bool) {
	return func(yield func(key, value string) bool) {
		for k, v := range Rows(b) {
			if !yield(string(k), string(v)) {
				return
			}
		}
	}
}

func FuzzDelta(f *testing.F) {
	d := newDelta()
	d.bucket(words).put([]byte("ann"), []byte("x"))
	d.bucket(numbers).setSequence(3)
	f.Add(d.encode())
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := decodeDelta(text)
		if err != nil {
			return
		}
		again, err := decodeDelta(d.encode())
		if err != nil || !bytes.Equal(again.encode(), d.encode()) {
			t.Errorf("%q is decoded, and then %q, %v", text, d.encode(), err)
		}
	})
}
