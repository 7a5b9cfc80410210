// Package data keeps players, open games, rounds and bests in one bbolt file.
//
// One idea carries it: a call returns when what it wrote is on the disk, and
// everything that belongs to one change is written by one transaction. What is
// kept of a game is its record; scores and bests stand beside it so that they
// can be read fast, and [DB.Check] recomputes every one of them.
//
//	db, err := data.Open("boardwalk.db")
//	p, err := db.Player(fingerprint) // a session's own handle
//	saved, rev, err := p.Saved("hopscotch") // rev 0: none is open
//	rev, err = p.Save(saved, rev)
//	result, err = p.Finish(result, rev)
//
// A [Player] is a capability: it reaches the rows of one player and no call
// takes another player's name. Each state of an open game has a revision of its
// own, an engine.Rev, and whoever writes over a state names its revision. So a
// session that was left behind gets engine.ErrConflict and cannot undo what
// another one played.
//
// When the disk fails while writing, only the file can tell what was kept.
// Until it was read back every call says so; the package tries that by itself.
//
// # The file
//
// A player is the SHA-256 of the fingerprint, 32 bytes. A round's ID is a ULID,
// 16 bytes: its first six are the time the round ended, in milliseconds and big
// endian, the others come from a hash of the player and the round. So keys run
// in order of time, and the same round always has the same ID.
//
//	bucket   key                        value
//	meta     "version"                  version of the file
//	players  player                     settings, number of rounds, hash of the last one stored
//	live     player | game              an open game: record, score, what can be redone, revision
//	rounds   ULID                       a round that is over: record, score, player, hash of the one before
//	history  player | ULID              nothing; a player's rounds in order of time
//	bests    player | game | 0 | class  ULID of the best round
//
// A value is a byte for the version of its form, a CRC-32C over the key and all
// else of the value, big endian, and JSON. Values of history are empty: their
// key is all there is to say, and Check holds it against the rounds.
//
// The hash a round carries is that of the round that was stored before it for
// the same player, over key and value. A page that came back from an older
// state of the file thus shows, although all its checksums are right.
package data
