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

// A Share shows the result of a daily as text to paste.
type Share struct {
	screen.Base
	game  engine.Game
	read  func() (arcade.Result, error) // the result, with its moves
	lines []string                      // nil until they are made
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
		lines, err := s.make()
		return widget.Just(func() {
			s.lines = lines
			s.Fails(err)
		})
	})
}

// make reads the result and returns the text. It waits.
func (s *Share) make() ([]string, error) {
	r, err := s.read()
	if err != nil {
		return nil, err
	}
	day, _ := r.Event.Day()
	streak := 0
	if s.Env.Events != nil {
		status, err := s.Env.Events.Daily(r.Record.Game, day)
		if err != nil {
			return nil, err
		}
		streak = status.Streak
	}
	return caption.Daily(s.game, day, r, streak, s.Env.Command)
}

// Bindings implements Screen.
func (s *Share) Bindings() []widget.Binding {
	return append([]widget.Binding{
		{Keys: "y", Does: "copy it to the clipboard", Hint: "copy", Off: s.lines == nil, Do: func() tea.Cmd {
			s.Say("%s", s.Env.SentToClipboard())
			text := strings.Join(s.lines, "\n")
			return func() tea.Msg { return screen.Copy(text) }
		}},
	}, s.Env.Tail("", "back")...)
}

// Draw implements Screen.
func (s *Share) Draw(g *grid.Grid, look *theme.Look) {
	screen.DrawTitle(g, look, "To paste", "")
	for i, line := range s.lines {
		x := 0
		for _, r := range look.Translate(line) {
			sign, style := string(r), look.Text
			switch sign { // a square is two columns wide, and a cell is one
			case caption.Complete:
				sign, style = "██ ", look.Good
			case caption.Begun:
				sign, style = "▒▒ ", look.Warn
			case caption.Empty:
				sign, style = "░░ ", look.Faint
			}
			g.Put(x, 2+i, sign, style)
			x += screen.Width(sign)
		}
	}
	squares := strings.NewReplacer(caption.Complete, "██", caption.Begun, "▒▒", caption.Empty, "░░")
	text := squares.Replace(look.Translate("Each square is a foundation: 🟩 complete, 🟨 begun, ⬛ empty. It shows no card. y copies it."))
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
