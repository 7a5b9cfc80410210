// Package engine defines what every game is made of: cards, piles, places, moves, games
// and their states, the board a player sees, rounds and records.
//
// One idea carries the package. A [Move] is a word of one to three places and a [Place]
// is a chess-like square, so "a1c4" says that the card at a1 goes to c4. The cursor, the
// mouse, hints, records and tests all follow from it and need no code for any particular
// game.
//
// A [Game] is a set of rules and a [State] is one position of it. Both are immutable, so
// any number of sessions may share them without a lock. Inside a game, one function
// judges moves: [State.Moves] lists the moves that it accepts, and [State.Play] returns
// its reason for refusing any other as an [IllegalMove] with a sentence for the player.
//
// People make up games, too. A [Family] has knobs, and a [Design] is a setting of them all; if
// it fits together, it makes a [Game] that is a [MadeUp]. A [Library] finds these games and
// the built-in ones by ID, by name and by share code.
//
// A State may know its game. A [Solver] finds the best way to go on with all cards known, and
// [Solve] replays what it finds. What may be shown to the player depends on what the player
// sees: the moves of an [Advisor], the reasons of an [Explainer], the proofs of a [Prover].
//
// The package and the games below it do no I/O and read no clock; they import only the
// standard library. This package imports no game: see package catalog.
package engine
