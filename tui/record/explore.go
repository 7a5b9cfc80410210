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
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// An Explorer walks through the deal of an event that is over, and shows where its players went.
type Explorer struct {
	screen.Base // its list has the ways of the position
	screen.Shown
	walk  *arcade.Walk
	event arcade.Event
}

func newExplorer(env *screen.Env, w *arcade.Walk, event arcade.Event) *Explorer {
	e := &Explorer{Shown: screen.NewShown(), walk: w, event: event}
	e.Setup(env, e)
	e.choose(engine.Move{})
	return e
}

// choose chooses the way of a move in the position, or else the first.
func (e *Explorer) choose(m engine.Move) {
	ways := e.walk.Here().Ways
	e.Views = false
	e.List.Resize(len(ways))
	e.List.Choose(slices.IndexFunc(ways, func(w arcade.Way) bool { return !m.IsZero() && w.Move == m }))
}

// chosen returns the chosen way; ok is false if there is none.
func (e *Explorer) chosen() (way arcade.Way, ok bool) {
	if ways := e.walk.Here().Ways; len(ways) > 0 {
		return ways[e.List.At()], true
	}
	return way, false
}

// Update implements Screen. A click beside the list chooses nothing.
func (e *Explorer) Update(msg tea.Msg) tea.Cmd {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		if x, _, _, pane := e.Pointer.Pane(); !pane || click.X < x {
			return nil
		}
	}
	return e.Base.Update(msg)
}

// Bindings implements Screen.
func (e *Explorer) Bindings() []widget.Binding {
	return []widget.Binding{
		e.List.UpDown("choose a way; Home and End: the first, the last", "way"),
		{Keys: "right, l Enter", Also: "space", Does: "go that way", Hint: "go", Do: e.on},
		{Keys: "left, h", Does: "a move back", Hint: "a move back", Do: e.back},
		{Keys: "mouse", Does: "in a large window, a click chooses a way, another goes it"},
		e.ViewKey(&e.Message),
		{Keys: "F1, i", Does: "the rules of this game", Do: func() tea.Cmd { return e.Env.Open(route.Rules{Game: e.walk.Game}) }},
		screen.KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: e.Env.Back},
	}
}

// on goes the chosen way.
func (e *Explorer) on() tea.Cmd {
	way, ok := e.chosen()
	switch {
	case !ok:
		e.Refuse(caption.NoWays)
	case way.Move.IsZero():
		e.Refuse("These games ended here.")
	default:
		if err := e.walk.Go(way.Move); err != nil {
			e.Refuse(caption.Why(err))
			return nil
		}
		e.choose(engine.Move{})
	}
	return nil
}

// back goes a move back, and chooses it.
func (e *Explorer) back() tea.Cmd {
	m := e.walk.Back()
	if m.IsZero() {
		e.Refuse(caption.AtDeal)
		return nil
	}
	e.choose(m)
	return nil
}

// Frame implements screen.Framed.
func (e *Explorer) Frame(w, h int) grid.Area {
	e.Pointer.Show(e.walk.Here().State.Board())
	return e.Pointer.Frame(w, h)
}

// Draw implements Screen.
func (e *Explorer) Draw(g *grid.Grid, look theme.Look) {
	here := e.walk.Here()
	score, name := here.State.Score(), e.walk.Game.Info().Name
	screen.DrawHeading(g, look, []string{name + ", explored", name}, []string{
		fmt.Sprintf("move %d", len(e.walk.Moves())),
		fmt.Sprintf("points %d/%d", score.Points, score.Max),
		session.Occasion(e.event),
	})
	e.Pointer.Show(here.State.Board())
	way, _ := e.chosen()
	text, style := e.Says(look, e.text(g, look), look.Text)
	e.DrawShown(g, board.Overlay{Move: way.Move}, look, text, style)
	e.drawWays(g, look)
}

// text returns the chosen way as a sentence, short where a long one would cover cards.
func (e *Explorer) text(g *grid.Grid, look theme.Look) string {
	here := e.walk.Here()
	way, ok := e.chosen()
	if !ok {
		return caption.NoWays
	}
	long, short := caption.Way(way, here.Players())
	if n := len(here.Ways); n > 1 {
		at := fmt.Sprintf("%d/%d ", e.List.At()+1, n)
		long, short = at+long, at+short
	}
	full := long
	if !way.Move.IsZero() {
		full += " " + here.State.Describe(way.Move)
	}
	if here.Partial {
		full += " " + caption.PartialWays
	}
	for _, text := range []string{full, long} {
		if screen.SentenceRows(look.Translate(text), g.Width()) <= g.Height()-1-e.Pointer.Bottom() {
			return text
		}
	}
	return short
}

// drawWays draws the list of ways beside the board, if there is room.
func (e *Explorer) drawWays(g *grid.Grid, look theme.Look) {
	x, y, h, ok := e.Pointer.Pane()
	if !ok {
		return
	}
	g.Fill(x, y, 1, h, look.Box.V, look.Border)
	pane := g.Part(x-1, 0, g.Width()-x+1, g.Height())
	pane.Put(4, y, "move   plays  mean  won", look.Faint)
	e.List.DrawRows(&pane, look, y+1, h-1, func(i int) string {
		w := e.walk.Here().Ways[i]
		return fmt.Sprintf("%-6s %5d %5.1f %4d", caption.WayTo(w), w.Players, w.Mean(), w.Won)
	})
	g.Cursor.X, g.Cursor.Y = x-1+pane.Cursor.X, pane.Cursor.Y
}
