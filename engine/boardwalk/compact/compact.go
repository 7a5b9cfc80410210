// Package compact is the Boardwalk family for programs that search: a position without suits,
// in arrays, that is copied like any value and played on in place. Package boardwalk judges
// what players do, by what this package says of declarations and points; this package is its
// equal in every move, and about fifty times as fast.
//
// What a player sees and what is hidden are two values. A [Position] is what lies open, and how
// many cards lie face down on each tableau. A [Hidden] is which ones they are. So a program
// that has only a Position cannot help playing fair, and one that guesses deals a Hidden of its
// own.
//
// Columns are numbered through both walks: column c of the upper walk is c, and column c of the
// lower walk is Upper+c, both counted from 0. Nothing here allocates memory but an append to a
// slice that the caller brought.
package compact

import (
	"math/bits"
	"math/rand/v2"

	"boardwalk/engine"
)

// The largest board.
const (
	Columns = 10 + 13 // of both walks
	Depth   = 8       // face-down cards of a tableau; a deal has at most 5
	HandMax = 10      // cards of the hand
)

// Ranks that no card has.
const (
	// None is the rank of no card: the top of a tableau without a face-up card, or what an
	// empty foundation has declared.
	None engine.Rank = 31
	// Unknown is the rank of a card that turned up in a Hidden that does not know it. It is
	// played nowhere, but it blocks, slides and returns like any card.
	Unknown engine.Rank = 30
)

// A Set is a set of ranks: bit r for rank r. It never holds None or Unknown.
type Set uint32

// All is the set of every rank.
const All Set = 1<<engine.Ranks - 1

const wilds Set = 1<<engine.Wild | 1<<engine.Free | 1<<engine.Joker

// Has reports whether r is in the set.
func (s Set) Has(r engine.Rank) bool { return s>>r&1 != 0 }

// Len returns the number of ranks in the set.
func (s Set) Len() int { return bits.OnesCount32(uint32(s)) }

// Only returns the set of r alone, which is empty for None and Unknown.
func Only(r engine.Rank) Set { return 1 << r & All }

// Uniqueness says on how many foundations a rank may be declared.
type Uniqueness uint8

// A rank has one foundation on the board, one on each walk, or any number.
const (
	PerBoard Uniqueness = iota
	PerWalk
	Anywhere
)

// Rules are the rules of a variation, on a board of some size.
type Rules struct {
	Upper, Lower int // columns of each walk
	HandCards    int // cards of the hand
	HandColumns  int // groups of the hand that score
	Max          int // the most points
	// Copies is how many cards of each rank are on the board.
	Copies [engine.Ranks]uint8

	OrderUpper, OrderLower bool
	Uniqueness             Uniqueness
	SpikePoints            bool
	PlayKnobs
}

// PlayKnobs say which kinds of play exist.
type PlayKnobs struct {
	Slide                           bool
	HandBasic, HandPower, HandBlind bool // hand to lower foundation
	Trump, HighTrump, Coax          bool // hand to upper foundation, void column, untopped stack
	AutoFlipUpper                   bool // the top card of row 1 always turns up by itself
	Favor                           bool // the player turns up cards of row 1
}

// HandPlays reports whether any play from the hand exists.
func (p PlayKnobs) HandPlays() bool {
	return p.HandBasic || p.HandPower || p.HandBlind || p.Trump || p.HighTrump || p.Coax
}

// A Position is what a player sees, less the suits. Set its fields, then call [Rules.Refresh];
// from there on, [Rules.Play] keeps everything in step. Only the first columns of an array are
// in use, as many as the board has; the rest are zero.
type Position struct {
	Hash uint64 // of the position; see [Rules.Refresh]

	Up    [Columns]engine.Rank // the face-up card of each tableau, or None
	Down  [Columns]uint8       // its face-down cards
	Rank  [Columns]engine.Rank // the declared rank of each foundation, or None
	Count [Columns]uint8       // its cards
	Hand  [HandMax]engine.Rank
	Held  uint32 // the columns whose face-up card is held, bit c for column c

	Favors   uint8 // opening favors still to be taken
	Placed   uint8 // cards on foundations
	FaceDown uint8 // cards that lie face down
	Row1     uint8 // cards on the tableaus of the upper walk
}

// Hidden is the rank of each face-down card: [c][i] is card i of the tableau of column c, from
// its bottom. What lies at or above Down[c] does not matter.
type Hidden [Columns][Depth]engine.Rank

// A Table is a position with all its cards and its rules.
type Table struct {
	*Rules
	Hidden
	Position
}

// Won reports whether row 1 is clear.
func (p *Position) Won() bool { return p.Row1 == 0 }

// Empty reports whether a tableau has no card.
func (p *Position) Empty(c int) bool { return p.Up[c] == None && p.Down[c] == 0 }

// Progress returns the number of cards on foundations and of cards that no longer lie face
// down, plus a constant of the deal. No play lowers it.
func (p *Position) Progress() int { return int(p.Placed) - int(p.FaceDown) }

// Columns returns the number of columns of both walks.
func (r *Rules) Columns() int { return r.Upper + r.Lower }

// Complete reports whether a foundation has all cards of its rank.
func (r *Rules) Complete(p *Position, c int) bool {
	return p.Count[c] > 0 && p.Count[c] == r.Copies[p.Rank[c]]
}

// Unseen returns how many cards of each rank lie face down, which a player can count.
func (r *Rules) Unseen(p *Position) [engine.Ranks]uint8 {
	unseen := r.Copies
	see := func(rank engine.Rank, n uint8) {
		if rank < engine.Ranks {
			unseen[rank] -= n
		}
	}
	for c := range r.Columns() {
		see(p.Up[c], 1)
		see(p.Rank[c], p.Count[c])
	}
	for _, rank := range p.Hand[:r.HandCards] {
		see(rank, 1)
	}
	return unseen
}

// Deal deals the cards that a player has not seen at random where cards lie face down. Each
// way to lie is equally likely, and the result depends on the position and random alone.
func (r *Rules) Deal(p *Position, random *rand.Rand) (h Hidden) {
	var cards [engine.Ranks * engine.Suits]engine.Rank
	n := 0
	for rank, copies := range r.Unseen(p) {
		for range copies {
			cards[n] = engine.Rank(rank)
			n++
		}
	}
	for c := range r.Columns() {
		for i := range p.Down[c] {
			at := random.IntN(n)
			n--
			h[c][i], cards[at] = cards[at], cards[n]
		}
	}
	return h
}

// Allowed returns the ranks that each foundation can take as far as declarations go: its own
// rank if it has declared one, otherwise every rank that uniqueness and ascending order leave
// to it. It does not say whether a column is blocked.
func (r *Rules) Allowed(p *Position) (a [Columns]Set) {
	var upper, lower Set // declared
	for c := range r.Columns() {
		if c < r.Upper {
			upper |= Only(p.Rank[c])
		} else {
			lower |= Only(p.Rank[c])
		}
	}
	switch r.Uniqueness {
	case PerBoard:
		upper |= lower
		lower = upper
	case Anywhere:
		upper, lower = 0, 0
	}
	r.walk(p, &a, 0, r.Upper, upper, r.OrderUpper)
	r.walk(p, &a, r.Upper, r.Columns(), lower, r.OrderLower)
	return a
}

// walk finds the allowed ranks of one walk. The ranks in used may not be declared again.
func (r *Rules) walk(p *Position, a *[Columns]Set, from, to int, used Set, ordered bool) {
	higher := All // the ranks that the columns passed so far allow
	for c := from; c < to; c++ {
		d := Only(p.Rank[c])
		if d == 0 {
			a[c] = higher &^ used
			continue
		}
		a[c] = d
		if ordered && d&wilds == 0 {
			if r.Uniqueness == Anywhere {
				higher &= ^(d - 1) | wilds
			} else {
				higher &= ^(d<<1 - 1) | wilds
			}
		}
	}
	if !ordered {
		return
	}
	lower := All
	for c := to - 1; c >= from; c-- {
		d := Only(p.Rank[c])
		if d == 0 {
			a[c] &= lower
			continue
		}
		if d&wilds == 0 {
			if r.Uniqueness == Anywhere {
				d <<= 1
			}
			lower &= d - 1 | wilds
		}
	}
}
