package data

import "go.etcd.io/bbolt"

// A txn is a transaction on the file. What a writable one changes in buckets that exist goes
// through its buckets, so that a delta can record it.
type txn struct {
	*bbolt.Tx
}

// Bucket returns a bucket.
func (tx *txn) Bucket(name []byte) txBucket { return txBucket{tx.Tx.Bucket(name)} }

// A txBucket is a bucket in a transaction.
type txBucket struct {
	*bbolt.Bucket
}

// exists reports whether the file has the bucket. Nothing else may be asked of one that does not.
func (b txBucket) exists() bool { return b.Bucket != nil }

// viewBolt is bolt.View for a txn.
func viewBolt(bolt *bbolt.DB, fn func(*txn) error) error {
	return bolt.View(func(tx *bbolt.Tx) error { return fn(&txn{tx}) })
}

// updateBolt is bolt.Update for a txn.
func updateBolt(bolt *bbolt.DB, fn func(*txn) error) error {
	return bolt.Update(func(tx *bbolt.Tx) error { return fn(&txn{tx}) })
}
