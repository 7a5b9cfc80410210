package tui

import (
	"fmt"

	"boardwalk/engine/arcade"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// Draw implements Screen.
func (d *daily) Draw(g *grid.Grid, look theme.Look) {
	title(g, look, "Daily", d.when(g.Width()))
	text := "One deal of each game a day, the same for everyone here. You play each of them once."
	if d.day != d.today() {
		text = "This day is over: its deals can be practised, and its boards stand."
	}
	y := 2
	for _, row := range wrapped(look, g.Width()-4, text) {
		g.Put(2, y, row, look.Text)
		y++
	}
	g.Put(4, y+1, dailyRow(look, g.Width()-4, "game", "you", "days in a row"), look.Faint)
	y += 2
	page := g.Height() - 2 - y
	d.top = max(min(d.top, d.at), d.at-page+1, 0)
	d.rows = rows{}
	for i := d.top; i < len(d.dailies) && i < d.top+page; i++ {
		d.rows[y+i-d.top] = i
		d.row(g, y+i-d.top, i, look)
	}
	switch {
	case d.err != "":
		drawSentence(g, look.Translate(d.err), look.Refused)
	case d.dailies == nil:
		drawSentence(g, look.Translate("Looking …"), look.Faint)
	}
}

// when returns the day, with the time left of it if that fits w columns.
func (d *daily) when(w int) string {
	day, left := d.env.Events.Today()
	if d.day != day {
		return d.day
	}
	minutes := int(left.Minutes())
	return fitting(w-11, fmt.Sprintf("%s, %d:%02d hours left (UTC)", d.day, minutes/60, minutes%60), d.day)
}

func (d *daily) row(g *grid.Grid, y, i int, look theme.Look) {
	status, style := d.dailies[i], look.Text
	if i == d.at {
		style = look.Cursor
		g.Put(2, y, ">", style)
		g.Cursor.X, g.Cursor.Y = 2, y
	}
	streak := ""
	switch {
	case status.Streak > 0 && status.Longest > status.Streak:
		streak = fmt.Sprintf("%d, longest %d", status.Streak, status.Longest)
	case status.Streak > 0:
		streak = fmt.Sprint(status.Streak)
	case status.Longest > 0:
		streak = fmt.Sprintf("0, longest %d", status.Longest)
	}
	g.Put(4, y, dailyRow(look, g.Width()-4, d.env.Games[i].Info().Name, d.dailyText(status), streak), style)
}

// dailyText returns how the player did in a daily, in words.
func (d *daily) dailyText(status arcade.DailyStatus) string {
	switch r := status.Result; {
	case status.Open > 0:
		return "continue at " + atMove(status.Open-1)
	case r == nil && d.day == d.today():
		return "to be played"
	case r == nil:
		return "not played"
	case r.Class != arcade.Counted:
		return fmt.Sprintf("%d/%d, %s", r.Score.Points, r.Score.Max, r.Class)
	case r.Score.Won:
		return fmt.Sprintf("%d/%d, won in %s", r.Score.Points, r.Score.Max, clock(r.Millis))
	default:
		return fmt.Sprintf("%d/%d in %s", r.Score.Points, r.Score.Max, clock(r.Millis))
	}
}

// dailyRow returns a row of the list. The streak is left out if it does not fit.
func dailyRow(look theme.Look, w int, game, status, streak string) string {
	first, second := 21, 24
	if w < first+second {
		first = max(w-second+4, 12)
		second = w - first - 1
	}
	row := fmt.Sprintf("%-*s %-*s", first, cut(look, game, first), second, cut(look, status, second))
	if width(row)+15 <= w {
		row += " " + streak
	}
	return row
}
