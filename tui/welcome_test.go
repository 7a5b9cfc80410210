package tui_test

import (
	"errors"
	"strings"
	"testing"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

func TestANewcomerIsWelcomed(t *testing.T) {
	for _, size := range sizes {
		r := tuitest.New(t, &tuitest.Store{}, catalog.All())
		r.Resize(size[0], size[1])
		r.Sees("> Hop 45", "Enter  plays Hop 45", "L      teaches it", ", on 6 boards", "?      lists all keys; q leaves")
		r.Press("down")
		r.Sees("Enter  plays Boardwalk Hopscotch")
		r.Press("home")
		r.Press(toGame(t, "chessboard")...)
		r.Sees("Enter  plays Chessboard", "L      tells its rules")
		r.Press("/", "z", "z")
		r.Sees("No game is called that.")
	}
}

// TestWhoHasBegunIsNotWelcomed checks players with an open game, with a game of any class
// in the history, or with a lesson done; and a history that cannot be read.
func TestWhoHasBegunIsNotWelcomed(t *testing.T) {
	begun := &tuitest.Store{}
	r := tuitest.New(t, begun, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 1)...)
	r.Press("q")
	done := &tuitest.Store{}
	addResult(done, arcade.Result{Record: recordOf(t, luckySeven, 3), Class: arcade.Practice})
	for name, store := range map[string]*tuitest.Store{
		"open": begun, "finished": done, "learned": {SettingsJSON: []byte(`{"learned":["Boardwalk/Live play"]}`)}, "unknown": {Unavailable: errors.New("the disk is gone")},
	} {
		t.Run(name, func(t *testing.T) {
			if screen := tuitest.New(t, store, catalog.All()).Screen(); strings.Contains(screen, "plays Hop 45") {
				t.Errorf("a welcome:\n%s", screen)
			}
		})
	}
}

// TestTheFirstGameIsCoached checks that the first game is coached, and the second is not.
func TestTheFirstGameIsCoached(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter")
	r.Sees("Your first game: Enter on a card, on a lit place, then to play. x hints.")
	words := line(t, catalog.All()[hop45], "R1", 4)
	for i, want := range []string{"u takes a move back", "m lights every card that can move", "F1 has the rules. q leaves"} {
		play(r, words[i])
		r.Sees(want)
	}
	play(r, words[3])
	if strings.Contains(r.Screen(), "F1 has the rules.") {
		t.Error("the coaching does not end")
	}
	r.Press("g", "y", "n")
	r.Sees("Enter marks a card; F1 has the rules.")
	r.Press("q", "enter")
	r.Sees("Enter marks a card; F1 has the rules.")
}

// TestLessonsLeadToTheGame goes from the lobby through every lesson to the table.
func TestLessonsLeadToTheGame(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("L", "enter")
	said(t, r, lessonsOf(t, "boardwalk/hop-45")[0].Steps[0].Say)
	r.Press("enter", "enter")
	said(t, r, "Play the 8♠ from a1 to c4. Enter on the card, Enter on the place.")
	r.Press("r")
	for _, l := range lessonsOf(t, "boardwalk/hop-45") {
		playThrough(t, r, l)
		r.Press("enter")
	}
	r.Sees("Hop 45  ", "Your first game:", "q lobby")
	r.Press("q")
	r.Sees("Boardwalk Arcade", "> Hop 45")
	r.Press("L", "p")
	r.Sees("Your first game:")
}
