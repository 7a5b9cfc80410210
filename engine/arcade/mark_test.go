package arcade_test

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
)

// A board has the mark of its game where a survey knows one: not those of all games, nor where points do not count.
func TestMarkOf(t *testing.T) {
	const game = "boardwalk/hop-45"
	games := engine.Library{House: catalog.All(), Odds: map[string]engine.Odds{game: {House: engine.Share{Part: 634, Of: 1000}, Points: 21.3}}}
	const says = "To beat: the arcade's player, 21.3 of 27 points on all deals, 63 of 100 won."
	for _, c := range []struct {
		board arcade.Leaderboard
		want  string
	}{
		{arcade.Leaderboard{Game: game, Kind: arcade.AllTime}, says},
		{arcade.Leaderboard{Game: game, Kind: arcade.TodaysDaily, Event: arcade.DailyEvent("2026-11-22")}, says},
		{arcade.Leaderboard{Game: game, Kind: arcade.Notable}, ""},
		{arcade.Leaderboard{Game: game, Kind: arcade.Fastest}, ""},
		{arcade.Leaderboard{Game: game, Kind: arcade.MostWins}, ""},
		{arcade.Leaderboard{Game: "chessboard", Kind: arcade.AllTime}, ""},
		{arcade.Leaderboard{Game: "unknown", Kind: arcade.AllTime}, ""},
	} {
		if got := arcade.MarkOf(games, nil, c.board).String(); got != c.want {
			t.Errorf("the mark of %+v is %q, want %q", c.board, got, c.want)
		}
	}
}
