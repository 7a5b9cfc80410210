package store

import "go.etcd.io/bbolt"

// Space says how much of its maximum size a data file uses.
type Space struct {
	Bytes int64 // of all its pages
	Free  int64 // of the empty ones, which are reused before the file grows
	Limit int64 // see Options.MaxSize; 0 if none
	Full  bool  // nothing new can begin
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
func commit(tx *Tx) error {
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

// Full reports whether the file is nearly at its limit. tx must be of [DB.Update].
func (db *DB) Full(tx *Tx) bool { return db.file.spaceAt(tx).Full }

func (f *file) lastSpace() Space { return *f.space.Load() }

// spaceAt counts no pages: bbolt knows how many are free.
func (f *file) spaceAt(tx *Tx) Space {
	stats, page := tx.DB().Stats(), int64(tx.DB().Info().PageSize)
	s := Space{Bytes: tx.Size(), Free: int64(stats.FreePageN+stats.PendingPageN) * page, Limit: f.options.MaxSize}
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
	if f.bolt == nil || f.viewBolt(func(tx *Tx) error {
		s := f.spaceAt(tx)
		f.space.Store(&s)
		return nil
	}) != nil {
		return
	}
	if now := f.lastSpace(); now.Full != before.Full {
		f.options.OnFull(now)
	}
}
