package solver

import (
	"math/bits"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// A class says what can become of a rank's cards.
type class uint8

const (
	filed     class = iota // declared above
	lowFree                // declared below, on a column that is free
	lowBlock               // declared below, on a blocked column
	lowRoom                // not declared; a free lower column could take it
	upperRoom              // only a void upper column could
	later                  // only an upper column that still has cards could
	dead                   // no column can
	classes   = 7
)

// The places at which cards are counted by class.
const (
	inRow1    = iota * classes // face up
	inRow3                     // face up
	inHand                     //
	downRow1                   // face down
	downRow3                   //
	nextRow1                   // the first face-down cards
	nextRow3                   //
	byNothing                  // the features that count no class follow
)

// The features of a position after those by place and class.
const (
	row1Cards     = byNothing + iota // cards on row 1
	emptyStacks                      // tableaus of row 1 without cards
	squares                          // the sum of the squares of row 1's heights
	shortest                         // the height of the lowest tableau of row 1
	voids                            // upper columns without any card
	openings                         // lower tableaus without cards
	completeLow                      // complete lower foundations
	freeLow                          // lower columns that are not blocked
	undeclaredLow                    // lower foundations without cards
	onUpper                          // cards on upper foundations
	noRoom                           // columns that can no longer be filled, with all columns
	noRoomLow                        // lower columns that can no longer be filled, taken alone
	deadRanks                        // ranks beyond the first that no column can take
	debris                           // ranks only for row 2, beyond its undeclared columns and one
	cycles                           // pairs of columns that block each other
	heldCards                        // held cards
	untopped                         // tableaus of row 1 with face-down cards only
	handScore                        // points of the hand
	spiked                           // cards that lie under cards of their own foundation
	readyCards                       // face-up cards that a foundation takes now
	downInUpper                      // face-down cards of row 1
	lowestSpread                     // columns of row 1 that are neither full nor empty
	featureCount
)

// features are what the value of a position is computed from.
type features [featureCount]float32

// An evaluator computes features and values of the positions of one deal.
type evaluator struct {
	*compact.Rules
	hidden *compact.Hidden
	weigh  *Weights
}

// Weights are what each feature adds to the value of a position.
type Weights features

// value returns how promising a position is, among positions of the same progress.
func (e *evaluator) value(p *compact.Position, room room) float32 {
	var f features
	e.features(p, room, &f)
	var v float32
	for i, w := range e.weigh {
		v += w * f[i]
	}
	return v
}

// features computes the features of a position; f must be zero.
func (e *evaluator) features(p *compact.Position, room room, f *features) {
	allowed := e.Allowed(p)
	classOf, ready := e.classify(p, &allowed)
	upper, columns := e.Upper, e.Columns()
	lowest, full := 99, 0
	for c := range upper {
		height := int(p.Down[c])
		if up := p.Up[c]; up != compact.None {
			height++
			f[inRow1+int(classOf[up])]++
			if ready.Has(up) {
				f[readyCards]++
			}
		} else if height > 0 {
			f[untopped]++
		}
		for i, rank := range e.hidden[c][:p.Down[c]] {
			f[downRow1+int(classOf[rank])]++
			if i == int(p.Down[c])-1 {
				f[nextRow1+int(classOf[rank])]++
			}
		}
		f[downInUpper] += float32(p.Down[c])
		f[onUpper] += float32(p.Count[c])
		f[row1Cards] += float32(height)
		f[squares] += float32(height * height)
		if height == 0 {
			f[emptyStacks]++
			if p.Count[c] == 0 {
				f[voids]++
			}
			continue
		}
		lowest, full = min(lowest, height), max(full, height)
	}
	if lowest < 99 {
		f[shortest] = float32(lowest)
	}
	for c := range upper {
		if n := int(p.Down[c]); n > 0 && n+1 < full {
			f[lowestSpread]++
		}
	}
	for c := upper; c < columns; c++ {
		e.lowerColumn(p, c, &classOf, ready, f)
	}
	for _, rank := range p.Hand[:e.HandCards] {
		f[inHand+int(classOf[rank])]++
	}
	f[heldCards] = float32(bits.OnesCount32(p.Held))
	f[noRoom], f[noRoomLow] = float32(room.all), float32(room.lower)
	if e.HandColumns > 0 {
		f[handScore] = float32(e.Points(p) - int(p.Placed))
	}
	e.ranksLeft(p, &classOf, f)
}

// lowerColumn adds the features of one lower column.
func (e *evaluator) lowerColumn(p *compact.Position, c int, classOf *[32]class, ready compact.Set, f *features) {
	declared := p.Rank[c]
	if up := p.Up[c]; up != compact.None {
		f[inRow3+int(classOf[up])]++
		if ready.Has(up) {
			f[readyCards]++
		}
		for d := e.Upper; d < c; d++ { // the other way round is the same pair
			if p.Up[d] != compact.None && p.Up[d] == declared && p.Rank[d] == up {
				f[cycles]++
			}
		}
	} else {
		f[freeLow]++
		if p.Down[c] == 0 {
			f[openings]++
		}
	}
	for i, rank := range e.hidden[c][:p.Down[c]] {
		f[downRow3+int(classOf[rank])]++
		if rank == declared {
			f[spiked]++
		}
		if i == int(p.Down[c])-1 {
			f[nextRow3+int(classOf[rank])]++
		}
	}
	switch {
	case p.Count[c] == 0:
		f[undeclaredLow]++
	case e.Complete(p, c):
		f[completeLow]++
	}
}

// ranksLeft adds the features of the ranks that are not declared.
func (e *evaluator) ranksLeft(p *compact.Position, classOf *[32]class, f *features) {
	deads, above, free := 0, 0, 0
	for rank, copies := range e.Copies {
		if copies == 0 {
			continue
		}
		switch classOf[rank] {
		case dead:
			deads++
		case upperRoom, later:
			above++
		}
	}
	for c := range e.Upper {
		if p.Count[c] == 0 {
			free++
		}
	}
	f[deadRanks] = float32(max(0, deads-1))
	f[debris] = float32(max(0, above-free-1))
}

// classify returns the class of each rank, and the ranks that some foundation takes now.
func (e *evaluator) classify(p *compact.Position, allowed *[compact.Columns]compact.Set) (classOf [32]class, ready compact.Set) {
	var above, free, blocked, room, void, upper compact.Set
	for c := range e.Upper {
		switch {
		case p.Count[c] > 0:
			above |= allowed[c]
		case p.Empty(c):
			void |= allowed[c]
		default:
			upper |= allowed[c]
		}
	}
	for c := e.Upper; c < e.Columns(); c++ {
		switch {
		case p.Count[c] > 0 && p.Up[c] == compact.None:
			free |= allowed[c]
		case p.Count[c] > 0:
			blocked |= allowed[c]
		case p.Up[c] == compact.None:
			room |= allowed[c]
		}
	}
	for rank := range engine.Rank(engine.Ranks) {
		switch s := compact.Only(rank); {
		case s&above != 0:
			classOf[rank] = filed
		case s&free != 0:
			classOf[rank] = lowFree
		case s&blocked != 0:
			classOf[rank] = lowBlock
		case s&room != 0:
			classOf[rank] = lowRoom
		case s&void != 0:
			classOf[rank] = upperRoom
		case s&upper != 0:
			classOf[rank] = later
		default:
			classOf[rank] = dead
		}
	}
	return classOf, above | free | room | void
}
