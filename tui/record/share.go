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
	env    *screen.Env
	game   engine.Game
	read   func() (arcade.Result, error) // the result, with its moves
	lines  []string                      // nil until they are made
	pasted string                        // with squares for chats
	said   string
	err    string
}

// NewShare returns the result of a daily as text to paste. read returns it, and may wait.
func NewShare(env *screen.Env, g engine.Game, read func() (arcade.Result, error)) *Share {
	return &Share{env: env, game: g, read: read}
}

// Init implements Screen. It replays the round in a command: it may be long.
func (s *Share) Init() tea.Cmd {
	return screen.Ask(s, func() func() tea.Cmd {
		lines, pasted, err := s.make()
		return func() tea.Cmd {
			if s.lines, s.pasted = lines, strings.Join(pasted, "\n"); err != nil {
				s.err = caption.Sentence(err.Error())
			}
			return nil
		}
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
	if s.env.Events != nil {
		status, err := s.env.Events.Daily(r.Record.Game, day)
		if err != nil {
			return nil, nil, err
		}
		streak = status.Streak
	}
	if lines, err = caption.Daily(s.game, day, r, streak, s.env.Command, caption.Letters); err != nil {
		return nil, nil, err
	}
	pasted, err = caption.Daily(s.game, day, r, streak, s.env.Command, caption.Emoji)
	return lines, pasted, err
}

// Update implements Screen.
func (s *Share) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		s.said = ""
		return widget.Press(s.Bindings(), msg.String(), nil)
	}
	return nil
}

// Bindings implements Screen.
func (s *Share) Bindings() []widget.Binding {
	return []widget.Binding{
		{Keys: "y", Does: "copy it to the clipboard, with coloured squares", Hint: "copy", Off: s.lines == nil, Do: func() tea.Cmd {
			s.said = s.env.SentToClipboard("with coloured squares")
			text := s.pasted
			return func() tea.Msg { return screen.Copy(text) }
		}},
		screen.KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: s.env.Back},
	}
}

// Draw implements Screen.
func (s *Share) Draw(g *grid.Grid, look theme.Look) {
	screen.DrawTitle(g, look, "To paste", "")
	for i, line := range s.lines {
		g.Put(0, 2+i, look.Translate(line), look.Text)
	}
	switch {
	case s.err != "":
		screen.DrawSentence(g, look.Translate(s.err), look.Refused)
	case s.said != "":
		screen.DrawSentence(g, look.Translate(s.said), look.Good)
	case s.lines == nil:
		screen.DrawSentence(g, look.Translate("Looking ..."), look.Faint)
	default:
		screen.DrawSentence(g, look.Translate("A sign for each foundation: # complete, + begun, . empty. Nothing gives the deal away: select it with the mouse, or y copies it."), look.Faint)
	}
}

// mayShare returns why a result is not one to paste, "" if it is.
func mayShare(games engine.Library, r arcade.Result) string {
	if _, ok := r.Event.Day(); !ok {
		return "Only the result of a daily is there to paste."
	}
	if _, ok := games.Find(r.Record.Game); !ok {
		return "The rules of this game are not known here."
	}
	return ""
}
