package words

import (
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// explore walks through the deal of a past daily.
func (d dailies) explore(args string) {
	name, day, moves := arcade.ParseWalk(strings.Fields(args))
	if day == "" {
		d.say("Say the day and the game, such as explore 2026-11-22 hop 45.")
		return
	}
	g, ok := d.findDaily(name)
	if !ok {
		return
	}
	walk, err := d.env.Events.Explore(g, day)
	if d.sayIfFailed(err) {
		return
	}
	for _, m := range moves {
		if err := walk.Go(m); err != nil {
			d.say(m.String() + ": " + caption.Why(err))
			return
		}
	}
	if !d.leaveTable() {
		return
	}
	e := &exploring{terminal: d.terminal, walk: walk}
	d.place = e
	d.sayf("%s, daily %s. Type a move to go on with it; back goes back, look reads the board, moves tells again where players went, and leave ends it.", g.Info().Name, day)
	e.ways()
}

// An exploring is the deal of a past daily, while the player walks through it.
type exploring struct {
	*terminal
	walk *arcade.Walk
	last *change // nil for no step yet
}

func (e *exploring) name() string { return "Explore" }

func (e *exploring) game() engine.Game { return e.walk.Game }

func (e *exploring) state() engine.State { return e.walk.Here().State }

func (e *exploring) board() engine.Board { return e.state().Board() }

func (e *exploring) moves() []engine.Move { return e.state().Moves() }

func (e *exploring) sayIfClosed() bool { return false }

// look describes the board.
func (e *exploring) look() { e.sayEach(overview(e.board())) }

// changed says what the last step has changed.
func (e *exploring) changed() { e.last.tell(e.terminal, e.board(), e.state().Score()) }

// ways says where players went from here, and how they fared.
func (e *exploring) ways() {
	here := e.walk.Here()
	for _, w := range here.Ways {
		text, _ := caption.Way(w, here.Players())
		if !w.Move.IsZero() {
			text += " " + here.State.Describe(w.Move)
		}
		e.say(text)
	}
	if len(here.Ways) == 0 {
		e.say(caption.NoWays)
	}
	if here.Partial {
		e.say(caption.PartialWays)
	}
}

// play goes on with a move, whoever played it.
func (e *exploring) play(m engine.Move) {
	before := e.state()
	if err := e.walk.Go(m); err != nil {
		e.say(caption.Why(err))
		return
	}
	e.step(before.Describe(m), before)
}

// back goes back a move.
func (e *exploring) back(string) {
	before := e.state()
	m := e.walk.Back()
	if m.IsZero() {
		e.say(caption.AtDeal)
		return
	}
	e.step("Back before: "+e.state().Describe(m), before)
}

// step says what a step has changed, and where players went from there.
func (e *exploring) step(told string, before engine.State) {
	e.last = &change{told: []string{told}, before: before.Board(), points: before.Score().Points}
	e.say(told)
	e.sayAll(changes(before.Board(), e.board()))
	e.ways()
}

func (e *exploring) leave() bool {
	e.say("You explore no longer.")
	return true
}
