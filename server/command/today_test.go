package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// The boards of today have the player and those whom the player follows, and nobody else.
func TestTodaysBoards(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) }
	row := func(nick string, points int, mine bool) arcade.Standing {
		return arcade.Standing{Nick: nick, Mine: mine, Result: arcade.Result{Score: engine.Score{Points: points}}}
	}
	board := func(game string) arcade.Leaderboard {
		return arcade.Leaderboard{Game: game, Class: arcade.Counted, Kind: arcade.TodaysDaily, Event: arcade.DailyEvent("2026-11-22"), Friends: true}
	}
	c := &Context{
		Out: new(bytes.Buffer),
		Ports: session.Ports{
			Games: catalog.Library(), Now: now, Races: races{new(list)},
			Events: new(tuitest.Events).Attach(&tuitest.Store{}, now), Challenges: &tuitest.Challenges{},
			Company: &tuitest.Company{},
			Accounts: &tuitest.Accounts{Boards: map[arcade.Leaderboard][]arcade.Standing{
				board("boardwalk/scotsi"): {row("me", 44, true), row("ann", 19, false)},
				board("boardwalk/hop-45"): {row("me", 2, true)},
			}},
		},
	}
	var errOut bytes.Buffer
	if code, err := Execute(t.Context(), c, New(c), []string{"today", "--json"}, &errOut); code != ExitOK {
		t.Fatalf("exit %d, %v: %s", code, err, &errOut)
	}
	var got Today
	if err := json.Unmarshal(c.Out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(got.Boards) != "[{boardwalk/scotsi Scotsi [{me true 44} {ann false 19}]}]" {
		t.Errorf("the boards are %v", got.Boards)
	}
}

// races are races of which none is the player's.
type races struct{ *list }

type list = tuitest.Races

func (races) Race(string) (*arcade.Race, error) { return nil, arcade.Refuse("there is none") }
