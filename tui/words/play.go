package words

import (
	"errors"
	"fmt"
	"strings"

	"boardwalk/engine"
	"boardwalk/tui/play"
)

// move plays a move, or says how an incomplete one can go on.
func (s *session) move(line string) {
	t := s.table
	switch {
	case t == nil && s.lesson == nil:
		s.say("No game is on the table: play NAME begins one.")
		return
	case t != nil && s.sayIfClosed():
		return
	}
	m, err := engine.ParseMove(strings.ReplaceAll(line, " ", ""))
	if s.failed(err) {
		return
	}
	next, only, _ := engine.Next(s.state().Moves(), m)
	switch {
	case len(next) > 0 && only != m:
		s.follow(m, next)
		return
	case s.lesson != nil:
		s.try(m)
		return
	}
	before := t.seat.Shown()
	t.seat.SetAuto(s.settings.AutoDeal)
	if err := t.seat.Play(m); err != nil {
		s.say(why(err))
		return
	}
	t.forgetOutlooks(before.Moves)
	s.saveAndSay(before.State, func() { s.played(before) })
}

// follow says which places can follow the beginning of a move.
func (s *session) follow(m engine.Move, next []engine.Place) {
	b := s.board()
	var places []string
	for _, p := range next {
		v, _ := b.Find(p)
		places = append(places, fmt.Sprintf("%s, %s", p, top(v)))
	}
	begin := m.String() + " can bring back: "
	if m.Len() == 1 {
		v, _ := b.Find(m.From)
		begin = fmt.Sprintf("%s, %s, can go to: ", m, name(v.Top()))
	}
	s.say(begin + strings.Join(places, "; ") + ".")
}

// why returns an error as a sentence for the player.
func why(err error) string {
	var illegal *engine.IllegalMove
	if errors.As(err, &illegal) {
		return illegal.Why
	}
	return sentence(err.Error())
}

// saveAndSay saves the round after a change, and then calls happened and says what is
// different from the state before, from.
func (s *session) saveAndSay(from engine.State, happened func()) {
	t, deadEnd := s.table, s.table.deadEnd
	err := t.save(false)
	s.giveUp = false
	if t.seat.Lost() { // what the move turned up is not this session's to see
		s.sayUnsaved(err, "")
		return
	}
	happened()
	t.checkDeadEnd(s.env)
	sentences := changes(from.Board(), t.board())
	if now := t.state().Score(); now.Points != from.Score().Points {
		sentences = append(sentences, fmt.Sprintf("%d of %s.", now.Points, plural(now.Max, "point")))
	}
	s.sayAll(sentences)
	s.sayClass()
	s.sayProgress(from.Score().Won, deadEnd)
	if err != nil {
		s.sayUnsaved(err, "The next move tries again.")
	}
}

// played describes the moves since a position: the player's, and those that the table
// played by itself.
func (s *session) played(from play.Position) {
	state := from.State
	for _, m := range s.table.seat.Record().Moves[from.Moves:] {
		s.say(state.Describe(m))
		next, err := state.Play(m)
		if err != nil {
			return // cannot happen: it was just played
		}
		state = next
	}
}

// undo takes back a move, or a restart. A card that the move turned up stays known, so
// undo then asks as hint does, except in a race, which forbids it.
func (s *session) undo(string) {
	switch t := s.table; {
	case s.sayIfClosed():
	case t.seat.Shown().UndoPeeks && t.seat.MayUndo():
		s.helped("Taking back a turned-up card", s.takeBack)
	default:
		s.takeBack()
	}
}

func (s *session) takeBack() {
	t := s.table
	before, moves := t.seat.Shown(), t.seat.Record().Moves
	s.turn(t.seat.Undo, func() {
		if n := t.seat.Shown().Moves; n < before.Moves {
			s.say("Taken back: " + t.state().Describe(moves[n]))
			return
		}
		t.forgetOutlooks(0) // a restart was taken back
		s.say(fmt.Sprintf("The restart is taken back: the game stands at move %d.", t.seat.Shown().Moves))
	})
}

func (s *session) redo(string) {
	before := s.table.seat.Shown()
	s.turn(s.table.seat.Redo, func() { s.played(before) })
}

// restart goes back to the deal. It asks as undo does.
func (s *session) restart(string) {
	switch t := s.table; {
	case s.sayIfClosed():
	case t.seat.RestartPeeks():
		s.helped("A restart after a card was turned up", s.startOver)
	default:
		s.startOver()
	}
}

func (s *session) startOver() {
	s.turn(s.table.seat.Restart, func() {
		s.table.forgetOutlooks(0)
		s.say("The game stands at its deal again; undo takes that back.")
	})
}

// turn takes moves back or plays them again, and says what happened.
func (s *session) turn(do func() error, happened func()) {
	if s.sayIfClosed() {
		return
	}
	from := s.table.state()
	s.table.seat.SetAuto(s.settings.AutoDeal)
	if err := do(); err != nil {
		s.say(err.Error())
		return
	}
	s.saveAndSay(from, happened)
}

// sayProgress says what the game has come to: an end, a win or a dead end. won and
// deadEnd report whether it was won or at a dead end before.
func (s *session) sayProgress(won, deadEnd bool) {
	t := s.table
	score := t.state().Score()
	if t.state().Over() {
		score = engine.Final(t.state())
		if e, ok := t.state().(engine.Ender); ok && e.EndNote() != "" {
			s.say(e.EndNote())
		}
	}
	then := " undo takes the last move back, new deals another, leave goes to the menu."
	switch {
	case !t.seat.MayUndo():
		then = " finish ends it, leave goes to the menu."
	case t.event() != "":
		then = " undo takes the last move back, finish ends it, leave goes to the menu."
	}
	switch {
	case t.state().Over() && score.Perfect:
		s.say(fmt.Sprintf("A perfect game, with %s.", plural(score.Points, "point")) + then)
	case t.state().Over() && score.Won:
		s.say(fmt.Sprintf("The game is over and won, with %d of %s.", score.Points, plural(score.Max, "point")) + then)
	case t.state().Over():
		s.say(fmt.Sprintf("The game is over: no move is left. You have %d of %s.", score.Points, plural(score.Max, "point")) + then)
	case score.Won && !won:
		s.say("You have won! Play on for points, or finish the game.")
	case t.deadEnd && !deadEnd && !t.seat.MayUndo():
		s.say("Only shuffling is left: nothing more can be gained. finish ends the game.")
	case t.deadEnd && !deadEnd:
		s.say("Only shuffling is left: nothing more can be gained. finish ends the game, undo takes back.")
	}
}
