package play_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/play"
)

// A seatModel drives a seat with random input of the player and random answers of the
// store, which may come late, and says what the player may see and what must be stored.
type seatModel struct {
	t      *testing.T
	random *rand.Rand
	seat   *play.Seat
	event  arcade.Event
	log    []string

	seen    int  // the fewest hidden cards of a position that may show
	open    bool // cards show at once: the round is chosen, or the store has it as assisted
	stored  bool // the store has had a row
	lost    bool // the store has refused the round for good
	waiting *arcade.Saved
	last    arcade.Saved // that the store has acknowledged
}

// play does something that the player may do.
func (m *seatModel) play() {
	before := m.seat.Shown()
	switch n := m.random.IntN(10); {
	case n == 0:
		m.note("undo: %v", m.seat.Undo())
	case n == 1:
		m.note("redo: %v", m.seat.Redo())
	case n == 2 && m.random.IntN(4) == 0:
		m.note("restart: %v", m.seat.Restart())
	case n == 3 && m.random.IntN(4) == 0:
		m.note("hint: %v", m.seat.Hint())
	case !m.seat.Pending(): // a front end keeps keys while a position is pending
		moves := before.State.Moves()
		if len(moves) == 0 {
			return
		}
		move := moves[m.random.IntN(len(moves))]
		if err := m.seat.Play(move); err != nil {
			m.t.Fatalf("%v: %s was on the board: %v", m.log, move, err)
		}
		m.note("%s", move)
	}
	if m.open {
		m.seen = min(m.seen, m.hidden())
	}
}

// hidden returns the number of hidden cards of the round as it is to be stored.
func (m *seatModel) hidden() int {
	round, err := m.seat.Snapshot(false).Resume(m.seat.Game())
	if err != nil {
		m.t.Fatalf("%v: %v", m.log, err)
	}
	return engine.Hidden(round.State())
}

// save begins a save, if none is in progress.
func (m *seatModel) save() {
	if m.waiting == nil && !m.seat.Lost() {
		row := m.seat.Snapshot(false)
		m.seat.Saving()
		m.waiting = &row
		m.note("saving %d moves", len(row.Record.Moves))
	}
}

// answer is the store's answer to the save in progress.
func (m *seatModel) answer() {
	if m.waiting == nil {
		return
	}
	row := *m.waiting
	m.waiting = nil
	err := []error{nil, nil, nil, errAway, arcade.ErrConflict, errRefused}[m.random.IntN(6)]
	m.seat.Saved(err)
	m.note("saved: %v", err)
	current := m.seat.Snapshot(false).Record.String() == row.Record.String() && m.seat.Snapshot(false).Tally == row.Tally
	switch {
	case err == nil:
		m.stored, m.last, m.open = true, row, m.open || row.Tally.Assisted()
		if current {
			m.seen = min(m.seen, m.hidden())
		}
	case err == arcade.ErrConflict, err == errRefused && (m.stored || m.event != ""):
		m.lost = true
	default: // it plays on unsaved
		m.seen = min(m.seen, m.hidden())
	}
}

func (m *seatModel) check() {
	m.t.Helper()
	shown := m.seat.Shown()
	switch hidden := engine.Hidden(shown.State); {
	case hidden < m.seen:
		m.t.Fatalf("%v: %d cards are hidden, and %d had to be", m.log, hidden, m.seen)
	case m.seat.Lost() != m.lost:
		m.t.Fatalf("%v: Lost is %v", m.log, m.seat.Lost())
	case m.seat.Stored() != m.stored:
		m.t.Fatalf("%v: Stored is %v", m.log, m.seat.Stored())
	case !m.seat.Pending() && shown.Moves != m.seat.Len():
		m.t.Fatalf("%v: %d of %d moves show, and nothing is pending", m.log, shown.Moves, m.seat.Len())
	case m.stored && m.waiting == nil && !m.lost && m.seat.Snapshot(false).Started != m.last.Started:
		m.t.Fatalf("%v: the round began at another time", m.log)
	}
}

func (m *seatModel) note(format string, args ...any) {
	m.log = append(m.log, fmt.Sprintf(format, args...))
}

func TestAgainstModel(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 0))
		games := catalog.All()
		m := &seatModel{
			t: t, random: random,
			event: []arcade.Event{"", "", arcade.DailyEvent("2026-11-22"), arcade.RaceEvent("K7Q2M9")}[random.IntN(4)],
		}
		chosen := m.event == "" && random.IntN(4) == 0
		round := engine.NewRound(games[random.IntN(len(games))], engine.Code(fmt.Sprint("R", seed)))
		m.seat, m.open, m.seen = play.New(round, m.event, chosen, clock(time.Second)), chosen, engine.Hidden(round.State())
		for range 80 {
			if m.lost {
				break
			}
			[]func(){m.play, m.play, m.save, m.answer}[random.IntN(4)]()
			m.check()
		}
	}
}
