package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	"boardwalk/data/commitlog"
)

// A delta is what a transaction changes: the rows that it leaves, and those that it deletes.
// Applied to a file as the transaction found it, it makes of it what the transaction did. A nil delta
// records nothing.
type delta struct {
	buckets map[string]*bucketDelta
	size    int // of what was recorded, in bytes, about
}

// A bucketDelta is what a delta changes in one bucket.
type bucketDelta struct {
	rows     map[string][]byte // nil for a row that is deleted
	sequence uint64            // and 1 more; 0 if it is not set
}

func newDelta() *delta { return &delta{buckets: map[string]*bucketDelta{}} }

// bucket returns what is changed in a bucket, for a change of so many bytes.
func (d *delta) bucket(name []byte, size int) *bucketDelta {
	b := d.buckets[string(name)]
	if b == nil {
		b = &bucketDelta{rows: map[string][]byte{}}
		d.buckets[string(name)] = b
	}
	d.size += size + 2*binary.MaxVarintLen32
	return b
}

// record records a row, or with a nil value that it is deleted. The value must not change until the
// transaction ends, as bbolt demands.
func (d *delta) record(bucket, key, value []byte) {
	if d != nil {
		d.bucket(bucket, len(key)+len(value)).rows[string(key)] = value
	}
}

func (d *delta) recordSequence(bucket []byte, n uint64) {
	if d != nil {
		d.bucket(bucket, 0).sequence = n + 1
	}
}

// empty reports whether nothing is changed, or was recorded.
func (d *delta) empty() bool { return d == nil || len(d.buckets) == 0 }

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
		out = appendText(out, name)
		out = binary.AppendUvarint(out, b.sequence)
		out = binary.AppendUvarint(out, uint64(len(b.rows)))
		for _, key := range slices.Sorted(maps.Keys(b.rows)) {
			out = appendText(out, key)
			value := b.rows[key]
			if value == nil {
				out = append(out, 0)
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

// applyDelta makes the changes of an encoded delta, and calls changes with each row before.
func applyDelta(tx *Tx, schema *Schema, text []byte, changes func(bucket, key []byte)) error {
	if len(text) == 0 || text[0] != deltaVersion {
		return ErrStrange
	}
	r := deltaReader{text[1:], nil}
	for len(r.rest) > 0 {
		name := r.text(r.number())
		b := tx.Tx.Bucket(name) // its indexes are in the delta, too
		if r.err == nil && b == nil {
			return fmt.Errorf("%w: there is no bucket %.40q", ErrStrange, name)
		}
		if fill, ok := schema.Fill[string(name)]; ok { // as whoever adds rows to it in order
			b.FillPercent = fill
		}
		sequence := r.number()
		for n := r.number(); n > 0 && r.err == nil; n-- {
			key := r.text(r.number())
			size := r.number()
			value := r.text(max(size, 1) - 1)
			if r.err != nil {
				break
			}
			changes(name, key)
			if size == 0 {
				r.err = b.Delete(key)
			} else {
				r.err = b.Put(key, value)
			}
		}
		if sequence > 0 && r.err == nil {
			r.err = b.SetSequence(sequence - 1)
		}
		if r.err != nil {
			return r.err
		}
	}
	return nil
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
