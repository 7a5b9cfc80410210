package tui

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/play"
)

// The lobby is the menu of games.
type lobby struct {
	env       *Env
	at        int // index of the selected game among those that show
	summaries map[string]gameSummary
	err       string
	prompt    prompt
	visiting  *play.Saver // of the table that is about to open, nil if none is
	outdated  *visit      // an open round that cannot go on, until the player has decided about it
	agenda    agenda
	search    string // a game shows if one of its names contains this
	favorites bool   // only favourites show
	rows      rows
	keys      spots // of the welcome
}

// prompt is the text being typed in the lobby, and what it is for.
type prompt struct {
	kind promptKind
	text string
}

type promptKind uint8

const (
	noPrompt promptKind = iota
	dealCode
	searchText
)

func newLobby(env *Env) *lobby { return &lobby{env: env, summaries: map[string]gameSummary{}} }

// Init reads all summaries again.
func (l *lobby) Init() tea.Cmd {
	env := l.env
	return tea.Batch(l.readAgenda(), func() tea.Msg {
		all, err := gameSummaries(env)
		return summariesMsg{l, all, err}
	})
}

func (l *lobby) typing() bool { return l.prompt.kind != noPrompt }

func (l *lobby) busy() bool { return l.visiting != nil }

// games returns the games that show, in the menu's order.
func (l *lobby) games() engine.Catalog {
	var games engine.Catalog
	for _, g := range l.env.Games {
		if l.shows(g.Info()) {
			games = append(games, g)
		}
	}
	return games
}

// shows reports whether a game matches the search and the favourites filter.
func (l *lobby) shows(info engine.Info) bool {
	if l.favorites && !l.env.settings.favorite(info.ID) {
		return false
	}
	if l.search == "" {
		return true
	}
	names := append([]string{info.Name, info.Family, info.Author, info.ID}, info.Aliases...)
	return slices.ContainsFunc(names, func(n string) bool {
		return strings.Contains(strings.ToLower(n), strings.ToLower(l.search))
	})
}

// game returns the selected game, if any shows.
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
	case summariesMsg:
		if msg.lobby == l {
			maps.Copy(l.summaries, msg.summaries)
			if msg.err != nil {
				l.err = sentence(msg.err.Error())
				return nil
			}
			return l.welcome()
		}
	case welcomeMsg:
		if msg.lobby == l {
			l.env.welcome = msg.welcome
		}
	case agendaMsg:
		if msg.lobby == l {
			l.agenda = msg.agenda
		}
	case playMsg:
		return l.play(msg)
	case visitMsg:
		if msg.lobby == l {
			return l.openTable(visit(msg))
		}
	case tea.KeyPressMsg:
		if l.typing() {
			return l.letter(msg)
		}
		return l.key(msg.String())
	case tea.MouseMsg:
		if !l.typing() && l.outdated == nil && l.rows.mouse(msg, &l.at, len(l.games())) {
			return l.choose("enter")
		}
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
		l.outdated = nil
	}
	l.err = ""
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
		l.prompt = prompt{searchText, l.search}
	case "F":
		l.favorites, l.at = !l.favorites, 0
	case "esc":
		l.search, l.favorites = "", false
	case "H":
		return open(newHistory(l.env))
	case "P":
		return open(newStats(l.env))
	case "B":
		return l.leaders()
	case "D":
		return l.daily()
	case "w":
		return l.watch()
	case "r":
		return l.race()
	case "K":
		if l.env.Accounts != nil {
			return open(newAccount(l.env))
		}
		l.err = noAccounts
	case "q", "ctrl+c":
		return back
	default:
		return l.choose(key)
	}
	return nil
}

// choose handles a key for the selected game.
func (l *lobby) choose(key string) tea.Cmd {
	g, ok := l.game()
	if !ok || l.busy() {
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
		l.prompt, l.err = prompt{kind: dealCode}, ""
	case "f":
		l.env.settings.toggleFavorite(g.Info().ID)
		return l.env.saveSettings()
	case "L":
		return open(newLearn(l.env, g))
	case "f1", "i":
		return open(l.env.newRules(g))
	}
	return nil
}

// letter handles a key while text is being typed.
func (l *lobby) letter(msg tea.KeyPressMsg) tea.Cmd {
	l.err = ""
	switch msg.String() {
	case "esc", "ctrl+c":
		if l.prompt.kind == searchText {
			l.search = ""
		}
		l.prompt = prompt{}
	case "enter":
		return l.submit()
	case "backspace":
		if n := len(l.prompt.text); n > 0 {
			l.prompt.text = l.prompt.text[:n-1]
		}
		l.append("")
	default:
		l.append(msg.Text)
	}
	return nil
}

// append adds the characters of text that may be typed: letters and digits, and in a
// search also the punctuation of names.
func (l *lobby) append(text string) {
	for _, r := range text {
		letter := r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
		if len(l.prompt.text) < engine.CodeMax && (letter || l.prompt.kind == searchText && strings.ContainsRune(" -()", r)) {
			l.prompt.text += string(r)
		}
	}
	switch l.prompt.kind {
	case dealCode:
		l.prompt.text = strings.ToUpper(l.prompt.text)
	case searchText:
		l.search, l.at = l.prompt.text, 0
	}
}

// submit submits the typed text.
func (l *lobby) submit() tea.Cmd {
	g, ok := l.game()
	switch {
	case l.prompt.kind == searchText && !ok:
		l.err = "No game shown here has that name: Backspace corrects, Esc shows all."
		return nil
	case l.prompt.kind == searchText, !ok:
		l.prompt = prompt{}
		return nil
	}
	code, err := engine.ParseCode(l.prompt.text)
	if err != nil {
		l.err = sentence(err.Error())
		return nil
	}
	l.prompt = prompt{}
	return l.visit(g, code)
}

// Keys implements Screen.
func (l *lobby) Keys() []Key {
	return []Key{
		{"up down, j k", "choose a game; Home and End: the first, the last"},
		{"Enter, space", "play it, or go on with the open game"},
		{"mouse", "a click chooses a game, another plays it"},
		{"c", "go on with the game that was dealt last"},
		{"R", "play a game picked at random"},
		{"d", "play the deal of a code, as practice"},
		{"F1, i", "its rules"},
		{"L", "learn it: first steps, strategy, words"},
		{"/", "search by name, older names too; Esc shows all"},
		{"f, F", "make it a favourite; show favourites only"},
		{"H, P", "your history, your statistics"},
		{"B", "leaderboards, of this game first"},
		{"D", "the daily: one deal of each game a day, the same for everyone"},
		{"w", "watch others play"},
		{"r", "race friends: open one, join one, your results"},
		{"K", "your account: nick, keys, link codes, privacy"},
		{"q, Ctrl-C", "leave the arcade"},
	}
}
