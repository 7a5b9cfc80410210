package caption

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// The squares of a row of foundations. Where only ASCII can be read they are #, + and a point.
const (
	Complete = "🟩"
	Begun    = "🟨"
	Empty    = "⬛"
)

// Daily returns a player's result in a daily as lines to paste: the game and the day, points,
// time and moves, a square for each foundation in reading order, or for each of several boards, the streak, and how to play.
// Of a full score all squares are complete: cards in the hand, and those that can never turn up,
// score too.
// They tell nothing of the deal. command is what stands in front of the arcade's commands, or
// "". It fails if the record does not replay.
func Daily(g engine.Game, day string, r arcade.Result, streak int, command string) ([]string, error) {
	states, err := r.Record.Replay(g)
	if err != nil {
		return nil, err
	}
	how := string(r.Outcome(engine.Library{House: engine.Catalog{g}}))
	if r.Class != arcade.Counted {
		how += ", " + r.ClassName()
	}
	foundations := row(states[len(states)-1])
	if r.Score.Points == r.Score.Max { // not all of them need be on foundations
		foundations = strings.Repeat(Complete, utf8.RuneCountInString(foundations))
	}
	lines := []string{
		fmt.Sprintf("%s, daily %s", g.Info().Name, day),
		fmt.Sprintf("%d/%d, %s, %s, %s", r.Score.Points, r.Score.Max, how, Clock(r.Millis), engine.Plural(len(r.Record.Moves), "move")),
		foundations,
	}
	if streak > 1 {
		lines = append(lines, fmt.Sprintf("%d days in a row", streak))
	}
	if command != "" {
		lines = append(lines, "play it: "+WithTerminal(command)+" daily")
	}
	return lines, nil
}

// row returns a square for each foundation of a state. One is complete with its share of all
// cards. In a game of several boards it returns a square for each: complete for one that was won, begun for the one in
// play.
func row(state engine.State) string {
	if u, ok := state.(engine.Undealer); ok {
		won, all := u.Boards()
		squares := slices.Repeat([]string{Empty}, all)
		for i, won := range won {
			if won {
				squares[i] = Complete
			}
		}
		if len(won) < all {
			squares[len(won)] = Begun
		}
		return strings.Join(squares, "")
	}
	b := state.Board()
	cards, foundations := 0, 0
	for _, v := range b.Piles {
		cards += len(v.Cards)
		if v.Kind == engine.Foundation {
			foundations++
		}
	}
	share := max(cards/max(foundations, 1), 1)
	var text strings.Builder
	for _, v := range b.Piles {
		switch {
		case v.Kind != engine.Foundation:
		case len(v.Cards) >= share:
			text.WriteString(Complete)
		case len(v.Cards) > 0:
			text.WriteString(Begun)
		default:
			text.WriteString(Empty)
		}
	}
	return text.String()
}
