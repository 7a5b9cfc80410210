package words

import (
	"context"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui"
	"boardwalk/tui/play"
)

// hint suggests a good move.
func (t *table) hint() {
	switch {
	case t.sayIfClosed():
	case !t.seat.Hints():
		t.say(play.NoRaceHint.Error())
	case t.state().Over():
		t.say("No play is left to hint at.")
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
	text := what + " makes this game assisted: no best comes of it. Do you want it?"
	if t.event() != "" {
		text = what + " makes this game assisted, and it ranks apart. Do you want it?"
	}
	t.ask(text, func() {
		t.saidClass = arcade.Assisted
		do()
	})
}

// advise counts a hint and stores the count, and then searches for the hint.
func (t *table) advise() {
	if err := t.seat.Hint(); err != nil {
		t.say(err.Error())
		return
	}
	if err := t.save(false); err != nil {
		t.sayUnsaved(err, "There is no hint until it is saved.")
		return
	}
	t.giveUp = false
	var m engine.Move
	var ok bool
	seed := t.env.Now().UnixNano()
	stopped := t.in.interruptible(func(ctx context.Context) {
		m, ok = tui.Advise(ctx, t.env.HintLimit, t.game(), t.seat.Record(), seed)
	})
	switch {
	case stopped:
		t.say("No hint, then.")
	case !ok:
		t.say("Nothing here gains anything.")
	default:
		t.say(suggestion(t.state(), m))
	}
}
