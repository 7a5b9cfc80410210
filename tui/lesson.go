package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
	"boardwalk/tui/draft"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A lesson is a board on which each step asks for a move. Cards are marked as at the
// table. Nothing that is played is stored.
type lesson struct {
	learn   *learn
	at      int // index in the list's lessons
	step    int
	state   engine.State
	legal   draft.Marking
	pointer draft.Pointer
	refusal string
	praised bool // the step's move was played: Enter goes on
	first   bool // no lesson had been played through when this one began
}

func newLesson(learn *learn, i int) *lesson {
	l := &lesson{learn: learn}
	l.begin(i)
	return l
}

// begin sets up a lesson and moves the list's cursor to it.
func (l *lesson) begin(i int) {
	*l = lesson{learn: l.learn, at: i, first: len(l.learn.env.settings.Learned) == 0}
	l.learn.list.Choose(i)
	l.showPosition(l.lesson().Start)
}

// showPosition shows a position.
func (l *lesson) showPosition(s engine.State) {
	l.state = s
	l.legal.Clear(s.Moves())
	b := s.Board()
	b.Notes = nil // the steps say what matters
	l.pointer.Show(b)
	l.refusal = ""
	if l.pointer.At.IsZero() && len(l.legal.Legal) > 0 {
		l.pointer.At = l.legal.Legal[0].From
	}
}

func (l *lesson) lesson() engine.Lesson { return l.learn.lessons[l.at].Lesson }

// now returns the current step.
func (l *lesson) now() engine.Step { return l.lesson().Steps[l.step] }

// reading reports whether there is nothing to do but read.
func (l *lesson) reading() bool { return l.praised || len(l.now().Want) == 0 }

// Init implements Screen.
func (l *lesson) Init() tea.Cmd { return nil }

// Update implements Screen.
func (l *lesson) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return l.key(msg.String())
	case tea.MouseClickMsg:
		p, ok := l.pointer.Under(msg.Mouse())
		if ok && msg.Button == tea.MouseLeft {
			l.pointer.At = p
			return l.enter()
		}
	}
	return nil
}

// Bindings implements Screen.
func (l *lesson) Bindings() []widget.Binding {
	var move, mark, undo, clear, show, again, leave string // what the last row offers
	keys := keysHint
	next := l.learn.next(l.at)
	switch last := l.praised && l.last(); {
	case last:
		mark, leave, keys.Hint = "all done: "+l.learn.play(), "back", ""
		if next >= 0 {
			mark = "the next lesson: " + l.learn.lessons[next].Title
		}
	case l.reading():
		mark, leave = "go on", "back"
	case l.legal.Plays(l.learn.env.settings.Trigger, l.pointer.At):
		mark, undo, clear = "play it", "back", "clear"
	case l.legal.Move.Len() > 0:
		mark, undo, clear = "mark", "back", "clear"
	default:
		move, mark, show, again, leave = "move", "mark", "show me", "again", "back"
	}
	return []widget.Binding{
		{Keys: "arrows, hjkl", Does: "move the cursor; Home and End: to the row's ends", Hint: move}, // see [draft.Pointer.Move]
		{Keys: "Tab, Shift-Tab", Does: "the next row, the row before"},
		{Keys: "Enter, space", Does: "mark " + markers(l.pointer.Board) + " in turn, play, go on", Hint: mark, Do: l.enter},
		{Keys: "Backspace", Hint: undo, Do: func() tea.Cmd {
			l.refusal = ""
			l.legal.Back()
			return nil
		}},
		{Keys: "Esc", Hint: clear, Do: l.clear},
		{Keys: "Backspace, Esc", Does: "take back a marker, all markers; Esc without any: back"},
		{Keys: "mouse", Does: "a click marks as Enter does"},
		{Keys: "x", Does: "mark the play that the lesson wants", Hint: show, Do: l.show},
		{Keys: "r", Does: "begin this lesson again", Hint: again, Do: func() tea.Cmd {
			l.begin(l.at)
			return nil
		}},
		{Keys: "F1, i", Does: "the rules of this game", Do: func() tea.Cmd { return l.learn.env.open(l.learn.env.newRules(l.learn.game)) }},
		{Keys: "q, Ctrl-C", Does: "back to the list", Hint: leave, Do: l.learn.env.back},
		keys,
	}
}

func (l *lesson) key(key string) tea.Cmd {
	if l.pointer.Move(key) {
		l.refusal = ""
		return nil
	}
	return widget.Press(l.Bindings(), key, nil)
}

// clear takes back all markers, or leaves the lesson if there are none.
func (l *lesson) clear() tea.Cmd {
	if l.legal.Move.IsZero() && l.refusal == "" {
		return l.learn.env.back()
	}
	l.showPosition(l.state)
	return nil
}

// enter goes on if there is only something to read, plays the move that is ready, or sets
// a marker.
func (l *lesson) enter() tea.Cmd {
	l.refusal = ""
	p := l.pointer.At
	if l.legal.Ready() && !l.legal.Has(p) { // another move is wanted
		l.legal.Clear(l.legal.Legal)
	}
	switch {
	case l.reading():
		return l.goOn()
	case l.legal.Ready():
		return l.play(l.legal.Move)
	case l.legal.Move.Len() == 1 && p == l.legal.Move.From:
		l.legal.Back() // the same card again: put it down
		return nil
	case !l.legal.Place(p):
		_, err := l.state.Play(l.legal.Move.With(p))
		l.refusal = caption.Why(err)
		return nil
	}
	if l.legal.Follow(l.learn.env.settings.Trigger) {
		return l.play(l.legal.Move)
	}
	return nil
}

// play plays a legal move if it is one that the step wants.
func (l *lesson) play(m engine.Move) tea.Cmd {
	step := l.now()
	if !slices.Contains(step.Want, m) {
		l.showPosition(l.state)
		l.refusal = "That is legal, but here the lesson wants another play. x shows it."
		return nil
	}
	next, err := l.state.Play(m)
	if err != nil {
		l.refusal = caption.Why(err)
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
		l.praised = false
		return nil
	}
	save := l.learn.setLearned(l.at) // the last step may have been one to read
	if next := l.learn.next(l.at); next >= 0 {
		l.begin(next)
		return save
	}
	return tea.Batch(save, l.learn.playGame())
}

// show marks a move that the step wants.
func (l *lesson) show() tea.Cmd {
	if !l.reading() {
		l.refusal = ""
		l.legal.Show(l.now().Want[0])
		l.pointer.At = l.legal.Move.Last()
	}
	return nil
}

// frame implements framed. The board leaves room for the longest sentence of the lesson,
// so that it does not jump.
func (l *lesson) frame(w, h int) area {
	l.pointer.Says = 1
	for i, s := range l.lesson().Steps {
		l.pointer.Says = max(l.pointer.Says, height(l.says(i), min(w, draft.Wide)), height(s.Done, min(w, draft.Wide)))
	}
	return frameOf(&l.pointer, w, h)
}

// Draw implements Screen.
func (l *lesson) Draw(g *grid.Grid, look theme.Look) {
	title(g, look, l.lesson().Title, fmt.Sprintf("step %d of %d", l.step+1, len(l.lesson().Steps)))
	l.pointer.Draw(g, board.Overlay{Cursor: l.pointer.At, Move: l.legal.Move, Next: l.legal.Next()}, look)
	text, style := l.line(look)
	drawSentence(g, look.Translate(text), style)
}

// height returns the number of rows that [drawSentence] needs.
func height(text string, width int) int {
	return 1 + strings.Count(ansi.Wordwrap(text, width-3, ""), "\n")
}

// line returns what to say now.
func (l *lesson) line(look theme.Look) (string, grid.Style) {
	switch {
	case l.refusal != "":
		return l.refusal, look.Refused
	case l.praised:
		return l.now().Done, look.Good
	case l.legal.Ready():
		return l.state.Describe(l.legal.Move), look.Text
	}
	if move, ready := l.legal.Ahead(l.learn.env.settings.Trigger, l.pointer.At); ready && !l.legal.Move.IsZero() {
		return l.state.Describe(move), look.Text
	}
	return l.says(l.step), look.Text
}

// says returns what a step says. In a player's first lesson, the first step that wants a
// move also says which keys play it.
func (l *lesson) says(step int) string {
	steps := l.lesson().Steps
	play := slices.IndexFunc(steps, func(s engine.Step) bool { return len(s.Want) > 0 })
	if l.first && step == play {
		if l.learn.env.settings.Trigger.Confirms() {
			return steps[step].Say + " Enter on the card, Enter on the place, Enter to play."
		}
		return steps[step].Say + " Enter on the card, Enter on the place."
	}
	return steps[step].Say
}

// legend implements legended.
func (l *lesson) legend(look theme.Look) []sign { return boardLegend(look, l.pointer.Board) }
