// Package load plays an arcade over real SSH as many people at once would, and measures
// what they notice.
//
// A [Crowd] is the people. Each [Player] has a new key and a network of their own (the
// loopback of Linux has enough), deals a game by a code, so that they can follow the
// position, and types random legal moves. The same seed gives the same deals and moves. A
// key is answered when the screen shows its effect; a move is acknowledged when the star
// after the number of moves is gone. A player's [Ledger] has what was acknowledged, and
// who comes back checks that it is still there.
//
// [Measure] is a whole run. [Start] is for what happens beside the players: the attacks of
// package abuse are made while a crowd plays.
//
// Memory is what the server's garbage collector found in use, plus all stacks (see
// [Vitals]). CPU is the CPU time of the process, from /proc.
package load
