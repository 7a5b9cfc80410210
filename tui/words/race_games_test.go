package words_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// A started is races that begin as soon as they are started.
type started struct {
	liveRaces
	now func() time.Time
}

type races = tuitest.Races

func (r started) Start(code string) error {
	r.List[0].Begins = r.now()
	return r.races.Start(code)
}

// steady returns an env whose clock advances a tenth of a second whenever it is read, so
// that the longest game fits the limit of a race.
func steady(store *tuitest.Store) session.Ports {
	e, now := env(store), time.UnixMilli(1_700_000_000_000)
	e.Now = func() time.Time { now = now.Add(100 * time.Millisecond); return now }
	store.Events, store.Races = &tuitest.Events{}, &tuitest.Races{}
	withEvents(store, &e)
	e.Races = started{liveRaces{races: store.Races}, e.Now}
	return e
}

// lines returns the moves of a deal to its end, as they are typed.
func lines(t *testing.T, g engine.Game, code engine.Code) []string {
	t.Helper()
	r, typed := engine.NewRound(g, code), []string(nil)
	for !r.State().Over() {
		m := r.State().Moves()[0]
		if err := r.Play(m); err != nil {
			t.Fatal(err)
		}
		typed = append(typed, m.String())
	}
	return typed
}

// Every game can be raced, and its daily played, by typed lines alone, even a game whose
// ID is the name of another game.
func TestEveryGameIsPlayedByTypedLines(t *testing.T) {
	for i, g := range catalog.All() {
		info := g.Info()
		for name, c := range map[string]struct {
			begin []string
			event arcade.Event
			code  engine.Code
		}{
			"race by number": {
				[]string{fmt.Sprintf("race %d", i+1), "yes", "race start", "yes", "race play"}, arcade.RaceEvent("K7Q2M9"), tuitest.RaceCode("K7Q2M9"),
			},
			"race by name": {[]string{"race " + info.Name, "race start", "yes", "race play"}, arcade.RaceEvent("K7Q2M9"), tuitest.RaceCode("K7Q2M9")},
			"daily":        {[]string{"daily " + info.Name, "y"}, arcade.DailyEvent("2023-11-14"), tuitest.DailyCode(info.ID, "2023-11-14")},
		} {
			t.Run(info.ID+" "+name, func(t *testing.T) {
				store := &tuitest.Store{}
				moves := lines(t, g, c.code)
				first, err := engine.ParseMove(moves[0])
				if err != nil {
					t.Fatal(err)
				}
				script := slices.Concat(c.begin, typed(g.Deal(c.code), first), moves[1:], []string{"leave"})
				got := talk(t, steady(store), script...)
				if len(store.Results) != 1 {
					t.Fatalf("the history has %d results:\n%s", len(store.Results), got)
				}
				r := store.Results[0]
				if r.Record.Game != info.ID || r.Event != c.event || len(r.Record.Moves) != len(moves) || r.Class != arcade.Counted {
					t.Errorf("it is stored as %+v", r)
				}
			})
		}
	}
}
