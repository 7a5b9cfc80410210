package words

import (
	"context"
	"fmt"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/engine/hint"
	"boardwalk/engine/search"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
	"boardwalk/tui/session"
)

// A table is where the player plays a round: it does what is typed there, stores it, and
// says what came of it.
type table struct {
	*lobby
	seat      *play.Seat
	called    string        // the game, as players call it
	fresh     bool          // this session began and dealt the round
	ghost     *arcade.Ghost // what the player races in practice, nil for nothing
	saidClass arcade.Class  // the class that the player has been told
	race      *arcade.Race  // of the round's race, nil if it is not in one
	deadEnd   bool          // nothing more can be gained
	last      *change       // what was played last, nil for nothing yet
	warning   play.Warning  // when it cannot be won any more
	coach     coach
	hinted    []hint.Advice // what hints have told in this position
	spent     bool          // and there is no other
	unsaved   func()        // tries again to save a move that must not show before, nil if there is none
}

// newTable returns a table with a fresh round of the player's own. chosen says that the player knows the deal.
func (l *lobby) newTable(g engine.Game, code engine.Code, chosen bool) *table {
	return &table{lobby: l, seat: play.New(l.env.Store, engine.NewRound(g, code), "", chosen, l.env.Clock())}
}

// newFreshTable returns a table with a deal that the player does not know, drawn now if it is zero.
func (l *lobby) newFreshTable(g engine.Game, d play.FreshDeal) *table {
	if d.Code == "" {
		l.looks.Sync()
		d.Code = l.env.Deal()
	}
	t := l.newTable(g, d.Code, false)
	t.seat.SetKind(d.Mark, l.looks)
	t.fresh = true
	t.settle(t.seat.Begin())
	return t
}

// deadEndWait is how long a player waits at most until a search for a dead end begins.
const deadEndWait = time.Second

// searchDeadEnd finds out whether anything is left to gain. The search may take a moment, which is
// fine here: the player waits for a line, not for a key. In a crowd there may be none.
func (t *table) searchDeadEnd() {
	ctx, cancel := context.WithTimeout(context.Background(), deadEndWait)
	defer cancel()
	at := t.seat.Shown()
	t.deadEnd = false
	if !at.Over {
		t.deadEnd, _ = at.DeadEnd(ctx, t.env.Searches)
	}
}

// welcome says what is played, how far it has come and, to a player who has not finished it yet,
// what it is about. The first tip follows.
func (t *table) welcome() {
	switch {
	case t.seat.Stored() && !t.fresh:
		ran := ""
		if t.event() != "" { // the time away counts
			ran = ", and its clock ran on"
		}
		t.sayf("%s stands where you left it, at move %d%s.", t.name(), t.seat.Shown().Moves, ran)
	case t.seat.Chosen():
		t.sayf("%s, deal %s: practice.", t.name(), t.seat.Code())
		if t.ghost != nil {
			points, moves := t.ghost.At(t.ghost.Millis)
			t.sayf("You race a game with %s, in %s and %s.", engine.Plural(points, "point"), engine.Plural(moves, "move"), caption.Duration(t.ghost.Millis))
		}
	case t.event() != "":
		t.say(t.name() + ": the same deal for everyone, which counts and is played once.")
	case t.seat.Grade() != grade.Mark{}:
		t.sayf("%s: a %s deal, so it is listed with assisted games.", t.name(), t.seat.Grade().Kind)
	default:
		t.say(t.name() + ": a fresh deal, which counts.")
	}
	t.say(t.seat.LooksText())
	if t.in.pipe && t.class() == arcade.Counted && !t.paced {
		t.paced = true
		t.say("Wait a moment between moves: a game whose moves come faster than a person plays is unranked.")
	}
	if t.seat.Shown().Moves == 0 {
		t.beware(arcade.Estimated(t.env.Workshop, t.game()).Warning())
		t.say(t.coach.aim)
		if o, ok := t.state().(engine.Opener); ok {
			t.say(o.OpeningNote())
		}
	}
	t.sayProgress(true, false)
	t.look()
	t.coach.tip(t.terminal, t.moves())
}

// look describes the board, and how the round stands.
func (t *table) look() {
	t.say(overview(t.board())...)
	stands := scored(t.state().Score()) + ", " + engine.Plural(t.seat.Shown().Moves, "move")
	if class := t.class(); class != arcade.Counted {
		stands += ", " + arcade.ClassName(class, t.seat.Grade(), t.seat.Shown().Tally)
	}
	t.say(stands + ".")
	t.sayFew()
}

// sayFew says how many cards can move, where they are few.
func (t *table) sayFew() {
	if n := hint.Few(t.state()); n > 0 && !t.seat.Ended() {
		t.sayf("%s can move.", engine.Plural(n, "card"))
	}
}

// changed says what was played last, and what that has changed.
func (t *table) changed() { t.last.tell(t.terminal, t.board(), t.state().Score()) }

// moves returns the moves that can be played.
func (t *table) moves() []engine.Move {
	if t.seat.Ended() {
		return nil
	}
	return t.state().Moves()
}

// play plays a move, and helps whoever has not finished this game yet.
func (t *table) play(m engine.Move) {
	before := t.seat.Shown()
	if warning := engine.Warning(before.State, m); warning != "" && m != t.coach.warned && before.Moves == 0 && t.coach.weighs {
		t.coach.warned = m
		t.say(warning + " The same move again plays it.")
		return
	}
	t.seat.SetAuto(t.settings.AutoDeal, t.settings.AutoSafe)
	next, err := t.seat.Play(m)
	if err != nil {
		t.say(caption.Why(err))
	} else {
		t.saveAndSay(next, before.State, func() []string { return t.since(before) })
	}
	t.coach.explain(t.terminal)
	if !t.seat.Ended() && t.seat.Shown().Moves > before.Moves {
		t.coach.tip(t.terminal, t.moves())
	}
}

// saveAndSay saves the round after a change, and then says what happened and what is different
// from the state before, from.
func (t *table) saveAndSay(next play.Next, from engine.State, happened func() []string) {
	deadEnd := t.deadEnd
	next = t.settle(next)
	switch {
	case next.News == play.WentOn:
		return
	case t.seat.Lost(): // what the move turned up is not this session's to see
		t.sayIfClosed()
		return
	}
	if t.seat.Pending() {
		t.unsaved = func() { t.saveAndSay(t.seat.Retry(), from, happened) }
		t.sayUnsaved("The next card turns up once it is: a move tries again, leave leaves the game.")
		return
	}
	t.hinted, t.spent, t.unsaved = nil, false, nil
	t.last = &change{told: happened(), before: from.Board(), points: from.Score().Points}
	t.say(t.last.told...)
	t.searchDeadEnd()
	sentences := changes(t.last.before, t.state().Board())
	if now := t.state().Score(); now.Points != from.Score().Points {
		sentences = append(sentences, fmt.Sprintf("%d of %s.", now.Points, engine.Plural(now.Max, "point")))
	}
	t.sayAll(sentences)
	if hint.Few(t.state()) != hint.Few(from) {
		t.sayFew()
	}
	t.sayClass()
	t.sayProgress(from.Score().Won, deadEnd)
	t.sayGhost()
	if !next.Done {
		t.sayUnsaved("The next move tries again.")
		return
	}
	t.warn()
}

// warn tells a player who wants to know, or has taken a hint, that the game cannot be won any more, after counting
// that.
func (t *table) warn() {
	p := t.warning.Ask(t.seat)
	if p == nil || !t.settings.Warnings && t.seat.Shown().Tally.Hints == 0 {
		return
	}
	lost := false
	t.in.interruptible(func(ctx context.Context) {
		if turn, err := search.TakeTurn(ctx, t.env.Searches); err == nil {
			defer turn.End()
			lost = p.Unwinnable(turn, play.WarningPositions)
		}
	})
	if !lost {
		return
	}
	if next, err := t.seat.Warn(); err != nil || !t.settle(next).Done {
		return // it is found again after the next move
	}
	t.warning.Proved(t.seat)
	t.say(caption.CannotBeWon)
	t.sayClass()
}

// undo takes back a move, or a restart. A card that the move turned up stays known, so
// undo then asks as hint does, except in a race, which forbids it.
func (t *table) undo(string) {
	switch {
	case t.sayIfClosed():
	case t.seat.UndoAssists():
		t.helped("Taking it back", t.takeBack)
	default:
		t.takeBack()
	}
}

func (t *table) takeBack() {
	before, moves := t.seat.Shown(), t.seat.Record().Moves
	t.turn(t.seat.Undo, func() []string {
		if n := t.seat.Shown().Moves; n < before.Moves {
			return []string{caption.TakenBack(t.state().Describe(moves[n]))}
		}
		return []string{fmt.Sprintf("The restart is taken back: the game stands at move %d.", t.seat.Shown().Moves)}
	})
}

// forward plays moves again, or the safe ones.
func (t *table) forward(do func() (play.Next, error)) {
	before := t.seat.Shown()
	t.turn(do, func() []string { return t.since(before) })
}

// restart goes back to the deal. It asks as undo does, and if the game is won.
func (t *table) restart(string) {
	again := func() {
		t.turn(t.seat.Restart, func() []string { return []string{"The game stands at its deal again; undo takes that back."} })
	}
	switch {
	case t.sayIfClosed():
	case t.seat.RestartAssists():
		t.helped("A restart", again)
	case t.seat.Shown().Score.Won:
		t.ask(caption.LosesWin+" Do you want it?", caption.GoesOn, again)
	default:
		again()
	}
}

// turn takes moves back or plays them again, and says what happened.
func (t *table) turn(do func() (play.Next, error), happened func() []string) {
	if t.sayIfClosed() {
		return
	}
	from := t.state()
	t.seat.SetAuto(t.settings.AutoDeal, t.settings.AutoSafe)
	next, err := do()
	if err != nil {
		t.say(err.Error())
		return
	}
	t.saveAndSay(next, from, happened)
}

// sayProgress says what the game has come to: an end, a win or a dead end. won and
// deadEnd report whether it was won or at a dead end before.
func (t *table) sayProgress(won, deadEnd bool) {
	score := t.state().Score()
	if t.state().Over() {
		score = engine.Final(t.state())
		if e, ok := t.state().(engine.Ender); ok {
			t.say(e.EndNote())
		}
	}
	then := " undo takes the last move back, new deals another,"
	switch {
	case t.seat.Ended():
		then = ""
	case !t.seat.MayUndo():
		then = " finish ends it,"
	case t.event() != "":
		then = " undo takes the last move back, finish ends it,"
	}
	leaves := " leave goes to the "
	if t.seat.State() == play.Playing && t.seat.FinalIfCut() {
		leaves = " leave ends it and goes to the "
	}
	then += leaves + t.home() + "."
	switch {
	case t.state().Over() && score.Perfect:
		t.say(fmt.Sprintf("A perfect game, with %s.", engine.Plural(score.Points, "point")) + then)
	case t.state().Over() && score.Won:
		t.say(fmt.Sprintf("The game is over and won, with %d of %s.", score.Points, engine.Plural(score.Max, "point")) + then)
	case t.state().Over():
		t.say(fmt.Sprintf("The game is over: no move is left. You have %d of %s.", score.Points, engine.Plural(score.Max, "point")) + then)
	case score.Won && !won:
		t.say("You have won! Play on for points, or finish the game.")
	case t.deadEnd && !deadEnd && !t.seat.MayUndo():
		t.say(caption.Sentence(caption.DeadEnd) + " finish ends the game.")
	case t.deadEnd && !deadEnd:
		t.say(caption.Sentence(caption.DeadEnd) + " undo takes back, finish ends the game.")
	}
}

func (t *table) score(string) {
	now := t.seat.Shown()
	t.sayf("%s, %s, %d taken back.", scored(now.Score), engine.Plural(now.Moves, "move"), now.Tally.Undos)
	t.sayGhost()
	if s := t.env.Spectators; s != nil && s.Watchers() > 0 {
		t.sayf("%d watching.", s.Watchers())
	}
	t.say(t.countsAs())
}

// sayClass says what the round counts for, if that has changed.
func (t *table) sayClass() {
	if now := t.class(); now != t.saidClass {
		t.saidClass = now
		t.say(t.countsAs())
	}
}

// hint suggests a good move. Asked again, it tells the same, which is no other hint; "hint another"
// looks for another.
func (t *table) hint(args string) {
	switch {
	case args != "" && args != "another":
		t.say("hint tells a good play, and hint another tells another.")
	case t.sayIfClosed():
	case !t.seat.Hints():
		t.say(play.NoRaceHint.Error())
	case t.state().Over():
		t.say(caption.NoPlayLeft)
	case len(t.hinted) > 0 && args == "":
		t.say(suggestion(t.state(), t.hinted[len(t.hinted)-1]))
	case t.spent:
		t.say(caption.NoOtherHint)
	default:
		t.helped("A hint", t.advise)
	}
}

// helped does what helps the player. It asks first if that would change the game's class.
func (t *table) helped(what string, do func()) {
	if t.class() != arcade.Counted {
		do()
		return
	}
	t.ask(caption.Assisting(what, t.event())+" Do you want it?", caption.GoesOn, func() {
		t.saidClass = arcade.Assisted
		do()
	})
}

// advise counts a hint and stores the count, and then searches for the hint.
func (t *table) advise() {
	next, err := t.seat.Hint()
	if err != nil {
		t.say(err.Error())
		return
	}
	if !t.settle(next).Done {
		t.sayUnsaved("There is no hint until it is saved.")
		return
	}
	var advice hint.Advice
	var ok bool
	var before []engine.Move
	for _, a := range t.hinted {
		before = append(before, a.Move)
	}
	stopped := t.in.interruptible(func(ctx context.Context) {
		advice, ok = t.env.Advise(ctx, t.game(), t.seat.Record(), before...)
	})
	switch {
	case stopped:
		t.say("No hint, then.")
	case !ok && len(before) > 0:
		t.spent = true
		t.say(caption.NoOtherHint)
	case !ok:
		t.say(caption.NothingGains)
	default:
		t.hinted = append(t.hinted, advice)
		t.say(suggestion(t.state(), advice))
		if t.seat.Shown().Tally.Hints == 1 {
			t.say(caption.HintIs(engine.Open(t.game().Deal(t.seat.Code()))) + " hint another tells another.")
		}
		t.warn()
	}
}

// sayIfClosed reports whether nothing can be played at the table now, and says why. It tries again
// to save a move that waits for that.
func (t *table) sayIfClosed() bool {
	why := t.env.Closed(t.seat, "leave", t.home(), "new")
	switch {
	case why != "":
		t.say(why)
	case t.unsaved != nil:
		t.unsaved()
	default:
		return false
	}
	return true
}

// sayUnsaved reports an error of the store, and what can be done about it.
func (t *table) sayUnsaved(then string) {
	switch err := t.seat.Err(); {
	case t.seat.Lost():
		t.sayIfClosed()
	case err != nil: // else another session was faster, as was said
		t.say("Not saved: " + caption.Sentence(err.Error()) + " " + then)
	}
}

// finish ends the round. It asks first if something would be given up.
func (t *table) finish(string) {
	switch {
	case t.seat.Lost(), t.seat.State() == play.Finished:
		t.sayIfClosed()
	case t.seat.Empty():
		t.sayf("No move has been played yet: leave goes to the %s.", t.home())
	case t.playing():
		t.ask(session.AskFinish(t.event(), t.seat.Chosen(), scored(t.state().Score())+caption.Spikes(t.state())), caption.GoesOn, func() { t.store() })
	default:
		t.store()
	}
}

// store puts the round into the history, if it belongs there, and says so. It returns
// false if the store fails.
func (t *table) store() bool {
	next := t.settle(t.seat.Finish())
	if !next.Done {
		t.sayUnsaved("finish tries again.")
		return false
	}
	if next.News == play.InHistory {
		t.sayFinished()
	}
	return true
}

// sayFinished says that the round is in the history now. It names the deal unless others
// can still play it.
func (t *table) sayFinished() {
	r := t.seat.Result()
	t.coach = coach{}
	deal := session.Occasion(r.Event)
	if !t.env.Sealed(r.Event) {
		deal = strings.TrimPrefix(deal+", deal "+string(r.Record.Code), ", ")
	}
	t.sayf("%s is in your history: %s, %s, %s.", t.name(), ended(r, t.env.Games), r.ClassName(), deal)
	t.say(t.env.Placing(r))
	t.sayGhost()
	if !r.Score.Won && !t.env.Sealed(r.Event) {
		t.say("analyse looks at your moves.")
	}
}

// leave stores what is left to store, and says what the player leaves. It returns false if
// the store fails; leaving again then goes without saving.
func (t *table) leave() bool {
	finished := t.seat.State() == play.Finished
	if !t.seat.Empty() {
		t.settle(t.seat.Retry()) // else leaving again would not try it
	}
	next := t.settle(t.seat.Leave())
	switch {
	case next.News == play.NotLeft:
		t.sayUnsaved("Leaving again goes without saving.")
		return false
	case t.seat.Lost():
		t.say(t.name() + " is left.")
	case t.seat.Err() != nil:
	case t.seat.State() == play.Finished && !finished:
		t.sayFinished()
	case t.looks.Waiting[t.game().Info().ID].Code == t.seat.Code():
		t.sayf("The %s deal waits: play %s goes back to it.", t.seat.Grade().Kind, t.game().Info().Name)
	case t.seat.Stored() && !finished:
		t.sayf("%s is kept at move %d.", t.name(), t.seat.Shown().Moves)
	}
	return true
}

// name returns the name of the game, with its event if there is one.
func (t *table) name() string {
	name := t.called
	if t.event() != "" {
		name += ", " + session.Occasion(t.event())
	}
	return name
}

func (t *table) game() engine.Game { return t.seat.Game() }

func (t *table) event() arcade.Event { return t.seat.Event() }

// state returns the state that the player may know.
func (t *table) state() engine.State { return t.seat.Shown().State }

// board returns the board that the player may see.
func (t *table) board() engine.Board { return t.state().Board() }

// since describes the moves since a position: the player's, and those that the table
// played by itself.
func (t *table) since(from play.Position) (all []string) {
	state := from.State
	for _, m := range t.seat.Record().Moves[from.Moves:] {
		all = append(all, state.Describe(m))
		next, err := state.Play(m)
		if err != nil {
			break // cannot happen: it was just played
		}
		state = next
	}
	return all
}

// playing reports whether ending the round would give something up.
func (t *table) playing() bool {
	return !t.seat.Empty() && t.seat.State() == play.Playing && !t.seat.Over()
}

// class returns what the round counts as, as far as it shows.
func (t *table) class() arcade.Class { return t.seat.Shown().Class }

// countsAs says what the round counts for.
func (t *table) countsAs() string {
	switch now := t.seat.Shown(); {
	case now.Class == arcade.Assisted:
		return "This game is " + caption.Assisted(now.Tally, t.seat.Grade())
	case now.Class == arcade.Counted && t.event() != "":
		return "This game counts for " + session.Occasion(t.event()) + "."
	}
	return counts[t.class()]
}

// counts is what an open round counts for, by its class, unless it is assisted.
var counts = map[arcade.Class]string{
	arcade.Counted:  "This game counts.",
	arcade.Practice: "This game is practice: you chose its deal, or knew it.",
	arcade.Inhuman:  "This game is unranked: its moves came faster than a person plays. It counts again once half of them were played at a person's pace.",
}

// savePatience is how long the store may take before the player is told.
const savePatience = 2 * time.Second

// settle makes the calls to the store that an event at the seat leads to, and returns what
// came of them. A call that failed is made again by the next event.
func (t *table) settle(next play.Next) play.Next {
	all, code := next, t.seat.Code()
	for next.Call != nil {
		var answer play.Answer
		t.tellLate(savePatience, "Not saved yet: please wait.", func() { answer = next.Call.Make() })
		next = t.seat.Answer(answer)
		all.Done, all.Left, all.News = all.Done || next.Done, all.Left || next.Left, max(all.News, next.News)
	}
	if all.Call = nil; all.News == play.WentOn {
		t.goOn(code)
	}
	return all
}

// goOn says what another session of the player has played, and describes a deal other than code.
func (t *table) goOn(code engine.Code) {
	t.hinted, t.spent, t.unsaved, t.last = nil, false, nil, nil
	t.searchDeadEnd()
	said, _ := t.seat.Elsewhere()
	if t.seat.Code() == code {
		t.sayAll([]string{said, scored(t.state().Score()) + "."})
	} else {
		t.say(said)
		t.look()
	}
	t.sayClass()
	t.sayProgress(true, t.deadEnd)
}

// sayNews says what another session of the player has played since.
func (t *table) sayNews() {
	if _, fresh := t.windows.take(); fresh {
		lost := t.seat.Lost()
		if t.settle(t.seat.Heard()); t.seat.Lost() && !lost {
			t.sayIfClosed()
		}
	}
}

// hear reports to the server which game is on the table, and hears what is stored of it.
func (l *lobby) hear() {
	slot := ""
	if t := l.table(); t != nil {
		slot = t.seat.Slot()
	}
	if l.env.Playing != nil {
		l.env.Playing(slot)
	}
	if l.env.Elsewhere == nil || slot == l.slot {
		return
	}
	stop(&l.windows)
	l.slot = slot
	if slot != "" {
		ctx, cancel := context.WithCancel(context.Background())
		l.windows = newFeed(ctx, cancel, l.env.Elsewhere(ctx, slot))
	}
}
