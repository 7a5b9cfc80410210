package port

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
)

// What a player reads about challenges, besides what the data file refuses.
var (
	errUnplayedTell   = arcade.Refuse("play it first: then you can challenge others to it")
	errRaced          = arcade.Refuse("this player has played the deal in your race: race again for a new one")
	errSeen           = arcade.Refuse("this player has seen the deal, at a table or in a replay: it would only be practice")
	errInChallenge    = arcade.Refuse("this player is in the challenge already")
	errAlone          = arcade.Refuse("in this arcade players do not see each other")
	errManyChallenges = arcade.Refuse("many duels and challenges began from your network in the last hour; please come back in a while")
)

// A challenges implements arcade.Challenges for a user.
type challenges struct{ *User }

// seen notes that the player has seen how a challenge stands.
func (c challenges) seen(code string) {
	if me, err := c.Account(); err == nil && me.Known {
		c.arcade.Hub.Notes.Saw(me.ID, code)
	}
}

// Duel implements arcade.Challenges. Only a new duel counts, and only that needs a deal. From here on the player
// may not watch the deal.
func (c challenges) Duel(g engine.Game) (found arcade.Challenge, err error) {
	if err = cmp.Or(c.mayEnter(""), c.Meter.MayBegin()); err != nil {
		return found, err
	}
	defer c.arcade.Hub.RecheckWatches()
	enter := func(deal engine.Code) error {
		c.Meter.Run(func() {
			err = c.CreateAccount(func() (err error) {
				found, err = c.Player.Duel(g, deal, c.network(), c.now())
				return err
			})
		})
		return err
	}
	if err = enter(""); g == nil || !errors.Is(err, data.ErrNotFound) {
		return found, err
	}
	err = c.hourly(c.arcade.quotas.challenges, errManyChallenges, func() error { return enter(c.raceDeal(g)) })
	return found, err
}

// WaitingDuel implements arcade.Challenges. It returns "" for a player who may not or cannot enter a duel.
func (c challenges) WaitingDuel() string {
	if c.mayEnter("") != nil {
		return ""
	}
	game, _ := c.Player.WaitingDuel(c.network(), c.now()) // why there is none, Duel says
	return game
}

// network returns the user's network, "" if it is exempt from limits.
func (c challenges) network() string {
	if c.arcade.Exempt(c.Addr) {
		return ""
	}
	return limit.Subnet(c.Addr).String()
}

// PassOn implements arcade.Challenges. Only what is passed on counts.
func (c challenges) PassOn(round string) (passed arcade.Challenge, err error) {
	err = c.hourly(c.arcade.quotas.challenges, errManyChallenges, func() (err error) {
		passed, err = c.Player.PassOn(round, c.now())
		return err
	})
	return passed, err
}

// Enter implements arcade.Challenges. As in a race, coming again is no guess. From here on the
// player may not watch the deal.
func (c challenges) Enter(code string) (entered arcade.Challenge, err error) {
	if code, err = arcade.ParseChallengeCode(code); err == nil {
		err = c.mayEnter("")
	}
	if err != nil {
		return entered, err
	}
	enter := func() (err error) {
		entered, err = c.EnterChallenge(code, c.now())
		return err
	}
	err = c.CreateAccount(func() error {
		if _, err := c.Player.Challenge(code, c.now()); err == nil {
			return enter()
		}
		defer c.arcade.Hub.RecheckWatches()
		return c.guess(enter)
	})
	if err == nil {
		c.seen(entered.Code)
	}
	return entered, err
}

func (c challenges) Leave(code string) (err error) {
	if code, err = arcade.ParseChallengeCode(code); err != nil {
		return err
	}
	if slices.ContainsFunc(c.Notes(), func(n arcade.ChallengeNote) bool { return n.Code == code && !n.Finished }) {
		c.seen(code)
		return nil
	}
	left, _ := c.Player.Challenge(code, c.now()) // LeaveChallenge says what is wrong
	if err = c.LeaveChallenge(code); err == nil && left.Own().First {
		c.arcade.Hub.Notes.Saw("", code)
	}
	return err
}

func (c challenges) Challenge(code string) (arcade.Challenge, error) {
	found, err := c.Player.Challenge(code, c.now())
	if err == nil {
		c.seen(found.Code)
	}
	return found, err
}

func (c challenges) Tell(code, nick string) error {
	found, err := c.Player.Challenge(code, c.now())
	own := found.Own()
	level, _ := arcade.ParseLevel(strings.TrimPrefix(strings.ToLower(nick), "arcade-"))
	switch {
	case err != nil:
		return err
	case c.arcade.Alone:
		return errAlone
	case level > 0 && strings.EqualFold(nick, level.Nick()):
		return arcade.ErrUnanswered
	case found.Duel:
		return data.ErrDuelShut
	case found.Shut:
		return data.ErrChallengeOver
	case own.Result == nil:
		return errUnplayedTell
	case slices.ContainsFunc(found.Players, func(r arcade.ChallengeRow) bool {
		return r.ID != own.ID && strings.EqualFold(r.Nick, nick)
	}):
		return errInChallenge
	case c.raced(found, nick):
		return errRaced
	}
	if r, err := c.ChallengeRound(found.Code, own.ID); err == nil && c.arcade.sawDeal(nick, r.Deal()) {
		return errSeen
	}
	return c.people().ChallengePlayer(nick, arcade.ChallengeNote{
		Code: found.Code, Game: found.Game, Rules: found.Rules, Score: own.Result.Score, Class: own.Result.Class,
	})
}

func (c challenges) Dare(round, nick string) (dared arcade.Challenge, err error) {
	err = c.hourly(c.arcade.quotas.challenges, errManyChallenges, func() (err error) {
		now := c.now()
		if dared, err = c.Player.PassOn(round, now); err != nil {
			return err
		}
		if err = c.Tell(dared.Code, nick); err != nil && dared.Opened.UnixMilli() == now.UnixMilli() { // else it was passed on before
			err = cmp.Or(c.LeaveChallenge(dared.Code), err)
		}
		return err
	})
	return dared, err
}

// sawDeal reports whether a player with a nick, who is here, is known to have seen a deal of others. Of those who hide
// or play in private nothing is told.
func (a *Arcade) sawDeal(nick string, d arcade.Deal) bool {
	return slices.ContainsFunc(a.Hub.Sessions(), func(s *hub.Session) bool {
		st := s.State()
		if st.Player == nil || !strings.EqualFold(st.ID.Nick, nick) || !a.seen.has(st.ID.Credential, d) {
			return false
		}
		account, err := st.Player.Account()
		return err == nil && !account.Hidden && !account.Private
	})
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
	race, err := c.Race(code)
	return err == nil && slices.ContainsFunc(race.Racers, func(o arcade.Racer) bool {
		return o.Through && o.Nick != "" && strings.EqualFold(o.Nick, nick)
	})
}

func (c challenges) Notes() []arcade.ChallengeNote {
	if c.arcade.Alone {
		return nil
	}
	return c.people().ChallengeNotes()
}

func (c challenges) FollowNotes(ctx context.Context) (arcade.Watch[[]arcade.ChallengeNote], error) {
	if c.arcade.Alone {
		return nil, errAlone
	}
	return c.people().FollowChallengeNotes(ctx), nil
}

func (c challenges) Challenges(n int) ([]arcade.Challenge, error) {
	return c.Player.Challenges(n, c.now())
}

func (c challenges) Round(code, id string) (arcade.Result, error) { return c.ChallengeRound(code, id) }
