package record

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
)

// A dailyBoard is the top of the board of one daily, which stands beside the list of them.
type dailyBoard struct {
	of   arcade.Leaderboard // what it is of; zero until one is asked for
	rows []arcade.Standing
	here bool // rows have been read
	mark arcade.Mark
}

// dailyBoardRows is how many rows are read.
const dailyBoardRows = 20

// readBoard reads the board of the chosen game, unless it is there. What cannot be read is left out: the
// screen of boards says why.
func (d *Daily) readBoard() tea.Cmd {
	if len(d.Rows) == 0 || d.Env.Accounts == nil {
		return nil
	}
	game := d.Env.Games.House[d.List.At()].Info().ID
	of := arcade.Leaderboard{Game: game, Class: arcade.Counted, Kind: arcade.TodaysDaily, Event: arcade.DailyEvent(d.day)}
	if of == d.board.of {
		return nil
	}
	d.board = dailyBoard{of: of, mark: arcade.MarkOf(d.Env.Games, nil, of)}
	return screen.Ask(d, func() func() tea.Cmd {
		rows, err := d.Env.Accounts.Top(of, dailyBoardRows)
		arcade.CallByName(rows, func(s *arcade.Standing) *string { return &s.Nick })
		return func() tea.Cmd {
			if of == d.board.of && err == nil {
				d.board.rows, d.board.here = rows, true
			}
			return nil
		}
	})
}

// drawBoard draws the board on a pane.
func (d *Daily) drawBoard(g *grid.Grid, look *theme.Look) {
	const top = 2
	b := &d.board
	g.Put(0, top, look.Cut("The board of "+d.Env.Games.Name(b.of.Game), g.Width()-2), look.Faint)
	g.Put(0, top+1, look.Cut(screen.Fitting(g.Width()-2, b.mark.Texts()...), g.Width()-2), look.Faint)
	y := top + 3
	if b.here && len(b.rows) == 0 {
		g.Put(0, y, look.Cut("Nobody is on it yet.", g.Width()-2), look.Text)
	}
	for _, s := range b.rows {
		if y >= g.Height()-1 {
			break
		}
		who, style := s.Nick, look.Text
		if s.Mine {
			who, style = who+" (you)", look.Good
		}
		took := caption.Clock(s.Result.Span)
		if s.Result.Stopped && !s.Result.Score.Won {
			took = string(s.Result.Outcome(d.Env.Games))
		}
		how := fmt.Sprintf("%2d/%-2d %7s", s.Result.Score.Points, s.Result.Score.Max, took)
		g.Put(0, y, fmt.Sprintf("%3d  %s", s.Rank, look.Cut(who, g.Width()-screen.Width(how)-9)), style)
		g.Put(g.Width()-2-screen.Width(how), y, how, style)
		y++
	}
	if more := d.Chosen().Players - len(b.rows); b.here && more > 0 && len(b.rows) < dailyBoardRows {
		g.Put(0, y+1, look.Cut(fmt.Sprintf("%d more finished it, with help.", more), g.Width()-2), look.Faint)
	}
}
