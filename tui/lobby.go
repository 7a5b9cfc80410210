package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// The lobby is the menu of games.
type lobby struct {
	env   *Env
	at    int // the selected game
	lines map[string]standing
	err   string
	code  *string // the deal code while it is typed, else nil
}

// A standing is what the lobby shows beside a game.
type standing struct {
	saved  engine.Saved
	open   bool
	best   engine.Result
	played bool
}

// standingsMsg brings what was read from the store for one lobby.
type standingsMsg struct {
	lobby *lobby
	lines map[string]standing
	err   error
}

func newLobby(env *Env) *lobby { return &lobby{env: env, lines: map[string]standing{}} }

// Init reads all standings anew.
func (l *lobby) Init() tea.Cmd {
	env := l.env
	return func() tea.Msg {
		lines, err := standings(env)
		return standingsMsg{l, lines, err}
	}
}

// standings reads what is open and best. A game that was over when its session
// was cut off is finished first.
func standings(env *Env) (map[string]standing, error) {
	lines := make(map[string]standing, len(env.Games))
	for _, g := range env.Games {
		var s standing
		var err error
		id := g.Info().ID
		if s.saved, s.open, err = env.Store.Saved(id); err != nil {
			return lines, err
		}
		if s.open {
			if r, err := engine.Resume(g, s.saved); err == nil && r.State().Over() {
				if _, err := env.Store.Finish(result(r, s.saved, env.Now())); err != nil {
					return lines, err
				}
				s.saved, s.open = engine.Saved{}, false
			}
		}
		if s.best, s.played, err = env.Store.Best(id, engine.Counted); err != nil {
			return lines, err
		}
		lines[id] = s
	}
	return lines, nil
}

func (l *lobby) typing() bool { return l.code != nil }

// Update implements Screen.
func (l *lobby) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case standingsMsg:
		if msg.lobby == l {
			l.lines, l.err = msg.lines, ""
			if msg.err != nil {
				l.err = msg.err.Error()
			}
		}
	case tea.KeyPressMsg:
		if l.code != nil {
			return l.typed(msg)
		}
		return l.key(msg.String())
	case tea.PasteMsg:
		if l.code != nil {
			l.append(msg.Content)
		}
	}
	return nil
}

func (l *lobby) key(key string) tea.Cmd {
	n := len(l.env.Games)
	switch key {
	case "up", "k":
		l.at = (l.at + n - 1) % n
	case "down", "j":
		l.at = (l.at + 1) % n
	case "home":
		l.at = 0
	case "end":
		l.at = n - 1
	case "enter", "space":
		return l.play()
	case "d":
		l.code, l.err = new(string), ""
	case "H":
		return open(newHistory(l.env))
	case "f1", "i":
		return open(newRules(l.game()))
	case "q", "ctrl+c":
		return back
	}
	return nil
}

func (l *lobby) game() engine.Game { return l.env.Games[l.at] }

// play goes on with the open game, or deals a fresh one.
func (l *lobby) play() tea.Cmd {
	line := l.lines[l.game().Info().ID]
	if !line.open {
		return open(newTable(l.env, l.game(), l.env.Deal(), false))
	}
	t, err := resumeTable(l.env, l.game(), line.saved)
	if err != nil {
		l.err = fmt.Sprintf("The open game cannot be replayed (%v). Type d and a deal to begin another.", err)
		return nil
	}
	return open(t)
}

// typed takes a key while the deal code is typed.
func (l *lobby) typed(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "esc", "ctrl+c":
		l.code = nil
		return nil
	case "enter":
		code, err := engine.ParseCode(*l.code)
		if err != nil {
			l.err = sentence(err.Error())
			return nil
		}
		l.code, l.err = nil, ""
		if l.lines[l.game().Info().ID].open {
			l.err = "Finish or leave the open game of " + l.game().Info().Name + " first: Enter goes on with it, n there gives it up."
			return nil
		}
		return open(newTable(l.env, l.game(), code, true))
	}
	if msg.String() == "backspace" && *l.code != "" {
		*l.code = (*l.code)[:len(*l.code)-1]
	}
	l.append(msg.Text)
	return nil
}

// append adds what can stand in a deal code to the one that is typed.
func (l *lobby) append(text string) {
	for _, r := range strings.ToUpper(text) {
		if (r >= 'A' && r <= 'Z' || r >= '0' && r <= '9') && len(*l.code) < engine.CodeMax {
			*l.code += string(r)
		}
	}
}

// sentence is an error's text as one.
func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// Draw implements Screen.
func (l *lobby) Draw(g *grid.Grid, look theme.Look) {
	title(g, look, "Boardwalk Arcade", l.env.Player)
	y, family := 1, ""
	for i, game := range l.env.Games {
		info := game.Info()
		if info.Family != family && g.Height() >= 20 {
			g.Put(2, y+1, info.Family, look.Faint)
			y += 2
		}
		family = info.Family
		l.line(g, y, i, info, look)
		y++
	}
	info := l.game().Info()
	y++
	g.Put(4, y, cut(look.Words(info.Summary), g.Width()-6), look.Text)
	g.Put(4, y+1, cut("By "+info.Author+".", g.Width()-6), look.Faint)
	l.message(g, look)
	keyLine(g, look, Key{"Enter", "play"}, Key{"up/down", "choose"}, Key{"F1", "rules"}, Key{"d", "deal by code"},
		Key{"H", "history"}, Key{"?", "keys"}, Key{"q", "leave"})
}

// line draws one game: its name, what is open and the best result.
func (l *lobby) line(g *grid.Grid, y, i int, info engine.Info, look theme.Look) {
	style := look.Text
	if i == l.at {
		style = look.Cursor
		g.Put(2, y, ">", style)
		g.Cursor.X, g.Cursor.Y = 2, y
	}
	g.Put(4, y, info.Name, style)
	s, known := l.lines[info.ID]
	x := 26
	switch {
	case s.open:
		g.Put(x, y, cut(fmt.Sprintf("continue at move %d", len(s.saved.Record.Moves)), g.Width()-x), look.Good)
	case known && !s.played && i == 0:
		g.Put(x, y, cut("new here? begin with this one", g.Width()-x), look.Good)
	}
	if s.played {
		best := fmt.Sprintf("best %d/%d in %s", s.best.Score.Points, s.best.Score.Max, clock(s.best.Millis))
		if s.best.Score.Won {
			best += ", won"
		}
		if g.Width() >= 60 {
			g.Put(g.Width()-2-width(best), y, best, look.Faint)
		}
	}
}

func (l *lobby) message(g *grid.Grid, look theme.Look) {
	y := g.Height() - 2
	if l.code != nil {
		x := g.Put(2, y, "Deal code (a chosen deal is practice): ", look.Warn)
		x = g.Put(x, y, *l.code, look.Text)
		g.Cursor = grid.Cursor{X: x, Y: y, Visible: true}
		y--
	}
	g.Put(2, y, cut(l.err, g.Width()-4), look.Refused)
}

// Keys implements Screen.
func (l *lobby) Keys() []Key {
	return []Key{
		{"up down, j k", "choose a game"},
		{"Home End", "the first, the last"},
		{"Enter, space", "play it, or go on with the open game"},
		{"F1, i", "its rules"},
		{"d", "play the deal of a code, as practice"},
		{"H", "your history"},
		{"q, Ctrl-C", "leave the arcade"},
	}
}
