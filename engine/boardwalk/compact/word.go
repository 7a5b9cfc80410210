package compact

import "boardwalk/engine"

// Word returns the word of a play as players write it.
func (r *Rules) Word(m Move) engine.Move {
	w := engine.Move{From: r.place(m.From, 1)}
	switch m.Kind {
	case Favor:
		return w
	case File, Live:
		w.To = r.place(m.To, 2)
	case Slide:
		w.To = r.place(m.To, 1)
	default:
		w.From = engine.At(int(m.From)+1, 5)
		w.To = r.place(m.To, 2)
		if m.Kind == HighTrump || m.Kind == Coax {
			w.To = r.place(m.To, 1)
		}
		w.Return = r.place(m.Back, 1)
	}
	return w
}

// place returns a place of a column: its tableau for row 1, its foundation for row 2.
func (r *Rules) place(c uint8, row int) engine.Place {
	if int(c) < r.Upper {
		return engine.At(int(c)+1, row)
	}
	return engine.At(int(c)-r.Upper+1, row+2)
}

// Move returns the legal play that has a word, and false if there is none.
func (r *Rules) Move(p *Position, word engine.Move) (Move, bool) {
	var buffer [256]Move
	for _, m := range r.Moves(p, buffer[:0]) {
		if r.Word(m) == word {
			return m, true
		}
	}
	return Move{}, false
}
