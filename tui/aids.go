package tui

import (
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui/play"
)

// Aids are what helps the eye and the hand at the table.
type aids struct {
	lit     []engine.Place // shown until the next key
	seeking bool           // a rank's letter is awaited
	rank    *engine.Rank   // stands out until Esc
	played  engine.Move    // the last move, for playing it again
	pressed engine.Place   // where the mouse went down
	wanted  bool           // a hint is looked for once it is stored that one was shown
	cancel  func()         // ends the search for a hint, nil while there is none
}

// stop ends the search for a hint.
func (a *aids) stop() {
	if a.cancel != nil {
		a.cancel()
	}
	a.cancel, a.wanted = nil, false
}

// aid is what a key does for the eye or the hand.
func (t *table) aid(key string) tea.Cmd {
	switch key {
	case "m":
		t.lightMovable()
	case "/":
		t.aids.seeking = true
		t.say("Light a rank: type A, 2 to 9, T, J, Q, K ... Esc lights none.")
	case ".":
		return t.again()
	case "x":
		if !t.seat.Hints() {
			t.refuse(play.NoRaceHint.Error())
			return nil
		}
		return t.ask(whetherHint)
	}
	return nil
}

// typing implements typist.
func (t *table) typing() bool { return t.word != nil || t.aids.seeking }

// lightMovable lights every card that can move.
func (t *table) lightMovable() {
	t.legal.clear(t.legal.legal)
	t.aids.lit = hint.Movable(t.state())
	switch n := len(t.aids.lit); n {
	case 0:
		t.say("No card can move.")
	case 1:
		t.say("One card can move.")
	default:
		t.say("%d cards can move.", n)
	}
}

// ranks is the letters of the ranks that a board shows, in order.
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

// seek takes the letter of the rank to light. It waits for another where there is
// no such rank.
func (t *table) seek(key string) {
	t.aids.rank = nil
	rank, err := engine.ParseRank(key)
	switch {
	case key == "esc", key == "enter", key == "ctrl+c":
		t.aids.seeking = false
		t.say("No rank is lit.")
	case err != nil:
		t.refuse("That is no rank: type A, 2 to 9, T, J, Q, K ... Esc lights none.")
	case !slices.Contains(ranks(t.pointer.board), rank.Letter()):
		t.refuse(fmt.Sprintf("No %s is face up: type another rank. Esc lights none.", rank))
	default:
		t.aids.seeking, t.aids.rank = false, &rank
		t.say("%s are lit; Esc puts them out.", rank.Plural())
	}
}

// again plays the last move once more, where it is legal.
func (t *table) again() tea.Cmd {
	if t.aids.played.IsZero() {
		t.say("No move has been played yet.")
		return nil
	}
	return t.play(t.aids.played)
}

// target marks the place to which most would play the marked source.
func (t *table) target() tea.Cmd {
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

// bestTarget is the destination that gains most at once: cards on foundations,
// then cards turned up; the first of several. It never founds anything: what a
// first card decides, the player decides.
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

// hintMsg brings a hint to the table that stood at a turn.
type hintMsg struct {
	table *table
	turn  int
	move  engine.Move
	ok    bool
}

// hint counts a hint and keeps that it was shown; once that is stored, search
// looks for one. One is looked for at a time.
func (t *table) hint() tea.Cmd {
	if t.closed() || t.aids.wanted || t.aids.cancel != nil {
		return nil
	}
	if t.now.Over {
		t.say("No play is left to hint at.")
		return nil
	}
	if err := t.seat.Hint(); err != nil {
		t.refuse(err.Error())
		return nil
	}
	t.now.Position = t.seat.Shown() // it counts for less
	t.say("Looking ... Esc stops.")
	t.aids.wanted = true
	return t.save()
}

// search looks for a good move, away from the keys, if one is wanted.
func (t *table) search() tea.Cmd {
	if !t.aids.wanted {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.aids.wanted, t.aids.cancel = false, cancel
	turn, game, record, seed, slots := t.now.turn, t.game(), t.seat.Round().Record, t.env.Now().UnixNano(), t.env.Slots
	return func() tea.Msg {
		m, ok := Advise(ctx, slots, game, record, seed)
		return hintMsg{t, turn, m, ok}
	}
}

// hinted marks what was found, unless the game has moved on.
func (t *table) hinted(msg hintMsg) tea.Cmd {
	if msg.turn != t.now.turn || t.aids.cancel == nil || t.saving.ended != nil || t.seat.Lost() {
		return nil
	}
	t.aids.stop()
	if !msg.ok {
		t.say("Nothing here gains anything.")
		return nil
	}
	t.legal.show(msg.move)
	t.pointer.at = msg.move.From
	t.hush()
	return nil
}
