package words

import (
	"context"
	"fmt"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui"
	"boardwalk/tui/play"
)

// hint suggests a good move; in a lesson, the one that the step wants.
func (s *session) hint(string) {
	if l := s.lesson; l != nil {
		s.suggest(l.state, l.now().Want[0])
		return
	}
	t := s.table
	switch {
	case s.sayIfClosed():
	case !t.seat.Hints():
		s.say(play.NoRaceHint.Error())
	case t.state().Over():
		s.say("No play is left to hint at.")
	default:
		s.helped("A hint", s.advise)
	}
}

// helped does what helps the player. It asks first if that would change the game's class.
func (s *session) helped(what string, do func()) {
	t := s.table
	if t.class() != arcade.Counted {
		do()
		return
	}
	text := what + " makes this game assisted: no best comes of it. Do you want it?"
	if t.event() != "" {
		text = what + " makes this game assisted, and it ranks apart. Do you want it?"
	}
	s.ask(text, func() {
		t.saidClass = arcade.Assisted
		do()
	})
}

// suggest describes a move.
func (s *session) suggest(state engine.State, m engine.Move) {
	s.say(fmt.Sprintf("Try %s: %s", m, state.Describe(m)))
}

// advise counts a hint and stores the count, and then searches for the hint.
func (s *session) advise() {
	t := s.table
	next, err := t.seat.Hint()
	if err != nil {
		s.say(err.Error())
		return
	}
	if !t.settle(next).Done {
		s.sayUnsaved("There is no hint until it is saved.")
		return
	}
	var m engine.Move
	var ok bool
	seed := s.env.Now().UnixNano()
	stopped := s.in.interruptible(func(ctx context.Context) {
		m, ok = tui.Advise(ctx, s.env.HintLimit, t.game(), t.seat.Record(), seed)
	})
	switch {
	case stopped:
		s.say("No hint, then.")
	case !ok:
		s.say("Nothing here gains anything.")
	default:
		s.suggest(t.state(), m)
	}
}
