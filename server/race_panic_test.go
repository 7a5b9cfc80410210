package server

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui"
)

// panickyRaces is races with a trap.
type panickyRaces struct {
	races arcade.Races
	*trap
}

func (u panickyRaces) Open(g engine.Game, terms arcade.RaceTerms) (*arcade.Race, error) {
	u.at("Open")
	return u.races.Open(g, terms)
}

func (u panickyRaces) Join(code string) (*arcade.Race, error) {
	u.at("Join")
	return u.races.Join(code)
}

func (u panickyRaces) Leave(code string) error {
	u.at("Leave")
	return u.races.Leave(code)
}

func (u panickyRaces) TakeOut(code, racer string) error {
	u.at("TakeOut")
	return u.races.TakeOut(code, racer)
}

func (u panickyRaces) Start(code string) error {
	u.at("Start")
	return u.races.Start(code)
}

func (u panickyRaces) Race(code string) (*arcade.Race, error) {
	u.at("Race")
	return u.races.Race(code)
}

func (u panickyRaces) Races(n int) ([]*arcade.Race, error) {
	u.at("Races")
	return u.races.Races(n)
}

func (u panickyRaces) Rivals() ([]arcade.Rival, error) {
	u.at("Rivals")
	return u.races.Rivals()
}

func (u panickyRaces) Follow(ctx context.Context, code string) (arcade.Watch[*arcade.Race], error) {
	u.at("Follow")
	w, err := u.races.Follow(ctx, code)
	return panickyRaceWatch{w, u}, err
}

func (u panickyRaces) Waiting() []arcade.WaitingRace { return u.races.Waiting() }

func (u panickyRaces) FollowWaiting(ctx context.Context) (arcade.Watch[[]arcade.WaitingRace], error) {
	u.at("FollowWaiting")
	return u.races.FollowWaiting(ctx)
}

func (u panickyRaces) Seat(code string, l arcade.Level) error { return u.races.Seat(code, l) }

func (u panickyRaces) Rematch(code string, g engine.Game) (*arcade.Race, error) {
	u.at("Rematch")
	return u.races.Rematch(code, g)
}

type panickyRaceWatch struct {
	arcade.Watch[*arcade.Race]
	races panickyRaces
}

func (w panickyRaceWatch) Next() (*arcade.Race, bool) {
	r, ok := w.Watch.Next()
	w.races.at("Next")
	return r, ok
}

// openRacePanics starts an arcade whose races may panic in one place.
func openRacePanics(t *testing.T, where string) *trapped[panickyRaces] {
	return openTrapped(t, where, nil, func(env *tui.Env, tr *trap) panickyRaces {
		races := panickyRaces{env.Races, tr}
		env.Races = races
		return races
	})
}

// A panic anywhere in the races ends only the session in which it happens. Others in the
// same race go on.
//
//abuse:case 22
func TestPanicInRacesEndsOneSession(t *testing.T) {
	t.Parallel()
	room := []string{"r", "Open a race", "cCODE", "Code of the race: CODE", "\r", "bad (you)"}
	for where, keys := range map[string][]string{ // with what each key but the last shows
		"Races": {"r"}, "Rivals": {"r"}, "FollowWaiting": {"r"}, "Open": {"r", "Open a race", "j\r"}, "Join": room[:5], "Follow": room[:5],
		"Leave": append(slices.Clone(room), "l"), "Start": {"r", "Open a race", "j\r", "bad (you)", "s", "Start alone?", "y"}, "Next": append(slices.Clone(room), ""),
	} {
		t.Run("in "+where, func(t *testing.T) {
			p := openRacePanics(t, where)
			key, _ := member(t, p.db, "good")
			good, races := p.enters(t, "good", key)
			race, err := races.Open(hop45, arcade.RaceTerms{Limit: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			typed := func(keys []string) (of []string) {
				for _, key := range keys {
					of = append(of, strings.ReplaceAll(key, "CODE", race.Code))
				}
				return of
			}
			good.typesEach(typed(append(slices.Clone(room[:5]), "good (you)")))
			key, _ = member(t, p.db, "bad")
			bad, badRaces := p.enters(t, "bad", key)
			last := len(keys) - 1
			bad.typesEach(typed(keys[:last]))
			badRaces.armed.Store(true)
			if bad.types(keys[last]); where == "Next" { // Next waits for others
				good.types("l")
			}
			p.panicked(t, bad)
			if where != "Next" {
				good.types("sy") // y answers if nobody has joined
				good.screens("The race begins in")
			}
			good.leaves()
		})
	}
	t.Attr("reached", "9 of 9 panics in races end one session each")
}
