package data

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
)

// A challengeRow is a challenge as stored. Results are not part of it: they are the round
// that was passed on, and the others' rounds of the challenge's event.
type challengeRow struct {
	Game    string          `json:"game"`
	Version int             `json:"version"`
	Deal    engine.Code     `json:"deal"`
	MadeUp  bool            `json:"made,omitempty"` // the rules of the game are in variations
	Opened  int64           `json:"opened"`         // Unix milliseconds
	Latest  int64           `json:"latest"`         // when it was passed on again or entered last
	Round   ulid.ULID       `json:"round"`          // the round that was passed on
	Players []challengedRow `json:"players"`        // the first has passed the deal on, the others in the order of entering
}

type challengedRow struct {
	ID     string `json:"id"`
	Player []byte `json:"player,omitempty"` // nil: the account was deleted
}

// challengeFor is how long a challenge can be entered after the last player has.
// challengeStays is how long it stays where others have entered it.
const (
	challengeFor   = 30 * 24 * time.Hour
	challengeStays = 365 * 24 * time.Hour
)

// challengesMax is how many challenges a player can have, of their own and of others.
// openChallengesMax is how many of the player's own can be open for others.
// challengedMax is how many players can be in one.
const (
	challengesMax     = 200
	openChallengesMax = 20
	challengedMax     = 32
)

// place returns the player's index among the players, or -1.
func (row challengeRow) place(id playerID) int {
	return slices.IndexFunc(row.Players, func(p challengedRow) bool { return bytes.Equal(p.Player, id[:]) })
}

// abandoned reports whether none of the players has an account any more.
func (row challengeRow) abandoned() bool {
	return !slices.ContainsFunc(row.Players, func(p challengedRow) bool { return len(p.Player) > 0 })
}

// until returns until when others can enter the challenge.
func (row challengeRow) until() time.Time { return time.UnixMilli(row.Latest).Add(challengeFor) }

// isShut reports whether nobody can enter the challenge any more: it is too old, or whoever
// passed the deal on has deleted the account.
func (row challengeRow) isShut(tx *store.Tx, now time.Time) bool {
	if len(row.Players) == 0 || len(row.Players[0].Player) == 0 || !now.Before(row.until()) {
		return true
	}
	var first playerRow
	_, err := store.Get(tx.Bucket(playersBucket), row.Players[0].Player, &first)
	return err == nil && first.Gone
}

// slot returns the slot of the challenge's open rounds.
func (row challengeRow) slot(key []byte) string {
	return arcade.Slot(row.Game, arcade.ChallengeEvent(string(key)))
}

// challenge returns the key of a player's challenge in challenged.
func (p playerID) challenge(code []byte) []byte { return append(p[:], code...) }

// challengeOf returns the challenge with a code, or ErrNotFound.
func challengeOf(tx *store.Tx, key []byte) (row challengeRow, err error) {
	ok, err := store.Get(tx.Bucket(challengesBucket), key, &row)
	if err == nil && !ok {
		err = ErrNotFound
	}
	return row, err
}

// challengesOf returns the codes of a player's challenges.
func challengesOf(tx *store.Tx, id playerID) (codes [][]byte) {
	for k := range store.RowsUnder(tx.Bucket(challengedBucket), id[:]) {
		codes = append(codes, bytes.Clone(k[len(id):]))
	}
	return codes
}

// result returns the round with which the i-th player is in the challenge, or ErrNotFound if
// there is none that can be read.
func (row challengeRow) result(tx *store.Tx, code string, i int) (arcade.Result, error) {
	if len(row.Players[i].Player) != len(playerID{}) {
		return arcade.Result{}, ErrNotFound
	}
	id := playerID(row.Players[i].Player)
	if i > 0 {
		r, ok, err := eventRound(tx, id, row.Game, arcade.ChallengeEvent(code))
		if errors.Is(err, store.ErrDamaged) || err == nil && !ok {
			err = ErrNotFound
		}
		return r, err
	}
	stored, err := round(tx, id, row.Round)
	if err == nil {
		stored.rules = withRules(tx, stored).rules
		var r arcade.Result
		if r, err = decodeRound(stored, row.Round); err == nil {
			return r, nil
		}
	}
	if errors.Is(err, store.ErrDamaged) {
		err = ErrNotFound
	}
	return arcade.Result{}, err
}

// finished reports whether a player may know the deal: it is that player's, or the player has
// finished it.
func (row challengeRow) finished(tx *store.Tx, code string, id playerID) (bool, error) {
	i := row.place(id)
	if i <= 0 {
		return i == 0, nil
	}
	switch _, err := row.result(tx, code, i); {
	case errors.Is(err, ErrNotFound):
		return false, nil
	case err != nil:
		return false, err
	}
	return true, nil
}

// challenge returns the challenge as one of its players sees it at a time. Details of a player
// that cannot be read are left out.
func (row challengeRow) challenge(tx *store.Tx, key []byte, me playerID, now time.Time) (arcade.Challenge, error) {
	c := arcade.Challenge{
		Code: string(key), Game: row.Game, Opened: fromMillis(row.Opened), Until: row.until(), Shut: row.isShut(tx, now),
	}
	if row.MadeUp {
		c.Rules = rulesIn(tx, row.Game)
	}
	knows, err := row.finished(tx, c.Code, me)
	if err != nil {
		return c, err
	}
	for i, p := range row.Players {
		seen := arcade.ChallengeRow{ID: p.ID, First: i == 0, Gone: len(p.Player) == 0}
		var player playerRow
		if len(p.Player) == len(me) {
			if _, err := store.Get(tx.Bucket(playersBucket), p.Player, &player); err == nil {
				seen.Nick, seen.Gone = player.Nick, player.Gone
			}
		}
		mine := bytes.Equal(p.Player, me[:])
		if mine {
			c.Me = p.ID
		}
		if !seen.Gone {
			r, err := row.result(tx, c.Code, i)
			switch {
			case errors.Is(err, ErrNotFound):
			case err != nil:
				return c, err
			case knows:
				r.Record, r.Rules = redacted(r.Record), ""
				seen.Result, seen.Shown = &r, mine || !player.Private
			default:
				r = arcade.Result{Class: r.Class, Score: engine.Score{Points: r.Score.Points, Max: r.Score.Max}}
				seen.Result = &r
			}
		}
		c.Players = append(c.Players, seen)
	}
	var open openRoundRow
	if ok, err := store.Get(tx.Bucket(openRoundsBucket), me.openRound(row.slot(key)), &open); err == nil && ok {
		if record, err := engine.ParseRecord(open.Record); err == nil {
			c.Open = 1 + len(record.Moves)
		}
	}
	c.Sort()
	return c, nil
}

// Challenge returns a challenge that the player is in, or ErrNotFound.
func (p *Player) Challenge(code string, now time.Time) (c arcade.Challenge, err error) {
	key := raceKey(code)
	err = p.view(func(tx *store.Tx) error {
		me, row, err := p.ownChallenge(tx, key)
		if err == nil {
			c, err = row.challenge(tx, key, me, now)
		}
		return err
	})
	if err != nil {
		return arcade.Challenge{}, fmt.Errorf("read challenge %.20q: %w", code, err)
	}
	return c, nil
}

// Challenger returns the name of the player who has passed on the deal of a challenge that the
// player is in. It returns ErrNotFound if the player is in no such challenge, or that account
// was deleted.
func (p *Player) Challenger(code string) (id arcade.PlayerID, err error) {
	err = p.view(func(tx *store.Tx) error {
		_, row, err := p.ownChallenge(tx, raceKey(code))
		switch {
		case err != nil:
			return err
		case len(row.Players[0].Player) != len(playerID{}):
			return ErrNotFound
		}
		id = playerID(row.Players[0].Player).name()
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("find the challenger of %.20q: %w", code, err)
	}
	return id, nil
}

// ownChallenge returns a challenge that the player is in, or ErrNotFound.
func (p *Player) ownChallenge(tx *store.Tx, key []byte) (me playerID, row challengeRow, err error) {
	me, known, err := p.id(tx)
	if err == nil {
		row, err = challengeOf(tx, key)
	}
	if err == nil && (!known || row.place(me) < 0) {
		err = ErrNotFound
	}
	return me, row, err
}

// Challenges returns up to n of the player's challenges, those that were entered last first.
// Damaged ones are left out.
func (p *Player) Challenges(n int, now time.Time) (list []arcade.Challenge, err error) {
	type entered struct {
		code string
		at   int64
	}
	var all []entered
	err = p.view(func(tx *store.Tx) error {
		all = nil
		me, known, err := p.id(tx)
		if err != nil || !known {
			return err
		}
		for _, code := range challengesOf(tx, me) {
			if row, err := challengeOf(tx, code); err == nil && row.place(me) >= 0 {
				all = append(all, entered{string(code), row.Latest})
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b entered) int { return cmp.Or(cmp.Compare(b.at, a.at), strings.Compare(a.code, b.code)) })
	for _, e := range all[:min(n, len(all))] {
		c, bad := p.Challenge(e.code, now)
		switch {
		case errors.Is(bad, ErrNotFound): // deleted in the meantime
		case bad != nil:
			err = errors.Join(err, bad)
		default:
			list = append(list, c)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("list the challenges: %w", err)
	}
	return list, nil
}

// ChallengeRound returns the round of a player of one of the player's challenges, by the ID of
// that player's row. The player must have finished the deal. It returns ErrNotFound if there
// is no such round to see.
func (p *Player) ChallengeRound(code, id string) (r arcade.Result, err error) {
	key := raceKey(code)
	err = p.view(func(tx *store.Tx) error {
		me, row, err := p.ownChallenge(tx, key)
		if err != nil {
			return err
		}
		knows, err := row.finished(tx, string(key), me)
		i := slices.IndexFunc(row.Players, func(p challengedRow) bool { return p.ID == id })
		if err == nil && (!knows || i < 0 || len(row.Players[i].Player) != len(me)) {
			err = ErrNotFound
		}
		if err != nil {
			return err
		}
		var player playerRow
		if _, err = store.Get(tx.Bucket(playersBucket), row.Players[i].Player, &player); err == nil && player.Gone ||
			player.Private && !bytes.Equal(row.Players[i].Player, me[:]) {
			err = ErrNotFound
		}
		if err == nil {
			r, err = row.result(tx, string(key), i)
		}
		if err == nil && row.MadeUp {
			r.Rules = rulesIn(tx, row.Game)
		}
		return err
	})
	if err != nil {
		return arcade.Result{}, fmt.Errorf("read a round of challenge %.20q: %w", code, err)
	}
	return r, nil
}

// SealedDeals returns the deals that the player has been challenged to and has not finished:
// nothing of them may be shown, wherever else they were played.
func (p *Player) SealedDeals() (deals map[arcade.Deal]bool, err error) {
	err = p.view(func(tx *store.Tx) error {
		deals = map[arcade.Deal]bool{}
		me, known, err := p.id(tx)
		if err != nil || !known {
			return err
		}
		for _, code := range challengesOf(tx, me) {
			row, err := challengeOf(tx, code)
			if err != nil {
				continue // what cannot be read cannot be played either
			}
			knows, err := row.finished(tx, string(code), me)
			if err != nil {
				return err
			}
			if !knows {
				deals[arcade.Deal{Game: row.Game, Code: row.Deal}] = true
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the deals of challenges: %w", err)
	}
	return deals, nil
}

// PassOn makes a challenge of the deal of one of the player's rounds. If the player has passed
// that round on before, it returns that challenge and opens it again. It returns ErrNotFound
// if the player has no such round, arcade.ErrSealed while the deal of its event is secret,
// ErrRound if nobody could play it here or it was imported, ErrChallenges if the player has as
// many challenges as one may, and ErrFull if the file has no room. After ErrUnknown the call
// may be repeated.
func (p *Player) PassOn(id string, now time.Time) (c arcade.Challenge, err error) {
	key, err := ulid.ParseStrict(id)
	if err != nil {
		return c, fmt.Errorf("pass a deal on: %w", ErrNotFound)
	}
	err = p.change("pass a deal on", func(tx *store.Tx, a *accountTx) error {
		if !inHistory(tx, a.row.all(a.id), key) {
			return ErrNotFound
		}
		stored, err := round(tx, a.id, key)
		if err != nil {
			return err
		}
		stored = withRules(tx, stored)
		r, err := decodeRound(stored, key)
		if err == nil {
			err = p.mayPassOn(tx, r, now)
		}
		if err != nil {
			return err
		}
		code, row, err := passedOn(tx, a.id, key, now)
		if err != nil {
			return err
		}
		if code == nil {
			if p.db.Full(tx) {
				return ErrFull
			}
			if code, err = newChallengeKey(tx); err != nil {
				return err
			}
			row = challengeRow{
				Game: r.Record.Game, Version: r.Record.Version, Deal: r.Record.Code, MadeUp: stored.MadeUp,
				Opened: now.UnixMilli(), Round: key, Players: []challengedRow{newChallenged(a.id)},
			}
			if err := mentioned(tx, row.Game); err != nil {
				return err
			}
		}
		row.Latest = max(row.Latest, now.UnixMilli())
		if err := store.Put(tx.Bucket(challengesBucket), code, row); err != nil {
			return err
		}
		c, err = row.challenge(tx, code, a.id, now)
		return err
	})
	return c, err
}

// newChallenged returns the row of a player in a challenge.
func newChallenged(id playerID) challengedRow {
	return challengedRow{ID: rand.Text()[:racerIDLen], Player: bytes.Clone(id[:])}
}

// newChallengeKey returns a code that no challenge has.
func newChallengeKey(tx *store.Tx) ([]byte, error) {
	for {
		code, err := engine.NewCode(rand.Reader)
		if err != nil {
			return nil, err
		}
		if key := []byte(code[:arcade.ChallengeCodeLen]); tx.Bucket(challengesBucket).Get(key) == nil {
			return key, nil
		}
	}
}

// mayPassOn returns why the deal of a round cannot be passed on, or nil.
func (p *Player) mayPassOn(tx *store.Tx, r arcade.Result, now time.Time) error {
	if day, ok := r.Event.Day(); ok && DailySealed(day, now) {
		return arcade.ErrSealed
	}
	if code, ok := r.Event.Race(); ok {
		if race, err := raceOf(tx, []byte(code)); err == nil && race.Ended == 0 {
			return arcade.ErrSealed
		}
	}
	if r.Class == arcade.Imported {
		return fmt.Errorf("%w: what was played elsewhere cannot be passed on", ErrRound)
	}
	if _, ok := p.db.games.of(r.Record, r.Rules); !ok && !p.db.games.none() {
		return fmt.Errorf("%w: this game was played by other rules than those of today, so nobody can play its deal", ErrRound)
	}
	return nil
}

// passedOn returns the challenge that a player has made of a round, or a nil key if there is
// none and the player may make one.
func passedOn(tx *store.Tx, id playerID, round ulid.ULID, now time.Time) (key []byte, row challengeRow, err error) {
	codes, open := challengesOf(tx, id), 0
	for _, code := range codes {
		c, err := challengeOf(tx, code)
		if err != nil || c.place(id) != 0 {
			continue
		}
		if c.Round == round {
			return code, c, nil
		}
		if !c.isShut(tx, now) {
			open++
		}
	}
	if len(codes) >= challengesMax || open >= openChallengesMax {
		err = ErrChallenges
	}
	return nil, challengeRow{}, err
}

// EnterChallenge puts the player into the challenge with a code, typed in any case. A player
// without an account gets one. If the player is already in it, it returns the challenge,
// whatever its state. Otherwise it returns ErrNotFound if there is no such challenge, ErrOver
// if nobody can enter it any more, ErrChallengeFull if 32 players are in it, ErrChallenges if
// the player has as many as one may, and ErrFull if the file has no room.
func (p *Player) EnterChallenge(code string, now time.Time) (c arcade.Challenge, err error) {
	key := raceKey(code)
	err = p.changeOrCreate("enter a challenge", now, func(tx *store.Tx, a *accountTx) error {
		row, err := challengeOf(tx, key)
		if err != nil {
			return err
		}
		if row.place(a.id) < 0 {
			switch {
			case row.isShut(tx, now):
				return ErrOver
			case len(row.Players) >= challengedMax:
				return ErrChallengeFull
			case len(challengesOf(tx, a.id)) >= challengesMax:
				return ErrChallenges
			case p.db.Full(tx):
				return ErrFull
			}
			row.Players = append(slices.Clone(row.Players), newChallenged(a.id))
			row.Latest = max(row.Latest, now.UnixMilli())
			if err := store.Put(tx.Bucket(challengesBucket), key, row); err != nil {
				return err
			}
		}
		c, err = row.challenge(tx, key, a.id, now)
		return err
	})
	if err != nil {
		return arcade.Challenge{}, err
	}
	return c, nil
}

// LeaveChallenge takes the player out of a challenge, as if it had not been entered. If the player has
// passed its deal on, it goes. It returns ErrNotFound if the player is in no such challenge, and
// ErrRound if the player has begun the deal, or has passed it on and others have entered it.
func (p *Player) LeaveChallenge(code string) error {
	key := raceKey(code)
	return p.change("leave a challenge", func(tx *store.Tx, a *accountTx) error {
		row, err := challengeOf(tx, key)
		if err != nil {
			return err
		}
		place := row.place(a.id)
		if place < 0 {
			return ErrNotFound
		}
		if place > 0 {
			played, err := row.finished(tx, string(key), a.id)
			if err != nil {
				return err
			}
			if played || tx.Bucket(openRoundsBucket).Get(a.id.openRound(row.slot(key))) != nil {
				return fmt.Errorf("%w: you have begun this deal, so you stay in the challenge", ErrRound)
			}
		}
		row.Players = slices.Delete(slices.Clone(row.Players), place, place+1)
		if place == 0 && !row.abandoned() {
			return fmt.Errorf("%w: others have entered this challenge, so it stays", ErrRound)
		}
		if row.abandoned() {
			return tx.Bucket(challengesBucket).Delete(key)
		}
		return store.Put(tx.Bucket(challengesBucket), key, row)
	})
}

// dealChallenge returns the deal of a challenge to one of its players who has not seen it.
func dealChallenge(tx *store.Tx, id playerID, game engine.Info, code string) (engine.Code, error) {
	row, err := challengeOf(tx, []byte(code))
	place := row.place(id)
	switch {
	case err != nil && !errors.Is(err, ErrNotFound):
		return "", err
	case err != nil || place < 0:
		return "", fmt.Errorf("%w: you are not in challenge %.20q", ErrRound, code)
	case place == 0:
		return "", fmt.Errorf("%w: you have passed this deal on yourself", ErrRound)
	case row.Game != game.ID || row.Version != game.Version:
		return "", fmt.Errorf("%w: challenge %s is not of %s with version %d of its rules", ErrRound, code, game.ID, game.Version)
	}
	return row.Deal, nil
}

// knowsDeal reports whether the player has finished another round of the deal of a challenge.
// It walks the history and reads no round.
func (p *Player) knowsDeal(e arcade.Event) (knows bool, err error) {
	code, ok := e.Challenge()
	if !ok {
		return false, nil
	}
	var members [][]byte
	var row challengeRow
	err = p.view(func(tx *store.Tx) error {
		var me playerID
		if me, row, err = p.ownChallenge(tx, []byte(code)); errors.Is(err, ErrNotFound) {
			return nil // Begin says so
		}
		members = membersOf(tx, me)
		return err
	})
	if err != nil || members == nil {
		return false, err
	}
	deal := []byte(row.Game + " " + string(row.Deal))
	err = eachDeal(p.db, members, func(_ *store.Tx, _ ulid.ULID, of []byte) { knows = knows || bytes.Equal(of, deal) })
	return knows, err
}

// mayKnow reports whether the player has an open round of a deal in another slot, or a key whose
// former account has begun events. An open round of another event is an error: its player
// could try the deal here and go on with it there.
func (a *accountTx) mayKnow(tx *store.Tx, game string, deal engine.Code) (found bool, err error) {
	for key, value := range store.RowsUnder(tx.Bucket(openRoundsBucket), a.id[:]) {
		var row openRoundRow
		slotGame, event := arcade.CutSlot(string(key[len(a.id):]))
		if slotGame != game || store.Unseal(key, value, &row) != nil {
			continue
		}
		if record, err := engine.ParseRecord(row.Record); err != nil || record.Code != deal {
			continue
		}
		if event != "" {
			return true, fmt.Errorf("%w: you have begun the same deal elsewhere: finish it there first", ErrRound)
		}
		found = true
	}
	left, err := a.begunByKey(tx, dealsOfEvents)
	return found || left, err
}

// leaveChallenge takes a player out of a challenge so that the place stays. A challenge that
// nobody can come back to is deleted.
func leaveChallenge(tx *store.Tx, id playerID, key []byte) error {
	row, bad := challengeOf(tx, key)
	place := row.place(id)
	if bad != nil || place < 0 {
		return tx.Bucket(challengedBucket).Delete(id.challenge(key))
	}
	row.Players = slices.Clone(row.Players)
	row.Players[place].Player = nil
	if row.abandoned() {
		return tx.Bucket(challengesBucket).Delete(key)
	}
	return store.Put(tx.Bucket(challengesBucket), key, row)
}

// purgeChallenges takes one member of an account out of up to *rows challenges.
func purgeChallenges(tx *store.Tx, member playerID, rows *int) (err error) {
	for _, key := range challengesOf(tx, member) {
		if *rows--; *rows >= 0 {
			err = errors.Join(err, leaveChallenge(tx, member, key))
		}
	}
	return err
}

// moveChallenge gives a player's place in a challenge to another player, who keeps only the
// earlier one if both have one.
func moveChallenge(tx *store.Tx, from, to playerID, key []byte) error {
	row, err := challengeOf(tx, key)
	if err != nil || row.place(from) < 0 { // a damaged challenge is left as it is
		challenged := tx.Bucket(challengedBucket)
		return errors.Join(challenged.Delete(from.challenge(key)), challenged.Put(to.challenge(key), []byte{}))
	}
	row.reassign(from, to)
	return store.Put(tx.Bucket(challengesBucket), key, row)
}

// reassign gives a player's place to another player, who keeps only the earlier one if both
// had one.
func (row *challengeRow) reassign(from, to playerID) {
	row.Players = reassigned(row.Players, func(r *challengedRow) *[]byte { return &r.Player }, from, to)
}

// challenges moves the places in challenges to the account that stays.
func (m merger) challenges() error {
	for _, key := range challengesOf(m.tx, m.goes.id) {
		if err := moveChallenge(m.tx, m.goes.id, m.stays.id, key); err != nil {
			return err
		}
	}
	return nil
}

// passedOnBy reports whether one of two players has passed on the deal of an event.
func passedOnBy(tx *store.Tx, e arcade.Event, players ...playerID) bool {
	code, ok := e.Challenge()
	if !ok {
		return false
	}
	row, err := challengeOf(tx, []byte(code))
	return err == nil && slices.ContainsFunc(players, func(id playerID) bool { return row.place(id) == 0 })
}

// sweepChallenges deletes the challenges that nobody entered in time, and those whose last
// player came long ago. Open rounds of them go into the history. Each is a transaction of its
// own.
func sweepChallenges(db *DB, now time.Time) error {
	gone := func(row challengeRow) bool {
		stays := challengeStays
		if len(row.Players) < 2 {
			stays = challengeFor
		}
		return row.Latest < now.Add(-stays).UnixMilli()
	}
	var keys [][]byte
	err := db.scan(challengesBucket, nil, func(_ *store.Tx, key, value []byte) bool {
		var row challengeRow
		if store.Unseal(key, value, &row) == nil && gone(row) {
			keys = append(keys, bytes.Clone(key))
		}
		return true
	})
	for _, key := range keys {
		if err == nil {
			err = db.write(func(tx *store.Tx) error {
				row, err := challengeOf(tx, key)
				if err != nil || !gone(row) {
					return nil
				}
				return row.drop(tx, db.games, key, now)
			})
		}
	}
	return err
}

// drop deletes the challenge with all that leads to it. Open rounds go into the history; one
// that cannot be read stays.
func (row challengeRow) drop(tx *store.Tx, games *games, key []byte, now time.Time) error {
	for _, p := range row.Players {
		if len(p.Player) != len(playerID{}) {
			continue
		}
		id := playerID(p.Player)
		var open openRoundRow
		slot := id.openRound(row.slot(key))
		ok, err := store.Get(tx.Bucket(openRoundsBucket), slot, &open)
		if !ok || err != nil {
			continue
		}
		a, err := accountTxOf(tx, id)
		if err == nil && a.known {
			err = a.abandon(tx, games, open, now)
		}
		switch {
		case errors.Is(err, store.ErrDamaged):
			continue
		case err != nil:
			return err
		}
		if err := tx.Bucket(openRoundsBucket).Delete(slot); err != nil {
			return err
		}
	}
	return tx.Bucket(challengesBucket).Delete(key)
}

// challengedIndex has each player's challenges.
var challengedIndex = store.Index{
	Bucket: challengedBucket, Of: challengesBucket,
	Keys: func(key, value []byte) (keys [][]byte, err error) {
		var row challengeRow
		err = store.Unseal(key, value, &row)
		for _, p := range row.Players {
			if len(p.Player) > 0 {
				keys = append(keys, slices.Concat(p.Player, key))
			}
		}
		return keys, err
	},
	Source: afterPlayer,
}

// brokenChallenge reports a challenge that cannot be read, or whose players do not all exist.
func brokenChallenge(tx *store.Tx, key, value []byte) string {
	var row challengeRow
	if err := store.Unseal(key, value, &row); err != nil {
		return fmt.Sprintf("A challenge cannot be read: %v.", err)
	}
	if row.abandoned() {
		return fmt.Sprintf("Challenge %.20q has no players.", key)
	}
	if row.MadeUp && !isMadeUp(tx, row.Game) {
		return fmt.Sprintf("Challenge %.20q is of %.60s, whose rules are missing.", key, row.Game)
	}
	for i, p := range row.Players {
		if len(p.Player) == 0 {
			continue
		}
		id, ok := racerOf(tx, racerRow{Player: p.Player})
		switch {
		case !ok || !bytes.Equal(id[:], p.Player):
			return fmt.Sprintf("Challenge %.20q has somebody, %x, who is not a player.", key, short(p.Player))
		case row.place(id) != i:
			return fmt.Sprintf("Challenge %.20q has player %s twice.", key, id)
		}
	}
	return ""
}

// repairChallenge follows what the challenge says about its players. One that cannot be read
// is deleted: nothing else says what its deal was. Its rounds stay in the histories.
func repairChallenge(tx *store.Tx, key, value []byte) error {
	var row challengeRow
	if store.Unseal(key, value, &row) != nil {
		return tx.Bucket(challengesBucket).Delete(key)
	}
	for i, p := range row.Players {
		id, ok := racerOf(tx, racerRow{Player: p.Player})
		if !ok {
			row.Players[i].Player = nil
			continue
		}
		row.Players[i].Player = bytes.Clone(id[:])
	}
	for _, p := range slices.Clone(row.Players) {
		if len(p.Player) > 0 {
			row.reassign(playerID(p.Player), playerID(p.Player))
		}
	}
	if row.abandoned() {
		return tx.Bucket(challengesBucket).Delete(key)
	}
	return store.Put(tx.Bucket(challengesBucket), key, row)
}
