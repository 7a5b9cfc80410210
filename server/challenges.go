package server

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/hub"
)

// A Challenger is the part of a player's data that is about challenges. *data.Player is one.
type Challenger interface {
	PassOn(round string, now time.Time) (arcade.Challenge, error)
	EnterChallenge(code string, now time.Time) (arcade.Challenge, error)
	LeaveChallenge(code string) error
	Challenge(code string, now time.Time) (arcade.Challenge, error)
	Challenges(n int, now time.Time) ([]arcade.Challenge, error)
	ChallengeRound(code, id string) (arcade.Result, error)
	Challenger(code string) (arcade.PlayerID, error)
	Race(code string) (data.Race, error)
	BeginSeen(g engine.Game, e arcade.Event, now time.Time, seen func(arcade.Deal) bool) (arcade.Saved, arcade.Rev, error)
}

// What a player reads about challenges.
const (
	errNoChallenge    userError = "there is no challenge with that code"
	errNotEntered     userError = "you have not entered a challenge with that code: enter it and play it first"
	errChallengeOver  userError = "this challenge is over: 30 days have passed since somebody entered it, or whoever passed the deal on has gone"
	errChallengeHides userError = "you can see others' games of this deal once you have played it yourself"
	errChallenged     userError = "you have been challenged to this deal: it is a secret until you have played it"
	errNoSuchGame     userError = "only a finished game of your own can be passed on"
	errUnplayedTell   userError = "play it first: then you can challenge others to it"
	errRaced          userError = "this player knows the deal from your race: a rematch has another"
	errInChallenge    userError = "this player is in the challenge already"
	errAlone          userError = "in this arcade players do not see each other"
	errManyChallenges userError = "many deals were passed on from your network in the last hour; please come back in a while"
)

// A challenges implements arcade.Challenges for one player.
type challenges struct {
	player  Challenger
	may     func() error                   // why the player may not play in events, or nil
	passing func(write func() error) error // runs a write that may make a challenge, or returns why none may be made
	people  hub.Company                    // whom the player can tell of a challenge, and what others tell
	alone   bool                           // the host wants no company
	seen    func(code string)              // the player has seen how a challenge stands
	gone    func(code string)              // a challenge is gone
	create  accountGuard                   // wraps each write that may create the account
	now     func() time.Time
	log     *slog.Logger
}

// PassOn implements arcade.Challenges.
func (c challenges) PassOn(round string) (passed arcade.Challenge, err error) {
	err = c.passing(func() (err error) {
		passed, err = c.player.PassOn(round, c.now())
		return err
	})
	if errors.Is(err, data.ErrNotFound) {
		err = errNoSuchGame
	}
	return named(passed), toUserError(c.log, "pass a deal on", err)
}

// Enter implements arcade.Challenges.
func (c challenges) Enter(code string) (entered arcade.Challenge, err error) {
	if code, err = arcade.ParseChallengeCode(code); err != nil {
		return entered, userError(err.Error())
	}
	if err = c.may(); err == nil {
		err = c.create(func() (err error) {
			entered, err = c.player.EnterChallenge(code, c.now())
			return err
		})
	}
	if err == nil {
		c.seen(entered.Code)
	}
	return named(entered), toUserError(c.log, "enter a challenge", ofChallenge(err))
}

// Leave implements arcade.Challenges.
func (c challenges) Leave(code string) (err error) {
	if code, err = arcade.ParseChallengeCode(code); err != nil {
		return userError(err.Error())
	}
	if slices.ContainsFunc(c.Notes(), func(n arcade.ChallengeNote) bool { return n.Code == code && !n.Finished }) {
		c.seen(code)
		return nil
	}
	left, err := c.player.Challenge(code, c.now())
	if err == nil {
		err = c.player.LeaveChallenge(code)
	}
	if err == nil && left.Own().First {
		c.gone(code)
	}
	if errors.Is(err, data.ErrNotFound) {
		return userError("you are in no challenge with that code")
	}
	return toUserError(c.log, "leave a challenge", err)
}

// Challenge implements arcade.Challenges.
func (c challenges) Challenge(code string) (arcade.Challenge, error) {
	found, err := c.player.Challenge(code, c.now())
	if err == nil {
		c.seen(found.Code)
	}
	return named(found), toUserError(c.log, "read a challenge", ofEntered(err))
}

// Tell implements arcade.Challenges.
func (c challenges) Tell(code, nick string) error {
	found, err := c.player.Challenge(code, c.now())
	own := found.Own()
	switch {
	case err != nil:
		return toUserError(c.log, "read a challenge", ofEntered(err))
	case c.alone:
		return errAlone
	case found.Shut:
		return errChallengeOver
	case own.Result == nil:
		return errUnplayedTell
	case slices.ContainsFunc(found.Players, func(r arcade.ChallengeRow) bool {
		return r.ID != own.ID && r.Nick != "" && strings.EqualFold(r.Nick, nick)
	}):
		return errInChallenge
	case c.raced(found, nick):
		return errRaced
	}
	err = c.people.ChallengePlayer(nick, arcade.ChallengeNote{Code: found.Code, Game: found.Game, Rules: found.Rules, Score: own.Result.Score})
	if err != nil {
		return userError(err.Error())
	}
	return nil
}

// raced reports whether the deal of a challenge is that of a race of the player's in which
// somebody with a nick has played it.
func (c challenges) raced(of arcade.Challenge, nick string) bool {
	first := of.First().Result
	if first == nil {
		return false
	}
	code, ok := first.Event.Race()
	if !ok {
		return false
	}
	race, err := c.player.Race(code)
	return err == nil && slices.ContainsFunc(race.Racers, func(o data.Racer) bool {
		return o.Result != nil && o.Nick != "" && strings.EqualFold(o.Nick, nick)
	})
}

// Notes implements arcade.Challenges.
func (c challenges) Notes() []arcade.ChallengeNote {
	if c.alone {
		return nil
	}
	return c.people.ChallengeNotes()
}

// FollowNotes implements arcade.Challenges.
func (c challenges) FollowNotes(ctx context.Context) (arcade.Watch[[]arcade.ChallengeNote], error) {
	if c.alone {
		return nil, errAlone
	}
	return c.people.FollowChallengeNotes(ctx), nil
}

// Challenges implements arcade.Challenges.
func (c challenges) Challenges(n int) ([]arcade.Challenge, error) {
	list, err := c.player.Challenges(n, c.now())
	for i := range list {
		list[i] = named(list[i])
	}
	return list, toUserError(c.log, "read challenges", err)
}

// Round implements arcade.Challenges.
func (c challenges) Round(code, id string) (arcade.Result, error) {
	r, err := c.player.ChallengeRound(code, id)
	if errors.Is(err, data.ErrNotFound) {
		err = errChallengeHides
	}
	return r, toUserError(c.log, "read a round of a challenge", err)
}

// ofChallenge returns what the errors of the store mean in a call about a challenge.
func ofChallenge(err error) error {
	switch {
	case errors.Is(err, data.ErrNotFound):
		return errNoChallenge
	case errors.Is(err, data.ErrOver):
		return errChallengeOver
	}
	return err
}

// ofEntered returns what the errors of the store mean where only a challenge that the player is
// in is found. Whether there is another with that code is not told: such codes are not counted
// as guesses.
func ofEntered(err error) error {
	if errors.Is(err, data.ErrNotFound) {
		return errNotEntered
	}
	return err
}

// named returns the challenge with names for the players who have no nick.
func named(c arcade.Challenge) arcade.Challenge {
	arcade.CallByName(c.Players, func(p *arcade.ChallengeRow) *string { return &p.Nick })
	return c
}
