package tui

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A watchScreen shows somebody's table as its player sees it, as long as the
// round goes on.
type watchScreen struct {
	env        *Env
	table      arcade.LiveTable // as it was in the list
	ctx        context.Context
	cancel     func()                      // ends the watch
	watchAsked bool                        // the watch has been asked for
	watch      arcade.Watch[*arcade.Scene] // nil until it has begun
	scene      *arcade.Scene               // the newest, nil until the first one arrives
	ended      bool                        // nothing more will come
	err        string                      // why there is nothing to see
	pointer    pointer
}

// watchMsg brings the watch that a screen has asked for, and sceneMsg a scene, nil if no
// more will come. nextSceneMsg lets the screen wait for the next scene.
type (
	watchMsg struct {
		screen *watchScreen
		watch  arcade.Watch[*arcade.Scene]
		err    error
	}
	sceneMsg struct {
		screen *watchScreen
		scene  *arcade.Scene
	}
	nextSceneMsg struct{ screen *watchScreen }
)

// scenePause is the minimum time between two scenes. The player may be a program, and
// whatever it does is drawn for everyone who watches.
const scenePause = 100 * time.Millisecond

func newWatchScreen(env *Env, table arcade.LiveTable) *watchScreen {
	w := &watchScreen{env: env, table: table}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w
}

// isWatching reports whether a screen waits for what others do.
func isWatching(s Screen) bool {
	switch s := s.(type) {
	case *watchScreen:
		return !s.ended
	case *raceScreen:
		return s.waits()
	}
	return false
}

// Init implements Screen.
func (w *watchScreen) Init() tea.Cmd {
	if w.watchAsked {
		return nil // it keeps watching while other screens cover it
	}
	w.watchAsked = true
	spectators, ctx, number := w.env.Spectators, w.ctx, w.table.Number
	return func() tea.Msg {
		watch, err := spectators.Watch(ctx, number)
		return watchMsg{w, watch, err}
	}
}

// onClose implements closer.
func (w *watchScreen) onClose() { w.cancel() }

// Update implements Screen.
func (w *watchScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case watchMsg:
		if msg.screen == w {
			return w.startWatch(msg)
		}
	case sceneMsg:
		if msg.screen == w {
			return w.apply(msg.scene)
		}
	case nextSceneMsg:
		if msg.screen == w {
			return w.wait()
		}
	case tea.KeyPressMsg:
		return w.key(msg.String())
	}
	return nil
}

// startWatch waits for the first scene.
func (w *watchScreen) startWatch(msg watchMsg) tea.Cmd {
	if msg.err != nil {
		w.ended, w.err = true, sentence(msg.err.Error())
		return nil
	}
	w.watch = msg.watch
	return w.wait()
}

// wait waits for the next scene.
func (w *watchScreen) wait() tea.Cmd {
	watch := w.watch
	return func() tea.Msg {
		scene, _ := watch.Next()
		return sceneMsg{w, scene} // nil after the last one
	}
}

// apply shows a scene. The last one stays.
func (w *watchScreen) apply(s *arcade.Scene) tea.Cmd {
	if s == nil {
		w.ended = true
		return nil
	}
	w.scene, w.ended = s, s.Final
	w.pointer.show(s.Board)
	if w.ended {
		return nil
	}
	return w.env.Tick(scenePause, func(time.Time) tea.Msg { return nextSceneMsg{w} })
}

// bindings returns what the keys do. Once nothing more comes, every key that does nothing
// else goes back.
func (w *watchScreen) bindings() []widget.Binding {
	stop := "stop watching"
	if w.ended {
		stop = "back"
	}
	return []widget.Binding{
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "stop watching; once nothing more comes, any key does", Hint: stop, Do: goBack},
		{Keys: "F1, i", Does: "the rules of this game", Hint: "rules", Do: func() tea.Cmd {
			g, ok := w.env.Games.Find(w.game())
			if !ok {
				return nil
			}
			return open(w.env.newRules(g))
		}},
		keysHint,
	}
}

func (w *watchScreen) key(key string) tea.Cmd {
	if _, ok := widget.Find(w.bindings(), key); !ok && w.ended {
		return back
	}
	return widget.Press(w.bindings(), key, nil)
}

// game returns the ID of the game that is watched. The player may have begun another one
// since the list was read.
func (w *watchScreen) game() string {
	if w.scene != nil {
		return w.scene.Game
	}
	return w.table.Game
}

// Draw implements Screen.
func (w *watchScreen) Draw(g *grid.Grid, look theme.Look) {
	game := w.env.Games.Name(w.game())
	names := []string{w.table.Player + " plays " + game, w.table.Player + ": " + game, w.table.Player}
	if w.table.Own {
		names = []string{"You play " + game + " elsewhere", "You: " + game}
	}
	text, style := w.line(look)
	if w.scene == nil {
		heading(g, look, names, []string{""})
		drawSentence(g, look.Translate(text), style)
		return
	}
	heading(g, look, names, []string{
		fmt.Sprintf("points %d/%d", w.scene.Score.Points, w.scene.Score.Max), fmt.Sprintf("moves %d", w.scene.Moves),
	})
	w.pointer.drawShown(g, board.Overlay{}, look, text, style)
}

// line returns the line below the board: how the game stands, or the last move.
func (w *watchScreen) line(look theme.Look) (string, grid.Style) {
	const back = " Any key goes back."
	switch {
	case w.err != "":
		return w.err + back, look.Refused
	case w.scene == nil && !w.ended:
		return "Looking ...", look.Faint
	case w.scene != nil && w.scene.Final:
		return headline(w.scene) + back, look.Good
	case w.ended:
		return "There is no more to see here." + back, look.Warn
	case w.scene.Over:
		return fmt.Sprintf("Nothing is left to play, with %s.", plural(w.scene.Score.Points, "point")), look.Text
	}
	return w.scene.Told, look.Text
}

// headline returns how a round ended, and its points.
func headline(s *arcade.Scene) string {
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
func (w *watchScreen) Hints() []Key { return hintsOf(w.bindings(), "F1", "?") }

// Keys implements Screen.
func (w *watchScreen) Keys() []Key { return keysOf(w.bindings()) }

// legend implements legended.
func (w *watchScreen) legend(look theme.Look) []Key { return boardLegend(look, w.pointer.board) }
