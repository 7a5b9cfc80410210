package tui_test

import (
	"testing"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// TestNothingOpensOverAScreenThatMakesWay checks that a key which opens a page while the
// store is being asked does not cancel the effect of the key before it.
func TestNothingOpensOverAScreenThatMakesWay(t *testing.T) {
	for _, key := range []string{"?", "S", "f1", "H", "e"} {
		for _, c := range []struct {
			name  string
			begin func(r *tuitest.Robot)
			press string
			sees  string
		}{
			{"a visit", func(*tuitest.Robot) {}, "enter", "points 0/27"},
			{"leaving", func(r *tuitest.Robot) {
				r.Press("enter")
				play(r, line(t, catalog.All()[hop45], "R1", 2)...)
			}, "q", "open at move 2"},
			{"taking over", func(r *tuitest.Robot) { r.Press("H", "enter") }, "p", "practice R1"},
		} {
			t.Run(key+" during "+c.name, func(t *testing.T) {
				store := &tuitest.Store{}
				addResult(store, arcade.Result{Record: recordOf(t, luckySeven, 5), Class: arcade.Counted})
				r := tuitest.New(t, store, catalog.All())
				c.begin(r)
				store.Asked = func() {
					store.Asked = nil
					r.Press(key)
				}
				r.Press(c.press)
				r.Sees(c.sees)
			})
		}
	}
}

// TestALateVisitTakesNothingOver checks that a session whose connection dropped while the
// store was slow does not take the game from the session that has it by then.
func TestALateVisitTakesNothingOver(t *testing.T) {
	store := &tuitest.Store{}
	words := line(t, catalog.All()[hop45], "R1", 3)
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	play(r, words[0])
	r.Press("q")
	dropped := tuitest.New(t, store, catalog.All())
	dropped.HoldCommands()
	dropped.Press("enter")
	if err := dropped.App.Close(); err != nil {
		t.Fatal(err)
	}
	r.Press("enter")
	play(r, words[1])
	dropped.ReleaseCommands()
	play(r, words[2])
	r.Sees("moves 3 ")
	if got := store.Open["boardwalk/hop-45"]; len(got.Record.Moves) != 3 {
		t.Errorf("the store has %+v", got)
	}
}

func TestAReplayPausesUnderAPage(t *testing.T) {
	for _, key := range []string{"?", "S"} {
		r := atReplay(t, recordOf(t, luckySeven, 5))
		r.Press("space")
		r.Tick()
		r.Press(key)
		for range 3 {
			r.Tick()
		}
		r.Press("esc")
		r.Sees("move 1 of 5", "space stop")
		if len(r.Ticks) != 1 {
			t.Errorf("under %s: %d steps are awaited, want 1", key, len(r.Ticks))
		}
		r.Tick()
		r.Sees("move 2 of 5")
	}
}
