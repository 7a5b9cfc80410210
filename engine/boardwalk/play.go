package boardwalk

import "boardwalk/engine"

// Moves implements [engine.State]. It orders moves by source, destination and return,
// each in reading order.
func (s *State) Moves() []engine.Move {
	moves := make([]engine.Move, 0, 32)
	s.judge().each(func(m engine.Move) bool {
		moves = append(moves, m)
		return true
	})
	return moves
}

// each calls yield with every legal move until yield returns false. It uses the parts of
// check, and goes on with a source or a destination only if they accept it.
func (j *judge) each(yield func(engine.Move) bool) {
	for _, row := range []int{1, 3, 5} {
		for col := range j.width(row) {
			from := engine.At(col+1, row)
			if row == 1 && j.favor(from) == legal && !yield(engine.Move{From: from}) {
				return
			}
			if j.source(from) == legal && !j.eachTo(from, yield) {
				return
			}
		}
	}
}

func (j *judge) eachTo(from engine.Place, yield func(engine.Move) bool) bool {
	for row := 1; row <= 4; row++ {
		for col := range j.width(row) {
			to := engine.At(col+1, row)
			if j.destination(from, to) != legal {
				continue
			}
			m := engine.Move{From: from, To: to}
			if from.Row() != 5 {
				if !yield(m) {
					return false
				}
				continue
			}
			if !j.eachReturn(m, yield) {
				return false
			}
		}
	}
	return true
}

func (j *judge) eachReturn(m engine.Move, yield func(engine.Move) bool) bool {
	row := 1
	if m.To.Row() == 4 {
		row = 3
	}
	for col := range j.width(row) {
		m.Return = engine.At(col+1, row)
		if j.returned(m) == legal && !yield(m) {
			return false
		}
	}
	return true
}

// idle reports whether a legal move only shifts the gap: a slide of a card that lies
// alone on row 3. The column it leaves is then as empty as the one it came to was.
func (s *State) idle(m engine.Move) bool {
	return m.To.Row() == 3 && m.From.Row() == 3 && s.at(m.From).Len() == 1
}

// Over implements [engine.State]: the game is over when only idle slides are legal.
func (s *State) Over() bool {
	over := true
	s.judge().each(func(m engine.Move) bool {
		over = s.idle(m)
		return over
	})
	return over
}

// Play implements [engine.State].
func (s *State) Play(m engine.Move) (engine.State, error) {
	if c := s.judge().check(m); c != legal {
		return nil, &engine.IllegalMove{Move: m, Code: c.String(), Why: s.why(m, c)}
	}
	return s.play(m), nil
}

// play returns the state after a legal move.
func (s *State) play(m engine.Move) *State {
	next := s.clone()
	switch {
	case m.To.IsZero():
		next.flip(m.From)
		if next.favors > 0 {
			next.favors--
		}
	case m.From.Row() == 5:
		next.exchange(m)
	default:
		next.standard(m)
	}
	return next
}

// standard files a card, plays it live or slides it.
func (s *State) standard(m engine.Move) {
	src, dst := s.at(m.From), s.at(m.To)
	card, held := src.Top(), src.Held()
	*src, *dst = src.Pop(), dst.Push(card)
	switch m.To.Row() {
	case 3:
		if held { // a hold travels with the card that slides
			*dst = dst.Hold()
		}
	case 4:
		s.flip(engine.At(m.To.Col(), 3))
	}
	s.turnUp(m.From)
}

// exchange plays a hand card; the card that comes back takes its place in the hand.
func (s *State) exchange(m engine.Move) {
	hand, dst := s.at(m.From), s.at(m.To)
	*dst = dst.Push(hand.Top())
	if m.To.Row() == 1 {
		*dst = dst.Hold() // before the return, because its flip may release the hold
	}
	returned := s.at(m.Return)
	blind := returned.Top().IsDown()
	*hand = engine.Pile{}.Push(returned.Top().Up())
	*returned = returned.Pop()
	switch {
	case blind: // taking the unseen card counts as the flip
		s.release()
	case m.To.Row() == 4:
		s.flip(engine.At(m.To.Col(), 3))
	default:
		s.turnUp(m.Return)
	}
}

// turnUp flips the upper stack that a card has left, if row 1 flips by itself.
func (s *State) turnUp(left engine.Place) {
	if left.Row() == 1 && s.game.AutoFlipUpper {
		s.flip(left)
	}
}

// flip turns up the top card of a stack if it lies face down.
func (s *State) flip(p engine.Place) {
	if pile := s.at(p); pile.Top().IsDown() {
		*pile = pile.Flip()
		s.release()
	}
}

// release lifts every hold, as every flip does.
func (s *State) release() {
	for i, p := range s.piles {
		if p.Held() {
			s.piles[i] = p.Release()
		}
	}
}
