package tui_test

import (
	"fmt"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// searchRecorder is a game that records each search for what is left to gain.
type searchRecorder struct {
	engine.Game
	searches *[]string // the positions searched
}

func (g searchRecorder) Deal(c engine.Code) engine.State {
	return searchRecorderState{g.Game.Deal(c), g.searches}
}

type searchRecorderState struct {
	engine.State
	searches *[]string
}

// DeadEnd implements engine.DeadEnder.
func (s searchRecorderState) DeadEnd() (dead, known bool) {
	*s.searches = append(*s.searches, fmt.Sprint(s.Position()))
	return len(*s.searches) > 1, true
}

func (s searchRecorderState) Play(m engine.Move) (engine.State, error) {
	next, err := s.State.Play(m)
	return searchRecorderState{next, s.searches}, err
}

// Keys come faster than searches end: only one search runs at a time, and the last one is
// for the current position.
//
//abuse:case 3
func TestOneSearchAtATime(t *testing.T) {
	var searches []string
	games := catalog.All()
	g := searchRecorder{games[hop45], &searches}
	r := tuitest.New(t, &tuitest.Store{}, engine.Catalog{g})
	r.Press("enter")
	play(r, line(t, games[hop45], "R1", 2)...)
	r.Press("u", "y") // an assisted round shows all at once, and no key waits for a save
	searches = nil
	r.HoldCommands()
	for range 20 {
		r.Press("U", "u")
	}
	r.ReleaseCommands()
	if len(searches) != 2 || searches[0] == searches[1] {
		t.Errorf("%d searches: %q", len(searches), searches)
	}
	r.Sees("The moves left can't gain a point")
}

// The end of a round can be taken back and reached again as often as keys come. The
// history is read only once for it.
//
//abuse:case 3
func TestTheHistoryIsReadOnceARound(t *testing.T) {
	store := &tuitest.Store{}
	g := catalog.All()[hop45]
	r := tuitest.New(t, store, catalog.All())
	reads := 0
	r.Press("enter")
	play(r, over(t, g, "R1")...)
	r.Press("g", "y", "n")
	play(r, over(t, g, "R2")...)
	rest(r)
	r.Sees("of 2")
	store.Reading = func() { reads++ }
	for range 10 {
		r.Press("u", "U")
	}
	rest(r)
	r.Sees("of 2")
	if reads > 0 {
		t.Errorf("the history was read %d times more", reads)
	}
}
