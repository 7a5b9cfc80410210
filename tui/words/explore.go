package words

import (
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// explore walks through the deal of a past daily.
func (l *lobby) explore(args string) {
	name, day, moves := arcade.ParseWalk(strings.Fields(args))
	if day == "" {
		l.say("Say the day and the game, such as explore 2026-11-22 hop 45.")
		return
	}
	g, ok := l.find(name)
	if !ok {
		return
	}
	walk, err := l.env.Events.Explore(g, day)
	if l.sayIfFailed(err) {
		return
	}
	for _, m := range moves {
		if err := walk.Go(m); err != nil {
			l.say(m.String() + ": " + caption.Why(err))
			return
		}
	}
	if !l.leaveTable() {
		return
	}
	e := &exploring{terminal: l.terminal, walk: walk}
	l.place = e
	l.sayf("%s, daily %s. Type a move to go on with it; back goes back, look reads the board, "+
		"moves tells again where players went, and leave ends it.", g.Info().Name, day)
	e.changed()
}

// An exploring is the deal of a past daily, while the player walks through it.
type exploring struct {
	*terminal
	walk *arcade.Walk
}

func (e *exploring) name() string { return "Explore" }

func (e *exploring) game() engine.Game { return e.walk.Game }

func (e *exploring) state() engine.State { return e.walk.Here().State }

func (e *exploring) board() engine.Board { return e.state().Board() }

func (e *exploring) moves() []engine.Move { return e.state().Moves() }

func (e *exploring) sayIfClosed() bool { return false }

// look describes the board.
func (e *exploring) look() { e.sayEach(overview(e.board())) }

// changed says where players went from here, as each step does.
func (e *exploring) changed() { e.sayEach(caption.Ways(e.walk.Here())) }

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
func (e *exploring) back() {
	before := e.state()
	m := e.walk.Back()
	if m.IsZero() {
		e.say(caption.AtDeal)
		return
	}
	e.step("Taken back: "+e.state().Describe(m), before)
}

// step says what a step has changed, and where players went from there.
func (e *exploring) step(told string, before engine.State) {
	e.say(told)
	e.sayAll(changes(before.Board(), e.board()))
	e.changed()
}

func (e *exploring) leave() bool {
	e.say("You explore no longer.")
	return true
}
