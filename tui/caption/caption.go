// Package caption has the short texts that all front ends write alike: counts, dates, and
// errors as sentences.
package caption

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"boardwalk/engine"
)

// The texts of a session that lacks a part of the arcade, and of an empty history.
const (
	NoDailies  = "There is no daily in this session."
	NoRaces    = "There are no races in this session: nobody else could join."
	NoAccounts = "There are no accounts and leaderboards in this session."
	NoHistory  = "No game yet. A game appears here when it is over, finished or given up."
)

// Plural returns a count with its noun: "1 point", "2 points".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Sentence returns a text with a capital first letter and, unless it ends with one, a mark
// at its end.
func Sentence(text string) string {
	if text == "" {
		return text
	}
	text = strings.ToUpper(text[:1]) + text[1:]
	if strings.ContainsRune(".!?", rune(text[len(text)-1])) {
		return text
	}
	return text + "."
}

// Why returns an error as a sentence for the player.
func Why(err error) string {
	var illegal *engine.IllegalMove
	if errors.As(err, &illegal) {
		return illegal.Why
	}
	return Sentence(err.Error())
}

// Date returns a time in Unix milliseconds as date and time in UTC.
func Date(millis int64) string { return time.UnixMilli(millis).UTC().Format("2006-01-02 15:04") }

// Spelled returns a code sign by sign: "K 7 Q 2 M 9".
func Spelled(code string) string {
	return strings.Join(strings.Split(strings.ReplaceAll(code, "-", ""), ""), " ")
}

// OnOff returns what a setting says.
func OnOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
