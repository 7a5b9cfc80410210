// Package player plays Hopscotch (1-2-3-4) well and fairly: it knows what lies open, and of
// the stock only how many cards of each rank it has.
//
// A [Policy] is a player at sight. It brings a card to a foundation whenever one goes there,
// and weighs features to choose a reserve for the others. [Policy.Advise] is the stronger
// player: it plays each move out many times with the policy, in orders of the stock that it
// makes up.
package player
