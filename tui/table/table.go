// Package table has the table, on which a round is played, with all that helps at it.
package table

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/play"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/sheet"
	"boardwalk/tui/widget"
)

// The Table is the screen on which a round is played: its keys and its frames.
type Table struct {
	round
	past  past
	hints [9]screen.Key // what Hints returns, as long as there are not more
	coach coach

	heading    headingOf     // of which parts are
	parts      []string      // of the first line, from left to right, after the name of the game
	scene      *arcade.Scene // what others see, nil before the first
	sceneTurn  int           // of the scene, by which a change is found without comparing boards
	sceneEnded bool
}

// newTableOf returns a table at which nothing is played yet.
func newTableOf(env *screen.Env, best *arcade.Result) *Table {
	t := &Table{round: round{env: env, end: ending{bestBefore: best}}}
	t.end.round = &t.round
	t.Draft.Pointer.Side = sheet.Width
	t.screen, t.press = t, t.key
	return t
}

// newSeat returns the seat of a round of the player's own. chosen says that the player
// knows the deal.
func newSeat(e *screen.Env, r *engine.Round, chosen bool) *play.Seat {
	return play.New(e.Store, r, "", chosen, e.Clock())
}

// newFreshSeat returns the seat of a round of a deal that the player does not know: of d or, if that is still to
// be drawn, of one that waits.
func newFreshSeat(e *screen.Env, g engine.Game, d play.FreshDeal) *play.Seat {
	if d.Code == "" {
		d = e.Looks.Waiting[g.Info().ID]
	}
	if d.Code == "" {
		d.Code = e.Deal()
	}
	s := newSeat(e, engine.NewRound(g, d.Code), false)
	s.SetKind(d.Mark, e.Looks)
	if e.Experience.Beginner {
		s.AwaitMove()
	}
	return s
}

// Of returns the table of a visit. It fails if the round could not be read, or was played by
// other rules.
func Of(env *screen.Env, v screen.Visit) (*Table, error) {
	t := newTableOf(env, v.Best)
	switch {
	case v.Err != nil:
		return nil, v.Err
	case v.Saver.Stored():
		return t, t.resume(v)
	case v.Code != "":
		t.sit(newSeat(env, engine.NewRound(v.Game, v.Code), true))
	default:
		t.sit(newFreshSeat(env, v.Game, v.Asked))
	}
	t.warnOf(v)
	return t, nil
}

// warnOf says what warns of the deal, and of the game of a visit.
func (t *Table) warnOf(v screen.Visit) {
	t.warns = v.Warns
	t.warn()
}

// resume goes on with an open round as it was left. The clock of a race is the race's, which runs
// even while the player is away.
func (t *Table) resume(v screen.Visit) error {
	seat, err := play.Resume(v.Saver, v.Game, v.Saved, t.env.Clock())
	if err != nil {
		return screen.ErrOtherRules
	}
	if v.Race != nil {
		seat.SetStart(v.Race.Begins)
		t.race = v.Race
	}
	t.sit(seat)
	_, challenged := seat.Event().Challenge()
	switch {
	case t.now.Over:
	case challenged && seat.Chosen():
		t.Say("This game is practice: you have seen its deal before, in a game, watching or in a replay.")
	case v.Fresh, v.Race != nil && t.now.Moves == 0: // another session of the player may have begun it
		t.warnOf(v)
	case v.Race != nil:
		t.Say("Welcome back. The clock of the race ran on.")
	case seat.Event() != "": // the time away counts
		t.Say("Welcome back: the game stands where you left it, and its clock ran on.")
	default:
		t.Say("Welcome back: the game stands where you left it.")
	}
	return nil
}

// Practise returns the table of a practice round: the one that is there, or another if t is nil.
func Practise(env *screen.Env, t *Table, p route.Practice) *Table {
	if t == nil {
		t = newTableOf(env, p.Best)
	}
	t.ghost = p.Ghost
	r := engine.NewRound(p.Game, p.Record.Code)
	for _, m := range p.Record.Moves[:p.Moves] {
		if r.Play(m) != nil {
			break // cannot happen: the record has replayed
		}
	}
	t.sit(newSeat(env, r, true))
	return t
}

// Init implements Screen.
func (t *Table) Init() tea.Cmd { return tea.Batch(t.follow(t.Seat.Begin()), t.lookAhead()) }

// OnClose implements screen.Closer.
func (t *Table) OnClose() { t.elsewhere.OnClose() }

// NextFrame implements screen.Animated. Each second of the clock is shown, but as late as
// possible: while somebody plays, most seconds have a frame for another reason by then.
func (t *Table) NextFrame() time.Duration {
	if left := t.motion.Left(t.env.Now()); left > 0 {
		return left
	}
	if _, left, ok := t.end.fireworks.frame(t.env.Now()); ok && t.end.shows() {
		return left
	}
	if !t.Seat.Ticks() {
		return 0
	}
	return screen.NextSecond(t.Seat.Played())
}

// Update implements Screen.
func (t *Table) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case play.Answer: // of any seat
		return t.follow(t.Seat.Answer(msg))
	case screen.RaceNews:
		if t.race != nil && msg.Race != nil && msg.Race.Code == t.race.Code {
			return t.applyRace(msg.Race)
		}
	case tea.KeyPressMsg:
		return t.key(widget.KeyName(msg))
	case tea.MouseClickMsg:
		return t.click(msg.Mouse())
	case tea.MouseWheelMsg:
		t.past.sheet.Wheel(msg)
	case tea.MouseMotionMsg:
		t.Draft.Drag(msg.Mouse())
	case tea.MouseReleaseMsg:
		return t.play(t.Draft.Release(msg.Mouse()))
	}
	return nil
}

// Close stores the round when the session ends without leaving the table.
func (t *Table) Close() error {
	t.searches.stopHint()
	t.warning.stop()
	return t.Seat.Close()
}

// Scene returns what the player sees now, the same scene as before unless that has changed. It is nil if
// it cannot be shown.
func (t *Table) Scene() *arcade.Scene {
	if t.Seat.Lost() {
		return nil
	}
	if turn, ended := t.now.turn, t.Seat.Ended() && !t.Seat.Pending(); t.scene == nil || t.sceneTurn != turn || t.sceneEnded != ended {
		t.scene, t.sceneTurn, t.sceneEnded = t.Seat.Scene(), turn, ended
		t.scene.Board, t.scene.LastAction = t.Draft.Pointer.Board, t.now.lastAction // the board is there once
	}
	return t.scene
}

// Audience implements screen.Addressed: those in the race, or those who watch.
func (t *Table) Audience() (to arcade.Audience, nobody string) {
	race, in := t.Seat.Event().Race()
	if to.Race = race; !in && t.watchers() == 0 {
		nobody = "Nobody watches you now. Signals go to players who watch you or race with you."
	}
	return to, nobody
}

// watchers returns how many sessions watch the table.
func (t *Table) watchers() int {
	if t.env.Spectators == nil {
		return 0
	}
	return t.env.Spectators.Watchers()
}
