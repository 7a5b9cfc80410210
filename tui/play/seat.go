// Package play is a player's seat at a round, shared by all front ends. It decides what
// the player may do there, what the player may see, and what must be stored when.
//
// A [Seat] is a state machine. Its events are methods, and each returns a [Next]: what the
// front end must do. The seat itself waits for nothing. It hands out calls to the store,
// and the front end brings back the answers, at once or later:
//
//	next, err := seat.Play(m)
//	for err == nil && next.Call != nil {
//		next = seat.Answer(next.Call.Make())
//	}
//
//	state      meaning                                    the store is to have
//	Playing    the round is open                          each change of it
//	Finishing  it has ended, and its result is final      the result
//	Finished   the history has it                         -
//	Lost       the store has refused it for good          -
//	Closed     the player has gone                        -
//
//	event                Playing                Finishing     Finished  Lost     Closed
//	Play Undo Redo       Playing, saves         -             -         -        -
//	Restart Hint Warn
//	Settle
//	Finish               Finishing, finishes    finishes      done      -        -
//	TimeUp               Finishing, finishes    -             -         -        -
//	Leave                saves or finishes      finishes      leaves    leaves   leaves
//	Answer: stored       Playing, may leave     Finished,     -         -        -
//	                                            may leave
//	Answer: unavailable  Playing, retries       Finishing,    -         -        -
//	                                            retries
//	Answer: refused      Lost                   Lost          -         -        -
//	Answer: went on      Playing                Playing       -         Playing  -
//	Heard                reads, saves           -             -         reads    -
//	Retry                saves                  finishes      -         -        -
//	Close                Closed; the last call  the same      Closed    Closed   -
//	                     is made there
//
// A [SaveLoop] says when the calls are made: one at a time. So an event may have to wait for
// the call in progress, and an answer may lead to another call. A player who leaves goes
// once everything is stored. If that fails the player stays, and Leave then goes without.
// One who has not played a move leaves nothing to store. Leave finishes a round that is
// over. In a race the move that ends the round finishes it: the others wait for that.
//
// A refusal is no loss as long as the store has never had the round and it is of no event:
// the deal is nobody else's, and play goes on unsaved.
//
// Several sessions of a player can stand at one table. Each save says what it goes on from, so of two
// changes at once the store takes one, and the seat of the other goes on from there: its own change was
// never stored. A seat that hears that another session has stored something reads it. If the round
// has ended there, it is lost here, until that session begins another in the same slot.
//
// # What the player sees
//
// A move can turn up a card. If the player sees that card and the move is then not
// stored, because another session has changed the round or the store is unavailable, the
// player has looked ahead for free. So a position with such a card is pending until the store
// has it, and until then [Seat.Shown] returns the position before it. That holds for the end
// of a round, too: see [Seat.AtEnd].
//
//	            the player sees          a move          stored   unavailable   refused
//	shown       the position             shown, pending  shown    shown         lost
//	pending     the position before it   -               shown    pending       lost
//	lost        what was seen last       -               -        -             -
//
// What another session has stored is shown at once.
//
// While the store is unavailable, a deal shows that the store has never had and that is of no
// event, and so does a position that the card was put away from again.
//
// Stored is a call that had all that there is of the round; an older one changes nothing.
// A move leads to pending if it turned up a card, unless the round can never count as
// unassisted. To take it back is a peek even before that card shows here: another session of the
// player may have seen it, as the store has the move before it confirms that.
package play

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
)

// A Seat is one player's place at one round, from its deal or from where it was left until
// the player goes. It is not safe for concurrent use; its calls are.
type Seat struct {
	view
	look
	storing
	following
	state  State
	result *arcade.Result // of a round that has ended
	began  int            // how many moves the round had when it began here
}

// A State is a state of a seat; see the package's documentation.
type State uint8

// The states of a seat.
const (
	Playing State = iota
	Finishing
	Finished
	Lost
	Closed
)

// A Call is a call to the store, with what it is to store.
type Call struct {
	looks  *Looks         // to be stored; nil if there are none
	seat   *Seat          // nil if that is all
	reads  bool           // it asks what other sessions have stored; the other fields are zero then
	row    arcade.Saved   // of an open round
	result *arcade.Result // of one that has ended; nil if it is open
}

// Make makes the call and returns its answer, which the front end takes to [Seat.Answer].
// It may be called in any goroutine, late or never.
func (c *Call) Make() Answer {
	if c.looks != nil {
		c.looks.Sync()
	}
	switch {
	case c.seat == nil:
		return Answer{}
	case c.reads:
		run, err := c.seat.saver.Behind(c.seat.Slot())
		return Answer{seat: c.seat, reads: true, run: run, err: err}
	case c.result == nil:
		return Answer{seat: c.seat, err: c.seat.saver.calls.Do(func() error { return c.seat.saver.save(c.row) })}
	}
	finished, err := c.seat.saver.Finish(*c.result)
	return Answer{seat: c.seat, result: &finished, err: err}
}

// An Answer is how a call ended.
type Answer struct {
	seat   *Seat
	reads  bool
	run    string         // what was read: the run of the program in which a table has the round open
	result *arcade.Result // as the history has it; nil unless the call was to finish the round
	err    error
}

// Next is what a front end does after an event at a seat.
type Next struct {
	Call  *Call // is to be made, unless nil
	Retry bool  // [Seat.Retry] is to be called in a few seconds
	News  News  // for the player
	Done  bool  // nothing is left to store, and what waited for that can follow
	Left  bool  // the player wanted to leave, and can or gives up what is not stored
}

// News is what an event means for the player. It is about how a call ended.
type News uint8

// The news. The error is at [Seat.Err].
const (
	NoNews        News = iota
	AllSaved           // all that there is of an open round is stored
	InHistory          // the history has the round
	NotSaved           // a call failed, and is made again by and by
	StillNotSaved      // it failed again, as the player knows
	NotLeft            // it failed, so the player stays; leaving again goes without
	Refused            // the round is lost
	WentOn             // another session has changed the round, and the seat is there: see [Seat.Elsewhere]
)

// New returns the seat of a round that is not in the store yet. chosen says that the
// player chose the deal or knew it.
func New(store arcade.Store, r *engine.Round, e arcade.Event, chosen bool, c Clock) *Seat {
	now := c.Now()
	t := timer{Clock: c, inEvent: e != "", started: now.UnixMilli(), opened: now, from: now, moved: now}
	s := &Seat{storing: storing{saver: NewSaver(store)}, began: r.Len()}
	s.view = view{round: round{moves: r, event: e, chosen: chosen, timer: t}, atOnce: chosen}
	s.reveal()
	if s.Over() {
		s.timer.stop()
	}
	return s
}

// Heard asks what another session of the player has stored of the slot's round.
func (s *Seat) Heard() Next {
	s.heard = true
	return Next{Call: s.read()}
}

// read returns the call that asks what other sessions have stored, or nil if there is nothing to ask. One
// that follows a call in progress waits for that.
func (s *Seat) read() *Call {
	if !s.heard || s.reading || s.loop.Busy() || s.state != Playing && !s.Lost() {
		return nil
	}
	s.heard, s.reading, s.sent = false, true, false
	return &Call{seat: s, reads: true}
}

// keepOpen returns the call that stores that the round is open here, unless run says that the store has it as open, here
// or on another node. So the clock that the store has goes on as long as any window is at the table, and all that sit
// down show the same.
func (s *Seat) keepOpen(run string) *Call {
	if run != "" || !s.hasRow || s.event != "" || s.state != Playing || s.exit != stays {
		return nil
	}
	return s.store().Call
}

// goOn goes on from what another session has stored.
func (s *Seat) goOn(w *wentOn) Next {
	scheduled := s.loop.scheduled
	var r *engine.Round
	err := error(w)
	if w.rev != 0 {
		r, err = w.row.Resume(s.Game())
	}
	if err != nil {
		s.state, s.exit, s.loop = Lost, stays, SaveLoop{failing, err, scheduled}
		return Next{News: Refused, Call: s.read()}
	}
	looks := s.counted(!s.hasRow)
	s.letWait()
	_ = s.saver.calls.Do(func() error {
		s.saver.has(w.row, w.rev)
		return nil
	})
	was := *s
	*s = *resumed(s.saver, r, w.row, was.timer.Clock)
	s.following, s.loop.scheduled, s.timer.begins = was.following, scheduled, was.timer.begins
	s.went, s.seen = w.texts(r)
	if s.Code() == was.Code() { // this table was open, too
		played, _ := was.timer.times(s.timer.opened)
		s.timer.earlier = max(s.timer.earlier, played)
	}
	next := Next{News: WentOn, Call: s.read()}
	if next.Call == nil {
		next.Call = cmp.Or(s.keepOpen(w.row.Run), looks)
	}
	if looks != nil {
		next.Call.looks = looks.looks
	}
	return next
}

// Elsewhere says what another session has played last, once there is news that the round [WentOn]: to the player, and
// to spectators, who know of no windows.
func (s *Seat) Elsewhere() (said, seen string) { return s.went, s.seen }

// texts says what another session has done to reach a round, as Elsewhere does.
func (w *wentOn) texts(r *engine.Round) (said, seen string) {
	now := standOf(w.row)
	switch n := now.moves - w.base.moves; {
	case now.deal != w.base.deal:
		return "Your other window plays this deal: here it goes on.", ""
	case n > 0, n == 0 && now.moves > 0 && now.tally.Timed > w.base.tally.Timed:
		for before := range r.States(now.moves - 1) {
			does := before.Describe(w.row.Record.Moves[now.moves-1])
			return "Played in your other window: " + does, fmt.Sprintf("%d. %s", now.moves, does)
		}
	case n < 0:
		return fmt.Sprintf("Taken back in your other window, to move %d.", now.moves), fmt.Sprintf("Back to move %d.", now.moves)
	}
	return "Your other window plays here, too.", ""
}

// Resume returns the seat of a stored round that a Saver has read. It fails if the record
// does not replay.
func Resume(saver *Saver, g engine.Game, row arcade.Saved, c Clock) (*Seat, error) {
	r, err := row.Resume(g)
	if err != nil {
		return nil, err
	}
	return resumed(saver, r, row, c), nil
}

// resumed returns the seat of a round as it is stored in row.
func resumed(saver *Saver, r *engine.Round, row arcade.Saved, c Clock) *Seat {
	s := New(saver.store, r, row.Event, row.Chosen, c)
	if row.Grade != (grade.Mark{}) {
		s.SetKind(row.Grade, nil)
	}
	s.timer.resume(row)
	s.saver, s.hasRow, s.atOnce = saver, true, s.atOnce || row.Tally.Assisted()
	return s
}

// SetKind says which kind of deal the player asked for: if none, the deal is fresh. Left without a move, one of a
// kind waits in looks, unless that is nil. SetKind is called before anything else is done at the seat.
func (s *Seat) SetKind(m grade.Mark, looks *Looks) {
	if m == (grade.Mark{}) {
		s.SetFresh(looks)
		return
	}
	if s.grade, s.atOnce, s.waits = m, true, looks; looks != nil {
		delete(looks.Waiting, s.Game().Info().ID)
	}
	s.reveal()
}

// letWait lets a deal of a kind wait that is left without a move.
func (s *Seat) letWait() {
	if s.waits != nil && s.Len() <= s.began && !s.hasRow {
		s.waits.Waiting[s.Game().Info().ID] = FreshDeal{s.Code(), s.grade}
	}
}

// AwaitMove lets the time played begin with the first move, for a newcomer who reads first. The
// time since the first sight of the deal, which ranks the fastest, counts all the same. It has no
// effect in an event. It is called before anything else is done at the seat.
func (s *Seat) AwaitMove() { s.timer.waits = !s.timer.inEvent }

// AwaitsMove reports whether the time played begins with the first move, which is still to be
// made.
func (s *Seat) AwaitsMove() bool { return s.timer.waits }

// Begin stores a deal that is kept. The front end shows it without waiting: if the session ends
// now, Close stores it.
func (s *Seat) Begin() Next {
	if !s.kept || s.hasRow || s.state != Playing || s.loop.Busy() {
		return Next{}
	}
	s.changes++
	return s.store()
}

// Play plays a move, or returns an *engine.IllegalMove.
func (s *Seat) Play(m engine.Move) (Next, error) {
	return s.act(func() error { return s.play(m) })
}

// Undo takes back the last move, or the last restart if no move has been played since. In
// a race it returns NoRaceUndo if that move turned up a card, be it shown here or not: another session
// may show what the store has.
func (s *Seat) Undo() (Next, error) { return s.act(s.undo) }

// Redo plays the move again that was undone last.
func (s *Seat) Redo() (Next, error) {
	return s.act(func() error { return unless(s.moves.Redo(), NoRedo) })
}

// Settle plays the safe moves of the position, which [Seat.Undo] takes back together, or returns NoSafe; see
// [engine.Round.Settle].
func (s *Seat) Settle() (Next, error) { return s.act(s.settle) }

// Restart goes back to the deal. In a race it returns NoRaceRestart once a card has been
// turned up.
func (s *Seat) Restart() (Next, error) { return s.act(s.restart) }

// Hint counts a hint. The front end shows it once everything is stored. In a race Hint
// returns NoRaceHint.
func (s *Seat) Hint() (Next, error) {
	return s.act(func() error { return s.help(s.moves.CountHint) })
}

// Warn counts that the player is told that the game cannot be won any more. The front end
// says so once everything is stored. In a race Warn returns NoRaceHint.
func (s *Seat) Warn() (Next, error) {
	return s.act(func() error { return s.help(s.moves.CountWarning) })
}

// act does something that changes the round, and saves it.
func (s *Seat) act(do func() error) (Next, error) {
	if s.state != Playing {
		return Next{}, NotOpen
	}
	if err := do(); err != nil {
		return Next{}, err
	}
	s.changes++
	s.follow()
	s.stay()
	if s.event.Unaided() && s.Over() {
		return s.Finish(), nil
	}
	return s.store(), nil
}

// Finish ends the round and puts it into the history, unless there is nothing to store of
// it. A round that has ended cannot change any more: each further call stores the same
// result, so that it does not get there twice.
func (s *Seat) Finish() Next {
	switch {
	case s.state >= Lost, s.state == Finishing && s.loop.Busy():
		return Next{}
	case s.state == Finished, s.Empty():
		return Next{Call: s.counted(s.Empty()), Done: true}
	case s.state == Playing:
		s.timer.stop()
		r := s.round.result()
		s.state, s.result = Finishing, &r
	}
	s.stay()
	return s.store()
}

// TimeUp finishes an open round at the time limit of its race.
func (s *Seat) TimeUp(limit time.Duration) Next {
	if s.state != Playing {
		return Next{}
	}
	if t := &s.timer; !s.Empty() && !t.stopped {
		t.stopped, t.played, t.span = true, limit.Milliseconds(), limit.Milliseconds()
	}
	return s.Finish()
}

// Leave stores what is not stored, with the clock, before the player leaves. It finishes a
// round that is over.
func (s *Seat) Leave() Next {
	if s.state >= Finished || s.exit == giveUp || s.Empty() {
		s.letWait()
		return Next{Call: s.counted(s.Empty()), Left: true}
	}
	s.exit = leaving
	if s.state == Finishing || s.Len() > 0 && s.Over() {
		return s.Finish()
	}
	return s.store()
}

// Retry makes a call that failed again, if one did.
func (s *Seat) Retry() Next {
	if s.state >= Finished || !s.loop.Retry() {
		return Next{}
	}
	return s.send()
}

// store stores the round, now or after the call in progress.
func (s *Seat) store() Next {
	if !s.loop.Begin() {
		return Next{}
	}
	return s.send()
}

// send returns the call that stores the round as it is now.
func (s *Seat) send() Next {
	s.inCall, s.assisted, s.sent = s.changes, s.moves.Tally().Assisted(), true
	if s.state == Finishing {
		return Next{Call: &Call{seat: s, result: s.result}}
	}
	return Next{Call: &Call{seat: s, row: s.saved(s.timer.Now(), s.exit == leaving)}}
}

// Answer takes the answer to a call. It reveals a pending position if that call had all
// changes, and goes on from what another session has stored; see the package's documentation
// for one that failed. An answer to a call of another seat, or one after Close, changes nothing.
func (s *Seat) Answer(a Answer) Next {
	if a.seat != s || s.state == Closed {
		return Next{}
	}
	var went *wentOn
	conflict := errors.As(a.err, &went)
	if a.reads {
		if s.reading = false; conflict && !s.sent {
			return s.goOn(went)
		}
		call := s.read()
		if call == nil && a.err == nil && !s.sent {
			call = s.keepOpen(a.run)
		}
		return Next{Call: call}
	}
	if conflict {
		return s.goOn(went)
	}
	repeated := s.loop.state == repeating
	again, retry := s.loop.End(a.err)
	if a.err != nil {
		n := s.fail(a.err, repeated, retry)
		n.Call = s.read()
		return n
	}
	s.hasRow, s.atOnce = true, s.atOnce || s.assisted
	if s.inCall == s.changes { // the call had all of them
		s.reveal()
	}
	if again {
		return s.send()
	}
	n := Next{News: AllSaved, Done: true, Left: s.exit == leaving, Call: s.read()}
	if s.state == Finishing {
		s.state, s.result, n.News = Finished, a.result, InHistory
	}
	s.exit = stays
	return n
}

// fail handles the error of a call. repeated says that the call had failed before.
func (s *Seat) fail(err error, repeated, retry bool) Next {
	kept := s.hasRow || s.event != ""
	if errors.Is(err, arcade.ErrConflict) || kept && !errors.Is(err, arcade.ErrUnavailable) {
		s.state, s.exit = Lost, stays
		return Next{News: Refused}
	}
	if !kept || !(s.pending && s.turnsUp()) {
		s.reveal()
	}
	switch {
	case s.exit == leaving:
		s.exit = giveUp
		return Next{News: NotLeft, Retry: retry}
	case repeated:
		return Next{News: StillNotSaved, Retry: retry}
	}
	return Next{News: NotSaved, Retry: retry}
}

// FinalIfCut reports whether Close finishes the round that is over: it is won or of an event.
// Any other is lost, and its player may come back and take the last move back.
func (s *Seat) FinalIfCut() bool {
	return s.Len() > 0 && s.Over() && (s.event != "" || s.moves.State().Score().Won)
}

// Close stores what is not stored when the session ends without leaving the seat: a dropped line
// decides no more than [Seat.FinalIfCut] says. It waits for the store. A conflict is no error:
// another session goes on from what is stored.
func (s *Seat) Close() (err error) {
	switch {
	case s.state >= Finished, s.Empty():
		if call := s.counted(s.Empty()); call != nil {
			call.Make()
		}
		s.saver.Close()
	case s.state == Finishing, s.FinalIfCut():
		err = s.saver.calls.Last(func() error {
			_, err := s.saver.finish(s.Result())
			return err
		})
	default:
		err = s.saver.calls.Last(func() error { return s.saver.save(s.saved(s.timer.Now(), true)) })
	}
	s.state = Closed
	if errors.Is(err, arcade.ErrConflict) {
		return nil
	}
	return err
}

// State returns the state of the seat.
func (s *Seat) State() State { return s.state }

// Unsaved reports whether something of the round is not stored yet. Of a lost round nothing will be.
func (s *Seat) Unsaved() bool { return s.loop.Unsaved() && s.state != Lost }

// Lost reports whether the store has refused the round for good, for example because
// another session has ended it. A pending position is then never shown.
func (s *Seat) Lost() bool { return s.state == Lost }

// Ended reports whether the round has ended for good, be its result stored or not.
func (s *Seat) Ended() bool { return s.state == Finishing || s.state == Finished }

// AtEnd reports whether the player may see that the round is at its end: it has ended, or
// it is over and can only be taken back.
func (s *Seat) AtEnd() bool { return (s.Ended() || s.shown.Over) && !s.Lost() && !s.pending }

// Result returns the round's result as the history has or gets it or, while the round has
// not ended, as the history would have it. It may go by a pending position.
func (s *Seat) Result() arcade.Result {
	if s.result != nil {
		return *s.result
	}
	return s.round.result()
}

// Empty reports whether there is nothing to store of an open round: it has no move, it is not
// kept without one, and the store has never had it.
func (s *Seat) Empty() bool {
	return s.state == Playing && !s.kept && s.Len() <= s.began && !s.hasRow && !s.loop.Busy()
}
