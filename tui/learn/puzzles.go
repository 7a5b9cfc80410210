package learn

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/search"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// The Puzzles screen offers the puzzle of the day, the next one for a player of this strength, and a
// streak, and says how the player does.
type Puzzles struct {
	screen.Listing[offer]
}

// An offer is what there is to play, or why not.
type offer struct {
	name, about, standing string
	task                  task
	err                   error
}

// NewPuzzles returns the screen.
func NewPuzzles(env *screen.Env) *Puzzles {
	p := &Puzzles{}
	p.Setup(env, p)
	return p
}

// Init implements Screen. What is offered depends on what was answered since, in other sessions too.
func (p *Puzzles) Init() tea.Cmd {
	p.offer()
	return p.Env.Settings.Read(p.offer)
}

func (p *Puzzles) offer() {
	own, day := p.Env.Settings, p.Env.Today()
	p.Rows = p.Rows[:0]
	kinds := []session.PuzzleKind{session.DailyPuzzle, session.NextPuzzle, session.PuzzleStreak}
	if len(own.Puzzles.Own) > 0 {
		kinds = append(kinds, session.OwnPuzzle)
	}
	for _, k := range kinds {
		s := p.solve(own.Puzzles.Try(k, day))
		about := caption.Puzzle(p.Env.Games.NameOf(s.try.Game, ""), s.try.Rating)
		p.Rows = append(p.Rows, offer{puzzleNames[k], about, own.Puzzles.Standing(k, day), s, s.err})
	}
	if len(own.Mistakes) > 0 {
		o := offer{name: "Your mistakes", about: fmt.Sprintf("%d kept", len(own.Mistakes)), standing: "none to play again today"}
		if due := own.Due(day); len(due) > 0 {
			o.standing = fmt.Sprintf("%d to play again today", len(due))
			m, err := mend(p.Env, nil, due)
			o.task, o.err = m, err
		}
		p.Rows = append(p.Rows, o)
	}
	p.List.Resize(len(p.Rows))
}

// Place implements screen.Placed.
func (p *Puzzles) Place() string { return "puzzles" }

// Bindings implements Screen.
func (p *Puzzles) Bindings() []widget.Binding {
	return []widget.Binding{
		p.List.UpDown("choose; Home and End: the first, the last", "choose"),
		{Keys: "Enter, space", Does: "play it", Hint: "play", Place: 1, Do: func() tea.Cmd {
			chosen := p.Chosen()
			if p.Fails(chosen.err) {
				return nil
			}
			if chosen.task == nil {
				p.Refuse("They come again on later days.")
				return nil
			}
			return p.Env.Push(newExercise(p.Env, chosen.task))
		}},
		{Keys: "mouse", Does: "a click chooses, another plays"},
		screen.KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: p.Env.Back},
	}
}

// Draw implements Screen.
func (p *Puzzles) Draw(g *grid.Grid, look theme.Look) {
	screen.DrawTitle(g, look, "Puzzles", p.Env.Settings.Puzzles.Sum())
	narrow := g.Width() < 72
	for i, c := range p.Rows {
		y := 2 + 2*i
		about := c.about
		g.Put(4, y, c.name, p.List.Entry(g, look, y, i))
		if narrow {
			g.Put(6, y+1, look.Cut(c.standing, g.Width()-7), look.Faint)
			about = screen.Fitting(g.Width()-21, about, strings.Replace(about, "rated ", "", 1))
		} else {
			about += "; " + c.standing
		}
		g.Put(20, y, look.Cut(about, g.Width()-21), look.Text)
	}
	text, style := p.Says(look, screen.Fitting(g.Width()-4, "One move alone keeps the win: that is proved. Your first answer counts.", "One move alone keeps the win."), look.Faint)
	p.DrawFoot(g, look, text, style)
}

var puzzleNames = map[session.PuzzleKind]string{
	session.DailyPuzzle: "Today's puzzle", session.NextPuzzle: "Next puzzle", session.PuzzleStreak: "Streak", session.OwnPuzzle: "Your own",
}

// Pane implements screen.Sided: the board of the chosen puzzle.
func (p *Puzzles) Pane(int) func(*grid.Grid, theme.Look) {
	if c := p.Chosen(); c.task != nil && c.err == nil {
		return screen.BoardPane("It begins with", c.task.lesson().Start.Board(), board.Overlay{})
	}
	return func(*grid.Grid, theme.Look) {}
}

// solving is the task to solve a puzzle.
type solving struct {
	page   *Puzzles
	try    *session.Try
	rules  engine.Game
	board  engine.Lesson
	err    error // why there is no board
	hinted int   // the step whose move was hinted at, counted from 1
}

// solve returns the task of a try.
func (p *Puzzles) solve(t *session.Try) *solving {
	s := &solving{page: p, try: t}
	s.rules, s.board, s.err = t.Lesson(p.Env.Games)
	return s
}

func (s *solving) game() engine.Game { return s.rules }

func (s *solving) lesson() engine.Lesson { return s.board }

func (s *solving) start() engine.Record { return s.try.Record() }

func (s *solving) progress(int) string {
	text := fmt.Sprintf("rated %.0f", s.try.Rating)
	if s.try.Kind == session.PuzzleStreak {
		text = fmt.Sprintf("%d in a row, %s", s.try.Row, text)
	}
	return text
}

func (s *solving) says(step int, at engine.State) string {
	return s.board.Steps[step].Say + caption.FaceDown(at)
}

func (s *solving) praise(step int) string {
	if s.board.Steps[step].Done == "" {
		return ""
	}
	return s.try.Result
}

// answer counts the first answer.
func (s *solving) answer(solved bool) tea.Cmd {
	return s.page.Env.Settings.Answer(s.try, solved, s.page.Env.Today())
}

func (s *solving) wrong(m engine.Move) (string, tea.Cmd) {
	return s.try.Wrong(m) + " Try again; x shows the move, v what follows yours.", s.answer(false)
}

func (s *solving) show(step int) (string, tea.Cmd) {
	cmd := s.answer(false)
	if s.hinted == step+1 {
		return "", cmd
	}
	s.hinted = step + 1
	return s.try.Hint(step) + " x again shows it.", cmd
}

func (s *solving) done() tea.Cmd { return s.answer(true) }

func (s *solving) next() string {
	if s.try.Last() {
		return "back"
	}
	return "the next puzzle"
}

func (s *solving) goOn() (task, tea.Cmd) {
	if s.try.Last() {
		return nil, s.page.Env.Back()
	}
	next := s.page.solve(s.try.Next(s.page.Env.Settings.Puzzles))
	if next.err != nil {
		return nil, s.page.Env.Back()
	}
	return next, nil
}

// consequenceMost is the most positions that the search for what follows a wrong move looks at: a fraction
// of a second.
const consequenceMost = 20_000

// consequence shows how the game goes on at best after the wrong move. It looks once at a time.
func (e *exercise) consequence() tea.Cmd {
	if e.looking {
		return nil
	}
	record, g := e.start(), e.game()
	record.Moves = slices.Clone(record.Moves)
	for _, step := range e.lesson().Steps[:e.step] {
		record.Moves = append(record.Moves, step.Want[0])
	}
	at := len(record.Moves)
	record.Moves = append(record.Moves, e.missed)
	s, err := e.state.Play(e.missed)
	if err != nil { // it was legal before
		return nil
	}
	e.looking = true
	e.message.Say("Looking ...")
	return screen.Ask(e, func() func() tea.Cmd {
		turn, err := search.TakeTurn(context.Background(), e.env.Searches)
		if err != nil {
			return nil
		}
		found, err := engine.Solve(turn, s, engine.Question{Goal: engine.GoalPoints, Positions: consequenceMost})
		turn.End()
		if err == nil {
			record.Moves = append(record.Moves, found.Line...)
		}
		states, err := record.Replay(g)
		return func() tea.Cmd {
			if !e.looking { // the player has gone on
				return nil
			}
			e.looking = false
			e.message.Clear()
			if e.message.Fails(err) {
				return nil
			}
			return e.env.Open(route.Replay{Game: g, Result: arcade.Result{Record: record, Score: engine.Final(states[len(states)-1])}, States: states, At: at})
		}
	})
}
