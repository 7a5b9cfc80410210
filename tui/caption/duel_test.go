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
	gone, off, joined := opponent, me, me
	gone.Gone, off.Off, joined.Joined = true, true, true
	for _, c := range []struct {
		over bool
		rows []arcade.ChallengeRow
		says string
	}{
		{false, []arcade.ChallengeRow{me}, "7/27; waiting for an opponent"},
		{false, []arcade.ChallengeRow{me, opponent}, "7/27; your opponent's turn"},
		{true, []arcade.ChallengeRow{me}, "nobody played it against you"},
		{true, []arcade.ChallengeRow{me, gone}, "your opponent has deleted the account"},
		{true, []arcade.ChallengeRow{me, row("bob", arcade.Counted, 3)}, "Not rated: your opponent could not be rated (it takes five finished fresh deals, on two days, and a place on the leaderboards)."},
		{true, []arcade.ChallengeRow{off, row("bob", arcade.Counted, 3)}, "Not rated: you are on no leaderboard."},
		{true, []arcade.ChallengeRow{joined, row("bob", arcade.Counted, 2)}, "Not rated: you joined accounts meanwhile."},
		{true, []arcade.ChallengeRow{row("bob", arcade.Counted, 3), joined}, "Not rated: you joined accounts meanwhile."},
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

// The first sentence of a duel that is over says who won, and what decided between equal points.
func TestWhoWonADuel(t *testing.T) {
	row := func(id string, points int, seconds int64, as arcade.Result) arcade.ChallengeRow {
		as.Score.Points, as.Score.Max, as.Span = points, 27, 1000*seconds
		if as.Class == "" {
			as.Class = arcade.Counted
		}
		return arcade.ChallengeRow{ID: id, Nick: id, Result: &as}
	}
	plain, won := arcade.Result{}, arcade.Result{Score: engine.Score{Won: true}}
	for says, rows := range map[string][]arcade.ChallengeRow{
		"You won: 27 to 24.":                                 {row("me", 27, 60, won), row("bob", 24, 50, won)},
		"bob won: 27 to 24.":                                 {row("bob", 27, 60, won), row("me", 24, 50, won)},
		"bob won: both 24, in 0:50 to 1:00.":                 {row("bob", 24, 50, plain), row("me", 24, 60, plain)},
		"bob won: both 24, but the other game was not won.":  {row("bob", 24, 60, won), row("me", 24, 50, plain)},
		"bob won: both 24, but the other game was given up.": {row("bob", 24, 60, plain), row("me", 24, 50, arcade.Result{Stopped: true})},
		"bob won: the other game was assisted.":              {row("bob", 2, 60, plain), row("me", 24, 50, arcade.Result{Class: arcade.Assisted})},
		"A draw: both 24 in 1:00.":                           {row("bob", 24, 60, plain), row("me", 24, 60, plain)},
		"A draw: both 24, both given up.":                    {row("bob", 24, 60, arcade.Result{Stopped: true}), row("me", 24, 50, arcade.Result{Stopped: true})},
		"The duel is over.":                                  {row("me", 24, 60, plain)},
	} {
		if got := DuelNote(arcade.Challenge{Duel: true, Over: true, Me: "me", Players: rows}); !strings.HasPrefix(got, says) {
			t.Errorf("it says %q, not %q", got, says)
		}
	}
}
