package policy

import (
	"slices"

	"boardwalk/engine/boardwalk/compact"
)

// An Input is a number that a net is given: which one, and how much.
type Input struct {
	Index uint16
	Value float32
}

// An Arm is a play to choose from. Its inputs are those of its parts together: of the card
// that is played, where it goes, the card that returns, and what depends on all of them.
type Arm struct {
	compact.Move
	Parts [4]uint16 // indexes of Sight.Parts
	N     uint8     // how many of them
}

// A Sight is what a net is given of a position. It depends on what a player can see, and on
// nothing else. The zero Sight is ready to be used, again and again: it keeps its memory.
type Sight struct {
	State []Input   // of the position
	Parts [][]Input // of the arms, shared between them
	Arms  []Arm     // the plays that differ, but for idle slides

	look
	inputs []Input
	at     int // the index of the next input
	begun  int // where in inputs the part begins
	moves  []compact.Move
	work
}

// Read looks at a position. The sight refers to the position until it reads another.
func (s *Sight) Read(r *compact.Rules, p *compact.Position) {
	s.moves = r.Distinct(p, s.moves[:0])
	s.ReadMoves(r, p, slices.DeleteFunc(s.moves, func(m compact.Move) bool { return idle(r, p, m) }))
}

// idle reports whether a play only slides a card that lies alone on row 3.
func idle(r *compact.Rules, p *compact.Position, m compact.Move) bool {
	return m.Kind == compact.Slide && int(m.From) >= r.Upper && p.Down[m.From] == 0
}

// ReadMoves looks at a position of which only some plays matter.
func (s *Sight) ReadMoves(r *compact.Rules, p *compact.Position, moves []compact.Move) {
	s.look.at(r, p)
	s.inputs, s.Parts, s.Arms = s.inputs[:0], s.Parts[:0], s.Arms[:0]
	s.state()
	s.arms(moves)
}

// put adds the next input.
func (s *Sight) put(v float32) {
	if v != 0 {
		s.inputs = append(s.inputs, Input{uint16(s.at), v})
	}
	s.at++
}

func (s *Sight) flag(b bool) {
	if b {
		s.put(1)
	} else {
		s.put(0)
	}
}

// count adds a number of cards of a rank, or of other things of which there are about as many.
func (s *Sight) count(n int) { s.put(float32(n) / s.suits) }

// oneOf adds n inputs, of which number i is 1. None is if i is out of range.
func (s *Sight) oneOf(i, n int) {
	if i >= 0 && i < n {
		s.inputs = append(s.inputs, Input{uint16(s.at + i), 1})
	}
	s.at += n
}

// part ends a part, which has the inputs that were added since the last, and returns its index.
func (s *Sight) part() uint16 {
	s.Parts = append(s.Parts, s.inputs[s.begun:len(s.inputs):len(s.inputs)])
	s.begun = len(s.inputs)
	return uint16(len(s.Parts) - 1)
}

// The inputs lie in blocks, each of which begins here.
const (
	atState    = 0
	stateSize  = 21 + 5 + 5 + 10 + 6 + 2 + 4 + 8 + 5*classes + rankSize*rankInputs
	rankInputs = 11
	rankSize   = 13
	atSource   = atState + stateSize
	leaveSize  = 5 + 7 + 8 + classes + 5
	atReturn   = atSource + leaveSize
	atHand     = atReturn + leaveSize
	handSize   = 6 + classes
	atBlind    = atHand + handSize
	blindSize  = 2
	atTo       = atBlind + blindSize
	toSize     = 2*compact.Kinds + 6
	atLow      = atTo + toSize
	lowSize    = 9
	atDeclare  = atLow + lowSize // below
	declare    = 19
	atFile     = atDeclare + declare // declaring above
	atHigh     = atFile + declare
	highSize   = 3 + classes
	atPair     = atHigh + highSize
	pairSize   = 6 + 12

	// Inputs is the number of inputs of a net, of which the first StateInputs are those of
	// the position alone.
	Inputs      = atPair + pairSize
	StateInputs = stateSize
)
