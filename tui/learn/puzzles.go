package learn

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

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

// The Puzzles screen offers the puzzle of the day, the next one for a player of this strength, and a
// streak, and says how the player does.
type Puzzles struct {
	screen.Listing[offer]
}

// An offer is what there is to play, or why not.
type offer struct {
	name, about, standing string
	task                  *task
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
		try := own.Puzzles.Try(k, day)
		task, err := p.solve(try)
		about := caption.Puzzle(p.Env.Games.NameOf(try.Game, ""), try.Rating)
		p.Rows = append(p.Rows, offer{puzzleNames[k], about, own.Puzzles.Standing(k, day), task, err})
	}
	if len(own.Mistakes) > 0 {
		kept, again := own.Kept(day)
		o := offer{name: "Your mistakes", about: kept, standing: again}
		if due := own.Due(day); len(due) > 0 {
			o.task, o.err = mend(p.Env, nil, due, 0)
		}
		p.Rows = append(p.Rows, o)
	}
	p.List.Resize(len(p.Rows))
}

// Place implements screen.Placed.
func (p *Puzzles) Place() string { return "puzzles" }

// Bindings implements Screen.
func (p *Puzzles) Bindings() []widget.Binding {
	var g engine.Game // none of a line that begins no puzzle
	if t := p.Chosen().task; t != nil {
		g = t.game
	}
	return append([]widget.Binding{
		p.Env.RulesKey(g),
		p.List.UpDown("choose; Home and End: the first, the last", "choose"),
		{Keys: "Enter, space", Does: "play it", Hint: "play", Place: 1, Do: func() tea.Cmd {
			chosen := p.Chosen()
			if p.Fails(chosen.err) {
				return nil
			}
			if chosen.task == nil {
				return p.Refuse("They come again on later days.")
			}
			return p.Env.Push(newExercise(p.Env, chosen.task))
		}},
	}, p.Env.Tail("a click chooses, another plays", "back")...)
}

// Draw implements Screen.
func (p *Puzzles) Draw(g *grid.Grid, look *theme.Look) {
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
func (p *Puzzles) Pane(int) func(*grid.Grid, *theme.Look) {
	if c := p.Chosen(); c.task != nil {
		return screen.BoardPane("It begins with", c.task.Start.Board(), board.Overlay{})
	}
	return func(*grid.Grid, *theme.Look) {}
}

// solve returns the task of a try, or why there is none.
func (p *Puzzles) solve(t *session.Try) (*task, error) {
	g, board, err := t.Lesson(p.Env.Games)
	if err != nil {
		return nil, err
	}
	return &task{
		game: g, Lesson: board, played: t.Record(),
		progress: func(int) string {
			text := fmt.Sprintf("rated %.0f", t.Rating)
			if t.Kind == session.PuzzleStreak {
				text = fmt.Sprintf("%d in a row, %s", t.Row, text)
			}
			return text
		},
		more:  func(_ int, at engine.State) string { return caption.FaceDown(at) },
		wrong: func(m engine.Move) string { return t.Wrong(m) + " Try again; x shows the move, v what follows yours." },
		costs: t.Costs,
		hint:  t.Hint,
		count: func(solved bool) tea.Cmd {
			save := p.Env.Settings.Answer(t, solved, p.Env.Today())
			board.Steps[len(board.Steps)-1].Done = t.Result
			return save
		},
		next: func() string {
			if t.Last() {
				return "back"
			}
			return "the next puzzle"
		},
		goOn: func() (*task, tea.Cmd) {
			if t.Last() {
				return nil, p.Env.Back()
			}
			next, err := p.solve(t.Next(p.Env.Settings.Puzzles))
			if err != nil {
				return nil, p.Env.Back()
			}
			return next, nil
		},
	}, nil
}

// consequence shows how the game goes on at best after the wrong move. It looks once at a time.
func (e *exercise) consequence() tea.Cmd {
	if e.looking {
		return nil
	}
	record, g := e.played, e.game
	record.Moves = slices.Clone(record.Moves)
	for _, step := range e.Steps[:e.step] {
		record.Moves = append(record.Moves, step.Want[0])
	}
	at, from, wrong := len(record.Moves), e.state, e.missed
	e.looking = true
	e.message.Say("Looking ...")
	return screen.Ask(e, func() func() tea.Cmd {
		line, err := session.Continuation(context.Background(), e.env.Searches, from, wrong)
		if err != nil {
			return nil
		}
		record.Moves = append(record.Moves, line...)
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
