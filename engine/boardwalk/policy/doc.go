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
// that is worth, with the nets of 246bdd1 and over the deals SURV0, SURV1 and so on, none of which
// they were trained on, with 95 % intervals (Wilson) and the CPU of one core a deal, by
//
//	boardwalk-train measure GAME --tries N --deals M
//
//	                     tries  deals  won              points  CPU
//	Hop 45                   0   4000  53.2 (51.7-54.8)   20.1     0.3 ms
//	                        10    600  50.5 (46.5-54.5)   19.8    24 ms
//	                       100    107  60.7 (51.3-69.5)   21.0   240 ms
//	Boardwalk Hopscotch      0   4000  10.3 ( 9.4-11.3)   23.1     0.4 ms
//	                       100     46  15.2 ( 7.6-28.2)   26.5   580 ms
//	Lucky Seven              0   2000  24.7 (22.9-26.6)   31.3     0.8 ms
//	                        10    223  32.3 (26.5-38.7)   33.9   110 ms
//	                       100     20  70.0 (48.1-85.5)   43.0  1300 ms
//	Scotsi                   0   2000  19.4 (17.7-21.1)   29.2     0.8 ms
//	                        10    187  40.6 (33.9-47.8)   35.1   130 ms
//	                       100     23  34.8 (18.8-55.1)   34.2  1200 ms
//	Cheshire                 0   1500  17.6 (15.8-19.6)   30.5     1.8 ms
//	                        10     64  21.9 (13.5-33.4)   33.5   360 ms
//	                       100      7  57.1 (25.0-84.2)   40.9  3900 ms
//
// The rows with tries were measured on a busy machine and stopped when the time was up; take those
// of few deals for what their intervals say. In Hop 45, 10 tries are no better than none.
//
// At first sight a move takes 10 to 40 microseconds. All were measured with a program built
// with GOEXPERIMENT=simd, which takes 0.7 times as long and chooses the same moves.
//
// # What the chances are worth
//
// Before each move of a deal that the net plays at first sight, it says how likely a win is. By
// tenths, what it says differs from how often those games were won by 1.4 (Hop 45), 2.3 (Boardwalk
// Hopscotch), 2.8 (Lucky Seven), 3.0 (Scotsi) and 4.9 (Cheshire) points of 100 on average (1,000
// deals each; boardwalk-train measure --calibration).
//
// # Any variation
//
// On 20 random variations that the net was not trained on, 3 deals each, 10 tries won 35 (24 to
// 48) of 100 deals and 52 percent of all points in 0.17 s a deal; as many tries of the play-outs
// that know no game (package hint) won 23 (14 to 35), with 45 percent, in 0.27 s. In 13 of the 20
// it did as well or better. Of the seven where it did worse it won a deal of three less in one,
// and as many with fewer points in the others: so it plays all of them (boardwalk-train
// variations --deals 3).
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
