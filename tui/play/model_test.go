package play_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/play"
)

// A model drives a seat with all events in random order, over a store that fails at random
// and whose answers may come late or never. It follows the tables of the package's
// documentation on its own, and says what the player may see, what must be stored and what
// the front end must be told.
type model struct {
	*testing.T
	random *rand.Rand
	seat   *play.Seat
	store  *store
	event  arcade.Event
	code   engine.Code
	began  int
	log    []string

	state   play.State
	call    *play.Call    // in progress, not made yet
	answer  *play.Answer  // of a call that was made, on its way
	late    []*play.Call  // left behind by Close
	comes   error         // of the call that was made
	there   *arcade.Saved // what the store had instead, after a conflict; nil if no round is open
	tried   engine.Tally  // in that call
	ahead   bool          // another session has changed the round, and the seat does not know
	behind  bool          // another call must follow
	retries bool          // Retry is going to be called
	failed  bool          // the last call failed
	repeats bool          // the call in progress is a repetition, and nothing has happened since
	leaving bool
	giveUp  bool // leaving has failed, and the player has been told

	changes, inCall int
	stored          bool // the store has had a row, as far as the seat knows
	assisted        bool // the store has it as a round that cannot count, or the deal was chosen
	seen            int  // the fewest hidden cards of a position that may show
	result          *arcade.Result

	record   engine.Record // that was replayed last
	replayed engine.State  // where it leads; nil if none was

	now time.Time
}

// clock returns a clock that stands still while the player does something.
func (m *model) clock() play.Clock {
	if m.now.IsZero() {
		m.now = time.UnixMilli(1_790_000_000_000)
	}
	return play.Clock{Run: play.Run{ID: "run", Began: m.now}, Now: func() time.Time { return m.now }}
}

func (m *model) note(format string, args ...any) { m.log = append(m.log, fmt.Sprintf(format, args...)) }

func (m *model) fail(format string, args ...any) {
	m.Helper()
	m.Fatalf("%q: %s", m.log, fmt.Sprintf(format, args...))
}

// hidden returns the number of hidden cards of the newest position.
func (m *model) hidden() int { return engine.Hidden(m.newest()) }

// newest returns the position that the record leads to. It is replayed when it has changed.
func (m *model) newest() engine.State {
	record := m.seat.Record()
	if m.replayed == nil || record.Code != m.record.Code || !slices.Equal(record.Moves, m.record.Moves) {
		states, err := record.Replay(m.seat.Game())
		if err != nil {
			m.fail("%v", err)
		}
		m.record, m.replayed = record, states[len(states)-1]
	}
	return m.replayed
}

func (m *model) busy() bool { return m.call != nil || m.answer != nil }

func (m *model) empty() bool {
	return m.state == play.Playing && m.seat.Len() <= m.began && !m.stored && !m.busy()
}

// act is the player's: a move, a step back, a hint.
func (m *model) act() {
	var next play.Next
	var err error
	m.now = m.now.Add(time.Second)
	switch n := m.random.IntN(12); {
	case n == 0, n >= 10:
		next, err = m.undo()
	case n == 1:
		next, err = m.seat.Redo()
	case n == 2 && m.random.IntN(4) == 0:
		next, err = m.seat.Restart()
	case n == 3 && m.random.IntN(4) == 0:
		next, err = m.seat.Hint()
	default:
		moves := m.seat.Shown().State.Moves()
		if len(moves) == 0 || m.seat.Pending() { // a front end holds keys back meanwhile
			return
		}
		move := moves[m.random.IntN(len(moves))]
		m.note("%s", move)
		if next, err = m.seat.Play(move); err != nil && m.state == play.Playing {
			m.fail("it was on the board: %v", err)
		}
	}
	m.note("act: %v", err)
	switch {
	case m.state != play.Playing && err != play.NotOpen:
		m.fail("a round in state %d can be changed: %v", m.state, err)
	case err != nil:
		m.do(next, false)
		return
	}
	m.changes++
	m.giveUp = false
	if _, race := m.event.Race(); race && m.newest().Over() {
		m.ends()
	}
	if m.assisted {
		m.seen = min(m.seen, m.hidden())
	}
	m.do(next, true)
}

// undo takes a move back. It is a peek if it puts away a card.
func (m *model) undo() (play.Next, error) {
	before, tally := m.hidden(), m.seat.Result().Tally
	next, err := m.seat.Undo()
	if m.state != play.Playing || m.state != m.seat.State() {
		return next, err
	}
	after, want := m.seat.Result().Tally, tally
	want.Undos = after.Undos
	if after.Undos > tally.Undos && m.hidden() > before { // else a restart was taken back
		want.Peeks++
	}
	if after != want {
		m.fail("an undo leads from %+v to %+v", tally, after)
	}
	return next, err
}

// finish is the player's or, at a time limit, the race's.
func (m *model) finish() {
	empty, limit := m.empty(), m.random.IntN(3) == 0
	m.note("finish, at the limit %t", limit)
	end := m.seat.Finish
	if limit {
		end = func() play.Next { return m.seat.TimeUp(time.Hour) }
	}
	next := end()
	switch {
	case m.state == play.Playing && !empty:
		m.giveUp = false
		m.ends()
		m.do(next, true)
	case m.state == play.Finishing && !limit && !m.busy():
		m.giveUp = false
		m.do(next, true)
	default:
		m.do(next, false)
		if done := m.state == play.Finished && !limit || m.state == play.Playing && empty; next.Done != done {
			m.fail("done is %t", next.Done)
		}
	}
}

// ends records that the round has its result.
func (m *model) ends() {
	r := m.seat.Result()
	m.state, m.result = play.Finishing, &r
}

func (m *model) leave() {
	m.note("leave")
	atOnce := m.state >= play.Finished || m.giveUp || m.empty()
	next := m.seat.Leave()
	if next.Left != atOnce {
		m.fail("the player leaves at once: %t", next.Left)
	}
	calls := false
	if !atOnce {
		m.leaving = true
		calls = m.state == play.Playing || !m.busy()
		if m.state == play.Playing && m.seat.Len() > 0 && m.newest().Over() {
			m.ends()
		}
	}
	m.do(next, calls)
}

func (m *model) retry() {
	if !m.retries {
		return
	}
	m.note("retry")
	m.retries = false
	calls := m.failed && !m.busy() && m.state < play.Finished
	m.do(m.seat.Retry(), calls)
	m.repeats = calls
}

// other lets another session store its clock, change the round or end it or, as long as the store
// does not have it, open another in its slot.
func (m *model) other() {
	switch n := m.random.IntN(8); {
	case m.store.rev == 0 && m.store.last == 0 && n == 0:
		m.note("another deal")
		m.store.row, m.ahead = arcade.Save(engine.NewRound(m.seat.Game(), "OTHER")), true
		m.store.row.Event = m.event
		m.store.last, m.store.rev = 1, 1
	case m.store.rev == 0 || n > 3:
	case n == 0:
		m.note("another's clock")
		m.store.last++
		m.store.rev = m.store.last
	case n == 1:
		m.note("ended by another")
		m.store.rev, m.ahead = 0, true
	default:
		m.store.err = nil
		saver := play.NewSaver(m.store)
		row, err := saver.Read(m.store.row.Slot())
		if err != nil {
			m.fail("%v", err)
		}
		seat, err := play.Resume(saver, m.seat.Game(), row, m.clock())
		if err != nil {
			m.fail("%v", err)
		}
		rev := m.store.rev
		next, err := seat.Undo()
		if moves := seat.Shown().State.Moves(); n == 2 && len(moves) > 0 {
			next, err = seat.Play(moves[m.random.IntN(len(moves))])
		}
		for err == nil && next.Call != nil {
			next = seat.Answer(next.Call.Make())
		}
		m.ahead = m.ahead || m.store.rev != rev
		m.note("another: %v; the store has %d moves", err, len(m.store.row.Record.Moves))
	}
}

// goesOn goes on from what another session has stored.
func (m *model) goesOn(next play.Next) {
	row := *m.there
	states, err := row.Record.Replay(m.seat.Game())
	if err != nil {
		m.fail("%v", err)
	}
	if hidden := engine.Hidden(states[len(states)-1]); row.Record.Code == m.code {
		m.seen = min(m.seen, hidden)
	} else {
		m.seen, m.code = hidden, row.Record.Code
	}
	m.state, m.result, m.stored, m.ahead, m.behind = play.Playing, nil, true, m.store.row.Record.String() != row.Record.String() || m.store.rev == 0, false
	m.assisted, m.leaving, m.giveUp, m.failed = row.Chosen || row.Tally.Assisted(), false, false, false
	m.tells(next, play.WentOn)
	said, _ := m.seat.Elsewhere()
	if got := m.seat.Record().String(); got != row.Record.String() || m.seat.Pending() || said == "" {
		m.fail("the seat has %s, and another session has stored %s", got, row.Record)
	}
	m.do(next, row.Run == "" && m.event == "") // it is open here
}

// make makes the call in progress. Its answer comes later.
func (m *model) make() {
	if m.call == nil {
		return
	}
	m.store.err = []error{nil, nil, nil, errAway, errRefused}[m.random.IntN(5)]
	if m.store.err == errRefused && m.random.IntN(3) > 0 { // it ends the round
		m.store.err = nil
	}
	rev, open := m.store.rev, m.store.row
	a := m.call.Make()
	m.answer, m.call, m.comes, m.there, m.tried = &a, nil, m.store.err, nil, m.store.tried
	if m.store.rev != 0 {
		there := m.store.row
		m.there = &there
	}
	if m.comes == nil && m.store.rev == rev && (rev != 0 || !slices.ContainsFunc(m.store.results, m.submitted)) {
		m.comes = arcade.ErrConflict
	}
	m.note("the store: %v; it has %d moves", m.comes, len(open.Record.Moves))
}

// submitted reports whether a result of the history is the round's.
func (m *model) submitted(r arcade.Result) bool {
	return m.result != nil && r.Record.String() == m.result.Record.String() && r.Score == m.result.Score && r.Millis == m.result.Millis && r.Ended == m.result.Ended
}

// hear takes the answer to the seat.
func (m *model) hear() {
	if m.answer == nil {
		return
	}
	a, err := *m.answer, m.comes
	m.answer = nil
	m.note("answer: %v", err)
	shown := engine.Hidden(m.seat.Shown().State)
	next := m.seat.Answer(a)
	repeats := m.repeats
	m.failed, m.repeats = err != nil, false
	switch {
	case errors.Is(err, arcade.ErrConflict) && m.there != nil:
		m.goesOn(next)
		return
	case errors.Is(err, arcade.ErrConflict), err == errRefused && (m.stored || m.event != ""):
		m.state, m.leaving, m.giveUp = play.Lost, false, false
		m.tells(next, play.Refused)
		m.do(next, false)
		return
	case err != nil:
		if kept := m.stored || m.event != ""; !kept || m.hidden() >= shown {
			m.seen = min(m.seen, m.hidden())
		}
		switch {
		case m.leaving:
			m.leaving, m.giveUp = false, true
			m.tells(next, play.NotLeft)
		case repeats:
			m.tells(next, play.StillNotSaved)
		default:
			m.tells(next, play.NotSaved)
		}
		m.behind = false
		if next.Retry == m.retries {
			m.fail("retry is %t", next.Retry)
		}
		m.do(next, false)
		return
	}
	m.stored, m.assisted = true, m.assisted || m.tried.Assisted()
	if m.inCall == m.changes {
		m.seen = min(m.seen, m.hidden())
	}
	if m.behind {
		m.behind = false
		m.tells(next, play.NoNews)
		m.do(next, true)
		return
	}
	left := m.leaving
	m.leaving, m.giveUp = false, false
	if m.state == play.Finishing {
		m.state = play.Finished
		m.tells(next, play.InHistory)
	} else {
		m.tells(next, play.AllSaved)
		if !m.ahead && m.store.row.Run == "" != left {
			m.fail("the player left is %t, and the clock is stored as %+v", left, m.store.row)
		}
	}
	if !next.Done || next.Left != left {
		m.fail("%+v, and all is stored", next)
	}
	m.do(next, false)
}

func (m *model) tells(next play.Next, want play.News) {
	m.Helper()
	if next.News != want {
		m.fail("the news is %d, want %d", next.News, want)
	}
}

// do checks what the front end must do, and does it. calls says that the event leads to a
// call, at once or after the one in progress.
func (m *model) do(next play.Next, calls bool) {
	m.Helper()
	switch {
	case next.Call != nil && (!calls || m.busy()):
		m.fail("there is a call too many")
	case next.Call == nil && calls && !m.busy():
		m.fail("there is no call")
	case next.Call == nil && calls:
		m.behind, m.repeats = true, false
	}
	if next.Call != nil {
		m.call, m.inCall, m.behind, m.repeats = next.Call, m.changes, false, false
	}
	m.retries = m.retries || next.Retry
}

// close ends the session, with a store that works again or not.
func (m *model) close() {
	m.note("close")
	m.store.err = []error{nil, nil, errAway}[m.random.IntN(3)]
	empty, over := m.empty(), m.newest().Over() && m.seat.Len() > 0 && (m.event != "" || m.newest().Score().Won)
	rev, results := m.store.rev, len(m.store.results)
	taken := m.seat.Lost()
	record, err := m.seat.Record().String(), m.seat.Close()
	m.late, m.answer = append(m.late, m.call), nil
	switch {
	case m.state >= play.Finished, empty:
		if err != nil || m.store.rev != rev || len(m.store.results) != results {
			m.fail("closing stores something: %v", err)
		}
	case err != nil && err != m.store.err:
		m.fail("closing returns %v", err)
	case err != nil, taken, m.store.rev == rev && len(m.store.results) == results: // by another session
	case m.state == play.Finishing || over:
		if got := m.store.results[results:]; len(got) != 1 || got[0].Record.String() != record || m.store.rev != 0 {
			m.fail("the history has %+v", got)
		}
	case m.store.row.Record.String() != record || m.store.row.Run != "":
		m.fail("the store has %+v", m.store.row)
	}
	m.state, m.leaving, m.giveUp = play.Closed, false, false
	m.afterwards()
}

// afterwards checks that nothing that comes after the end changes anything.
func (m *model) afterwards() {
	m.store.err = nil
	rev, results, shown := m.store.rev, len(m.store.results), m.seat.Shown()
	for _, call := range m.late {
		if call == nil {
			continue
		}
		if next := m.seat.Answer(call.Make()); next.Call != nil || next.News != play.NoNews {
			m.fail("a late answer leads to %+v", next)
		}
	}
	next, err := m.seat.Hint()
	for _, n := range []play.Next{next, m.seat.Finish(), m.seat.TimeUp(time.Hour), m.seat.Retry(), m.seat.Leave()} {
		if n.Call != nil || n.Retry {
			m.fail("a closed seat wants %+v", n)
		}
	}
	if err == nil || m.seat.Close() != nil || m.store.rev != rev || len(m.store.results) != results || m.seat.Shown().Moves != shown.Moves {
		m.fail("a closed seat has gone on")
	}
}

// check checks what shows and what is stored.
func (m *model) check() {
	m.Helper()
	shown, pending, newest := m.seat.Shown(), m.seat.Pending(), m.newest()
	unsaved := (m.busy() || m.failed) && m.state != play.Lost
	switch hidden := engine.Hidden(shown.State); {
	case m.seat.State() != m.state:
		m.fail("the state is %d, want %d", m.seat.State(), m.state)
	case hidden < m.seen:
		m.fail("%d cards are hidden, and %d had to be", hidden, m.seen)
	case !pending && shown.Moves != m.seat.Len():
		m.fail("%d of %d moves show, and nothing is pending", shown.Moves, m.seat.Len())
	case pending && m.state == play.Playing && !unsaved:
		m.fail("a position is pending, and all is stored")
	case m.seat.AtEnd() && (pending || m.state == play.Lost || engine.Hidden(newest) < m.seen):
		m.fail("the end shows")
	case m.seat.AtEnd() != (!pending && m.state != play.Lost && (m.result != nil || newest.Over())):
		m.fail("at the end is %t", m.seat.AtEnd())
	case m.seat.Stored() != m.stored, m.seat.Empty() != m.empty(), m.seat.Unsaved() != unsaved, m.seat.Leaving() != m.leaving:
		m.fail("stored %t, empty %t, unsaved %t, leaving %t", m.seat.Stored(), m.seat.Empty(), m.seat.Unsaved(), m.seat.Leaving())
	case m.failed && m.state < play.Finished && !m.retries && !m.busy():
		m.fail("a call failed, and is not made again")
	case m.result != nil && !m.submitted(m.seat.Result()):
		m.fail("the result has become %+v", m.seat.Result())
	case m.state == play.Finished && (len(m.store.results) != 1 || !m.submitted(m.store.results[0])):
		m.fail("the history has %+v", m.store.results)
	case m.state == play.Playing && !unsaved && !m.empty() && !m.ahead && m.store.row.Record.String() != m.seat.Record().String():
		m.fail("the store has %s", m.store.row.Record)
	case m.state == play.Playing && m.seat.Ticks() == (newest.Over() && !pending):
		m.fail("the clock ticks: %t", m.seat.Ticks())
	}
}

// newModel returns a model at a fresh round, at one that another session has left, or at
// one that is near its end.
func newModel(t *testing.T, seed uint64) *model {
	random := rand.New(rand.NewPCG(seed, 0))
	games := catalog.All()
	m := &model{
		T: t, random: random, store: new(store),
		event: []arcade.Event{"", "", arcade.DailyEvent("2026-11-22"), arcade.RaceEvent("K7Q2M9")}[random.IntN(4)],
	}
	round := engine.NewRound(games[random.IntN(len(games))], engine.Code(fmt.Sprint("R", seed)))
	for range []int{0, 10, 1000}[random.IntN(3)] {
		moves := round.State().Moves()
		if len(moves) == 0 || round.State().Over() {
			break
		}
		if err := round.Play(moves[random.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
	for n := random.IntN(4); round.State().Over() && n > 0; n-- {
		round.Undo()
	}
	m.seen, m.began, m.code = engine.Hidden(round.State()), round.Len(), round.Code()
	if m.event == "" && random.IntN(2) == 0 {
		m.assisted = random.IntN(3) == 0
		m.seat = play.New(m.store, round, "", m.assisted, m.clock())
		return m
	}
	m.stored, m.assisted = true, round.Tally().Assisted()
	m.store.row, m.store.rev, m.store.last = arcade.Save(round), 1, 1
	m.store.row.Event, m.store.row.Run = m.event, "run"
	saver := play.NewSaver(m.store)
	row, err := saver.Read(m.store.row.Slot())
	if err != nil {
		t.Fatal(err)
	}
	if m.seat, err = play.Resume(saver, round.Game(), row, m.clock()); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAgainstModel(t *testing.T) {
	t.Parallel()
	var ends [play.Closed + 1]int
	for seed := range uint64(1000) {
		m := newModel(t, seed)
		m.check()
		for range 50 {
			events := []func(){m.act, m.act, m.act, m.make, m.make, m.hear, m.hear, m.retry}
			if m.random.IntN(8) == 0 {
				events = []func(){m.leave, m.leave, m.finish, m.other, m.other}
			}
			events[m.random.IntN(len(events))]()
			m.check()
		}
		ends[m.state]++
		m.close()
	}
	for state, n := range ends[:play.Closed] {
		if n < 20 {
			t.Errorf("only %d rounds came to state %d", n, state)
		}
	}
}
