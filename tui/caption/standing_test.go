package caption_test

import (
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/tui/caption"
)

func TestStands(t *testing.T) {
	row := func(rank, points, n int, span int64) arcade.Standing {
		return arcade.Standing{Rank: rank, Nick: "ben", N: n, Result: arcade.Result{Span: span, Score: engine.Score{Points: points}}}
	}
	mine := func(s arcade.Standing) arcade.Standing {
		s.Mine = true
		return s
	}
	won := func(s arcade.Standing) arcade.Standing {
		s.Result.Score.Won = true
		return s
	}
	rated := func(rank, points int) arcade.Standing {
		return arcade.Standing{Rank: rank, Nick: "ben", N: 5, Rating: arcade.Rating{Points: points}}
	}
	mark := arcade.Mark{Points: 20.5, Deals: 10}
	for _, c := range []struct {
		want string
		kind arcade.BoardKind
		mark arcade.Mark
		rows []arcade.Standing
	}{
		{"", arcade.AllTime, mark, []arcade.Standing{row(1, 9, 0, 1)}},
		{"You are number 2 on this board: 12 points to ben.", arcade.AllTime, mark, []arcade.Standing{row(1, 19, 0, 1), mine(row(2, 7, 0, 1))}},
		{"You are number 2 on this board: 0:03 to ben.", arcade.AllTime, mark, []arcade.Standing{row(1, 7, 0, 1000), mine(row(2, 7, 0, 3500))}},
		{"You are number 3 on this board.", arcade.AllTime, mark, []arcade.Standing{row(1, 19, 0, 1), mine(row(3, 7, 0, 1))}},
		{"You came nearest here, and nobody has won yet. The arcade's mean on all deals is 20.5.", arcade.AllTime, mark, []arcade.Standing{mine(row(1, 7, 0, 1))}},
		{"You are number 1 on this board. The arcade's mean on all deals is 20.5.", arcade.AllTime, mark, []arcade.Standing{won(mine(row(1, 21, 0, 1)))}},
		{"", arcade.TodaysDaily, mark, []arcade.Standing{mine(row(1, 7, 0, 1))}}, // without a move
		{"You are number 1 on this board.", arcade.Fastest, arcade.Mark{}, []arcade.Standing{mine(row(1, 27, 0, 1))}},
		{"You are number 2 on this board: 0:10 to ben.", arcade.Fastest, arcade.Mark{}, []arcade.Standing{row(1, 27, 0, 5000), mine(row(2, 27, 0, 15000))}},
		{"You are number 2 on this board: 1 game to ben.", arcade.MostWins, arcade.Mark{}, []arcade.Standing{row(1, 0, 3, 0), row(2, 0, 2, 0), mine(row(2, 0, 2, 0))}},
		{"You are number 2 on this board: 36 points to ben.", arcade.RaceRatings, arcade.Mark{}, []arcade.Standing{rated(1, 1640), mine(rated(2, 1604))}},
		{"", arcade.RaceRatings, arcade.Mark{}, []arcade.Standing{rated(1, 1640), mine(rated(0, 1604))}},
	} {
		if got := caption.Stands(c.rows, c.kind, c.mark); got != c.want {
			t.Errorf("of %+v on %s it says %q, want %q", c.rows, c.kind, got, c.want)
		}
	}
}

// What is said of the week is said only of a day whose dailies have its grades.
func TestDailyWeek(t *testing.T) {
	day := arcade.Today{Day: "2026-11-23", Dailies: make([]arcade.TodaysGame, 2)} // a Monday
	for kind, says := range map[grade.Kind]bool{grade.Fresh: true, arcade.DailyGrade(day.Day): true, grade.Cruel: false} {
		day.Dailies[1].Grade.Kind = kind
		if got := caption.DailyWeek(day); strings.HasPrefix(got, "Where a game has grades, ") != says {
			t.Errorf("of a day with a deal of grade %q it says %q", kind, got)
		}
	}
}

// A daily that is begun is not played yet, and it is told: its clock runs.
func TestDailiesThatAreBegun(t *testing.T) {
	day := arcade.Today{Dailies: make([]arcade.TodaysGame, 9)}
	day.Dailies[3].Open = 1
	if got := caption.Today(day); got != "0 of 9 played, 1 begun" {
		t.Errorf("the day is summed up as %q", got)
	}
	day.Dailies[4].Result = &arcade.Result{Score: engine.Score{Won: true}}
	if got := caption.Today(day); got != "1 of 9 played, 1 won, 1 begun" {
		t.Errorf("the day is summed up as %q", got)
	}
}
