package arcade

import (
	"fmt"
	"time"
)

// A Week is an ISO 8601 week, in UTC, such as "2026-W47". Weeks sort by time.
type Week string

// WeekOf returns the week of a time.
func WeekOf(t time.Time) Week {
	year, week := t.UTC().ISOWeek()
	return Week(fmt.Sprintf("%04d-W%02d", year, week))
}

// Valid reports whether w is written as it should be, and is a week of its year.
func (w Week) Valid() bool {
	_, ok := w.Monday()
	return ok
}

// Before returns the week before w, or w itself if that is not valid.
func (w Week) Before() Week {
	monday, ok := w.Monday()
	if !ok {
		return w
	}
	return WeekOf(monday.AddDate(0, 0, -7))
}

// Monday returns the first day of the week. ok reports whether w is valid.
func (w Week) Monday() (monday time.Time, ok bool) {
	var year, week int
	if n, err := fmt.Sscanf(string(w), "%4d-W%2d", &year, &week); n < 2 || err != nil {
		return time.Time{}, false
	}
	first := time.Date(year, time.January, 4, 0, 0, 0, 0, time.UTC) // it is in week 1 of any year
	monday = first.AddDate(0, 0, 7*(week-1)-(int(first.Weekday())+6)%7)
	return monday, WeekOf(monday) == w
}
