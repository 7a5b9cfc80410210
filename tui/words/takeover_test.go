package words_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// Hop 45, deal R1, typed: the last line turns up the Six of Diamonds.
var takeoverLine = strings.Fields("c1d4 b1b4 d1e4 e3e4 d3d4 b3b4 b3c4 b1a4 b1b2 c3b4")

// A hookedStore is a store in which something happens before the save of a number of
// moves.
type hookedStore struct {
	tuitest.Store
	at      int
	happens func(*tuitest.Store)
}

func (s *hookedStore) Save(saved arcade.Saved, prev arcade.Rev) (arcade.Rev, error) {
	if len(saved.Record.Moves) == s.at && s.happens != nil {
		happens := s.happens
		s.happens = nil
		happens(&s.Store)
	}
	return s.Store.Save(saved, prev)
}

// Nothing that a player can type reveals what a refused move has turned up, however fast
// the moves came: the session has lost the round.
func TestALostSessionTellsNoCard(t *testing.T) {
	for name, c := range map[string]struct {
		happens func(*tuitest.Store)
		says    string
	}{
		"another session": {func(s *tuitest.Store) {
			saved, rev, err := s.Saved("boardwalk/hop-45")
			if err == nil {
				_, err = s.Finish(saved.Result(saved.Score, 1), rev)
			}
			if err != nil {
				t.Fatal(err)
			}
		}, "This game has ended in your other window: leave leaves it."},
		"a refusal": {func(s *tuitest.Store) { s.Refusal = errors.New("the day is over") },
			"This game cannot be saved, and ends here: The day is over. leave leaves it."},
	} {
		t.Run(name, func(t *testing.T) {
			store := &hookedStore{at: len(takeoverLine), happens: c.happens}
			e := env(store, "R1")
			spectators := &tuitest.Spectators{}
			e.Spectators = spectators
			script := append([]string{"play 1"}, takeoverLine...)
			script = append(script, "look", "pile c3", "moves", "score", "undo", "redo", "restart", "hint", "finish", "time", "look", "leave")
			got := talk(t, e, script...)
			sees(t, got, c.says, "9 of 27 points, 9 moves")
			_, after, _ := strings.Cut(got, "> c3b4")
			for _, secret := range []string{"Six of Diamonds", "10 of 27 points", "10 moves"} {
				if strings.Contains(after, secret) {
					t.Errorf("%q is told:\n%s", secret, after)
				}
			}
			for _, scene := range spectators.Shown {
				if scene != nil && scene.Moves > 9 {
					t.Errorf("others see %+v", scene)
				}
			}
		})
	}
}

// What another window has played is told with the next move, which then is none, and the session plays
// on from there.
func TestASessionGoesOnFromAnother(t *testing.T) {
	other := func(s *tuitest.Store) {
		saved, rev, err := s.Saved("boardwalk/hop-45")
		if err == nil {
			saved.Record.Moves = append(slices.Clone(saved.Record.Moves), move(t, takeoverLine[2]))
			saved.Tally.Timed++
			_, err = s.Save(saved, rev)
		}
		if err != nil {
			t.Error(err)
		}
	}
	store := &hookedStore{at: 3, happens: other}
	got := talk(t, env(store, "R1"), "play 1", takeoverLine[0], takeoverLine[1], takeoverLine[2], takeoverLine[3], "undo", "yes", "score")
	sees(t, got, "Played in your other window: ", "Taken back: ", "3 moves, 1 taken back.")
	if n := len(store.Open["boardwalk/hop-45"].Record.Moves); n != 3 {
		t.Errorf("the store has %d moves:\n%s", n, got)
	}
}

func move(t *testing.T, text string) engine.Move {
	t.Helper()
	m, err := engine.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// In a race there is no help in words either, and the player is told so before.
func TestNoHelpInARaceInWords(t *testing.T) {
	store := &tuitest.Store{}
	e := racing(store, true)
	e.Races = started{liveRaces{races: store.Races}, e.Now}
	sees(t, talk(t, e, "race hop 45"), "No hints, and no undo past a turned-up card.")
	store.Races.List = store.Races.List[1:]
	sees(t, talk(t, e, "race abcdef"), "No hints, and no undo past a turned-up card.")
	store.Races.List = store.Races.List[1:]
	store.Races.List[0].Racers[1].Assisted = true
	sees(t, talk(t, e, "race"), "1: ann, assisted, 3 of 27 points, 4 moves.")
	first := catalog.All()[0].Deal(tuitest.RaceCode("K7Q2M9")).Moves()[0].String()
	got := talk(t, e, "race play", "hint", first, first, "undo", "restart", "score", "finish", "yes") // a newcomer's first move is asked for twice
	sees(t, got, "There are no hints in a race", "a move that turned up a card stays",
		"cannot be restarted once a card has been turned up", "1 move, 0 taken back. This game counts for race K7Q2M9.")
	if strings.Contains(got, "hint suggests") {
		t.Errorf("a hint is offered:\n%s", got)
	}
	if r := store.Results[0]; r.Class != arcade.Counted || r.Tally.Hints+r.Tally.Peeks != 0 {
		t.Errorf("it is stored as %+v", r)
	}
}
