package caption

import (
	"fmt"

	"boardwalk/engine/arcade"
)

// Way returns where players went, how many of all in that position, and how they fared; the short one fits
// a narrow window.
func Way(w arcade.Way, of int) (long, short string) {
	to := WayTo(w)
	long = fmt.Sprintf("%s: %d of %s, %.1f points on average, %d won", to, w.Players, Plural(of, "player"), w.Mean(), w.Won)
	short = fmt.Sprintf("%s: %d of %d, mean %.1f, %d won", to, w.Players, of, w.Mean(), w.Won)
	if w.Judged {
		long += fmt.Sprintf("; the arcade's player then wins %s", Percent(w.Chance))
	}
	if w.Mine {
		long += "; yours, too"
	}
	return long + ".", short + "."
}

// WayTo returns the move of a way as a word, or "end" for the rounds that ended.
func WayTo(w arcade.Way) string {
	if w.Move.IsZero() {
		return "end"
	}
	return w.Move.String()
}

// What is said of a position of an event's deal where nobody is counted, where private players are not, and
// where one cannot go back.
const (
	NoWays      = "Nobody's game came here."
	PartialWays = "The games of private players are left out here."
	AtDeal      = "This is the deal."
)
