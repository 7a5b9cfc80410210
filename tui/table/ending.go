package table

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
)

// An ending is how a round ends: how it compares with others of the player, and what the
// panel below the board says about it.
type ending struct {
	*round                     // that ends so
	back        string         // where leaving the table leads, "" for the lobby or the race
	bestBefore  *arcade.Result // the best counted result before this round, nil if there is none
	bestAfter   *arcade.Result // the best after it, nil as long as the history does not have it
	placing     string         // in an event, as a sentence; "" if not known
	panelHidden bool           // the player looks at the board under the panel
	keys        screen.Spots
	fireworks   fireworks
}

// fireworks are the picture at the end of a won round: once, in the panel, until a key or
// after two seconds.
type fireworks struct{ begun, ends time.Time }

// nightFrame is how long a frame of the picture stays.
const nightFrame = 330 * time.Millisecond

// skip ends the picture.
func (f *fireworks) skip() { f.ends = time.Time{} }

// frame returns the frame to draw and how long it stays. ok is false if there is none.
func (f *fireworks) frame(now time.Time) (frame int, left time.Duration, ok bool) {
	if !now.Before(f.ends) || now.Before(f.begun) {
		return 0, 0, false
	}
	since := now.Sub(f.begun)
	return int(since / nightFrame), nightFrame - since%nightFrame, true
}

// celebrate lets the picture begin, but not before a time, if the round has ended and is won. It begins once.
func (e *ending) celebrate(earliest time.Time) {
	if f := &e.fireworks; f.begun.IsZero() && e.Seat.AtEnd() && e.env.Settings.Motion && e.Seat.Result().Score.Won {
		f.begun = slices.MaxFunc([]time.Time{e.env.Now(), earliest}, time.Time.Compare)
		f.ends = f.begun.Add(board.NightFrames * nightFrame)
	}
}

// CameFrom tells the table where leaving it leads, "" for the lobby.
func (t *Table) CameFrom(place string) { t.end.back = place }

// leavesTo returns where leaving the table leads.
func (e *ending) leavesTo() string {
	if e.race != nil {
		return "race"
	}
	return cmp.Or(e.back, "lobby")
}

// best returns the best counted result by now, nil if there is none.
func (e *ending) best() *arcade.Result { return cmp.Or(e.bestAfter, e.bestBefore) }

// settle takes the result of the round as the history has it, and finds its place in an event.
func (e *ending) settle(r arcade.Result) tea.Cmd {
	if isRanked(r) && (e.bestBefore == nil || r.Better(*e.bestBefore)) {
		e.bestAfter = &r
	}
	if r.Event == "" {
		return nil
	}
	env, seat := e.env, e.Seat
	return screen.Ask(e.screen, func() func() tea.Cmd {
		placing := env.Placing(r)
		return func() tea.Cmd {
			if seat == e.Seat {
				e.placing = placing
			}
			return nil
		}
	})
}

// shows reports whether the panel shows. It waits until the last card has arrived, and its light is
// out.
func (e *ending) shows() bool {
	return e.Seat.AtEnd() && !e.panelHidden && !e.motion.On(e.env.Now())
}

// isRanked reports whether a result ranks among the player's bests: it counts, has a point, the deal
// was the player's own, and the game was not over at once. Dailies and races have boards of their own.
func isRanked(r arcade.Result) bool {
	return r.Class == arcade.Counted && r.Event == "" && !r.Brief() && r.Score.Points > 0
}

// headline returns how the round ended, and its points.
func (e *ending) headline() string {
	r, how := e.Seat.Result(), "game over"
	switch {
	case r.Score.Perfect:
		how = "a perfect game"
	case r.Score.Won || e.Seat.Ended() && !e.now.Over:
		how = string(r.Outcome(engine.Library{House: engine.Catalog{e.Seat.Game()}}))
	}
	return caption.Sentence(fmt.Sprintf("%s: %d of %d points", how, r.Score.Points, r.Score.Max))
}

// reason returns why the round ended as it did.
func (e *ending) reason() string {
	score, how := e.Seat.Result().Score, "no legal move is left"
	switch {
	case score.Perfect:
		return "Every point of this deal is yours."
	case e.now.deadEnd, e.now.Over && len(e.now.State.Moves()) > 0:
		how = caption.DeadEnd
	case !e.now.Over:
		how = "moves were still left"
	}
	if score.Won {
		return caption.Sentence(how)
	}
	return "Not won: " + how + "."
}

// countsAs returns what the round counts for, and why.
func (e *ending) countsAs(r arcade.Result) string {
	switch r.Class {
	case arcade.Counted:
		switch {
		case r.Event != "":
			return "It counts for " + session.Occasion(e.Seat.Event()) + "."
		case r.Brief():
			return "It counts, but a game this short can't be a best."
		case r.Score.Points == 0:
			return "It counts, but a game without a point can't be a best."
		}
		return "It counts."
	case arcade.Practice:
		return "Practice: you chose the deal, or knew it."
	case arcade.Inhuman:
		return "Unranked: most moves came faster than a person plays."
	case arcade.Assisted:
		return caption.Sentence(caption.Assisted(r.Tally, r.Grade))
	}
	return caption.Sentence(r.Class.Name())
}

// comparison returns how the result compares with the ghost, or else with the best before it, "" if it
// cannot be compared.
func (e *ending) comparison() string {
	r, best := e.Seat.Result(), e.bestBefore
	switch {
	case e.ghost != nil:
		return caption.AgainstGhost(r, e.ghost)
	case r.Event != "":
		return ""
	case best == nil:
		return screen.When(isRanked(r), "Your first best.")
	}
	had := fmt.Sprintf("%s in %s", engine.Plural(best.Score.Points, "point"), caption.Clock(best.Millis))
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

// summary returns a sentence or two about how the round ended.
func (e *ending) summary() string {
	r := e.Seat.Result()
	if e.ghost == nil && !isRanked(r) {
		return e.headline() + " " + e.countsAs(r)
	}
	return e.headline() + " " + e.comparison()
}

// dealText returns what the player may know about the deal, as a sentence.
func (e *ending) dealText() string {
	switch {
	case e.race != nil && e.race.AgainstArcade():
		return ""
	case e.env.Sealed(e.Seat.Event()):
		return "Others can still play this deal, so it stays secret."
	case e.Seat.Chosen() || e.Seat.State() == play.Finished:
		return fmt.Sprintf("Deal %s.", e.Seat.Code())
	case e.Seat.Ended():
		return "The deal's code shows once this is stored."
	}
	return ""
}

// finalText returns which keys put a round that is over into the history, "" if it is
// there. Until then it can be taken back.
func (e *ending) finalText() string {
	if e.Seat.Ended() {
		return ""
	}
	text := "g, n, a, w or q makes it final."
	switch {
	case e.Seat.FinalIfCut() && e.env.Secret(e.Seat.Event()) != "":
		text = "Leaving, g (finish) or w (replay) makes it final."
	case e.Seat.FinalIfCut():
		text = "g, a, w or leaving makes it final."
	}
	if e.Seat.MayUndo() {
		text = "You can still undo. " + text
	}
	return text
}
