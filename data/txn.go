package data

import "go.etcd.io/bbolt"

// A txn is a transaction on the file. Rows are changed through its buckets, so that its delta
// records them.
type txn struct {
	*bbolt.Tx
	delta *delta // nil records nothing
}

// Bucket returns a bucket.
func (tx *txn) Bucket(name []byte) txBucket {
	return txBucket{tx.Tx.Bucket(name), tx.delta.bucket(name)}
}

// A txBucket is a bucket in a transaction.
type txBucket struct {
	*bbolt.Bucket
	changes *bucketDelta
}

// exists reports whether the file has the bucket. Nothing else may be asked of one that does not.
func (b txBucket) exists() bool { return b.Bucket != nil }

// Put is bbolt's, and recorded.
func (b txBucket) Put(key, value []byte) error {
	b.changes.put(key, value)
	return b.Bucket.Put(key, value)
}

// Delete is bbolt's, and recorded.
func (b txBucket) Delete(key []byte) error {
	b.changes.delete(key)
	return b.Bucket.Delete(key)
}

// SetSequence is bbolt's, and recorded.
func (b txBucket) SetSequence(n uint64) error {
	b.changes.setSequence(n)
	return b.Bucket.SetSequence(n)
}

// viewBolt is bolt.View for a txn.
func viewBolt(bolt *bbolt.DB, fn func(*txn) error) error {
	return bolt.View(func(tx *bbolt.Tx) error { return fn(&txn{Tx: tx}) })
}

// updateBolt is bolt.Update for a txn.
func updateBolt(bolt *bbolt.DB, fn func(*txn) error) error {
	return bolt.Update(func(tx *bbolt.Tx) error { return fn(&txn{Tx: tx}) })
}
