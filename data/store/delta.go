package store

import (
	"boardwalk/data/commitlog"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// A delta is what a transaction changes: the rows that it leaves, and those that it deletes.
// Applied to a file that is as the transaction found it, it makes the file what the
// transaction made of it. A nil delta records nothing.
type delta struct {
	buckets map[string]*bucketDelta
	size    int // of what was recorded, in bytes, about
}

// A bucketDelta is what a delta changes in one bucket. A nil one records nothing.
type bucketDelta struct {
	delta    *delta
	rows     map[string][]byte // nil for a row that is deleted
	sequence *uint64           // nil if it is not set
}

func newDelta() *delta { return &delta{buckets: map[string]*bucketDelta{}} }

// bucket returns what is changed in a bucket.
func (d *delta) bucket(name []byte) *bucketDelta {
	if d == nil {
		return nil
	}
	b := d.buckets[string(name)]
	if b == nil {
		b = &bucketDelta{delta: d, rows: map[string][]byte{}}
		d.buckets[string(name)] = b
	}
	return b
}

// rowSize is what the encoding of a row needs beside key and value, at most.
const rowSize = 2 * binary.MaxVarintLen32

// put records a row. The value must not change until the transaction ends, as bbolt demands.
func (b *bucketDelta) put(key, value []byte) {
	if b != nil {
		if value == nil {
			value = []byte{}
		}
		b.rows[string(key)] = value
		b.delta.size += len(key) + len(value) + rowSize
	}
}

func (b *bucketDelta) delete(key []byte) {
	if b != nil {
		b.rows[string(key)] = nil
		b.delta.size += len(key) + rowSize
	}
}

func (b *bucketDelta) setSequence(n uint64) {
	if b != nil {
		b.sequence = &n
		b.delta.size += binary.MaxVarintLen64
	}
}

// empty reports whether nothing is changed, or was recorded.
func (d *delta) empty() bool {
	if d == nil {
		return true
	}
	for _, b := range d.buckets {
		if len(b.rows) > 0 || b.sequence != nil {
			return false
		}
	}
	return true
}

// isLarge reports whether the delta needs more than one entry of a log.
func (d *delta) isLarge() bool { return d != nil && d.size > commitlog.EntryMax/2 }

// deltaVersion is the first byte of an encoded delta. The version of the file's rows is that
// of the cluster: see Shared.
const deltaVersion = 1

// encode returns the delta as bytes, the same for the same changes: for each bucket in the
// order of names, its name, 0 or its sequence and 1 more, the number of its rows, and these
// in the order of keys, each with 0 if it is deleted, or else the length of its value and 1
// more, and the value. Names and keys have their length before them; numbers are uvarints.
func (d *delta) encode() []byte {
	out := make([]byte, 1, d.size+1)
	out[0] = deltaVersion
	for _, name := range slices.Sorted(maps.Keys(d.buckets)) {
		b := d.buckets[name]
		if len(b.rows) == 0 && b.sequence == nil {
			continue
		}
		out = appendText(out, name)
		if b.sequence == nil {
			out = binary.AppendUvarint(out, 0)
		} else {
			out = binary.AppendUvarint(out, *b.sequence+1)
		}
		out = binary.AppendUvarint(out, uint64(len(b.rows)))
		for _, key := range slices.Sorted(maps.Keys(b.rows)) {
			out = appendText(out, key)
			value := b.rows[key]
			if value == nil {
				out = binary.AppendUvarint(out, 0)
				continue
			}
			out = binary.AppendUvarint(out, uint64(len(value))+1)
			out = append(out, value...)
		}
	}
	return out
}

func appendText(out []byte, text string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(text))), text...)
}

// ErrStrange is why a file follows its log no more that has an entry which this program does not
// understand.
var ErrStrange = errors.New("an entry of another release of boardwalk, or a damaged one")

// decodeDelta returns the delta that was encoded.
func decodeDelta(data []byte) (*delta, error) {
	if len(data) == 0 || data[0] != deltaVersion {
		return nil, ErrStrange
	}
	r := deltaReader{data[1:], nil}
	d := newDelta()
	for len(r.rest) > 0 && r.err == nil {
		b := d.bucket(r.text(r.number()))
		if sequence := r.number(); sequence > 0 {
			b.setSequence(sequence - 1)
		}
		for n := r.number(); n > 0 && r.err == nil; n-- {
			key := r.text(r.number())
			if size := r.number(); size > 0 {
				b.put(key, r.text(size-1))
			} else {
				b.delete(key)
			}
		}
	}
	return d, r.err
}

// A deltaReader reads an encoded delta. After an error it returns nothing more.
type deltaReader struct {
	rest []byte
	err  error
}

func (r *deltaReader) number() uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		r.rest, r.err = nil, ErrStrange
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

func (r *deltaReader) text(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.rest, r.err = nil, ErrStrange
		return nil
	}
	text := r.rest[:n]
	r.rest = r.rest[n:]
	return text
}

// apply makes the changes of the delta.
func (d *delta) apply(tx *Tx, schema *Schema) error {
	for name, changes := range d.buckets {
		b := Bucket{Bucket: tx.Tx.Bucket([]byte(name))} // its indexes are in the delta, too
		if !b.exists() {
			return fmt.Errorf("%w: there is no bucket %.40q", ErrStrange, name)
		}
		if fill, ok := schema.Fill[name]; ok { // as whoever adds rows to it in order
			b.FillPercent = fill
		}
		if changes.sequence != nil {
			if err := b.SetSequence(*changes.sequence); err != nil {
				return err
			}
		}
		for _, key := range slices.Sorted(maps.Keys(changes.rows)) {
			value, err := changes.rows[key], error(nil)
			if value == nil {
				err = b.Delete([]byte(key))
			} else {
				err = b.Put([]byte(key), value)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
