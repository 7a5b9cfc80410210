package data

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
	"boardwalk/engine/rating"
)

// There is one rating for all games: races are few, and with one for each game nobody would
// leave the provisional ones. Only built-in games count, because whoever makes up a
// game could know it better than the others.
//
// A race is a rating period of its own, as a game is in lichess: each two of its racers
// play a game, and all ratings change at once, in the transaction that ends the race. The
// games of a racer weigh as one together, however many there are. In the time between two
// races only the deviation grows, so that one of 60 is 110 after a year.
//
// Keys cost nothing, and one person can have many in a race. So a key changes the ratings of
// others only once it was played with for a while (see seasoned), and a race changes a rating
// by swingMost points at most.

const (
	// periodsADay is the number of rating periods in a day, as in lichess.
	periodsADay = 0.21436
	// pairADay is how many races of a day (UTC) count between the same two players, so that
	// two cannot lift one of them all day.
	pairADay = 5
	// metMost bounds the opponents of a day that a rating remembers. Races against more do
	// not count that day.
	metMost = 200
	// swingMost is the most points by which a race changes a rating.
	swingMost = 100
	// seasonedTries is how many fresh deals a player must have finished, on two days (UTC) or
	// more, to change the ratings of others.
	seasonedTries = 5
)

// figures are a rating as stored, rounded so that every machine computes the same.
type figures struct {
	Points     float64 `json:"points"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
	Races      int     `json:"races"` // that have counted for it
}

func newFigures(r rating.Rating, races int) figures {
	round := func(x float64, by float64) float64 { return math.Round(x*by) / by }
	return figures{round(r.Points, 1e3), round(r.Deviation, 1e3), round(r.Volatility, 1e6), races}
}

// seen returns what players see of the rating; the zero Rating before the first race.
func (f figures) seen() arcade.Rating {
	if f.Races == 0 {
		return arcade.Rating{}
	}
	return arcade.Rating{Points: int(math.Round(f.Points)), Deviation: int(math.Round(f.Deviation)), Races: f.Races}
}

// sound reports whether the figures can be those of a player.
func (f figures) sound() bool {
	return f.Points > 0 && f.Points < 1e4 && f.Deviation > 0 && f.Deviation <= rating.New().Deviation && f.Volatility > 0 && f.Volatility < 1 && f.Races > 0
}

// A ratedRow says in a race how it has changed a racer's rating.
type ratedRow struct {
	Before figures `json:"before"` // no races: the racer had no rating
	After  figures `json:"after"`
	Arcade bool    `json:"arcade,omitempty"` // both are of the rating against the arcade
}

// A poolRating is a player's rating that stands on no board: in duels, or against the arcade's own
// players. It is zero before the first event. The ratings of the arcade's players never change, so nobody
// can lift anybody there, and all that is played against them counts, that of guests, too.
type poolRating struct {
	figures
	At int64 `json:"at"` // when the last event that counted ended, Unix milliseconds
}

// joined returns the rating of two accounts that become one: that of more events, or else the worse one. So
// nobody gets a better rating by being lucky with the first events of a second account.
func (r poolRating) joined(o poolRating) poolRating {
	if r.yields(o.figures) {
		return o
	}
	return r
}

// yields reports whether others are the figures of two accounts that become one.
func (f figures) yields(o figures) bool {
	return cmp.Or(cmp.Compare(o.Races, f.Races), cmp.Compare(f.Points, o.Points)) > 0
}

// at returns the rating as it is at a time.
func (r poolRating) at(millis int64) rating.Rating { return r.aged(r.At, millis) }

// change returns by how much the race has changed the points that players see, or nil if
// it did not count.
func (r *ratedRow) change() *int {
	if r == nil {
		return nil
	}
	before := r.Before
	before.Races = max(before.Races, 1)
	by := r.After.seen().Points - before.seen().Points
	return &by
}

// A ratingRow is a player's rating after the last race of a month that counted. The newest
// one is the player's rating.
type ratingRow struct {
	figures
	At    int64 `json:"at"`    // when that race ended, Unix milliseconds
	Month int   `json:"month"` // races of the month that have counted
	// Met counts the races of Day that have counted against each opponent, by rival.
	Day string         `json:"day"`
	Met map[string]int `json:"met,omitempty"`
	// Rivals are the opponents who have changed the rating in the month, by rival; arcade.SeasonRivals at most.
	Rivals []string `json:"rivals,omitempty"`
}

// rival returns a name for a player and a day or a month. It leads to nobody once the account is
// deleted.
func rival(id playerID, when string) string {
	sum := sha256.Sum256(append(id[:], when...))
	return hex.EncodeToString(sum[:6])
}

// rivalNames returns the rivals of a day or a month that are the player of e, who may have met others before
// accounts were joined.
func (e *entrant) rivalNames(when string) (names []string) {
	for _, id := range e.player.all(e.id) {
		names = append(names, rival(id, when))
	}
	return names
}

// on returns how many races of a day have counted against an opponent.
func (row ratingRow) on(day string, o *entrant) (n int) {
	if row.Day != day || len(row.Met) == 0 {
		return 0
	}
	for _, name := range o.rivalNames(day) {
		n += row.Met[name]
	}
	return n
}

// dayOf returns the day (UTC) of a time, in Unix milliseconds.
func dayOf(at int64) string { return time.UnixMilli(at).UTC().Format(time.DateOnly) }

// monthOf returns the season of a time, in Unix milliseconds.
func monthOf(at int64) arcade.Month { return arcade.MonthOf(time.UnixMilli(at)) }

// rating returns the key of a player's rating of a month.
func (p playerID) rating(m arcade.Month) []byte { return append(p[:], m...) }

func ratingMonth(key []byte) arcade.Month { return arcade.Month(key[len(playerID{}):]) }

// seasonKey returns the key of the row on the board of a month that follows from a rating,
// or nil if the player does not stand there: the rating is provisional, or too few races of
// the month have counted, or too few opponents.
func (row ratingRow) seasonKey(m arcade.Month, id playerID) []byte {
	few := row.Month < arcade.SeasonRaces || len(row.Rivals) < arcade.SeasonRivals
	if few || row.seen().Provisional() {
		return nil
	}
	return slices.Concat([]byte(m), descending(int(row.Points*1e3)), id[:])
}

// latestRating returns a player's rating, or one without races if there is none that can be
// read.
func latestRating(tx *store.Tx, id playerID) ratingRow {
	_, row, _ := ratingOf(tx, id)
	return row
}

// ratingOf returns a player's rating and its month, or one without races and "".
func ratingOf(tx *store.Tx, id playerID) (m arcade.Month, row ratingRow, err error) {
	c := tx.Bucket(ratingsBucket).Cursor()
	c.Seek(id.rating("~")) // after all months
	key, value := c.Prev()
	if key == nil { // they are the last of the bucket
		key, value = c.Last()
	}
	if !bytes.HasPrefix(key, id[:]) {
		return "", ratingRow{}, nil
	}
	row, err = ratingsBucket.Read(key, value)
	return ratingMonth(key), row, err
}

// seasonIndex has the boards of the months.
var seasonIndex = store.Index{
	Bucket: seasonsBucket, Of: ratingsBucket,
	Keys: func(key, value []byte) ([][]byte, error) {
		row, err := ratingsBucket.Read(key, value)
		if err == nil && len(key) > len(playerID{}) {
			if season := row.seasonKey(ratingMonth(key), playerID(key[:len(playerID{})])); season != nil {
				return [][]byte{season}, nil
			}
		}
		return nil, err
	},
	Source: func(key []byte) []byte {
		const month = len("2006-01")
		id, err := boardPlayer(key)
		if err != nil || len(key) <= month {
			return nil
		}
		return id.rating(arcade.Month(key[:month]))
	},
}

// ratings gives an account that another is joined into its rating or the other's, as poolRating.joined does. The
// other is gone.
func (m merger) ratings() error {
	mine, theirs := latestRating(m.tx, m.stays.id), latestRating(m.tx, m.goes.id)
	rows := map[string]ratingRow{}
	_ = eachOwn(m.tx, ratingsBucket, m.goes.id, func(month string, row ratingRow) { rows[month] = row })
	err := dropUnder(m.tx, ratingsBucket, m.goes.id)
	if !mine.yields(theirs.figures) {
		return err
	}
	err = errors.Join(err, dropUnder(m.tx, ratingsBucket, m.stays.id))
	for month, row := range rows {
		err = errors.Join(err, ratingsBucket.Put(m.tx, m.stays.id.rating(arcade.Month(month)), row))
	}
	return err
}

// An entrant is a racer for whose rating a race may count.
type entrant struct {
	place  int // among the racers
	id     playerID
	player playerRow
	rank   arcade.Rank
	left   bool // the table for good: the race ended the round
	unfair bool // had help, or played as no person can
	idle   bool // made no move
	joined bool // with another account since it began

	// What follows is of the rating among people.

	moves  bool // the ratings of others; see seasoned
	month  arcade.Month
	row    ratingRow
	before rating.Rating // at the end of the race
	games  []rating.Game
	met    map[string]int
	rivals []*entrant // who have changed the rating
}

// seasoned reports whether a player has finished enough fresh deals to change the ratings of
// others in races.
func seasoned(tx *store.Tx, id playerID) (bool, error) {
	var all arcade.Stat
	err := eachOwn(tx, sumsBucket, id, func(key string, sum arcade.Stat) {
		if _, class := splitSum(key); class.Ranked() {
			all = all.Plus(sum)
		}
	})
	return all.Tries >= seasonedTries && dayOf(all.First) != dayOf(all.Last), err
}

// compare returns a negative number if e has won against o, a positive one if it has lost,
// and 0 if they are equal. Who was unfair has lost against everybody who was not, and who has
// left the table for good against all who played to the end; else the ranks decide.
func (e entrant) compare(o entrant) int {
	end := func(e entrant) bool { return !e.left && e.rank.Millis != arcade.NotFinished }
	switch {
	case e.unfair != o.unfair:
		return arcade.TrueFirst(o.unfair, e.unfair)
	case e.left && end(o), o.left && end(e):
		return arcade.TrueFirst(o.left, e.left)
	}
	return e.rank.Compare(o.rank)
}

// counts reports whether an event is a game between e and o: not if neither played, or neither played fairly, nor if
// one who does not lose it was joined with another account since it began. Accounts cost nothing, and could be
// joined if they win and forgotten if they lose.
func (e entrant) counts(o entrant) bool {
	score := e.score(o)
	return !(e.unfair && o.unfair || e.idle && o.idle || e.joined && score > 0 || o.joined && score < 1)
}

// rate changes the ratings of the racers of a race that has ended, and returns the race
// with what became of them.
func (row raceRow) rate(tx *store.Tx, key []byte) (raceRow, error) {
	if row.MadeUp || row.Started == 0 {
		return row, nil
	}
	entrants, err := row.entrants(tx, key)
	if err != nil {
		return row, err
	}
	row.Racers = slices.Clone(row.Racers)
	return row, errors.Join(row.rateAmongPeople(tx, entrants), row.Racers.rateAgainstArcade(tx, entrants, row.Ended))
}

// entrants returns the racers who have played so that it can count.
func (row raceRow) entrants(tx *store.Tx, key []byte) (entrants []entrant, err error) {
	for i, id := range row.Racers.players() {
		r, err := row.result(tx, string(key), id)
		if err != nil {
			return nil, err
		}
		if r == nil || r.Began > row.Started+BeginsWithin.Milliseconds() {
			continue
		}
		if e, ok := row.Racers.entrant(tx, i, *r, r.RaceRank()); ok {
			entrants = append(entrants, e)
		}
	}
	return entrants, nil
}

// entrant returns the player in a place, whose round has a rank. ok is false if the round cannot count.
func (ps places) entrant(tx *store.Tx, place int, r arcade.Result, rank arcade.Rank) (e entrant, ok bool) {
	id := playerID(ps[place].Player)
	player, ok, err := playersBucket.Get(tx, id[:])
	if err != nil || !ok || player.Gone || r.Class == arcade.Practice || r.Class == arcade.Imported {
		return e, false // a damaged row must not keep the event from ending
	}
	return entrant{
		place: place, id: id, player: player, rank: rank, left: ps[place].Abandoned,
		unfair: rank.Assisted || r.Class != arcade.Counted, idle: len(r.Record.Moves) == 0, joined: r.StartedAt() <= player.LastJoin,
	}, true
}

// rateAmongPeople changes the ratings of people among themselves, and notes that in the race. Guests,
// and players whom the host has taken off the boards, neither have a rating nor change another's.
func (row raceRow) rateAmongPeople(tx *store.Tx, all []entrant) (err error) {
	var entrants []entrant
	for _, e := range all {
		if e.player.offBoards() {
			continue
		}
		var bad error
		if e.moves, bad = seasoned(tx, e.id); bad != nil {
			continue
		}
		if e.month, e.row, bad = ratingOf(tx, e.id); bad != nil {
			continue
		}
		e.before, e.met = e.row.aged(e.row.At, row.Ended), map[string]int{}
		entrants = append(entrants, e)
	}
	day := dayOf(row.Ended)
	for i := range entrants {
		for j := range i {
			meet(&entrants[i], &entrants[j], day)
		}
	}
	for _, e := range entrants {
		if len(e.games) == 0 {
			continue
		}
		month, after := max(monthOf(row.Ended), e.month), e.row
		after.figures = e.row.after(e.games, e.row.At, row.Ended)
		after.At = max(row.Ended, e.row.At)
		if after.Month++; month != e.month {
			after.Month, after.Rivals = 1, nil
		}
		after.Rivals = slices.Clone(after.Rivals)
		for _, o := range e.rivals {
			names := o.rivalNames(string(month))
			known := slices.ContainsFunc(names, func(name string) bool { return slices.Contains(after.Rivals, name) })
			if len(after.Rivals) < arcade.SeasonRivals && !known {
				after.Rivals = append(after.Rivals, rival(o.id, string(month)))
			}
		}
		if after.Day, after.Met = day, e.met; e.row.Day == day {
			for name, n := range e.row.Met {
				after.Met[name] += n
			}
		}
		before := newFigures(e.before, e.row.Races)
		row.Racers[e.place].Rated = &ratedRow{Before: before, After: after.figures}
		err = errors.Join(err, ratingsBucket.Put(tx, e.id.rating(month), after))
	}
	return err
}

// start returns the rating that the next race changes.
func (f figures) start() rating.Rating {
	if f.Races == 0 {
		return rating.New()
	}
	return rating.Rating{Points: f.Points, Deviation: f.Deviation, Volatility: f.Volatility}
}

// aged returns start at a time, if the last race that counted was at another.
func (f figures) aged(last, at int64) rating.Rating { return f.start().Aged(f.periods(last, at)) }

// after returns the figures after the games of a race that ended at a time, if the last race that
// counted was at another. The games weigh as one.
func (f figures) after(games []rating.Game, last, at int64) figures {
	before := f.aged(last, at).Points
	next := f.start().After(games, 1/float64(len(games)), f.periods(last, at))
	next.Points = min(max(next.Points, before-swingMost), before+swingMost)
	return newFigures(next, f.Races+1)
}

// periods returns the rating periods from the last race that counted to a time.
func (f figures) periods(last, at int64) float64 {
	if f.Races == 0 {
		return 0
	}
	days := time.Duration(max(at-last, 0)) * time.Millisecond
	return days.Hours() / 24 * periodsADay
}

// rateAgainstArcade changes the ratings of people against the arcade's players by an event that has
// ended. Their places note that unless they note a rating among people.
func (ps places) rateAgainstArcade(tx *store.Tx, entrants []entrant, ended int64) (err error) {
	for _, e := range entrants {
		var games []rating.Game
		for _, o := range entrants {
			if e.player.Level == 0 && o.player.Level > 0 && e.counts(o) {
				level := rating.Rating{Points: float64(o.player.Level.Rating().Points)}
				games = append(games, rating.Game{Opponent: level, Score: e.score(o)})
			}
		}
		if len(games) > 0 {
			err = errors.Join(err, ps.ratePool(tx, &e, &e.player.Arcade, games, ended, true))
		}
	}
	return err
}

// ratePool changes a rating of a player's row, pool, which is that against the arcade or that in duels, by
// the games of an event that has ended.
func (ps places) ratePool(tx *store.Tx, e *entrant, pool *poolRating, games []rating.Game, ended int64, arcade bool) error {
	was := *pool
	*pool = poolRating{was.after(games, was.At, ended), max(ended, was.At)}
	if ps[e.place].Rated == nil {
		ps[e.place].Rated = &ratedRow{Before: newFigures(was.at(ended), was.Races), After: pool.figures, Arcade: arcade}
	}
	return playersBucket.Put(tx, e.id[:], e.player)
}

// score returns how e has played against o: 1 is won, 0 lost.
func (e entrant) score(o entrant) float64 {
	switch by := e.compare(o); {
	case by < 0:
		return 1
	case by > 0:
		return 0
	}
	return 0.5
}

// meet counts the race as a game between two of its racers, if it is one, unless enough races of the day
// have counted between them. It changes the rating of either only if the other is seasoned.
func meet(a, b *entrant, day string) {
	often := max(a.row.on(day, b), b.row.on(day, a)) >= pairADay
	if !a.counts(*b) || !a.moves && !b.moves || often || a.full(day) || b.full(day) {
		return
	}
	score := a.score(*b)
	for _, side := range []struct {
		of, by *entrant
		score  float64
	}{{a, b, score}, {b, a, 1 - score}} {
		side.of.met[rival(side.by.id, day)]++
		if side.by.moves {
			side.of.games = append(side.of.games, rating.Game{Opponent: side.by.before, Score: side.score})
			side.of.rivals = append(side.of.rivals, side.by)
		}
	}
}

// full reports whether the rating remembers as many opponents of a day as it can.
func (e entrant) full(day string) bool {
	return e.row.Day == day && len(e.row.Met)+len(e.met) >= metMost
}

// Rating returns the player's rating in races as it is at a time; the zero Rating if the
// player has none.
func (p *Player) Rating(now time.Time) (arcade.Rating, error) {
	return readOwn(p, "read the rating", func(tx *store.Tx, me playerID) (arcade.Rating, error) {
		row := latestRating(tx, me)
		return newFigures(row.aged(row.At, now.UnixMilli()), row.Races).seen(), nil
	})
}

// season returns the first n rows of the board of a month, followed by the player's own row
// if it is further down. The ratings are those after the month's last race of each player. If there
// are fewer, players follow of whom too little is known, without a rank; see unranked.
func (p *Player) season(m arcade.Month, n int, friends bool) ([]arcade.Standing, error) {
	return readOwn(p, fmt.Sprintf("read the races of %.10s", m), func(tx *store.Tx, me playerID) ([]arcade.Standing, error) {
		rowOf := func(id playerID) []byte {
			row, _, _ := ratingsBucket.Get(tx, id.rating(m)) // one that cannot be read stands nowhere
			return row.seasonKey(m, id)
		}
		rows := store.RowsUnder(tx.Bucket(seasonsBucket), []byte(m))
		if friends {
			rows = friendsRows(tx, tx.Bucket(seasonsBucket), me, rowOf)
		}
		var id playerID
		var player playerRow
		top, err := p.db.standings(tx, rows, rowOf(me), n, func(key []byte) (ok bool) {
			var err error
			if id, err = boardPlayer(key); err == nil {
				player, ok, err = playersBucket.Get(tx, id[:])
			}
			return ok && err == nil && !player.Gone && !player.offBoards()
		}, func(tx *store.Tx, _, _ []byte, _ bool) (arcade.Standing, error) {
			row, ok, err := ratingsBucket.Get(tx, id.rating(m))
			if !ok {
				err = ErrNotFound
			}
			return arcade.Standing{Nick: player.Nick, N: row.Month, Rating: row.seen()}, err
		})
		if len(top) < n && err == nil {
			top = append(top, p.db.unranked(tx, m, me, n-len(top), friends)...)
		}
		return top, err
	})
}

// unranked returns the best n of those who have raced in a month and do not stand on its board. In a file with
// more than store.PageRows ratings it looks at so many of them only.
func (db *DB) unranked(tx *store.Tx, m arcade.Month, me playerID, n int, friends bool) (all []arcade.Standing) {
	regards, read := regardsOf(tx, me), 0
	for key, row := range ratingsBucket.Under(tx, nil) {
		if read++; read > store.PageRows {
			break
		}
		id := playerID(key[:len(me)])
		if ratingMonth(key) != m || row.seasonKey(m, id) != nil || friends && !regards.of(id).is(false) && id != me {
			continue
		}
		player, ok, err := playersBucket.Get(tx, id[:])
		if ok && err == nil && !player.Gone && !player.offBoards() && !db.options.tooYoung(tx, append([]byte(m), id[:]...)) {
			all = append(all, arcade.Standing{Nick: player.Nick, Mine: id == me, N: row.Month, Rating: row.seen()})
		}
	}
	slices.SortStableFunc(all, func(a, b arcade.Standing) int { return cmp.Compare(b.Rating.Points, a.Rating.Points) })
	return all[:min(n, len(all))]
}

// brokenRating reports a rating that cannot be, or of somebody who is no player.
func brokenRating(tx *store.Tx, key []byte, row ratingRow) string {
	if broken := orphanOf(ratingsBucket)(tx, key, nil); broken != "" {
		return broken
	}
	if !row.soundIn(key) {
		return fmt.Sprintf("The rating of player %s cannot be %+v.", playerID(key[:len(playerID{})]), row)
	}
	return ""
}

// soundIn reports whether the row can be a rating under a key.
func (row ratingRow) soundIn(key []byte) bool {
	return ratingMonth(key).Valid() && row.sound() && row.Month >= 1 && row.Month <= row.Races
}

// repairRating takes a rating from the player's races of its month.
func repairRating(tx *store.Tx, key []byte) error {
	if orphanOf(ratingsBucket)(tx, key, nil) != "" {
		return ratingsBucket.Delete(tx, key)
	}
	var row ratingRow
	id := playerID(key[:len(playerID{})])
	for _, code := range raceEvents.codesOf(tx, id) {
		race, err := raceEvents.get(tx, code)
		if err != nil || race.Ended == 0 || monthOf(race.Ended) != ratingMonth(key) {
			continue
		}
		if i := race.Racers.of(id); i >= 0 && race.Racers[i].Rated != nil && !race.Racers[i].Rated.Arcade {
			row.Month++
			if after := race.Racers[i].Rated.After; after.Races > row.Races {
				row.At, row.figures = race.Ended, after
			}
		}
	}
	if row.Month = min(row.Month, row.Races); !row.soundIn(key) {
		return ratingsBucket.Delete(tx, key)
	}
	return ratingsBucket.Put(tx, key, row)
}
