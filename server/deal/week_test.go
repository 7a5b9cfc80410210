package deal

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/engine/search"
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
	return madeGame{design: d, info: engine.Info{ID: "custom/" + d.name, Version: 1, Name: name}}, nil
}

// A madeGame is a game that somebody made up.
type madeGame struct {
	engine.Game
	design madeDesign
	info   engine.Info
}

func (g madeGame) Info() engine.Info     { return g.info }
func (g madeGame) Design() engine.Design { return g.design }
func (g madeGame) Named(name string) engine.MadeUp {
	g.info.Name = name
	return g
}

// A madeFamily has no designs but those that a test chooses.
type madeFamily struct{ engine.Family }

// weekly returns a week that choose chooses, and its log.
func weekly(t *testing.T, choose WeekChooser) (*Week, *bytes.Buffer) {
	t.Helper()
	log := new(bytes.Buffer)
	w := NewWeek(Config{Log: slog.New(slog.NewTextHandler(log, nil))}, []engine.Family{madeFamily{}}, choose, time.Now)
	t.Cleanup(w.Close)
	return w, log
}

// The variation of the week is chosen once, for all who ask; who gives up waiting does not
// end the choice, and the next week has another.
func TestAWeekIsChosenOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 11, 29, 23, 0, 0, 0, time.UTC))) // a Sunday
		chosen := 0
		chooses := make(chan struct{})
		w, log := weekly(t, func(ctx context.Context, _ search.Places, f engine.Family, week string) (engine.Design, hint.Estimate, error) {
			chosen++
			<-chooses
			return madeDesign{name: week}, hint.Estimate{Edition: hint.Edition, Deals: 50, Won: 17}, ctx.Err()
		})
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, err := w.Game(gone); !errors.Is(err, context.Canceled) {
			t.Errorf("who gives up reads %v", err)
		}
		const askers = 20
		got := make(chan string, askers)
		for range askers {
			go func() {
				g, err := w.Game(t.Context())
				if e := w.Estimate("custom/2026-W48"); err != nil || e.Won != 17 || w.Estimate("custom/2026-W47").Deals > 0 {
					t.Errorf("Estimate = %+v, %v", e, err)
					got <- ""
					return
				}
				got <- g.Info().ID
			}()
		}
		if e := w.Estimate("custom/2026-W48"); e.Deals > 0 {
			t.Errorf("before the choice there is an estimate: %+v", e)
		}
		close(chooses)
		for range askers {
			if id := <-got; id != "custom/2026-W48" {
				t.Errorf("the week has %q", id)
			}
		}
		if chosen != 1 {
			t.Errorf("it was chosen %d times", chosen)
		}
		time.Sleep(2 * time.Hour)
		if g, err := w.Game(t.Context()); err != nil || g.Info().ID != "custom/2026-W49" {
			t.Errorf("the next week has %v, %v", g, err)
		}
		for _, week := range []string{"2026-W48", "2026-W49"} {
			if n := strings.Count(log.String(), "msg=\"variation of the week\" week="+week); n != 1 {
				t.Errorf("the log names %s %d times:\n%s", week, n, log)
			}
		}
	})
}

// While a player waits for the choice, its search takes its turn as a player's does.
func TestAWeekThatIsWaitedForTakesTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var payer search.Payer
		chooses := make(chan struct{})
		w, _ := weekly(t, func(_ context.Context, p search.Places, _ engine.Family, week string) (engine.Design, hint.Estimate, error) {
			payer = p.Payer
			<-chooses
			return madeDesign{name: week}, hint.Estimate{}, nil
		})
		w.Every()
		synctest.Wait()
		if !payer.Spent() {
			t.Error("nobody waits, and the search takes turns")
		}
		waits, leave := context.WithCancel(t.Context())
		go func() { _, _ = w.Game(waits) }()
		synctest.Wait()
		if payer.Spent() {
			t.Error("a player waits, and the search takes no turn")
		}
		leave()
		synctest.Wait()
		if !payer.Spent() {
			t.Error("the player has left, and the search takes turns")
		}
		close(chooses)
	})
}

// A server chooses the variation of the week even if nobody asks, and none once it is
// closed.
func TestAWeekIsChosenUnasked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chosen := make(chan string, 2)
		w, _ := weekly(t, func(_ context.Context, _ search.Places, _ engine.Family, week string) (engine.Design, hint.Estimate, error) {
			chosen <- week
			return madeDesign{name: week}, hint.Estimate{}, nil
		})
		closed, _ := weekly(t, func(context.Context, search.Places, engine.Family, string) (engine.Design, hint.Estimate, error) {
			panic("chosen after the end")
		})
		closed.Close()
		closed.Every()
		if closed.latest != nil {
			t.Error("a choice begins after the end")
		}
		w.Every()
		time.Sleep(weekEvery + time.Minute)
		week := <-chosen
		if g, err := w.Game(t.Context()); err != nil || g.Info().Name != week {
			t.Errorf("the week has %v, %v", g, err)
		}
		if len(chosen) > 0 {
			t.Error("the same week is chosen twice")
		}
	})
}

// A choice that is under way ends with the server, and one that fails or panics is told to
// the host and asked for no more.
func TestAWeekThatCannotBeChosen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		waits, _ := weekly(t, func(ctx context.Context, _ search.Places, f engine.Family, week string) (engine.Design, hint.Estimate, error) {
			<-ctx.Done()
			return nil, hint.Estimate{}, ctx.Err()
		})
		waits.begin()
		waits.Close()
		if _, err := waits.Game(t.Context()); !errors.Is(err, ErrClosing) {
			t.Errorf("at the end of the server it is %v", err)
		}
		tries := 0
		for name, choose := range map[string]WeekChooser{
			"panics": func(context.Context, search.Places, engine.Family, string) (engine.Design, hint.Estimate, error) {
				tries++
				panic("in the choice")
			},
			"fails": func(context.Context, search.Places, engine.Family, string) (engine.Design, hint.Estimate, error) {
				tries++
				return nil, hint.Estimate{}, errors.New("no such thing")
			},
		} {
			tries = 0
			w, log := weekly(t, choose)
			for range 3 {
				if _, err := w.Game(t.Context()); !errors.Is(err, ErrWeekFailed) {
					t.Errorf("one that %s: %v", name, err)
				}
			}
			if tries != 1 || !strings.Contains(log.String(), "level=ERROR") {
				t.Errorf("one that %s was tried %d times:\n%s", name, tries, log)
			}
		}
		none := NewWeek(Config{}, []engine.Family{madeFamily{}}, nil, time.Now)
		if _, err := none.Game(t.Context()); !errors.Is(err, ErrNoWeek) {
			t.Errorf("without a chooser it is %v", err)
		}
	})
}
