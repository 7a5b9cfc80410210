package port

import (
	"slices"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/puzzle"
	"boardwalk/tui/session"
)

// A game that has ended leaves its puzzle in the player's settings, beside what they have.
func TestAGameLeavesAPuzzle(t *testing.T) {
	ann := open(t, Policy{NewAccounts: 10}).comes(t, "ann", "192.0.2.1")
	if err := ann.SetSettings([]byte(`{"theme":"felt"}`)); err != nil {
		t.Fatal(err)
	}
	p := puzzle.ByGame("boardwalk/hop-45")[380] // whose proof is short: the search rests 199 times as long as it works
	g, _ := catalog.All().Find(p.Game)
	s, err := p.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	wrong := slices.DeleteFunc(s.Moves(), func(m engine.Move) bool { return m == p.Answer[0] })[0]
	lost := p.Record()
	lost.Moves = append(slices.Clip(lost.Moves), wrong)
	states, err := lost.Replay(g)
	if err != nil {
		t.Fatal(err)
	}
	r := arcade.Result{Record: lost, Score: engine.Final(states[len(states)-1]), Class: arcade.Counted, Millis: 60_000, Ended: noon.UnixMilli()}
	if _, err := ann.Finish(r, 0); err != nil {
		t.Fatal(err)
	}
	for {
		text, err := ann.Settings()
		if err != nil {
			t.Fatal(err)
		}
		own := session.ParseSettings(text)
		if len(own.Puzzles.Own) == 0 {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		if try := own.Puzzles.Try(session.OwnPuzzle, "2026-11-28"); try.ID != p.ID || own.Theme != "felt" {
			t.Errorf("the settings are %s", text)
		}
		return
	}
}
