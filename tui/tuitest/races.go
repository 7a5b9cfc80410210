package tuitest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// Races is a arcade.Races in memory, in which a test decides how a race goes. Tests may use
// its fields only while no call is in progress.
type Races struct {
	List   []*arcade.Race // the player's races, newest first
	Others []arcade.Rival
	Asked  []string             // the calls, in order: "open GAME 15m0s", "join CODE"
	Listed []arcade.WaitingRace // the open races of the arcade
	Watch  *Feed[*arcade.Race]
	Lists  []*Feed[[]arcade.WaitingRace] // the watches of Listed
	Err    error                         // if set, every change returns it
}

// Me is the ID of the player's own row in races that the player opens or joins.
const Me = "me"

// Open implements arcade.Races. The race that it opens has the code K7Q2M9.
func (r *Races) Open(g engine.Game, terms arcade.RaceTerms) (*arcade.Race, error) {
	game, what := g.Info().ID, "open "
	if terms.Open {
		what = "open to all "
	}
	if terms.Watched {
		what += "watched "
	}
	if terms.To != "" {
		what += "to " + terms.To + " "
	}
	if terms.Arcade {
		what += fmt.Sprintf("against level %d ", terms.Level)
	}
	race, err := r.add(what+game+" "+terms.Limit.String(), &arcade.Race{Code: "K7Q2M9", Game: game, Limit: terms.Limit, Open: terms.Open, Watched: terms.Watched})
	if err == nil && terms.Arcade {
		l := max(terms.Level, 1)
		race.Racers = append(race.Racers, arcade.Racer{ID: l.Nick(), Nick: l.Nick(), Level: l, Rating: l.Rating()})
		if !terms.Open {
			race.Begins = race.Opened.Add(5 * time.Second)
		}
	}
	return race, err
}

// Waiting implements arcade.Races.
func (r *Races) Waiting() []arcade.WaitingRace { return r.Listed }

// FollowWaiting implements arcade.Races. What Waiting returns is the first that the watch
// delivers.
func (r *Races) FollowWaiting(ctx context.Context) (arcade.Watch[[]arcade.WaitingRace], error) {
	w := newFeed(ctx, append([]arcade.WaitingRace{}, r.Listed...))
	r.Lists = append(r.Lists, w)
	return w, nil
}

// Rematch implements arcade.Races. It opens a race with the code R3M4TC, or joins the one
// that was offered.
func (r *Races) Rematch(code string, g engine.Game) (*arcade.Race, error) {
	race := &arcade.Race{Code: "R3M4TC", Game: g.Info().ID, Limit: arcade.RaceDefault}
	return r.add("rematch "+code, race)
}

// Join implements arcade.Races.
func (r *Races) Join(code string) (*arcade.Race, error) {
	return r.add("join "+code, &arcade.Race{Code: code, Game: "boardwalk/hop-45", Limit: arcade.RaceDefault})
}

func (r *Races) add(asked string, race *arcade.Race) (*arcade.Race, error) {
	if err := r.ask("%s", asked); err != nil {
		return nil, err
	}
	race.Me, race.Racers, race.Opened = Me, []arcade.Racer{{ID: Me, Nick: "me"}}, time.UnixMilli(1_700_000_000_000)
	r.List = slices.Insert(r.List, 0, race)
	return race, nil
}

// ask notes a call and returns Err.
func (r *Races) ask(format string, args ...any) error {
	r.Asked = append(r.Asked, fmt.Sprintf(format, args...))
	return r.Err
}

// Leave implements arcade.Races.
func (r *Races) Leave(code string) error { return r.ask("leave %s", code) }

// Seat implements arcade.Races.
func (r *Races) Seat(code string, l arcade.Level) error { return r.ask("seat level %d in %s", l, code) }

// TakeOut implements arcade.Races.
func (r *Races) TakeOut(code, racer string) error { return r.ask("take out %s of %s", racer, code) }

// Start implements arcade.Races.
func (r *Races) Start(code string) error { return r.ask("start %s", code) }

// Races implements arcade.Races.
func (r *Races) Races(n int) ([]*arcade.Race, error) { return r.List[:min(n, len(r.List))], nil }

// Rivals implements arcade.Races.
func (r *Races) Rivals() ([]arcade.Rival, error) { return r.Others, nil }

// goesOn reports whether the race with a code is on the list and not over.
func (r *Races) goesOn(code string) bool {
	return slices.ContainsFunc(r.List, func(race *arcade.Race) bool { return race.Code == code && !race.Over })
}

// Race implements arcade.Races.
func (r *Races) Race(code string) (*arcade.Race, error) {
	i := slices.IndexFunc(r.List, func(race *arcade.Race) bool { return race.Code == code })
	if i < 0 {
		return nil, errors.New("you are in no such race")
	}
	return r.List[i], nil
}

// Follow implements arcade.Races. The race on the list is the first that the watch delivers.
func (r *Races) Follow(ctx context.Context, code string) (arcade.Watch[*arcade.Race], error) {
	race, err := r.Race(code)
	if err != nil {
		return nil, err
	}
	r.Watch = newFeed(ctx, race)
	return r.Watch, nil
}
