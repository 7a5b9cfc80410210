package engine

import (
	"fmt"
	"slices"
)

// A Round is one play of a deal: the state it stands at, the moves that led
// there, what was undone and can be redone. It belongs to one player and, other
// than games and states, changes; only one goroutine may use it at a time.
type Round struct {
	game    Game
	code    Code
	state   State
	earlier [2]State // before the last move, and before the one before it
	line
	undone  []Move // redo takes them from the end
	shelved []line // what each restart put away; undoing a restart takes one back
	tally   Tally
	auto    bool
}

// A line is moves from the deal on, with some of the states they lead to: the
// deal, and that behind every so many moves. A step back replays only from the
// last of them.
type line struct {
	moves []Move
	kept  []State
}

// keep is how many moves lie between the states that a line keeps. One takes
// half a KiB or more, some hundred moves' worth.
const keep = 64

// A Tally counts what a round was helped by, and its pace. It only grows:
// redoing an undo does not unsee the card.
type Tally struct {
	Undos int // moves taken back
	Peeks int // of these, moves that had turned a card up
	Hints int // hints shown
	Timed int // moves the player made, with the time each took
	Quick int // of these, moves that took less than QuickMillis
}

// Assisted reports whether the round had a hint, or a look back past a card that was
// turned up.
func (t Tally) Assisted() bool { return t.Peeks > 0 || t.Hints > 0 }

// QuickMillis is the time in milliseconds that no person plays a move in. A
// round whose median move is quicker is not ranked.
const QuickMillis = 30

// NewRound deals a round.
func NewRound(g Game, code Code) *Round {
	deal := g.Deal(code)
	return &Round{game: g, code: code, state: deal, line: line{kept: []State{deal}}}
}

// Resume is the round as it was saved. The error is that of a record which
// does not replay.
func Resume(g Game, s Saved) (*Round, error) {
	states, err := s.Record.Replay(g)
	if err != nil {
		return nil, fmt.Errorf("resume: %w", err)
	}
	r := &Round{game: g, code: s.Record.Code, tally: s.Tally, line: newLine(s.Record.Moves, states)}
	r.replay()
	r.undone = slices.Clone(s.Undone)
	for _, moves := range s.Shelved {
		shelved := s.Record
		shelved.Moves = moves
		states, err := shelved.Replay(g)
		if err != nil {
			return nil, fmt.Errorf("resume what a restart put away: %w", err)
		}
		r.shelved = append(r.shelved, newLine(moves, states))
	}
	return r, nil
}

// newLine is a line of its own of moves that lead through states.
func newLine(moves []Move, states []State) line {
	l := line{moves: slices.Clone(moves)}
	for i := 0; i < len(states); i += keep {
		l.kept = append(l.kept, states[i])
	}
	return l
}

// Saved is the round as it is kept; the caller fills in the times.
func (r *Round) Saved() Saved {
	s := Saved{Record: r.Record(), Score: r.state.Score(), Undone: slices.Clone(r.undone), Tally: r.tally}
	for _, l := range r.shelved {
		s.Shelved = append(s.Shelved, slices.Clone(l.moves))
	}
	return s
}

// Game is the round's rules.
func (r *Round) Game() Game { return r.game }

// State is where the round stands.
func (r *Round) State() State { return r.state }

// Tally is what the round was helped by so far.
func (r *Round) Tally() Tally { return r.tally }

// Code is the code of the round's deal.
func (r *Round) Code() Code { return r.code }

// Len is the number of moves played and not taken back.
func (r *Round) Len() int { return len(r.moves) }

// Record is the round's record: a copy of its own.
func (r *Round) Record() Record {
	info := r.game.Info()
	return Record{Game: info.ID, Version: info.Version, Code: r.code, Moves: slices.Clone(r.moves)}
}

// SetAuto says whether the round plays moves of routine by itself (see
// [Dealer]) behind each move, and takes them back with it.
func (r *Round) SetAuto(on bool) { r.auto = on }

// Hinted counts a hint that was shown.
func (r *Round) Hinted() { r.tally.Hints++ }

// Timed counts a move the player made, so many milliseconds after the move
// before it or after the table was opened.
func (r *Round) Timed(millis int64) {
	r.tally.Timed++
	if millis < QuickMillis {
		r.tally.Quick++
	}
}

// Play plays a move, or returns an *IllegalMove and leaves the round as it
// was. It is a new line of play: nothing can be redone after it, unless the
// move is just what redo would have played.
func (r *Round) Play(m Move) error {
	if len(r.moves) >= RecordMoves {
		return &IllegalMove{m, CodeTooLong, "This game has as many moves as a record can have: it can only be finished."}
	}
	next, err := r.state.Play(m)
	if err != nil {
		return err
	}
	if n := len(r.undone); n > 0 && r.undone[n-1] == m {
		r.undone = r.undone[:n-1]
	} else {
		r.undone = nil
	}
	r.push(m, next)
	// The last move that a record has room for goes without its routine.
	if m, ok := routine(r.state); ok && r.auto && !r.state.Over() && len(r.moves) < RecordMoves {
		return r.Play(m)
	}
	return nil
}

func (r *Round) push(m Move, next State) {
	r.moves = append(r.moves, m)
	if len(r.moves)%keep == 0 {
		r.kept = append(r.kept, next)
	}
	r.come(next)
}

// come goes on to the state behind the one of now.
func (r *Round) come(next State) {
	r.earlier[0], r.earlier[1] = r.state, r.earlier[0]
	r.state = next
}

// routine is the state's move of routine, if it has one.
func routine(s State) (Move, bool) {
	if d, ok := s.(Dealer); ok {
		return d.NextDeal()
	}
	return Move{}, false
}

// Hidden returns how many cards lie face down in a state.
func Hidden(s State) int {
	if h, ok := s.(Hider); ok {
		return h.Hidden()
	}
	return s.Board().Hidden()
}

// UndoPeeks tells whether undo would take back a move that turned a card up,
// which makes a round assisted.
func (r *Round) UndoPeeks() bool {
	n := len(r.moves)
	if n == 0 {
		return false
	}
	back := r.earlier[0]
	if m, ok := routine(back); ok && r.auto && m == r.moves[n-1] && n > 1 {
		back = r.earlier[1]
	}
	return Hidden(back) > Hidden(r.state)
}

// Undo takes back the last move, with the move of routine behind it, or the
// restart where no move was made since. It returns false where there is
// nothing to take back.
func (r *Round) Undo() bool {
	if len(r.moves) == 0 {
		return r.unshelve()
	}
	before := Hidden(r.state)
	last := r.pop()
	if m, ok := routine(r.state); ok && r.auto && m == last && len(r.moves) > 0 {
		r.pop()
	}
	r.tally.Undos++
	if Hidden(r.state) > before {
		r.tally.Peeks++
	}
	return true
}

// RestartPeeks reports whether a restart would put away a card that was turned up,
// which makes a round assisted.
func (r *Round) RestartPeeks() bool { return Hidden(r.kept[0]) > Hidden(r.state) }

// pop moves the last move to what can be redone and goes back to before it.
func (r *Round) pop() Move {
	n := len(r.moves) - 1
	last := r.moves[n]
	r.moves, r.undone = r.moves[:n], append(r.undone, last)
	r.kept = r.kept[:n/keep+1]
	r.replay()
	return last
}

// Redo plays again what was undone last, with the move of routine behind it.
func (r *Round) Redo() bool {
	n := len(r.undone)
	if n == 0 {
		return false
	}
	return r.Play(r.undone[n-1]) == nil
}

// restarts is how many restarts can be taken back; fewer where they put away
// more moves together than a record can have.
const restarts = 16

// Restart goes back to the deal. Undo takes it back; what could be redone
// before cannot be any more.
func (r *Round) Restart() bool {
	if len(r.moves) == 0 {
		return false
	}
	before := Hidden(r.state)
	r.shelved = append(r.shelved, r.line)
	for len(r.shelved) > restarts || r.shelvedMoves() > RecordMoves {
		r.shelved = r.shelved[1:]
	}
	r.line, r.undone = line{kept: slices.Clone(r.kept[:1])}, nil
	r.replay()
	r.tally.Undos++
	if Hidden(r.state) > before {
		r.tally.Peeks++
	}
	return true
}

func (r *Round) shelvedMoves() int {
	n := 0
	for _, l := range r.shelved {
		n += len(l.moves)
	}
	return n
}

func (r *Round) unshelve() bool {
	n := len(r.shelved)
	if n == 0 {
		return false
	}
	r.line, r.shelved, r.undone = r.shelved[n-1], r.shelved[:n-1], nil
	r.replay()
	return true
}

// replay sets the state, and the two before it, from the line, all of whose
// moves were played before.
func (r *Round) replay() {
	from := max(0, len(r.moves)-len(r.earlier)) / keep
	r.state, r.earlier = r.kept[from], [2]State{}
	for _, m := range r.moves[from*keep:] {
		next, err := r.state.Play(m)
		if err != nil {
			panic(fmt.Sprintf("engine: %s refuses a move it had allowed: %v", r.game.Info().ID, err))
		}
		r.come(next)
	}
}
