package tui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A replay walks through the states of a result.
type replay struct {
	env     *Env
	game    engine.Game
	result  engine.Result
	states  []engine.State // one more than there are moves
	at      int            // the state shown
	running int            // counts starts and stops: even while it stands still
}

// stepMsg moves a running replay on.
type stepMsg struct {
	replay  *replay
	running int
}

func newReplay(env *Env, g engine.Game, r engine.Result, states []engine.State) *replay {
	return &replay{env: env, game: g, result: r, states: states}
}

// Init implements Screen.
func (r *replay) Init() tea.Cmd { return nil }

// Update implements Screen.
func (r *replay) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case stepMsg:
		if msg.replay != r || msg.running != r.running {
			return nil
		}
		r.at++
		return r.run()
	case tea.KeyPressMsg:
		return r.key(msg.String())
	}
	return nil
}

func (r *replay) key(key string) tea.Cmd {
	last := len(r.states) - 1
	running := r.running%2 == 1
	if running {
		r.running++ // any key stops it
	}
	switch key {
	case "right", "l", "enter":
		r.at = min(r.at+1, last)
	case "left", "h":
		r.at = max(r.at-1, 0)
	case "pgdown":
		r.at = min(r.at+10, last)
	case "pgup":
		r.at = max(r.at-10, 0)
	case "home":
		r.at = 0
	case "end":
		r.at = last
	case "space":
		if running {
			return nil
		}
		if r.at == last {
			r.at = 0
		}
		r.running++
		return r.run()
	case "f1", "i":
		return open(newRules(r.game))
	case "q", "esc", "ctrl+c":
		return back
	}
	return nil
}

// run sends the next step, or stops at the end.
func (r *replay) run() tea.Cmd {
	if r.at >= len(r.states)-1 {
		r.running++
		return nil
	}
	step := stepMsg{r, r.running}
	return r.env.Tick(700*time.Millisecond, func(time.Time) tea.Msg { return step })
}

// Draw implements Screen.
func (r *replay) Draw(g *grid.Grid, look theme.Look) {
	state := r.states[r.at]
	b, score := state.Board(), state.Score()
	title(g, look, r.game.Info().Name+", replay",
		fmt.Sprintf("deal %s  points %d/%d  move %d of %d", r.result.Record.Code, score.Points, score.Max, r.at, len(r.states)-1))
	layout := board.Fit(b, g.Width()-2, g.Height()-3-len(b.Notes))
	var overlay board.Overlay
	text := "The end."
	if r.at < len(r.states)-1 {
		overlay.Move = r.result.Record.Moves[r.at]
		text = state.Describe(overlay.Move)
	}
	layout.Draw(g, max((g.Width()-layout.Width)/2-1, 0), 1, b, overlay, look)
	for i, note := range b.Notes {
		g.Put(2, g.Height()-2-len(b.Notes)+i, cut(look.Words(note), g.Width()-4), look.Text)
	}
	words(g, look.Words(text), look.Text)
	keyLine(g, look, Key{"left/right", "a move"}, Key{"space", "run, stop"}, Key{"Home/End", "ends"}, Key{"q", "back"})
}

// Keys implements Screen.
func (r *replay) Keys() []Key {
	return []Key{
		{"left right, h l", "a move back, a move on"},
		{"PgUp, PgDn", "ten moves"},
		{"Home, End", "the deal, the end"},
		{"space", "run; any key stops"},
		{"F1, i", "the rules of this game"},
		{"q, Esc", "back"},
	}
}
