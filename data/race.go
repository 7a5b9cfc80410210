package data

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A Race is a race as the file knows it: its racers are in order of joining, and what they have done is
// in their results. Before the start the first one may start it. The rest, such as the points of rounds in
// play, only a server knows. Its rounds are those of the event arcade.RaceEvent(Code). It does not have
// the deal, which a racer gets from [Player.Begin] alone.
type Race struct {
	arcade.Race

	Ended   time.Time         // zero: not yet
	Rematch bool              // it is one
	Hidden  bool              // the first racer is not listed among those who are on
	Began   []string          // the IDs of the racers who have a round, open or finished
	In      []arcade.PlayerID // its racers, until it was started
	// Asked are those who are asked to join it, as it is a rematch of a race that they were in or its terms said so:
	// nobody once it was started, and never those who are in it or ignore the first racer.
	Asked []arcade.PlayerID
}

// BeginsWithin is how soon after the start a racer must begin: the standings show how the
// others do, and nobody should wait for that, nor for somebody who does not come.
const BeginsWithin = time.Minute

// Through reports whether the race was started and nobody is left whose round it waits
// for: each racer has a result, has deleted the account, or has not begun in time.
func (r Race) Through(now time.Time) bool {
	return !r.Begins.IsZero() && !slices.ContainsFunc(r.Racers, func(o arcade.Racer) bool {
		return !o.Through && !o.Gone && !r.Missed(o, now)
	})
}

// Missed reports whether a racer has not begun in time, and so cannot play any more.
func (r Race) Missed(o arcade.Racer, now time.Time) bool {
	return !r.Begins.IsZero() && !slices.Contains(r.Began, o.ID) && !o.Gone && !now.Before(r.Begins.Add(BeginsWithin))
}

// A raceRow is a race as stored. Results are not part of it: they are the racers' rounds
// of the race's event.
type raceRow struct {
	Game    string          `json:"game"`
	Version int             `json:"version"`
	Deal    engine.Code     `json:"deal"`
	Limit   int64           `json:"limit"` // milliseconds
	Opened  int64           `json:"opened"`
	Started int64           `json:"started,omitempty"`
	Ended   int64           `json:"ended,omitempty"`
	Racers  places          `json:"racers"`
	MadeUp  bool            `json:"made,omitempty"` // the rules of the game are in variations
	Open    bool            `json:"open,omitempty"` // see Race.Open
	Watched bool            `json:"watched,omitempty"`
	Next    string          `json:"next,omitempty"`  // the code of the latest rematch
	Of      string          `json:"of,omitempty"`    // the code of the race that it is a rematch of
	Asked   arcade.PlayerID `json:"asked,omitempty"` // the player who is asked to join, until it is started or ends
}

// isOver reports whether a stored race is over, without decoding it.
func isOver(value []byte) bool { return bytes.Contains(value, []byte(`"ended":`)) }

// isOpen reports whether the race was neither started nor ended, so that racers may still
// join and leave.
func (row raceRow) isOpen() bool { return row.Started == 0 && row.Ended == 0 }

// raceEvents describes races as a gathering.
var raceEvents = gathering[raceRow]{
	what: "Race", rows: racesBucket, entered: racersBucket,
	places: func(row *raceRow) *places { return &row.Racers }, open: raceRow.isOpen,
	goesOn: func(raceRow) bool { return false }, missing: ErrNoRace, outside: ErrNotIn,
	game: func(row raceRow) (string, bool) { return row.Game, row.MadeUp },
}

// racerIndex has each player's races.
var racerIndex = raceEvents.index(rebuildRace)

// runningIndex has all races but those that were played and are over, to which nothing happens any more.
var runningIndex = store.Index{
	Bucket: runningBucket, Of: racesBucket,
	Keys: func(key, value []byte) ([][]byte, error) {
		if row, err := racesBucket.Read(key, value); err != nil || row.Started != 0 && row.Ended != 0 {
			return nil, err
		}
		return [][]byte{key}, nil
	},
	Source: func(key []byte) []byte { return key },
}

// race returns the race as me sees it; the zero ID is nobody. Details of a racer that
// cannot be read are left out.
func (row raceRow) race(tx *store.Tx, key []byte, me playerID) (Race, error) {
	r := Race{
		Race: arcade.Race{
			Code: string(key), Game: row.Game, Limit: time.Duration(row.Limit) * time.Millisecond,
			Opened: fromMillis(row.Opened), Begins: fromMillis(row.Started), Over: row.Ended != 0, Open: row.Open, Watched: row.Watched,
		},
		Ended: fromMillis(row.Ended), Rematch: row.Of != "",
	}
	r.In, r.Asked = row.invited(tx)
	if next, err := raceEvents.get(tx, []byte(row.Next)); err == nil && next.isOpen() {
		r.Next = row.Next
	}
	for i, racer := range row.Racers {
		seen := arcade.Racer{ID: racer.ID, Gone: true}
		if len(racer.Player) == len(me) {
			id := playerID(racer.Player)
			player, _, _ := playersBucket.Get(tx, id[:])
			if seen.Nick, seen.Gone = player.Nick, player.Gone; seen.Gone {
				r.Racers = append(r.Racers, seen)
				continue
			}
			if id == me {
				r.Me = racer.ID
			}
			if i == 0 {
				r.Hidden = player.isHidden()
			}
			var now arcade.Rating
			if row.Ended == 0 {
				now = latestRating(tx, id).seen()
			}
			seen.Level = player.Level
			seen.Rating, seen.Rated = racer.rating(player, now)
			result, err := row.result(tx, r.Code, id)
			if err != nil {
				return Race{}, err
			}
			if result != nil {
				seen.Score, seen.Moves, seen.Millis, seen.Round = result.Score, len(result.Record.Moves), result.Millis, result.ID
				seen.Shown = player.shows(tx, id, *result)
				seen.Through, seen.Played, seen.Stopped, seen.Assisted = true, true, result.Stopped, result.RaceRank().Assisted
			}
			if result != nil || openRoundsBucket.Has(tx, id.openRound(row.slot(key))) {
				r.Began = append(r.Began, racer.ID)
			}
		}
		r.Racers = append(r.Racers, seen)
	}
	return r, nil
}

// invited returns what Race.In and Race.Asked hold. What cannot be read is left out.
func (row raceRow) invited(tx *store.Tx) (in, asked []arcade.PlayerID) {
	if !row.isOpen() {
		return nil, nil
	}
	var first playerID // who asks
	for i, id := range row.Racers.players() {
		if in = append(in, id.name()); i == 0 {
			first = id
		}
	}
	old, _ := raceEvents.get(tx, []byte(row.Of))
	invited := old.Racers
	if id, ok := idNamed(row.Asked); ok {
		invited = append(slices.Clip(invited), placeRow{Player: id[:]})
	}
	for _, id := range invited.players() {
		id = ownerNow(tx, id[:]) // accounts may have been joined since
		player, ok, _ := playersBucket.Get(tx, id[:])
		if ok && player.isAccount() && row.Racers.of(id) < 0 && !regardOf(tx, id, first).is(true) {
			asked = append(asked, id.name())
		}
	}
	return in, asked
}

// result returns a player's round of the race, or nil if there is none that can be read.
func (row raceRow) result(tx *store.Tx, code string, id playerID) (*arcade.Result, error) {
	return legible(eventRound(tx, id, row.Game, arcade.RaceEvent(code)))
}

// fromMillis converts Unix milliseconds to a time; 0 becomes the zero time.
func fromMillis(millis int64) time.Time {
	if millis == 0 {
		return time.Time{}
	}
	return time.UnixMilli(millis)
}

// Race returns a race that the player is in, or ErrNotIn.
func (p *Player) Race(code string) (Race, error) {
	return readOwn(p, fmt.Sprintf("read race %.20q", code), func(tx *store.Tx, me playerID) (Race, error) {
		row, err := raceEvents.own(tx, gatheringKey(code), me)
		if err != nil {
			return Race{}, err
		}
		return row.race(tx, gatheringKey(code), me)
	})
}

// Races returns up to n of the races that the player is or was in, the newest first.
// Damaged ones are left out.
func (p *Player) Races(n int) ([]Race, error) {
	return latest(p, raceEvents, n, func(row raceRow) int64 { return row.Opened }, p.Race)
}

// OpenRaces returns all unfinished races, for a server that starts up, and reads no
// others. Damaged ones are left out.
func (db *DB) OpenRaces() ([]Race, error) {
	var races []Race
	var failed error
	err := db.Scan(runningBucket, nil, func(tx *store.Tx, key, _ []byte) bool {
		if row, bad := raceEvents.get(tx, key); bad == nil && row.Ended == 0 {
			var r Race
			r, failed = row.race(tx, key, playerID{})
			races = append(races, r)
		}
		return failed == nil
	})
	return races, store.During(errors.Join(err, failed), "list the unfinished races")
}

// racesAtOnce is how many races one transaction reads with their results.
const racesAtOnce = 16

// Rivals returns everybody the player has met in finished races, most frequent rivals
// first. Damaged races and deleted accounts do not count.
func (p *Player) Rivals() ([]arcade.Rival, error) {
	met := map[playerID]arcade.Rival{}
	err := raceEvents.each(p, "count races", racesAtOnce, func(tx *store.Tx, me playerID, code []byte, row raceRow) error {
		if row.Ended == 0 {
			return nil
		}
		return row.count(tx, string(code), me, met)
	})
	if err != nil {
		return nil, err
	}
	var rivals []arcade.Rival
	for _, rival := range met {
		if rival.Races() > 0 {
			rivals = append(rivals, rival)
		}
	}
	slices.SortFunc(rivals, func(a, b arcade.Rival) int {
		return cmp.Or(cmp.Compare(b.Races(), a.Races()), strings.Compare(a.Nick, b.Nick), cmp.Compare(b.Won, a.Won), cmp.Compare(b.Lost, a.Lost))
	})
	return rivals, nil
}

// count counts a race that is over for a player against each other one.
func (row raceRow) count(tx *store.Tx, code string, me playerID, met map[playerID]arcade.Rival) error {
	mine, err := row.result(tx, code, me)
	for _, id := range row.Racers.players() {
		player, _, _ := playersBucket.Get(tx, id[:])
		if id == me || player.Gone || err != nil {
			continue
		}
		var theirs *arcade.Result
		if theirs, err = row.result(tx, code, id); err == nil {
			rival := met[id]
			rival.Nick = cmp.Or(player.Nick, rival.Nick)
			rival.Count(mine, theirs)
			met[id] = rival
		}
	}
	return err
}

// racesMax is how many unfinished races a player can own, as the first of their racers.
// racersMax is how many players can be in one race, guestsMax how many of those that anybody
// may find can be guests, which cost nothing.
const (
	racesMax  = 3
	racersMax = 32
	guestsMax = racersMax / 2
)

// raceCodeLen is the length of a race's code, in characters of five random bits each.
const raceCodeLen = 6

// OpenRace opens a race and puts the player into it. A player without an account gets
// one. It returns ErrRaces if the player owns three unfinished races, ErrHidden if anybody
// may find the race and the player is hidden, ErrFull if the file has no room, and ErrRound
// if there can be no round of that game and deal. After ErrUnknown the race may exist; the
// next call opens another.
func (p *Player) OpenRace(g engine.Game, deal engine.Code, terms arcade.RaceTerms, now time.Time) (r Race, err error) {
	row, rules, err := p.db.newRaceRow(g, deal, terms, now)
	if err != nil {
		return Race{}, err
	}
	err = p.changeOrCreate("open a race", now, func(tx *store.Tx, a *accountTx) error {
		if terms.Open && a.row.isHidden() {
			return ErrHidden
		}
		r, err = p.db.openRace(tx, a, row, rules)
		return err
	})
	return r, err
}

// newRaceRow returns the row of a race without racers, and the rules of a made-up game.
func (db *DB) newRaceRow(g engine.Game, deal engine.Code, terms arcade.RaceTerms, now time.Time) (raceRow, string, error) {
	rules, err := db.checkDeal(g, deal)
	return raceRow{
		Game: g.Info().ID, Version: g.Info().Version, Deal: deal, Limit: terms.Limit.Milliseconds(), Opened: now.UnixMilli(),
		MadeUp: rules != "", Open: terms.Open, Watched: terms.Watched, Asked: terms.Asked,
	}, rules, err
}

// checkDeal returns the rules of a made-up game, "" of another, and an ErrRound if there can be no round of
// the game and a deal.
func (db *DB) checkDeal(g engine.Game, deal engine.Code) (rules string, err error) {
	info := g.Info()
	_, err = engine.ParseRecord(engine.Record{Game: info.ID, Version: info.Version, Code: deal}.String())
	if err == nil {
		rules, err = db.games.rulesOf(info.ID, engine.RulesOf(g))
	}
	if err != nil {
		return "", ErrRound.Saying("%v", err)
	}
	return rules, nil
}

// openRace stores a new race with its first racer.
func (db *DB) openRace(tx *store.Tx, a *accountTx, row raceRow, rules string) (Race, error) {
	switch {
	case db.Full(tx):
		return Race{}, ErrFull
	case countOpenRaces(tx, a.id) >= racesMax:
		return Race{}, ErrRaces
	}
	if err := db.bringRules(tx, row.Game, rules, row.Opened); err != nil {
		return Race{}, err
	}
	key, err := raceEvents.newCode(tx, "", raceCodeLen)
	if err != nil {
		return Race{}, err
	}
	return row.enrol(tx, key, a)
}

// Rematch puts the player into the rematch of a race that is over: the first racer who asks
// opens it, with the same limit, as open as the race was unless the player is hidden, and watched as it was.
// The deal is a fresh one of the race's game, and not used by those who come later. It
// returns ErrNotIn if the player is in no such race, ErrGoesOn if it is not over, and
// otherwise the errors of OpenRace and JoinRace.
func (p *Player) Rematch(code string, g engine.Game, deal engine.Code, now time.Time) (r Race, err error) {
	row, rules, err := p.db.newRaceRow(g, deal, arcade.RaceTerms{}, now)
	if err != nil {
		return Race{}, err
	}
	err = p.inRace("offer a rematch", code, func(tx *store.Tx, a *accountTx, key []byte, old raceRow) error {
		switch {
		case old.Ended == 0:
			return ErrGoesOn
		case old.Game != row.Game:
			return ErrRound.Saying("race %s is of %s", key, old.Game)
		}
		if _, err := raceEvents.get(tx, []byte(old.Next)); err == nil {
			r, err = p.db.joinRace(tx, a, []byte(old.Next))
			return err
		}
		rematch := row
		rematch.Of, rematch.Limit, rematch.Watched = string(key), old.Limit, old.Watched
		rematch.Open = old.Open && !a.row.isHidden()
		if r, err = p.db.openRace(tx, a, rematch, rules); err != nil {
			return err
		}
		old.Next = r.Code
		return racesBucket.Put(tx, key, old)
	})
	return r, err
}

// JoinRace puts the player into the race with a code, typed in any case. A player without
// an account gets one. If the player is already in the race, it returns the race,
// whatever its state. Otherwise it returns ErrNoRace if there is none,
// ErrStarted if it was started or is over, ErrRaceFull if 32 players are in it, or as many
// guests as it has room for, ErrTakenOut if the racer who owns it has taken a key of the
// player's out of it, and ErrFull if the file has no room.
func (p *Player) JoinRace(code string, now time.Time) (r Race, err error) {
	err = p.changeOrCreate("join a race", now, func(tx *store.Tx, a *accountTx) error {
		r, err = p.db.joinRace(tx, a, gatheringKey(code))
		return err
	})
	return r, err
}

// joinRace puts a player into a race.
func (db *DB) joinRace(tx *store.Tx, a *accountTx, key []byte) (Race, error) {
	row, err := raceEvents.get(tx, key)
	if err != nil {
		return Race{}, err
	}
	if row.Racers.of(a.id) >= 0 {
		return row.race(tx, key, a.id)
	}
	out, err := a.begunByKey(tx, row.slot(key))
	switch {
	case err != nil:
		return Race{}, err
	case !row.isOpen():
		return Race{}, ErrStarted
	case out:
		return Race{}, ErrTakenOut
	case len(row.Racers) >= racersMax, row.Open && a.row.Guest && row.guests(tx) >= guestsMax:
		return Race{}, ErrRaceFull
	case db.Full(tx):
		return Race{}, ErrFull
	}
	return row.enrol(tx, key, a)
}

func (row raceRow) guests(tx *store.Tx) (n int) {
	for _, racer := range row.Racers {
		if len(racer.Player) > 0 && tx.Bucket(guestsBucket).Get(racer.Player) != nil {
			n++
		}
	}
	return n
}

// countOpenRaces returns how many unfinished races a player owns, as the first of their
// racers.
func countOpenRaces(tx *store.Tx, id playerID) (n int) {
	for _, code := range raceEvents.codesOf(tx, id) {
		if value := tx.Bucket(racesBucket).Get(code); !isOver(value) {
			if row, err := racesBucket.Read(code, value); err == nil && row.Racers.of(id) == 0 {
				n++
			}
		}
	}
	return n
}

// enrol adds a player to the race as the last racer.
func (row raceRow) enrol(tx *store.Tx, key []byte, a *accountTx) (Race, error) {
	row.Racers = append(slices.Clone(row.Racers), newPlace(a.id))
	put := racesBucket.Put(tx, key, row)
	r, err := row.race(tx, key, a.id)
	if err == nil && !a.known { // the row with the nick follows
		r.Racers[len(r.Racers)-1].Nick = a.row.Nick
	}
	return r, errors.Join(put, err)
}

// inRace changes a race that the player is in. It returns ErrNotIn if there is no such
// race.
func (p *Player) inRace(doing, code string, fn func(tx *store.Tx, a *accountTx, key []byte, row raceRow) error) error {
	key := gatheringKey(code)
	err := p.change(doing, func(tx *store.Tx, a *accountTx) error {
		row, err := raceEvents.own(tx, key, a.id)
		if err != nil {
			return err
		}
		return fn(tx, a, key, row)
	})
	if errors.Is(err, ErrNoAccount) {
		err = ErrNotIn
	}
	return err
}

// LeaveRace takes the player out of a race that was not started. If the first racer leaves,
// the next one owns the race; if the last one leaves, the race is deleted. So is one that was started and
// has not begun, if no other person is in it. It returns ErrNotIn if the player is in no such race, and
// ErrStays if [arcade.Race.MayLeave] says so, or a racer has seen the deal.
func (p *Player) LeaveRace(code string, now time.Time) error {
	return p.inRace("leave a race", code, func(tx *store.Tx, a *accountTx, key []byte, row raceRow) error {
		if row.isOpen() {
			return raceEvents.leave(tx, key, row, a.id)
		}
		r, err := row.race(tx, key, a.id)
		switch {
		case err != nil:
			return err
		case r.Over || len(r.Began) > 0 || !r.MayLeave(now): // the clock of another node may be ahead
			return ErrStays
		}
		return racesBucket.Delete(tx, key)
	})
}

// TakeOut takes another racer out of a race that was not started, by the ID of that one, whose
// keys cannot join it again. It returns an ErrNotFound unless the player is the first racer and
// the other one is in the race, and ErrStarted if it was started or is over.
func (p *Player) TakeOut(code, racer string, now time.Time) error {
	return p.inRace("take a racer out", code, func(tx *store.Tx, a *accountTx, key []byte, row raceRow) error {
		i := slices.IndexFunc(row.Racers, func(o placeRow) bool { return o.ID == racer })
		switch {
		case row.Racers.of(a.id) != 0 || i <= 0:
			return ErrNotFound.Saying("that player is not in the race, or it is not yours")
		case !row.isOpen():
			return ErrStarted
		}
		id := playerID(row.Racers[i].Player)
		until := now.Add(raceFor + arcade.RaceMost)
		return errors.Join(putBegun(tx, keyHashes(tx, id), row.slot(key), until), raceEvents.leave(tx, key, row, id))
	})
}

// StartRace sets when the player's race begins, which may be in the future. It returns
// ErrNotIn if the player is not the first racer, and ErrStarted if the race begins at
// another time or is over.
func (p *Player) StartRace(code string, at time.Time) (r Race, err error) {
	err = p.inRace("start a race", code, func(tx *store.Tx, a *accountTx, key []byte, row raceRow) error {
		switch {
		case row.Racers.of(a.id) != 0:
			return ErrNotIn
		case !row.isOpen() && (row.Started != at.UnixMilli() || row.Ended != 0):
			return ErrStarted
		}
		row.Started, row.Asked = at.UnixMilli(), ""
		put := racesBucket.Put(tx, key, row)
		r, err = row.race(tx, key, a.id)
		return errors.Join(put, err)
	})
	return r, err
}

// dealRace returns the deal of a race to one of its racers.
func dealRace(tx *store.Tx, id playerID, game engine.Info, code string, now time.Time) (engine.Code, error) {
	row, err := raceEvents.own(tx, []byte(code), id)
	switch {
	case errors.Is(err, ErrNotFound):
		return "", ErrRound.Saying("you are not in race %.20q", code)
	case err != nil:
		return "", err
	case row.Ended != 0:
		return "", ErrRaceOver
	case row.Started == 0:
		return "", ErrRound.Saying("race %s has not begun", code)
	case row.Game != game.ID || row.Version != game.Version:
		return "", ErrRound.Saying("race %s is not of %s with version %d of its rules", code, game.ID, game.Version)
	case now.UnixMilli() >= row.Started+BeginsWithin.Milliseconds():
		return "", ErrLate
	}
	return row.Deal, nil
}

// EndRace ends a race: the open rounds of its racers, including those without a move, go
// into the history with the points they have and the time that the race took, and no more
// rounds begin. Ending it again changes nothing. Each round is a transaction of its own,
// and the last transaction marks the race as over. If the process stops before that, the
// race is not over, and another call ends it. An open round that cannot be read stays as
// it is. EndRace returns ErrNotFound if there is no such race.
func (db *DB) EndRace(code string, now time.Time) (r Race, err error) {
	key := gatheringKey(code)
	for over := false; !over && err == nil; {
		err = db.change(fmt.Sprintf("end race %.20q", code), func(tx *store.Tx) error {
			r, over, err = endRace(tx, db.games, key, now)
			return err
		})
	}
	return r, err
}

// endRace ends one open round of a race. Once there are none, it marks the race as over.
func endRace(tx *store.Tx, games *games, key []byte, now time.Time) (r Race, over bool, err error) {
	row, err := raceEvents.get(tx, key)
	if err != nil {
		return Race{}, false, err
	}
	if row.Ended == 0 {
		for i, id := range row.Racers.players() {
			ended, err := endOpenRound(tx, games, id.openRound(row.slot(key)), now, func(round *openRoundRow) {
				// A racer who hangs up must not appear faster than one who plays until the end.
				round.Millis, round.Span = max(round.Millis, min(now.UnixMilli()-row.Started, row.Limit)), 0
			})
			if err != nil {
				return Race{}, false, err
			}
			if ended {
				row.Racers[i].Abandoned = true
				return Race{}, false, racesBucket.Put(tx, key, row)
			}
		}
		row.Ended, row.Asked = now.UnixMilli(), ""
		row, err = row.rate(tx, key)
		if err = errors.Join(err, racesBucket.Put(tx, key, row)); err != nil {
			return Race{}, false, err
		}
	}
	r, err = row.race(tx, key, playerID{})
	return r, true, err
}

// leaveRaces has a player whose account is deleted lose the races that wait for the player alone to end a round, and
// takes the player out of the others that are not over.
func leaveRaces(tx *store.Tx, games *games, id playerID, now time.Time) (err error) {
	for _, key := range raceEvents.codesOf(tx, id) {
		if isOver(tx.Bucket(racesBucket).Get(key)) {
			continue
		}
		row, bad := raceEvents.own(tx, key, id)
		over := false
		if bad == nil && openRoundsBucket.Has(tx, id.openRound(row.slot(key))) {
			var r Race
			if r, bad = row.race(tx, key, id); bad == nil {
				r.Racers[row.Racers.of(id)].Gone = true
				over = r.Through(now) && slices.ContainsFunc(r.Racers, func(o arcade.Racer) bool { return o.Through })
			}
			for ended := !over; !ended && bad == nil; {
				_, ended, bad = endRace(tx, games, key, now)
			}
			err = errors.Join(err, bad)
		}
		if !over {
			err = errors.Join(err, raceEvents.drop(tx, id, key))
		}
	}
	return err
}

func (row raceRow) slot(key []byte) string {
	return arcade.Slot(row.Game, arcade.RaceEvent(string(key)))
}
