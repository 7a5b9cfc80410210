package store

import (
	"bytes"
	"errors"
	"fmt"
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
		for n := range min(len(text), 100) {
			if err := tryDelta(other, text[:n], func(*Tx) {}); n != 1 && !errors.Is(err, ErrStrange) {
				t.Errorf("%d bytes of delta %d are taken for a whole one: %v", n, i, err)
			}
		}
		must(t, other.Update(func(tx *Tx) error { return applyDelta(tx, schema, text, func(_, _ []byte) {}) }))
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

// tryDelta applies an encoded delta, calls look if that is possible, and takes it back.
func tryDelta(db *DB, text []byte, look func(*Tx)) error {
	again := errors.New("take it back")
	err := db.Update(func(tx *Tx) error {
		if err := applyDelta(tx, schema, text, func(_, _ []byte) {}); err != nil {
			return err
		}
		look(tx)
		return again
	})
	if errors.Is(err, again) {
		return nil
	}
	return err
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

// What a delta leaves, recorded by another one, is left by that one as well.
func FuzzDelta(f *testing.F) {
	d := newDelta()
	d.record(words, []byte("ann"), []byte("x"))
	d.recordSequence(numbers, 3)
	f.Add(d.encode())
	f.Add([]byte("\x01\x05words\x00\x02\x03ann\x02x\x03ann\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		db, again := openTemp(t), newDelta()
		var want string
		if tryDelta(db, text, func(tx *Tx) {
			want = recordAll(tx, again)
		}) != nil {
			return
		}
		got := ""
		must(t, tryDelta(db, again.encode(), func(tx *Tx) { got = recordAll(tx, newDelta()) }))
		if got != want {
			t.Errorf("%q leaves %q, and then %q", text, want, got)
		}
	})
}

// recordAll has a delta record what there is in the buckets of these tests, and returns it as text.
func recordAll(tx *Tx, d *delta) (text string) {
	for _, bucket := range [][]byte{words, numbers} {
		b := tx.Bucket(bucket)
		d.recordSequence(bucket, b.Sequence())
		text += fmt.Sprintln(string(bucket), b.Sequence())
		for key, value := range Rows(b) {
			d.record(bucket, bytes.Clone(key), bytes.Clone(value))
			text += fmt.Sprintf("%q %q\n", key, value)
		}
	}
	return text
}
