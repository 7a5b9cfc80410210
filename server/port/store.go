package port

import (
	"time"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
	"boardwalk/server/race"
)

// A Store keeps the data of an Arcade. Its methods but Player are those of a data.DB.
type Store interface {
	// Player opens the data of the account that a credential belongs to, or of a new one.
	// It is called once per session and writes nothing.
	Player(arcade.Credential) (Player, error)
	Known(arcade.Credential) (bool, error)

	Daily(game, day string) (engine.Code, error)
	Tracks(game string, e arcade.Event) ([]arcade.Track, error)
	// DuelSealed reports whether an event is a duel that goes on.
	DuelSealed(arcade.Event) bool
	// MarkTold notes that the deal of an event is told; it must not be if that fails.
	MarkTold(e arcade.Event, now time.Time) error
	Ranked(id string) (arcade.Result, string, error)
	// Analysis and KeepAnalysis have what was found out about the rounds of all players. Whoever
	// asks has to know who may see a round.
	Analysis(round string) (r analysis.Report, ok bool, err error)
	KeepAnalysis(round string, r analysis.Report) error
}

// A Player gives one session access to the data of its account. *data.Player is one. A User is what
// screens, commands and other sessions get of it.
type Player interface {
	OnFailure(func(error))
	Tell(error) error

	arcade.Store
	Numbered(game string, first, n int) ([]arcade.Numbered, error)
	Result(id string) (arcade.Result, error) // one of the player's own; data.ErrNotFound if there is none
	Import(rounds []arcade.Result, now time.Time, pause func()) (added int, err error)

	Rating(now time.Time) (arcade.Rating, error) // in races
	SetNick(nick string) error
	SetPrivacy(hidden, private bool) error
	Keys() ([]arcade.Key, error)
	NameKey(fingerprint, name string) error
	RemoveKey(fingerprint string, now time.Time) error
	Link(now time.Time) (code string, until time.Time, err error)
	Join(code string, now time.Time) error
	CanJoin(code string, now time.Time) (into string, err error)
	Redeem(invitation string, now time.Time) error
	Delete(now time.Time) error
	Top(board arcade.Leaderboard, n int, now time.Time) ([]arcade.Standing, error)

	Begin(g engine.Game, e arcade.Event, now time.Time, seen func(arcade.Deal) bool) (arcade.Saved, arcade.Rev, error)
	DailyStanding(game, day string) (arcade.DailyStatus, error)
	Streak(game, day string) (now, longest int, err error)
	Turnout(game string, e arcade.Event) (place, players int, err error)
	SprintBoard(s arcade.Sprint) (arcade.SprintBoard, error)
	SprintStanding(s arcade.Sprint) (arcade.SprintBoard, error)

	Duel(g engine.Game, deal engine.Code, network string, now time.Time) (arcade.Challenge, error)
	WaitingDuel(network string, now time.Time) (game string, err error)
	PassOn(round string, now time.Time) (arcade.Challenge, error)
	EnterChallenge(code string, now time.Time) (arcade.Challenge, error)
	LeaveChallenge(code string) error
	Challenge(code string, now time.Time) (arcade.Challenge, error)
	Challenges(n int, now time.Time) ([]arcade.Challenge, error)
	ChallengeRound(code, id string) (arcade.Result, error)
	CheckVisible(d arcade.Deal, e arcade.Event, sealed bool) error

	Regard(how arcade.Regard, nick string, now time.Time) error
	Following() ([]arcade.Followed, error)
	RegardChanges() uint64
	Report(nick, text string, now time.Time) error
	Note(nick, text string) error
	Ignored() ([]arcade.Followed, error)
	Other(nick string, now time.Time) (arcade.Other, error)

	race.Racer

	engine.Shelf
	Variation(g engine.MadeUp) (arcade.Variation, error)
	Variations(order arcade.VariationOrder, n int) ([]arcade.Variation, error)
	Begun() ([]engine.MadeUp, error)
	KeepVariation(g engine.MadeUp, now time.Time) error
	DropVariation(id string) error
	SetEstimate(id string, e hint.Estimate) error
}
