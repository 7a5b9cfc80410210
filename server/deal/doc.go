// Package deal finds deals in the background: for players who ask for a kind of deal, for
// races, and for the dailies.
//
// A [Pool] keeps a few deals of each kind that players have asked for, so that the next one
// who asks need not wait. [Dailies] looks, before a day begins, for the first of each
// daily's candidates that can be won, and has the store keep which one that is. A [Week] has the
// variation of the week.
//
// The first two search one deal at a time, and lend their place among the searches of the arcade to
// whoever waits for one. While nobody waits for a deal, they take half a percent of a core.
package deal
