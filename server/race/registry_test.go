package race

import (
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server/peers"
)

// A testArcade is a Registry on a data file, with a clock that the test sets.
type testArcade struct {
	*Registry
	t       *testing.T
	db      *data.DB
	timing  sync.Mutex // guards the next two
	now     time.Time
	due     []scheduled
	cluster *peers.Cluster // nil without one
	onEnd   func() error   // called before a race's end is stored; an error fails it
	panics  []any          // that were recovered from
}

// A scheduled is a call that is due at a time.
type scheduled struct {
	at time.Time
	fn func()
}

func newTestArcade(t *testing.T) *testArcade {
	t.Helper()
	db, err := data.Open(filepath.Join(t.TempDir(), "boardwalk.db"), data.Games(catalog.Library()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	a := &testArcade{t: t, db: db, now: time.Now(), onEnd: func() error { return nil }}
	a.restart()
	return a
}

func (a *testArcade) time() time.Time {
	a.timing.Lock()
	defer a.timing.Unlock()
	return a.now
}

// restart gives the arcade a new Registry. What the old one has scheduled still comes.
func (a *testArcade) restart() {
	a.Registry = New(Config{
		Store: a, Now: a.time, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		After: func(wait time.Duration, fn func()) *time.Timer {
			a.timing.Lock()
			defer a.timing.Unlock()
			a.due = append(a.due, scheduled{a.now.Add(wait), fn})
			return stopped()
		},
		Recovered: func(v any) { a.panics = append(a.panics, v) }, Cluster: a.cluster,
	})
	if err := a.Reload(); err != nil {
		a.t.Fatal(err)
	}
}

// OpenRaces implements Store.
func (a *testArcade) OpenRaces() ([]data.Race, error) { return a.db.OpenRaces() }

// EndRace implements Store.
func (a *testArcade) EndRace(code string, now time.Time) (data.Race, error) {
	if err := a.onEnd(); err != nil {
		return data.Race{}, err
	}
	return a.db.EndRace(code, now)
}

// passes advances the clock and runs what is due.
func (a *testArcade) passes(wait time.Duration) {
	a.timing.Lock()
	defer a.timing.Unlock()
	end := a.now.Add(wait)
	for {
		slices.SortStableFunc(a.due, func(a, b scheduled) int { return a.at.Compare(b.at) })
		if len(a.due) == 0 || a.due[0].at.After(end) {
			a.now = end
			return
		}
		next := a.due[0]
		a.due = a.due[1:]
		if next.at.After(a.now) {
			a.now = next.at
		}
		a.timing.Unlock()
		next.fn()
		a.timing.Lock()
	}
}

// enters returns the player of a new session.
func (a *testArcade) enters(number int) Player {
	a.t.Helper()
	racer, err := a.db.Player(arcade.KeyCredential("SHA256:" + string(rune('a'+number))))
	if err != nil {
		a.t.Fatal(err)
	}
	return Player{
		Table: a.Table(number), Racer: racer, Deal: func(engine.Game) engine.Code { return "R1" },
		MayJoin: func() error { return nil }, MayOpen: func() error { return nil },
		CreateAccount: func(write func() error) error { return write() },
	}
}

// opens opens a race of one minute.
func (a *testArcade) opens(p Player) (code string) {
	a.t.Helper()
	r, err := p.Open(catalog.All()[0], arcade.RaceTerms{Limit: time.Minute})
	if err != nil {
		a.t.Fatal(err)
	}
	return r.Code
}

// starts starts a race and lets the countdown pass.
func (a *testArcade) starts(p Player, code string) {
	a.t.Helper()
	if err := p.Start(code); err != nil {
		a.t.Fatal(err)
	}
	a.passes(Countdown)
}

// runs reports whether a race is not over.
func (a *testArcade) runs(code string) bool { return a.Sealed(arcade.RaceEvent(code)) }

// From the start to the limit, racers see what is on each other's tables; then the race
// ends by itself, with the rounds of racers who are away.
func TestFromOpeningToTheLimit(t *testing.T) {
	a := newTestArcade(t)
	ann, bob := a.enters(1), a.enters(2)
	game, code := catalog.All()[0], a.opens(ann)
	if _, err := bob.Join(code); err != nil {
		t.Fatal(err)
	}
	if _, err := bob.Follow(t.Context(), code); err != nil {
		t.Fatal(err)
	}
	watch, err := ann.Follow(t.Context(), code)
	if err != nil {
		t.Fatal(err)
	}
	if err := ann.Start(code); err != nil {
		t.Fatal(err)
	}
	racer := bob.Racer.(*data.Player)
	if err := a.CheckStart(racer, game.Info().ID, code); !errors.Is(err, ErrNotBegun) {
		t.Errorf("during the countdown a round begins: %v", err)
	}
	a.passes(Countdown)
	if err := a.CheckStart(racer, game.Info().ID, code); err != nil {
		t.Errorf("after the countdown no round begins: %v", err)
	}
	if _, _, err := racer.Begin(game, arcade.RaceEvent(code), a.now, nil); err != nil {
		t.Fatal(err)
	}
	sees := func(when string, moves, table int, late, over bool) {
		t.Helper()
		a.passes(Pause)
		r, ok := watch.Next()
		if !ok {
			t.Fatalf("%s ann sees nothing", when)
		}
		first := r.Racers[0]
		if first.Moves != moves || first.Table != table || r.Late != late || r.Over != over || r.Me == first.ID {
			t.Errorf("%s ann sees %+v", when, r)
		}
	}
	bob.Table.Show(&arcade.Scene{Event: arcade.RaceEvent(code), Moves: 3})
	sees("when bob has moved", 3, 2, false, false)
	bob.Table.Show(nil)
	sees("when bob is away", 3, 0, false, false)
	a.passes(time.Minute - 3*Pause)
	a.passes(Pause)
	sees("at the limit", 3, 0, true, false)
	if err := a.CheckStart(racer, game.Info().ID, code); !errors.Is(err, data.ErrOver) {
		t.Errorf("after the limit a round begins: %v", err)
	}
	a.passes(Grace)
	sees("at the end", 0, 0, true, true) // the store has no move of bob's
	if _, ok := watch.Next(); ok || a.runs(code) {
		t.Error("the race goes on after its end")
	}
}

// An end that cannot be stored, or panics, is stored later, by this server or the next.
func TestAnEndIsTriedAgain(t *testing.T) {
	fails := func() error { return errors.New("the disk is gone") }
	for name, onEnd := range map[string]func() error{"fails": fails, "panics": func() error { panic("at the end") }} {
		a := newTestArcade(t)
		ann := a.enters(1)
		code := a.opens(ann)
		a.starts(ann, code)
		a.onEnd = onEnd
		a.passes(time.Minute + Grace)
		if !a.runs(code) || (len(a.panics) > 0) != (name == "panics") {
			t.Errorf("%s: the race is over, or %v was recovered from", name, a.panics)
		}
		a.onEnd = func() error { return nil }
		a.Close()
		a.passes(2 * Retry)
		if !a.runs(code) {
			t.Errorf("%s: a closed Registry ends the race", name)
		}
		a.restart()
		a.passes(Grace)
		if a.runs(code) {
			t.Errorf("%s: the next Registry does not end the race", name)
		}
	}
}

// Reload forgets a race that nobody has started and the store no longer has.
func TestReloadForgets(t *testing.T) {
	a := newTestArcade(t)
	ann, bob := a.enters(1), a.enters(2)
	left, stays := a.opens(ann), a.opens(bob)
	watch, err := ann.Follow(t.Context(), left)
	if err != nil {
		t.Fatal(err)
	}
	if err := ann.Racer.LeaveRace(left, ann.now()); err != nil {
		t.Fatal(err)
	}
	if err := a.Reload(); err != nil {
		t.Fatal(err)
	}
	if last, ok := watch.Next(); !ok || last.Index() >= 0 {
		t.Errorf("the last of the race is %+v, %t", last, ok)
	}
	if _, ok := watch.Next(); ok || a.runs(left) || !a.runs(stays) {
		t.Error("the race that is gone goes on, or the other does not")
	}
}
