package tui_test

import (
	"fmt"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
	"boardwalk/tui/tuitest"
)

// scenes returns what others see of a number of moves in the i-th game's deal R1: a scene
// of the deal, and one after each move.
func scenes(t *testing.T, i, moves int) (shown []*arcade.Scene) {
	t.Helper()
	store := alone(t)
	r := tuitest.New(t, store, catalog.All())
	for range i {
		r.Press("down")
	}
	r.Press("enter")
	shown = append(shown, store.Spectators.Newest())
	for _, word := range line(t, catalog.All()[i], "R1", moves) {
		play(r, word)
		shown = append(shown, store.Spectators.Newest())
	}
	return shown
}

// faces returns what a screen shows between its heading and the line below the board,
// without the cursor.
func faces(r *tuitest.Robot) string {
	frames := strings.NewReplacer("┏", "╭", "┓", "╮", "┗", "╰", "┛", "╯", "━", "─", "┃", "│", "╌", "─", "╎", "│", "<", "[", ">", "]")
	rows := strings.Split(frames.Replace(r.Screen()), "\n")
	return strings.Join(rows[1:len(rows)-3], "\n")
}

// Spectators see what the player sees, including while a card that was turned up is
// hidden from the player until the move is stored.
func TestWhoWatchesSeesWhatThePlayerSees(t *testing.T) {
	for i, g := range catalog.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			store := alone(t)
			store.SettingsJSON = []byte(`{"motion":false}`)
			addResult(store, arcade.Result{Record: engine.Record{Game: g.Info().ID}, Class: arcade.Practice}) // no newcomer, who is told the aim
			player := tuitest.New(t, store, catalog.All())
			other := tuitest.New(t, amongOthers(t), catalog.All())
			other.Store.Spectators.Live = []arcade.LiveTable{{Number: 1, Player: "ann", Game: g.Info().ID}}
			other.Press("w", "enter")
			for range i {
				player.Press("down")
			}
			player.Press("enter")
			same := func(when string) {
				t.Helper()
				scene := player.Store.Spectators.Newest()
				other.Show(scene)
				if got, want := faces(other), faces(player); got != want {
					t.Fatalf("%s it is\n%s\nand the player sees\n%s", when, got, want)
				}
				player.Sees(fmt.Sprintf("points %d/%d  moves %d", scene.Score.Points, scene.Score.Max, scene.Moves))
				other.Sees(fmt.Sprintf("points %d/%d  moves %d", scene.Score.Points, scene.Score.Max, scene.Moves))
			}
			same("at the deal")
			hidden := 0
			for _, word := range line(t, g, "R1", 9) {
				player.HoldCommands()
				play(player, word)
				before := faces(player)
				same("before " + word + " is stored")
				player.ReleaseCommands()
				if strings.Contains(player.Screen(), "Esc board") {
					player.Press("esc")
				}
				same("after " + word)
				if faces(player) != before {
					hidden++
				}
			}
			player.Press("u")
			same("after a move was taken back")
			if hidden == 0 && g.Info().ID == "boardwalk/hop-45" {
				t.Error("no position was ever hidden")
			}
		})
	}
}

// Others get one scene for each position, even if the position was hidden at first, and
// none for anything that does not change what the player sees.
func TestOthersAreShownWhatChanges(t *testing.T) {
	store := alone(t)
	spectators := store.Spectators
	r := tuitest.New(t, store, catalog.All())
	shows := func(what string, want int) {
		t.Helper()
		if got := len(spectators.Shown); got != want {
			t.Errorf("%s: %d scenes so far, want %d", what, got, want)
		}
	}
	r.Press("down", "up", "?", "esc")
	shows("in the lobby", 0)
	r.Press("enter")
	shows("at the table", 1)
	r.Press("right", "enter", "esc", "m", "?", "esc", "f1", "esc")
	r.Resize(120, 40)
	r.Tick()
	shows("without a move", 1)
	r.Press("home")
	play(r, line(t, catalog.All()[hop45], "R1", 1)...)
	shows("after a move that turns up a card", 2)
	if lastAction := spectators.Newest().LastAction; !strings.HasPrefix(lastAction, "1. ") {
		t.Errorf("the move is told as %q", lastAction)
	}
	r.Press("u", "y")
	if lastAction := spectators.Newest().LastAction; lastAction != "Back to move 0." {
		t.Errorf("taking it back is told as %q", lastAction)
	}
	r.Press("U")
	if lastAction := spectators.Newest().LastAction; lastAction != "Move 1 again." {
		t.Errorf("playing it again is told as %q", lastAction)
	}
	r.Press("q")
	if spectators.Newest() != nil {
		t.Error("a table that was left is still shown")
	}
	before := len(spectators.Shown)
	r.Tick()
	r.Press("down")
	shows("back in the lobby", before)
}

// A round that has ended is shown to its end, and the next one is a new scene.
func TestTheEndIsShown(t *testing.T) {
	store := alone(t)
	spectators := store.Spectators
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 3)...)
	if spectators.Newest().Final {
		t.Fatal("it is final before its end")
	}
	r.Press("g", "y")
	if last := spectators.Newest(); last == nil || !last.Final || last.Score != store.Results[0].Score {
		t.Errorf("the end is %+v, the result %+v", last, store.Results[0].Score)
	}
	n := len(spectators.Shown)
	r.Press("esc", "right")
	if len(spectators.Shown) != n {
		t.Error("more than the end is shown")
	}
	r.Press("n")
	if next := spectators.Newest(); next == nil || next.Final || next.Moves != 0 {
		t.Errorf("the next round is %+v", next)
	}
}

// A table does not show a game that has ended in another session.
func TestAGameThatHasEndedElsewhereIsNotShown(t *testing.T) {
	store := alone(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	words := line(t, catalog.All()[hop45], "R1", 2)
	play(r, words[0])
	saved, rev, err := store.Saved("boardwalk/hop-45")
	if err == nil {
		_, err = store.Finish(saved.Result(saved.Score, 1), rev)
	}
	if err != nil {
		t.Fatal(err)
	}
	play(r, words[1])
	r.Sees("This game has ended in your other window")
	if store.Spectators.Newest() != nil {
		t.Error("it is still shown")
	}
}

// toFew returns moves from a deal to where few cards can move, as typed.
func toFew(t *testing.T, deal engine.State) (words []string) {
	t.Helper()
	for try := range 100 {
		s := deal
		for words = nil; !s.Over() && hint.Few(s) == 0; {
			m := s.Moves()[(try+5*len(words))%len(s.Moves())]
			words = append(words, m.String())
			var err error
			if s, err = s.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if !s.Over() {
			return words
		}
	}
	t.Fatal("there is no line to few cards that can move")
	return nil
}

// Whoever comes to watch, or goes, moves nothing in the first line of a table: what stays there stands where it
// stood, also how many cards can move.
func TestASpectatorMovesNothing(t *testing.T) {
	for _, i := range []int{hop45, 1} { // with a short name, and with a long one
		store := alone(t)
		r := tuitest.New(t, store, catalog.All())
		for range i {
			r.Press("down")
		}
		r.Press("enter")
		for at, words := 0, toFew(t, catalog.All()[i].Deal("R1")); at <= len(words); at++ {
			for _, w := range []int{80, 100, 120} {
				r.Resize(w, 24)
				before := heading(r)
				for _, store.Spectators.Count = range []int{1, 10, 0} {
					r.Resize(w, 24)
					got := heading(r)
					for _, part := range []string{"points", "moves", "can move"} {
						if strings.Index(got, part) != strings.Index(before, part) {
							t.Fatalf("with %d watching the heading is\n%s\nand was\n%s", store.Spectators.Count, got, before)
						}
					}
				}
			}
			if at < len(words) {
				play(r, words[at])
			}
		}
		r.Sees(" can move  ")
	}
}

// The number of spectators appears with the next frame, in words, in a window of any
// size.
func TestThePlayerSeesHowManyWatch(t *testing.T) {
	for i := range catalog.All() {
		store := alone(t)
		r := tuitest.New(t, store, catalog.All())
		for range i {
			r.Press("down")
		}
		r.Press("enter")
		for n, words := range map[int]string{1: "  1 watch", 2: "  2 watch", 1000: "  1000 watch"} {
			store.Spectators.Count = n
			for _, size := range sizes {
				r.Resize(size[0], size[1])
				r.Sees(words, "moves 0")
			}
		}
		store.Spectators.Count = 0
		if strings.Contains(r.Screen(), "watch") {
			t.Errorf("nobody watches:\n%s", r.Screen())
		}
	}
}
