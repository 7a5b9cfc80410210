package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/play"
)

// The seat of a table decides what is stored and when; see [play.Seat]. The table makes
// its calls in commands, tells the player how they ended, and goes on with what waited.

// afterFinish is what the player wanted once the round is in the history.
type afterFinish uint8

const (
	stay afterFinish = iota
	dealAnew
	dealAgain  // the same deal, as practice
	showReplay // the round's replay
)

// retryDelay is how long to wait before a call that failed is made again. A failure does
// not keep the player from playing.
const retryDelay = 5 * time.Second

// notSavedBanner shows unless something more important does.
const notSavedBanner = "Not saved yet. Play on: it is tried again every few seconds."

// answerMsg brings a table the answer to a call of its seat, and retryMsg says that it is
// time to make a call again.
type (
	answerMsg struct {
		table  *table
		answer play.Answer
	}
	retryMsg struct {
		table *table
		seat  *play.Seat
	}
)

// busy implements busyScreen.
func (t *table) busy() bool { return t.seat.Leaving() || t.then == showReplay }

// follow does what the seat asks for after an event.
func (t *table) follow(next play.Next) tea.Cmd {
	var call, retry tea.Cmd
	if next.Call != nil {
		call = func() tea.Msg { return answerMsg{t, next.Call()} }
	}
	if next.Retry {
		seat := t.seat
		retry = t.env.Tick(retryDelay, func(time.Time) tea.Msg { return retryMsg{t, seat} })
	}
	cmds := []tea.Cmd{call, retry, t.reveal(), t.report(next.News)}
	if next.Done {
		cmds = append(cmds, t.proceed(next.Left))
	}
	if next.News != play.NoNews {
		cmds = append(cmds, t.replayKeys())
	}
	if next.News == play.AllSaved {
		cmds = append(cmds, t.searchHint())
	}
	return tea.Batch(cmds...)
}

// report tells the player how a call ended. A failure cancels what was to follow.
func (t *table) report(news play.News) tea.Cmd {
	switch news {
	case play.AllSaved, play.AllFinished:
		if t.notSaved {
			t.say("Saved: nothing is lost.")
		}
	case play.NotSaved, play.NotLeft:
		text := "Not saved: " + t.seat.Err().Error() + "."
		if news == play.NotLeft {
			text += " q again leaves without saving."
		}
		t.refuse(text)
		t.notSaved = true
	case play.Refused:
		t.legal.clear(nil)
	}
	switch news {
	case play.NotSaved, play.StillNot, play.NotLeft, play.Refused:
		t.then = stay
	case play.AllFinished:
		t.end.settle(t.seat.Result())
		return t.env.readProfile()
	}
	return nil
}

// proceed does what waited until everything was stored.
func (t *table) proceed(left bool) tea.Cmd {
	then := t.then
	t.then = stay
	switch {
	case left:
		return back
	case then == dealAnew:
		t.deal(t.game(), t.env.Deal(), false)
		return t.Init()
	case then == dealAgain:
		t.deal(t.game(), t.seat.Code(), true)
		return t.Init()
	case then == showReplay:
		return t.replayRound()
	}
	return nil
}

// finish ends the round, and goes on with what follows once the history has it.
func (t *table) finish(then afterFinish) tea.Cmd {
	t.then = then
	next := t.seat.Finish()
	t.showEnd()
	return t.follow(next)
}

// finishForGood ends the round, which has no other one to follow. In a race the player
// goes back to its race screen; otherwise the panel for the end shows.
func (t *table) finishForGood() tea.Cmd {
	if t.race == nil {
		return t.finish(stay)
	}
	return tea.Batch(t.finish(stay), t.leave())
}

// leave goes to the screen below once everything is stored.
func (t *table) leave() tea.Cmd {
	t.then = stay
	next := t.seat.Leave()
	t.showEnd()
	return t.follow(next)
}

// showEnd puts the panel on the board of a round that has ended.
func (t *table) showEnd() {
	if t.seat.Ended() {
		t.legal.clear(nil)
		t.end.panelHidden = false
	}
}

// close stores the round when the session ends without leaving the table.
func (t *table) close() error {
	t.assists.stopHint()
	return t.seat.Close()
}
