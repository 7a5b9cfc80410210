package draft

import (
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/hint"
)

// Lights are what a player has lit on a board to find it with the eye.
type Lights struct {
	Places     []engine.Place // until the next key
	Rank       *engine.Rank   // until Esc
	TypingRank bool           // waiting for the letter of a rank
}

// Movable lights every card that can move, and says how many.
func (l *Lights) Movable(s engine.State, says Voice) {
	l.Places = hint.Movable(s)
	switch n := len(l.Places); n {
	case 0:
		says.Say("No card can move.")
	case 1:
		says.Say("One card can move.")
	default:
		says.Say("%d cards can move.", n)
	}
}

// AskRank asks for the rank to light.
func (l *Lights) AskRank(b engine.Board, says Voice) {
	l.TypingRank = true
	says.Say("Light a rank: type one of %s. Esc lights none.", strings.Join(Ranks(b), " "))
}

// RankKey handles the letter of the rank to light. It waits for another letter if no such
// card is face up.
func (l *Lights) RankKey(key string, b engine.Board, says Voice) {
	l.Rank = nil
	up := Ranks(b)
	rank, err := engine.ParseRank(key)
	switch {
	case key == "esc", key == "enter", key == "ctrl+c":
		l.TypingRank = false
		says.Say("No rank is lit.")
	case err != nil || !slices.Contains(up, rank.Letter()): // which other ranks the game has is not known
		says.Refuse(fmt.Sprintf("No card of that rank is face up: type one of %s. Esc lights none.", strings.Join(up, " ")))
	default:
		l.TypingRank, l.Rank = false, &rank
		says.Say("%s are lit; Esc puts them out.", rank.Plural())
	}
}

// Ranks returns the letters of the ranks that a board shows, in order.
func Ranks(b engine.Board) []string {
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
