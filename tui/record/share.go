package record

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Share shows the result of a daily as text to paste, without a frame, so that it can
// be selected with the mouse.
type Share struct {
	screen.Base
	game   engine.Game
	read   func() (arcade.Result, error) // the result, with its moves
	lines  []string                      // nil until they are made
	pasted string                        // with squares for chats
}

// NewShare returns the result of a daily as text to paste. read returns it, and may wait.
func NewShare(env *screen.Env, g engine.Game, read func() (arcade.Result, error)) *Share {
	s := &Share{game: g, read: read}
	s.Setup(env, s)
	return s
}

// Init implements Screen. It replays the round in a command: it may be long.
func (s *Share) Init() tea.Cmd {
	return screen.Ask(s, func() func() tea.Cmd {
		lines, pasted, err := s.make()
		return widget.Just(func() {
			s.lines, s.pasted = lines, strings.Join(pasted, "\n")
			s.Fails(err)
		})
	})
}

// make reads the result and returns the text, with letters and with squares. It waits.
func (s *Share) make() (lines, pasted []string, err error) {
	r, err := s.read()
	if err != nil {
		return nil, nil, err
	}
	day, _ := r.Event.Day()
	streak := 0
	if s.Env.Events != nil {
		status, err := s.Env.Events.Daily(r.Record.Game, day)
		if err != nil {
			return nil, nil, err
		}
		streak = status.Streak
	}
	if lines, err = caption.Daily(s.game, day, r, streak, s.Env.Command, caption.Letters); err != nil {
		return nil, nil, err
	}
	pasted, err = caption.Daily(s.game, day, r, streak, s.Env.Command, caption.Emoji)
	return lines, pasted, err
}

// Bindings implements Screen.
func (s *Share) Bindings() []widget.Binding {
	return append([]widget.Binding{
		{Keys: "y", Does: "copy it to the clipboard, with coloured squares", Hint: "copy", Off: s.lines == nil, Do: func() tea.Cmd {
			s.Say("%s", s.Env.SentToClipboard("with coloured squares"))
			text := s.pasted
			return func() tea.Msg { return screen.Copy(text) }
		}},
	}, s.Env.Tail("", "back")...)
}

// Draw implements Screen.
func (s *Share) Draw(g *grid.Grid, look theme.Look) {
	screen.DrawTitle(g, look, "To paste", "")
	for i, line := range s.lines {
		g.Put(0, 2+i, look.Translate(line), look.Text)
	}
	text := "A sign for each foundation: # complete, + begun, . empty. Nothing gives the deal away: select it with the mouse, or y copies it."
	if s.lines == nil {
		text = "Looking ..."
	}
	text, style := s.Says(look, text, look.Faint)
	s.DrawFoot(g, look, text, style)
}

// mayShare returns why a result is not one to paste, "" if it is.
func mayShare(games engine.Library, r arcade.Result) string {
	if _, ok := r.Event.Day(); !ok {
		return "Only the result of a daily can be pasted."
	}
	if _, ok := games.Find(r.Record.Game); !ok {
		return caption.NoRules
	}
	return ""
}
