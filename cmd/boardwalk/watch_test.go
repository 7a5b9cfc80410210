package main

import (
	"strings"
	"testing"

	"boardwalk/tui/tuitest"
)

// TestAGameIsWatchedOverSSH: bob sees each move of ann's game as she makes it,
// and ann that he watches.
func TestAGameIsWatchedOverSSH(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	ann, bob := newPlayer(t, "ann"), newPlayer(t, "bob")
	r := perfectGame(t)
	plays := sit(t, ann.connect(a), r)
	plays.typeMove(r.Moves[0])

	looks := bob.connect(a)
	looks.await("Boardwalk Arcade")
	looks.press("w")
	looks.await("Somebody", "Hop 45", "1/27")
	looks.press(enter)
	looks.await("Somebody plays Hop 45", "moves 1", "stop watching")
	plays.await("1 watching")
	for _, m := range r.Moves[1:] {
		plays.typeMove(m)
	}
	plays.await("A perfect game: 27 of 27 points.")
	looks.await("moves 28", "points 27/27", "A perfect game: 27 of 27 points.")
	plays.press("q")
	looks.await("A perfect game: 27 of 27 points. Another game would show here.")

	plays.await("Boardwalk Arcade")
	plays.press(enter)
	plays.await("moves 0", "1 watching")
	looks.await("Somebody plays Hop 45", "moves 0")
	plays.hangUp()
	looks.await("Somebody has left the table. Another game would show here.")
	looks.press("q")
	looks.await("There is no table to watch")

	again := ann.connect(a)
	again.await("Boardwalk Arcade")
	again.press(enter)
	again.await("moves 0")
	looks.await("Somebody", "0/27")
	looks.press(enter)
	looks.await("Somebody plays Hop 45", "moves 0")
	again.await("1 watching")
	looks.hangUp()
	again.until("nobody watches", func(term *tuitest.Terminal) bool { return !strings.Contains(term.Screen(), "watching") })
	sound(t, a)
}
