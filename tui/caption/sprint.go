package caption

import (
	"fmt"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// What players read of sprints.
const (
	NoSprints  = "This arcade holds no sprints."
	SprintRule = "All play the same deals in the same order, each once. Come and go as you like. Most wins rank first, then points. " +
		"No hints, and no undo past a turned-up card."
	NoSprintRows = "Nobody has finished a deal in this sprint yet."
	SprintEnds   = "A deal that is not finished when the hour is over does not count."
)

// Sprints says which sprint goes on at a time, which is the next, and which was the last: each in some
// words, the longest first.
func Sprints(s arcade.Sprints, games engine.Library, at time.Time) (now, next, last []string) {
	now = []string{"Now: none goes on."}
	if s.Now.Game != "" {
		left := fmt.Sprintf("%s, %s left.", games.Name(s.Now.Game), wait(s.Now.Ends().Sub(at)))
		now = []string{"This hour: " + left, left}
	}
	name := games.Name(s.Next.Game)
	next = []string{
		fmt.Sprintf("Next: %s, in %s, at %s (UTC).", name, wait(s.Next.Begins.Sub(at)), Date(s.Next.Begins.UnixMilli())),
		fmt.Sprintf("Next: %s, in %s.", name, wait(s.Next.Begins.Sub(at))),
	}
	if s.Now.Game == s.Next.Game && s.Now.Game != "" && s.Now.Ends().Equal(s.Next.Begins) {
		next = []string{"Next: the same game."}
	}
	name = games.Name(s.Last.Game)
	return now, next, []string{fmt.Sprintf("Last: %s, at %s (UTC).", name, Date(s.Last.Begins.UnixMilli())), fmt.Sprintf("Last: %s.", name)}
}

// wait returns a time of at least a minute, in minutes or, if there are many, in hours.
func wait(d time.Duration) string {
	if d > 2*time.Hour {
		return engine.Plural(int(d.Hours()), "hour")
	}
	return engine.Plural(int((d+time.Minute-1)/time.Minute), "minute")
}

// SprintDeal says which deal of a sprint that goes on is the player's next.
func SprintDeal(b arcade.SprintBoard) string {
	switch {
	case b.Open:
		return fmt.Sprintf("You have begun deal %d.", b.Next)
	case b.Next > arcade.SprintMost:
		return "You have played all its deals."
	}
	return fmt.Sprintf("Your next is deal %d.", b.Next)
}
