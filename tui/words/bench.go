package words

import (
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui/caption"
	"boardwalk/tui/session"
)

// A bench holds a design while the player sets its knobs. It stays as it is while the
// player is elsewhere.
type bench struct {
	*lobby
	design engine.Design // nil until the first was put there
	seen   bool          // the player has been at the bench in this session
	work   session.Work
	past   []engine.Design   // what undo brings back, from the end
	undone []engine.Design   // what redo brings back, from the end
	names  map[string]string // of games that the bench got under a name that the library does not know, by text
	sample engine.Code       // of the sample deal, "" for none yet

	estimated string        // the text of the design that the last estimate is of
	estimate  hint.Estimate // how the arcade's player fares in its sample deals
}

// newBench returns a bench with the player's draft, if there is one.
func newBench(l *lobby) *bench {
	b := &bench{lobby: l, names: make(map[string]string)}
	if d := l.settings.Draft(l.env.Games.Families); d != nil {
		b.design, b.work = d, l.settings.NewWork(d)
	}
	return b
}

// undosMax is how many changes can be taken back.
const undosMax = 1000

// put puts a design on the bench, and brings the player there. Undo takes it off again. A
// name is what the game is called where it comes from, "" if it has none.
func (b *bench) put(d engine.Design, name string) {
	if b.lobby.place != nil && !b.lobby.leave() {
		return
	}
	if b.design != nil {
		b.putAside()
		b.remember()
	}
	b.work = b.lobby.settings.NewWork(d)
	if b.design, b.sample = d, ""; name != "" {
		if len(b.names) == undosMax { // else they could grow for ever
			clear(b.names)
		}
		b.names[d.Text()] = name
	}
	b.open()
}

// putAside stores the design with the player's settings, as [session.Work.Leave] does, so
// that another session has it on the bench. It reports whether it is there.
func (b *bench) putAside() bool {
	if b.design == nil || !b.seen { // then it is as another session has left it
		return false
	}
	now := b.lobby.settings.Settings
	if b.work.Leave(&now, b.design, b.env.Games) {
		b.lobby.settings.change(func(s *session.Settings) { s.Drafts = now.Drafts })
	}
	return b.work.IsDraft()
}

// open brings the player to the bench.
func (b *bench) open() {
	switch {
	case b.design == nil:
		b.say("Nothing is on the bench: workshop NAME puts a game there.")
		return
	case b.lobby.place != nil && !b.lobby.leave():
		return
	}
	b.lobby.atBench, b.seen = true, true
	b.sayf("%s is on the bench.", b.title())
	b.judge(nil)
	b.say("knobs reads the knobs, try plays a deal, help lists the rest.")
}

// leave goes to the menu.
func (b *bench) leave() {
	b.lobby.atBench = false
	b.sayf("%s stays on the bench: workshop bench goes back there.", b.title())
}

// title returns what the game on the bench is called here, or the name that its design
// proposes.
func (b *bench) title() string {
	if g, err := b.make(); err == nil {
		return b.env.Called(g)
	}
	return b.design.Title()
}

// make returns the game of the design under the name that it has here, or had where it comes
// from, or else the proposed one.
func (b *bench) make() (engine.Game, error) {
	g, err := b.env.Games.Make(b.design)
	if err != nil {
		return nil, err
	}
	name := b.names[b.design.Text()]
	m, ok := g.(engine.MadeUp)
	if _, known := b.env.Games.Find(g.Info().ID); known || !ok || name == "" {
		return g, nil
	}
	return m.Named(name), nil
}

// game returns the game on the bench. ok is false if the design makes none, which game
// then says.
func (b *bench) game() (g engine.Game, ok bool) {
	if b.design.Problem() != nil {
		b.sayProblem()
		return nil, false
	}
	g, err := b.make()
	return g, !b.sayIfFailed(err)
}

// sayProblem says why the design makes no game, and the nearest change so that it does.
func (b *bench) sayProblem() {
	p := b.design.Problem()
	b.say("This makes no game yet. " + caption.Trouble(b.design, p))
	if p.Fix == nil {
		b.say("undo takes the last change back, and workshop NAME starts over.")
		return
	}
	b.sayf("fix takes the nearest change. %s", caption.Sentence(p.FixText))
}

// judge sums up the design, and says what is wrong with it. It does not repeat the
// warnings of the design that was there before, if that is not nil.
func (b *bench) judge(before engine.Design) {
	b.say(caption.Sentence(b.design.Summary()))
	if b.design.Problem() != nil {
		b.sayProblem()
		return
	}
	var said []string
	if before != nil {
		said = b.estimateOf(before).Warnings(before)
	}
	for _, warning := range b.estimateOf(b.design).Warnings(b.design) {
		if !slices.Contains(said, warning) {
			b.beware(warning)
		}
	}
	if g, err := b.make(); err == nil && before != nil {
		if _, ok := b.env.Games.All().Find(g.Info().ID); ok {
			b.sayf("These are the rules of %s.", b.env.Called(g))
		}
	}
}

// remember makes the design as it is what undo brings back.
func (b *bench) remember() {
	if len(b.past) == undosMax {
		b.past = b.past[1:]
	}
	b.past, b.undone = append(b.past, b.design), nil
}

// change replaces the design, and says what that means.
func (b *bench) change(d engine.Design) {
	before := b.design
	b.remember()
	b.design = d
	b.say(caption.ChangedKnobs(before, d)...)
	b.judge(before)
}

// step takes back a change of the bench, or makes one again: it goes to the last design of from, and leaves the present
// one to the other list.
func (b *bench) step(from, to *[]engine.Design, none string) {
	n := len(*from)
	if n == 0 {
		b.say(none)
		return
	}
	before := b.design
	*to = append(*to, before)
	b.design, *from = (*from)[n-1], (*from)[:n-1]
	if changed := caption.ChangedKnobs(before, b.design); len(changed) > 0 && len(changed) <= changedMax {
		b.say(changed...)
	} else {
		b.sayf("%s is on the bench again.", b.title())
	}
	b.judge(before)
}

// fix takes the nearest change that makes a game.
func (b *bench) fix(string) {
	p := b.design.Problem()
	switch {
	case p == nil:
		b.say("This makes a game, so there is nothing to fix: try plays it.")
	case p.Fix == nil:
		b.sayProblem()
	default:
		b.change(p.Fix)
	}
}

// dealt returns the game with its sample deal. ok is false if the design makes no game, which dealt
// then says.
func (b *bench) dealt() (g engine.Game, ok bool) {
	if g, ok = b.game(); ok && b.sample == "" {
		b.sample = b.env.Deal()
	}
	return g, ok
}

// board returns the board of the sample deal. ok is as dealt has it.
func (b *bench) board() (of engine.Board, ok bool) {
	g, ok := b.dealt()
	if ok {
		of = g.Deal(b.sample).Board()
	}
	return of, ok
}

// look describes the sample deal.
func (b *bench) look() {
	if of, ok := b.board(); ok {
		b.sayf("A sample deal, %s.", b.sample)
		b.say(overview(of)...)
	}
}

// take makes the deal of a code the sample deal. It returns false if that is no code, which take then
// says.
func (b *bench) take(text string) bool {
	code, err := engine.ParseCode(text)
	if b.sayIfFailed(err) {
		return false
	}
	b.sample = code
	return true
}

// deal deals another sample, or the deal of a code. Words before the code name another game,
// which is then played.
func (b *bench) deal(args string) {
	switch words := strings.Fields(args); len(words) {
	case 0:
		b.sample = b.env.Deal()
	case 1:
		if !b.take(args) {
			return
		}
	default:
		b.lobby.deal(args)
		return
	}
	b.look()
}

// try plays the sample deal, or goes on with the open game of these rules.
func (b *bench) try(code string) {
	if code != "" && !b.take(code) {
		return
	}
	if g, ok := b.dealt(); ok {
		b.lobby.continueRound(g, func() { b.openTable(b.newTable(g, b.sample, true)) })
	}
}
