package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui/play"
)

// assists is what helps the eye and the hand at the table.
type assists struct {
	lit        []engine.Place // highlighted until the next key
	typingRank bool           // waiting for the letter of a rank
	rank       *engine.Rank   // highlighted until Esc
	lastMove   engine.Move    // the last move, to play it again
	pressed    engine.Place   // where the mouse button went down
	hintWanted bool           // search for a hint once the count of hints is stored
	cancelHint func()         // ends the search for a hint, nil if none is running
}

// stopHint ends the search for a hint.
func (a *assists) stopHint() {
	if a.cancelHint != nil {
		a.cancelHint()
	}
	a.cancelHint, a.hintWanted = nil, false
}

// assist handles the keys that help the eye or the hand.
func (t *table) assist(key string) tea.Cmd {
	switch key {
	case "m":
		t.lightMovable()
	case "/":
		t.assists.typingRank = true
		t.say("Light a rank: type one of %s. Esc lights none.", strings.Join(ranks(t.pointer.board), " "))
	case ".":
		return t.repeatMove()
	case "x":
		if !t.seat.Hints() {
			t.refuse(play.NoRaceHint.Error())
			return nil
		}
		return t.ask(askHint)
	}
	return nil
}

// typing implements textScreen.
func (t *table) typing() bool { return t.word != nil || t.assists.typingRank }

// lightMovable highlights every card that can move.
func (t *table) lightMovable() {
	t.legal.clear(t.legal.legal)
	t.assists.lit = hint.Movable(t.state())
	switch n := len(t.assists.lit); n {
	case 0:
		t.say("No card can move.")
	case 1:
		t.say("One card can move.")
	default:
		t.say("%d cards can move.", n)
	}
}

// ranks returns the letters of the ranks that a board shows, in order.
func ranks(b engine.Board) []string {
	var found []engine.Rank
	for _, pile := range b.Piles {
		for _, c := range pile.Cards {
			if c.IsUp() {
				found = append(found, c.Rank())
			}
		}
	}
	slices.Sort(found)
	var letters []string
	for _, r := range slices.Compact(found) {
		letters = append(letters, r.Letter())
	}
	return letters
}

// rankKey handles the letter of the rank to highlight. It waits for another letter if no
// such card is face up.
func (t *table) rankKey(key string) {
	t.assists.rank = nil
	up := ranks(t.pointer.board)
	rank, err := engine.ParseRank(key)
	switch {
	case key == "esc", key == "enter", key == "ctrl+c":
		t.assists.typingRank = false
		t.say("No rank is lit.")
	case err != nil || !slices.Contains(up, rank.Letter()): // which other ranks the game has is not known
		t.refuse(fmt.Sprintf("No card of that rank is face up: type one of %s. Esc lights none.", strings.Join(up, " ")))
	default:
		t.assists.typingRank, t.assists.rank = false, &rank
		t.say("%s are lit; Esc puts them out.", rank.Plural())
	}
}

// repeatMove plays the last move once more if it is legal.
func (t *table) repeatMove() tea.Cmd {
	if t.assists.lastMove.IsZero() {
		t.say("No move has been played yet.")
		return nil
	}
	return t.play(t.assists.lastMove)
}

// markTarget marks the best destination for the marked source.
func (t *table) markTarget() tea.Cmd {
	to, ok := bestTarget(t.state(), t.legal.move.From)
	if !ok {
		t.say("No place stands out for this card: choose one that is lit.")
		return nil
	}
	t.place(to)
	if t.legal.follow(t.env.settings.Automark) {
		return t.play(t.legal.move)
	}
	return nil
}

// bestTarget returns the destination with the greatest immediate gain: first cards on
// foundations, then cards turned up; among equals the first. It never starts a
// foundation: what the first card there decides, the player decides.
func bestTarget(s engine.State, from engine.Place) (best engine.Place, ok bool) {
	board, most := s.Board(), -1
	for _, m := range s.Moves() {
		to, found := board.Find(m.To)
		if m.From != from || !found || to.Marks&engine.Founding != 0 {
			continue
		}
		next, err := s.Play(m)
		if err != nil {
			continue
		}
		gain := board.Hidden() - next.Board().Hidden()
		if to.Kind == engine.Foundation {
			gain += 100
		}
		if gain > most {
			best, most, ok = m.To, gain, true
		}
	}
	return best, ok
}

// hintMsg brings a hint to the table that was at a turn.
type hintMsg struct {
	table *table
	turn  int
	move  engine.Move
	ok    bool
}

// hint counts a hint and saves the round; once that is stored, searchHint looks for it.
// Only one search runs at a time.
func (t *table) hint() tea.Cmd {
	why := t.closed()
	switch {
	case why != "":
		t.refuse(why)
		return nil
	case t.assists.hintWanted || t.assists.cancelHint != nil:
		return nil
	case t.now.Over:
		t.say("No play is left to hint at.")
		return nil
	}
	next, err := t.seat.Hint()
	if err != nil {
		t.refuse(err.Error())
		return nil
	}
	t.now.Position = t.seat.Shown() // the hint lowers the class
	t.say("Looking ... Esc stops.")
	t.assists.hintWanted = true
	return t.follow(next)
}

// searchHint searches for a good move, in a command, if a hint is wanted.
func (t *table) searchHint() tea.Cmd {
	if !t.assists.hintWanted {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.assists.hintWanted, t.assists.cancelHint = false, cancel
	turn, game, record, seed, limit := t.now.turn, t.game(), t.seat.Record(), t.env.Now().UnixNano(), t.env.HintLimit
	return func() tea.Msg {
		m, ok := Advise(ctx, limit, game, record, seed)
		return hintMsg{t, turn, m, ok}
	}
}

// showHint marks the move that was found, unless the game has moved on.
func (t *table) showHint(msg hintMsg) tea.Cmd {
	if msg.turn != t.now.turn || t.assists.cancelHint == nil || t.seat.Ended() || t.seat.Lost() {
		return nil
	}
	t.assists.stopHint()
	if !msg.ok {
		t.say("Nothing here gains anything.")
		return nil
	}
	t.legal.show(msg.move)
	t.pointer.at = msg.move.From
	t.clearMessage()
	return nil
}
