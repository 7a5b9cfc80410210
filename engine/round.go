package engine

import (
	"fmt"
	"iter"
	"slices"
)

// A Round is one play of a deal: its current state, the moves that led there, and the
// undone moves that can be redone. It belongs to one player. Unlike games and states it
// changes, so only one goroutine may use it at a time.
type Round struct {
	game    Game
	code    Code
	state   State
	earlier [2]State // the states one and two moves ago
	line
	undone  []Move // redo takes moves from the end
	shelved []line // one line for each restart; undoing a restart takes the last one back
	tally   Tally
	auto    bool
	settles bool
}

// A line holds the moves since the deal and some of the states they lead to: the deal
// itself and the state after every checkpointEvery moves. A step back replays only from the
// last checkpoint.
type line struct {
	moves       []Move
	checkpoints []State
}

// checkpointEvery is the number of moves between the states that a line keeps. One state
// takes half a KiB or more, as much as some hundred moves.
const checkpointEvery = 64

// A Tally counts the help that a round had, and its pace. The counts only grow: redoing
// an undone move does not unsee the card.
type Tally struct {
	Undos int // moves taken back
	Peeks int // of Undos, those of a move that had turned a card up
	Hints int // hints shown
	// Warnings is how often the player was told that the game could no longer be won.
	Warnings int
	Timed    int // moves of the player whose time is known
	Quick    int // of Timed, moves that took less than QuickMillis
}

// Assisted reports whether the round had a hint or a warning, or an undo or restart past a
// move that turned a card up.
func (t Tally) Assisted() bool { return t.Peeks > 0 || t.Hints > 0 || t.Warnings > 0 }

// QuickMillis is a time in milliseconds within which no person plays a move. A round in which more than
// half of the timed moves are quicker, and not one alone, is not ranked.
const QuickMillis = 30

// NewRound returns a new round of a deal.
func NewRound(g Game, code Code) *Round {
	deal := g.Deal(code)
	return &Round{game: g, code: code, state: deal, line: line{checkpoints: []State{deal}}}
}

// A Snapshot is what is needed to go on with a round later. Replaying it restores the
// round.
type Snapshot struct {
	Record  Record
	Undone  []Move   // Redo takes them from the end
	Shelved [][]Move // moves that each restart put away, the latest last
	Tally   Tally
}

// Snapshot returns the round as it stands: a copy of its own.
func (r *Round) Snapshot() Snapshot {
	s := Snapshot{Record: r.Record(), Undone: slices.Clone(r.undone), Tally: r.tally}
	for _, l := range r.shelved {
		s.Shelved = append(s.Shelved, slices.Clone(l.moves))
	}
	return s
}

// Resume returns the round of a snapshot. The error is that of a record that does not
// replay.
func Resume(g Game, s Snapshot) (*Round, error) {
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

// newLine returns a line with its own copy of moves, which lead through states.
func newLine(moves []Move, states []State) line {
	l := line{moves: slices.Clone(moves)}
	for i := 0; i < len(states); i += checkpointEvery {
		l.checkpoints = append(l.checkpoints, states[i])
	}
	return l
}

// Game returns the round's game.
func (r *Round) Game() Game { return r.game }

// State returns the round's current state.
func (r *Round) State() State { return r.state }

// Tally returns the help and the pace of the round so far.
func (r *Round) Tally() Tally { return r.tally }

// Code returns the code of the round's deal.
func (r *Round) Code() Code { return r.code }

// Len returns the number of moves played and not undone.
func (r *Round) Len() int { return len(r.moves) }

// Record returns the round's record, with its own copy of the moves.
func (r *Round) Record() Record {
	info := r.game.Info()
	return Record{Game: info.ID, Version: info.Version, Code: r.code, Moves: slices.Clone(r.moves)}
}

// States yields the states that the round went through, from the one after n moves up to
// the current one; n is from 0 to Len. Each step costs as much as playing its move.
func (r *Round) States(n int) iter.Seq[State] {
	return func(yield func(State) bool) {
		at := n / checkpointEvery
		for i, s := at*checkpointEvery, r.checkpoints[at]; ; i++ {
			if i >= n && !yield(s) || i == len(r.moves) {
				return
			}
			s = follow(r.game, s, r.moves[i])
		}
	}
}

// SetAuto sets whether the round plays the routine moves (see [Dealer]) that follow a
// move, and undoes them together with it.
func (r *Round) SetAuto(on bool) { r.auto = on }

// SetSettles sets whether the round plays the safe moves (see [Settler]) that follow a move, and undoes them together
// with it.
func (r *Round) SetSettles(on bool) { r.settles = on }

// Settle plays the safe moves of the state, and reports whether there was one. Undo takes them back together.
func (r *Round) Settle() (played bool) {
	for m, ok := safe(r.state); ok && r.play(m) == nil; m, ok = safe(r.state) { // else the record is full
		played = true
	}
	return played
}

// CountHint counts a hint that was shown.
func (r *Round) CountHint() { r.tally.Hints++ }

// CountWarning counts that the player was told that the game cannot be won any more.
func (r *Round) CountWarning() { r.tally.Warnings++ }

// CountMove counts a move of the player, made millis milliseconds after the previous move, which may be
// of another session, or after the deal was first seen.
func (r *Round) CountMove(millis int64) {
	r.tally.Timed++
	if millis < QuickMillis {
		r.tally.Quick++
	}
}

// Play plays a move, or returns an *IllegalMove and leaves the round unchanged. After it
// nothing can be redone, unless the move is the one that Redo would have played.
func (r *Round) Play(m Move) error {
	if err := r.play(m); err != nil {
		return err
	}
	// When the record is full, the routine move that would follow is left out.
	if m, ok := routine(r.state); ok && r.auto && !r.state.Over() && len(r.moves) < RecordMoves {
		return r.Play(m)
	}
	if r.settles {
		r.Settle()
	}
	return nil
}

// play is Play without the moves that follow.
func (r *Round) play(m Move) error {
	if len(r.moves) >= RecordMoves {
		return &IllegalMove{m, CodeTooLong, "This game has as many moves as can be recorded: you can only finish it."}
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
	return nil
}

func (r *Round) push(m Move, next State) {
	r.moves = append(r.moves, m)
	if len(r.moves)%checkpointEvery == 0 {
		r.checkpoints = append(r.checkpoints, next)
	}
	r.advance(next)
}

// advance makes next the current state and shifts the earlier ones.
func (r *Round) advance(next State) {
	r.earlier[0], r.earlier[1] = r.state, r.earlier[0]
	r.state = next
}

// routine returns the state's routine move, if it has one.
func routine(s State) (Move, bool) {
	if d, ok := s.(Dealer); ok {
		return d.NextDeal()
	}
	return Move{}, false
}

// safe returns the state's safe move, if it has one.
func safe(s State) (Move, bool) {
	if s, ok := s.(Settler); ok {
		return s.NextSafe()
	}
	return Move{}, false
}

// isSafe reports whether m is the safe move of a state.
func isSafe(s State, m Move) bool {
	next, ok := safe(s)
	return ok && next == m
}

// Hidden returns the number of cards that lie face down in a state, or are dealt later.
func Hidden(s State) int {
	n := covered(s)
	if u, ok := s.(Undealer); ok {
		n += u.Undealt()
	}
	return n
}

// Open reports whether no card lies face down in a state.
func Open(s State) bool { return covered(s) == 0 }

func covered(s State) int {
	if h, ok := s.(Hider); ok {
		return h.Hidden()
	}
	return s.Board().Hidden()
}

// UndoPeeks reports whether Undo would take back a move that turned a card up, which
// makes a round assisted.
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

// Undo takes back the last move together with the routine move that followed it, or all safe moves up to the last one
// together, and the move before them if the round plays them by itself. If no move was made since a restart, it takes
// back the restart. It reports whether there was anything to take back.
func (r *Round) Undo() bool {
	if len(r.moves) == 0 {
		return r.unshelve()
	}
	before := Hidden(r.state)
	last := r.pop()
	for n := len(r.moves); n > 0 && isSafe(r.state, last) && (r.settles || isSafe(r.earlier[0], r.moves[n-1])); n-- {
		last = r.pop()
	}
	if m, ok := routine(r.state); ok && r.auto && m == last && len(r.moves) > 0 {
		r.pop()
	}
	r.tally.Undos++
	if Hidden(r.state) > before {
		r.tally.Peeks++
	}
	return true
}

// RestartPeeks reports whether Restart would take back a move that turned a card up,
// which makes a round assisted.
func (r *Round) RestartPeeks() bool { return Hidden(r.checkpoints[0]) > Hidden(r.state) }

// pop undoes the last move, adds it to the moves that can be redone and returns it.
func (r *Round) pop() Move {
	n := len(r.moves) - 1
	last := r.moves[n]
	r.moves, r.undone = r.moves[:n], append(r.undone, last)
	r.checkpoints = r.checkpoints[:n/checkpointEvery+1]
	r.replay()
	return last
}

// Redo plays the move undone last, and the routine move or the safe moves that were undone with it. It reports
// whether there was a move to redo.
func (r *Round) Redo() bool {
	n := len(r.undone)
	if n == 0 {
		return false
	}
	m := r.undone[n-1]
	together := isSafe(r.state, m)
	if r.Play(m) != nil {
		return false
	}
	if n := len(r.undone); together && n > 0 && isSafe(r.state, r.undone[n-1]) {
		return r.Redo()
	}
	return true
}

// restarts is the most restarts that can be undone. There are fewer if the lines that
// they put away hold more moves than one record can.
const restarts = 16

// Restart goes back to the deal and reports whether any move was played. Undo takes a
// restart back; moves undone before it can no longer be redone.
func (r *Round) Restart() bool {
	if len(r.moves) == 0 {
		return false
	}
	before := Hidden(r.state)
	r.shelved = append(r.shelved, r.line)
	for len(r.shelved) > restarts || r.shelvedMoves() > RecordMoves {
		r.shelved = r.shelved[1:]
	}
	r.line, r.undone = line{checkpoints: slices.Clone(r.checkpoints[:1])}, nil
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

// replay sets the current state and the two before it from the line. All moves of the
// line were legal when they were played.
func (r *Round) replay() {
	from := max(0, len(r.moves)-len(r.earlier)) / checkpointEvery
	r.state, r.earlier = r.checkpoints[from], [2]State{}
	for _, m := range r.moves[from*checkpointEvery:] {
		r.advance(follow(r.game, r.state, m))
	}
}

// follow returns the state after a move that was legal before.
func follow(g Game, s State, m Move) State {
	next, err := s.Play(m)
	if err != nil {
		panic(fmt.Sprintf("engine: %s refuses a move it had allowed: %v", g.Info().ID, err))
	}
	return next
}
