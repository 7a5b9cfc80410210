package table

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
	"boardwalk/tui/caption"
	"boardwalk/tui/draft"
	"boardwalk/tui/play"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
)

// A round is what is played at a table: a seat, the position that shows of it, and what
// waits for the store. It makes the seat's calls in commands, tells the player how they
// ended, and goes on with what waited for them. What is stored and when, and what may be
// seen, is for the seat to decide; see [play.Seat].
type round struct {
	env    *screen.Env
	screen screen.Screen // the table
	Seat   *play.Seat
	race   *arcade.Race  // the current state of its race, nil if it is not in one
	ghost  *arcade.Ghost // what the player races in practice, nil for nothing
	now    position
	screen.Message
	Draft    draft.Draft
	lights   draft.Lights
	searches searches
	warning  warning
	pending  pendingReveal
	motion   draft.Motion
	end      ending
	asking   question
	asked    time.Time   // when it was asked, or its key was pressed again too soon
	lastMove engine.Move // the last move, to play it again
	unseen   bool        // the last click met no move that was marked whole, so what it plays was not told before
	then     afterFinish
	nextDeal play.FreshDeal           // what dealNew deals
	warns    string                   // of the game, "" for nothing
	dealOpen bool                     // no card of the deal lies face down
	press    func(key string) tea.Cmd // handles a key that was held back

	heard     string                     // the slot that elsewhere is about
	elsewhere *screen.Follower[struct{}] // hears what other sessions of the player store of it; nil before the first
}

// A position is what the player sees of the round, and what is known about it.
type position struct {
	play.Position
	deal       engine.Code
	turn       int         // number of positions that the table has shown
	few        int         // cards that can move, as [hint.Few] counts them
	deadEnd    bool        // a search has found that nothing more can be gained
	favor      string      // how to turn up a card where nothing else is legal; else ""
	key        string      // for a play that is made in another way than others; else ""
	came       string      // what the last move brought into the hand, or which was taken back; "" for nothing
	lastAction string      // the player's last action, for spectators; "" at first
	warned     engine.Move // the move that the last key or click was warned of
	again      engine.Move // the one that the one before it was: now it plays
}

// A question waits for y. The key of one that only makes the round assisted is a yes as well. Those
// that give a round up or end it are not: pressed twice by mistake they would lose it.
type question struct {
	text string // "" if nothing is asked
	keys string // that answer it with yes besides y, as in [widget.Binding]
	yes  func() tea.Cmd
	no   string // what is said after no
}

// bounce is how long after a question its own key answers nothing: nobody has read the question
// by then, and the key was pressed twice by mistake or held down.
const bounce = 500 * time.Millisecond

// A pendingReveal is a position that the table must not show yet. Until the store has it,
// only the position before shows.
type pendingReveal struct {
	onReveal func()   // called once the position shows, to report it
	keys     []string // pressed in the meantime
}

// heldKeysMax is how many keys are held back. Nobody types more in that time, so the rest
// is dropped.
const heldKeysMax = 32

// afterFinish is what the player wants once the history has the round.
type afterFinish uint8

const (
	stay afterFinish = iota
	dealNew
	dealAgain    // the same deal, as practice
	showReplay   // the round's replay
	showAnalysis // its analysis
	challenge    // a friend, to its deal
	share        // a daily's result, as text to paste
)

// sit begins or goes on with the round of a seat at the table.
func (r *round) sit(seat *play.Seat) {
	r.Seat, r.pending = seat, pendingReveal{}
	r.warning.Warning, r.warning.due = play.Warning{}, false
	r.Draft.Confirm, r.Draft.Voice = &r.env.Settings.Confirm, draft.Voice{Say: r.Say, Refuse: r.Refuse, Clear: r.Clear}
	r.end = ending{round: r, back: r.end.back, bestBefore: r.end.best()}
	r.dealOpen = engine.Open(seat.Game().Deal(seat.Code()))
	r.showPosition()
	r.Draft.Begin()
	r.Clear()
}

// showPosition shows the position that the player may see.
func (r *round) showPosition() {
	r.cancelInput()
	shown := r.Seat.Shown()
	r.now = position{Position: shown, deal: r.Seat.Code(), turn: r.now.turn + 1, few: hint.Few(shown.State)}
	r.Draft.Show(r.now.State)
	r.now.favor, r.now.key = favor(r.Draft.Marking.Legal), keyOf(r.now.State, r.Draft.Marking.Legal)
	r.end.placing, r.end.panelHidden = "", false
}

// cancelInput ends what keys have begun, after the round has changed.
func (r *round) cancelInput() {
	r.Draft.Clear()
	r.asking, r.lights.Places = question{}, nil
	r.searches.stopHint()
}

// play plays a legal move; the zero Move is none.
func (r *round) play(m engine.Move) tea.Cmd {
	if m.IsZero() {
		return nil
	}
	if why := r.closed(); why != "" {
		return r.Refuse(why)
	}
	if warning := engine.Warning(r.now.State, m); warning != "" && m != r.now.again && r.weighs() {
		r.now.warned = m
		again := "Enter again plays it."
		if r.unseen {
			again = "Another click there plays it."
		}
		return r.Refuse(warning + " " + again + screen.When(r.Seat.Event() != "", " This deal is played once."))
	}
	before, board := r.now, r.Draft.Pointer.Board
	r.Seat.SetAuto(r.env.Settings.AutoDeal, r.env.Settings.AutoSafe)
	next, err := r.Seat.Play(m)
	if err != nil {
		return r.Refuse(caption.Why(err))
	}
	r.lastMove = m
	if r.env.Settings.Motion {
		r.motion = draft.NewMotion(board, m, r.env.Now())
	}
	return r.apply(next, func() {
		r.now.lastAction = fmt.Sprintf("%d. %s", before.Moves+1, before.State.Describe(m))
		if hand, ok := r.Draft.Pointer.Board.Find(m.From); ok && !m.Return.IsZero() {
			r.now.came = hand.Top().Glyph() + " joins the hand."
		}
		if r.now.Score.Won && !before.Score.Won && !r.now.Over {
			r.Say("You have won! Play on for points, or g finishes the game.")
		}
		if r.env.Settings.Motion {
			r.motion.Light(board, r.Draft.Pointer.Board, r.env.Now())
		}
		r.end.celebrate(r.motion.Ends)
	})
}

// weighs reports whether a move that gives something up for good wants another Enter or click: at the first move of a
// novice, or of anybody who clicks and, since neither typing nor a click shows what the move does, in an event, whose deal
// is played once.
func (r *round) weighs() bool {
	first := r.now.Moves == 0 && !r.Seat.Chosen() && (r.env.Experience.Novice || r.unseen)
	return first || r.Seat.Event() != "" && (r.Draft.Typing() || r.unseen)
}

// turn undoes, redoes or restarts.
func (r *round) turn(do func() (play.Next, error)) tea.Cmd {
	if why := r.closed(); why != "" {
		return r.Refuse(why)
	}
	r.Seat.SetAuto(r.env.Settings.AutoDeal, r.env.Settings.AutoSafe)
	before, moves := r.now, r.Seat.Record().Moves
	next, err := do()
	if err != nil {
		return r.Refuse(err.Error())
	}
	return r.apply(next, func() {
		r.now.lastAction = fmt.Sprintf("Back to move %d.", r.now.Moves)
		if r.now.Moves > before.Moves {
			r.now.lastAction = fmt.Sprintf("Move %d again.", r.now.Moves)
		}
		if n := before.Moves - r.now.Moves; n > 0 {
			r.now.came = fmt.Sprintf("%s taken back%s.", moves[r.now.Moves], screen.When(n > 1, ", with the "+engine.Plural(n-1, "move")+" after it"))
		}
		if r.now.Class != before.Class {
			r.Say("A card that was turned up is back: this game is %s from here on.", r.now.Class.Name())
		}
	})
}

// settle plays the safe moves, and says how many they were.
func (r *round) settle() tea.Cmd {
	before := r.now.Moves
	cmd := r.turn(r.Seat.Settle)
	if n := r.now.Moves - before; n > 0 {
		r.now.lastAction = fmt.Sprintf("%s up.", engine.Plural(n, "safe card"))
		r.Say("%s up safely. u takes all back.", engine.Plural(n, "card"))
		r.end.celebrate(r.motion.Ends)
	}
	return cmd
}

// hint counts a hint. Once that is stored, a search for it begins. A hint that this position
// had already shows again, and is not counted again; while it shows, another is searched for.
func (r *round) hint() tea.Cmd {
	why := r.closed()
	switch {
	case why != "":
		return r.Refuse(why)
	case r.searches.hinting():
		return nil
	case r.now.Over:
		return r.Say(caption.NoPlayLeft)
	case r.Draft.SuggestAgain():
		return nil
	case r.Draft.Hinted() && r.searches.spent == r.now.turn:
		return r.Refuse(caption.NoOtherHint)
	}
	next, err := r.Seat.Hint()
	if err != nil {
		return r.Refuse(err.Error())
	}
	r.now.Position = r.Seat.Shown() // the hint lowers the class
	r.searches.hintWanted = true
	return r.follow(next)
}

// apply shows the position after a change of the round, at once or as soon as it may. It
// calls onReveal when the position shows.
func (r *round) apply(next play.Next, onReveal func()) tea.Cmd {
	r.Clear()
	r.pending.onReveal = onReveal
	if r.Seat.Pending() {
		r.cancelInput()
	}
	return r.follow(next)
}

// reveal shows the pending position if it may show by now.
func (r *round) reveal() tea.Cmd {
	if r.pending.onReveal == nil || r.Seat.Pending() {
		return nil
	}
	onReveal := r.pending.onReveal
	r.pending.onReveal = nil
	r.showPosition()
	onReveal()
	return r.lookAhead()
}

// follow does what the seat asks for after an event.
func (r *round) follow(next play.Next) tea.Cmd {
	var call, retry, profile, then, keys, hint tea.Cmd
	if next.Call != nil {
		c := next.Call
		call = func() tea.Msg { return c.Make() }
	}
	shows := r.reveal()
	if r.Seat.Ended() {
		r.Draft.Marking.Clear(nil)
	}
	if next.Retry {
		seat := r.Seat
		retry = r.env.After(r.screen, screen.RetryDelay, func() tea.Cmd {
			if seat != r.Seat {
				return nil
			}
			return r.follow(seat.Retry())
		})
	}
	r.report(next.News, r.Seat.Err())
	switch next.News {
	case play.NotSaved, play.StillNotSaved, play.NotLeft:
		r.then = stay
		if r.Seat.Pending() { // it may be long until the keys would do what they were meant to
			r.pending.keys = nil
		}
	case play.Refused:
		r.then = stay
		r.Draft.Marking.Clear(nil)
	case play.WentOn:
		shows = r.goOn()
	case play.InHistory:
		r.env.Experience.Filed(r.Seat.Result())
		profile = tea.Batch(screen.ReadProfile(r.env.Accounts), r.end.settle(r.Seat.Result()))
	}
	if next.Done || next.Left {
		then = r.proceed(next.Left)
	}
	if next.News != play.NoNews {
		keys = r.replayKeys()
	}
	if next.News == play.AllSaved {
		r.warning.due = false
		hint = r.searches.hint(r)
		if r.env.Newcomer() { // the account has begun
			profile = screen.ReadProfile(r.env.Accounts)
		}
	}
	return tea.Batch(call, retry, shows, profile, then, keys, hint)
}

// report says how a call to the store ended.
func (r *round) report(news play.News, err error) {
	switch news {
	case play.AllSaved, play.InHistory:
		if r.NotSaved {
			r.Say("Saved: nothing is lost.")
		}
	case play.NotSaved:
		r.Refuse("Not saved: " + err.Error() + ".")
		r.NotSaved = true
	case play.NotLeft:
		r.Refuse("Not saved: " + err.Error() + ". q again leaves without saving.")
		r.NotSaved = true
	}
}

// Busy reports whether the round waits for the store and then leaves the table, or for its
// replay; see [screen.Busy].
func (r *round) Busy() bool {
	return r.Seat.Leaving() || r.then == showReplay || r.then == showAnalysis
}

// replayKeys handles the keys that were held back, unless a position is still pending. It
// drops them if the round has ended since, and those after one that leaves.
func (r *round) replayKeys() tea.Cmd {
	keys := r.pending.keys
	if len(keys) == 0 || r.Seat.Pending() && !r.Seat.Lost() {
		return nil
	}
	r.pending.keys = nil
	if r.Seat.State() != play.Playing {
		return nil
	}
	var cmds []tea.Cmd
	for i := 0; i < len(keys) && !r.Busy(); i++ {
		cmds = append(cmds, r.press(keys[i]))
	}
	return tea.Batch(cmds...)
}

// proceed does what waited until everything was stored.
func (r *round) proceed(left bool) tea.Cmd {
	then := r.then
	r.then = stay
	switch {
	case left:
		r.warning.stop()
		return r.env.Back()
	case then == dealNew:
		r.ghost = nil
		r.sit(newFreshSeat(r.env, r.Seat.Game(), r.nextDeal))
		r.nextDeal = play.FreshDeal{}
		r.warn()
		return tea.Batch(r.follow(r.Seat.Begin()), r.lookAhead())
	case then == dealAgain:
		r.sit(newSeat(r.env, engine.NewRound(r.Seat.Game(), r.Seat.Code()), true))
		return r.lookAhead()
	case then == share:
		result := r.Seat.Result()
		return r.env.Share(result.Record.Game, func() (arcade.Result, error) { return result, nil })
	case then == challenge:
		return r.env.Open(route.PassOn{Round: r.Seat.Result().ID})
	case then == showReplay, then == showAnalysis: // in a command: it may be long
		game, record, turn := r.Seat.Game(), r.Seat.Result().Record, r.now.turn
		return screen.Ask(r.screen, func() func() tea.Cmd {
			states, _ := record.Replay(game) // cannot fail: the record was just played
			return func() tea.Cmd {
				switch {
				case turn != r.now.turn:
					return nil
				case then == showAnalysis:
					s, err := r.env.Make(route.Analysis{Game: game, Result: r.Seat.Result(), States: states})
					if err != nil {
						return r.Say("%s", caption.Sentence(err.Error()))
					}
					return r.env.Push(s)
				}
				return r.env.Open(route.Replay{Result: r.Seat.Result(), AtTable: true, Game: game, States: states})
			}
		})
	}
	return nil
}

// finish ends the round, and goes on with what follows once the history has it. A racer
// who stays goes back to the race.
func (r *round) finish(then afterFinish) tea.Cmd {
	r.then, r.end.panelHidden = then, false
	cmd := r.follow(r.Seat.Finish())
	if then == stay && r.race != nil {
		return tea.Batch(cmd, r.leave())
	}
	return cmd
}

// warn says what leaving this deal without a move costs, or soon will, and what warns of the game.
func (r *round) warn() {
	if text := strings.TrimSpace(r.Seat.LooksText() + " " + r.warns); text != "" {
		r.Say("%s", text)
	}
}

// leave goes to the screen below once everything is stored.
func (r *round) leave() tea.Cmd {
	r.then = stay
	next := r.Seat.Leave()
	if !next.Left { // the player stays for now, and reads why
		r.end.panelHidden = false
	}
	return r.follow(next)
}

// applyRace updates the table with the current state of its race. At the time limit the
// round ends with the points it has.
func (r *round) applyRace(race *arcade.Race) tea.Cmd {
	r.race = race
	if !race.Late && !race.Over || r.Seat.State() != play.Playing {
		return nil
	}
	r.Draft.StopTyping()
	r.asking, r.lights.TypingRank = question{}, false
	return tea.Batch(r.follow(r.Seat.TimeUp(race.Limit)), r.leave())
}

// closed returns why no move can be made at this table any more, "" where one can.
func (r *round) closed() string {
	why := r.env.Closed(r.Seat, "q", r.end.leavesTo(), "n")
	switch {
	case r.Seat.Lost() && r.race != nil && (r.race.Late || r.race.Over):
		return "Time is up: this game has ended with its points. q goes to the race."
	case why == "" && r.race != nil && r.race.Left(r.env.Now()) == 0: // the race itself says so in a moment
		return "Time is up: this game ends with the points it has."
	}
	return why
}

// goOn shows what another session of the player has played. A card that is chosen stays so if it can
// still move.
func (r *round) goOn() tea.Cmd {
	r.then, r.pending = stay, pendingReveal{}
	if draft := r.Draft; r.Seat.Code() == r.now.deal {
		r.showPosition()
		r.Draft.Keep(draft)
	} else {
		r.sit(r.Seat)
	}
	said, seen := r.Seat.Elsewhere()
	r.now.lastAction = seen
	r.Say("%s", said)
	return r.lookAhead()
}

// hear follows what other sessions store of the slot that is at the table.
func (r *round) hear() tea.Cmd {
	slot := r.Seat.Slot()
	if r.env.Elsewhere == nil || r.heard == slot {
		return nil
	}
	r.elsewhere.OnClose()
	r.heard, r.elsewhere = slot, new(screen.Follower[struct{}])
	return r.elsewhere.Each(r.screen, func(ctx context.Context) (arcade.Watch[struct{}], error) { return r.env.Elsewhere(ctx, slot), nil },
		func(struct{}) tea.Cmd { return r.follow(r.Seat.Heard()) })
}

// lookAhead begins the searches that a position needs.
func (r *round) lookAhead() tea.Cmd {
	return tea.Batch(r.hear(), r.searches.deadEnd(r), r.warning.search(r))
}
