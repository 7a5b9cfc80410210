package tui_test

import (
	"context"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/catalog"
	"boardwalk/engine/enginetest"
	"boardwalk/engine/hint"
	"boardwalk/engine/search"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// A known game is one in which the arcade's player knows the best move of each position, and why. It
// is the last legal one.
type known struct {
	engine.Game
	asks *[]engine.Ask
}

type knownState struct {
	engine.State
	asks *[]engine.Ask
}

func (g known) Deal(code engine.Code) engine.State { return knownState{g.Game.Deal(code), g.asks} }

func (s knownState) Play(m engine.Move) (engine.State, error) {
	next, err := s.State.Play(m)
	if err != nil {
		return nil, err
	}
	return knownState{next, s.asks}, nil
}

func (s knownState) Advise(_ context.Context, a engine.Ask) []engine.Choice {
	*s.asks = append(*s.asks, a)
	moves := s.Moves()
	return []engine.Choice{{Move: moves[len(moves)-1]}}
}

func (s knownState) Why(engine.Move) string {
	return "frees the column of Sevens, and keeps the Six for b4"
}

func TestAHintSaysWhy(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {60, 20}, {40, 12}} {
		r := tuitest.New(t, &tuitest.Store{}, engine.Catalog{known{catalog.All()[hop45], new([]engine.Ask)}})
		r.Resize(size[0], size[1])
		r.Press("enter", "x", "y")
		const why = "This frees the column of Sevens, and keeps the Six for b4."
		text := strings.Join(strings.Fields(r.Screen()), " ")
		if !strings.Contains(text, why) || !strings.Contains(text, "Enter play") {
			t.Errorf("%v: the hint says no why:\n%s", size, r.Screen())
		}
		if !regexp.MustCompile(` to [a-e][24][.:].* This frees`).MatchString(text) {
			t.Errorf("%v: the hint does not name its move:\n%s", size, r.Screen())
		}
		if !regexp.MustCompile(`[] ╌]D[ ╌\n]`).MatchString(r.Screen()) {
			t.Errorf("%v: the sentence covers where the card goes:\n%s", size, r.Screen())
		}
		r.Press("esc")
		if strings.Contains(r.Screen(), "Sevens") {
			t.Errorf("%v: after Esc it still says why:\n%s", size, r.Screen())
		}
	}
}

func TestAHintInABusyArcadeIsTheOneAtFirstSight(t *testing.T) {
	var asks []engine.Ask
	g := known{catalog.All()[hop45], &asks}
	env := session.Ports{Searches: search.Places{Limit: make(chan struct{}, 1)}, Hints: new(hint.Desk), HintTime: 1}
	env.Searches.Limit <- struct{}{}
	record := engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: "ABC"}
	if _, ok := env.Advise(context.Background(), g, record); !ok || len(asks) != 1 || asks[0].Tries != 0 {
		t.Errorf("got %t from %+v, want a hint without a try", ok, asks)
	}
	<-env.Searches.Limit
	env.HintTime = time.Hour
	if _, ok := env.Advise(context.Background(), g, record); !ok || len(asks) != 2 || asks[1].Tries == 0 || len(env.Searches.Limit) != 0 {
		t.Errorf("got %t from %+v, want a hint with tries; %d searches run", ok, asks, len(env.Searches.Limit))
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, ok := env.Advise(ended, g, record); ok {
		t.Error("whoever wants no hint any more gets one")
	}
}

// A redealt game begins at a position, and hides other cards there than the game did.
type redealt struct {
	engine.Game
	at     engine.State
	random *rand.Rand
}

func (g redealt) Deal(engine.Code) engine.State {
	if s, ok := g.at.(engine.Guesser); ok {
		return s.Guess(g.random)
	}
	return g.at
}

// TestAHintKnowsNoHiddenCard asks for hints, with why they are good, in positions that look
// the same but hide other cards.
func TestAHintKnowsNoHiddenCard(t *testing.T) {
	env, asked := session.Ports{HintTime: time.Hour, Budget: analysis.Budget{Tries: hint.Tries}}, 0
	for _, g := range catalog.All() {
		random := rand.New(rand.NewPCG(5, 6))
		record := engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: "FAIR"}
		s := g.Deal(record.Code)
		for n := 0; n < 8 && !s.Over(); n++ {
			s, _ = s.Play(enginetest.Pick(random, s.Moves()))
		}
		if engine.Hidden(s) == 0 {
			continue
		}
		asked++
		env.Hints = new(hint.Desk)
		want, _ := env.Advise(context.Background(), redealt{g, s, random}, record)
		env.Hints = new(hint.Desk) // which remembers nothing
		if got, _ := env.Advise(context.Background(), redealt{g, s, random}, record); got != want {
			t.Errorf("%s: the hint is %+v with other cards hidden, want %+v", record.Game, got, want)
		}
	}
	if asked < 2 {
		t.Errorf("%d positions hide cards", asked)
	}
}
