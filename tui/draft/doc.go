// Package draft puts a move together on a board.
//
// A [Draft] takes keys, letters and clicks, and returns the move once it is to be played.
// It consists of a [Pointer], the cursor on a board that is laid out for a window, and a
// [Marking], the places marked so far. It goes by the legal moves and by the sentences of
// the game's refusals, so it does not need to know the rules, nor who keeps the round.
// [Lights] and a [Motion] are what else a board shows while somebody plays.
package draft
