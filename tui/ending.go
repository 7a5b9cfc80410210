package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/play"
)

// An ending is what the table knows about a round's end besides the round itself.
type ending struct {
	bestBefore  *arcade.Result // the best counted result before this round, nil if there is none
	bestAfter   *arcade.Result // the best after the round was filed, nil as long as that is before
	reading     bool           // ranked is being read
	ranked      *rankedResults // nil if not known
	placing     placing
	panelHidden bool // the player looks at the board under the panel
	keys        spots
}

// best returns the best counted result by now, nil if there is none.
func (e *ending) best() *arcade.Result {
	if e.bestAfter != nil {
		return e.bestAfter
	}
	return e.bestBefore
}

// A placing is the rank of a result among the player's counted ones of its game.
type placing struct {
	at, of int  // of is 0 if not known
	newest bool // older results were not read
}

// settle takes the result of the round as the history has it.
func (e *ending) settle(r arcade.Result) {
	if isRanked(r) && (e.bestBefore == nil || r.Better(*e.bestBefore)) {
		e.bestAfter = &r
	}
}

// showsPanel reports whether the panel for the end of the round shows. It waits until the
// last card has arrived.
func (t *table) showsPanel() bool {
	return t.seat.AtEnd() && !t.end.panelHidden && !t.moving()
}

// aboutBoard reports whether a key pressed at the end means that the player wants to see
// the board. The keys that move the cursor do so too.
func aboutBoard(key string) bool {
	switch key {
	case "enter", "space", "backspace", "t", "m", "/", ".":
		return true
	}
	return false
}

// isRanked reports whether a result ranks among the player's bests: it counts, and the
// deal was the player's own. Dailies and races have boards of their own.
func isRanked(r arcade.Result) bool { return r.Class == arcade.Counted && r.Event == "" }

// rankedResults holds the results of a game that rank among the player's bests, from the
// newest page of the history. It reads no more than that page, however long the history
// is. The results have no moves.
type rankedResults struct {
	results []arcade.Result
	newest  bool // there are older ones
}

// rankedResultsMsg brings the ranked results to the table of a round.
type rankedResultsMsg struct {
	table  *table
	seat   *play.Seat     // of the round
	ranked *rankedResults // nil where they could not be read: whoever opens the history reads why
}

// compare finds the round's placing after it has ended. It reads the ranked results only
// once per round: taking back and playing again can end the same round as often as keys
// come.
func (t *table) compare() tea.Cmd {
	if !t.seat.AtEnd() || t.end.reading {
		return nil
	}
	r := t.seat.Result()
	if !isRanked(r) {
		return nil
	}
	if t.end.ranked != nil {
		t.end.placing = t.end.ranked.placing(r)
		return nil
	}
	t.end.reading = true
	store, seat := t.env.Store, t.seat
	return func() tea.Msg {
		page, err := store.History("", historyPage)
		if err != nil {
			return rankedResultsMsg{t, seat, nil}
		}
		return rankedResultsMsg{t, seat, rankedResultsOf(r.Record.Game, page)}
	}
}

// applyComparison stores the ranked results, unless another round is on the table.
func (t *table) applyComparison(msg rankedResultsMsg) {
	if msg.seat != t.seat {
		return
	}
	t.end.reading, t.end.ranked = false, msg.ranked
	if msg.ranked != nil {
		t.compare()
	}
}

// rankedResultsOf returns the ranked results of a game in a page of the history.
func rankedResultsOf(game string, page []arcade.Result) *rankedResults {
	all := &rankedResults{newest: len(page) == historyPage}
	for _, r := range page {
		if r.Record.Game == game && isRanked(r) {
			r.Record.Moves = nil
			all.results = append(all.results, r)
		}
	}
	return all
}

// placing returns the placing of a result among the ranked results, which may already
// include it.
func (all *rankedResults) placing(r arcade.Result) placing {
	p := placing{at: 1, of: 1, newest: all.newest}
	for _, o := range all.results {
		if o.Ended == r.Ended && o.Record.Code == r.Record.Code {
			continue
		}
		p.of++
		if o.Better(r) {
			p.at++
		}
	}
	return p
}

// restart begins the deal again: in the same round or, if that is finished, in a new one
// for practice.
func (t *table) restart() tea.Cmd {
	switch {
	case t.seat.Ended() && t.event() != "":
		t.say(playedOnce)
		return nil
	case t.seat.Ended():
		return t.finish(dealAgain)
	}
	return t.turn(t.seat.Restart)
}

// rewatch shows the replay of a finished round. A round that is over but not finished can
// still be taken back, so its deal must stay unknown.
func (t *table) rewatch() tea.Cmd {
	if !t.seat.Ended() {
		t.say("Only a finished game can be watched again; g finishes this one.")
		return nil
	}
	return t.finish(showReplay)
}

// roundReplayMsg brings the states of the round at a table that was at a turn.
type roundReplayMsg struct {
	table  *table
	turn   int
	states []engine.State
	err    error
}

// replayRound replays the round in a command: it may be long.
func (t *table) replayRound() tea.Cmd {
	game, record, turn := t.game(), t.seat.Result().Record, t.now.turn
	return func() tea.Msg {
		states, err := record.Replay(game)
		return roundReplayMsg{t, turn, states, err}
	}
}

func (t *table) openReplay(msg roundReplayMsg) tea.Cmd {
	if msg.err != nil {
		t.refuse(why(msg.err)) // cannot fail: the record was just played
		return nil
	}
	r := newReplay(t.env, t.game(), t.seat.Result(), msg.states)
	r.table = t
	return open(r)
}

// headline returns how the round ended, and its points.
func (t *table) headline() string {
	score, how := t.seat.Result().Score, "Game over"
	switch {
	case score.Perfect:
		how = "A perfect game"
	case score.Won:
		how = "Won"
	case t.seat.Ended() && !t.now.Over:
		how = "Finished"
	}
	return fmt.Sprintf("%s: %d of %d points.", how, score.Points, score.Max)
}

// reason returns why the round ended as it did.
func (t *table) reason() string {
	score, how := t.seat.Result().Score, "no legal move is left"
	switch {
	case score.Perfect:
		return "Every point of this deal is yours."
	case !t.now.Over && t.now.deadEnd:
		how = "only shuffling was left"
	case !t.now.Over:
		how = "moves were still left"
	case len(t.state().Moves()) > 0:
		how = "only shuffling is left, which gains nothing"
	}
	if score.Won {
		return sentence(how)
	}
	return "Not won: " + how + "."
}

// countsAs returns what the round counts for, and why.
func countsAs(r arcade.Result) string {
	switch r.Class {
	case arcade.Counted:
		if r.Event != "" {
			return "It counts for " + Occasion(r.Event) + "."
		}
		return "It counts."
	case arcade.Practice:
		return "Practice: the deal was chosen or known."
	case arcade.Inhuman:
		return "Not ranked: most moves came faster than a person plays."
	case arcade.Assisted:
		const undone = "a card that was turned up was taken back"
		switch {
		case r.Tally.Hints == 0:
			return "Assisted: " + undone + "."
		case r.Tally.Peeks == 0:
			return "Assisted: " + plural(r.Tally.Hints, "hint") + " shown."
		}
		return "Assisted: " + plural(r.Tally.Hints, "hint") + " shown, and " + undone + "."
	}
	return fmt.Sprintf("It counts as %s.", r.Class)
}

// comparison returns how the result compares with the best before it, "" if it cannot be
// compared.
func (t *table) comparison() string {
	r, best := t.seat.Result(), t.end.bestBefore
	if r.Event != "" {
		return ""
	}
	if best == nil {
		if r.Class == arcade.Counted {
			return "Your first result here."
		}
		return ""
	}
	had := fmt.Sprintf("%s in %s", plural(best.Score.Points, "point"), clock(best.Millis))
	switch {
	case r.Class != arcade.Counted:
		return "Your best stays " + had + "."
	case r.Score.Points > best.Score.Points:
		return "Better than your best, " + had + "!"
	case r.Better(*best):
		return "As many points as your best, " + had + ", and better played."
	}
	return "Your best is " + had + "."
}

// String returns the placing in words, or "" if there is nothing to compare with.
func (p placing) String() string {
	switch {
	case p.of < 2:
		return ""
	case p.newest:
		return fmt.Sprintf("Place %d of your newest %d that count.", p.at, p.of)
	}
	return fmt.Sprintf("Place %d of your %d that count.", p.at, p.of)
}

// ending returns a sentence or two about how the round ended.
func (t *table) ending() string {
	r := t.seat.Result()
	if !isRanked(r) {
		return t.headline() + " " + countsAs(r)
	}
	return t.headline() + " " + t.comparison()
}
