package caption_test

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// Of a player's games their real number is told; only deals are of a hundred.
func TestWonGamesAreCounted(t *testing.T) {
	house, can := engine.Share{Part: 62, Of: 100}, engine.Share{Part: 50, Of: 50}
	for _, c := range []struct {
		odds engine.Odds
		want string
	}{
		{engine.Odds{House: house, Winnable: can}, "You have won 0 of 7 games; of 100 deals the arcade's player wins 62, and 100 can be won."},
		{engine.Odds{House: house}, "You have won 0 of 7 games; of 100 deals the arcade's player wins 62."},
		{engine.Odds{Winnable: can}, "You have won 0 of 7 games; of 100 deals 100 can be won."},
		{engine.Odds{}, "You have won 0 of 7 games."},
	} {
		in := caption.Insight{Stat: arcade.Stat{Played: 7}, Odds: c.odds}
		if got := in.Sentences()[0]; got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
