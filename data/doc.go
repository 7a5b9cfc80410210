// Package data keeps players, their open and finished rounds, and leaderboards in one bbolt file.
//
// A call returns once what it wrote is on the disk, and one transaction writes everything
// that belongs to one change. All players wait for each transaction, so none grows with
// the number of rounds an account has: whatever depends on them is read beforehand. An
// import, a deletion and the cleanup after a join are written in parts, each of which
// leaves a sound file. A game is kept as its record. Sums, bests and boards are stored
// beside the records so that they can be read fast; [DB.Check] recomputes every one of
// them, and [DB.Repair] rewrites them.
//
//	db, err := data.Open("boardwalk.db")
//	p, err := db.Player(credential) // a session's own handle
//	saved, rev, err := p.Saved("hopscotch") // rev 0: no game is open
//	rev, err = p.Save(saved, rev)
//	result, err = p.Finish(result, rev)
//
// A [Player] is a capability: it reaches the rows of one account, and no call takes
// another player's name. It holds a key and stands for the account that the key belongs
// to at the moment. Each state of an open round has its own revision, an arcade.Rev, and a
// caller that replaces a state names its revision. A session whose revision is out of
// date gets arcade.ErrConflict and cannot undo what another session played.
//
// Package store opens the file, writes it, copies it and keeps it the same on several machines; it
// knows no player and no game. This package has the rows.
//
// # The file
//
// A player is an account, named by 32 random bytes. A key is named by the SHA-256 of its
// fingerprint; a guest's fingerprint is random. A round's ID is a ULID of 16 bytes: the
// first six are the time the round ended, in milliseconds, big endian, and the rest come
// from a hash of the player and the round. So IDs sort by time, and the same round always
// has the same ID.
//
//	bucket   key                                value
//	meta     "version"                          version of the file
//	         "secret"                           what the deals of dailies are derived from
//	         "log"                              of a file that shares a log: which, and how far it has come
//	         "common/" name                     a text that all machines of a cluster have in common
//	         "weeks"                            the weeks of whose boards only the first rows are kept
//	         "room"                             nothing that is kept: written and deleted to find out whether the disk works again
//	players  player                             nick, settings, privacy, the host's decisions about the player; number of rounds, hash of the last one, and of lost ones that the host let go of; bytes imported; fresh deals looked at today; the accounts joined into it, or the one it was joined into; unfinished work
//	keys     key                                the player it belongs to, its fingerprint and name
//	holders  player | key                       empty; a player's keys
//	nicks    nick, in lower case                the player who has it
//	alike    look of a nick | 0 | nick          empty; which nicks look alike
//	guests   player                             the key of a player who has no other
//	codes    hash of a code                     the key whose account it joins, or no key for an invitation; expiry
//	bans     "player", "key" or "network", a space, subject   who is banned, by whom, why, until when
//	openrounds player | slot                    an open round: record, score, moves to redo, revision
//	rounds   ULID                               a finished round: record, score, player, hash of the one before
//	history  player | ULID                      game, a space, code; the rounds stored for a player, in order of time, and of which deal each is
//	sums     player | game | 0 | class          totals over the rounds: arcade.Stat
//	bests    player | game | 0 | class | 0 | kind   ULID of the best round of a kind
//	races    code                               a race: game, deal, times, its racers in order of joining
//	running  code                               empty; the races that are not over, and those that never began
//	racers   player | code                      empty; a player's races
//	ratings  player | month                     the player's rating in races after the last one of a month such as "2026-11"; the newest is the player's
//	seasons  month | points | player            empty; the players of a month by rating, those of whom enough is known
//	challenges code                             a challenge: game, deal, the round that was passed on unless it is a duel, its players in order of entering
//	challenged player | code                    empty; a player's challenges and, for the player of zeros, the duels that go on
//	boards   game | 0 | class | 0 | kind | 0 | score | player   ULID of that round, or none on boards that count rounds
//	analyses player | ULID                      what was found out about a round: analysis.Report
//	rulings  ULID                               the class that replaces the round's own, and why
//	begun    hash of the secret, a key, a slot  until when the key counts as having begun that event, or as taken out of that race
//	dailies  game | daily                       which of its candidates the deal of a daily is, and its grade
//	variations  game                            a game that somebody made up: its rules, who kept it first, since, counts, an estimate
//	collected player | game                     a made-up game that the player keeps: its name, since
//	entries  kind | number                      what the host can look up: lines about what admins did ("a") and what players did to accounts ("p"), open reports ("o") and closed ones ("c") of players about others
//	follows  player | player                    a player whom that player follows or ignores: since
//	listed   order | 0 | numbers | game         empty; the lists of made-up games that were kept or played here
//
// A slot is a game's ID, followed by a space and the event if the game is played on one,
// so nobody has to give up an open round for a daily. Rounds of an event are a kind of
// their own and appear on no other board, so a race's results are exactly its racers'
// rounds. A player has one attempt at an event, which Begin stores before revealing the
// deal. If joined accounts have several attempts, the one that began first counts; in a
// race, the worst does. Rulings turn the others into practice. A challenge is the event of
// those who were challenged; who has passed the deal on is in it with the round that was
// there before. Exports name the event of a round, and imports leave it out.
//
// A value is what package store makes of JSON. That of a round is packed. Values of holders,
// alike, running, racers, seasons, challenged and listed are empty, and those of history and
// guests are bare text: other rows imply what they say, and Check compares them. A score on a board is big endian, and lower is better: points, won,
// time, moves, time of the end. So the first rows of a board are its best.
// Of a week, the boards and bests lose all but the first rows in time (week.go). The
// sequence that bbolt keeps with a bucket is a count in players and history (count.go), and the
// highest number that entries had.
//
// A round carries the hash, over key and value, of the round that was stored before it
// for the same player. So a page from an older state of the file is detected even though
// all its checksums are right. Rounds imported from elsewhere are in no chain.
//
// A game that somebody made up is stored with its rules, as a text that only its family can
// read; its ID is a hash of that text. Whatever mentions such a game first brings the
// rules: a round that is saved, begun, finished or imported, a race, or a player who keeps
// it. One transaction writes both, so every round can be replayed by whoever may see it.
// The counts in variations follow from collected and sums, and the rows of listed from
// variations. A made-up game goes a day after nothing mentions it any more. All rules and
// names are in memory too (shelf.go), because screens ask for them at any time; the file is
// what counts.
//
// An account that was joined into another leaves its row in players, which names the
// other account, and its history: its rounds still name the player they were stored for,
// and its chain can still be followed. An account's history merges those of all its
// members. Sums, bests and boards belong to the account as a whole.
//
// # The source
//
// Everything reads through DB.View and writes through DB.Update. open.go has the Schema for package
// store. row.go has the buckets, each a store.Table of its rows, the rows that several files use, and
// the forms of keys. index.go has what is recomputed from rounds, rules.go what must hold of each row,
// check.go and repair.go what follows from that. What a player or the host can do is in the file of its
// subject, with the rows, sweeps and rules that are of that subject alone: races and challenges, say,
// are in race.go, challenge.go and duel.go, and what they have in common in gathering.go. Package growth
// measures what a file costs as it grows.
//
// # Adding a bucket
//
//   - One value for each player needs no bucket: a field of playerRow with omitempty needs
//     no migration either.
//   - Write its rows on a path that newCrowd (crash_test.go) and the model (model_test.go)
//     take; otherwise no test notices a missing join, deletion or repair. The model says
//     what is expected of them, and crowd.read, which the tests of crashes compare, reads
//     them.
//   - row.go: its name, also in Schema, and the forms of its keys. A player's rows begin
//     with the player, so that they are found with store.RowsUnder.
//   - A row type with JSON names that never change, and a line in the table above.
//   - Schema, in open.go: a migration that creates it, which raises the version. TestOlderVersions
//     with -update keeps a file of the new version in testdata for good.
//   - If its keys follow from the rows of one other bucket: a store.Index, in Schema and with its two
//     rules in rules.go, and nothing else of this list but the tests.
//   - rules.go: a rule for its rows and how to repair them. If they follow from rounds, they
//     belong to the index instead, so that no second place has to agree.
//   - What becomes of a player's rows when accounts are joined (merger in join.go), when the
//     account is deleted (detach and purge in delete.go), and when time passes (Sweep).
//   - No transaction reads or writes more than a bounded number of its rows (store.PageRows,
//     rowsAtOnce).
//   - For sessions: a method of port.Player and the fake of its tests, and faulty reads or writes
//     in faults_linux_test.go there. Player.Tell makes sentences of errors. What a session writes,
//     it writes when it begins, not in a defer: a write there keeps the session in the hub.
package data
