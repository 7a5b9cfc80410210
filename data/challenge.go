package data

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
)

// A challengeRow is a challenge as stored. Results are not part of it: they are the round
// that was passed on, and the others' rounds of the challenge's event.
type challengeRow struct {
	Game    string      `json:"game"`
	Version int         `json:"version"`
	Deal    engine.Code `json:"deal"`
	MadeUp  bool        `json:"made,omitempty"` // the rules of the game are in variations
	Opened  int64       `json:"opened"`         // Unix milliseconds
	Latest  int64       `json:"latest"`         // when it was passed on again or entered last
	Round   ulid.ULID   `json:"round"`          // the round that was passed on
	Players places      `json:"players"`        // the first has passed the deal on, the others in the order of entering
	Duel    *duelRow    `json:"duel,omitempty"` // of a duel, which has no Round: nobody has passed its deal on
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

// until returns until when others can enter the challenge, or a duel waits for an opponent.
func (row challengeRow) until() time.Time {
	if row.Duel != nil {
		return time.UnixMilli(row.Opened).Add(duelWaits)
	}
	return time.UnixMilli(row.Latest).Add(challengeFor)
}

func (row challengeRow) passedOnBy(id playerID) bool {
	return row.Duel == nil && row.Players.of(id) == 0
}

// isShut reports whether nobody can enter the challenge any more: it is a duel or too old, or whoever
// passed the deal on has deleted the account.
func (row challengeRow) isShut(tx *store.Tx, now time.Time) bool {
	if row.Duel != nil || len(row.Players) == 0 || len(row.Players[0].Player) == 0 || !now.Before(row.until()) {
		return true
	}
	first, _, _ := playersBucket.Get(tx, row.Players[0].Player)
	return first.Gone
}

// challengeEvents describes challenges as a gathering.
var challengeEvents = gathering[challengeRow]{
	what: "Challenge", rows: challengesBucket, entered: challengedBucket,
	places: func(row *challengeRow) *places { return &row.Players }, open: func(challengeRow) bool { return false },
	goesOn: challengeRow.goesOn, missing: ErrNoChallenge, outside: ErrNotEntered,
	game: func(row challengeRow) (string, bool) { return row.Game, row.MadeUp },
}

// challengedIndex has each player's challenges.
var challengedIndex = challengeEvents.index(nil)

func (row challengeRow) slot(key []byte) string {
	return arcade.Slot(row.Game, arcade.ChallengeEvent(string(key)))
}

// result returns the round with which the i-th player is in the challenge, or nil if there is
// none that can be read.
func (row challengeRow) result(tx *store.Tx, code string, i int) (*arcade.Result, error) {
	switch {
	case len(row.Players[i].Player) != len(playerID{}):
		return nil, nil
	case i > 0 || row.Duel != nil:
		return legible(eventRound(tx, playerID(row.Players[i].Player), row.Game, arcade.ChallengeEvent(code)))
	}
	r, err := readOwnRound(tx, playerID(row.Players[i].Player), row.Round)
	return legible(r, true, err)
}

// finished reports whether a player may know the deal: it is that player's, or the player has
// finished it.
func (row challengeRow) finished(tx *store.Tx, code string, id playerID) (bool, error) {
	i := row.Players.of(id)
	if i < 0 || row.passedOnBy(id) {
		return i == 0, nil
	}
	r, err := row.result(tx, code, i)
	return r != nil, err
}

// challenge returns the challenge as one of its players sees it at a time. Details of a player
// that cannot be read are left out.
func (row challengeRow) challenge(tx *store.Tx, games *games, key []byte, me playerID, now time.Time) (arcade.Challenge, error) {
	c := arcade.Challenge{
		Code: string(key), Game: row.Game, Opened: fromMillis(row.Opened), Until: row.until(), Shut: row.isShut(tx, now),
		Duel: row.Duel != nil, Over: row.Duel != nil && !row.goesOn(),
	}
	if row.MadeUp {
		c.Rules = rulesIn(tx, row.Game)
	}
	knows, err := row.finished(tx, c.Code, me)
	if err != nil {
		return c, err
	}
	for i, p := range row.Players {
		player, _, _ := playersBucket.Get(tx, p.Player)
		seen := arcade.ChallengeRow{ID: p.ID, First: i == 0 && !c.Duel, Gone: len(p.Player) == 0 || player.Gone, Nick: player.Nick}
		mine := bytes.Equal(p.Player, me[:])
		if mine {
			c.Me = p.ID
		}
		if (seen.First || c.Over && !mine) && len(p.Player) == len(me) {
			c.By = playerID(p.Player).name()
		}
		if c.Duel && !mine && !c.Over { // who it is stays a secret as well
			c.Players = append(c.Players, arcade.ChallengeRow{ID: p.ID, Nick: arcade.Opponent})
			continue
		}
		if c.Duel {
			seen.Level = player.Level
			seen.Rating, seen.Rated = p.rating(player, player.Duels.seen())
		}
		if !seen.Gone {
			r, err := row.result(tx, c.Code, i)
			switch {
			case err != nil:
				return c, err
			case r == nil:
			case knows:
				games.redact(r)
				r.Rules = ""
				seen.Result, seen.Shown = r, mine || !player.Private
				if mine && c.Duel { // of others neither what the host did to them is told, nor that they have several keys
					seen.Off = player.Unranked || player.Banned
					seen.Joined = c.Over && r.StartedAt() <= player.LastJoin && player.LastJoin <= row.Duel.Ended
				}
			default:
				seen.Result = &arcade.Result{Class: r.Class, Score: engine.Score{Points: r.Score.Points, Max: r.Score.Max}}
			}
		}
		c.Players = append(c.Players, seen)
	}
	if open, rev, err := openRound(tx, me, row.slot(key)); err == nil && rev != 0 {
		c.Open = 1 + len(open.Record.Moves)
	} else if !knows {
		_, c.Elsewhere = openOf(tx, me, row.Game, row.Deal)
	}
	c.Sort()
	arcade.CallByName(c.Players, func(p *arcade.ChallengeRow) *string { return &p.Nick })
	return c, nil
}

// Challenge returns a challenge that the player is in, or ErrNotEntered.
func (p *Player) Challenge(code string, now time.Time) (arcade.Challenge, error) {
	key := gatheringKey(code)
	return readOwn(p, fmt.Sprintf("read challenge %.20q", code), func(tx *store.Tx, me playerID) (arcade.Challenge, error) {
		row, err := challengeEvents.own(tx, key, me)
		if err != nil {
			return arcade.Challenge{}, err
		}
		return row.challenge(tx, p.db.games, key, me, now)
	})
}

// Challenges returns up to n of the player's challenges, those that were entered last first.
// Damaged ones are left out.
func (p *Player) Challenges(n int, now time.Time) ([]arcade.Challenge, error) {
	return latest(p, challengeEvents, n, func(row challengeRow) int64 { return row.Latest }, func(code string) (arcade.Challenge, error) {
		return p.Challenge(code, now)
	})
}

// ChallengeRound returns the round of a player of one of the player's challenges, by the ID of
// that player's row. The player must have finished the deal. It returns ErrUnplayed if there
// is no such round to see.
func (p *Player) ChallengeRound(code, id string) (arcade.Result, error) {
	key := gatheringKey(code)
	return readOwn(p, fmt.Sprintf("read a round of challenge %.20q", code), func(tx *store.Tx, me playerID) (r arcade.Result, err error) {
		row, err := challengeEvents.own(tx, key, me)
		if err != nil {
			return r, err
		}
		knows, err := row.finished(tx, string(key), me)
		i := slices.IndexFunc(row.Players, func(p placeRow) bool { return p.ID == id })
		switch {
		case err != nil:
			return r, err
		case !knows || i < 0:
			return r, ErrUnplayed
		}
		player, _, err := playersBucket.Get(tx, row.Players[i].Player)
		if err != nil || player.Gone || player.Private && !bytes.Equal(row.Players[i].Player, me[:]) {
			return r, cmp.Or[error](err, ErrUnplayed)
		}
		found, err := row.result(tx, string(key), i)
		if err != nil || found == nil {
			return r, cmp.Or[error](err, ErrUnplayed)
		}
		if row.MadeUp {
			found.Rules = rulesIn(tx, row.Game)
		}
		return *found, nil
	})
}

// PassOn makes a challenge of the deal of one of the player's rounds. If the player has passed
// that round on before, it returns that challenge and opens it again. It returns ErrNotOwn
// if the player has no such round, arcade.ErrSealed while the deal of its event is secret,
// ErrRound if nobody could play it here or it was imported, ErrChallenges if the player has as
// many challenges as one may, and ErrFull if the file has no room. After ErrUnknown the call
// may be repeated.
func (p *Player) PassOn(id string, now time.Time) (c arcade.Challenge, err error) {
	key, err := ulid.ParseStrict(id)
	if err != nil {
		return c, ErrNotOwn
	}
	err = p.change("pass a deal on", func(tx *store.Tx, a *accountTx) error {
		if !inHistory(tx, a.row.all(a.id), key) {
			return ErrNotOwn
		}
		r, err := readOwnRound(tx, a.id, key)
		if err == nil {
			err = p.mayPassOn(tx, r, now)
		}
		if err == nil {
			err = markTold(tx, r.Event)
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
			if code, err = challengeEvents.newCode(tx, "", arcade.ChallengeCodeLen); err != nil {
				return err
			}
			row = challengeRow{
				Game: r.Record.Game, Version: r.Record.Version, Deal: r.Record.Code, MadeUp: r.Rules != "",
				Opened: now.UnixMilli(), Round: key, Players: places{newPlace(a.id)},
			}
			err = mentioned(tx, row.Game)
		}
		row.Latest = max(row.Latest, now.UnixMilli())
		if err = errors.Join(err, challengesBucket.Put(tx, code, row)); err == nil {
			c, err = row.challenge(tx, p.db.games, code, a.id, now)
		}
		return err
	})
	return c, err
}

// mayPassOn returns why the deal of a round cannot be passed on, or nil.
func (p *Player) mayPassOn(tx *store.Tx, r arcade.Result, now time.Time) error {
	raceCode, _ := r.Event.Race()
	race, err := raceEvents.get(tx, []byte(raceCode))
	code, _ := r.Event.Challenge()
	challenge, _ := challengeEvents.get(tx, []byte(code))
	switch {
	case Sealed(r.Event, now), err == nil && race.Ended == 0, challenge.goesOn():
		return r.Event.Secret()
	case r.Class == arcade.Imported:
		return ErrRound.Saying("what was played elsewhere cannot be passed on")
	}
	if _, ok := p.db.games.of(r.Record, r.Rules); !ok && !p.db.games.none() {
		return ErrRound.Saying("this game was played by other rules than those of today, so nobody can play its deal")
	}
	return nil
}

// passedOn returns the challenge that a player has made of a round, or a nil key if there is
// none and the player may make one.
func passedOn(tx *store.Tx, id playerID, round ulid.ULID, now time.Time) (key []byte, row challengeRow, err error) {
	codes, open := challengeEvents.codesOf(tx, id), 0
	for _, code := range codes {
		c, err := challengeEvents.get(tx, code)
		if err != nil || !c.passedOnBy(id) {
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
// whatever its state. Otherwise it returns ErrNoChallenge if there is none, ErrChallengeOver
// if nobody can enter it now, ErrChallengeFull if 32 players are in it, ErrChallenges if
// the player has as many as one may, and ErrFull if the file has no room.
func (p *Player) EnterChallenge(code string, now time.Time) (c arcade.Challenge, err error) {
	key := gatheringKey(code)
	err = p.changeOrCreate("enter a challenge", now, func(tx *store.Tx, a *accountTx) error {
		row, err := challengeEvents.get(tx, key)
		if err != nil {
			return err
		}
		if row.Players.of(a.id) < 0 {
			switch {
			case row.Duel != nil:
				return ErrDuelShut
			case row.isShut(tx, now):
				return ErrChallengeOver
			case len(row.Players) >= challengedMax:
				return ErrChallengeFull
			case len(challengeEvents.codesOf(tx, a.id)) >= challengesMax:
				return ErrChallenges
			case p.db.Full(tx):
				return ErrFull
			}
		}
		c, err = row.enrol(tx, p.db.games, key, newPlace(a.id), now)
		return err
	})
	return c, err
}

// enrol adds the place of a player to those of the challenge, unless the player has one.
func (row challengeRow) enrol(tx *store.Tx, games *games, key []byte, place placeRow, now time.Time) (c arcade.Challenge, err error) {
	id := playerID(place.Player)
	if row.Players.of(id) < 0 {
		row.Players = append(slices.Clone(row.Players), place)
		row.Latest = max(row.Latest, now.UnixMilli())
		if err := challengesBucket.Put(tx, key, row); err != nil {
			return c, err
		}
	}
	return row.challenge(tx, games, key, id, now)
}

// LeaveChallenge takes the player out of a challenge, as if it had not been entered. If the player has
// passed its deal on, it goes. It returns an ErrNotFound if the player is in no such challenge, and
// ErrRound if the player has begun the deal, or has passed it on and others have entered it, or if an opponent has
// come into a duel: a player who could leave one opponent after another might wait for a certain one.
func (p *Player) LeaveChallenge(code string) error {
	key := gatheringKey(code)
	return p.change("leave a challenge", func(tx *store.Tx, a *accountTx) error {
		row, err := challengeEvents.own(tx, key, a.id)
		if errors.Is(err, ErrNotEntered) {
			return ErrNotFound.Saying("you are in no challenge with that code")
		}
		if err != nil {
			return err
		}
		place := row.Players.of(a.id)
		if !row.passedOnBy(a.id) {
			played, err := row.finished(tx, string(key), a.id)
			if err != nil {
				return err
			}
			if played || openRoundsBucket.Has(tx, a.id.openRound(row.slot(key))) {
				return ErrRound.Saying("you have begun this deal, so you stay in the challenge")
			}
			if row.Duel != nil && len(row.Players) > 1 {
				return ErrRound.Saying("your opponent is there: play this duel within a day, or you are out of it then")
			}
		}
		row.Players = slices.Delete(slices.Clone(row.Players), place, place+1)
		if row.Duel == nil && place == 0 && !row.Players.abandoned() {
			return ErrRound.Saying("others have entered this challenge, so it stays")
		}
		return challengeEvents.keep(tx, key, row)
	})
}

// dealChallenge returns the deal of a challenge to one of its players who has not seen it.
func dealChallenge(tx *store.Tx, id playerID, game engine.Info, code string) (engine.Code, error) {
	row, err := challengeEvents.own(tx, []byte(code), id)
	switch {
	case errors.Is(err, ErrNotFound):
		return "", ErrRound.Saying("you are not in challenge %.20q", code)
	case err != nil:
		return "", err
	case row.passedOnBy(id):
		return "", ErrRound.Saying("you have passed this deal on yourself")
	case row.Duel != nil && !row.goesOn():
		return "", ErrChallengeOver.Saying("this duel is over")
	case row.Game != game.ID || row.Version != game.Version:
		return "", ErrRound.Saying("challenge %s is not of %s with version %d of its rules", code, game.ID, game.Version)
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
	var members []playerID
	var deal []byte
	err = p.view(func(tx *store.Tx) error {
		me, err := p.id(tx)
		row, bad := challengeEvents.own(tx, []byte(code), me)
		if members = nil; bad == nil { // else Begin says so
			members, deal = membersOf(tx, me), []byte(row.Game+" "+string(row.Deal))
		}
		return err
	})
	if err != nil {
		return false, err
	}
	err = eachRound(p.db, members, func(_ *store.Tx, _ ulid.ULID, of []byte) { knows = knows || bytes.Equal(of, deal) })
	return knows, err
}

// mayKnow reports whether the player has an open round of the deal of a challenge in another slot, or a key
// whose former account has played, maybe the same deal: that of a duel is new. An open round
// of another event is an error: its player could try the deal here and go on with it there.
func (a *accountTx) mayKnow(tx *store.Tx, e arcade.Event, game string, deal engine.Code) (found bool, err error) {
	found, event := openOf(tx, a.id, game, deal)
	if event {
		return true, ErrRound.Saying("you have begun the same deal elsewhere: finish it there first")
	}
	if e.Duel() {
		return found, nil
	}
	left, err := a.begunByKey(tx, anyDeals)
	return found || left, err
}

// openOf reports whether a player has an open round of a deal, and whether one is of an event.
func openOf(tx *store.Tx, id playerID, game string, deal engine.Code) (found, inEvent bool) {
	for key, row := range openRoundsBucket.Under(tx, id[:]) {
		slotGame, event := arcade.CutSlot(string(key[len(id):]))
		if slotGame != game {
			continue
		}
		if record, err := engine.ParseRecord(row.Record); err == nil && record.Code == deal {
			found, inEvent = true, inEvent || event != ""
		}
	}
	return found, inEvent
}

// passedOnBy reports whether one of two players has passed on the deal of an event.
func passedOnBy(tx *store.Tx, e arcade.Event, players ...playerID) bool {
	code, ok := e.Challenge()
	if !ok {
		return false
	}
	row, _ := challengeEvents.get(tx, []byte(code))
	return slices.ContainsFunc(players, row.passedOnBy)
}

// sweepChallenges deletes the challenges that nobody entered in time, those whose last player came long
// ago, and duels that ended long ago, with all that leads to them. Open rounds of them go into the history;
// one that cannot be read stays. Each is a transaction of its own.
func sweepChallenges(db *DB, now time.Time) error {
	return db.Change(1, challengesBucket, func(_ *store.Tx, key, value []byte) bool {
		row, err := challengesBucket.Read(key, value)
		since, stays := row.Latest, challengeStays
		switch {
		case row.goesOn():
			return false
		case row.Duel != nil:
			since, stays = row.Duel.Ended, duelStays
		case len(row.Players) < 2:
			stays = challengeFor
		}
		return err == nil && since < now.Add(-stays).UnixMilli()
	}, func(tx *store.Tx, key, value []byte) error {
		row, err := challengesBucket.Read(key, value)
		for _, id := range row.Players.players() {
			if err == nil {
				_, err = endOpenRound(tx, db.games, id.openRound(row.slot(key)), now, func(*openRoundRow) {})
			}
		}
		if err != nil {
			return err
		}
		return challengesBucket.Delete(tx, key)
	})
}
