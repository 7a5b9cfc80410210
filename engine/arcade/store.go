package arcade

// A Store holds one player's rows. Its methods may wait for a disk and are safe for
// concurrent use. Every error is a sentence that a player can read.
type Store interface {
	// Saved returns the open round of a slot (see [Slot]) and its revision, which is
	// 0 if no round is open there.
	Saved(slot string) (Saved, Rev, error)
	// Save stores an open round and returns its new revision once that is durable. prev is
	// the revision that the caller saw last, 0 for none. Saving an unchanged round takes
	// it over: the previous session then gets [ErrConflict].
	Save(s Saved, prev Rev) (Rev, error)
	// Finish adds a result to the history and ends the open round of its slot. It is
	// idempotent.
	Finish(r Result, prev Rev) (Result, error)
	// History returns up to n results older than the one with the ID before, newest
	// first. If before is "", it starts with the newest result.
	History(before string, n int) ([]Result, error)
	// Best returns the best result of a game in a class, and whether there is one.
	Best(game string, class Class) (Result, bool, error)
	// Stats returns the sums of all results, ordered by game and then by class. It reads
	// no result, so it is quick however long the history is.
	Stats() ([]GameStat, error)
	// Looks adds to the number of fresh deals that the player has looked at on a day and left
	// without a move, and returns it. The day is in days since 1970-01-01 UTC; earlier ones
	// are forgotten. Nothing is kept of a player who has no row yet.
	Looks(day int64, more int) (int, error)
	// Settings returns what SetSettings stored last, or nothing if there are none.
	Settings() ([]byte, error)
	// SetSettings stores settings, JSON of at most SettingsMost bytes.
	SetSettings([]byte) error
}

// SettingsMost is how many bytes a player's settings can have.
const SettingsMost = 32 << 10

// A Numbered is a round of a history by its number, 1 for the newest.
type Numbered struct {
	Number int
	ID     string
}
