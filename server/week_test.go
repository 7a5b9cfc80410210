package server

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/hint"
)

// A madeDesign is a design whose game has only a name.
type madeDesign struct {
	engine.Design
	name string
}

func (d madeDesign) Title() string { return d.name }
func (d madeDesign) Code() string  { return "BW1-" + d.name }
func (d madeDesign) Text() string  { return d.name }
func (d madeDesign) Game(name string) (engine.Game, error) {
	return madeGame{fakeGame{engine.Info{ID: "custom/" + d.name, Version: 1, Name: name}}, d}, nil
}

// A madeGame is a game that somebody made up.
type madeGame struct {
	fakeGame
	design madeDesign
}

func (g madeGame) Design() engine.Design { return g.design }
func (g madeGame) Named(name string) engine.MadeUp {
	g.info.Name = name
	return g
}

// A madeFamily knows nothing but its name.
type madeFamily struct{ engine.Family }

func (madeFamily) Name() string                            { return "Made" }
func (madeFamily) ParseCode(string) (engine.Design, error) { return nil, engine.ErrNoCode }

// weekly returns a week that choose chooses by a clock, and its log.
func weekly(t *testing.T, clock *watch, choose WeekChooser) (*Week, *lockedBuffer) {
	t.Helper()
	log := new(lockedBuffer)
	w := NewWeek([]engine.Family{madeFamily{}}, choose, nil, clock.time, slog.New(slog.NewTextHandler(log, nil)))
	t.Cleanup(w.Close)
	return w, log
}

// The variation of the week is chosen once, for all who ask; who gives up waiting does not
// end the choice, and the next week has another.
func TestAWeekIsChosenOnce(t *testing.T) {
	t.Parallel()
	clock := newWatch(time.Date(2026, 11, 29, 23, 0, 0, 0, time.UTC)) // a Sunday
	var chosen atomic.Int32
	chooses := make(chan struct{})
	w, log := weekly(t, clock, func(ctx context.Context, _ chan struct{}, f engine.Family, week string) (engine.Design, hint.Estimate, error) {
		chosen.Add(1)
		<-chooses
		return madeDesign{name: week}, hint.Estimate{Edition: hint.Edition, Deals: 50, Won: 17}, ctx.Err()
	})
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, _, err := w.Game(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("who gives up reads %v", err)
	}
	const askers = 20
	got := make(chan string, askers)
	for range askers {
		go func() {
			g, e, err := w.Game(t.Context())
			if err != nil || e.Won != 17 {
				t.Errorf("Game = %+v, %v", e, err)
				got <- ""
				return
			}
			got <- g.Info().ID
		}()
	}
	close(chooses)
	for range askers {
		if id := receive(t, got, "the variation of the week"); id != "custom/2026-W48" {
			t.Errorf("the week has %q", id)
		}
	}
	if n := chosen.Load(); n != 1 {
		t.Errorf("it was chosen %d times", n)
	}
	clock.passes(2 * time.Hour)
	if g, _, err := w.Game(t.Context()); err != nil || g.Info().ID != "custom/2026-W49" {
		t.Errorf("the next week has %v, %v", g, err)
	}
	for _, week := range []string{"2026-W48", "2026-W49"} {
		if n := strings.Count(log.String(), "msg=\"variation of the week\" week="+week); n != 1 {
			t.Errorf("the log names %s %d times:\n%s", week, n, log)
		}
	}
}

// A server chooses the variation of the week even if nobody asks, and none once it is
// closed.
func TestAWeekIsChosenUnasked(t *testing.T) {
	t.Parallel()
	chosen := make(chan string, 2)
	w, _ := weekly(t, newWatch(noon), func(_ context.Context, _ chan struct{}, _ engine.Family, week string) (engine.Design, hint.Estimate, error) {
		chosen <- week
		return madeDesign{name: week}, hint.Estimate{}, nil
	})
	closed, _ := weekly(t, newWatch(noon), func(context.Context, chan struct{}, engine.Family, string) (engine.Design, hint.Estimate, error) {
		panic("chosen after the end")
	})
	closed.Close()
	closed.everyWeek()
	if closed.latest != nil {
		t.Error("a choice begins after the end")
	}
	w.everyWeek()
	w.everyWeek() // an hour later
	week := receive(t, chosen, "the choice")
	if g, _, err := w.Game(t.Context()); err != nil || g.Info().Name != week {
		t.Errorf("the week has %v, %v", g, err)
	}
	if len(chosen) > 0 {
		t.Error("the same week is chosen twice")
	}
}

// A choice that is under way ends with the server, and one that fails or panics is told to
// the host and asked for no more.
func TestAWeekThatCannotBeChosen(t *testing.T) {
	t.Parallel()
	clock := newWatch(noon)
	waits, _ := weekly(t, clock, func(ctx context.Context, _ chan struct{}, f engine.Family, week string) (engine.Design, hint.Estimate, error) {
		<-ctx.Done()
		return nil, hint.Estimate{}, ctx.Err()
	})
	waits.begin()
	waits.Close()
	if _, _, err := waits.Game(t.Context()); !errors.Is(err, errWeekClosing) {
		t.Errorf("at the end of the server it is %v", err)
	}
	tries := 0
	for name, choose := range map[string]WeekChooser{
		"panics": func(context.Context, chan struct{}, engine.Family, string) (engine.Design, hint.Estimate, error) {
			tries++
			panic("in the choice")
		},
		"fails": func(context.Context, chan struct{}, engine.Family, string) (engine.Design, hint.Estimate, error) {
			tries++
			return nil, hint.Estimate{}, errors.New("no such thing")
		},
	} {
		tries = 0
		w, log := weekly(t, clock, choose)
		for range 3 {
			if _, _, err := w.Game(t.Context()); !errors.Is(err, errWeekFailed) {
				t.Errorf("one that %s: %v", name, err)
			}
		}
		if tries != 1 || !strings.Contains(log.String(), "level=ERROR") {
			t.Errorf("one that %s was tried %d times:\n%s", name, tries, log)
		}
	}
	none := NewWeek([]engine.Family{madeFamily{}}, nil, nil, clock.time, nil)
	if _, _, err := none.Game(t.Context()); !errors.Is(err, errNoWeek) {
		t.Errorf("without a chooser it is %v", err)
	}
}

// A session waits for the variation of the week, and its client leaves. The session must
// not stay for as long as the choice takes.
func TestNobodyWaitsForAWeekWhoHasLeft(t *testing.T) {
	t.Parallel()
	a := open(t, func(c *Config) {
		c.Games.Families = []engine.Family{madeFamily{}}
		c.Weekly = func(ctx context.Context, _ chan struct{}, _ engine.Family, _ string) (engine.Design, hint.Estimate, error) {
			<-ctx.Done()
			return nil, hint.Estimate{}, ctx.Err()
		}
	})
	client := a.dial(t, "ann")
	waits := make(chan error)
	workshop := a.play(t, client).app.env.Workshop
	go func() {
		_, err := workshop.Week(context.Background())
		waits <- err
	}()
	client.Close()
	if err := receive(t, waits, "the end of the wait"); !errors.Is(err, context.Canceled) {
		t.Errorf("Week = %v", err)
	}
}
