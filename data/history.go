package data

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
)

// appendFill is how full a page is when it is split: rounds are stored in order of time,
// and none is inserted into earlier pages later.
const appendFill = 0.95

// Finish stores a finished round, ends the open round of its slot and updates the player's
// bests, sums and boards. It returns the round with its ID once all of that is on the
// disk. prev is the Rev of the open round it ends, or 0 if no game may be open. If the
// stored Rev differs, nothing is written and the error is arcade.ErrConflict. A round
// that is already stored is returned whatever prev is, so a Finish that returned
// ErrUnknown may be repeated with the same result.
//
// A negative time is stored as 0, and a span shorter than the time as the time. The rules
// of a made-up game must be its own. A round of an event must have begun with
// [Player.Begin]. A daily that ends after its grace, or a deal of a sprint after its hour, becomes
// practice, because others know the deal by then, and a round of a race or a sprint that had help is
// assisted, not counted.
func (p *Player) Finish(r arcade.Result, prev arcade.Rev) (arcade.Result, error) {
	slot := r.Slot()
	r.Millis = max(0, r.Millis)
	r.Span = max(r.Span, r.Millis)
	r = adjustClass(r)
	rules, err := p.db.games.rulesOf(r.Record.Game, r.Rules)
	if err != nil {
		return arcade.Result{}, ErrRound.Saying("%v", err)
	}
	r.Rules = rules
	if err := p.db.games.verify(r); err != nil {
		return arcade.Result{}, p.Tell(fmt.Errorf("finish %.60s: %w", slot, err))
	}
	r.Stopped = p.db.games.stopped(r)
	p.mu.Lock()
	defer p.mu.Unlock()
	fresh := false
	err = p.write(func(tx *store.Tx, a *accountTx) error {
		row, id, err := newRoundRow(a.id, r)
		if err != nil {
			return err
		}
		r.ID = id.String()
		if there, err := a.storedID(tx, r); err != nil || there != "" {
			r.ID, fresh = there, false
			return err
		}
		fresh = true
		was, err := p.checkRev(tx, a.id, slot, prev)
		if err != nil {
			return err
		}
		r.Brought, row.Brought = was.Brought, was.Brought
		if prev == 0 && r.Event != "" {
			return errUnbegun
		}
		if prev == 0 && r.Rules != "" {
			if err := mayBeginMadeUp(tx, a.id, r.Record.Game); err != nil {
				return err
			}
		}
		return errors.Join(
			p.db.bringRules(tx, r.Record.Game, r.Rules, r.Ended),
			a.store(tx, row, id, r),
			openRoundsBucket.Delete(tx, a.id.openRound(slot)),
		)
	})
	if err != nil {
		return arcade.Result{}, p.Tell(fmt.Errorf("finish %.60s: %w", slot, err))
	}
	if fresh {
		p.markGameStored(slot)
	}
	return r, nil
}

// adjustClass returns the round of an event with the class it deserves: a daily that ended
// after its grace, or a deal of a sprint after its hour, is practice, and a round of a race or a sprint that
// had help is at most assisted.
func adjustClass(r arcade.Result) arcade.Result {
	if _, _, _, timed := timesOf(r.Event); timed && !Sealed(r.Event, time.UnixMilli(r.Ended)) {
		r.Class = arcade.Practice
	}
	if r.Event.Unaided() && r.Class == arcade.Counted && r.Tally.Assisted() {
		r.Class = arcade.Assisted
	}
	return r
}

// storedID returns the ID under which the account already has the round, or "" if it does
// not. A round stored for a player who was joined into this one has the ID it got there.
func (a *accountTx) storedID(tx *store.Tx, r arcade.Result) (string, error) {
	for _, member := range a.row.all(a.id) {
		_, id, err := newRoundRow(member, r)
		if err != nil {
			return "", err
		}
		if tx.Bucket(historyBucket).Get(member.history(id)) != nil {
			return id.String(), nil
		}
	}
	return "", nil
}

// store writes everything a finished round changes except the open round.
func (a *accountTx) store(tx *store.Tx, row roundRow, id ulid.ULID, r arcade.Result) error {
	if r.Class != arcade.Imported { // the chain covers only what was played here
		row.Prev = a.row.Tip
	}
	value, err := store.Seal(id[:], row)
	if err != nil {
		return err
	}
	if r.Class != arcade.Imported {
		a.row.Rounds++
		a.row.Tip = hash(id[:], value)
	}
	rounds := tx.Bucket(roundsBucket)
	rounds.FillPercent = appendFill
	return errors.Join(
		a.save(tx, r.Ended),
		a.index(tx, id, r),
		rounds.Put(id[:], value),
		putHistory(tx, a.id.history(id), row.Record),
		a.settleDuel(tx, r),
	)
}

// abandon puts an open round into the history with the points it has. A game without a
// move is dropped, except one of an event: its player has seen the deal.
func (a *accountTx) abandon(tx *store.Tx, games *games, row openRoundRow, now time.Time) error {
	saved, err := row.saved()
	if err != nil {
		return fmt.Errorf("%w: an open game: %w", store.ErrDamaged, err)
	}
	if saved.Event == "" && len(saved.Record.Moves)+len(saved.Shelved)+len(saved.Undone) == 0 {
		return nil
	}
	r := adjustClass(saved.Result(saved.Score, now.UnixMilli()))
	if final, err := games.final(saved.Record, ""); err == nil {
		r.Score = final
	}
	if err := games.verify(r); err != nil {
		return fmt.Errorf("%w: an open game: %w", store.ErrDamaged, err)
	}
	r.Stopped, r.Brought = games.stopped(r), row.Brought
	stored, id, err := newRoundRow(a.id, r)
	if err != nil {
		return err
	}
	stored.MadeUp = row.MadeUp
	if there, err := a.storedID(tx, r); err != nil || there != "" {
		return err
	}
	return a.store(tx, stored, id, r)
}

// History returns up to n of the player's rounds, the newest first: those that ended
// before the round with the ID before, or the latest ones if before is "".
func (p *Player) History(before string, n int) ([]arcade.Result, error) {
	var bound ulid.ULID
	if before != "" {
		var err error
		if bound, err = ulid.ParseStrict(before); err != nil {
			return nil, ErrNotFound
		}
		if bound.IsZero() { // nothing comes before the least of all IDs
			return nil, nil
		}
	}
	return readOwn(p, "read history", func(tx *store.Tx, me playerID) (results []arcade.Result, err error) {
		for id := range newestFirst(tx, membersOf(tx, me), bound) {
			if len(results) >= n {
				break
			}
			r, err := readOwnRound(tx, me, id)
			if err != nil {
				return nil, err
			}
			results = append(results, r)
		}
		return results, nil
	})
}

// keysAtOnce is how many rows of the history one transaction of Numbered walks.
const keysAtOnce = 1024

// Numbered returns the IDs of up to n of the player's rounds of a game, or of all games for
// "", from the one with the number first on. The newest round of all has the number 1, and
// numbers grow with age. It walks the history alone and reads no round.
func (p *Player) Numbered(game string, first, n int) ([]arcade.Numbered, error) {
	var found []arcade.Numbered
	var before ulid.ULID
	number, more := 0, n > 0
	for more {
		keys, at, got := number, before, found[:len(found):len(found)]
		if err := p.view(func(tx *store.Tx) error {
			number, before, found, more = keys, at, got, false // it may run again
			me, err := p.id(tx)
			if err != nil {
				return err
			}
			for id, deal := range newestFirst(tx, membersOf(tx, me), before) {
				more = number == keys+keysAtOnce
				if more || len(found) == n {
					return nil
				}
				number, before = number+1, id
				if number >= first && (game == "" || bytes.HasPrefix(deal, []byte(game+" "))) {
					found = append(found, arcade.Numbered{Number: number, ID: id.String()})
				}
			}
			return nil
		}); err != nil {
			return nil, p.Tell(fmt.Errorf("read history: %w", err))
		}
	}
	return found, nil
}

// Result returns the player's round with an ID. It returns ErrNotFound if there is none,
// or if it is another player's.
func (p *Player) Result(id string) (arcade.Result, error) {
	return readOwn(p, fmt.Sprintf("read round %.40q", id), func(tx *store.Tx, me playerID) (arcade.Result, error) {
		key, err := ulid.ParseStrict(id)
		if err != nil || !inHistory(tx, membersOf(tx, me), key) {
			return arcade.Result{}, ErrNotFound
		}
		return readOwnRound(tx, me, key)
	})
}

// ownRoundRow returns the row of one of a player's rounds, with its current class.
func ownRoundRow(tx *store.Tx, owner playerID, id ulid.ULID) (roundRow, error) {
	row, ok, err := roundsBucket.Get(tx, id[:])
	if err == nil && ok {
		by := owner
		if !bytes.Equal(row.Player, owner[:]) {
			by, err = ownerOf(tx, row.Player)
		}
		ok = by == owner
	}
	if err == nil && !ok {
		err = fmt.Errorf("%w: round %s is in an index but is not the player's", store.ErrDamaged, id)
	}
	return withRules(tx, ruled(tx, id, row)), err
}

// readOwnRound reads one of a player's rounds, with its current class.
func readOwnRound(tx *store.Tx, owner playerID, id ulid.ULID) (r arcade.Result, err error) {
	row, err := ownRoundRow(tx, owner, id)
	if err != nil {
		return r, err
	}
	return decodeRound(row, id)
}

// withRules returns the row of a round with the rules of its game, if somebody made it up.
func withRules(tx *store.Tx, row roundRow) roundRow {
	if row.MadeUp {
		row.rules = rulesIn(tx, gameOf(row.Record))
	}
	return row
}

// readRound reads any player's round, with its current class.
func readRound(tx *store.Tx, id ulid.ULID) (r arcade.Result, err error) {
	row, ok, err := roundsBucket.Get(tx, id[:])
	if err == nil && !ok {
		err = fmt.Errorf("%w: round %s is in an index but does not exist", store.ErrDamaged, id)
	}
	if err != nil {
		return r, err
	}
	return decodeRound(ruled(tx, id, row), id)
}

func decodeRound(row roundRow, id ulid.ULID) (arcade.Result, error) {
	r, err := row.result(id)
	if err != nil {
		return r, fmt.Errorf("%w: round %s: %w", store.ErrDamaged, id, err)
	}
	return r, nil
}

// ownerOf returns the account that a player stands for now: the player's own, or the one that the
// player was joined into.
func ownerOf(tx *store.Tx, player []byte) (id playerID, err error) {
	row, _, err := playersBucket.Get(tx, player)
	if len(row.Into) > 0 {
		player = row.Into
	}
	if err == nil && len(player) != len(id) {
		err = fmt.Errorf("%w: %x is not a player", store.ErrDamaged, player)
	}
	if err != nil {
		return id, err
	}
	return playerID(player), nil
}

// A roundIdentity identifies a round of a player wherever it was stored, whatever its class
// there.
type roundIdentity struct {
	ended  int64
	record string
}

func (row roundRow) identity() roundIdentity { return roundIdentity{row.Ended, row.Record} }

// historyKeyLen is the length of a key of the history.
const historyKeyLen = len(playerID{}) + len(ulid.ULID{})

func historyID(key []byte) (id ulid.ULID, err error) {
	if len(key) != historyKeyLen {
		return id, fmt.Errorf("%w: history has a key of %d bytes", store.ErrDamaged, len(key))
	}
	copy(id[:], key[len(playerID{}):])
	return id, nil
}

// A round stays in the history of the player it was stored for, even when that player is joined into
// another, and an account's rounds are merged from the histories of its members. So a join moves no
// rounds, however many there are.

// A strand is the history of one member, and a row in it.
type strand struct {
	c    *store.Cursor
	id   playerID
	k, v []byte
}

// merged iterates over the rounds of members and their deals, in order of time for 1 and backwards for
// -1. seek goes to the first row of a member, and step to the next one. It skips keys that name no
// round; Check reports them.
func merged(
	tx *store.Tx, members []playerID, order int,
	seek func(*store.Cursor, playerID) (k, v []byte), step func(*store.Cursor) (k, v []byte),
) iter.Seq2[ulid.ULID, []byte] {
	return func(yield func(ulid.ULID, []byte) bool) {
		strands := make([]strand, len(members))
		for i, member := range members {
			s := strand{c: tx.Bucket(historyBucket).Cursor(), id: member}
			s.k, s.v = seek(s.c, member)
			strands[i] = s
		}
		for {
			var first *strand
			for i := range strands {
				s := &strands[i]
				for bytes.HasPrefix(s.k, s.id[:]) && len(s.k) != historyKeyLen {
					s.k, s.v = step(s.c)
				}
				if bytes.HasPrefix(s.k, s.id[:]) && (first == nil || order*bytes.Compare(afterPlayer(s.k), afterPlayer(first.k)) < 0) {
					first = s
				}
			}
			if first == nil || !yield(ulid.ULID(afterPlayer(first.k)), first.v) {
				return
			}
			first.k, first.v = step(first.c)
		}
	}
}

// membersOf returns the player that an account is stored for and those joined into it.
// For a player that cannot be read it returns only that player.
func membersOf(tx *store.Tx, id playerID) []playerID {
	row, _, _ := playersBucket.Get(tx, id[:])
	return row.all(id)
}

// oldestFirst iterates over the rounds of members and their deals, starting at from; the zero ULID
// starts at the first.
func oldestFirst(tx *store.Tx, members []playerID, from ulid.ULID) iter.Seq2[ulid.ULID, []byte] {
	return merged(tx, members, 1, func(c *store.Cursor, id playerID) (k, v []byte) {
		return c.Seek(id.history(from))
	}, (*store.Cursor).Next)
}

// newestFirst iterates backwards over the rounds of members that are older than before, and their
// deals; the zero ULID sets no limit.
func newestFirst(tx *store.Tx, members []playerID, before ulid.ULID) iter.Seq2[ulid.ULID, []byte] {
	return merged(tx, members, -1, func(c *store.Cursor, id playerID) (k, v []byte) {
		bound := id.history(before)
		if before.IsZero() {
			bound = append(id[:], bytes.Repeat([]byte{0xFF}, len(before)+1)...)
		}
		if k, _ = c.Seek(bound); k == nil {
			return c.Last()
		}
		return c.Prev()
	}, (*store.Cursor).Prev)
}

// newest returns the newest round of members, or the zero ULID if there is none.
func newest(tx *store.Tx, members []playerID) (id ulid.ULID) {
	for id = range newestFirst(tx, members, ulid.ULID{}) {
		break
	}
	return id
}

// Latest returns when the newest finished game of all ended, or the zero time if there is none.
func (db *DB) Latest() (time.Time, error) {
	return readIn(db.View, "look for the newest game", func(tx *store.Tx) (at time.Time, err error) {
		if key, _ := tx.Bucket(roundsBucket).Cursor().Last(); len(key) == len(ulid.ULID{}) {
			at = ulid.ULID(key).Timestamp()
		}
		return at, nil
	})
}

// inHistory reports whether a round is in the history of one of the members.
func inHistory(tx *store.Tx, members []playerID, round ulid.ULID) bool {
	return slices.ContainsFunc(members, func(member playerID) bool { return tx.Bucket(historyBucket).Get(member.history(round)) != nil })
}

// eachRound calls fn for the rounds of members and their deals, as the rows of the history have them,
// the oldest first, in several transactions so that none stays open for long. Rounds that are added or
// removed meanwhile may or may not be included.
func eachRound(db *DB, members []playerID, fn func(tx *store.Tx, id ulid.ULID, deal []byte)) error {
	var from ulid.ULID
	for more := true; more; {
		if err := db.View(func(tx *store.Tx) error {
			more = false
			n := 0
			for id, deal := range oldestFirst(tx, members, from) {
				if n++; n > store.PageRows {
					from, more = id, true
					break
				}
				fn(tx, id, deal)
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// historyOf returns the rounds of all members in order of time.
func historyOf(tx *store.Tx, members []playerID) (rounds []ulid.ULID) {
	for id := range oldestFirst(tx, members, ulid.ULID{}) {
		rounds = append(rounds, id)
	}
	return rounds
}
