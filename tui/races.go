package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
)

// Races is the races of the arcade, as one session meets them. Its calls may wait
// for a disk; any number may run at once. Each error is a sentence that a player can
// read.
type Races interface {
	// Open opens a race for a game, with a fresh deal. The player is in it.
	Open(game string, limit time.Duration) (*Race, error)
	// Join is being in the race of a code, which nobody has started yet. Who is in
	// it joins it again, at any time.
	Join(code string) (*Race, error)
	// Leave takes the player out of a race that nobody has started yet.
	Leave(code string) error
	// Start lets a race begin in a moment. Only the first of its racers may.
	Start(code string) error
	// Races are the player's, the newest n, newest first.
	Races(n int) ([]*Race, error)
	// Rivals is how the player stands against each other in all races.
	Rivals() ([]Rival, error)
	// Follow tells how a race of the player's goes on, until ctx ends.
	Follow(ctx context.Context, code string) (RaceWatch, error)
}

// A RaceWatch is one session's look at a race.
type RaceWatch interface {
	// Next is a command that waits for standings that were not seen yet, passing
	// over those that newer ones have followed, and comes to what then makes of
	// them: of nil where no more will come. One may wait at a time.
	Next(then func(*Race) tea.Msg) tea.Cmd
}

// How long a race may take, and what it takes where nobody says.
const (
	RaceLeast   = time.Minute
	RaceMost    = time.Hour
	RaceDefault = 15 * time.Minute
)

// A Race is how a race stands. It is immutable.
type Race struct {
	Code   string
	Game   string // the ID
	Limit  time.Duration
	Opened time.Time
	Begins time.Time // zero: nobody has started it; it may lie ahead
	Late   bool      // the limit is reached
	Over   bool
	Racers []Racer // the best first (engine.RaceRank); in the order they came until it begins
	Me     string  // the ID of the player's own row
}

// A Racer is a row of a race.
type Racer struct {
	ID      string // of nobody else in the race
	Nick    string
	Score   engine.Score
	Moves   int
	Millis  int64  // the time of one who is through
	Through bool   // the round is at its end
	Played  bool   // there is a round, as far as is known
	Round   string // of one who is through, for Accounts.Ranked
	Table   int    // at which the racer plays, for Company.Watch; 0 for none

	// Assisted: the round had help. No race allows any, but rounds that were begun
	// before none did may have had some.
	Assisted bool
}

// Rank returns what the racer's place goes by.
func (o Racer) Rank() engine.RaceRank {
	r := engine.RaceRank{Played: o.Played, Assisted: o.Assisted, Points: o.Score.Points, Millis: engine.RaceGoesOn}
	if o.Through {
		r.Millis = o.Millis
	}
	return r
}

// A Rival is somebody whom the player has raced, and how that went.
type Rival struct {
	Nick             string
	Won, Lost, Drawn int // by the player
}

// ParseRaceCode reads the code of a race as a player types it. It checks the form, not
// whether there is one.
func ParseRaceCode(text string) (string, error) {
	code := strings.ToUpper(strings.TrimSpace(text))
	if _, err := engine.ParseEvent(string(engine.Race(code))); err != nil {
		return "", fmt.Errorf("%.20q is no code of a race, such as K7Q2M9", text)
	}
	return code, nil
}

// Own is the player's row and its place, from 1.
func (r *Race) Own() (own Racer, place int) {
	i := slices.IndexFunc(r.Racers, func(o Racer) bool { return o.ID == r.Me })
	if i < 0 {
		return Racer{}, 0
	}
	return r.Racers[i], i + 1
}

// Begun tells whether the racers play.
func (r *Race) Begun(now time.Time) bool { return !r.Begins.IsZero() && !now.Before(r.Begins) }

// Left is how long it goes on, once it has begun.
func (r *Race) Left(now time.Time) time.Duration { return max(r.Begins.Add(r.Limit).Sub(now), 0) }

// MayPlay tells whether the player's round can go on, or begin.
func (r *Race) MayPlay(now time.Time) bool {
	own, place := r.Own()
	return place > 0 && r.Begun(now) && r.Left(now) > 0 && !r.Late && !r.Over && !own.Through
}

// called is what a racer is called.
func (r *Race) called(o Racer) string {
	if o.ID == r.Me {
		return "you"
	}
	return o.Nick
}

// ordinal is a place in words: "1st".
func ordinal(n int) string {
	ends := map[int]string{1: "st", 2: "nd", 3: "rd"}
	if n%100/10 == 1 || ends[n%10] == "" {
		return fmt.Sprintf("%dth", n)
	}
	return fmt.Sprintf("%d%s", n, ends[n%10])
}

// minutes is a race's limit in words.
func minutes(limit time.Duration) string { return plural(int(limit.Minutes()), "minute") }
