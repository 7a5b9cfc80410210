package words

import (
	"fmt"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui"
)

// state returns the state that the player plays on: a lesson's, or the table's.
func (s *session) state() engine.State {
	if s.lesson != nil {
		return s.lesson.state
	}
	return s.table.state()
}

func (s *session) board() engine.Board { return s.state().Board() }

// look describes every pile.
func (s *session) look(string) {
	b := s.board()
	for _, v := range b.Piles {
		s.say(strings.Join(append([]string{v.At.String(), kind(b, v) + ": " + spread(v)}, facts(v)...), ", "))
	}
	for _, note := range b.Notes {
		s.say(spoken(note))
	}
	if t := s.table; s.lesson == nil {
		stands := outcome(s.state().Score()) + ", " + plural(t.seat.Shown().Moves, "move")
		if class := t.class(); class == arcade.Inhuman {
			stands += ", not ranked"
		} else if class != arcade.Counted {
			stands += ", " + string(class)
		}
		s.say(stands + ".")
	}
}

// pile describes a pile from bottom to top.
func (s *session) pile(place string) {
	p, err := engine.ParsePlace(place)
	if s.failed(err) {
		return
	}
	b := s.board()
	v, ok := b.Find(p)
	if !ok {
		s.say(fmt.Sprintf("There is no %s on this board.", p))
		return
	}
	text := fmt.Sprintf("%s, %s: ", p, kind(b, v))
	if v.Top().IsUp() && len(v.Cards) > 1 {
		text += plural(len(v.Cards), "card") + " from the bottom: "
	}
	var cards []string
	for _, c := range v.Cards {
		if c.IsUp() {
			cards = append(cards, name(c))
		}
	}
	if down := v.Down(); down > 0 { // they lie at the bottom
		cards = append([]string{fmt.Sprintf("%d face down", down)}, cards...)
	}
	if len(cards) == 0 {
		cards = []string{"empty"}
	}
	s.say(text + strings.Join(append(cards, facts(v)...), ", ") + ".")
}

// moves lists the legal moves.
func (s *session) moves(string) {
	moves := s.state().Moves()
	if s.table != nil && s.table.ended != nil || len(moves) == 0 {
		s.say("No move is left.")
		return
	}
	for _, m := range moves {
		s.say(m.String() + ": " + s.state().Describe(m))
	}
}

func (s *session) score(string) {
	now, event := s.table.seat.Shown(), s.table.event()
	s.say(fmt.Sprintf("%s, %s, %d taken back.", outcome(now.Score), plural(now.Moves, "move"), now.Tally.Undos))
	if now.Class == arcade.Counted && event != "" {
		s.say("This game counts for " + tui.Occasion(event) + ".")
		return
	}
	s.say(counts[now.Class])
}

// counts is what an open round counts for, by its class.
var counts = map[arcade.Class]string{
	arcade.Counted:  "This game counts.",
	arcade.Assisted: "This game is assisted: it had a hint, or a move was taken back that had turned up a card.",
	arcade.Practice: "This game is practice: its deal was chosen or known.",
	arcade.Inhuman:  "This game is not ranked: its moves came faster than a person plays.",
}

// sayClass says what the round counts for, if that has changed.
func (s *session) sayClass() {
	t := s.table
	if now := t.class(); now != t.saidClass {
		t.saidClass = now
		s.say(counts[now])
	}
}

func (s *session) time(string) { s.say(duration(s.table.seat.Played()) + ".") }
