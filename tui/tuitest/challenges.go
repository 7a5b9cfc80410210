package tuitest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// Challenges is a arcade.Challenges over a Store, in which a test decides who else plays.
// Tests may use its fields only while no call is in progress.
type Challenges struct {
	List   []arcade.Challenge       // the player's, newest first, as somebody sees them who has finished the deal
	Others []arcade.Challenge       // those that the player can enter
	Rounds map[string]arcade.Result // of others, by the ID of the row
	Asked  []string                 // the calls that change something, in order
	Err    error                    // if set, every such call returns it
	News   []arcade.ChallengeNote   // what others tell the player
	Waits  string                   // the ID of the game of a duel that waits for the player

	store *Store
	notes *Feed[[]arcade.ChallengeNote]
}

// Attach sets the store that holds the player's rounds. It returns c.
func (c *Challenges) Attach(store *Store) *Challenges {
	c.store = store
	return c
}

// Duel implements arcade.Challenges. The duel that it makes has the code U7Q2M9XA.
func (c *Challenges) Duel(g engine.Game) (arcade.Challenge, error) {
	game := "boardwalk/scotsi"
	if g != nil {
		game = g.Info().ID
	}
	c.Asked = append(c.Asked, "duel at "+game)
	if c.Err != nil {
		return arcade.Challenge{}, c.Err
	}
	made := arcade.Challenge{Code: "U7Q2M9XA", Game: game, Duel: true, Shut: true, Me: Me, Players: []arcade.ChallengeRow{{ID: Me, Nick: "me"}}}
	c.List = slices.Insert(c.List, 0, made)
	return made, nil
}

// WaitingDuel implements arcade.Challenges.
func (c *Challenges) WaitingDuel() string { return c.Waits }

// PassOn implements arcade.Challenges. The challenge that it makes has the code K7Q2M9XA.
func (c *Challenges) PassOn(round string) (arcade.Challenge, error) {
	c.Asked = append(c.Asked, "pass on "+round)
	i := slices.IndexFunc(c.store.Results, func(r arcade.Result) bool { return r.ID == round })
	if c.Err != nil || i < 0 {
		return arcade.Challenge{}, cmp.Or(c.Err, errNone)
	}
	r := c.store.Results[i]
	opened := time.UnixMilli(r.Ended)
	made := arcade.Challenge{
		Code: "K7Q2M9XA", Game: r.Record.Game, Rules: r.Rules, Opened: opened, Until: opened.AddDate(0, 0, 30), Me: Me,
		Players: []arcade.ChallengeRow{{ID: Me, Nick: "me", First: true, Shown: true, Result: &r}},
	}
	c.List = slices.Insert(c.List, 0, made)
	return made, nil
}

var errNone = errors.New("there is no such thing")

// Enter implements arcade.Challenges.
func (c *Challenges) Enter(code string) (arcade.Challenge, error) {
	c.Asked = append(c.Asked, "enter "+code)
	i := slices.IndexFunc(c.Others, func(o arcade.Challenge) bool { return o.Code == code })
	if c.Err != nil || i < 0 {
		return arcade.Challenge{}, cmp.Or(c.Err, errNone)
	}
	entered := c.Others[i]
	entered.Me, entered.Players = Me, append(slices.Clone(entered.Players), arcade.ChallengeRow{ID: Me, Nick: "me"})
	c.List = slices.Insert(c.List, 0, entered)
	return c.seen(entered), nil
}

// Leave implements arcade.Challenges.
func (c *Challenges) Leave(code string) error {
	c.Asked = append(c.Asked, "leave "+code)
	if c.Err == nil {
		c.News = slices.DeleteFunc(c.News, func(n arcade.ChallengeNote) bool { return n.Code == code })
		c.List = slices.DeleteFunc(c.List, func(o arcade.Challenge) bool { return o.Code == code })
	}
	return c.Err
}

// Challenge implements arcade.Challenges. The player has seen what is new of it.
func (c *Challenges) Challenge(code string) (arcade.Challenge, error) {
	i := slices.IndexFunc(c.List, func(o arcade.Challenge) bool { return o.Code == code })
	if i < 0 {
		return arcade.Challenge{}, errNone
	}
	c.News = slices.DeleteFunc(slices.Clone(c.News), func(n arcade.ChallengeNote) bool { return n.Code == code })
	return c.seen(c.List[i]), nil
}

// Challenges implements arcade.Challenges.
func (c *Challenges) Challenges(n int) (list []arcade.Challenge, err error) {
	for _, o := range c.List[:min(n, len(c.List))] {
		list = append(list, c.seen(o))
	}
	return list, nil
}

// Round implements arcade.Challenges.
func (c *Challenges) Round(code, id string) (arcade.Result, error) {
	o, err := c.Challenge(code)
	if err != nil {
		return arcade.Result{}, err
	}
	if r, ok := c.Rounds[id]; ok {
		return r, nil
	}
	i := slices.IndexFunc(o.Players, func(row arcade.ChallengeRow) bool { return row.ID == id && row.Shown })
	if i < 0 {
		return arcade.Result{}, errNone
	}
	return *o.Players[i].Result, nil
}

// seen returns a challenge as the player sees it now: with the player's own round from the
// store, or without what others played.
func (c *Challenges) seen(o arcade.Challenge) arcade.Challenge {
	o.Players = slices.Clone(o.Players)
	own := slices.IndexFunc(o.Players, func(row arcade.ChallengeRow) bool { return row.ID == o.Me })
	for _, r := range c.store.Results {
		if r.Event == o.Event() {
			o.Players[own].Result, o.Players[own].Shown = &r, true
		}
	}
	if saved, rev, _ := c.store.Saved(arcade.Slot(o.Game, o.Event())); rev != 0 {
		o.Open = 1 + len(saved.Record.Moves)
	}
	if !o.Finished() && !o.Duel {
		for i, row := range o.Players {
			if row.Result != nil {
				o.Players[i].Shown = false
				o.Players[i].Result = &arcade.Result{Class: row.Result.Class, Score: engine.Score{Points: row.Result.Score.Points, Max: row.Result.Score.Max}}
			}
		}
	}
	o.Sort()
	return o
}

// Tell implements arcade.Challenges.
func (c *Challenges) Tell(code, nick string) error {
	c.Asked = append(c.Asked, "tell "+nick+" of "+code)
	return c.Err
}

// Dare implements arcade.Challenges.
func (c *Challenges) Dare(round, nick string) (arcade.Challenge, error) {
	made, err := c.PassOn(round)
	if err == nil {
		err = c.Tell(made.Code, nick)
	}
	return made, err
}

// Notes implements arcade.Challenges.
func (c *Challenges) Notes() []arcade.ChallengeNote { return c.News }

// FollowNotes implements arcade.Challenges. The notes change with [Robot.Note] alone.
func (c *Challenges) FollowNotes(ctx context.Context) (arcade.Watch[[]arcade.ChallengeNote], error) {
	c.notes = newFeed(ctx, append([]arcade.ChallengeNote{}, c.News...))
	return c.notes, nil
}

// Note brings the robot one more note.
func (r *Robot) Note(note arcade.ChallengeNote) {
	r.t.Helper()
	c := r.Store.Challenges
	c.News = slices.Insert(c.News, 0, note)
	deliver(r, c.notes, slices.Clone(c.News), true)
}
