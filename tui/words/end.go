package words

import (
	"errors"
	"fmt"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/play"
)

// sayIfClosed reports whether nothing can be played at the table any more, and says why.
func (s *session) sayIfClosed() bool {
	switch {
	case s.table.seat.Lost() && s.env.DailyOver(s.table.event()):
		s.say(play.DailyOver.Error() + " leave leaves it.")
	case s.elsewhere():
		s.say("This game went on in another session: leave leaves it to that one.")
	case s.table.seat.Lost():
		s.say("This game cannot be saved, and ends here: " + sentence(s.table.seat.Err().Error()) + " leave leaves it.")
	case s.table.seat.Ended() && s.table.event() != "":
		s.say("This game is finished: leave goes to the menu.")
	case s.table.seat.Ended():
		s.say("This game is finished: new deals another.")
	default:
		return false
	}
	return true
}

// elsewhere reports whether another session has the round.
func (s *session) elsewhere() bool {
	return s.table.seat.Lost() && errors.Is(s.table.seat.Err(), arcade.ErrConflict) && !s.env.DailyOver(s.table.event())
}

// sayUnsaved reports an error of the store, and what can be done about it.
func (s *session) sayUnsaved(then string) {
	if !s.table.seat.Lost() {
		s.say("Not saved: " + sentence(s.table.seat.Err().Error()) + " " + then)
		return
	}
	s.sayIfClosed()
}

// newDeal deals a round that counts.
func (s *session) newDeal(string) { s.dealAnew(s.env.Deal(), false) }

// dealAnew deals another round at the table. It asks first if a round would be given up.
func (s *session) dealAnew(code engine.Code, chosen bool) {
	switch {
	case s.table.seat.Lost():
		s.sayIfClosed()
		return
	case s.table.event() != "":
		s.say("This deal is played once: leave goes to the menu, where others begin.")
		return
	}
	deal := func() {
		game := s.table.game()
		if s.store() {
			s.openTable(newTable(s.env, game, code, chosen))
		}
	}
	if !s.table.playing() {
		deal()
		return
	}
	s.ask(fmt.Sprintf("Give up this game with %s and deal anew?", outcome(s.table.state().Score())), deal)
}

// finish ends the round. It asks first if something would be given up.
func (s *session) finish(string) {
	t := s.table
	switch {
	case t.seat.Lost(), t.seat.State() == play.Finished:
		s.sayIfClosed()
	case t.seat.Empty():
		s.say("No move has been played yet: leave goes to the menu, and nothing is kept.")
	case t.playing():
		s.ask(fmt.Sprintf("End this game with %s?", outcome(t.state().Score())), func() { s.store() })
	default:
		s.store()
	}
}

// store puts the round into the history, if it belongs there, and says so. It returns
// false if the store fails.
func (s *session) store() bool {
	next := s.table.settle(s.table.seat.Finish())
	if !next.Done {
		s.sayUnsaved("finish tries again.")
		return false
	}
	if next.News == play.InHistory {
		s.sayFinished()
	}
	return true
}

// sayFinished says that the round is in the history now. It names the deal unless others
// can still play it.
func (s *session) sayFinished() {
	r := s.table.seat.Result()
	s.say(fmt.Sprintf("%s is in your history: %s, %s, %s.", s.table.name(), outcome(r.Score), r.Class, s.dealt(r)))
}

// leave goes to the menu: from a lesson at once, from a table once everything is stored.
// If the store fails, leaving again goes without saving.
func (s *session) leave() bool {
	t := s.table
	if t == nil {
		s.say(fmt.Sprintf("The lesson is left: lesson %d begins it again.", s.lesson.at+1))
		s.lesson = nil
		return true
	}
	finished := t.seat.State() == play.Finished
	t.settle(t.seat.Retry()) // else leaving again would not try it
	next := t.settle(t.seat.Leave())
	switch {
	case next.News == play.NotLeft:
		s.sayUnsaved("Leaving again goes without saving.")
		return false
	case s.elsewhere():
		s.say(t.name() + " is left to the other session.")
	case t.seat.Lost():
		s.say(t.name() + " is left.")
	case t.seat.Err() != nil:
	case t.seat.State() == play.Finished && !finished:
		s.sayFinished()
	case t.seat.Stored() && !finished:
		s.say(fmt.Sprintf("%s is kept at move %d.", t.name(), t.seat.Shown().Moves))
	}
	s.table = nil
	return true
}

// quit leaves the arcade.
func (s *session) quit() {
	if s.table != nil && !s.leave() {
		return
	}
	s.say("Goodbye.")
	s.ended = true
}
