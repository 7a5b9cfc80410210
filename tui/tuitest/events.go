package tuitest

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
)

// Events is a arcade.Events over a Store. Its day comes from the robot's clock.
type Events struct {
	Streaks map[string][2]int     // now and the longest, by game; by "" those of days
	Turnout map[string][2]int     // place and players, by game
	Kinds   map[string]grade.Kind // of every day's deal, by game, as far as they are known
	Grading []string              // games whose deal of every day is still to be graded
	Known   bool                  // the player knows the deals of challenges
	Err     error                 // what every call that can fail comes to from now on
	Tracks  []arcade.Track        // of every past day's deals
	Found   *analysis.Fair        // what is known of every round
	Plan    arcade.SprintPlan     // of sprints
	Sprint  []arcade.SprintRow    // of others, in every sprint
	Before  func()                // called before the next round begins, then set to nil

	store *Store
	now   func() time.Time
}

// Attach sets the store that holds the rounds, and the clock that gives the day. It
// returns e.
func (e *Events) Attach(store *Store, now func() time.Time) *Events {
	e.store, e.now = store, now
	return e
}

// Begin implements arcade.Events. The deal of a daily is DailyCode, and that of a race
// RaceCode.
func (e *Events) Begin(g engine.Game, event arcade.Event) (arcade.Saved, arcade.Rev, error) {
	if before := e.Before; before != nil {
		e.Before = nil
		before()
	}
	code, err := e.deal(g.Info().ID, event)
	if err != nil {
		return arcade.Saved{}, 0, err
	}
	s := arcade.Save(engine.NewRound(g, code))
	s.Event, s.Started = event, e.now().UnixMilli()
	_, challenge := event.Challenge()
	s.Chosen = e.Known && challenge
	rev, err := e.store.Save(s, 0)
	return s, rev, err
}

func (e *Events) deal(game string, event arcade.Event) (engine.Code, error) {
	_, played := e.attempt(game, event)
	if code, ok := event.Race(); ok && !played {
		return RaceCode(code), e.Err
	}
	if begins, n, ok := event.Sprint(); ok {
		if !e.Sprints().Now.Begins.Equal(begins) {
			return "", errors.New("this sprint does not go on now")
		}
		return SprintCode(n), e.Err
	}
	challenge, isChallenge := event.Challenge()
	date, _ := event.Day()
	if day, _ := e.Today(); !isChallenge && !played && date != day {
		return "", errors.New("the day is over")
	}
	if played {
		return "", errors.New("you have played this one")
	}
	if isChallenge {
		return engine.Code("DARE" + challenge), e.Err
	}
	return DailyCode(game, date), e.Err
}

// DailyCode returns the deal of a game's daily on a day.
func DailyCode(game, day string) engine.Code {
	name := strings.ReplaceAll(game[strings.LastIndex(game, "/")+1:], "-", "")
	return engine.Code(strings.ToUpper(name[:min(4, len(name))]) + strings.ReplaceAll(day, "-", ""))
}

// RaceCode returns the deal of the race with a code.
func RaceCode(code string) engine.Code { return engine.Code("RACE" + code) }

// SprintCode returns the n-th deal of every sprint.
func SprintCode(n int) engine.Code { return engine.Code("SPR1NT" + strconv.Itoa(n)) }

// Sprints implements arcade.Events.
func (e *Events) Sprints() arcade.Sprints { return e.Plan.At(e.now()) }

// SprintBoard implements arcade.Events.
func (e *Events) SprintBoard(s arcade.Sprint) (arcade.SprintBoard, error) {
	b, err := e.SprintStanding(s)
	b.Rows = slices.Clone(e.Sprint)
	own := arcade.SprintRow{Place: 1, Nick: "ann", Mine: true}
	for n := 1; n < b.Next; n++ {
		r, _ := e.attempt(s.Game, s.Event(n))
		own.Add(r.Score.Points, r.Score.Won)
	}
	if own.Deals > 0 {
		b.Rows = append(b.Rows, own)
	}
	b.Sort()
	return b, err
}

// SprintStanding implements arcade.Events.
func (e *Events) SprintStanding(s arcade.Sprint) (b arcade.SprintBoard, err error) {
	for b.Next = 1; ; b.Next++ {
		if _, played := e.attempt(s.Game, s.Event(b.Next)); !played {
			break
		}
	}
	_, rev, err := e.store.Saved(arcade.Slot(s.Game, s.Event(b.Next)))
	b.Open = rev != 0
	return b, errors.Join(err, e.Err)
}

// Sealed implements arcade.Events.
func (e *Events) Sealed(event arcade.Event) bool {
	if code, ok := event.Race(); ok {
		return e.store.Races.goesOn(code)
	}
	if begins, _, ok := event.Sprint(); ok {
		return e.now().Before(begins.Add(arcade.SprintLasts))
	}
	date, daily := event.Day()
	return daily && date >= e.now().UTC().Add(-arcade.DailyGrace).Format(time.DateOnly)
}

// Today implements arcade.Events.
func (e *Events) Today() (day string, left time.Duration) {
	now := e.now().UTC()
	return now.Format(time.DateOnly), now.Truncate(24 * time.Hour).Add(24 * time.Hour).Sub(now)
}

// Daily implements arcade.Events.
func (e *Events) Daily(game, day string) (d arcade.DailyStatus, err error) {
	d, err = e.Standing(game, day)
	d.Streak, d.Longest = e.Streaks[game][0], e.Streaks[game][1]
	d.Place, d.Players = e.Turnout[game][0], e.Turnout[game][1]
	return d, err
}

// Standing implements arcade.Events.
func (e *Events) Standing(game, day string) (d arcade.DailyStatus, err error) {
	event := arcade.DailyEvent(day)
	if saved, rev, _ := e.store.Saved(arcade.Slot(game, event)); rev != 0 {
		d.Open = 1 + len(saved.Record.Moves)
	}
	if r, played := e.attempt(game, event); played {
		d.Result = &r
	}
	if k := e.Kinds[game]; k == grade.Winnable {
		d.Winnable = true
	} else if k != grade.Fresh {
		d.Winnable, d.Grade = true, grade.Mark{Kind: k, Version: 1}
	}
	d.Grading = slices.Contains(e.Grading, game)
	return d, e.Err
}

// DayStreak implements arcade.Events.
func (e *Events) DayStreak(string) (now, longest int, err error) {
	return e.Streaks[""][0], e.Streaks[""][1], e.Err
}

// Past implements arcade.Events.
func (e *Events) Past(game, day string) (engine.Code, error) {
	if e.Sealed(arcade.DailyEvent(day)) {
		return "", arcade.DailyEvent(day).Secret()
	}
	return DailyCode(game, day), e.Err
}

// Explore implements arcade.Events.
func (e *Events) Explore(g engine.Game, day string) (*arcade.Walk, error) {
	code, err := e.Past(g.Info().ID, day)
	if err != nil {
		return nil, err
	}
	own, _ := e.attempt(g.Info().ID, arcade.DailyEvent(day))
	return arcade.NewWalk(g, code, e.Tracks, own.Record.Moves, e.Found), nil
}

func (e *Events) attempt(game string, event arcade.Event) (arcade.Result, bool) {
	e.store.mu.Lock()
	defer e.store.mu.Unlock()
	for _, r := range e.store.Results {
		if r.Record.Game == game && r.Event == event {
			return r, true
		}
	}
	return arcade.Result{}, false
}

// Tracks returns n rounds of a deal. Their moves are random, but the first ones of a position are played
// more often than the others. Every third player is private.
func Tracks(g engine.Game, code engine.Code, n int) (tracks []arcade.Track) {
	rng := rand.New(rand.NewPCG(45, uint64(n)))
	for i := range n {
		r := engine.NewRound(g, code)
		for moves := r.State().Moves(); len(moves) > 0 && rng.IntN(20) > 0; moves = r.State().Moves() {
			_ = r.Play(moves[min(rng.IntN(len(moves)), rng.IntN(3))]) // it is legal
		}
		score := engine.Final(r.State())
		tracks = append(tracks, arcade.Track{
			Record: r.Record().String(), Points: score.Points, Won: score.Won, Private: i%3 == 0,
		})
	}
	return tracks
}
