package store

import (
	"bytes"

	"go.etcd.io/bbolt"
)

// A Tx is a transaction on the file. Rows are changed through its buckets, so that its delta
// records them, and the indexes follow.
type Tx struct {
	*bbolt.Tx
	delta  *delta  // nil records nothing
	schema *Schema // nil changes no index
	file   *file   // nil counts no change
}

// Bucket returns a bucket.
func (tx *Tx) Bucket(name []byte) Bucket {
	return Bucket{tx.Tx.Bucket(name), tx, name}
}

// unrecorded returns a bucket whose changes are in no delta and no index.
func (tx *Tx) unrecorded(name []byte) Bucket { return (&Tx{Tx: tx.Tx}).Bucket(name) }

// A Bucket is a bucket in a transaction.
type Bucket struct {
	*bbolt.Bucket
	tx   *Tx
	name []byte
}

// A Cursor goes through the rows of a bucket in the order of keys.
type Cursor = bbolt.Cursor

// exists reports whether the file has the bucket. Nothing else may be asked of one that does not.
func (b Bucket) exists() bool { return b.Bucket != nil }

// count counts a change to a row of a bucket once the transaction is committed.
func (tx *Tx) count(bucket, key []byte) {
	if tx.file != nil && len(key) > 0 && Contains(tx.file.schema.Counted, bucket) {
		n := &tx.file.changes[key[0]]
		tx.OnCommit(func() { n.Add(1) })
	}
}

// updateIndexes changes the indexes of the bucket along with a row, which has a value, or nil, from
// now on.
func (b Bucket) updateIndexes(key, value []byte) error {
	if b.tx.schema == nil {
		return nil
	}
	var was []byte
	read := false
	for _, ix := range b.tx.schema.Indexes {
		if !bytes.Equal(ix.Of, b.name) {
			continue
		}
		if !read {
			was, read = b.Get(key), true
		}
		if err := ix.update(b.tx, key, was, value); err != nil {
			return err
		}
	}
	return nil
}

// Put is bbolt's, and recorded.
func (b Bucket) Put(key, value []byte) error {
	if err := b.updateIndexes(key, value); err != nil {
		return err
	}
	if value == nil {
		value = []byte{} // nil records that the row is deleted
	}
	b.tx.delta.record(b.name, key, value)
	b.tx.count(b.name, key)
	return b.Bucket.Put(key, value)
}

// Delete is bbolt's, and recorded.
func (b Bucket) Delete(key []byte) error {
	if err := b.updateIndexes(key, nil); err != nil {
		return err
	}
	b.tx.delta.record(b.name, key, nil)
	b.tx.count(b.name, key)
	return b.Bucket.Delete(key)
}

// SetSequence is bbolt's, and recorded.
func (b Bucket) SetSequence(n uint64) error {
	b.tx.delta.recordSequence(b.name, n)
	return b.Bucket.SetSequence(n)
}

// viewBolt is bolt.View for a Tx of a file that may be damaged.
func viewBolt(bolt *bbolt.DB, fn func(*Tx) error) error {
	return safely(func() error { return bolt.View(func(tx *bbolt.Tx) error { return fn(&Tx{Tx: tx}) }) })
}

// updateBolt is bolt.Update for a Tx of a file that may be damaged.
func updateBolt(bolt *bbolt.DB, fn func(*Tx) error) error {
	return safely(func() error { return bolt.Update(func(tx *bbolt.Tx) error { return fn(&Tx{Tx: tx}) }) })
}
