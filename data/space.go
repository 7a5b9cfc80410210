package data

import "go.etcd.io/bbolt"

// Space is what a data file takes of the size that it may have.
type Space struct {
	Bytes int64 // of all its pages
	Free  int64 // of those that hold nothing, and are used before the file grows
	Limit int64 // see [MaxSize]; 0 for none
	Full  bool  // no account and no game begins
}

// The file is full from nine tenths of its limit on, without the pages that hold
// nothing, and until it is a hundredth of the limit below that: so it is not full and
// not full in turn with each change.
const (
	fullPercent = 90
	roomPercent = 89
)

// MaxSize is the most bytes the file should have, none where it is not given.
// From nine tenths of it on no account and no game begins; those that are there
// go on. Pages that hold nothing do not count, as they are used before the file
// grows.
func MaxSize(bytes int64) Option {
	return func(o *options) { o.maxSize = bytes }
}

// OnFull calls fn when the file has become full (see [MaxSize]), and when it is not
// any more. [Open] calls it for a file that is full then; after that one goroutine
// does, which keeps all writes waiting.
func OnFull(fn func(Space)) Option {
	return func(o *options) { o.onFull = fn }
}

// SetMaxSize changes what [MaxSize] says, for as long as the file is open. 0 is no
// limit.
func (db *DB) SetMaxSize(bytes int64) error {
	return db.write(func(*bbolt.Tx) error { // only the writer looks at it
		db.options.maxSize = bytes
		return nil
	})
}

// Space is what the file took after the last change. It looks at no disk and waits
// for nobody.
func (db *DB) Space() Space {
	if s := db.space.Load(); s != nil {
		return *s
	}
	return Space{}
}

// full reports whether the file is near the size it may have. It is for changes.
func (db *DB) full(tx *bbolt.Tx) bool { return db.spaceAt(tx).Full }

// spaceAt counts no pages: bbolt knows how many are free.
func (db *DB) spaceAt(tx *bbolt.Tx) Space {
	stats, page := tx.DB().Stats(), int64(tx.DB().Info().PageSize)
	s := Space{Bytes: tx.Size(), Free: int64(stats.FreePageN+stats.PendingPageN) * page, Limit: db.options.maxSize}
	percent := int64(fullPercent)
	if db.Space().Full {
		percent = roomPercent
	}
	s.Full = s.Limit > 0 && s.Bytes-s.Free >= s.Limit/100*percent
	return s
}

// measure takes note of the space after a change. Only the writer calls it, and Open
// before there is one.
func (db *DB) measure() {
	before := db.Space()
	if db.bolt == nil || db.inside(func(tx *bbolt.Tx) error {
		s := db.spaceAt(tx)
		db.space.Store(&s)
		return nil
	}) != nil {
		return
	}
	if now := db.Space(); now.Full != before.Full {
		db.options.onFull(now)
	}
}
