package learn

import (
	"fmt"
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

// A lesson is a board on which each step asks for a move, which is put together as at the
// table. Nothing that is played is stored.
type lesson struct {
	message screen.Message
	learn   *Lessons
	at      int // index in the list's lessons
	step    int
	state   engine.State
	draft   draft.Draft
	from    engine.State // where the step began
	praised bool         // the step's move was played: Enter goes on
	again   bool         // r was pressed last: once more begins the lesson again
	first   bool         // no lesson had been played through when this one began
}

func newLesson(learn *Lessons, i int) *lesson {
	l := &lesson{learn: learn}
	l.begin(i)
	return l
}

// lessonAt returns a lesson as it was left, or from its beginning.
func (l *Lessons) lessonAt(i int) *lesson {
	if l.left == nil || l.left.at != i || l.left.praised && l.left.last() {
		l.left = newLesson(l, i)
	}
	return l.left
}

// begin sets up a lesson and moves the list's cursor to it.
func (l *lesson) begin(i int) {
	env := l.learn.Env
	*l = lesson{learn: l.learn, at: i, first: len(env.Settings.Learned) == 0}
	l.draft.Trigger, l.draft.Voice = &env.Settings.Trigger, draft.Voice{Say: l.message.Say, Refuse: l.message.Refuse, Clear: l.message.Clear}
	l.learn.List.Choose(i)
	l.from = l.lesson().Start
	l.showPosition(l.from)
}

// showPosition shows a position.
func (l *lesson) showPosition(s engine.State) {
	l.state = s
	l.draft.Show(s)
	b := s.Board()
	b.Notes = nil // the steps say what matters
	l.draft.Pointer.Show(b)
	l.message.Clear()
	if l.draft.Pointer.At.IsZero() {
		l.draft.Begin()
	}
}

func (l *lesson) lesson() engine.Lesson { return l.learn.lessons[l.at].Lesson }

// now returns the current step.
func (l *lesson) now() engine.Step { return l.lesson().Steps[l.step] }

// reading reports whether there is nothing to do but read.
func (l *lesson) reading() bool { return l.praised || len(l.now().Want) == 0 }

// Typing implements screen.Typist.
func (l *lesson) Typing() bool { return l.draft.Typing() }

// Takes implements screen.MoveTyper.
func (l *lesson) Takes(key string) bool { return l.draft.TakesTyped(key) }

// Init implements Screen.
func (l *lesson) Init() tea.Cmd { return nil }

// Update implements Screen.
func (l *lesson) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		l.again = l.again && msg.String() == "r"
		return l.key(msg.String())
	case tea.MouseClickMsg:
		l.again = false
		p, ok := l.draft.Pointer.Under(msg.Mouse())
		switch {
		case !ok || l.Typing():
		case l.reading() && msg.Button == tea.MouseLeft:
			return l.goOn()
		case !l.reading():
			return l.play(l.draft.Press(msg.Button, p))
		}
	case tea.MouseReleaseMsg:
		return l.play(l.draft.Release(msg.Mouse()))
	}
	return nil
}

// Bindings implements Screen.
func (l *lesson) Bindings() []widget.Binding {
	var move, mark, undo, clear, letters, show, again, leave string // what the last row offers
	keys := screen.KeysHint
	next := l.learn.next(l.at)
	switch last := l.praised && l.last(); {
	case last:
		mark, leave, keys.Hint = "all done: "+l.learn.play(), "back", ""
		if next >= 0 {
			mark = "the next lesson: " + l.learn.lessons[next].Title
		}
	case l.reading():
		mark, leave = "go on", "back"
	case l.Typing():
		undo, clear, keys.Hint = "correct", "stop", ""
		if l.draft.Plays() {
			mark = "play it"
		}
	case l.draft.Plays():
		mark, undo, clear = "play it", "back", "clear"
	case l.draft.Marking.Move.Len() > 0:
		mark, undo, clear = "mark", "back", "clear"
	default:
		move, mark, letters, show, again, leave = "move", "mark", "type", "show me", "again", "back"
	}
	return []widget.Binding{
		{Keys: "arrows, hjkl", Also: "h j k l", Does: "move the cursor; Home and End: to the row's ends", Hint: move}, // see [draft.Pointer.Move]
		{Keys: "Tab, Shift-Tab", Does: "the next row, the row before"},
		{Keys: "Enter, space", Does: "mark " + screen.Markers(l.draft.Pointer.Board) + " in turn, play, go on", Hint: mark, Do: l.enter},
		{Keys: "Backspace", Hint: undo, Do: func() tea.Cmd {
			l.message.Clear()
			if !l.draft.Marking.Back() {
				l.message.Say("There is no marker to take back.")
			}
			return nil
		}},
		{Keys: "Esc", Hint: clear, Do: l.clear},
		{Keys: "Backspace, Esc", Does: "take back a marker, all markers; Esc without any: back, and Enter goes on from there"},
		{Keys: "t", Does: "type a move: t a1c4 Enter; Esc stops typing", Hint: letters, Off: l.reading(), Do: func() tea.Cmd {
			l.message.Clear()
			l.draft.Clear()
			l.draft.Type()
			return nil
		}},
		{Keys: "mouse", Does: "a click marks as Enter does; a drag plays; right: a card's best target"},
		{Keys: "x", Does: "mark the play that the lesson wants", Hint: show, Off: l.reading(), Do: l.show},
		{Keys: "r", Does: "begin this step again; once more: the lesson", Hint: again, Do: l.repeat},
		{Keys: "F1, i", Does: "the rules of this game", Do: func() tea.Cmd { return l.learn.Env.Open(route.Rules{Game: l.learn.game}) }},
		{Keys: "q, Ctrl-C", Does: "back to the list", Hint: leave, Do: l.learn.Env.Back},
		keys,
	}
}

func (l *lesson) key(key string) tea.Cmd {
	if l.Typing() {
		switch key {
		case "f1":
			return l.learn.Env.Open(route.Rules{Game: l.learn.game})
		case "?":
			return l.learn.Env.Open(route.Keys{})
		}
		return l.play(l.draft.Letter(key))
	}
	if l.draft.Pointer.Move(key) {
		l.message.Clear()
		return nil
	}
	return widget.Press(l.Bindings(), key, nil)
}

// clear takes back all markers, or leaves the lesson if there are none.
func (l *lesson) clear() tea.Cmd {
	if l.draft.Marking.Move.IsZero() && l.message.Text == "" {
		return l.learn.Env.Back()
	}
	l.showPosition(l.state)
	return nil
}

// enter goes on if there is only something to read. Otherwise it marks as at the table.
func (l *lesson) enter() tea.Cmd {
	if l.reading() {
		return l.goOn()
	}
	return l.play(l.draft.Mark())
}

// play plays a legal move, or none if it is zero, if it is one that the step wants.
func (l *lesson) play(m engine.Move) tea.Cmd {
	if m.IsZero() {
		return nil
	}
	step := l.now()
	if !slices.Contains(step.Want, m) {
		l.showPosition(l.state)
		l.message.Refuse("That is legal, but here the lesson wants another play. x shows it.")
		return nil
	}
	next, err := l.state.Play(m)
	if err != nil {
		l.message.Refuse(caption.Why(err))
		return nil
	}
	l.showPosition(next)
	l.praised = true
	var save tea.Cmd
	if l.last() {
		save = l.learn.setLearned(l.at)
	}
	if step.Done == "" {
		return tea.Batch(save, l.goOn())
	}
	return save
}

// last reports whether this is the last step of the lesson.
func (l *lesson) last() bool { return l.step+1 == len(l.lesson().Steps) }

// goOn goes to the next step, or to the next lesson that is not done. After the last
// lesson it opens the game.
func (l *lesson) goOn() tea.Cmd {
	if !l.last() {
		l.step++
		l.from, l.praised = l.state, false
		return nil
	}
	save := l.learn.setLearned(l.at) // the last step may have been one to read
	if next := l.learn.next(l.at); next >= 0 {
		l.begin(next)
		return save
	}
	if l.learn.atTable {
		return tea.Batch(save, l.learn.playGame())
	}
	return tea.Batch(save, l.learn.Env.Back(), l.learn.playGame())
}

// repeat begins the step again or, if that was the last thing done, the lesson.
func (l *lesson) repeat() tea.Cmd {
	if l.again || l.step == 0 {
		l.begin(l.at)
		return nil
	}
	l.again = true
	began := !l.praised && l.draft.Marking.Move.IsZero()
	l.praised = false
	l.showPosition(l.from)
	if began { // nothing else would change
		l.message.Say("This step stands as it began: r once more begins the lesson again.")
	}
	return nil
}

// show marks a move that the step wants.
func (l *lesson) show() tea.Cmd {
	l.message.Clear()
	l.draft.Marking.Show(l.now().Want[0])
	l.draft.Pointer.At = l.draft.Marking.Move.Last()
	return nil
}

// Frame implements screen.Framed. The board leaves room for the longest sentence of the lesson,
// so that it does not jump.
func (l *lesson) Frame(w, h int) grid.Area {
	p := &l.draft.Pointer
	p.Says = 1
	for i, s := range l.lesson().Steps {
		p.Says = max(p.Says, screen.SentenceRows(l.says(i), min(w, draft.Wide)), screen.SentenceRows(s.Done, min(w, draft.Wide)))
	}
	return p.Frame(w, h)
}

// Draw implements Screen.
func (l *lesson) Draw(g *grid.Grid, look theme.Look) {
	screen.DrawTitle(g, look, l.lesson().Title, fmt.Sprintf("step %d of %d", l.step+1, len(l.lesson().Steps)))
	marking := &l.draft.Marking
	l.draft.Pointer.Draw(g, board.Overlay{Cursor: l.draft.Pointer.At, Move: marking.Move, Next: marking.Next()}, look)
	text, style := l.line(look)
	screen.DrawSentence(g, look.Translate(text), style)
	if !l.message.IsError {
		return
	}
	task := look.Translate(l.says(l.step)) // stays in sight above what was refused
	if y := g.Height() - 1 - screen.SentenceRows(look.Translate(text), g.Width()); y-screen.SentenceRows(task, g.Width()) >= l.draft.Pointer.Bottom() {
		screen.DrawSentenceAbove(g, y, task, look.Text)
	}
}

// line returns what to say now.
func (l *lesson) line(look theme.Look) (string, grid.Style) {
	switch {
	case l.message.IsError:
		return l.draft.Typed() + l.message.Text, look.Refused
	case l.praised:
		return l.now().Done, look.Good
	case l.Typing() && !l.draft.Marking.Ready():
		return screen.Padded(l.draft.Typed(), 9) + l.draft.Wanted(), look.Text
	case l.message.Text != "":
		return l.message.Text, look.Text
	case l.draft.Marking.Ready(), !l.draft.Marking.Move.IsZero() && l.draft.Plan() != "":
		return l.draft.Plan(), look.Text
	}
	return l.says(l.step), look.Text
}

// says returns what a step says. In a player's first lesson, the first step that wants a
// move also says which keys play it.
func (l *lesson) says(step int) string {
	steps := l.lesson().Steps
	play := slices.IndexFunc(steps, func(s engine.Step) bool { return len(s.Want) > 0 })
	if l.first && step == play {
		if l.learn.Env.Settings.Trigger.Confirms() {
			return steps[step].Say + " Enter on the card, Enter on the place, Enter to play."
		}
		return steps[step].Say + " Enter on the card, Enter on the place."
	}
	return steps[step].Say
}

// Legend implements screen.Legended.
func (l *lesson) Legend(look theme.Look) []screen.Sign {
	return screen.BoardLegend(look, l.draft.Pointer.Board)
}
