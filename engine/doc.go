// Package engine has the words of the trade: cards, piles, places, moves,
// games and their states, the board a player sees, rounds and records.
//
// One idea carries it. A [Move] is a word of one to three places and a [Place]
// is a chess-like square, so "a1c4" says: the card at a1 goes to c4. The
// cursor, the mouse, hints, records and tests all follow from it, with no code
// of their own for any game.
//
// A [Game] is a set of rules and a [State] one position of it; both are
// immutable, so any number of sessions may share them without a lock. Inside a
// game one function judges a move: [State.Moves] lists what it passes and
// [State.Play] returns what it says against the rest, as an [IllegalMove] with
// a sentence for the player.
//
// The package and all games below it do no I/O and know no clock; they import
// only the standard library. No game is imported here: see package catalog.
package engine
