package record

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Replay steps through the states of a record.
type Replay struct {
	screen.Base
	screen.Shown
	game       engine.Game
	atTable    bool // it covers the table of its round
	onAnalysis bool // it covers the analysis of its round
	result     arcade.Result
	analysis   *analysing     // of the result, nil before it was asked for
	from       int            // the number of moves from which the arcade's player plays on, -1 if it does not
	states     []engine.State // one more than there are moves
	at         int            // index of the state shown
	running    bool           // it goes on by itself
	speed      int            // index in speeds
	jump       jump
}

// speeds are the speeds at which a replay can run, in moves per second.
var speeds = []float64{0.25, 0.5, 1, 2, 4}

func newReplay(env *screen.Env, g engine.Game, r arcade.Result, states []engine.State) *Replay {
	shown := &Replay{Shown: screen.NewShown(), game: g, result: r, states: states, from: -1, speed: 2}
	shown.Setup(env, shown)
	return shown
}

// NewReplay returns the replay of a place, with the analysis of the round, if there is one already. It
// may take long, and wait for a disk. It fails if the record does not replay.
func NewReplay(env *screen.Env, p route.Replay) (shown *Replay, err error) {
	if p.States != nil {
		shown = newReplay(env, p.Game, p.Result, p.States)
		shown.atTable, shown.at = p.AtTable, p.At
		return shown, nil
	}
	if shown, err = ReplayOf(env, p.Result); err != nil {
		return nil, err
	}
	shown.running = p.Runs
	if a := newAnalysing(env, shown.game, shown.result, shown.states); a.known() && a.review.LookUp() {
		a.now, shown.analysis = a.review.Progress(), a.open(shown, func() {})
	}
	return shown, nil
}

// ReplayOf returns the replay of a result. It fails if the record does not replay.
func ReplayOf(env *screen.Env, r arcade.Result) (*Replay, error) {
	g, states, err := r.Replay(env.Games)
	if err != nil {
		return nil, err
	}
	return newReplay(env, g, r, states), nil
}

// Init implements Screen. A replay that was running when it was covered goes on.
func (r *Replay) Init() tea.Cmd {
	var run, search tea.Cmd
	if r.running {
		run = r.runOn()
	}
	if r.analysis != nil {
		search = r.analysis.start()
	}
	return tea.Batch(run, search)
}

// OnClose implements screen.Closer.
func (r *Replay) OnClose() { r.analysis.close(r) }

// Update implements Screen.
func (r *Replay) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return r.key(widget.KeyName(msg))
	case tea.MouseMsg:
		if r.Question.Text != "" {
			return r.Base.Update(msg)
		}
		if r.jump == "" && !r.Busy() {
			r.Mouse(msg, r.at, r.goTo)
		}
	}
	return nil
}

// Typing implements screen.Typist.
func (r *Replay) Typing() bool { return r.jump != "" }

func (r *Replay) last() int { return len(r.states) - 1 }

// Bindings implements Screen.
func (r *Replay) Bindings() []widget.Binding {
	if r.jump != "" { // see [jump.key]
		return []widget.Binding{{Keys: "0-9", Hint: "its number"}, {Keys: "Enter", Hint: "go there"}, {Keys: "Esc", Hint: "stay"}}
	}
	run, place, running, sealed := "run", 2, r.running, r.Env.Secret(r.result.Event)
	if running {
		run, place = "stop", 1 // a narrow row shows it, too
	}
	steps := screen.StepKeys(r.at, r.goTo)
	steps[0].Also, steps[0].Place = "Enter", 3-place
	return append(steps, []widget.Binding{
		{Keys: "0-9, Enter", Also: "0 1 2 3 4 5 6 7 8 9", Does: "go to the move of that number", Hint: "jump"}, // see [jump.key]
		{Keys: "space", Does: "run by itself; other keys than these stop it:", Hint: run, Place: place, Do: func() tea.Cmd {
			if running {
				return nil
			}
			if r.at == r.last() {
				r.at = 0
			}
			r.running = true
			return r.runOn()
		}},
		{Keys: "+ -", Also: "=", Does: "faster, slower", Hint: fmt.Sprintf("%g/s", speeds[r.speed]), Place: 3, DoKey: func(key string) tea.Cmd { return r.faster(widget.Direction(key)) }},
		{Keys: "p", Does: "take over from here, as practice", Hint: "practise", Place: 5, Refusal: sealed, Do: r.practise},
		{
			Keys: "g", Does: "race it: the same deal again, as practice, beside its points",
			Hint: "race it", Place: 6, Off: r.from >= 0, Refusal: sealed, Do: r.race,
		},
		{Keys: "a", Does: "analyse it: could it be won, and where was it lost", Hint: "analyse", Place: 4, Off: r.from >= 0, Refusal: sealed, Do: r.analyse},
		{Keys: "s", Does: "show the best way on from here, with every card known", Off: r.from >= 0, Refusal: sealed, Do: r.showMe},
		{Keys: "n N", Does: "the next move that the analysis has something to say about, the one before", DoKey: r.remarked},
		r.ViewKey(&r.Message),
		{Keys: "C", Does: "challenge a friend to this deal, if the game is your own", Refusal: r.Env.MayPassOn(r.result), Do: func() tea.Cmd {
			return r.Env.Open(route.PassOn{Round: r.result.ID})
		}},
		{Keys: "e", Does: "the record as text", Refusal: sealed, Do: func() tea.Cmd { return r.Env.Push(newRecordPage(r.Env, r.result)) }},
		r.Env.RulesKey(r.game),
		screen.KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: r.Env.Back},
	}...)
}

func (r *Replay) key(key string) tea.Cmd {
	r.Clear()
	r.Views = false
	switch {
	case r.Question.Text != "":
		return r.Press(key)
	case r.analysis != nil && r.analysis.house.End():
		return nil // whichever key it was
	}
	bindings := r.Bindings()
	switch key {
	case "+", "=", "-":
	default:
		r.stop() // any other key stops it
		if len(key) == 1 && key >= "0" && key <= "9" || r.jump != "" {
			to, why := r.jump.key(key, r.last())
			if r.Refuse(why); to >= 0 {
				r.at = to
			}
			return nil
		}
	}
	return widget.Press(bindings, key, r.Refuse)
}

// goTo goes to the state after n moves, or to the nearest that there is, as a key would.
func (r *Replay) goTo(n int) {
	r.Clear()
	r.Views = false
	if r.analysis == nil || !r.analysis.house.End() {
		r.stop()
		r.at = max(min(n, r.last()), 0)
	}
}

// A jump is the number of a move while it is typed, "" before its first digit.
type jump string

// key handles a key. It returns the move to go to, of those up to last, or -1 and perhaps why
// there is none.
func (j *jump) key(key string, last int) (to int, why string) {
	switch {
	case len(key) == 1 && key >= "0" && key <= "9":
		if len(*j) < len(strconv.Itoa(engine.RecordMoves)) {
			*j += jump(key)
		}
	case key == "backspace":
		*j = (*j)[:len(*j)-1]
	case key == "enter":
		n, err := strconv.Atoi(string(*j))
		if err != nil || n > last {
			return -1, fmt.Sprintf("The last is move %d; Backspace corrects, Esc stays.", last)
		}
		*j = ""
		return n, ""
	case key == "esc", key == "q", key == "ctrl+c":
		*j = ""
	}
	return -1, ""
}

// stop stops running; a step that is on its way then does nothing.
func (r *Replay) stop() {
	r.running = false
	r.Pause()
}

// faster changes the speed, with immediate effect if the replay is running.
func (r *Replay) faster(by int) tea.Cmd {
	r.speed = max(min(r.speed+by, len(speeds)-1), 0)
	if r.Say("Speed: %g moves a second.", speeds[r.speed]); speeds[r.speed] == 1 {
		r.Say("Speed: 1 move a second.")
	}
	if !r.running {
		return nil
	}
	return r.runOn()
}

// runOn schedules the next step, or stops at the end.
func (r *Replay) runOn() tea.Cmd {
	if r.at >= r.last() {
		r.stop()
		return nil
	}
	return r.ScheduleIn(time.Duration(float64(time.Second)/speeds[r.speed]), func() tea.Cmd {
		r.at++
		return r.runOn()
	})
}

// practise lets the player take the game over from the state shown.
func (r *Replay) practise() tea.Cmd {
	if r.states[r.at].Over() {
		return r.Refuse("The game is over here: step back to take it over.")
	}
	return r.open(route.Practice{Moves: r.at})
}

// race lets the player play the deal from the beginning, beside the ghost of the game.
func (r *Replay) race() tea.Cmd {
	ghost, err := arcade.NewGhost(r.result, r.states)
	if err != nil {
		return r.Refuse(caption.Sentence(err.Error()))
	}
	return r.open(route.Practice{Ghost: ghost})
}

// open opens the table of a practice round of the deal, unless that would conflict with an open game.
func (r *Replay) open(p route.Practice) tea.Cmd {
	if !r.atTable && r.Env.AtTable() { // tables must not pile up
		return r.Refuse("You are at a table below: leave that first.")
	}
	p.Game, p.Record = r.game, r.result.Record
	store, id := r.Env.Store, r.game.Info().ID
	return screen.Hold(&r.Base, func() (open bool, err error) {
		if best, ok, err := store.Best(id, arcade.Counted); err == nil && ok {
			p.Best = &best
		}
		_, rev, err := store.Saved(id)
		return rev != 0, err
	}, func(open bool) tea.Cmd {
		if open {
			return r.GoFirst(r.game)
		}
		return r.Env.Open(p)
	})
}

// Place implements screen.Placed.
func (r *Replay) Place() string { return "replay" }

// Frame implements screen.Framed.
func (r *Replay) Frame(w, h int) grid.Area {
	r.Pointer.Show(r.states[r.at].Board())
	return r.Pointer.Frame(w, h)
}

// Draw implements Screen.
func (r *Replay) Draw(g *grid.Grid, look *theme.Look) {
	switch {
	case r.jump != "":
		text := fmt.Sprintf("Go to move %s_ of %d", r.jump, r.last())
		if r.Text != "" {
			text = string(r.jump) + "_  " + r.Text
		}
		r.drawState(g, look, text, look.Warn)
	case r.analysis != nil && r.analysis.house.On():
		r.drawState(g, look, "Looking for the arcade's line ... Esc stops.", look.Good)
	case r.Text != "" || r.Question.Text != "":
		r.drawState(g, look, cmp.Or(r.Question.Text, r.Text), look.Warn)
	default:
		text, remarks := r.coming()
		if remarks != "" {
			text += " " + remarks
		}
		if remarks != "" && screen.SentenceRows(look.Translate(text), g.Width()) > g.Height()-1-r.Pointer.Bottom() {
			text = remarks // the whole would cover cards, and the markers show what the move does
		}
		r.drawState(g, look, text, look.Text)
	}
}

// coming returns what the next move will do, and what the analysis says about it.
func (r *Replay) coming() (text, remarks string) {
	if r.at == r.last() {
		return "The end.", ""
	}
	for _, remark := range r.analysis.remarks() {
		if remark.Number == r.at+1 {
			remarks = "[" + strings.Join(remark.Brief, "] [") + "]"
		}
	}
	return r.states[r.at].Describe(r.result.Record.Moves[r.at]), remarks
}

// remarked goes to the next move with a remark, or back to the one before.
func (r *Replay) remarked(key string) tea.Cmd {
	remarks := r.analysis.remarks()
	if key == "N" {
		slices.Reverse(remarks)
	}
	for _, remark := range remarks {
		if at := remark.Number - 1; key == "n" && at > r.at || key == "N" && at < r.at {
			r.at = at
			return nil
		}
	}
	if r.Refuse("There is no remark further this way."); r.analysis == nil {
		r.Refuse("The moves are not analysed yet: a analyses them.")
	}
	return nil
}

// analysed returns the analysis of the round, which it begins if need be, or nil if nothing can be found out.
func (r *Replay) analysed() *analysing {
	if r.analysis == nil {
		if a := analyse(r.Env, r.game, r.result, r.states); a.known() {
			r.analysis = a.open(r, func() {})
		}
	}
	if r.analysis == nil {
		r.Refuse(caption.Sentence(errUnknown.Error()))
	}
	return r.analysis
}

// analyse opens the analysis, or goes back to it.
func (r *Replay) analyse() tea.Cmd {
	if r.onAnalysis {
		return r.Env.Back()
	}
	if a := r.analysed(); a != nil {
		return r.Env.Push(newAnalysisOf(a, r.atTable))
	}
	return nil
}

// showMe looks for how the arcade's player goes on from the state shown.
func (r *Replay) showMe() tea.Cmd {
	if r.states[r.at].Over() {
		return r.Refuse("The game is over here: step back to see what the arcade's player would do.")
	}
	if a := r.analysed(); a != nil {
		return a.line(r, r.at, r.atTable, r.Refuse)
	}
	return nil
}

// drawState draws the frame with a sentence in its last row but one.
func (r *Replay) drawState(g *grid.Grid, look *theme.Look, text string, style grid.Style) {
	r.heading(g, look)
	r.Pointer.Show(r.states[r.at].Board())
	var overlay board.Overlay
	if r.at < r.last() {
		overlay.Move = r.result.Record.Moves[r.at]
	}
	r.DrawShown(g, overlay, look, text, style)
	r.DrawSheet(g, look, func() (at int, chosen bool, remark func(int) string) {
		r.Sheet.Follow(r.result.Record.Moves, func(n int) iter.Seq[engine.State] { return slices.Values(r.states[n:]) })
		signs := make(map[int]string)
		for _, remark := range r.analysis.remarks() {
			signs[remark.Number], _, _ = strings.Cut(remark.Sign, " ")
		}
		return r.at, true, func(n int) string { return signs[n] }
	})
}

// heading draws the first line, which shows fewer parts if the deal's code is long.
func (r *Replay) heading(g *grid.Grid, look *theme.Look) {
	score := r.states[r.at].Score()
	name, deal := r.game.Info().Name, "deal "+string(r.result.Record.Code)
	if r.Env.Sealed(r.result.Event) {
		deal = session.Occasion(r.result.Event)
	}
	names := []string{name + ", replay", name}
	if r.from >= 0 {
		names = []string{name + ", the arcade's line", name + ", the arcade", "The arcade"}
	}
	screen.DrawHeading(g, look, names, []string{
		fmt.Sprintf("move %d of %d", r.at, r.last()),
		fmt.Sprintf("points %d/%d", score.Points, score.Max),
		deal,
	})
}

// newRecordPage returns a page that shows the record as text to copy, and says how else
// to get it.
func newRecordPage(env *screen.Env, r arcade.Result) *screen.Page {
	about := "This is the whole game. Save it to a file, and boardwalk replay FILE shows it again. "
	if env.Command == "" || r.ID == "" {
		about += "With --cast OUT it becomes an asciicast for asciinema."
	} else {
		about += fmt.Sprintf("At your own prompt, these write it to a file, plain and as an asciicast for asciinema:\n\n"+
			"%s record %s > game.txt\n%[1]s replay %[2]s --cast > game.cast", env.Command, r.ID)
	}
	return screen.NewPage(env, "The record", func(w int, _ *theme.Look) string {
		return ansi.Wordwrap(about, w-1, "") + "\n\n" + ansi.Wordwrap(r.Record.String(), w-1, " ")
	})
}
