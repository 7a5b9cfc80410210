// Package route is where a player can go, as values: a screen that leads to another need not know that
// one. Package tui opens the screen of each.
package route

import (
	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
)

// A Place is where a player can go: one of the types below.
type Place any

type (
	// About is what the host says about the arcade.
	About struct{}
	// Nick is where the player chooses a nick, and then comes back.
	Nick struct{}
	// Analysis is the analysis of the finished round of the table, which went through states.
	Analysis struct {
		Game   engine.Game
		Result arcade.Result
		States []engine.State
	}
	// Daily is the daily of a game, nil for all dailies.
	Daily struct{ Game engine.Game }
	// Mistakes are those of a round, one at least, to play again and better.
	Mistakes struct {
		Game   engine.Game
		Record engine.Record
		Faults []analysis.Fault
	}
	// History is the player's finished games. To is the player to challenge with the deal of one,
	// "" for nobody.
	History struct{ To string }
	// Keys are what the keys of the screen on top do.
	Keys struct{}
	// Leaders are the leaderboards of a game. The board of the daily Event, or of Kind, shows first; without
	// them that of all time.
	Leaders struct {
		Game  engine.Game
		Kind  arcade.BoardKind
		Event arcade.Event
	}
	// Lessons are what there is to learn about a game. AtTable says that the player comes from its
	// table, and goes back there to play.
	Lessons struct {
		Game    engine.Game
		AtTable bool
	}
	// PassOn is the challenge that is made of one of the player's rounds.
	PassOn struct{ Round string }
	// Practice is a table to play on from the first moves of a record: the one below, if there is
	// one. Ghost is what the player races, and Best the player's best result of the game, each nil if
	// there is none.
	Practice struct {
		Game   engine.Game
		Record engine.Record
		Moves  int
		Ghost  *arcade.Ghost
		Best   *arcade.Result
	}
	// Player is the page of the player with a nick.
	Player struct{ Nick string }
	// Races are the races, with a game to open one of and, unless it is "", the nick of a player to ask to join it.
	Races struct {
		Game engine.Game
		To   string
	}
	// Replay is the replay of a finished round. That of the table, which is below it, brings its game
	// and the states that the round went through, as does that of a round which is nowhere kept.
	Replay struct {
		Result  arcade.Result
		AtTable bool
		Game    engine.Game
		States  []engine.State
		At      int  // the number of moves after which it begins
		Runs    bool // it begins to run by itself
	}
	// Rules are the rules of a game.
	Rules struct{ Game engine.Game }
	// Share is the result of a daily as text to paste. Read returns it with its moves, and may wait.
	Share struct {
		Game engine.Game
		Read func() (arcade.Result, error)
	}
	// Sprint is the sprints.
	Sprint struct{}
	// Table is the table at which the player is.
	Table struct{}
	// Watch is the table of a player, "" for the one most worth it.
	Watch struct{ Player string }
	// Week is the variation of the week, in the workshop.
	Week struct{}
)
