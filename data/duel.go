package data

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/rating"
)

// A duel is a challenge whose deal nobody has passed on: the arcade pairs two players for it. Neither
// learns who the other is, or how that one does, before both are through. Then it is rated.

// A duelRow is what a challenge has besides if it is a duel.
type duelRow struct {
	Ended int64 `json:"ended,omitempty"` // when both were through, Unix milliseconds; 0: not yet
}

const (
	// duelBegins is how long a player has to begin a duel, and duelPlays how long from then on to finish
	// it. The arcade answers one that nobody else has answered in duelBegins.
	duelBegins, duelPlays = 24 * time.Hour, 24 * time.Hour
	// duelWaits is how long a duel waits for an opponent, and duelStays how long it stays once it is over.
	duelWaits, duelStays = 14 * 24 * time.Hour, 30 * 24 * time.Hour
	// duelAgain is how long after a duel its players do not meet in another. So whoever has two keys
	// cannot lift one by the other more often.
	duelAgain = 7 * 24 * time.Hour
	// duelWindow is how many points may lie between the ratings of two players, and duelWidens how
	// many more for each hour that one of them has waited.
	duelWindow, duelWidens = 150, 50
	// duelsMax is how many duels a player can have, and openDuelsMax how many of those can go on.
	duelsMax, openDuelsMax = 100, 10
	// networkDuelsMax is how many duels of players of one network can wait for an opponent. Of those, a level of the
	// arcade's players plays networkAnswersMax at a time, and answersMax of all are answered at once.
	networkDuelsMax, networkAnswersMax, answersMax = 20, 2, 8
)

// nobody has, in the index of challenges, the duels that go on.
var nobody playerID

// goesOn reports whether the challenge is a duel that is not over.
func (row challengeRow) goesOn() bool { return row.Duel != nil && row.Duel.Ended == 0 }

// brokenDuel reports a duel with more players than two, of a deal that somebody has passed on, of a game that
// somebody made up, or that has changed a rating before it was over or to one that cannot be.
func brokenDuel(_ *store.Tx, code []byte, row challengeRow) string {
	rated := func(p placeRow) bool { return p.Rated != nil && (row.goesOn() || !p.Rated.After.sound()) }
	if row.Duel == nil || len(row.Players) <= 2 && !row.MadeUp && row.Round.IsZero() && !slices.ContainsFunc(row.Players, rated) {
		return ""
	}
	return fmt.Sprintf("Duel %.20q of %d players cannot be as it is stored.", code, len(row.Players))
}

// duels iterates over the duels of a player or, for nobody, over those that go on, with their codes. Those
// that cannot be read are left out.
func duels(tx *store.Tx, id playerID) iter.Seq2[[]byte, challengeRow] {
	return func(yield func([]byte, challengeRow) bool) {
		for _, key := range challengeEvents.codesOf(tx, id) {
			if row, err := challengeEvents.get(tx, key); err == nil && row.Duel != nil && !yield(key, row) {
				return
			}
		}
	}
}

// errNoDuel: the player has no duel to finish, and none waits for such an opponent.
var errNoDuel = ErrNotFound.Saying("no duel waits for you. To begin one, name a game: duel hop 45")

// errNetworkDuels: as many duels as may wait for an opponent are of the player's network.
var errNetworkDuels = ErrDuels.Saying("%d duels from your network wait for opponents, as many as may: try again tomorrow", networkDuelsMax)

// Duel puts the player, whose network it is, into a duel: one that the player has not finished, or else
// one that waits for such an opponent, or else a new one of a deal. It is one of the game g or, if that is
// nil, of any game. It is not a new one if the deal is "", as it is for any game. Two players do not meet if they are
// of one network, which is unknown if it is "", or if they met in the last week. Whom one ignores makes no difference:
// a player could choose whom to meet, or find out who waits.
//
// It returns ErrGuest if the player has no key, ErrDuels if the player has as many duels as one may, or as many
// as may wait are of the network, ErrRound if there can be no duel of that game and deal, an ErrNotFound if there
// is none without a new one, and ErrFull if the file has no room. After ErrUnknown the call may be repeated.
func (p *Player) Duel(g engine.Game, deal engine.Code, network string, now time.Time) (c arcade.Challenge, err error) {
	made, rules := challengeRow{Deal: deal, Opened: now.UnixMilli(), Duel: &duelRow{}}, ""
	if g != nil {
		made.Game, made.Version = g.Info().ID, g.Info().Version
	}
	if deal != "" {
		rules, err = p.db.checkDeal(g, deal)
	}
	if err == nil && rules != "" {
		var names []string
		for _, g := range p.db.games.library.House {
			names = append(names, g.Info().Name)
		}
		err = ErrRound.Saying("duels are of these games only: %s", strings.Join(names, ", "))
	}
	if err != nil {
		return c, err
	}
	err = p.changeOrCreate("duel", now, func(tx *store.Tx, a *accountTx) error {
		row, place := made, newPlace(a.id)
		if place.Network, err = networkHash(tx, network); err != nil {
			return err
		}
		key, err := a.findDuel(tx, &row, place.Network, now)
		switch {
		case err != nil || key != nil:
		case deal == "":
			err = errNoDuel
		default:
			key, err = challengeEvents.newCode(tx, arcade.DuelCode, arcade.ChallengeCodeLen)
		}
		if err == nil {
			c, err = row.enrol(tx, p.db.games, key, place, now)
		}
		return err
	})
	return c, err
}

// WaitingDuel returns the ID of the game of the duel that waits for such an opponent as the player and that Duel
// would find, "" if none does or the player has one to finish first.
func (p *Player) WaitingDuel(network string, now time.Time) (game string, err error) {
	return readIn(p.view, "look for a duel", func(tx *store.Tx) (string, error) {
		a, err := p.loadAccount(tx)
		if err != nil {
			return "", err
		}
		hash, err := networkHash(tx, network)
		if err != nil {
			return "", err
		}
		var row challengeRow
		found, err := a.findDuel(tx, &row, hash, now)
		if err != nil || found == nil || row.Players.of(a.id) >= 0 {
			return "", err
		}
		return row.Game, nil
	})
}

// networkHash returns what a place keeps of a network: nothing of one that is not known.
func networkHash(tx *store.Tx, network string) ([]byte, error) {
	if network == "" {
		return nil, nil
	}
	return secretHash(tx, "network "+network)
}

// findDuel replaces a new duel, of any game if it has none, by one that goes on and that the player, of a network,
// is to play instead, if there is one, and returns the code of that.
func (a *accountTx) findDuel(tx *store.Tx, row *challengeRow, network []byte, now time.Time) (found []byte, err error) {
	game := row.Game
	fits := func(d challengeRow) bool {
		_, ok := a.by.db.games.of(engine.Record{Game: d.Game, Version: d.Version}, "")
		return ok && (game == "" || d.Game == game)
	}
	met, all, open := map[playerID]bool{a.id: true}, 0, 0
	for key, d := range duels(tx, a.id) {
		done, err := d.finished(tx, string(key), a.id)
		if err != nil {
			return nil, err
		}
		if all++; d.goesOn() {
			if open++; !done && fits(d) {
				*row = d
				return key, nil
			}
		}
		for _, id := range d.Players.players() {
			met[id] = met[id] || now.Sub(time.UnixMilli(d.Latest)) < duelAgain
		}
	}
	switch {
	case a.row.Guest:
		return nil, ErrGuest
	case all >= duelsMax || open >= openDuelsMax || len(challengeEvents.codesOf(tx, a.id)) >= challengesMax:
		return nil, ErrDuels
	case a.by.db.Full(tx):
		return nil, ErrFull
	}
	nearest, least, neighbors := math.Inf(1), []byte(nil), 0
	for key, d := range duels(tx, nobody) {
		first, waits := d.only()
		if waits && network != nil && bytes.Equal(network, d.Players[0].Network) {
			neighbors++
			continue
		}
		if !waits || met[first] || !fits(d) || !now.Before(d.until()) {
			continue
		}
		apart := max(a.apart(tx, d, first, now), duelWindow) // as all who may meet at once, who are drawn by lot
		// The lot is the account's, or that of a key without one.
		lot, err := secretHash(tx, fmt.Sprintf("duel %x %s", cmp.Or(string(a.own.Player), string(a.by.key[:])), key))
		if err != nil {
			return nil, err
		}
		if cmp.Or(cmp.Compare(apart, nearest), bytes.Compare(lot, least)) >= 0 {
			continue
		}
		if begun, err := a.begunByKey(tx, challengedDeal(d.Game, d.Deal)); err != nil {
			return nil, err
		} else if begun {
			continue
		}
		*row, found, nearest, least = d, key, apart, lot
	}
	if found == nil && row.Deal != "" && neighbors >= networkDuelsMax {
		return nil, errNetworkDuels
	}
	return found, nil
}

// apart returns how many points lie between the player's rating and that of another, who waits in a duel. It
// is infinite if they must not meet yet.
func (a *accountTx) apart(tx *store.Tx, d challengeRow, other playerID, now time.Time) float64 {
	row, ok, _ := playersBucket.Get(tx, other[:]) // whoever cannot be read meets nobody
	apart := math.Abs(row.Duels.at(now.UnixMilli()).Points - a.row.Duels.at(now.UnixMilli()).Points)
	waited := now.Sub(time.UnixMilli(d.Opened)).Hours()
	if !ok || !row.isAccount() || apart > duelWindow+duelWidens*waited {
		return math.Inf(1)
	}
	return apart
}

// only returns the one player of a duel that waits for an opponent. ok is false if it waits for none.
func (row challengeRow) only() (id playerID, ok bool) {
	if len(row.Players) != 1 || len(row.Players[0].Player) != len(id) {
		return id, false
	}
	return playerID(row.Players[0].Player), true
}

// AnswerDuels puts one of the arcade's players into the duels that have waited for an opponent for a
// day, and whose player it is the nearest to in strength: a few at a time. It returns all duels that it has to play.
func (db *DB) AnswerDuels(l arcade.Level, now time.Time) (left []arcade.Challenge, err error) {
	p, err := db.Player(l.Credential())
	if err != nil {
		return nil, err
	}
	due := func(tx *store.Tx, me playerID) (found map[string]challengeRow, err error) {
		found = map[string]challengeRow{}
		for key, d := range duels(tx, nobody) {
			mine, bad := d.isFor(tx, key, me, l, now)
			if err = errors.Join(err, bad); mine {
				found[string(key)] = d
			}
		}
		return found, err
	}
	if found, err := readOwn(p, "look for duels to answer", due); err != nil || len(found) == 0 {
		return nil, err
	}
	err = p.changeOrCreate("answer duels", now, func(tx *store.Tx, a *accountTx) error {
		left = nil
		found, err := due(tx, a.id) // somebody else may have been faster
		if err != nil {
			return err
		}
		playing, answered := map[string]int{}, 0 // those of each network
		for _, d := range found {
			if d.Players.of(a.id) >= 0 {
				playing[string(d.Players[0].Network)]++
			}
		}
		for _, key := range slices.Sorted(maps.Keys(found)) {
			if d := found[key]; d.Players.of(a.id) < 0 {
				network := string(d.Players[0].Network)
				if answered == answersMax || network != "" && playing[network] >= networkAnswersMax {
					continue // later
				}
				answered++
				playing[network]++
			}
			c, err := found[key].enrol(tx, p.db.games, []byte(key), newPlace(a.id), now)
			if err != nil {
				return err
			}
			if c.Own().Result == nil {
				left = append(left, c)
			}
		}
		return nil
	})
	return left, err
}

// isFor reports whether one of the arcade's players, of a level, is in a duel or is to answer it now.
func (row challengeRow) isFor(tx *store.Tx, key []byte, id playerID, l arcade.Level, now time.Time) (bool, error) {
	first, waits := row.only()
	if !row.goesOn() || !waits || first == id {
		return row.goesOn() && row.Players.of(id) >= 0, nil
	}
	by, _, _ := playersBucket.Get(tx, first[:])
	r, err := row.result(tx, string(key), 0)
	late := now.Sub(time.UnixMilli(row.Opened)) >= duelBegins // whoever came and left meanwhile
	return r != nil && late && now.Before(row.until()) && arcade.NearestLevel(by.Arcade.seen()) == l, err
}

// rating returns the rating of a player before a race or a duel, and by how much that has changed it. now is the
// rating of one whose place does not say it.
func (p placeRow) rating(player playerRow, now arcade.Rating) (arcade.Rating, *int) {
	switch {
	case player.Level > 0:
		return player.Level.Rating(), p.Rated.change()
	case p.Rated != nil:
		return p.Rated.Before.seen(), p.Rated.change()
	}
	return now, nil
}

// DuelSealed reports whether an event is a duel that goes on, whose deal is a secret.
func (db *DB) DuelSealed(e arcade.Event) bool {
	code, ok := e.Challenge()
	if !ok {
		return false
	}
	row, err := readIn(db.View, "read a duel", func(tx *store.Tx) (challengeRow, error) {
		return challengeEvents.get(tx, []byte(code))
	})
	return row.goesOn() || err != nil && !errors.Is(err, ErrNotFound)
}

// settleDuel ends the duel of a round that is stored now, if both players are through.
func (a *accountTx) settleDuel(tx *store.Tx, r arcade.Result) error {
	code, ok := r.Event.Challenge()
	row, err := challengeEvents.get(tx, []byte(code))
	if !ok || err != nil || !row.goesOn() || len(row.Players) < 2 {
		return nil // a damaged row keeps nobody from storing a round
	}
	if err := row.settle(tx, []byte(code), r.Ended); err != nil {
		return err
	}
	stored, _, err := playersBucket.Get(tx, a.id[:])
	a.row.Duels, a.row.Arcade = stored.Duels, stored.Arcade
	return err
}

// settle stores a duel. It ends the duel at a time, and rates it, if all who are in it are through.
func (row challengeRow) settle(tx *store.Tx, key []byte, at int64) error {
	var entrants []entrant
	for i := range row.Players.players() {
		r, err := row.result(tx, string(key), i)
		if err != nil {
			return err
		}
		if r == nil {
			return challengesBucket.Put(tx, key, row)
		}
		if e, ok := row.Players.entrant(tx, i, *r, r.ChallengeRank()); ok {
			entrants = append(entrants, e)
		}
	}
	row.Players, row.Duel = slices.Clone(row.Players), &duelRow{Ended: at}
	for i := range row.Players {
		row.Players[i].Network = nil
	}
	var err error
	if len(entrants) == 2 {
		err = errors.Join(row.Players.rateDuel(tx, entrants[0], entrants[1], at), row.Players.rateAgainstArcade(tx, entrants, at))
	}
	return errors.Join(err, challengesBucket.Put(tx, key, row))
}

// rateDuel changes the ratings of two people in duels.
func (ps places) rateDuel(tx *store.Tx, a, b entrant, ended int64) (err error) {
	if !a.counts(b) {
		return nil
	}
	for _, e := range []*entrant{&a, &b} {
		if e.player.Level > 0 || e.player.offBoards() {
			return nil
		}
		var bad error
		if e.moves, bad = seasoned(tx, e.id); bad != nil {
			return nil // a damaged row must not keep the duel from ending
		}
		e.before = e.player.Duels.at(ended)
	}
	for _, side := range [][2]entrant{{a, b}, {b, a}} {
		if e, o := side[0], side[1]; o.moves && err == nil {
			games := []rating.Game{{Opponent: o.before, Score: e.score(o)}}
			err = ps.ratePool(tx, &e, &e.player.Duels, games, ended, false)
		}
	}
	return err
}

// leaveDuels has a player whose account is deleted lose the duels that go on and that the player has begun, and takes
// the player out of those not begun: they wait for another one.
func leaveDuels(tx *store.Tx, games *games, id playerID, now time.Time) (err error) {
	for key, row := range duels(tx, id) {
		if i := row.Players.of(id); i >= 0 && row.goesOn() {
			r, bad := row.result(tx, string(key), i)
			if err = errors.Join(err, bad); r == nil && bad == nil {
				err = errors.Join(err, row.left(tx, games, key, i, now))
			}
		}
	}
	return err
}

// left stores a duel that its i-th player, who has no result, has left: it ends that player's round, or takes out one who has
// none or whose round cannot be ended.
func (row challengeRow) left(tx *store.Tx, games *games, key []byte, i int, now time.Time) error {
	id, unbegun := playerID(row.Players[i].Player), slices.Delete(slices.Clone(row.Players), i, i+1)
	if slot := id.openRound(row.slot(key)); openRoundsBucket.Has(tx, slot) {
		row.Players = slices.Clone(row.Players)
		row.Players[i].Abandoned = true
		if err := challengesBucket.Put(tx, key, row); err != nil {
			return err
		}
		if ended, err := endOpenRound(tx, games, slot, now, func(*openRoundRow) {}); ended || err != nil {
			return err
		}
	}
	row.Players = unbegun
	return challengeEvents.keep(tx, key, row)
}

// sweepDuels ends what players of duels have left, each duel in a transaction of its own.
func sweepDuels(db *DB, now time.Time) error {
	return db.Change(1, challengesBucket, func(tx *store.Tx, key, value []byte) bool {
		row, err := challengesBucket.Read(key, value)
		return err == nil && row.goesOn() && row.mayEnd(tx, key, now)
	}, func(tx *store.Tx, key, _ []byte) error { return sweepDuel(tx, db.games, key, now) })
}

// mayEnd reports whether somebody may have left the duel. Nobody has, for a day after the last of its players
// came, and while its one player, who is through, waits for another.
func (row challengeRow) mayEnd(tx *store.Tx, key []byte, now time.Time) bool {
	if now.Sub(time.UnixMilli(row.Latest)) < min(duelBegins, duelPlays) {
		return false
	}
	id, waits := row.only()
	through, err := row.finished(tx, string(key), id)
	return err != nil || !waits || !through || !now.Before(row.until())
}

// sweepDuel ends a round of a duel that was begun long ago, or takes out a player who has not begun in time,
// or whose round cannot be ended. It ends the duel if no round of it is left to end.
func sweepDuel(tx *store.Tx, games *games, key []byte, now time.Time) error {
	row, err := challengeEvents.get(tx, key)
	if err != nil {
		return err
	}
	for i, id := range row.Players.players() {
		r, err := row.result(tx, string(key), i)
		if err != nil {
			return err
		}
		open, rev, _ := openRound(tx, id, row.slot(key)) // one that cannot be read goes nowhere
		since, most := row.Latest, duelBegins
		if rev != 0 {
			since, most = open.Started, duelPlays
		}
		if r == nil && now.Sub(time.UnixMilli(since)) >= most {
			return row.left(tx, games, key, i, now)
		}
	}
	if len(row.Players) < 2 && now.Before(row.until()) {
		return nil
	}
	return row.settle(tx, key, now.UnixMilli())
}
