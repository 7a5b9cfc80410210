package tui

import (
	"fmt"
	"time"

	"boardwalk/engine/arcade"
)

// racerName returns the name of a racer, for the player.
func racerName(r *arcade.Race, o arcade.Racer) string {
	if o.ID == r.Me {
		return "you"
	}
	return o.Nick
}

// ordinal returns a place in words: "1st".
func ordinal(n int) string {
	ends := map[int]string{1: "st", 2: "nd", 3: "rd"}
	if n%100/10 == 1 || ends[n%10] == "" {
		return fmt.Sprintf("%dth", n)
	}
	return fmt.Sprintf("%d%s", n, ends[n%10])
}

// minutes returns a race's limit in words.
func minutes(limit time.Duration) string { return plural(int(limit.Minutes()), "minute") }
