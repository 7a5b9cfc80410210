package arcade_test

import (
	"fmt"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
)

// resultOf returns a result from a letter: w is a counted win, l a counted loss, a an
// assisted win, p a practice win and P a perfect counted win. g and G are of a deal of a
// chosen grade that was won and lost.
func resultOf(letter rune) arcade.Result {
	r := arcade.Result{Class: arcade.Counted, Score: engine.Score{Points: 20, Max: 52, Won: letter != 'l'}, Millis: 1000}
	switch letter {
	case 'a':
		r.Class = arcade.Assisted
	case 'g', 'G':
		r.Class, r.Grade = arcade.Assisted, grade.Mark{Kind: grade.Gentle, Version: 1}
		r.Score.Won = letter == 'g'
	case 'p':
		r.Class = arcade.Practice
	case 'P':
		r.Score.Points, r.Score.Perfect = 52, true
	case 'l':
		r.Score.Points = 5
	}
	return r
}

// addNewer adds a result that is newer than those added before.
func addNewer(s *arcade.Stat, r arcade.Result) {
	s.Add(r, true)
	s.AddNewerStreak(r)
}

func TestStreaks(t *testing.T) {
	for _, c := range []struct {
		oldestFirst     string
		streak, longest int
	}{
		{"", 0, 0},
		{"w", 1, 1},
		{"l", 0, 0},
		{"wwl", 0, 2},
		{"lww", 2, 2},
		{"wwwlw", 1, 3},
		{"wlwwlwwwwlww", 2, 4},
		{"wpw", 2, 2},   // practice does not lengthen a streak,
		{"waaaw", 2, 2}, // nor does an assisted win,
		{"aap", 0, 0},   // nor does either begin one
		{"lwPw", 3, 3},  // a perfect game is a win
		{"wgGw", 2, 2},  // a deal of a chosen grade does neither
		{"wwla", 0, 2},  // an assisted win after a loss mends nothing
	} {
		t.Run(c.oldestFirst, func(t *testing.T) {
			var s arcade.Stat
			for _, letter := range c.oldestFirst {
				addNewer(&s, resultOf(letter))
			}
			if s.Streak != c.streak || s.Longest != c.longest {
				t.Errorf("streak %d, longest %d; want %d, %d", s.Streak, s.Longest, c.streak, c.longest)
			}
		})
	}
}

func TestStatSums(t *testing.T) {
	var sum arcade.Stat
	for _, letter := range "wlPap" {
		addNewer(&sum, resultOf(letter))
	}
	got := fmt.Sprintln(sum.Played, sum.Won, sum.Perfect, sum.Best, sum.Points, sum.Millis, sum.Streak, sum.Longest)
	if want := fmt.Sprintln(5, 4, 1, 52, 20+5+52+20+20, 5000, 1, 1); got != want {
		t.Errorf("got %swant %s", got, want)
	}
	if got, want := sum.Average(), 117.0/5; got != want {
		t.Errorf("average %v, want %v", got, want)
	}
	if got := (arcade.Stat{}).Average(); got != 0 {
		t.Errorf("the average of nothing is %v", got)
	}
	var many arcade.Stat
	for range strings.Repeat("w", 1000) {
		addNewer(&many, resultOf('w'))
	}
	if many.Streak != 1000 || many.Longest != 1000 {
		t.Errorf("a thousand wins are a streak of %d, the longest of %d", many.Streak, many.Longest)
	}
}

// A round of an event counts as played and won like any other, but neither as a best nor
// for a streak.
func TestEventsAreNoBestAndNoStreak(t *testing.T) {
	won := func(points int, e arcade.Event) arcade.Result {
		return arcade.Result{Event: e, Class: arcade.Counted, Score: engine.Score{Points: points, Won: true}, Millis: 10}
	}
	lost := won(1, arcade.RaceEvent("K7Q2M9"))
	lost.Score.Won = false
	var s arcade.Stat
	for _, r := range []arcade.Result{won(9, ""), lost, won(27, arcade.DailyEvent("2026-11-22")), won(8, "")} {
		addNewer(&s, r)
	}
	if s.Played != 4 || s.Won != 3 || s.Points != 45 || s.Millis != 40 || s.Best != 9 || s.Streak != 2 || s.Longest != 2 {
		t.Errorf("the sum is %+v", s)
	}
	var events, nothing arcade.Stat
	addNewer(&events, won(27, arcade.DailyEvent("2026-11-22")))
	addNewer(&nothing, won(0, ""))
	brief := won(9, "")
	brief.Score.Won, brief.Record.Moves = false, make([]engine.Move, 4)
	addNewer(&nothing, brief)
	if !s.HasBest() || events.HasBest() || nothing.HasBest() {
		t.Errorf("a best: %t of several, %t of events alone, %t of games without points or tries", s.HasBest(), events.HasBest(), nothing.HasBest())
	}
}
