package tui

import (
	"fmt"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// Draw implements Screen.
func (s *racesScreen) Draw(g *grid.Grid, look theme.Look) {
	title(g, look, "Race", s.game.Info().Name)
	s.rows = rows{}
	page := g.Height() - 4
	s.top = max(min(s.top, s.at), s.at-page+1, 0)
	for i := s.top; i < s.entries() && i < s.top+page; i++ {
		y := 2 + i - s.top
		s.rows[y] = i
		style := look.Text
		if i == s.at {
			style = look.Cursor
			g.Put(2, y, ">", style)
			g.Cursor.X, g.Cursor.Y = 2, y
		}
		g.Put(4, y, cut(look, s.entry(i, g.Width()-5), g.Width()-5), style)
	}
	switch y := g.Height() - 2; {
	case s.typing():
		text, style := "The code of a friend's race: six letters and digits such as K7Q2M9.", look.Faint
		if s.err != "" {
			text, style = s.err, look.Refused
		}
		g.Fill(0, y, g.Width(), 1, ' ', look.Text)
		drawSentenceAbove(g, y, look.Translate(text), style)
		x := g.Put(2, y, "Code of the race: ", look.Warn)
		x = g.Put(x, y, *s.code, look.Text)
		g.Cursor = grid.Cursor{X: x, Y: y, Visible: true}
	case s.err != "":
		drawSentence(g, look.Translate(s.err), look.Refused)
	case s.at == 0:
		drawSentence(g, look.Translate("Everyone in a race plays the same deal, once, at the same time. - and + change the time limit."), look.Faint)
	case s.loaded && len(s.races) == 0:
		drawSentence(g, "You have been in no race yet.", look.Faint)
	}
}

// entry returns an entry of the list for w columns.
func (s *racesScreen) entry(i, w int) string {
	switch {
	case i == 0:
		long := fmt.Sprintf("Open a race for %s, %s at most", s.game.Info().Name, minutes(s.limit))
		return fitting(w, long, fmt.Sprintf("Open one, %s at most", minutes(s.limit)))
	case i == 1:
		return fitting(w, "Join a friend's race, by its code", "Join one by its code")
	case i-firstRaceLine < len(s.races):
		r := s.races[i-firstRaceLine]
		name := s.env.Games.Name(r.Game)
		head := fmt.Sprintf("%-8s", r.Code)
		long := fmt.Sprintf("%s %-20s %s", head, name, RaceStatus(r, s.env.Now()))
		return fitting(w, long+"  "+day(r.Opened.UnixMilli()), long, head+" "+RaceStatus(r, s.env.Now()))
	}
	r := s.rivals[i-firstRaceLine-len(s.races)]
	text := fmt.Sprintf("%-8s %-20s won %d, lost %d", "against", r.Nick, r.Won, r.Lost)
	short := fmt.Sprintf("%s: won %d, lost %d", r.Nick, r.Won, r.Lost)
	if r.Drawn > 0 {
		drawn := fmt.Sprintf(", drawn %d", r.Drawn)
		text, short = text+drawn, short+drawn
	}
	return fitting(w, text, short)
}

// RaceStatus returns how a race stands for the player, in a few words.
func RaceStatus(r *arcade.Race, now time.Time) string {
	own, place := r.Own()
	switch {
	case !r.Over && r.Begins.IsZero():
		return "waits for its start"
	case !r.Over && !r.Begun(now):
		return "about to begin"
	case !r.Over && own.Through:
		return "goes on, you are through"
	case !r.Over:
		return "goes on, " + clock(r.Left(now).Milliseconds()) + " left"
	case !own.Through:
		return "not finished, " + plural(len(r.Racers), "racer")
	}
	gone := r.Deleted()
	text := fmt.Sprintf("%s of %d, %s", ordinal(place), len(r.Racers)-gone, plural(own.Score.Points, "point"))
	if gone > 0 {
		text += fmt.Sprintf(", %d deleted", gone)
	}
	return text
}
