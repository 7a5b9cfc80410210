// Package boardwalk is the Boardwalk family of solitaires by Mark G. Meyers: one rules
// core, of which each variation is a setting of knobs.
//
// The board has five rows. Rows 1 and 3 are the tableaus of the upper and the lower walk,
// rows 2 and 4 the foundations under them, and row 5 is the hand:
//
//	    a    b    c    d    e
//	1  2h   4d   9s   9d   3s          upper tableaus, one card face up
//	2  -    -    -    -    -           upper foundations
//	3  Ac   ##   ##   ##   ##   ##     lower tableaus
//	4  Qs   -    -    -    -    -      lower foundations
//	5  Qh   9d   4s   8s               hand
//
// A card on row 1 or 3 may be filed (to row 2, if that column's tableau is empty), played
// live (to row 4, if that column is not blocked; the next card of its tableau turns up)
// or slid (to an empty tableau of row 3). A hand card trades places: it goes to row 4, 2
// or 1 and another card comes back. The first card on a foundation declares its rank for
// that foundation; ranks may have to ascend along a walk.
//
// A player makes up a game by setting knobs, which is an [engine.Design] of [Family]. Its laws
// say which settings make a game (validate.go), a search finds the nearest one that does
// (mend.go), and a share code is its rules (code.go).
//
// [State.Play] refuses with these codes:
//
//	syntax                   not a move, or one with too few or too many places
//	no-such-place            not a place of this board
//	empty-source             no card there
//	not-face-up              the card there lies face down
//	blocked                  a face-up card lies above that lower foundation
//	source-not-empty         that upper column's tableau still holds cards
//	wrong-rank               the foundation has declared another rank
//	rank-elsewhere           the rank is declared on another foundation
//	out-of-order             the walk's ranks would no longer ascend
//	spot-not-empty           a slide needs an empty lower tableau
//	not-a-slide-spot         no card may be put there that way
//	not-void                 a high trump needs a column without cards
//	already-topped           that stack has its face-up card
//	no-return                a play from the hand needs a card to come back
//	must-return-blocker      on a blocked column the blocker comes back
//	return-wrong-row         lower plays return from row 3, upper ones from row 1
//	return-self              the card played cannot be what comes back
//	held-card                the perpetual play rule holds that card
//	nothing-to-take-blind    no face-down card is left there
//	opening-favor-required   the game begins with a favor
//	play-type-disabled       this variation does not have that kind of play; no
//	                         variation has one that takes a card off a foundation
package boardwalk
