// Package data keeps players, open games, rounds and boards in one bbolt file.
//
// One idea carries it: a call returns when what it wrote is on the disk, and
// everything that belongs to one change is written by one transaction. What is
// kept of a game is its record; sums, bests and boards stand beside it so that
// they can be read fast. [DB.Check] recomputes every one of them, and
// [DB.Repair] writes them anew.
//
//	db, err := data.Open("boardwalk.db")
//	p, err := db.Player(fingerprint) // a session's own handle
//	saved, rev, err := p.Saved("hopscotch") // rev 0: none is open
//	rev, err = p.Save(saved, rev)
//	result, err = p.Finish(result, rev)
//
// A [Player] is a capability: it reaches the rows of one account and no call
// takes another player's name. It holds a key, and the account is that which the
// key belongs to at the moment. Each state of an open game has a revision of its
// own, an engine.Rev, and whoever writes over a state names its revision. So a
// session that was left behind gets engine.ErrConflict and cannot undo what
// another one played.
//
// When the disk fails while writing, only the file can tell what was kept. The
// file is read back, and read from again; but nothing is written until the disk
// has shown that it takes and keeps what is. The package tries that by itself. A
// file that another program cuts short while it is open is refused in the same
// way, until it is whole again.
//
// # The file
//
// A player is an account: 32 random bytes, or in files that began as version 1
// the SHA-256 of the key's fingerprint. A key is the SHA-256 of its fingerprint;
// a guest's is that of something random. A round's ID is a ULID, 16 bytes: its
// first six are the time the round ended, in milliseconds and big endian, the
// others come from a hash of the player and the round. So keys run in order of
// time, and the same round always has the same ID.
//
//	bucket   key                                value
//	meta     "version"                          version of the file
//	         "secret"                           what the deals of dailies come from
//	players  player                             nick, settings, privacy, what the host has said of the player; number of rounds, hash of the last one stored
//	keys     key                                the player it belongs to, its fingerprint and name
//	holders  player | key                       nothing; a player's keys
//	nicks    nick, in lower case                the player who has it
//	guests   player                             the key of a player who has no other
//	codes    hash of a code                     the key whose account it joins, none: an invitation; until when
//	bans     "player", "key" or "network", whom who is banned, why, until when
//	live     player | slot                      an open game: record, score, what can be redone, revision
//	rounds   ULID                               a round that is over: record, score, player, hash of the one before
//	history  player | ULID                      nothing; a player's rounds in order of time
//	sums     player | game | 0 | class          what the rounds come to: engine.Stat
//	bests    player | game | 0 | class | 0 | kind   ULID of the best round of a kind
//	races    code                               a race: game, deal, times, its racers in order of joining
//	racers   player | code                      nothing; a player's races
//	boards   game | 0 | class | 0 | kind | 0 | score | player   ULID of that round, none where rounds are counted
//	rulings  ULID                               as what class that round is taken instead of its own, and why
//	tombs    hash of the secret, a key, a slot  until when the key counts as one that has begun that daily
//
// A slot is a game's ID, followed by a space and the event on which it is played, if it is
// of one: so nobody gives up an open game for a daily. Rounds of an event are a kind of
// their own and stand on no other board, so a race has no results but those of its racers'
// rounds. A player has one attempt at an event, which Begin stores before the deal is
// known. Where accounts that have several were joined, the one that began first counts,
// and of a race the worst; rulings take the others as practice.
//
// A value is a byte for the version of its form, a CRC-32C over the key and all
// else of the value, big endian, and JSON. Values of history, holders and racers
// are empty, and one of guests is the bare key: what they say can be told from other
// rows, which Check holds them against. A score on a board is big endian and the
// less the better: points, won, time, moves, when it ended; so the first rows of
// a board are its best.
//
// The hash a round carries is that of the round that was stored before it for
// the same player, over key and value. A page that came back from an older
// state of the file thus shows, although all its checksums are right. Rounds
// that were brought along from elsewhere are in no chain.
//
// Of an account that was joined into another its row in players is left, which
// names the other: its rounds still name the player they were stored for, and
// its chain goes on to be followed.
//
// # Versions
//
// A file has a version. [Open] migrates an older one only with [Migrate], which
// keeps a copy beside it, as an older program refuses the migrated file. Nothing
// else migrates: [DB.Backup], [Compact] and [Restore] keep a file's version, and
// [OpenReadOnly] reads an older file by a temporary copy.
//
// # Copies
//
// [DB.Backup] copies the file while it is written to; [Restore] and [Compact]
// change a file that nobody has open. All three write a draft beside the file
// that it becomes, read it back, and give it its name when it lies on the disk:
// wherever the process or the machine ends, under a name there is the old file or
// the new one, and a draft (".new-" behind the name) can be left over.
package data
