package social

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/play"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
)

// raceRows are the standings of a race as rows of a window with w columns.
type raceRows struct {
	race *arcade.Race
	now  time.Time
	look *theme.Look
	w    int
}

// head returns the row above the standings of a race that has begun.
func (r *raceRows) head() string {
	rating := "  "
	if r.w >= raceRatedWide && slices.ContainsFunc(r.race.Racers, func(o arcade.Racer) bool { return o.Rating.Exists() || o.Rated != nil }) {
		rating = fmt.Sprintf("%-10s rating", "")
	}
	return r.look.Cut(raceRow(r.w, "", "player", "points", "moves", "  time", rating), r.w-5)
}

// row returns the row of the i-th racer.
func (r *raceRows) row(i int) string {
	o := r.race.Racers[i]
	who := func(w int) string {
		if o.ID == r.race.Me {
			return r.look.Cut(o.Nick, w-6) + " (you)"
		}
		return r.look.Cut(o.Nick, w)
	}
	if r.race.Begins.IsZero() {
		rating := caption.Rating(o.Rating)
		text := strings.TrimSuffix(who(r.w-24-len(rating))+" "+rating, " ")
		if i == 0 {
			text += ", who can start it"
		}
		return r.look.Cut(text, r.w-5)
	}
	place, points, moves, took := "", "", "", ""
	if o.Played {
		points, moves = fmt.Sprintf("%d/%d", o.Score.Points, o.Score.Max), fmt.Sprintf("%5d", o.Moves)
	}
	if o.Played && !r.race.Alone() {
		place = fmt.Sprint(r.race.Place(i))
	}
	if o.Through && o.Played {
		took = fmt.Sprintf("%6s", caption.Clock(o.Millis))
	}
	state := racerState(r.race, o, r.now)
	if r.w >= raceRatedWide {
		state = strings.TrimRight(fmt.Sprintf("%-10s %s", state, caption.ChangedRating(o.Rating, o.Rated)), " ")
	}
	return r.look.Cut(raceRow(r.w, place, who(raceNames(r.w)), points, moves, took, state), r.w-5)
}

// racerState returns what a racer is doing, in a word or two.
func racerState(race *arcade.Race, o arcade.Racer, now time.Time) string {
	switch {
	case o.Gone:
		return "deleted"
	case o.Assisted:
		return "assisted"
	case race.Outcome(o) != "":
		return string(race.Outcome(o))
	case race.Over || race.Late:
		return "absent"
	case !race.Begun(now):
		return "ready"
	case o.Table != 0:
		return "playing"
	}
	return "away"
}

// raceRowWide is the least width of a window for rows with all columns but the ratings, raceRatedWide with them.
const raceRowWide, raceRatedWide = 58, 76

// raceNames returns the width of the names in the standings, in a window of w columns.
func raceNames(w int) int {
	switch {
	case w < raceRowWide:
		return max(w-26, 8)
	case w < raceRatedWide:
		return min(w-41, 27)
	}
	return min(w-55, 27)
}

// raceRow returns a row of the standings for a window of w columns.
func raceRow(w int, place, who, points, moves, took, state string) string {
	if w < raceRowWide {
		return fmt.Sprintf("%2s %-*s %6s %s", place, raceNames(w), who, points, state)
	}
	return fmt.Sprintf("%2s %-*s %6s  %5s  %6s  %s", place, raceNames(w), who, points, moves, took, state)
}

// drawRaceInvite draws how others can join a race, with the commands that command begins, and returns the next free row.
func drawRaceInvite(g *grid.Grid, look *theme.Look, race *arcade.Race, command, rated string) int {
	way := "Friends join with it: r in their lobby"
	if race.Open {
		way = "Anybody here may join. Friends join with the code: r in their lobby"
	}
	ways := []string{way + "."}
	switch {
	case race.Open && g.Height() < 16: // the racers need the room
		ways = []string{"Anybody here may join."}
	case len(race.Racers) > 1 && g.Height() < 16: // friends have found the way, and the title has the code
		ways = nil
	case command != "": // it stands alone, to be selected
		ways = []string{way + ", or with", "  " + caption.WithTerminal(command) + " race " + race.Code}
	}
	y := 1
	if g.Height() >= 20 {
		a := grid.Area{X: 4, Y: 2, W: 2*len(race.Code) + 9, H: 3}
		screen.DrawPanel(g, a, look, "Code")
		g.Put(a.X+5, a.Y+1, caption.Spelled(race.Code), look.Title)
		y = 6
	}
	ways = append(ways, play.RaceRule)
	if g.Height() >= 16 {
		ways = append(ways, rated)
	}
	y = screen.PutRows(g, 4, y, look.Text, screen.Wrapped(look, g.Width()-6, ways...)...)
	if g.Height() >= 20 {
		y++
	}
	return y
}
