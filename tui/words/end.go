package words

import (
	"errors"
	"fmt"

	"boardwalk/engine/arcade"
	"boardwalk/tui/play"
)

// sayIfClosed reports whether nothing can be played at the table any more, and says why.
func (t *table) sayIfClosed() bool {
	switch {
	case t.seat.Lost() && t.env.DailyOver(t.event()):
		t.say(play.DailyOver.Error() + " leave leaves it.")
	case t.elsewhere():
		t.say("This game went on in another session: leave leaves it to that one.")
	case t.seat.Lost():
		t.say("This game cannot be saved, and ends here: " + sentence(t.err.Error()) + " leave leaves it.")
	case t.ended != nil && t.event() != "":
		t.say("This game is finished: leave goes to the menu.")
	case t.ended != nil:
		t.say("This game is finished: new deals another.")
	default:
		return false
	}
	return true
}

// elsewhere reports whether another session has the round.
func (t *table) elsewhere() bool {
	return t.seat.Lost() && errors.Is(t.err, arcade.ErrConflict) && !t.env.DailyOver(t.event())
}

// sayUnsaved reports an error of the store, and what can be done about it.
func (t *table) sayUnsaved(err error, then string) {
	if !t.seat.Lost() {
		t.say("Not saved: " + sentence(err.Error()) + " " + then)
		return
	}
	t.sayIfClosed()
}

// finish ends the round. It asks first if something would be given up.
func (t *table) finish(string) {
	switch {
	case t.seat.Lost(), t.filed:
		t.sayIfClosed()
	case t.nothingToSave():
		t.say("No move has been played yet: leave goes to the menu, and nothing is kept.")
	case t.playing():
		t.ask(fmt.Sprintf("End this game with %s?", outcome(t.state().Score())), func() { t.file() })
	default:
		t.file()
	}
}

// file puts the round into the history, if it belongs there, and says so. It returns
// false if the store fails.
func (t *table) file() bool {
	if t.filed || t.nothingToSave() {
		return true
	}
	if err := t.round.finish(); err != nil {
		t.sayUnsaved(err, "finish tries again.")
		return false
	}
	t.sayFiled()
	return true
}

// sayFiled says that the round is in the history now. It names the deal unless others can
// still play it.
func (t *table) sayFiled() {
	r := t.ended
	t.say(fmt.Sprintf("%s is in your history: %s, %s, %s.", t.name(), outcome(r.Score), r.Class, dealt(t.env, *r)))
}

// leave stores what is left to store, and says what the player leaves. It returns false if
// the store fails; leaving again then goes without saving.
func (t *table) leave() bool {
	filed := t.filed
	err := t.saveOrFinish()
	switch {
	case err != nil && !t.giveUp && !t.seat.Lost():
		t.giveUp = true
		t.sayUnsaved(err, "Leaving again goes without saving.")
		return false
	case t.elsewhere():
		t.say(t.name() + " is left to the other session.")
	case t.seat.Lost():
		t.say(t.name() + " is left.")
	case err != nil:
	case t.filed && !filed:
		t.sayFiled()
	case t.seat.Stored() && !t.filed:
		t.say(fmt.Sprintf("%s is kept at move %d.", t.name(), t.seat.Shown().Moves))
	}
	return true
}
