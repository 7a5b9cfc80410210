package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strings"

	"boardwalk/data/commitlog"
)

// makeDigest makes the changes up to an entry that calls for a digest, and begins to make it.
func (w *writer) makeDigest(e commitlog.Entry) error {
	r, f := w.replica, w.file
	if f.options.OnDigest == nil || len(e.Data) > 0 || !strings.HasPrefix(e.ID, commitlog.DigestMark) || r.digests.Load() {
		return nil
	}
	if err := w.follow(); err != nil {
		return err
	}
	f.mu.RLock() // until the digest is made
	tx, err := f.begin(false)
	if err != nil {
		f.mu.RUnlock()
		return nil // others notice that the file cannot be read
	}
	r.digests.Store(true)
	go func() {
		d := commitlog.Digest{Number: e.Number}
		err := f.withPath(safely(func() (err error) {
			d.Sum, err = digest(r.life, tx, f.schema)
			return err
		}))
		_ = tx.Rollback()
		f.mu.RUnlock()
		r.digests.Store(false)
		if r.life.Err() == nil {
			f.options.OnDigest(d, err)
		}
	}()
	return nil
}

// digest returns a hash of all rows that a transaction sees, but for the position and the row that
// tests for room, which stays in the file of a process that is killed meanwhile. It stops when ctx ends.
func digest(ctx context.Context, tx *Tx, schema *Schema) (string, error) {
	sum := sha256.New()
	text := func(b []byte) { sum.Write(append(binary.AppendUvarint(nil, uint64(len(b))), b...)) }
	rows := 0
	for _, name := range schema.Buckets {
		b := tx.Bucket(name)
		text(name)
		text(binary.BigEndian.AppendUint64(nil, b.Sequence()))
		for key, value := range Rows(b) {
			if bytes.Equal(name, Meta) && (bytes.Equal(key, positionKey) || bytes.Equal(key, probeKey)) {
				continue
			}
			text(key)
			text(value)
			if rows++; rows%ForgetAfter == 0 {
				tx.Forget()
				if err := ctx.Err(); err != nil {
					return "", err
				}
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
