package arcade

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/grade"
)

// An Event is an occasion on which many players play the same deal, each of them once:
// "daily/2026-11-22" is the daily of that day (UTC), "race/K7Q2M9" is the race with that
// code, "challenge/K7Q2M9XA" the challenge with that code, "sprint/2026-11-22T19/3" the third deal
// of the [Sprint] that begins at 19:00. The empty Event stands for rounds
// outside any event.
type Event string

const (
	dailyPrefix     = "daily/"
	racePrefix      = "race/"
	challengePrefix = "challenge/"
	sprintPrefix    = "sprint/"
)

// DailyEvent returns the event of a day, written as "2026-11-22".
func DailyEvent(day string) Event { return Event(dailyPrefix + day) }

// AddDays returns the day n days after one, or "" if that is not a date.
func AddDays(day string, n int) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return t.AddDate(0, 0, n).Format(time.DateOnly)
}

// RaceEvent returns the event of the race with a code.
func RaceEvent(code string) Event { return Event(racePrefix + code) }

// ChallengeEvent returns the event of the challenge with a code.
func ChallengeEvent(code string) Event { return Event(challengePrefix + code) }

// Day returns the day of a daily, and whether e is one.
func (e Event) Day() (day string, ok bool) { return e.after(dailyPrefix) }

// Race returns the code of a race, and whether e is one.
func (e Event) Race() (code string, ok bool) { return e.after(racePrefix) }

// Challenge returns the code of a challenge, and whether e is one.
func (e Event) Challenge() (code string, ok bool) { return e.after(challengePrefix) }

// Duel reports whether e is a challenge that is a duel; see [DuelCode].
func (e Event) Duel() bool { return strings.HasPrefix(string(e), challengePrefix+DuelCode) }

// after returns what follows a prefix, and whether e has it; "" if it has not.
func (e Event) after(prefix string) (rest string, ok bool) {
	if strings.HasPrefix(string(e), prefix) {
		return string(e)[len(prefix):], true
	}
	return "", false
}

// The forms of events and of the codes in them.
var (
	eventForm     = regexp.MustCompile(`^(daily/\d{4}-\d\d-\d\d|(race|challenge)/[A-Z0-9]{1,12}|sprint/\d{4}-\d\d-\d\dT\d\d/[1-9]\d?)?$`)
	raceForm      = regexp.MustCompile(`^[A-Z0-9]{1,12}$`)
	challengeForm = regexp.MustCompile(fmt.Sprintf(`^[A-Z0-9]{%d}$`, ChallengeCodeLen))
)

// ParseEvent parses an event, which may be empty. It checks the form, not whether the
// event ever took place.
func ParseEvent(text string) (Event, error) {
	if !eventForm.MatchString(text) {
		return "", fmt.Errorf("%.40q is not an event, such as daily/2026-11-22", text)
	}
	return Event(text), nil
}

// ParseRaceCode parses the code of a race as a player types it. It checks only the form:
// the race may not exist.
func ParseRaceCode(text string) (string, error) {
	return parseCode(text, raceForm, "race, such as K7Q2M9")
}

// ParseChallengeCode parses the code of a challenge as a player types it. It checks only the
// form: the challenge may not exist.
func ParseChallengeCode(text string) (string, error) {
	return parseCode(text, challengeForm, "challenge, such as K7Q2M9XA")
}

func parseCode(text string, form *regexp.Regexp, what string) (string, error) {
	code := strings.ToUpper(strings.TrimSpace(text))
	if !form.MatchString(code) {
		return "", Refuse("%.20q is no code of a %s", text, what)
	}
	return code, nil
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

// Events gives one player access to the dailies, races and sprints of the arcade: deals that many
// players get, each once. Its methods may wait for a disk unless they say otherwise, and
// are safe for concurrent use. Every error is a sentence that a player can read.
type Events interface {
	// Begin begins the player's round of a game in an event. It returns the round and its
	// revision after storing it: nobody sees the deal before that.
	Begin(g engine.Game, e Event) (Saved, Rev, error)
	// Sealed reports whether others may still play the deal of an event, so that its code
	// must stay secret. It never blocks. Whatever shows a code, a record, a board or the
	// result of another player in an event asks it first: replays, the end of a game,
	// the history, commands, leaderboards and those who watch.
	Sealed(e Event) bool
	// Today returns the current day in UTC, formatted as time.DateOnly, and the time left
	// of it. It never blocks.
	Today() (day string, left time.Duration)
	// Daily returns the player's standing in the daily of a game on a day.
	Daily(game, day string) (DailyStatus, error)
	// Standing is Daily without the streaks and the turnout, which take longer to find out.
	Standing(game, day string) (DailyStatus, error)
	// DayStreak returns for how many days in a row up to a day the player has played a daily of
	// any game so that it counted, and the most such days up to then. A day that still goes on
	// without one does not end the streak.
	DayStreak(day string) (now, longest int, err error)
	// Past returns the deal of a past day's daily, unless the player is still playing it.
	// The error is [ErrSealed] while others may still play it.
	Past(game, day string) (engine.Code, error)
	// Explore returns a walk through the deal of a past day's daily, for those to whom Past tells it.
	Explore(g engine.Game, day string) (*Walk, error)
	// Sprints returns the sprints of the arcade, none if its host holds none. It never blocks.
	Sprints() Sprints
	// SprintBoard returns how the players of a sprint stand, and the player.
	SprintBoard(s Sprint) (SprintBoard, error)
	// SprintStanding is SprintBoard without its rows, which take longer to find out.
	SprintStanding(s Sprint) (SprintBoard, error)
}

// Over returns when a daily or a deal of a sprint is over for all: nobody can play it any more. ok is false
// for other events, which end when their players are through.
func (e Event) Over() (over time.Time, ok bool) {
	if day, daily := e.Day(); daily {
		begins, err := time.Parse(time.DateOnly, day)
		return begins.AddDate(0, 0, 1).Add(DailyGrace), err == nil
	}
	begins, _, ok := e.Sprint()
	return begins.Add(SprintLasts), ok
}

// Secret returns the case of [ErrSealed] of an event: it says what must be over first, and when it is if
// the clock ends it.
func (e Event) Secret() *Refusal {
	var of string
	switch over, timed := e.Over(); {
	case timed && e.Unaided():
		of = fmt.Sprintf("its sprint is over, at %s (UTC)", over.UTC().Format("15:04"))
	case timed:
		day, _ := e.Day()
		of = fmt.Sprintf("the daily of %s is over for those who began it, on %s (UTC)", day, over.UTC().Format("2006-01-02 at 15:04"))
	case e.Duel():
		of = "its duel is over"
	default: // without the code, with which others could enter it
		if _, race := e.Race(); race {
			of = "its race is over"
		} else if _, challenge := e.Challenge(); challenge {
			of = "its challenge is over"
		} else {
			return ErrSealed
		}
	}
	return ErrSealed.Saying("others can still play this deal: come back once %s", of)
}

// ErrSealed is returned for what shows a deal that others may still play; see [Event.Secret].
var ErrSealed = Refuse("others can still play this deal: come back once its daily, race or challenge is over")

// DailyGrace is how long after its day a daily that was begun in time can still be
// finished and count.
const DailyGrace = time.Hour

// A DailyStatus is a player's standing in the daily of a game on a day.
type DailyStatus struct {
	Open    int     // moves of the open round plus one, 0 if none is open
	Before  bool    // an account that is gone began it with the player's key, so the player may not
	Result  *Result // nil if the daily was not played to its end
	Streak  int     // consecutive days up to that day on which a counted daily was played
	Longest int     // the longest streak up to that day
	Place   int     // on the board of the counted rounds, from 1; 0 if the player is not on it
	Players int     // how many players are on its boards, the player included

	Winnable bool       // its deal is known to be one that can be won
	Grade    grade.Mark // of the deal; zero if nobody has measured it
	Grading  bool       // the deal is still to be chosen, or its grade to be measured
}

// DailyGrade returns the grade of the dailies of a day such as "2026-11-22", if such deals are found in time: gentle
// on Monday and Tuesday, fair on Wednesday and Thursday, stern on Friday and Saturday, cruel on Sunday.
func DailyGrade(day string) grade.Kind {
	at, _ := time.Parse(time.DateOnly, day)
	return grade.Grades()[(at.Weekday()+6)%7/2]
}

// Kind returns what is known of the deal: its grade, or that it can be won, or Fresh for
// nothing.
func (d DailyStatus) Kind() grade.Kind {
	if d.Grade.Kind == grade.Fresh && d.Winnable {
		return grade.Winnable
	}
	return d.Grade.Kind
}
