package tui

import (
	"fmt"
	"strings"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/tui/grid"
	"boardwalk/tui/play"
	"boardwalk/tui/theme"
)

// nextFrame implements animated: the screen shows the countdown and the time that is
// left.
func (r *raceScreen) nextFrame() time.Duration {
	if r.race == nil || r.race.Begins.IsZero() || r.race.Late || r.race.Over {
		return 0
	}
	now := r.env.Now()
	if ahead := r.race.Begins.Sub(now); ahead > 0 {
		return (ahead-1)%time.Second + 1
	}
	return time.Second - now.Sub(r.race.Begins)%time.Second
}

// Draw implements Screen.
func (r *raceScreen) Draw(g *grid.Grid, look theme.Look) {
	text, style := r.line(look)
	r.rows = rows{}
	if r.race == nil {
		title(g, look, "Race "+r.code, "")
		drawSentence(g, look.Translate(text), style)
		return
	}
	right := r.env.Games.Name(r.race.Game) + ", " + minutes(r.race.Limit)
	if now := r.env.Now(); r.race.Begun(now) && !r.race.Over {
		right = r.env.Games.Name(r.race.Game) + "  " + clock(r.race.Left(now).Milliseconds()) + " left"
	}
	title(g, look, "Race "+r.code, right)
	y := 1
	if r.race.Begins.IsZero() {
		y = r.invite(g, look)
		g.Put(4, y, cut(look, fmt.Sprintf("In the race so far: %d", len(r.race.Racers)), g.Width()-5), look.Faint)
	} else {
		g.Put(4, y, cut(look, raceRow(g.Width(), "", "player", "points", "moves", "  time", "  "), g.Width()-5), look.Faint)
	}
	page := g.Height() - y - 4
	r.top = max(min(r.top, r.at), r.at-page+1, 0)
	for i := r.top; i < len(r.race.Racers) && i < r.top+page; i++ {
		r.rows[y+1+i-r.top] = i
		r.row(g, y+1+i-r.top, i, look)
	}
	drawSentence(g, look.Translate(text), style)
}

// invite draws how others can join the race, and returns the next free row.
func (r *raceScreen) invite(g *grid.Grid, look theme.Look) int {
	way := "Friends join with it: r in their lobby"
	if r.env.Command != "" {
		way += ", or " + r.env.Command + " race " + r.code
	}
	y := 1
	if g.Height() >= 20 {
		a := area{x: 4, y: 2, w: 2*len(r.code) + 9, h: 3}
		panel(g, a, look, "Code")
		g.Put(a.x+5, a.y+1, strings.Join(strings.Split(r.code, ""), " "), look.Title)
		y = 6
	}
	for _, row := range append(wrapped(look, g.Width()-6, way+"."), wrapped(look, g.Width()-6, play.RaceRule)...) {
		g.Put(4, y, row, look.Text)
		y++
	}
	if g.Height() >= 20 {
		y++
	}
	return y
}

func (r *raceScreen) row(g *grid.Grid, y, i int, look theme.Look) {
	o, style := r.race.Racers[i], look.Text
	if i == r.at {
		style = look.Cursor
		g.Put(2, y, ">", style)
		g.Cursor.X, g.Cursor.Y = 2, y
	}
	who := func(w int) string {
		if o.ID == r.race.Me {
			return cut(look, o.Nick, w-6) + " (you)"
		}
		return cut(look, o.Nick, w)
	}
	if r.race.Begins.IsZero() {
		text := who(g.Width() - 24)
		if i == 0 {
			text += ", who can start it"
		}
		g.Put(4, y, cut(look, text, g.Width()-5), style)
		return
	}
	points, moves, took := "", "", ""
	if o.Played {
		points, moves = fmt.Sprintf("%d/%d", o.Score.Points, o.Score.Max), fmt.Sprintf("%5d", o.Moves)
	}
	if o.Through && o.Played {
		took = fmt.Sprintf("%6s", clock(o.Millis))
	}
	g.Put(4, y, cut(look, raceRow(g.Width(), fmt.Sprint(i+1), who(raceNames(g.Width())), points, moves, took, r.state(o)), g.Width()-5), style)
}

// state returns what a racer is doing, in a word or two.
func (r *raceScreen) state(o arcade.Racer) string {
	switch {
	case o.Gone:
		return "deleted"
	case o.Assisted:
		return "assisted"
	case o.Through && o.Played && o.Score.Perfect:
		return "perfect"
	case o.Through && o.Played && o.Score.Won:
		return "won"
	case o.Through && o.Played:
		return "through"
	case r.race.Over || r.race.Late:
		return "absent"
	case !r.race.Begun(r.env.Now()):
		return "ready"
	case o.Table != 0:
		return "playing"
	}
	return "away"
}

// raceNames returns the width of the names in the standings, in a window of w columns.
func raceNames(w int) int {
	if w < 58 {
		return max(w-26, 8)
	}
	return min(w-40, 28)
}

// raceRow returns a row of the standings for a window of w columns.
func raceRow(w int, place, who, points, moves, took, state string) string {
	if w < 58 {
		return fmt.Sprintf("%2s %-*s %6s %s", place, raceNames(w), who, points, state)
	}
	return fmt.Sprintf("%2s %-*s %6s  %5s  %6s  %s", place, raceNames(w), who, points, moves, took, state)
}

// line returns what matters most about the race now.
func (r *raceScreen) line(look theme.Look) (string, grid.Style) {
	switch {
	case r.err != "":
		return r.err, look.Refused
	case r.race == nil && r.watchEnded:
		return "This race is not open any more.", look.Warn
	case r.race == nil:
		return "Looking ...", look.Faint
	}
	now := r.env.Now()
	own, place := r.race.Own()
	switch {
	case r.race.Over:
		return "The race is over. " + r.outcome(own, place), look.Good
	case r.watchEnded:
		return "This race is not open any more.", look.Warn
	case r.race.Begins.IsZero() && place == 1:
		return "s starts it for everyone in the race, once your friends have joined.", look.Text
	case r.race.Begins.IsZero():
		return "It begins when " + r.race.Racers[0].Nick + " starts it. Your table then opens by itself.", look.Text
	case !r.race.Begun(now):
		return fmt.Sprintf("The race begins in %d.", (r.race.Begins.Sub(now)+time.Second-1)/time.Second), look.Warn
	case r.timeUp && !own.Through:
		return "Time is up: your round ends with the points it has.", look.Warn
	case r.race.Late:
		return "Time is up. The last results come in.", look.Text
	case own.Through:
		return fmt.Sprintf("You are through, with %s. Enter watches a racer who still plays.", plural(own.Score.Points, "point")), look.Good
	}
	return "Enter goes to your table: the clock runs.", look.Warn
}

// outcome returns how a finished race ended for the player.
func (r *raceScreen) outcome(own arcade.Racer, place int) string {
	how := ""
	if r.timeUp {
		how = "Time was up, and your round ended with the points it had. "
	}
	switch {
	case place == 0:
		return ""
	case !own.Played:
		return "You did not play."
	}
	gone := r.race.Deleted()
	how += fmt.Sprintf("You are %s of %d, with %s.", ordinal(place), len(r.race.Racers)-gone, plural(own.Score.Points, "point"))
	switch gone {
	case 0:
		return how
	case 1:
		return how + " One account was deleted."
	}
	return how + fmt.Sprintf(" %d accounts were deleted.", gone)
}
