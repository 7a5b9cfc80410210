package engine

import (
	"fmt"
	"strings"
)

// An Event is an occasion on which many play the same deal, each of them once:
// "daily/2026-11-22" for the daily of that day (UTC), "race/K7Q2M9" for the race of
// that code. A player's own rounds are of none, "".
type Event string

const (
	dailyPrefix = "daily/"
	racePrefix  = "race/"
)

// Daily is the event of a day, "2026-11-22".
func Daily(day string) Event { return Event(dailyPrefix + day) }

// Race is the event of a race's code.
func Race(code string) Event { return Event(racePrefix + code) }

// Day is the day of a daily, and whether the event is one.
func (e Event) Day() (day string, ok bool) { return strings.CutPrefix(string(e), dailyPrefix) }

// Race is the code of a race, and whether the event is one.
func (e Event) Race() (code string, ok bool) { return strings.CutPrefix(string(e), racePrefix) }

// ParseEvent reads an event. It checks the form, not whether there was one.
func ParseEvent(text string) (Event, error) {
	e := Event(text)
	day, daily := e.Day()
	code, race := e.Race()
	switch {
	case text == "", daily && validDay(day), race && validRace(code):
		return e, nil
	}
	return "", fmt.Errorf("%.40q is no event, such as daily/2026-11-22", text)
}

// validDay tells whether s has the form in which time.DateOnly writes a day.
func validDay(s string) bool {
	if len(s) != len("2026-11-22") {
		return false
	}
	for i := range len(s) {
		if digit := s[i] >= '0' && s[i] <= '9'; digit == (i == 4 || i == 7) || !digit && s[i] != '-' {
			return false
		}
	}
	return true
}

// validRace tells whether s is the code of a race: up to 12 capitals and digits.
func validRace(s string) bool {
	for i := range len(s) {
		if (s[i] < 'A' || s[i] > 'Z') && (s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return s != "" && len(s) <= 12
}

// Slot is what a player's open round of a game and an event goes by, of which there
// is one at most: the game's ID, and behind a space the event where it is of one.
func Slot(game string, e Event) string {
	if e == "" {
		return game
	}
	return game + " " + string(e)
}

// CutSlot is the game and the event of a slot.
func CutSlot(slot string) (game string, e Event) {
	game, event, _ := strings.Cut(slot, " ")
	return game, Event(event)
}
