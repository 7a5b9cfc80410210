package data

import "go.etcd.io/bbolt"

// Space says how much of its maximum size a data file uses.
type Space struct {
	Bytes int64 // of all its pages
	Free  int64 // of the empty ones, which are reused before the file grows
	Limit int64 // see [MaxSize]; 0 if none
	Full  bool  // no account and no game can begin
}

// The file becomes full when its pages, not counting empty ones, reach nine tenths of the
// limit, and stays full until they shrink by another hundredth. So it does not flip
// between the two with each change.
const (
	fullPercent = 90
	roomPercent = 89
)

// listedPages is the largest number of free pages that commits list. bbolt writes the whole
// list with each commit, 8 bytes a page, and after a large deletion it has megabytes. So
// it is at most a page long, beside the 20 KB that a commit of a save has without it.
const listedPages = 500

// commit commits a change. It leaves out the list of free pages if that is long; the file
// is then read through when it is next opened, unless listFreePages was called.
func commit(tx *txn) error {
	tx.DB().NoFreelistSync = !listsFreePages(tx.DB())
	return tx.Commit()
}

func listsFreePages(bolt *bbolt.DB) bool {
	stats := bolt.Stats()
	return stats.FreePageN+stats.PendingPageN <= listedPages
}

// listFreePages writes the list of free pages if commits have left it out. Nobody else writes.
func (f *file) listFreePages() error {
	if listsFreePages(f.bolt) {
		return nil
	}
	f.bolt.NoFreelistSync = false
	return f.bolt.Update(func(*bbolt.Tx) error { return nil })
}

// MaxSize sets the maximum size of the file in bytes; the default is no limit. From nine
// tenths of it on no account and no game can begin; existing ones continue. Empty pages
// do not count, because they are reused before the file grows.
func MaxSize(bytes int64) Option {
	return func(o *options) { o.maxSize = bytes }
}

// OnFull calls fn when the file has become full (see [MaxSize]) and when it no longer is.
// [Open] calls it for a file that is full already. After that it is called from one
// goroutine, and all writes wait until it returns.
func OnFull(fn func(Space)) Option {
	return func(o *options) { o.onFull = fn }
}

// full reports whether the file is nearly at its limit. tx must be a write.
func (f *file) full(tx *txn) bool { return f.spaceAt(tx).Full }

// lastSpace returns the space used after the last change.
func (f *file) lastSpace() Space {
	if s := f.space.Load(); s != nil {
		return *s
	}
	return Space{}
}

// spaceAt counts no pages: bbolt knows how many are free.
func (f *file) spaceAt(tx *txn) Space {
	stats, page := tx.DB().Stats(), int64(tx.DB().Info().PageSize)
	s := Space{Bytes: tx.Size(), Free: int64(stats.FreePageN+stats.PendingPageN) * page, Limit: f.options.maxSize}
	percent := int64(fullPercent)
	if f.lastSpace().Full {
		percent = roomPercent
	}
	s.Full = s.Limit > 0 && s.Bytes-s.Free >= s.Limit/100*percent
	return s
}

// measure records the space after a change. Only the writer calls it, and Open before
// there is a writer.
func (f *file) measure() {
	before := f.lastSpace()
	if f.bolt == nil || f.viewBolt(func(tx *txn) error {
		s := f.spaceAt(tx)
		f.space.Store(&s)
		return nil
	}) != nil {
		return
	}
	if now := f.lastSpace(); now.Full != before.Full {
		f.options.onFull(now)
	}
}
