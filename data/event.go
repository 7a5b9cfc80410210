package data

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A secretRow holds a secret known only to the file, from which the deals of dailies are
// derived.
type secretRow struct {
	Secret []byte `json:"secret"`
}

// secretTable has the secret, under secretKey.
var secretTable = store.Table[secretRow](store.Meta)

func newSecret() secretRow {
	secret := make([]byte, sha256.Size)
	_, _ = rand.Read(secret) // it never fails
	return secretRow{secret}
}

// secretHash returns a hash of a text that nobody without the file can compute.
func secretHash(tx *store.Tx, text string) ([]byte, error) {
	row, ok, err := secretTable.Get(tx, secretKey)
	if err == nil && !ok {
		err = fmt.Errorf("%w: the secret of its dailies is missing", store.ErrDamaged)
	}
	if err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, row.Secret)
	_, _ = io.WriteString(mac, text) // it never fails
	return mac.Sum(nil), nil
}

// Daily returns the deal of a game's daily for a day such as "2026-11-22". It is the same
// for everybody in this file, and nobody without the file can predict it.
func (db *DB) Daily(game, day string) (engine.Code, error) {
	return readIn(db.View, fmt.Sprintf("deal the daily of %.60s", game), func(tx *store.Tx) (engine.Code, error) { return daily(tx, game, day) })
}

// timesOf returns from when on and until when an event can be begun whose times the clock sets, a daily or a
// deal of a sprint, and when it is over for a player who has begun it. ok is false for other events.
func timesOf(e arcade.Event) (begins, shuts, over time.Time, ok bool) {
	over, ok = e.Over()
	if _, daily := e.Day(); daily {
		shuts = over.Add(-arcade.DailyGrace)
		return shuts.AddDate(0, 0, -1), shuts, over, ok
	}
	begins, _, _ = e.Sprint()
	return begins, over, over, ok
}

// Sealed reports whether e is a daily or a deal of a sprint that must stay secret because somebody may
// still play it: until it is over for all. Those to come are sealed too.
func Sealed(e arcade.Event, now time.Time) bool {
	over, ok := e.Over()
	return ok && now.Before(over)
}

// MarkTold notes for a year that the deal of an event which ended at a set time, a daily or a deal of a sprint, is told
// to those who have not played it, so that whatever ended by then is practice for all if the clock is set back. The
// deal must not be told if that fails. Of another event, or one noted already, it writes nothing.
func (db *DB) MarkTold(e arcade.Event, now time.Time) error {
	if over, timed := e.Over(); !timed || !now.Before(over.Add(challengeStays)) {
		return nil
	}
	told, err := readIn(db.View, "look for a told deal", func(tx *store.Tx) (bool, error) { return wasTold(tx, e) })
	if err != nil || told {
		return err
	}
	return db.change("note a told deal", func(tx *store.Tx) error { return markTold(tx, e) })
}

// toldSlot is the slot of the mark that deals of events which were over at a time have been told. It is one of nobody's key.
func toldSlot(over time.Time) string { return "told " + over.UTC().Format(time.RFC3339) }

func markTold(tx *store.Tx, e arcade.Event) error {
	over, timed := e.Over()
	if !timed {
		return nil
	}
	return putBegun(tx, [][]byte{nobody[:]}, toldSlot(over), over.Add(challengeStays))
}

// wasTold reports whether the deal of a daily or a sprint has been told.
func wasTold(tx *store.Tx, e arcade.Event) (bool, error) {
	over, timed := e.Over()
	if !timed {
		return false, nil
	}
	key, err := begunKey(tx, nobody[:], toldSlot(over))
	return err == nil && begunBucket.Has(tx, key), err
}

// Begin begins the player's round of a game on an event. It stores the round before any
// move is made, and returns it with its Rev once it is on the disk. Nobody sees the deal
// of an event earlier, so every account that has seen it has a row that says so. After
// ErrUnknown the call may be repeated. A challenge to a deal that the player has played or
// begun before is practice, and so is any if one of the account's keys left another account
// within a year that had played.
//
// It returns ErrConflict if the round is already open, and ErrPlayed if it is over, in
// this account or in one deleted since that had a key of this one. It returns an ErrOver if
// the day of the daily, the race or the sprint is over; ErrLate if the race began more than
// BeginsWithin ago; ErrRound if the player is not in the race, the race has not begun, or it is
// of another game, if the player is not in the challenge, has passed its deal on, or has begun
// it in another one, and if the player's next deal of the sprint is another; ErrOpenVariations
// and ErrPlayedVariations as [Player.Save] does; and ErrFull if the file has no room.
//
// An event on a deal for which seen returns true is practice as well, and so is one whose deal was told as
// [DB.MarkTold] notes it: the clock may have been set back since. seen may be nil. It is called in a transaction, maybe
// more than once, and must not use the file.
func (p *Player) Begin(g engine.Game, e arcade.Event, now time.Time, seen func(arcade.Deal) bool) (arcade.Saved, arcade.Rev, error) {
	info := g.Info()
	slot, rev := arcade.Slot(info.ID, e), newRev()
	var s arcade.Saved
	rules, err := p.db.games.rulesOf(info.ID, engine.RulesOf(g))
	if err != nil {
		return arcade.Saved{}, 0, ErrRound.Saying("%v", err)
	}
	knows, err := p.knowsDeal(e)
	if err != nil {
		return arcade.Saved{}, 0, p.Tell(fmt.Errorf("begin %s: %w", slot, err))
	}
	err = p.saving(slot, rev, 0, func(tx *store.Tx, a *accountTx, _ openRoundRow) error {
		if p.db.Full(tx) {
			return ErrFull
		}
		if rules != "" {
			if err := mayBeginMadeUp(tx, a.id, info.ID); err != nil {
				return err
			}
		}
		code, err := a.deal(tx, info, e, now)
		if err != nil {
			return err
		}
		s = arcade.Save(engine.NewRound(g, code))
		s.Event, s.Started = e, now.UnixMilli()
		told, err := wasTold(tx, e)
		if err != nil {
			return err
		}
		s.Chosen = knows || told || seen != nil && seen(arcade.Deal{Game: info.ID, Code: code})
		if _, ok := e.Challenge(); ok {
			may, err := a.mayKnow(tx, e, info.ID, code)
			if err != nil {
				return err
			}
			s.Chosen = s.Chosen || may
		}
		row, err := newOpenRoundRow(s, rev)
		if err != nil {
			return err
		}
		return errors.Join(
			p.db.bringRules(tx, info.ID, rules, now.UnixMilli()),
			a.save(tx, now.UnixMilli()),
			openRoundsBucket.Put(tx, a.id.openRound(slot), row),
		)
	})
	if err != nil {
		return arcade.Saved{}, 0, p.Tell(fmt.Errorf("begin %s: %w", slot, err))
	}
	return s, rev, nil
}

// deal returns the deal of a game on an event to an account that may begin it now.
func (a *accountTx) deal(tx *store.Tx, game engine.Info, e arcade.Event, now time.Time) (engine.Code, error) {
	if _, played, err := eventRound(tx, a.id, game.ID, e); err != nil {
		return "", err
	} else if played {
		return "", ErrPlayed
	}
	if code, ok := e.Race(); ok {
		return dealRace(tx, a.id, game, code, now)
	}
	if code, ok := e.Challenge(); ok {
		deal, err := dealChallenge(tx, a.id, game, code)
		if err != nil {
			return "", err
		}
		if played, err := a.begunByKey(tx, challengedDeal(game.ID, deal)); err != nil || played {
			return "", errors.Join(err, ErrPlayed)
		}
		return deal, nil
	}
	begins, shuts, _, ok := timesOf(e)
	_, n, sprint := e.Sprint()
	switch closed := now.Before(begins) || !now.Before(shuts); {
	case !ok:
		return "", ErrRound.Saying("there is no event %.40q", e)
	case closed && sprint:
		return "", ErrOver.Saying("this sprint does not go on now")
	case closed:
		return "", ErrOver.Saying(
			"the day of this daily is over; its deal can be practised from one hour after midnight (UTC)")
	}
	if played, err := a.begunByKey(tx, arcade.Slot(game.ID, e)); err != nil {
		return "", err
	} else if played {
		return "", ErrPlayed
	}
	if sprint {
		return a.dealSprint(tx, arcade.Sprint{Game: game.ID, Begins: begins}, n)
	}
	return settleDaily(tx, game.ID, begins.Format(time.DateOnly))
}

// eventRound returns a player's round of a game on an event, whatever its class. A joined
// account may have several, and boardKind.better chooses. Of equal rounds of a race it
// chooses the older; of a daily, the one of the better class, because the other was turned
// into practice.
func eventRound(tx *store.Tx, id playerID, game string, e arcade.Event) (r arcade.Result, ok bool, err error) {
	kind := boardKind(e)
	_, race := e.Race()
	for _, class := range arcade.Classes() {
		row, has, err := bestsBucket.Get(tx, id.best(game, class, kind))
		if err == nil && !has {
			continue
		}
		var found arcade.Result
		if err == nil {
			found, err = readOwnRound(tx, id, row.ID)
		}
		if err != nil {
			return r, false, err
		}
		if !ok || kind.better(found, r) || race && !kind.better(r, found) && found.ID < r.ID {
			r, ok = found, true
		}
	}
	return r, ok, nil
}

// CheckVisible returns why the player may not see the games of others of a deal in an event, or nil.
// While the event is sealed, only players who have finished it may; a player who is still playing it
// never may. Those of a challenge are only for those who have finished it, and those of a duel for
// nobody before it is over. A deal to which the player has been challenged stays secret wherever it was
// played; the deal has no code if that is not known. The error is ErrUnplayed, ErrPlaying,
// ErrChallenged or arcade.ErrSealed.
func (p *Player) CheckVisible(d arcade.Deal, e arcade.Event, sealed bool) error {
	_, err := readOwn(p, fmt.Sprintf("look at a deal of %.60s", d.Game), func(tx *store.Tx, me playerID) (none struct{}, err error) {
		var codes [][]byte
		if d.Code != "" {
			codes = challengeEvents.codesOf(tx, me)
		}
		for _, code := range codes {
			row, bad := challengeEvents.get(tx, code) // what cannot be read cannot be played either
			if bad != nil || row.Game != d.Game || row.Deal != d.Code {
				continue
			}
			if knows, err := row.finished(tx, string(code), me); err != nil || !knows {
				return none, cmp.Or[error](err, ErrChallenged)
			}
		}
		played := true
		switch code, challenge := e.Challenge(); {
		case e == "":
		case challenge:
			row, _ := challengeEvents.get(tx, []byte(code))
			if played, err = row.finished(tx, code, me); played && row.goesOn() {
				err = e.Secret()
			}
		case openRoundsBucket.Has(tx, me.openRound(arcade.Slot(d.Game, e))):
			err = ErrPlaying
		case sealed:
			_, played, err = eventRound(tx, me, d.Game, e)
		}
		if err == nil && !played {
			err = ErrUnplayed
		}
		return none, err
	})
	return err
}

// legible returns a round as it was read, or nil if there is none or it is damaged.
func legible(r arcade.Result, ok bool, err error) (*arcade.Result, error) {
	switch {
	case errors.Is(err, store.ErrDamaged), err == nil && !ok:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &r, nil
}

// DailyStanding returns the player's standing in the daily of a game on a day, without the
// streaks and the turnout. It reads all at once: the lobby asks for every game.
func (p *Player) DailyStanding(game, day string) (arcade.DailyStatus, error) {
	event := arcade.DailyEvent(day)
	return readOwn(p, fmt.Sprintf("read the daily of %.60s", game), func(tx *store.Tx, me playerID) (arcade.DailyStatus, error) {
		choice, _, err := dailyChoice(tx, game, day)
		if err != nil {
			return arcade.DailyStatus{}, err
		}
		d := arcade.DailyStatus{Winnable: choice.Winnable, Grade: choice.Grade}
		slot := arcade.Slot(game, event)
		open, rev, err := openRound(tx, me, slot)
		if err != nil {
			return d, err
		}
		r, played, err := eventRound(tx, me, game, event)
		if rev != 0 {
			d.Open = 1 + len(open.Record.Moves)
		}
		switch {
		case played:
			d.Result = &r
		case rev == 0 && err == nil:
			a := accountTx{by: p, id: me}
			d.Before, err = a.begunByKey(tx, slot)
		}
		return d, err
	})
}

// Streak returns how many days in a row the player has played the daily of a game, or of any
// game if game is "", so that it counted, and the longest such streak so far. The current streak ends on day, or on
// the day before if the player has not played on day yet. Of accounts that were joined each has its own
// days: the longest streak is the longest of all, and the current one that of the account that stayed.
func (p *Player) Streak(game, day string) (now, longest int, err error) {
	_, err = readOwn(p, fmt.Sprintf("count days of %.60s", game), func(tx *store.Tx, me playerID) (none struct{}, err error) {
		prefix, days := me[:], map[playerID][]string{}
		if game != "" {
			prefix = me.best(game, arcade.Counted, boardKind(arcade.DailyEvent("")))
		}
		player, _, err := playersBucket.Get(tx, me[:])
		counted := []byte("\x00" + string(arcade.Counted) + "\x00")
		for k, value := range store.RowsUnder(tx.Bucket(bestsBucket), prefix) {
			_, kind, _ := bytes.Cut(k[len(me):], counted)
			played, ok := arcade.Event(kind).Day()
			owner := me
			if ok && len(player.Joined) > 0 {
				best, _ := bestsBucket.Read(k, value)
				row, _, _ := roundsBucket.Get(tx, best.ID[:]) // one that cannot be read is nobody's
				owner = row.owner()
			}
			if ok {
				days[owner] = append(days[owner], played)
			}
		}
		for id, played := range days {
			run, most := streak(played, day)
			if longest = max(longest, most); id == me {
				now = run
			}
		}
		return none, err
	})
	return now, longest, err
}

// streak returns how many of the days lie in a row up to a day or the day before, and how many did at most.
func streak(days []string, day string) (now, longest int) {
	slices.Sort(days) // they are ordered by game
	last := ""
	for _, d := range slices.Compact(days) {
		if d > day { // day is in the past, or the clock was set back
			break
		}
		if now++; last != arcade.AddDays(d, -1) {
			now = 1
		}
		last, longest = d, max(longest, now)
	}
	if last != day && last != arcade.AddDays(day, -1) {
		now = 0
	}
	return now, longest
}

// openEvents returns an account's open rounds of events, by slot. It skips rows that
// cannot be read.
func openEvents(tx *store.Tx, id playerID) map[string]openRoundRow {
	open := map[string]openRoundRow{}
	for k, row := range openRoundsBucket.Under(tx, id[:]) {
		slot := string(k[len(id):])
		if _, event := arcade.CutSlot(slot); event != "" {
			open[slot] = row
		}
	}
	return open
}

// slotOfBest returns the slot of a best, given its key without the player, and reports
// whether the best is of an event.
func slotOfBest(key []byte) (slot string, ok bool) {
	part := strings.Split(string(key), "\x00")
	if len(part) != 3 {
		return "", false
	}
	event, ok := boardKind(part[2]).event()
	return arcade.Slot(part[0], event), ok
}

// A begunRow marks that a key has begun an event, after its account was deleted or the key
// was removed, or that it was taken out of a race, or for nobody's key that a deal was told. The mark stays until the daily, the sprint or the race
// is over, and of a challenge, of anyDeals and of what was told for challengeStays. It is stored under a hash with the file's
// secret, so that nobody can find out whose it is without the key.
type begunRow struct {
	Until int64 `json:"until"` // Unix milliseconds
}

func begunKey(tx *store.Tx, key []byte, slot string) ([]byte, error) {
	return secretHash(tx, fmt.Sprintf("played %x %s", key, slot))
}

// begunByKey reports whether one of the account's keys began the round of a slot with an
// account that is gone.
func (a *accountTx) begunByKey(tx *store.Tx, slot string) (bool, error) {
	for _, key := range append(keyHashes(tx, a.id), a.by.key[:]) {
		markKey, err := begunKey(tx, key, slot)
		if err != nil {
			return false, err
		}
		if begunBucket.Has(tx, markKey) { // even one that cannot be read counts
			return true, nil
		}
	}
	return false, nil
}

// challengedDeal returns what stands in a mark for the slot of a challenge: the same deal may
// be passed on more than once.
func challengedDeal(game string, deal engine.Code) string { return game + " deal " + string(deal) }

// anyDeals is what stands in a mark for the slot, if the account has played at all: each of its deals may be
// passed on some day, or may have been. They can be very many, so the mark names none.
const anyDeals = "deals of events"

// markBegun marks that an account has played, the events that it has begun, and the deals that it has passed on,
// for the keys that leave it. A guest's key never comes again.
func markBegun(tx *store.Tx, id playerID, keys [][]byte, now time.Time) error {
	marks, slots := map[string]time.Time{}, map[string]bool{} // slots has those of the events
	for slot := range openEvents(tx, id) {
		slots[slot] = true
	}
	for k := range store.RowsUnder(tx.Bucket(bestsBucket), id[:]) {
		if slot, ok := slotOfBest(k[len(id):]); ok {
			slots[slot] = true
		}
	}
	guest := tx.Bucket(guestsBucket).Get(id[:]) != nil
	if !guest && len(firstPrefixRows(tx, sumsBucket, id, 1))+len(firstPrefixRows(tx, openRoundsBucket, id, 1)) > 0 {
		marks[anyDeals] = now.Add(challengeStays)
	}
	for slot := range slots {
		_, e := arcade.CutSlot(slot)
		if _, _, over, _ := timesOf(e); Sealed(e, now) {
			marks[slot] = over
		}
	}
	for _, code := range challengeEvents.codesOf(tx, id) {
		if row, err := challengeEvents.get(tx, code); err == nil && (row.passedOnBy(id) || slots[row.slot(code)]) {
			marks[challengedDeal(row.Game, row.Deal)] = now.Add(challengeStays)
		}
	}
	var errs error
	for _, mark := range slices.Sorted(maps.Keys(marks)) {
		errs = errors.Join(errs, putBegun(tx, keys, mark, marks[mark]))
	}
	return errs
}

// putBegun marks that keys have begun a slot, until a time.
func putBegun(tx *store.Tx, keys [][]byte, slot string, until time.Time) (err error) {
	for _, key := range keys {
		markKey, bad := begunKey(tx, key, slot)
		if errors.Is(bad, store.ErrDamaged) {
			return err // without the secret nobody can play today's dailies either
		}
		if bad == nil {
			bad = begunBucket.Put(tx, markKey, begunRow{until.UnixMilli()})
		}
		err = errors.Join(err, bad)
	}
	return err
}

// EndDailies ends the dailies and the deals of sprints that are still open once they are over: they go into
// the history as practice, with the points they have. It returns how many it ended. Each is a
// transaction of its own; damaged ones stay.
func (db *DB) EndDailies(now time.Time) (n int, err error) {
	over := func(_ *store.Tx, key, _ []byte) bool {
		_, e := arcade.CutSlot(string(afterPlayer(key)))
		_, _, _, ok := timesOf(e)
		return ok && !Sealed(e, now)
	}
	ended := map[string]bool{}
	err = db.Change(1, openRoundsBucket, over, func(tx *store.Tx, key, _ []byte) error {
		did, err := endOpenRound(tx, db.games, key, now, func(*openRoundRow) {})
		if did {
			ended[string(key)] = true
		}
		return err
	})
	return len(ended), store.During(err, "end the dailies")
}

// endOpenRound puts an open round into the history, with the points it has and as change leaves it,
// and reports whether it did. One that cannot be read stays: it must not keep others from ending.
func endOpenRound(tx *store.Tx, games *games, key []byte, now time.Time, change func(*openRoundRow)) (bool, error) {
	open, ok, err := openRoundsBucket.Get(tx, key)
	var a accountTx
	if err == nil && ok {
		a, err = accountTxOf(tx, playerID(key[:len(playerID{})]))
	}
	if err == nil && a.known {
		change(&open)
		err = a.abandon(tx, games, open, now)
	}
	if errors.Is(err, store.ErrDamaged) || err == nil && !a.known {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, openRoundsBucket.Delete(tx, key)
}
