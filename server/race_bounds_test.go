package server

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server/port"
	"boardwalk/server/race"
)

// The games of most races here.
var (
	hop45 = catalog.All()[0]
	chess = catalog.All()[6] // Chessboard
)

// Input of strangers is checked, and codes cannot be tried for long.
func TestRacesAreChecked(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	for _, limit := range []time.Duration{-time.Minute, 0, time.Minute - 1, time.Hour + 1} {
		if _, err := ann.env.Races.Open(hop45, arcade.RaceTerms{Limit: limit}); !errors.Is(err, race.ErrLimit) {
			t.Errorf("a race of %v: %v", limit, err)
		}
	}
	code := ann.opens(time.Minute)
	for range 3 * port.GuessesMax { // right codes are no guesses
		bob.joins(code)
	}
	for i := range port.GuessesMax {
		if _, err := bob.env.Races.Join(fmt.Sprintf("AAAA%d", i)); !errors.Is(err, data.ErrNoRace) {
			t.Errorf("guess %d: %v", i, err)
		}
	}
	other := ann.opens(time.Minute)
	for _, guess := range []string{"AAAA9", other} {
		if _, err := bob.env.Races.Join(guess); !errors.Is(err, port.ErrGuesses) {
			t.Errorf("after %d guesses: %v", port.GuessesMax, err)
		}
	}
	if bob.joins(code); bob.sees() == nil { // bob is in it already
		t.Error("bob is in it no more")
	}
	for _, evil := range []string{"", "\x1b]52;c;evil", strings.Repeat("A", 4000), "daily/2026", "K7Q2M9\n"} {
		_, err := s.enters(t, "").env.Races.Join(evil)
		if err == nil || strings.ContainsAny(err.Error(), "\x1b\n") || len(err.Error()) > 100 {
			t.Errorf("%.20q: %v", evil, err)
		}
	}
}
