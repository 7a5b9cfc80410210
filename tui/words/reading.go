package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardwalk/engine"
)

// board returns the board at hand: at the bench, that of the sample deal. ok is false if
// there is none, which board then says.
func (l *lobby) board() (b engine.Board, ok bool) {
	if at := l.place; at != nil {
		return at.board(), true
	}
	return l.bench.board()
}

// look describes the board, which is the sample deal at the bench, or the pile at a place.
func (l *lobby) look(place string) {
	switch {
	case place != "":
		l.pile(place)
	case l.place == nil:
		l.bench.look()
	default:
		l.place.look()
	}
}

// pile describes the pile at a place.
func (l *lobby) pile(place string) {
	if b, ok := l.board(); ok {
		l.say(pile(b, strings.ToLower(place)))
	}
}

// row describes the piles of a row.
func (l *lobby) row(number string) {
	b, ok := l.board()
	if !ok {
		return
	}
	all := texts(b.Piles, func(v engine.View) string { return strconv.Itoa(v.At.Row()) })
	slices.Sort(all)
	if all = slices.Compact(all); !slices.Contains(all, number) {
		l.say("Say which row: " + engine.Listed(all, "or") + ", such as row " + all[0] + ".")
		return
	}
	for _, r := range b.Rows {
		if strconv.Itoa(r.Row) == number {
			l.sayf("Row %s, %s:", number, r.Name)
		}
	}
	for _, v := range b.Piles {
		if strconv.Itoa(v.At.Row()) == number {
			l.say(inALine(b, v))
		}
	}
}

// what says what has changed, or in a lesson what follows a wrong move.
func (l *lobby) what(word string) {
	at, lesson := l.place.(*lesson)
	switch word = strings.ToLower(word); {
	case strings.HasPrefix("changed", word):
		l.place.changed()
	case lesson && strings.HasPrefix("follows", word):
		at.follows()
	default:
		l.say("Say what changed: it tells what the last play has changed on the board.")
	}
}

// moves lists the moves that can be played, a line for each card. With a place it tells what
// each move from there or to there does.
func (l *lobby) moves(from string) {
	at := l.place.(playable)
	all := at.moves()
	if from == "" {
		if len(all) == 0 {
			l.say("No move is left.")
		}
		l.say(byCard(at.state(), all)...)
		return
	}
	p, err := engine.ParsePlace(strings.ToLower(from))
	if l.sayIfFailed(err) {
		return
	}
	told := false
	for _, m := range all {
		if m.From == p || m.To == p {
			told = true
			l.say(m.String() + ": " + at.state().Describe(m))
		}
	}
	if !told {
		l.sayf("No card can be played from %s or to it. moves lists what can be played.", p)
	}
}

// byCard lists legal moves by the card that they play: "a1, Nine of Hearts: a4, b4." What
// can come back to the hand stands with the place to which a card goes. A move of one place is
// told in full.
func byCard(s engine.State, moves []engine.Move) (lines []string) {
	b := s.Board()
	var begins []engine.Move // each card once, in the order of the moves
	for _, m := range moves {
		if one := (engine.Move{From: m.From}); !slices.Contains(begins, one) {
			begins = append(begins, one)
		}
	}
	for _, card := range begins {
		places := engine.Next(moves, card)
		if len(places) == 0 {
			lines = append(lines, card.String()+": "+s.Describe(card))
			continue
		}
		var targets []string
		for _, p := range places {
			to := p.String()
			if back := engine.Next(moves, card.With(p)); len(back) > 0 {
				to += ", hand takes " + engine.Listed(texts(back, engine.Place.String), "or")
			}
			targets = append(targets, to)
		}
		v, _ := b.Find(card.From)
		sign := ", "
		if strings.Contains(strings.Join(targets, ""), ",") {
			sign = "; "
		}
		lines = append(lines, fmt.Sprintf("%s, %s: %s.", card, name(v.Top()), strings.Join(targets, sign)))
	}
	return lines
}

// A change is what was done last to a board.
type change struct {
	told   []string // what was done, in sentences
	before engine.Board
	points int // before
}

// tell says what was done, and all that it has changed up to now.
func (c *change) tell(t *terminal, now engine.Board, score engine.Score) {
	if c == nil {
		t.say("Nothing was played since you came here. look lists the piles.")
		return
	}
	t.say(c.told...)
	sentences := differences(c.before, now)
	if score.Points != c.points {
		sentences = append(sentences, fmt.Sprintf("%d of %s.", score.Points, engine.Plural(score.Max, "point")))
	}
	if len(sentences) == 0 {
		sentences = []string{"The board is as it was before."}
	}
	t.sayAll(sentences)
}
