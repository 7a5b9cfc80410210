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
// Each net was trained for 5 to 20 minutes of CPU, by policy gradient from nothing (package train;
// nets/nets.txt). What that is worth at first sight, over the deals SURV0, SURV1 and so on, none of
// which it was trained on, with 95 % intervals (Wilson) and the CPU of one core a deal, by
//
//	boardwalk survey boardwalk/GAME --advisor --tries 0 --deals 4000 --workers 1
//
//	                     deals  won              perfect  points  CPU      off by
//	Hop 45                4000  55.8 (54.3-57.3)    31.1    20.5  0.20 ms     0.6
//	Boardwalk Hopscotch   4000  12.5 (11.5-13.6)     6.0    24.4  0.34 ms     1.0
//	Lucky Seven           4000  25.8 (24.4-27.2)     1.7    31.4  0.59 ms     0.9
//	Scotsi                4000  23.6 (22.3-25.0)     0.0    30.6  0.72 ms     0.6
//	Cheshire              4000  25.2 (23.9-26.6)     0.1    33.6  1.73 ms     1.6
//
// The last column is about the chance to win that a net gave before each move of these games: by
// tenths, how far it was from how often they were won, in points of 100 on average. What the nets
// reach with play-outs stands in engine/catalog/SURVEYS.md.
//
// At first sight a move takes 10 to 40 microseconds.
//
// # Any variation
//
// On 20 random variations that the net was not trained on, 3 deals each, 10 tries won 43 (32 to
// 56) of 100 deals and 56 percent of all points in 0.16 s a deal. As many tries of play-outs that
// knew no game won 23 (14 to 35), with 45 percent, in 0.25 s, and in 12 of the 20 no more than the
// net.
//
// What was tried in training, and helped or did not, stands in cmd/boardwalk-train/TRAINING.md.
package policy
