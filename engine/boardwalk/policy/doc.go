// Package policy plays the Boardwalk family as its player would: by what lies open, and by
// counting what does not.
//
// A [Sight] is what can be said of a position in numbers, and of each play that differs from the
// others, an arm: what the card can do where it goes, what it uncovers, what room it leaves to
// ranks that nobody has declared yet. A [Net] makes a score of these for each arm, and expects an
// outcome of the position: the chance to win, and the points. There is a net for each game of the
// authors, and one for any variation, which was trained on a thousand random ones and is told the
// knobs. [Net.Advise] takes the arm with the highest score, or tries the best few in play-outs,
// all in the same shuffled worlds; after ten plays a play-out asks the net what to expect.
//
// Each net was trained for a minute of CPU, by policy gradient from nothing (package train). What
// that is worth, over the deals SURV0, SURV1 and so on, none of which it was trained on, with
// 95 % intervals (Wilson) and the CPU of one core a deal, by
//
//	boardwalk-train measure GAME --tries N --deals M
//
//TABLE
//
// At first sight a move takes 10 to 40 microseconds. The rates were measured with a program built
// with GOEXPERIMENT=simd, which is about twice as fast and chooses the same moves.
//
// # What the chances are worth
//
// Before each move of a deal that the net plays at first sight, it says how likely a win is. By
// tenths, what it says differs from how often those games were won by
//CAL
// points of 100 on average (1,000 deals each; boardwalk-train measure --calibration).
//
// # Any variation
//
// On 20 random variations that the net was not trained on, 3 deals each, 10 tries won 35 (24 to
// 48) of 100 deals and 52 percent of all points in 0.17 s a deal; as many tries of the play-outs
// that know no game (package hint) won 23 (14 to 35), with 45 percent, in 0.27 s. In 13 of the 20
// it did as well or better. Where it did worse, in seven, the most was one deal of three, and in
// the other six neither or both won as much: so it plays all of them
// (boardwalk-train variations --deals 3).
//
// # What did not work
//
//   - Batches of 128 games from the start: in 38,000 games Scotsi came to 3 of 100 wins, and
//     with batches of 16 and a longer step in 10,000 games to 7.
//   - Entropy of 0.005 before there are wins: it is worth more than the points that a play gains.
//   - Trying only arms with odds of at least one percent: 27 of 100 wins of Scotsi at 40 tries,
//     and 35 with all of the best eight.
//   - Ten or 200 plays to a play-out instead of four changed nothing in Hop 45 (57, 54 and 56 of
//     100 wins in 300 deals), and helped in Scotsi (21, 27 and 26 in 150).
//   - Advantages averaged over fewer plays (lambda 0.6 to 0.8 for 0.95) made a policy that plays
//     by chance better, and its first choices no better.
package policy
