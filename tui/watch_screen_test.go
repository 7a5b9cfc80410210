package tui_test

import (
	"errors"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// However the player leaves the screen, the watch ends; and no watch begins too late.
func TestAWatchEndsWithItsScreen(t *testing.T) {
	for name, leave := range map[string]func(*tuitest.Robot){
		"q":             func(r *tuitest.Robot) { r.Press("q") },
		"Esc":           func(r *tuitest.Robot) { r.Press("esc") },
		"Ctrl-C":        func(r *tuitest.Robot) { r.Press("ctrl+c") },
		"the session":   func(r *tuitest.Robot) { _ = r.App.Close() },
		"below a page":  func(r *tuitest.Robot) { r.Press("?"); _ = r.App.Close() },
		"q under pages": func(r *tuitest.Robot) { r.Press("?", "esc", "f1", "esc", "q") },
	} {
		t.Run(name, func(t *testing.T) {
			r := tuitest.New(t, amongOthers(t), catalog.All())
			watch(t, r, 3)
			w := r.Store.Spectators.Watches[0]
			if w.Number != 5 || w.Life.Err() != nil {
				t.Fatalf("it watches table %d: %v", w.Number, w.Life.Err())
			}
			if leave(r); w.Life.Err() == nil {
				t.Error("the watch goes on")
			}
			if n := len(r.Store.Spectators.Watches); n != 1 {
				t.Errorf("%d watches were begun", n)
			}
		})
	}
	t.Run("late", func(t *testing.T) {
		r := tuitest.New(t, amongOthers(t), catalog.All())
		r.Press("w")
		_, opens := r.App.Update(tuitest.KeyPress(t, "enter"))
		_, begins := r.App.Update(opens())
		if err := r.App.Close(); err != nil {
			t.Fatal(err)
		}
		begins()
		if r.Store.Spectators.Watches[0].Life.Err() == nil {
			t.Error("the watch goes on")
		}
	})
}

// The last scene stays until a key is pressed.
func TestTheLastSceneStays(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(r *tuitest.Robot, last *arcade.Scene)
		says string
	}{
		"finished": {func(r *tuitest.Robot, last *arcade.Scene) {
			final := *last
			final.Final, final.Score.Points = true, 5
			r.Show(&final)
		}, "The game is over: 5 of 27 points. Any key goes back."},
		"won": {func(r *tuitest.Robot, last *arcade.Scene) {
			final := *last
			final.Final, final.Score = true, engine.Score{Points: 25, Max: 27, Won: true}
			r.Show(&final)
		}, "Won: 25 of 27 points."},
		"perfect": {func(r *tuitest.Robot, last *arcade.Scene) {
			final := *last
			final.Final, final.Score = true, engine.Score{Points: 27, Max: 27, Won: true, Perfect: true}
			r.Show(&final)
		}, "A perfect game: 27 of 27 points."},
		"the player has left": {func(r *tuitest.Robot, _ *arcade.Scene) { r.Show(nil) }, "There is no more to see here. Any key goes back."},
	} {
		t.Run(name, func(t *testing.T) {
			r := tuitest.New(t, amongOthers(t), catalog.All())
			watch(t, r, 7)
			if r.App.CanPark() {
				t.Error("a spectator would be sent away for pressing no key")
			}
			before := faces(r)
			c.end(r, scenes(t, hop45, 7)[7])
			r.Sees("ann plays Hop 45", c.says, "q back")
			if faces(r) != before {
				t.Errorf("the board is another:\n%s", r.Screen())
			}
			if !r.App.CanPark() {
				t.Error("it is still watched")
			}
			r.Press("x")
			r.Sees("Watch", "> ann")
		})
	}
}

// A program may play 200 moves a second: not all of them are drawn for all who watch.
func TestAWatchTakesItsTime(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	watch(t, r, 7)
	w := r.Store.Spectators.Watches[0]
	if w.Waiting() || r.Wait != 100*time.Millisecond {
		t.Errorf("it waits for the next scene at once (%v), or after %v", w.Waiting(), r.Wait)
	}
	r.Tick()
	if !w.Waiting() {
		t.Error("it does not wait any more")
	}
}

func TestAGameThatIsOverMayGoOn(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	watch(t, r, 7)
	over := *scenes(t, hop45, 7)[7]
	over.Over = true
	r.Show(&over)
	r.Sees("Nothing is left to play, with ", "q stop watching")
	r.Press("x")
	r.Show(scenes(t, hop45, 6)[6])
	r.Sees("moves 6")
}

func TestATableThatCannotBeWatched(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	r.Press("w")
	r.Store.Spectators.Err = errors.New("this table cannot be watched now")
	r.Press("enter")
	r.Sees("This table cannot be watched now. Any key goes back.")
	r.Press("down")
	r.Sees("> a-nick-of-20-letters")
}

// The player may have begun another game since the list was read.
func TestAnotherGameThanListed(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	r.Press("w", "down", "enter")
	r.Sees("ann plays Hop 45")
	r.Show(scenes(t, luckySeven, 0)[0])
	r.Sees("ann plays Lucky Seven")
	r.Press("f1")
	r.Sees("Lucky Seven")
}

// atWatchScreen returns a robot that watches.
func atWatchScreen(t *testing.T) *tuitest.Robot {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	watch(t, r, 5)
	return r
}

var watchPresses = []press{
	{key: "q", sees: "> ann"},
	{key: "Esc", sees: "> ann"},
	{key: "F1", sees: "Hop 45: the rules"},
	{key: "i", sees: "Hop 45: the rules"},
}
