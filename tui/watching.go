package tui

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// The watching screen shows somebody's table as its player sees it, as long as the round
// goes on.
type watching struct {
	env     *Env
	table   LiveTable // as it was in the list
	life    context.Context
	end     func()        // ends the watch
	asked   bool          // the watch has been asked for
	watch   Watch[*Scene] // nil until it has begun
	scene   *Scene        // the newest, nil until the first one arrives
	over    bool          // nothing more will come
	err     string        // why there is nothing to see
	pointer pointer
}

// watchingMsg brings the watch that a screen has asked for, and sceneMsg a scene, nil if
// no more will come. onMsg lets the screen wait for the next scene.
type (
	watchingMsg struct {
		screen *watching
		watch  Watch[*Scene]
		err    error
	}
	sceneMsg struct {
		screen *watching
		scene  *Scene
	}
	onMsg struct{ screen *watching }
)

// scenePause is the minimum time between two scenes. The player may be a program, and
// whatever it does is drawn for everyone who watches.
const scenePause = 100 * time.Millisecond

func newWatching(env *Env, table LiveTable) *watching {
	w := &watching{env: env, table: table}
	w.life, w.end = context.WithCancel(context.Background())
	return w
}

// watches reports whether a screen waits for what others do.
func watches(s Screen) bool {
	switch s := s.(type) {
	case *watching:
		return !s.over
	case *room:
		return s.waits()
	}
	return false
}

// Init implements Screen.
func (w *watching) Init() tea.Cmd {
	if w.asked {
		return nil // it keeps watching while other screens cover it
	}
	w.asked = true
	company, life, number := w.env.Company, w.life, w.table.Number
	return func() tea.Msg {
		watch, err := company.Watch(life, number)
		return watchingMsg{w, watch, err}
	}
}

// left implements leaver.
func (w *watching) left() { w.end() }

// Update implements Screen.
func (w *watching) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case watchingMsg:
		if msg.screen == w {
			return w.begin(msg)
		}
	case sceneMsg:
		if msg.screen == w {
			return w.see(msg.scene)
		}
	case onMsg:
		if msg.screen == w {
			return w.wait()
		}
	case tea.KeyPressMsg:
		return w.key(msg.String())
	}
	return nil
}

// begin waits for the first scene.
func (w *watching) begin(msg watchingMsg) tea.Cmd {
	if msg.err != nil {
		w.over, w.err = true, sentence(msg.err.Error())
		return nil
	}
	w.watch = msg.watch
	return w.wait()
}

// wait waits for the next scene.
func (w *watching) wait() tea.Cmd {
	watch := w.watch
	return func() tea.Msg {
		scene, _ := watch.Next()
		return sceneMsg{w, scene} // nil after the last one
	}
}

// see shows a scene. The last one stays.
func (w *watching) see(s *Scene) tea.Cmd {
	if s == nil {
		w.over = true
		return nil
	}
	w.scene, w.over = s, s.Final
	w.pointer.show(s.Board)
	if w.over {
		return nil
	}
	return w.env.Tick(scenePause, func(time.Time) tea.Msg { return onMsg{w} })
}

func (w *watching) key(key string) tea.Cmd {
	switch key {
	case "f1", "i":
		if g, ok := engine.Find(w.env.Games, w.game()); ok {
			return open(w.env.newRules(g))
		}
	case "q", "esc", "ctrl+c":
		return back
	default:
		if w.over {
			return back
		}
	}
	return nil
}

// game returns the ID of the game that is watched. The player may have begun another one
// since the list was read.
func (w *watching) game() string {
	if w.scene != nil {
		return w.scene.Game
	}
	return w.table.Game
}

// Draw implements Screen.
func (w *watching) Draw(g *grid.Grid, look theme.Look) {
	game := gameName(w.env.Games, w.game())
	names := []string{w.table.Player + " plays " + game, w.table.Player + ": " + game, w.table.Player}
	if w.table.Own {
		names = []string{"You play " + game + " elsewhere", "You: " + game}
	}
	text, style := w.line(look)
	if w.scene == nil {
		headed(g, look, names, []string{""})
		words(g, look.Translate(text), style)
		return
	}
	headed(g, look, names, []string{
		fmt.Sprintf("points %d/%d", w.scene.Score.Points, w.scene.Score.Max), fmt.Sprintf("moves %d", w.scene.Moves),
	})
	w.pointer.drawShown(g, board.Overlay{}, look, text, style)
}

// line returns the line below the board: how the game stands, or the last move.
func (w *watching) line(look theme.Look) (string, grid.Style) {
	const back = " Any key goes back."
	switch {
	case w.err != "":
		return w.err + back, look.Refused
	case w.scene == nil && !w.over:
		return "Looking ...", look.Faint
	case w.scene != nil && w.scene.Final:
		return headline(w.scene) + back, look.Good
	case w.over:
		return "There is no more to see here." + back, look.Warn
	case w.scene.Over:
		return fmt.Sprintf("Nothing is left to play, with %s.", plural(w.scene.Score.Points, "point")), look.Text
	}
	return w.scene.Told, look.Text
}

// headline returns how a round ended, and its points.
func headline(s *Scene) string {
	how := "The game is over"
	switch {
	case s.Score.Perfect:
		how = "A perfect game"
	case s.Score.Won:
		how = "Won"
	}
	return fmt.Sprintf("%s: %d of %d points.", how, s.Score.Points, s.Score.Max)
}

// Hints implements Screen.
func (w *watching) Hints() []Key {
	stop := Key{"q", "stop watching"}
	if w.over {
		stop.Does = "back"
	}
	return []Key{{"F1", "rules"}, {"?", "keys"}, stop}
}

// Keys implements Screen.
func (w *watching) Keys() []Key {
	return []Key{
		{"q, Esc", "stop watching; once nothing more comes, any key does"},
		{"F1, i", "the rules of this game"},
	}
}

// legend implements explainer.
func (w *watching) legend(look theme.Look) []Key { return boardLegend(look, w.pointer.board) }
