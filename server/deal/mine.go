package deal

import (
	"boardwalk/engine"
	"boardwalk/engine/puzzle"
	"boardwalk/engine/search"
)

const (
	minePositions = 20_000 // to look at for each move of a puzzle
	roundsMost    = 64     // rounds that wait; while there are more, others are not looked at
)

// A Mine looks for puzzles in rounds that players have ended: one after another, in a place among the searches
// that nobody else wants, for half a percent of a core.
type Mine struct {
	worker
	rounds chan endedRound
	ended  chan struct{}
}

// An endedRound is a round with what to do with the puzzle in it.
type endedRound struct {
	game   engine.Game
	record engine.Record
	keep   func(puzzle.Puzzle)
}

// NewMine returns a Mine. Close ends it.
func NewMine(config Config) *Mine {
	m := &Mine{worker: newWorker(config), rounds: make(chan endedRound, roundsMost), ended: make(chan struct{})}
	go m.run()
	return m
}

// Close ends the search that is under way, and waits for that. Nothing is kept after it.
func (m *Mine) Close() {
	m.close()
	<-m.ended
}

// Dig has a round that has ended looked at by and by. If there is a puzzle in it, keep is called with that, in a
// goroutine of the Mine.
func (m *Mine) Dig(g engine.Game, r engine.Record, keep func(puzzle.Puzzle)) {
	select {
	case m.rounds <- endedRound{g, r, keep}:
	default:
	}
}

func (m *Mine) run() {
	defer close(m.ended)
	for {
		select {
		case r := <-m.rounds:
			m.dig(r)
		case <-m.closing.Done():
			return
		}
	}
}

func (m *Mine) dig(r endedRound) {
	defer m.config.logPanic(nil, "panic in the search for a puzzle", "record", r.record.String())
	searches := m.config.Searches
	searches.Payer = rester{worker: &m.worker, part: share}
	turn, err := search.TakeTurn(m.closing, searches)
	if err != nil {
		return
	}
	p, ok := puzzle.Mine(turn, r.game, r.record, minePositions)
	turn.End()
	if ok && m.closing.Err() == nil {
		r.keep(p)
	}
}
