package arcade_test

import (
	"testing"

	"boardwalk/engine/arcade"
)

// Boards are named as the screens name them, in whole or by a word.
func TestABoardHasTheNamesOfTheScreens(t *testing.T) {
	for text, want := range map[string]arcade.BoardKind{
		"streaks": arcade.Streaks, "longest-streak": arcade.Streaks, "wins": arcade.MostWins, "week": arcade.ThisWeek, "races": arcade.RaceRatings, "daily": arcade.TodaysDaily,
	} {
		if got, ok := arcade.ParseBoardKind(text, arcade.Counted); !ok || got != want {
			t.Errorf("%q is %q, %t, want %q", text, got, ok, want)
		}
	}
	if got, ok := arcade.ParseBoardKind("nothing", arcade.Counted); ok {
		t.Errorf("nothing is %q", got)
	}
}
