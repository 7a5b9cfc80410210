package store

import "go.etcd.io/bbolt"

// A Tx is a transaction on the file. Rows are changed through its buckets, so that its delta
// records them.
type Tx struct {
	*bbolt.Tx
	delta *delta // nil records nothing
}

// Bucket returns a bucket.
func (tx *Tx) Bucket(name []byte) Bucket {
	return Bucket{tx.Tx.Bucket(name), tx.delta.bucket(name)}
}

// A Bucket is a bucket in a transaction.
type Bucket struct {
	*bbolt.Bucket
	changes *bucketDelta
}

// A Cursor goes through the rows of a bucket in the order of keys.
type Cursor = bbolt.Cursor

// exists reports whether the file has the bucket. Nothing else may be asked of one that does not.
func (b Bucket) exists() bool { return b.Bucket != nil }

// Put is bbolt's, and recorded.
func (b Bucket) Put(key, value []byte) error {
	b.changes.put(key, value)
	return b.Bucket.Put(key, value)
}

// Delete is bbolt's, and recorded.
func (b Bucket) Delete(key []byte) error {
	b.changes.delete(key)
	return b.Bucket.Delete(key)
}

// SetSequence is bbolt's, and recorded.
func (b Bucket) SetSequence(n uint64) error {
	b.changes.setSequence(n)
	return b.Bucket.SetSequence(n)
}

// viewBolt is bolt.View for a Tx.
func viewBolt(bolt *bbolt.DB, fn func(*Tx) error) error {
	return bolt.View(func(tx *bbolt.Tx) error { return fn(&Tx{Tx: tx}) })
}

// updateBolt is bolt.Update for a Tx.
func updateBolt(bolt *bbolt.DB, fn func(*Tx) error) error {
	return bolt.Update(func(tx *bbolt.Tx) error { return fn(&Tx{Tx: tx}) })
}
