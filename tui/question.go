package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
)

// ask asks for confirmation before a round is given up or loses its class, or goes on at
// once if nothing would be lost.
func (t *table) ask(q question) tea.Cmd {
	playing := !t.seat.Empty() && !t.seat.Ended() && !t.now.Over
	switch {
	case t.seat.Lost():
		t.refuse(t.closed())
		return nil
	case q == askNew && t.event() != "":
		t.say(playedOnce)
		return nil
	case q == askNew && !playing:
		return t.finish(dealAnew)
	case q == askFinish && t.now.Over && !t.seat.Ended() && !t.seat.Empty():
		return t.finishForGood()
	case q == askFinish && t.seat.Ended():
		t.refuse(t.closed())
		return nil
	case q == askHint && (t.now.Class != arcade.Counted || t.seat.AtEnd()):
		return t.hint()
	case q == askFinish && t.seat.Empty():
		t.say("No move has been played yet: q leaves, and nothing is kept.")
		return nil
	}
	t.asking = q
	return nil
}

func (t *table) answer(key string) tea.Cmd {
	q := t.asking
	t.asking = noQuestion
	if key != "y" && key != "Y" {
		t.say("The game goes on.")
		return nil
	}
	t.clearMessage() // clear the message from before the question
	switch q {
	case askNew:
		return t.finish(dealAnew)
	case askHint:
		return t.hint()
	}
	return tea.Batch(t.finishForGood(), t.compare())
}
