package arcade_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/enginetest"
)

func TestLevels(t *testing.T) {
	for l := arcade.Level(1); l <= arcade.LevelMost; l++ {
		if got := l.Credential().Level(); got != l {
			t.Errorf("the credential of level %d is of level %d", l, got)
		}
		if c, err := arcade.ParseCredential(l.Credential().String()); err != nil || c != l.Credential() {
			t.Errorf("the credential of level %d is read as %s, %v", l, c, err)
		}
		if got := arcade.NearestLevel(l.Rating()); got != l {
			t.Errorf("level %d is nearest to the rating of level %d", got, l)
		}
		if l > 1 && l.Rating().Points <= (l-1).Rating().Points {
			t.Errorf("level %d is rated %d", l, l.Rating().Points)
		}
	}
	for text, want := range map[string]arcade.Level{"arcade:0": 0, "arcade:6": 0, "arcade:-1": 0, "arcade:": 0, "guest:3": 0, "arcade:5": 5} {
		c, _ := arcade.ParseCredential(text)
		if got := c.Level(); got != want {
			t.Errorf("%s is of level %d, want %d", text, got, want)
		}
	}
	for points, want := range map[int]arcade.Level{400: 1, 1500: 3, 3000: arcade.LevelMost} {
		if got := arcade.NearestLevel(arcade.Rating{Points: points, Races: 1}); got != want {
			t.Errorf("level %d is nearest to %d points, want %d", got, points, want)
		}
	}
	if got := arcade.NearestLevel(arcade.Rating{}); got != 3 {
		t.Errorf("whoever has no rating meets level %d", got)
	}
}

var audited = flag.Int("positions", 1, "at how many positions of each game the levels are audited")

// A level sees what a person sees: with other cards hidden it plays the same move.
func TestLevelsSeeWhatAPersonSees(t *testing.T) {
	for _, g := range catalog.All() {
		random := rand.New(rand.NewPCG(8, 9))
		for n, s := 0, g.Deal("FAIR"); n < *audited; n++ {
			other := s
			if guesser, ok := s.(engine.Guesser); ok {
				other = guesser.Guess(random)
			}
			for l := arcade.Level(1); l <= arcade.LevelMost; l++ {
				seed := random.Uint64()
				move := func(s engine.State) string {
					m, ok, err := l.Player().Play(s, rand.New(rand.NewPCG(seed, 1))).Step(t.Context())
					if err != nil || !ok {
						return "none"
					}
					return m.String()
				}
				if got, want := move(other), move(s); got != want {
					t.Errorf("%s, position %d: level %d plays %s with other cards hidden, want %s", g.Info().ID, n, l, got, want)
				}
			}
			if s, _ = s.Play(enginetest.Pick(random, s.Moves())); s.Over() || len(s.Moves()) == 0 {
				s = g.Deal(engine.Code(fmt.Sprint("FAIR", n)))
			}
		}
	}
}
