package data

import (
	"bytes"
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/engine/rating"
)

// A modelRating is an account's rating after the last race of a month.
type modelRating struct {
	rating.Rating
	at           int64
	races, month int
	day          string
	met          map[string]int // races of the day, by rival
	rivals       map[string]bool
}

// A modelRated is what a race has done to a racer's rating.
type modelRated struct {
	before arcade.Rating
	by     int
}

// rating returns an account's rating and its month.
func (a *modelAccount) rating() (arcade.Month, modelRating) {
	if len(a.ratings) == 0 {
		return "", modelRating{Rating: rating.New()}
	}
	m := slices.Max(slices.Collect(maps.Keys(a.ratings)))
	return m, a.ratings[m]
}

// at returns the rating as it is at a time.
func (r modelRating) aged(at int64) rating.Rating {
	if r.races == 0 {
		return r.Rating
	}
	return thousandths(r.Aged(float64(max(at-r.at, 0)) / 86_400_000 * periodsADay))
}

func thousandths(r rating.Rating) rating.Rating {
	return rating.Rating{Points: math.Round(r.Points*1e3) / 1e3, Deviation: math.Round(r.Deviation*1e3) / 1e3, Volatility: math.Round(r.Volatility*1e6) / 1e6}
}

func (r modelRating) seen() arcade.Rating {
	if r.races == 0 {
		return arcade.Rating{}
	}
	return arcade.Rating{Points: int(math.Round(r.Points)), Deviation: int(math.Round(r.Deviation)), Races: r.races}
}

// rate does what the end of a race does to ratings.
func (m *model) rate(code string) {
	row := m.races[code]
	if rulesOfKind[row.game] != "" || row.started == 0 {
		return
	}
	type entrant struct {
		place   int
		a       *modelAccount
		keys    [3]int64 // less is better
		unfair  bool
		left    bool
		idle    bool
		joined  bool
		toEnd   bool
		before  rating.Rating
		old     modelRating
		month   arcade.Month
		against map[string]int
		games   []rating.Game
		rivals  []*modelAccount
	}
	day := time.UnixMilli(row.ended).UTC().Format(time.DateOnly)
	var all []*entrant
	for i, racer := range row.racers {
		a := m.accounts[racer.account]
		if a == nil || m.offBoards(a) {
			continue
		}
		r, ok := a.eventRound(row.game, arcade.RaceEvent(code))
		if !ok || r.Class == arcade.Practice || r.Class == arcade.Imported || r.Began > row.started+60_000 {
			continue
		}
		e := &entrant{place: i, a: a, keys: [3]int64{0, -int64(r.Score.Points), untilEnd(r)}, left: racer.abandoned, toEnd: !racer.abandoned && !r.Stopped, against: map[string]int{}, idle: len(r.Record.Moves) == 0, joined: r.StartedAt() <= a.lastJoin}
		if e.unfair = r.Class != arcade.Counted || r.Tally.Hints+r.Tally.Peeks > 0; e.unfair {
			e.keys[0] = 2
		}
		e.month, e.old = a.rating()
		e.before = e.old.aged(row.ended)
		all = append(all, e)
	}
	for i, e := range all {
		for j, o := range all {
			today := max(e.old.on(day, o.a), o.old.on(day, e.a))
			if i == j || e.unfair && o.unfair || e.idle && o.idle || !e.a.seasoned() && !o.a.seasoned() || today >= pairADay {
				continue
			}
			mine, theirs := e.keys, o.keys
			if !e.unfair && !o.unfair && e.left && o.toEnd {
				mine[0] = 1
			}
			if !e.unfair && !o.unfair && o.left && e.toEnd {
				theirs[0] = 1
			}
			score := []float64{1, 0.5, 0}[1+slices.Compare(mine[:], theirs[:])]
			if e.joined && score > 0 || o.joined && score < 1 {
				continue
			}
			e.against[rival(o.a.id, day)] = 1
			if o.a.seasoned() {
				e.games = append(e.games, rating.Game{Opponent: o.old.agedExactly(row.ended), Score: score})
				e.rivals = append(e.rivals, o.a)
			}
		}
	}
	row.racers = slices.Clone(row.racers)
	for _, e := range all {
		if len(e.games) == 0 {
			continue
		}
		month, periods := max(monthOf(row.ended), e.month), 0.0
		if e.old.races > 0 {
			periods = float64(max(row.ended-e.old.at, 0)) / 86_400_000 * periodsADay
		}
		next := modelRating{Rating: e.old.After(e.games, 1/float64(len(e.games)), periods), rivals: map[string]bool{}, at: max(row.ended, e.old.at), races: e.old.races + 1, month: 1, day: day, met: e.against}
		now := e.old.agedExactly(row.ended).Points
		next.Points = min(max(next.Points, now-100), now+100)
		next.Rating = thousandths(next.Rating)
		if month == e.month {
			next.month = e.old.month + 1
			maps.Copy(next.rivals, e.old.rivals)
		}
		for _, o := range e.rivals {
			if !slices.ContainsFunc(o.members(), func(id playerID) bool { return next.rivals[rival(id, string(month))] }) {
				next.rivals[rival(o.id, string(month))] = true
			}
		}
		if e.old.day == day {
			for name, n := range e.old.met {
				next.met[name] += n
			}
		}
		before := modelRating{Rating: e.before, races: e.old.races}.seen()
		row.racers[e.place].rated = &modelRated{before, next.seen().Points - int(math.Round(e.before.Points))}
		e.a.ratings = maps.Clone(e.a.ratings)
		if e.a.ratings == nil {
			e.a.ratings = map[arcade.Month]modelRating{}
		}
		e.a.ratings[month] = next
	}
	m.races[code] = row
}

// on returns how many races of a day have counted against an account.
func (r modelRating) on(day string, o *modelAccount) (n int) {
	if r.day == day {
		for _, id := range o.members() {
			n += r.met[rival(id, day)]
		}
	}
	return n
}

// members returns the IDs of an account and of those that were joined into it.
func (a *modelAccount) members() []playerID { return append(slices.Clone(a.joined), a.id) }

// seasoned reports whether an account has played enough to change the ratings of others.
func (a *modelAccount) seasoned() bool {
	days, tries := map[int64]bool{}, 0
	for _, r := range a.rounds {
		if r.Event == "" && r.Class.Ranked() && (r.Score.Won || len(r.Record.Moves) >= 5) {
			days[r.Ended/86_400_000] = true
			tries++
		}
	}
	return tries >= 5 && len(days) >= 2
}

// agedExactly is aged without rounding, as opponents see it.
func (r modelRating) agedExactly(at int64) rating.Rating {
	if r.races == 0 {
		return r.Rating
	}
	return r.Aged(float64(max(at-r.at, 0)) / 86_400_000 * periodsADay)
}

// joinRatings gives an account the rating of one that is joined into it, if more is known
// of that.
func joinedRatings(a, b *modelAccount) map[arcade.Month]modelRating {
	_, mine := a.rating()
	_, theirs := b.rating()
	if theirs.races > mine.races || theirs.races == mine.races && theirs.Points < mine.Points {
		return b.ratings
	}
	return a.ratings
}

// ratings compares a player's rating, and the board of a month.
func (m *model) ratings() {
	s := m.session()
	got, err := s.p.Rating(m.time())
	a, ok := m.reads(s, "Rating", err)
	if !ok {
		return
	}
	var want arcade.Rating
	if a != nil {
		_, r := a.rating()
		want = modelRating{Rating: r.aged(m.now), races: r.races}.seen()
	}
	if got != want {
		m.t.Errorf("Rating = %+v, want %+v", got, want)
	}
	months := []arcade.Month{monthOf(m.now), monthOf(m.now - 30*86_400_000)}
	month, n := months[m.rng.IntN(2)], 1+m.rng.IntN(4)
	top, err := s.p.Top(arcade.Leaderboard{Kind: arcade.RaceRatings, Month: month}, n, m.time())
	if _, ok := m.reads(s, "Top", err); ok {
		if want := m.season(a, month, n); !slices.EqualFunc(top, want, func(x, y arcade.Standing) bool {
			return x.Rank == y.Rank && x.Nick == y.Nick && x.Mine == y.Mine && x.N == y.N && x.Rating == y.Rating
		}) {
			m.t.Errorf("the races of %s = %+v, want %+v", month, top, want)
		}
	}
}

func (m *model) season(me *modelAccount, month arcade.Month, n int) (top []arcade.Standing) {
	var on []*modelAccount
	for _, a := range m.accounts {
		if r, ok := a.ratings[month]; ok && !m.offBoards(a) && r.month >= arcade.SeasonRaces && len(r.rivals) >= arcade.SeasonRivals && r.seen().Deviation < arcade.ProvisionalDeviation {
			on = append(on, a)
		}
	}
	slices.SortFunc(on, func(a, b *modelAccount) int {
		return cmp.Or(cmp.Compare(b.ratings[month].Points, a.ratings[month].Points), bytes.Compare(a.id[:], b.id[:]))
	})
	for i, a := range on {
		if r := a.ratings[month]; i < n || a == me {
			top = append(top, arcade.Standing{Rank: i + 1, Nick: a.nick, Mine: a == me, N: r.month, Rating: r.seen()})
		}
	}
	var others []*modelAccount
	for _, a := range m.accounts {
		if r, ok := a.ratings[month]; ok && !m.offBoards(a) && r.month > 0 && !slices.Contains(on, a) {
			others = append(others, a)
		}
	}
	slices.SortFunc(others, func(a, b *modelAccount) int {
		return cmp.Or(cmp.Compare(b.ratings[month].seen().Points, a.ratings[month].seen().Points), bytes.Compare(a.id[:], b.id[:]))
	})
	for _, a := range others[:min(max(n-len(top), 0), len(others))] {
		r := a.ratings[month]
		top = append(top, arcade.Standing{Nick: a.nick, Mine: a == me, N: r.month, Rating: r.seen()})
	}
	return top
}

// rematch offers a rematch of a race.
func (m *model) rematch() {
	code := m.raceCode()
	s, old := m.racer(code, -1), m.races[code]
	game := old.game
	if game == "" {
		game = hop
	}
	got, err := s.p.Rematch(strings.ToLower(code), gameWith(game), "AGAIN", m.time())
	a, gone := m.at(s)
	next, is := m.races[old.next]
	switch {
	case gone:
		m.wants("Rematch", err, ErrRevoked)
	case !m.in(a, code):
		m.wants("Rematch", err, ErrNotFound)
	case old.ended == 0:
		m.wants("Rematch", err, ErrGoesOn)
	case is && m.in(a, old.next):
		if m.wants("Rematch again", err, nil) {
			s.hadAccount = true
			m.wantRace("Rematch again", got, a)
		}
	case is && (next.started != 0 || next.ended != 0):
		m.wants("Rematch", err, ErrStarted)
	case is:
		if m.wants("Rematch", err, nil) {
			m.enrolled(s, got, next)
		}
	case m.ownRaces(a) >= racesMax:
		m.wants("Rematch", err, ErrRaces)
	case m.wants("Rematch", err, nil):
		old.next = got.Code
		m.races[code] = old
		m.brings(game, m.now)
		m.enrolled(s, got, modelRace{of: code, game: game, deal: "AGAIN", limit: old.limit, opened: m.now, open: old.open && !a.hidden && !a.concealed})
	}
}
