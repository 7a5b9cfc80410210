package caption

import (
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A duel says whether it waits for any opponent or for the one that it has, and once it is over why it has
// changed no rating.
func TestHowADuelStands(t *testing.T) {
	row := func(id string, class arcade.Class, moves int) arcade.ChallengeRow {
		r := &arcade.Result{Class: class, Record: engine.Record{Moves: make([]engine.Move, moves)}, Score: engine.Score{Points: 7, Max: 27}}
		return arcade.ChallengeRow{ID: id, Nick: id, Result: r}
	}
	me, opponent := row("me", arcade.Counted, 3), arcade.ChallengeRow{ID: "bob", Nick: arcade.Opponent}
	gone := opponent
	gone.Gone = true
	for _, c := range []struct {
		over bool
		rows []arcade.ChallengeRow
		says string
	}{
		{false, []arcade.ChallengeRow{me}, "7/27; waiting for an opponent"},
		{false, []arcade.ChallengeRow{me, opponent}, "7/27; your opponent has yet to play"},
		{true, []arcade.ChallengeRow{me}, "nobody played it against you"},
		{true, []arcade.ChallengeRow{me, gone}, "your opponent has deleted the account"},
		{true, []arcade.ChallengeRow{me, row("bob", arcade.Counted, 3)}, "who has finished five fresh deals, on two days"},
		{true, []arcade.ChallengeRow{me, row("bob", arcade.Practice, 3)}, "a game of it was practice"},
		{true, []arcade.ChallengeRow{row("me", arcade.Assisted, 3), row("bob", arcade.Inhuman, 3)}, "neither game counted"},
		{true, []arcade.ChallengeRow{row("me", arcade.Counted, 0), row("bob", arcade.Counted, 0)}, "neither of you made a move"},
	} {
		duel := arcade.Challenge{Duel: true, Over: c.over, Me: "me", Players: c.rows}
		says := ChallengeStatus(duel)
		if c.over {
			says = DuelNote(duel)
		}
		if !strings.Contains(says, c.says) {
			t.Errorf("of %+v it says %q, not %q", c.rows, says, c.says)
		}
	}
}
