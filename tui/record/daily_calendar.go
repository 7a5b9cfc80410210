package record

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
)

// calendar opens the month of the day that shows, with how the daily of the chosen game went on each of its days.
func (d *Daily) calendar() tea.Cmd {
	first, err := time.Parse("2006-01", d.day[:len("2006-01")])
	if err != nil {
		return nil
	}
	events, today, game := d.Env.Events, d.today(), d.Chosen().Game.Info()
	return screen.Hold(&d.Base, func() (string, error) {
		month := "Mo   Tu   We   Th   Fr   Sa   Su\n" + strings.Repeat(" ", 5*(int(first.Weekday()+6)%7))
		for at := first; at.Month() == first.Month(); at = at.AddDate(0, 0, 1) {
			day, sign := at.Format(time.DateOnly), ""
			if day <= today {
				status, err := events.Standing(game.ID, day)
				if err != nil {
					return "", err
				}
				sign = daySign(status.Result)
			}
			month += fmt.Sprintf("%2d%-3s", at.Day(), sign)
			if at.Weekday() == time.Sunday {
				month += "\n"
			}
		}
		return strings.TrimRight(month, "\n ") + "\n\n★ perfect, ☆ won, o played, . none", nil
	}, func(month string) tea.Cmd {
		title := game.Name + ", " + first.Format("January 2006")
		return d.Env.Push(screen.NewPage(d.Env, title, func(int, theme.Look) string { return month }))
	})
}

// daySign returns the sign on the calendar of how a daily went, whose result is nil if it was not played to its end.
func daySign(r *arcade.Result) string {
	switch {
	case r == nil:
		return "."
	case r.Score.Perfect:
		return "★"
	case r.Score.Won:
		return "☆"
	}
	return "o"
}
