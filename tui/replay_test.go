package tui_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// recordOf returns a record of the i-th game's deal R1 of n moves, after which the game
// goes on: the first line of play it finds.
func recordOf(t *testing.T, i, n int) engine.Record {
	t.Helper()
	g := catalog.All()[i]
	r := engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: "R1"}
	for try := range 100 {
		if moves, on := walk(t, g.Deal(r.Code), n, try); on {
			r.Moves = moves
			return r
		}
	}
	t.Fatalf("%s has no line of %d moves that goes on", r, n)
	return r
}

// walk plays n moves, including routine ones, or as many as there are. It reports whether
// the game goes on after them.
func walk(t *testing.T, s engine.State, n, try int) (moves []engine.Move, on bool) {
	t.Helper()
	for ; n > 0 && !s.Over(); n-- {
		legal := s.Moves()
		m := legal[(try+5*n)%len(legal)]
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		moves, s = append(moves, m), next
	}
	return moves, !s.Over()
}

// atReplay returns a robot at the replay of a record.
func atReplay(t *testing.T, record engine.Record) *tuitest.Robot {
	t.Helper()
	store := &tuitest.Store{}
	addResult(store, arcade.Result{Record: record, Class: arcade.Counted})
	r := atHistory(t, store)
	r.Press("enter")
	return r
}

const luckySeven = 2

func TestReplayStepsAndEnds(t *testing.T) {
	r := atReplay(t, recordOf(t, luckySeven, 15))
	for _, c := range []struct{ key, sees string }{
		{"left", "move 0 of 15"}, {"right", "move 1 of 15"}, {"enter", "move 2 of 15"}, {"left", "move 1 of 15"},
		{"pgdown", "move 11 of 15"}, {"pgdown", "move 15 of 15"}, {"right", "The end."}, {"pgup", "move 5 of 15"},
		{"end", "move 15 of 15"}, {"home", "move 0 of 15"},
	} {
		r.Press(c.key)
		r.Sees(c.sees)
	}
}

func TestReplayJumps(t *testing.T) {
	r := atReplay(t, recordOf(t, luckySeven, 15))
	r.Type("12")
	r.Sees("Go to move 12_ of 15", "move 0 of 15", "Enter go there")
	r.Press("enter")
	r.Sees("move 12 of 15")
	r.Type("7?")
	r.Press("backspace")
	r.Sees("space run") // nothing is being typed any more
	r.Type("7q")
	r.Sees("move 12 of 15", "space run")
	r.Type("16")
	r.Press("enter")
	r.Sees("The last is move 15", "move 12 of 15")
	r.Press("backspace", "backspace")
	r.Type("0")
	r.Press("enter")
	r.Sees("move 0 of 15")
	r.Type("99999999999999999999")
	r.Press("enter")
	r.Sees("The last is move 15")
}

func TestReplayRunsAtASpeed(t *testing.T) {
	r := atReplay(t, recordOf(t, luckySeven, 5))
	r.Press("space")
	if r.Sees("space stop  left/right step  +/- 1/s"); r.Wait != time.Second {
		t.Errorf("a step takes %v, want a second", r.Wait)
	}
	r.Tick()
	r.Press("+")
	if r.Sees("move 1 of 5", "Speed: 2 moves a second."); r.Wait != time.Second/2 {
		t.Errorf("a faster step takes %v, want half a second", r.Wait)
	}
	r.Tick() // the step of the old speed comes too, and does nothing
	r.Sees("move 2 of 5")
	r.Press("-", "-", "-", "-")
	if r.Sees("space stop  left/right step  +/- 0.25/s"); r.Wait != 4*time.Second {
		t.Errorf("the slowest step takes %v, want four seconds", r.Wait)
	}
	r.Tick()
	for range 3 {
		r.Tick()
	}
	if r.Sees("move 5 of 5", "space run"); len(r.Ticks) != 0 {
		t.Errorf("%d steps are awaited at the end", len(r.Ticks))
	}
	r.Press("+", "+", "+", "+", "+", "space")
	if r.Sees("move 0 of 5", "space stop  left/right step  +/- 4/s"); r.Wait != time.Second/4 {
		t.Errorf("the fastest step takes %v, want a quarter of a second", r.Wait)
	}
	r.Press("space")
	r.Tick()
	r.Sees("move 0 of 5", "space run")
}

func TestAnyKeyStopsAReplay(t *testing.T) {
	for _, key := range []string{"left", "1", "x", "p"} {
		r := atReplay(t, recordOf(t, luckySeven, 5))
		r.Press("space", key)
		r.Press("esc") // ends typing, or goes back
		r.Tick()
		if strings.Contains(r.Screen(), "move 1 of 5") {
			t.Errorf("%s does not stop it", key)
		}
	}
}

func TestTakingOverIsPractice(t *testing.T) {
	for i, g := range catalog.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			record := recordOf(t, i, 5)
			r := atReplay(t, record)
			r.Press("right", "right", "p")
			r.Sees("moves 2 ", "practice R1")
			state := g.Deal("R1")
			for _, m := range record.Moves[:2] {
				next, err := state.Play(m)
				if err != nil {
					t.Fatal(err)
				}
				state = next
			}
			play(r, state.Moves()[0].String())
			saved := r.Store.Open[record.Game]
			if !saved.Chosen || saved.Record.Code != "R1" || len(saved.Record.Moves) < 3 {
				t.Errorf("the store has %+v", saved)
			}
			r.Press("g", "y", "q")
			r.Sees(", replay")
			if got := r.Store.Results; len(got) != 2 || got[1].Class != arcade.Practice {
				t.Errorf("the history has %+v", got)
			}
			r.Press("q")
			r.Sees("2 of 2", "practice")
		})
	}
}

func TestTakingOverSparesAnOpenGame(t *testing.T) {
	record := recordOf(t, luckySeven, 5)
	r := atReplay(t, record)
	open := arcade.Saved{Record: recordOf(t, luckySeven, 3), Millis: 5}
	if _, err := r.Store.Save(open, 0); err != nil {
		t.Fatal(err)
	}
	r.Press("p")
	r.Sees("Your own game of Lucky Seven is open", "move 0 of 5", "y go there  n not now")
	if got := r.Store.Open[record.Game]; len(got.Record.Moves) != 3 || r.Store.Saves != 1 {
		t.Errorf("the open game is %+v", got)
	}
	r.Press("y")
	r.Sees("Lucky Seven", "moves 3 ", "q replay")
	r.Press("q")
	r.Sees("move 0 of 5")
	r.Store.Unavailable = errors.New("the disk is gone")
	r.Press("p")
	r.Sees("The disk is gone.")
}

func TestTakingOverAGameThatIsOver(t *testing.T) {
	g := catalog.All()[hop45]
	record := engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: "R1"}
	for _, w := range over(t, g, "R1") {
		m, err := engine.ParseMove(w)
		if err != nil {
			t.Fatal(err)
		}
		record.Moves = append(record.Moves, m)
	}
	r := atReplay(t, record)
	r.Press("end", "p")
	r.Sees("The game is over here: step back to take it over.")
	r.Press("left", "p")
	r.Sees("practice R1", "u undo")
}

func TestTheRecordIsShownAsText(t *testing.T) {
	record := recordOf(t, luckySeven, 15)
	r := atReplay(t, record)
	r.Press("e")
	text := strings.Join(strings.Fields(r.Screen()), " ")
	if !strings.Contains(text, record.String()) {
		t.Errorf("the page does not have %s:\n%s", record, r.Screen())
	}
	r.Sees("--cast OUT")
	r.Resize(40, 12)
	r.Press("end")
	r.Sees(record.Moves[14].String())
}

func TestTheRecordPageSaysHowToCast(t *testing.T) {
	store := &tuitest.Store{Accounts: &tuitest.Accounts{}} // over ssh
	addResult(store, arcade.Result{Record: recordOf(t, luckySeven, 15), Class: arcade.Counted})
	r := atHistory(t, store)
	r.Press("enter", "e")
	id := store.Results[0].ID
	r.Sees("ssh HOST record "+id+" > game.txt\n", "ssh HOST replay "+id+" --cast > game.cast\n")
}

func TestAReplayOfItsOwn(t *testing.T) {
	record := recordOf(t, luckySeven, 5)
	env := &tui.Env{
		Ports: session.Ports{
			Games: catalog.Library(), Now: func() time.Time { return time.UnixMilli(0) },
		},
		Tick: func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil },
	}
	app, err := tui.NewReplay(env, arcade.Result{Record: record})
	if err != nil {
		t.Fatal(err)
	}
	r := tuitest.Sit(t, app)
	r.Press("right", "A", "T", "S", "q")
	r.Sees("Lucky Seven, replay", "move 1 of 5")
	r.Press("p")
	play(r, record.Moves[1].String())
	r.Sees("moves 2 ")
	r.Press("q")
	r.Sees("move 1 of 5")
	if r.Press("q"); !r.Quit {
		t.Error("leaving the replay does not end the program")
	}

	record.Version = 99
	if _, err := tui.NewReplay(env, arcade.Result{Record: record}); err == nil {
		t.Error("a record of another version is shown")
	}
	record.Game = "custom/none"
	if _, err := tui.NewReplay(env, arcade.Result{Record: record}); err == nil {
		t.Error("a record of an unknown game is shown")
	}
}
