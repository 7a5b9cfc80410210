package record

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
)

// A dailyBoard is the top of the board of one daily, which stands beside the list of them.
type dailyBoard struct {
	env  *screen.Env
	of   arcade.Leaderboard // what it is of; zero until one is asked for
	rows []arcade.Standing
	here bool // rows have been read
}

// dailyBoardRows is how many rows are read.
const dailyBoardRows = 20

// read reads the board of a game on a day for a screen, unless that is what it is of. What cannot be read
// is left out: the screen of boards says why.
func (b *dailyBoard) read(s screen.Screen, g engine.Game, day string) tea.Cmd {
	of := arcade.Leaderboard{Game: g.Info().ID, Class: arcade.Counted, Kind: arcade.TodaysDaily, Event: arcade.DailyEvent(day)}
	if b.env.Accounts == nil || of == b.of {
		return nil
	}
	b.of, b.rows, b.here = of, nil, false
	accounts := b.env.Accounts
	return screen.Ask(s, func() func() tea.Cmd {
		rows, err := accounts.Top(of, dailyBoardRows)
		return func() tea.Cmd {
			if of == b.of && err == nil {
				b.rows, b.here = rows, true
				arcade.CallByName(b.rows, func(s *arcade.Standing) *string { return &s.Nick })
			}
			return nil
		}
	})
}

// forget has the next read read again.
func (b *dailyBoard) forget() { b.of = arcade.Leaderboard{} }

// draw draws the board on a pane.
func (b *dailyBoard) draw(g *grid.Grid, look theme.Look) {
	const top = 2
	g.Put(0, top, look.Cut("The board of "+b.env.Games.Name(b.of.Game), g.Width()-2), look.Faint)
	y := top + 2
	if b.here && len(b.rows) == 0 {
		g.Put(0, y, look.Cut("Nobody has played it yet.", g.Width()-2), look.Text)
	}
	for _, s := range b.rows {
		if y >= g.Height()-1 {
			break
		}
		who, style := s.Nick, look.Text
		if s.Mine {
			who, style = who+" (you)", look.Good
		}
		how := fmt.Sprintf("%2d/%-2d %7s", s.Result.Score.Points, s.Result.Score.Max, caption.Clock(s.Result.Millis))
		g.Put(0, y, fmt.Sprintf("%3d  %s", s.Rank, look.Cut(who, g.Width()-screen.Width(how)-9)), style)
		g.Put(g.Width()-2-screen.Width(how), y, how, style)
		y++
	}
}
