package arcade

import (
	"fmt"
	"strings"
)

// An Event is an occasion on which many players play the same deal, each of them once:
// "daily/2026-11-22" is the daily of that day (UTC), "race/K7Q2M9" is the race with that
// code. The empty Event stands for rounds outside any event.
type Event string

const (
	dailyPrefix = "daily/"
	racePrefix  = "race/"
)

// DailyEvent returns the event of a day, written as "2026-11-22".
func DailyEvent(day string) Event { return Event(dailyPrefix + day) }

// RaceEvent returns the event of the race with a code.
func RaceEvent(code string) Event { return Event(racePrefix + code) }

// Day returns the day of a daily, and whether e is one.
func (e Event) Day() (day string, ok bool) { return strings.CutPrefix(string(e), dailyPrefix) }

// Race returns the code of a race, and whether e is one.
func (e Event) Race() (code string, ok bool) { return strings.CutPrefix(string(e), racePrefix) }

// ParseEvent parses an event, which may be empty. It checks the form, not whether the
// event ever took place.
func ParseEvent(text string) (Event, error) {
	e := Event(text)
	day, daily := e.Day()
	code, race := e.Race()
	switch {
	case text == "", daily && validDay(day), race && validRace(code):
		return e, nil
	}
	return "", fmt.Errorf("%.40q is not an event, such as daily/2026-11-22", text)
}

// validDay reports whether s has the form of [time.DateOnly].
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

// validRace reports whether s can be the code of a race: 1 to 12 capitals and digits.
func validRace(s string) bool {
	for i := range len(s) {
		if (s[i] < 'A' || s[i] > 'Z') && (s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return s != "" && len(s) <= 12
}

// Slot returns the name under which a player's open round of a game and an event is kept:
// the game's ID, followed by a space and the event if there is one. A player has at most
// one open round in each slot.
func Slot(game string, e Event) string {
	if e == "" {
		return game
	}
	return game + " " + string(e)
}

// CutSlot returns the game's ID and the event of a slot.
func CutSlot(slot string) (game string, e Event) {
	game, event, _ := strings.Cut(slot, " ")
	return game, Event(event)
}
