package learn

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
	"boardwalk/tui/draft"
	"boardwalk/tui/grid"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// An exercise is a board on which each step asks for a move, which is put together as at the
// table: a lesson, or a puzzle. Nothing that is played is stored.
type exercise struct {
	*task
	env     *screen.Env
	message screen.Message
	step    int
	state   engine.State
	draft   draft.Draft
	lights  draft.Lights
	from    engine.State // where the step began
	praised bool         // the step's move was played: Enter goes on
	looking bool         // for what the move missed leads to
	missed  engine.Move  // the last legal move that the step did not want
	again   bool         // r was pressed last: once more begins the exercise again
	asks    bool         // whether a hint is wanted that costs something
}

// A task is what an exercise is for: a lesson to play through.
type task struct {
	engine.Lesson
	game     engine.Game
	played   engine.Record // before the lesson begins, the zero Record if it is of no deal
	progress func(step int) string
	more     func(step int, s engine.State) string // follows what a step says in a state; nil is nothing
	wrong    func(m engine.Move) string            // answers a legal move that a step does not want
	costs    func() string                         // says before the first hint what it costs; nil or "" is nothing
	hint     func(step int) string                 // answers who asks for a move the first time; nil shows the move at once
	hinted   int                                   // the step that had its hint, counted from 1
	count    func(right bool) tea.Cmd              // counts a wrong move, a question for the move, or the end of the lesson
	next     func() string                         // says where Enter goes after the last step
	goOn     func() (*task, tea.Cmd)               // goes there: to the task that it returns, if there is one
}

// says returns what a step asks for in a state.
func (t *task) says(step int, s engine.State) string {
	if t.more == nil {
		return t.Steps[step].Say
	}
	return t.Steps[step].Say + t.more(step, s)
}

func newExercise(env *screen.Env, t *task) *exercise {
	e := &exercise{env: env}
	e.begin(t)
	return e
}

// begin sets up a task.
func (e *exercise) begin(t *task) {
	*e = exercise{task: t, env: e.env}
	e.draft.Confirm, e.draft.Voice = &e.env.Settings.Confirm, draft.Voice{Say: e.message.Say, Refuse: e.message.Refuse, Clear: e.message.Clear}
	e.from = t.Start
	e.showPosition(e.from)
}

// showPosition shows a position.
func (e *exercise) showPosition(s engine.State) {
	e.state = s
	e.draft.Show(s)
	b := s.Board()
	b.Notes = nil // the steps say what matters
	e.draft.Pointer.Show(b)
	e.message.Clear()
	if e.draft.Pointer.At.IsZero() {
		e.draft.Begin()
	}
}

// now returns the current step.
func (e *exercise) now() engine.Step { return e.Steps[e.step] }

// reading reports whether there is nothing to do but read.
func (e *exercise) reading() bool { return e.praised || len(e.now().Want) == 0 }

// Typing implements screen.Typist.
func (e *exercise) Typing() bool { return e.draft.Typing() }

// Takes implements screen.MoveTyper.
func (e *exercise) Takes(key string) bool { return e.draft.TakesTyped(key) }

// Init implements Screen.
func (e *exercise) Init() tea.Cmd { return nil }

// Update implements Screen.
func (e *exercise) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		e.lights.Places = nil
		e.again = e.again && msg.String() == "r"
		return e.key(msg.String())
	case tea.MouseClickMsg:
		e.again = false
		p, ok := e.draft.Pointer.Under(msg.Mouse())
		switch {
		case e.asks:
			return e.message.Say("%s", screen.Insist(e.message.Text))
		case !ok || e.Typing():
		case e.reading() && msg.Button == tea.MouseLeft:
			return e.onward()
		case !e.reading():
			return e.play(e.draft.Press(msg.Button, p))
		}
	case tea.MouseMotionMsg:
		e.draft.Drag(msg.Mouse())
	case tea.MouseReleaseMsg:
		return e.play(e.draft.Release(msg.Mouse()))
	}
	return nil
}

// Bindings implements Screen.
func (e *exercise) Bindings() []widget.Binding {
	if e.asks {
		return []widget.Binding{
			{Keys: "y, x", Also: "Y", Does: "show the hint", Hint: "hint"}, {Keys: "n, Esc", Also: "Ctrl-C", Does: "no hint", Hint: "no hint"},
		}
	}
	var move, mark, undo, clear, letters, show, again, leave, rules string // what the last row offers
	keys := screen.KeysHint
	switch last := e.praised && e.last(); {
	case last:
		mark, leave, keys.Hint = e.next(), "back", ""
	case e.reading():
		mark, leave = "go on", "back"
	case e.draft.Typed() != "":
		undo, clear, keys.Hint = "correct", "stop", ""
		if e.draft.Plays() {
			mark = "play it"
		}
	case e.draft.Plays():
		mark, undo, clear = "play it", "back", "clear"
	case e.draft.Marking.Move.Len() > 0:
		mark, undo, clear = "mark", "back", "clear"
	default:
		move, mark, letters, show, again, leave = "move", "mark", "type", "show me", "again", "back"
		rules = screen.When(e.played.Game != "", "rules") // a puzzle can be of a game that the player has never seen
	}
	bindings := []widget.Binding{
		{Keys: "arrows, hjkl", Also: "h j k l", Does: "move the cursor; Home and End: to the row's ends", Hint: move}, // see [draft.Pointer.Move]
		{Keys: "Tab, Shift-Tab", Does: "the next row, the row before; with a card marked: the lit places"},
		{Keys: "Enter, space", Does: "mark " + screen.Markers(e.draft.Pointer.Board) + " in turn, play, go on", Hint: mark, Do: func() tea.Cmd {
			if e.reading() {
				return e.onward()
			}
			return e.play(e.draft.Mark())
		}},
		{Keys: "Backspace", Hint: undo, Do: widget.Just(func() {
			e.message.Clear()
			if !e.draft.Marking.Back() {
				e.message.Say("There is no mark to take back.")
			}
		})},
		{Keys: "Esc", Hint: clear, Do: func() tea.Cmd {
			if e.draft.Marking.Move.IsZero() && e.message.Text == "" {
				return e.env.Back()
			}
			e.showPosition(e.state)
			return nil
		}},
		{Keys: "Backspace, Esc", Does: "take back a mark, all marks; Esc without any: back, and Enter goes on from there"},
		{Keys: "t", Does: "type a move: t a1c4 Enter; Esc stops typing", Hint: letters, Off: e.reading(), Do: widget.Just(func() {
			e.message.Clear()
			e.draft.Clear()
			e.draft.Type()
		})},
		{Keys: "mouse", Does: "a click marks, takes the marked card back, plays a marked place; a drag plays; right: a card's best target, again plays it"},
		{Keys: "x", Does: "mark the move that is asked for", Hint: show, Off: e.reading(), Do: e.answer},
		{Keys: "m", Does: "light all cards that can move", Off: e.reading(), Do: widget.Just(func() { e.lights.Movable(e.state, e.draft.Voice) })},
		{Keys: "r", Does: "begin this step again; once more: all of it", Hint: again, Do: e.repeat},
		{Keys: "F1, i", Does: "the rules of this game", Hint: rules, Place: 1, Do: func() tea.Cmd { return e.env.Open(route.Rules{Game: e.game}) }},
		{Keys: "q, Ctrl-C", Does: "back to the list", Hint: leave, Do: e.env.Back},
		keys,
	}
	if e.played.Game != "" {
		bindings = append(bindings, widget.Binding{
			Keys: "v", Does: "after a wrong move: what it leads to", Refusal: screen.When(e.missed.IsZero(), "You have played no wrong move here."), Do: e.consequence,
		})
	}
	return bindings
}

func (e *exercise) key(key string) tea.Cmd {
	if key == "f1" && (e.asks || e.Typing()) {
		return e.env.Open(route.Rules{Game: e.game})
	}
	if e.asks {
		if cmd := screen.Unanswered(key); cmd != nil && key != "x" {
			return cmd
		}
		e.asks = false
		e.message.Clear()
		if screen.IsNo(key) {
			return nil
		}
		return e.show()
	}
	switch {
	case e.Typing() && key == "?":
		return e.env.Open(route.Keys{})
	case e.Typing() || e.draft.Takes(key):
		return e.play(e.draft.Letter(key))
	case e.draft.Typed() != "": // it was refused
		e.draft.StopTyping()
		e.message.Clear()
	}
	if e.draft.Move(key) {
		e.message.Clear()
		return nil
	}
	return widget.Press(e.Bindings(), key, e.message.Refuse)
}

// play plays a legal move, or none if it is zero, if it is one that the step wants.
func (e *exercise) play(m engine.Move) tea.Cmd {
	if m.IsZero() {
		return nil
	}
	step := e.now()
	if !slices.Contains(step.Want, m) {
		e.showPosition(e.state)
		e.missed = m
		save := e.count(false)
		e.message.Refuse(e.wrong(m))
		return save
	}
	next, err := e.state.Play(m)
	if err != nil {
		return e.message.Refuse(caption.Why(err))
	}
	e.showPosition(next)
	e.praised, e.missed, e.looking = true, engine.Move{}, false
	var save tea.Cmd
	if e.last() {
		save = e.count(true)
	}
	if e.now().Done == "" {
		return tea.Batch(save, e.onward())
	}
	return save
}

// last reports whether this is the last step of the lesson.
func (e *exercise) last() bool { return e.step+1 == len(e.Steps) }

// onward goes to the next step, or where the task goes on after the last.
func (e *exercise) onward() tea.Cmd {
	if !e.last() {
		e.step++
		e.from, e.praised = e.state, false
		return nil
	}
	save := e.count(true) // the last step may have been one to read
	next, cmd := e.goOn()
	if next != nil {
		e.begin(next)
	}
	return tea.Batch(save, cmd)
}

// repeat begins the step again or, if that was the last thing done, the lesson.
func (e *exercise) repeat() tea.Cmd {
	began := !e.praised && e.draft.Marking.Move.IsZero()
	if e.again || e.step == 0 {
		e.begin(e.task)
		if began && !e.reading() {
			e.message.Say("It stands as it began.")
		}
		return nil
	}
	e.again, e.praised = true, false
	e.showPosition(e.from)
	if began { // nothing else would change
		e.message.Say("The step begins again: r once more begins with step 1.")
	}
	return nil
}

// answer shows what the step wants, after a question if that costs something.
func (e *exercise) answer() tea.Cmd {
	e.message.Clear()
	if e.costs != nil {
		if warning := e.costs(); warning != "" {
			e.asks = true
			return e.message.Say("%s Show one? (y/n)", warning)
		}
	}
	return e.show()
}

// show says what the move does that the step wants and, asked again, marks it.
func (e *exercise) show() tea.Cmd {
	if e.hint != nil && e.hinted != e.step+1 {
		e.hinted = e.step + 1
		e.message.Say("%s x again shows it.", e.hint(e.step))
		return e.count(false)
	}
	e.draft.Marking.Show(e.now().Want[0])
	e.draft.Pointer.At = e.draft.Marking.Move.Last()
	return e.count(false)
}

// Frame implements screen.Framed. The board leaves room for the longest sentence of the lesson,
// so that it does not jump.
func (e *exercise) Frame(w, h int) grid.Area {
	p := &e.draft.Pointer
	p.Says = 1
	for i := range e.Steps {
		p.Says = max(p.Says, screen.SentenceRows(e.says(i, e.state), min(w, draft.Wide)), screen.SentenceRows(e.Steps[i].Done, min(w, draft.Wide)))
	}
	return p.Frame(w, h)
}

// Draw implements Screen.
func (e *exercise) Draw(g *grid.Grid, look *theme.Look) {
	screen.DrawTitle(g, look, e.Title, e.progress(e.step))
	overlay := board.Overlay{Cursor: e.draft.Pointer.At, Move: e.draft.Marking.Move, Next: e.draft.Marking.Next()}
	if e.lights.Places != nil {
		overlay.Next = e.lights.Places
	}
	e.draft.Pointer.Draw(g, overlay, look)
	text, style := e.line(look)
	screen.DrawSentence(g, look.Translate(text), style)
	task := e.says(e.step, e.state) // stays in sight above what else there is to say
	if e.praised || text == task {
		return
	}
	task = look.Translate(task)
	if y := g.Height() - 1 - screen.SentenceRows(look.Translate(text), g.Width()); y-screen.SentenceRows(task, g.Width()) >= e.draft.Pointer.Bottom() {
		screen.DrawSentenceAbove(g, y, task, look.Text)
	}
}

// line returns what to say now.
func (e *exercise) line(look *theme.Look) (string, grid.Style) {
	switch {
	case e.message.IsError:
		return e.draft.Typed() + e.message.Text, look.Refused
	case e.praised:
		return e.now().Done, look.Good
	case e.Typing() && !e.draft.Marking.Ready():
		return screen.Padded(e.draft.Typed(), 9) + e.draft.Wanted(), look.Text
	case e.message.Text != "":
		return e.message.Text, look.Text
	case e.draft.Marking.Ready(), !e.draft.Marking.Move.IsZero() && e.draft.Plan() != "":
		return e.draft.Plan(), look.Text
	}
	return e.says(e.step, e.state), look.Text
}

// Legend implements screen.Legended.
func (e *exercise) Legend(look *theme.Look) []screen.Sign {
	return screen.BoardLegend(look, e.draft.Pointer.Board)
}
