package tui

import (
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/hint"
)

// lights are what a player has lit on a board to find it with the eye.
type lights struct {
	places     []engine.Place // until the next key
	rank       *engine.Rank   // until Esc
	typingRank bool           // waiting for the letter of a rank
}

// movable lights every card that can move, and says how many.
func (l *lights) movable(s engine.State, says *reply) {
	l.places = hint.Movable(s)
	switch n := len(l.places); n {
	case 0:
		says.say("No card can move.")
	case 1:
		says.say("One card can move.")
	default:
		says.say("%d cards can move.", n)
	}
}

// askRank asks for the rank to light.
func (l *lights) askRank(b engine.Board, says *reply) {
	l.typingRank = true
	says.say("Light a rank: type one of %s. Esc lights none.", strings.Join(ranks(b), " "))
}

// rankKey handles the letter of the rank to light. It waits for another letter if no such
// card is face up.
func (l *lights) rankKey(key string, b engine.Board, says *reply) {
	l.rank = nil
	up := ranks(b)
	rank, err := engine.ParseRank(key)
	switch {
	case key == "esc", key == "enter", key == "ctrl+c":
		l.typingRank = false
		says.say("No rank is lit.")
	case err != nil || !slices.Contains(up, rank.Letter()): // which other ranks the game has is not known
		says.refuse(fmt.Sprintf("No card of that rank is face up: type one of %s. Esc lights none.", strings.Join(up, " ")))
	default:
		l.typingRank, l.rank = false, &rank
		says.say("%s are lit; Esc puts them out.", rank.Plural())
	}
}

// ranks returns the letters of the ranks that a board shows, in order.
func ranks(b engine.Board) []string {
	var found []engine.Rank
	for _, pile := range b.Piles {
		for _, c := range pile.Cards {
			if c.IsUp() {
				found = append(found, c.Rank())
			}
		}
	}
	slices.Sort(found)
	var letters []string
	for _, r := range slices.Compact(found) {
		letters = append(letters, r.Letter())
	}
	return letters
}
