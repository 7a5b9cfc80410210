package tui

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// The lobby is the menu of games.
type lobby struct {
	env       *Env
	at        int // the selected one of those that show
	standings map[string]standing
	err       string
	typed     typed
	visiting  bool   // a table is about to open
	outdated  *visit // an open round that cannot go on, until the player has said what becomes of it
	search    string // what names must contain to show
	favorites bool   // only favourites show
}

// Typed is what the lobby's line of text is for, while it is open.
type typed struct {
	what typing
	text string
}

type typing uint8

const (
	noText typing = iota
	dealCode
	searchText
)

func newLobby(env *Env) *lobby { return &lobby{env: env, standings: map[string]standing{}} }

// Init reads all standings anew.
func (l *lobby) Init() tea.Cmd {
	env := l.env
	return func() tea.Msg {
		all, err := standings(env)
		return standingsMsg{l, all, err}
	}
}

func (l *lobby) typing() bool { return l.typed.what != noText }

// games are those that show, in the menu's order.
func (l *lobby) games() []engine.Game {
	var games []engine.Game
	for _, g := range l.env.Games {
		if l.shows(g.Info()) {
			games = append(games, g)
		}
	}
	return games
}

// shows tells whether a game is among those looked for.
func (l *lobby) shows(info engine.Info) bool {
	if l.favorites && !l.env.settings.favorite(info.ID) {
		return false
	}
	names := append([]string{info.Name, info.Family, info.Author, info.ID}, info.Aliases...)
	return slices.ContainsFunc(names, func(n string) bool {
		return strings.Contains(strings.ToLower(n), strings.ToLower(l.search))
	})
}

// game is the selected one, if any shows.
func (l *lobby) game() (engine.Game, bool) {
	games := l.games()
	if len(games) == 0 {
		return nil, false
	}
	l.at = min(l.at, len(games)-1)
	return games[l.at], true
}

// Update implements Screen.
func (l *lobby) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case standingsMsg:
		if msg.lobby == l {
			maps.Copy(l.standings, msg.standings)
			if msg.err != nil {
				l.err = sentence(msg.err.Error())
			}
		}
	case visitMsg:
		if msg.lobby == l {
			return l.arrive(visit(msg))
		}
	case tea.KeyPressMsg:
		if l.typing() {
			return l.letter(msg)
		}
		return l.key(msg.String())
	case tea.PasteMsg:
		l.append(msg.Content)
	}
	return nil
}

func (l *lobby) key(key string) tea.Cmd {
	if l.outdated != nil {
		if key == "y" {
			return l.retire()
		}
		l.outdated, l.err = nil, ""
	}
	n := max(len(l.games()), 1)
	switch key {
	case "up", "k":
		l.at = (l.at + n - 1) % n
	case "down", "j":
		l.at = (l.at + 1) % n
	case "home":
		l.at = 0
	case "end":
		l.at = n - 1
	case "/":
		l.typed = typed{searchText, l.search}
	case "F":
		l.favorites, l.at = !l.favorites, 0
	case "esc":
		l.search, l.favorites, l.err = "", false, ""
	case "H":
		return open(newHistory(l.env))
	case "P":
		return open(newStats(l.env))
	case "q", "ctrl+c":
		return back
	default:
		return l.choose(key)
	}
	return nil
}

// choose is a key for the selected game.
func (l *lobby) choose(key string) tea.Cmd {
	g, ok := l.game()
	if !ok || l.visiting {
		return nil
	}
	switch key {
	case "enter", "space":
		return l.visit(g, "")
	case "c":
		return l.resume()
	case "R":
		games := l.games()
		l.at = rand.IntN(len(games))
		return l.visit(games[l.at], "")
	case "d":
		l.typed, l.err = typed{what: dealCode}, ""
	case "f":
		l.env.settings.toggleFavorite(g.Info().ID)
		return l.env.keep()
	case "L":
		return open(newLearn(l.env, g))
	case "f1", "i":
		return open(newRules(g))
	}
	return nil
}

// resume goes on with the round that was dealt last.
func (l *lobby) resume() tea.Cmd {
	var last engine.Game
	for _, g := range l.env.Games {
		s := l.standings[g.Info().ID]
		if s.open && (last == nil || s.saved.Started > l.standings[last.Info().ID].saved.Started) {
			last = g
		}
	}
	if last == nil {
		l.err = "No game is open."
		return nil
	}
	return l.visit(last, "")
}

// letter takes a key while text is typed.
func (l *lobby) letter(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "esc", "ctrl+c":
		if l.typed.what == searchText {
			l.search = ""
		}
		l.typed = typed{}
	case "enter":
		return l.entered()
	case "backspace":
		if n := len(l.typed.text); n > 0 {
			l.typed.text = l.typed.text[:n-1]
		}
		l.append("")
	default:
		l.append(msg.Text)
	}
	return nil
}

// append adds what can stand in the text that is typed: letters and digits, and
// in a search also what names have between them.
func (l *lobby) append(text string) {
	for _, r := range text {
		letter := r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
		if len(l.typed.text) < engine.CodeMax && (letter || l.typed.what == searchText && strings.ContainsRune(" -()", r)) {
			l.typed.text += string(r)
		}
	}
	switch l.typed.what {
	case dealCode:
		l.typed.text = strings.ToUpper(l.typed.text)
	case searchText:
		l.search, l.at = l.typed.text, 0
	}
}

// entered takes the text as it is.
func (l *lobby) entered() tea.Cmd {
	g, ok := l.game()
	if l.typed.what == searchText || !ok {
		l.typed = typed{}
		return nil
	}
	code, err := engine.ParseCode(l.typed.text)
	if err != nil {
		l.err = sentence(err.Error())
		return nil
	}
	l.typed = typed{}
	return l.visit(g, code)
}

// Draw implements Screen.
func (l *lobby) Draw(g *grid.Grid, look theme.Look) {
	title(g, look, "Boardwalk Arcade", l.env.Player)
	games := l.games()
	y, family := 1, ""
	for i, game := range games {
		info := game.Info()
		if info.Family != family && g.Height() >= 20 {
			g.Put(2, y+1, info.Family, look.Faint)
			y += 2
		}
		family = info.Family
		l.line(g, y, i, info, look)
		y++
	}
	if game, ok := l.game(); ok {
		info := game.Info()
		about := look.Words(info.Summary + " By " + info.Author + ".")
		for i, line := range strings.Split(ansi.Wordwrap(about, g.Width()-6, ""), "\n") {
			g.Put(4, y+1+i, line, look.Text)
		}
	} else {
		g.Put(4, 2, "No game is called that. Esc shows all.", look.Text)
	}
	l.message(g, look)
	keyLine(g, look, Key{"Enter", "play"}, Key{"L", "learn"}, Key{"F1", "rules"}, Key{"H", "history"},
		Key{"P", "statistics"}, Key{"S", "settings"}, Key{"?", "keys"}, Key{"q", "leave"})
}

// line draws one game: its name, what is open and the best result.
func (l *lobby) line(g *grid.Grid, y, i int, info engine.Info, look theme.Look) {
	style := look.Text
	if i == l.at {
		style = look.Cursor
		g.Put(2, y, ">", style)
		g.Cursor.X, g.Cursor.Y = 2, y
	}
	if l.env.settings.favorite(info.ID) {
		g.Put(3, y, "*", look.Warn)
	}
	g.Put(4, y, info.Name, style)
	s, known := l.standings[info.ID]
	x := 26
	switch {
	case s.open:
		g.Put(x, y, cut(fmt.Sprintf("continue at move %d", len(s.saved.Record.Moves)), g.Width()-x), look.Good)
	case known && !s.played && info.ID == l.env.Games[0].Info().ID:
		g.Put(x, y, cut("new here? begin with this one", g.Width()-x), look.Good)
	}
	if s.played && g.Width() >= 60 {
		best := fmt.Sprintf("best %d/%d in %s", s.best.Score.Points, s.best.Score.Max, clock(s.best.Millis))
		if s.best.Score.Won {
			best += ", won"
		}
		g.Put(g.Width()-2-width(best), y, best, look.Faint)
	}
}

func (l *lobby) message(g *grid.Grid, look theme.Look) {
	prompts := map[typing]string{dealCode: "Deal code (a chosen deal is practice): ", searchText: "Search: "}
	y := g.Height() - 2
	if l.typing() {
		x := g.Put(2, y, cut(prompts[l.typed.what], g.Width()-14), look.Warn)
		x = g.Put(x, y, l.typed.text, look.Text)
		g.Cursor = grid.Cursor{X: x, Y: y, Visible: true}
		y--
	}
	if l.err != "" && !l.typing() {
		words(g, look.Words(l.err), look.Refused)
	} else if l.err != "" {
		g.Put(2, y, cut(look.Words(l.err), g.Width()-4), look.Refused)
	}
}

// Keys implements Screen.
func (l *lobby) Keys() []Key {
	return []Key{
		{"up down, j k", "choose a game; Home and End: the first, the last"},
		{"Enter, space", "play it, or go on with the open game"},
		{"c", "go on with the game that was dealt last"},
		{"R", "play a game picked at random"},
		{"d", "play the deal of a code, as practice"},
		{"F1, i", "its rules"},
		{"L", "learn it: first steps, strategy, words"},
		{"/", "search by name, older names too; Esc shows all"},
		{"f, F", "make it a favourite; show favourites only"},
		{"H, P", "your history, your statistics"},
		{"q, Ctrl-C", "leave the arcade"},
	}
}
