package record

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// An Explorer walks through the deal of a daily that is over, and shows where its players went.
type Explorer struct {
	screen.Listing[arcade.Way] // of the position
	screen.Shown
	walk *arcade.Walk
	day  string
}

func newExplorer(env *screen.Env, w *arcade.Walk, day string) *Explorer {
	e := &Explorer{Shown: screen.NewShown(), walk: w, day: day}
	e.Setup(env, e)
	e.arrive(engine.Move{})
	return e
}

// arrive shows the position, and chooses the way of a move, or else the first.
func (e *Explorer) arrive(m engine.Move) {
	e.Rows, e.Views = e.walk.Here().Ways, false
	e.List.Resize(len(e.Rows))
	e.List.Choose(slices.IndexFunc(e.Rows, func(w arcade.Way) bool { return !m.IsZero() && w.Move == m }))
}

// Update implements Screen. A click beside the list chooses nothing.
func (e *Explorer) Update(msg tea.Msg) tea.Cmd {
	x, _, _, listed := e.Pointer.Pane()
	if click, ok := msg.(tea.MouseClickMsg); ok && (!listed || click.X < x) {
		return nil
	}
	return e.Base.Update(msg)
}

// Bindings implements Screen.
func (e *Explorer) Bindings() []widget.Binding {
	return append([]widget.Binding{
		e.List.UpDown("choose a way; Home and End: the first, the last", "way"),
		{Keys: "right, l Enter", Also: "space", Does: "go that way", Hint: "go", Do: e.on},
		{Keys: "left, h", Does: "a move back", Hint: "a move back", Do: e.back},
		{Keys: "mouse", Does: "in a large window, a click chooses a way, another goes it"},
		e.ViewKey(&e.Message),
		e.Env.RulesKey(e.walk.Game),
	}, e.Env.Tail("", "back")...)
}

// on goes the chosen way.
func (e *Explorer) on() tea.Cmd {
	way := e.Chosen()
	if way.Move.IsZero() {
		e.Refuse("No game went on from here.")
	} else if err := e.walk.Go(way.Move); err != nil {
		e.Refuse(caption.Why(err))
	} else {
		e.arrive(engine.Move{})
	}
	return nil
}

// back goes back a move, and chooses it.
func (e *Explorer) back() tea.Cmd {
	if m := e.walk.Back(); m.IsZero() {
		e.Refuse(caption.AtDeal)
	} else {
		e.arrive(m)
	}
	return nil
}

// Frame implements screen.Framed.
func (e *Explorer) Frame(w, h int) grid.Area {
	e.Pointer.Show(e.walk.Here().State.Board())
	return e.Pointer.Frame(w, h)
}

// Draw implements Screen.
func (e *Explorer) Draw(g *grid.Grid, look *theme.Look) {
	here := e.walk.Here()
	score, name := here.State.Score(), e.walk.Game.Info().Name
	screen.DrawHeading(g, look, []string{name + ", explored", name}, []string{
		fmt.Sprintf("move %d", len(e.walk.Moves())), fmt.Sprintf("points %d/%d", score.Points, score.Max), "daily " + e.day,
	})
	e.Pointer.Show(here.State.Board())
	text, style := e.Says(look, e.sentence(look, g.Width(), g.Height()-1-e.Pointer.Bottom()), look.Text)
	e.DrawShown(g, board.Overlay{Move: e.Chosen().Move}, look, text, style)
	if x, y, h, ok := e.Pointer.Pane(); ok {
		g.Fill(x, y, 1, h, look.Box.V, look.Border)
		pane := g.Part(x-1, 0, g.Width()-x+1, g.Height())
		pane.Put(4, y, "move   plays  mean  won", look.Faint)
		e.List.DrawRows(&pane, look, y+1, h-1, func(i int) string {
			w := e.Rows[i]
			return fmt.Sprintf("%-6s %5d %5.1f %4d", w.Name(), w.Players, w.Mean(), w.Won)
		})
		g.Cursor.X, g.Cursor.Y = x-1+pane.Cursor.X, pane.Cursor.Y
	}
}

// sentence returns what is known of the chosen way, as much as rows of w columns have room for.
func (e *Explorer) sentence(look *theme.Look, w, rows int) string {
	here, at := e.walk.Here(), e.List.At()
	all := caption.Ways(here)
	if len(e.Rows) == 0 {
		return all[0]
	}
	long, short := caption.Way(here, e.Rows[at])
	full, text := all[at], ""
	if here.Partial {
		full += " " + all[len(e.Rows)]
	}
	for _, each := range []string{full, all[at], long, short} {
		text = fmt.Sprintf("%d/%d %s", at+1, len(e.Rows), each)
		if screen.SentenceRows(look.Translate(text), w) <= rows {
			break
		}
	}
	return text
}
