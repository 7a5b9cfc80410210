package server

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server/machine"
	"boardwalk/server/program"
	"boardwalk/server/race"
	"boardwalk/tui"
)

// A raceArcade is an arcade on a data file, with a clock that the test sets and the
// timers of its races.
type raceArcade struct {
	*testServer
	db    *data.DB
	clock *watch
	onEnd func() error // called before a race's end is stored; an error fails it

	sleeps func(context.Context, time.Duration) error // of the arcade's players

	mu       sync.Mutex
	schedule []scheduled
}

// A scheduled is a call that is due at a time.
type scheduled struct {
	at time.Time
	fn func()
}

func openRaceArcade(t *testing.T) *raceArcade {
	t.Helper()
	return openRaceArcadeOn(t, dataFile(t), newWatch(time.Now()))
}

// openRaceArcadeOn opens a raceArcade on the data file of another. Its first beat may have the arcade's players
// go on with their races, so what is to be set before that is done by prepare.
func openRaceArcadeOn(t *testing.T, db *data.DB, clock *watch, prepare ...func(*raceArcade)) *raceArcade {
	t.Helper()
	s := &raceArcade{db: db, clock: clock, sleeps: func(ctx context.Context, _ time.Duration) error {
		<-ctx.Done()
		return ctx.Err()
	}}
	s.testServer = newArcade()
	s.start(t, func(c *Config) {
		c.Store, c.Games, c.Now = Data(db), catalog.Library(), clock.time
		var deals atomic.Int64
		c.Deal = func() engine.Code { return engine.Code(fmt.Sprint("SECRETDEAL", deals.Add(1))) }
	}, func(env *tui.Env) program.App { return s.newFakeApp(env) })
	s.leave() // a beat, and the arcade's players, would read what is replaced here
	for _, do := range prepare {
		do(s)
	}
	defer func() { s.leave = s.beat() }()
	s.arcade.Machines.Close()
	s.arcade.Races.Close() // its timers are real
	s.arcade.Races = race.New(race.Config{
		Store: raceStore{s}, Now: clock.time, After: s.after, Log: s.config.Logger,
		Recovered: func(v any) { logPanic(s.config.Logger, "panic in a race", v, nil) },
	})
	s.arcade.Machines = machine.New(machine.Config{
		Ports: s.arcade.Level, AnswerDuels: db.AnswerDuels, Exempt: s.auth.isExempt, Log: s.config.Logger,
		Sleep: func(ctx context.Context, d time.Duration) error { return s.sleeps(ctx, d) },
	})
	if err := s.arcade.Races.Reload(); err != nil {
		t.Fatal(err)
	}
	return s
}

// A raceStore is the store of a raceArcade's races.
type raceStore struct{ s *raceArcade }

func (r raceStore) OpenRaces() ([]data.Race, error) { return r.s.db.OpenRaces() }

func (r raceStore) EndRace(code string, now time.Time) (data.Race, error) {
	if r.s.onEnd != nil {
		if err := r.s.onEnd(); err != nil {
			return data.Race{}, err
		}
	}
	return r.s.db.EndRace(code, now)
}

// runs reports whether a race is not over.
func (s *raceArcade) runs(code string) bool { return s.arcade.Races.Sealed(arcade.RaceEvent(code)) }

// after implements race.Config After.
func (s *raceArcade) after(wait time.Duration, fn func()) *time.Timer {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.schedule = append(s.schedule, scheduled{s.clock.time().Add(wait), fn})
	stopped := time.NewTimer(time.Hour)
	stopped.Stop()
	return stopped
}

// passes advances the clock and runs what is due.
func (s *raceArcade) passes(wait time.Duration) {
	end := s.clock.time().Add(wait)
	for {
		s.mu.Lock()
		slices.SortStableFunc(s.schedule, func(a, b scheduled) int { return a.at.Compare(b.at) })
		if len(s.schedule) == 0 || s.schedule[0].at.After(end) {
			s.mu.Unlock()
			s.clock.passes(end.Sub(s.clock.time()))
			return
		}
		next := s.schedule[0]
		s.schedule = s.schedule[1:]
		s.mu.Unlock()
		s.clock.passes(max(next.at.Sub(s.clock.time()), 0))
		next.fn()
	}
}

// A contender is a player in a session of a raceArcade.
type contender struct {
	t      *testing.T
	s      *raceArcade
	env    *tui.Env
	term   *terminal
	client *gossh.Client
	key    gossh.Signer
	game   engine.Game // that is raced
	watch  arcade.Watch[*arcade.Race]
	round  *engine.Round
	rev    arcade.Rev
	began  int64 // when the round was begun, Unix milliseconds
}

// enters returns a player with a key and a nick ("" for none) in a new session.
func (s *raceArcade) enters(t *testing.T, nick string) *contender {
	t.Helper()
	key, _ := newKey(t)
	if nick != "" {
		key, _ = member(t, s.db, nick)
	}
	return s.comes(t, key)
}

// comes returns a player with the given key in a new session.
func (s *raceArcade) comes(t *testing.T, key gossh.Signer) *contender {
	t.Helper()
	client := s.dial(t, "x", gossh.PublicKeys(key))
	term := s.play(t, client)
	return &contender{t: t, s: s, env: term.app.env, term: term, client: client, key: key, game: hop45}
}

// opens opens a race of the contender's game, which is Hop 45 unless a test has chosen
// another, and follows it.
func (c *contender) opens(limit time.Duration) (code string) {
	c.t.Helper()
	return c.opensOn(arcade.RaceTerms{Limit: limit})
}

func (c *contender) opensOn(terms arcade.RaceTerms) (code string) {
	c.t.Helper()
	r, err := c.env.Races.Open(c.game, terms)
	if err != nil {
		c.t.Fatal(err)
	}
	c.follows(r.Code)
	return r.Code
}

// joins joins a race and follows it.
func (c *contender) joins(code string) {
	c.t.Helper()
	if _, err := c.env.Races.Join(code); err != nil {
		c.t.Fatal(err)
	}
	c.follows(code)
}

func (c *contender) follows(code string) {
	c.t.Helper()
	w, err := c.env.Races.Follow(c.t.Context(), code)
	if err != nil {
		c.t.Fatal(err)
	}
	c.watch = w
}

// sees returns the newest standings, as a room waits for them.
func (c *contender) sees() *arcade.Race {
	race, _ := c.watch.Next()
	return race
}

// begins begins the race's round, and returns its deal.
func (c *contender) begins(code string) (engine.Code, error) {
	s, rev, err := c.env.Events.Begin(c.game, arcade.RaceEvent(code))
	if err != nil {
		return "", err
	}
	c.rev, c.began = rev, s.Started
	c.round, err = s.Resume(c.game)
	return s.Record.Code, err
}

// deal returns the deal of a race and fails the test if there is none.
func (c *contender) deal(code string) engine.Code {
	c.t.Helper()
	deal, err := c.begins(code)
	if err != nil {
		c.t.Fatal(err)
	}
	return deal
}

// plays plays moves of the race's round, begins the round if needed, and saves.
func (c *contender) plays(code string, moves int) {
	c.t.Helper()
	if c.round == nil {
		c.deal(code)
	}
	for range moves {
		if err := c.round.Play(c.round.State().Moves()[0]); err != nil {
			c.t.Fatal(err)
		}
		c.round.CountMove(1000)
	}
	var err error
	if c.rev, err = c.env.Store.Save(c.saved(code), c.rev); err != nil {
		c.t.Fatal(err)
	}
	c.shows(code, false)
}

func (c *contender) saved(code string) arcade.Saved {
	s := arcade.Save(c.round)
	s.Event, s.Started, s.Millis = arcade.RaceEvent(code), c.began, int64(1000*c.round.Len())
	return s
}

func (c *contender) shows(code string, final bool) {
	c.env.Spectators.Show(&arcade.Scene{
		Game: c.game.Info().ID, Rules: engine.RulesOf(c.game), Event: arcade.RaceEvent(code), Code: c.round.Code(), Board: c.round.State().Board(), Score: c.round.State().Score(), Moves: c.round.Len(), Final: final,
		Assisted: c.round.Tally().Assisted(),
	})
}

// finishes ends the round, and returns its result.
func (c *contender) finishes(code string) arcade.Result {
	c.t.Helper()
	c.shows(code, true)
	r := c.saved(code).Result(engine.Final(c.round.State()), c.s.clock.time().UnixMilli())
	r, err := c.env.Store.Finish(r, c.rev)
	if err != nil {
		c.t.Fatal(err)
	}
	return r
}

// starts starts a race, and lets the countdown pass.
func (c *contender) starts(code string) {
	c.t.Helper()
	if err := c.env.Races.Start(code); err != nil {
		c.t.Fatal(err)
	}
	c.s.passes(race.Countdown)
}

// rows returns the standings with one word per racer: "ann 3 in 2", with a star for a
// racer who has finished.
func rows(r *arcade.Race) string {
	var words []string
	for _, o := range r.Racers {
		word := fmt.Sprintf("%s %d in %d", o.Nick, o.Score.Points, o.Moves)
		if o.Through {
			word += "*"
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

// The attack: join a race and leave it again and again.
//
// Who has used up the budget joins no race, and can leave one.
func TestJoiningRacesIsCharged(t *testing.T) {
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	code := ann.opens(time.Minute)
	bob.joins(code)
	address := netip.MustParseAddr("127.0.0.1")
	s.arcade.Costs.Charge(address, beyondBudget)
	if err := bob.env.Races.Leave(code); err != nil {
		t.Error(err)
	}
	if _, err := bob.env.Races.Join(code); !errors.As(err, new(*arcade.Refusal)) {
		t.Errorf("with nothing left, one who joins reads %v", err)
	}
	s.arcade.Costs.Charge(address, -time.Minute)
	bob.joins(code)
}
