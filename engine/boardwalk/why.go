package boardwalk

import (
	"fmt"
	"strings"

	"boardwalk/engine"
)

// Why implements [engine.Explainer]. It names the one or two most telling things that a legal
// move does, from what lies face up.
func (s *State) Why(m engine.Move) string {
	if s.judge().check(m) != legal {
		return ""
	}
	r := reason{State: s, Move: m}
	if m.To.IsZero() {
		r.favor()
	} else {
		r.leaves()
		r.arrives()
		r.returns()
	}
	return strings.Join(r.clauses[:min(2, len(r.clauses))], ", and ")
}

// A reason collects clauses about a legal move, the most telling first.
type reason struct {
	*State
	engine.Move
	clauses []string
}

func (r *reason) say(format string, args ...any) {
	r.clauses = append(r.clauses, fmt.Sprintf(format, args...))
}

// favor says what a favor is good for.
func (r *reason) favor() {
	if r.at(r.From).Len() == 1 {
		r.say("turns up the last card of %s, which can then go", r.From)
		return
	}
	r.say("turns up a card of %s to work with", r.From)
}

// leaves says what the place gains that the card leaves.
func (r *reason) leaves() {
	left := r.at(r.From).Len() - 1
	switch {
	case r.From.Row() == 1 && left == 0 && r.lastOfRow1():
		r.say("clears row 1, which wins")
	case r.From.Row() == 1 && left == 0 && r.To == engine.At(r.From.Col(), 2):
		r.say("empties %s onto %s", r.From, r.To)
	case r.From.Row() == 1 && left == 0:
		r.say("empties %s, so that %s opens", r.From, engine.At(r.From.Col(), 2))
	case r.From.Row() == 3 && left == 0 && r.To.Row() != 3:
		r.say("makes an opening at %s", r.From)
	case r.From.Row() == 3 && r.To != engine.At(r.From.Col(), 4):
		r.frees(r.From.Col())
	}
}

// frees says that a lower column is no longer blocked, if that is worth something.
func (r *reason) frees(col int) {
	if f := r.row(4)[col-1]; f.Len() > 0 && f.Len() < r.game.Suits {
		r.say("frees %s for the %s", engine.At(col, 4), f.Top().Rank().Plural())
	}
}

// arrives says what the card does where it goes.
func (r *reason) arrives() {
	card, onto := r.at(r.From).Top(), r.at(r.To)
	rank := card.Rank()
	switch {
	case r.To.Row() == 3:
		r.say("gets the %s out of the way", rank)
	case r.To.Row() == 1 && onto.Len() == 0:
		r.say("puts the %s on row 1, where it can go to row 2 or 4", rank)
	case r.To.Row() == 1:
		r.say("puts the %s where it blocks nothing", rank)
	case onto.Len()+1 == r.game.Suits:
		r.say("completes the %s", rank.Plural())
	case onto.Len() == 0:
		r.declares(rank)
	default:
		r.gathers(rank, onto.Len()+1)
	}
	if r.From.Row() != 5 && (r.To.Row() == 4 || r.game.Trump && r.To.Row() == 2) && r.inHand(rank) > 0 {
		r.say("lets the %s in your hand follow to %s", rank, r.To)
	}
	if r.From.Row() == 1 && r.game.AutoFlipUpper && r.at(r.From).Len() > 1 {
		if r.lowest() {
			r.say("takes a card off the smallest pile of row 1")
		} else {
			r.say("turns up a card of %s", r.From)
		}
	}
}

// declares says what a declaration is good for.
func (r *reason) declares(rank engine.Rank) {
	more := r.faceUp(rank) - 1
	switch {
	case more == 1:
		r.say("lets one more face-up %s follow", rank)
	case more > 1:
		r.say("lets %d more face-up %s follow", more, rank.Plural())
	case r.To.Row() == 2:
		r.say("starts the %s on row 2", rank.Plural())
	default:
		r.say("starts the %s on row 4", rank.Plural())
	}
}

// gathers says how far a foundation has come.
func (r *reason) gathers(rank engine.Rank, n int) {
	if n+1 == r.game.Suits {
		r.say("leaves one %s to play", rank)
		return
	}
	r.say("brings the %s to %d of %d", rank.Plural(), n, r.game.Suits)
}

// returns says what the card that comes back is good for.
func (r *reason) returns() {
	if r.Return.IsZero() {
		return
	}
	if r.at(r.Return).Top().IsDown() {
		r.clauses = append([]string{fmt.Sprintf("keeps %s free", r.To)}, r.clauses...)
		return
	}
	var first []string
	card, left := r.at(r.Return).Top(), r.at(r.Return).Len()-1
	for i, f := range r.row(4) {
		if declared(f) == card.Rank() && f.Len() < r.game.Suits {
			first = append(first, fmt.Sprintf("takes the %s into the hand for %s", card.Rank(), engine.At(i+1, 4)))
			break
		}
	}
	at := len(r.clauses)
	switch {
	case r.Return.Row() == 1 && left == 0 && r.lastOfRow1() && r.To.Row() != 1:
		r.say("clears row 1, which wins")
	case r.Return.Row() == 1 && left == 0:
		r.say("empties %s", r.Return)
	case r.Return.Row() == 3 && r.Return.Col() != r.To.Col() && left == 0:
		r.say("makes an opening at %s", r.Return)
	case r.Return.Row() == 3 && r.Return.Col() != r.To.Col():
		r.frees(r.Return.Col())
	case r.Return.Row() == 3 && len(first) == 0:
		r.say("unblocks %s", r.To)
	case r.Return.Row() == 1 && len(first) == 0:
		r.say("takes the %s off row 1", card.Rank())
	}
	if n := r.inHand(card.Rank()); n > 0 && len(first) == 0 {
		r.say("gathers %d %s in the hand", n+1, card.Rank().Plural())
	}
	// What comes back and what it leaves tell more than where the hand card goes.
	r.clauses = append(append(append([]string(nil), r.clauses[at:]...), first...), r.clauses[:at]...)
}

// lastOfRow1 reports whether row 1 holds a single card.
func (r *reason) lastOfRow1() bool {
	n := 0
	for _, p := range r.row(1) {
		n += p.Len()
	}
	return n == 1
}

// lowest reports whether no pile of row 1 is lower than that of From, and some are higher.
func (r *reason) lowest() bool {
	n, higher := r.at(r.From).Len(), false
	for _, p := range r.row(1) {
		if p.Len() > 0 && p.Len() < n {
			return false
		}
		higher = higher || p.Len() > n
	}
	return higher
}

// faceUp counts the cards of a rank that lie face up on rows 1, 3 and 5.
func (r *reason) faceUp(rank engine.Rank) int {
	n := r.inHand(rank)
	for _, row := range []int{1, 3} {
		for _, p := range r.row(row) {
			if p.Top().IsUp() && p.Top().Rank() == rank {
				n++
			}
		}
	}
	return n
}

// inHand counts the cards of a rank in the hand.
func (r *reason) inHand(rank engine.Rank) int {
	n := 0
	for _, p := range r.row(5) {
		if p.Top().Rank() == rank {
			n++
		}
	}
	return n
}
