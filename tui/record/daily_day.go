package record

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
)

// today returns the day by the clock of the arcade.
func (d *Daily) today() string {
	day, _ := d.Env.Events.Today()
	return day
}

// summary returns how the player stands in the dailies of the day, from long to short.
func (d *Daily) summary() []string {
	played := d.stands.Played()
	text := caption.Played(d.stands)
	short := text
	if d.stands.Days > 1 {
		text += fmt.Sprintf(". %d days in a row with a daily", d.stands.Days)
		short += fmt.Sprintf(", %d days in a row", d.stands.Days)
	}
	_, left := d.Env.Events.Today()
	next := caption.HoursLeft(left)
	if d.day == d.today() && played == len(d.Rows) && played > 0 {
		return []string{text + ". All done: the next deals come in " + next + ".", short + "; next in " + next + ".", "All played; next in " + next + "."}
	}
	return []string{text + ".", short + ".", fmt.Sprintf("%d of %d played.", played, len(d.Rows))} // the title has the time that is left
}

// when returns the day, with the time left of it if that fits w columns.
func (d *Daily) when(w int) string {
	day, left := d.Env.Events.Today()
	if d.day != day {
		return d.day
	}
	return screen.Fitting(w-11, d.day+" (UTC), "+caption.HoursLeft(left)+" left", d.day+", "+caption.HoursLeft(left)+" left")
}

// row returns the row of the daily of the i-th game, for w columns.
func (d *Daily) row(i, w int, look *theme.Look) string {
	status := d.Rows[i]
	streak := ""
	switch {
	case status.Streak > 0 && status.Longest > status.Streak:
		streak = fmt.Sprintf("%d, longest %d", status.Streak, status.Longest)
	case status.Streak > 0:
		streak = fmt.Sprint(status.Streak)
	case status.Longest > 0:
		streak = fmt.Sprintf("0, longest %d", status.Longest)
	}
	players := ""
	switch {
	case status.Place > 0:
		players = fmt.Sprintf("#%d of %d", status.Place, status.Players)
	case status.Players > 0:
		players = fmt.Sprint(status.Players)
	}
	kind := screen.Fitting(8, caption.DailyKind(status.DailyStatus), "grading")
	return dailyRow(look, w, status.Game.Info().Name, kind, d.text(status.DailyStatus, w), players, streak)
}

// text returns how the player did in a daily, in words, for a row of w columns.
func (d *Daily) text(status arcade.DailyStatus, w int) string {
	columns := max(min(statusColumns, w-20), narrowStatus)
	switch r := status.Result; {
	case status.Open > 0:
		return "open at " + caption.AtMove(status.Open-1)
	case status.Before:
		return "played before"
	case r == nil && d.day == d.today():
		return "to be played"
	case r == nil:
		return "not played"
	default:
		how, points := string(r.Outcome(engine.Library{House: d.Env.Games.House})), fmt.Sprintf("%d/%d", r.Score.Points, r.Score.Max)
		if r.Class != arcade.Counted {
			points += ", " + r.ClassName()
			return screen.Fitting(columns, how+" "+points, how+" "+strings.Replace(points, "assisted", "help", 1), points)
		}
		return screen.Fitting(columns, how+" "+points+" "+caption.Clock(r.Millis), how+" "+points)
	}
}

// statusColumns is how many columns of a row say how the player did, and narrowStatus in the smallest window, where the
// longest name of a game stands before them.
const statusColumns, narrowStatus = 22, 16

// dailyRow returns a row of the list. In a narrow window the kind of the deal stands after how
// the player did, if it fits, and what follows is left out.
func dailyRow(look *theme.Look, w int, game, kind, status, players, streak string) string {
	if w < 53 {
		first := min(21, w-narrowStatus-1)
		second := min(statusColumns, w-first-1)
		if long := strings.Replace(status, "be played", "play", 1) + ", " + kind; kind != "" && screen.Width(long) <= second {
			status = long
		}
		return fmt.Sprintf("%-*s %s", first, look.Cut(game, first), look.Cut(status, second))
	}
	return screen.Row(look, w, []int{20, 8, statusColumns, 9, 13}, game, kind, status, players, streak)
}

// calendar opens the month of the day that shows, with how the daily of the chosen game went on each of its days.
func (d *Daily) calendar() tea.Cmd {
	first, err := time.Parse("2006-01", d.day[:len("2006-01")])
	if err != nil {
		return nil
	}
	events, today, game := d.Env.Events, d.today(), d.Chosen().Game.Info()
	since := d.Env.Profile.Since.UTC().Format(time.DateOnly) // days before it are nobody's
	if d.Env.Newcomer() {
		since = today
	}
	return screen.Hold(&d.Base, func() (string, error) {
		shown := map[string]bool{}
		month := "Mo   Tu   We   Th   Fr   Sa   Su\n" + strings.Repeat(" ", 5*(int(first.Weekday()+6)%7))
		for at := first; at.Month() == first.Month(); at = at.AddDate(0, 0, 1) {
			day, sign := at.Format(time.DateOnly), ""
			if since <= day && day <= today {
				status, err := events.Standing(game.ID, day)
				if err != nil {
					return "", err
				}
				sign = daySign(status.Result)
				shown[sign] = true
			}
			month += fmt.Sprintf("%2d%-3s", at.Day(), sign)
			if at.Weekday() == time.Sunday {
				month += "\n"
			}
		}
		signs := slices.DeleteFunc([]string{"★ perfect", "☆ won", "o lost", "- unplayed"}, func(s string) bool { return !shown[strings.Fields(s)[0]] })
		return strings.TrimRight(month, "\n ") + "\n\n" + strings.Join(signs, ", "), nil
	}, func(month string) tea.Cmd {
		title := game.Name + ", " + first.Format("January 2006")
		return d.Env.Push(screen.NewPage(d.Env, title, func(int, *theme.Look) string { return month }))
	})
}

// daySign returns the sign on the calendar of how a daily went, whose result is nil if it was not played to its end.
func daySign(r *arcade.Result) string {
	switch {
	case r == nil:
		return "-"
	case r.Score.Perfect:
		return "★"
	case r.Score.Won:
		return "☆"
	}
	return "o"
}
