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
	"boardwalk/engine/arcade"
	"boardwalk/tui/grid"
	"boardwalk/tui/play"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// The lobby is the menu of games.
type lobby struct {
	env       *Env
	list      widget.List // of the games that show
	summaries map[string]gameSummary
	err       string
	prompt    prompt
	visiting  *play.Saver // of the table that is about to open, nil if none is
	outdated  *visit      // an open round that cannot go on, until the player has decided about it
	agenda    agenda
	search    string // a game shows if one of its names contains this
	favorites bool   // only favourites show
	keys      spots  // of the welcome
}

// prompt is the text being typed in the lobby, and what it is for.
type prompt struct {
	kind promptKind
	line widget.Line
}

type promptKind uint8

const (
	noPrompt promptKind = iota
	dealCode
	searchText
)

func newLobby(env *Env) *lobby {
	return &lobby{env: env, summaries: map[string]gameSummary{}, list: widget.List{Wrap: true}}
}

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

// games returns the games that show, in the menu's order, and sizes the list for them.
func (l *lobby) games() engine.Catalog {
	var games engine.Catalog
	for _, g := range l.env.Games {
		if l.shows(g.Info()) {
			games = append(games, g)
		}
	}
	l.list.Resize(len(games))
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
	return games[l.list.At()], true
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
		if l.typing() && l.prompt.line.Key(msg) {
			l.typed()
		}
		return l.key(msg.String())
	case tea.MouseMsg:
		if !l.typing() && l.outdated == nil && l.list.Mouse(msg) && !l.busy() {
			return l.key("enter")
		}
	case tea.PasteMsg:
		if l.typing() {
			l.prompt.line.Insert(msg.Content)
			l.typed()
		}
	}
	return nil
}

// Bindings implements Screen.
func (l *lobby) Bindings() []widget.Binding {
	switch {
	case l.prompt.kind == dealCode:
		return []widget.Binding{
			{Keys: "Backspace", Hint: "back"},
			{Keys: "Enter", Hint: "play", Do: l.submitCode},
			{Keys: "Esc", Also: "Ctrl-C", Hint: "no deal", Do: func() tea.Cmd {
				l.prompt = prompt{}
				return nil
			}},
		}
	case l.prompt.kind == searchText:
		return []widget.Binding{
			{Keys: "Backspace", Hint: "back"},
			{Keys: "Enter", Hint: "done", Do: l.endSearch},
			{Keys: "Esc", Also: "Ctrl-C", Hint: "no search", Do: func() tea.Cmd {
				l.prompt, l.search = prompt{}, ""
				return nil
			}},
		}
	case l.outdated != nil:
		return []widget.Binding{{Keys: "y", Hint: "yes", Do: l.retire}, {Keys: "n", Hint: "no"}}
	}
	env := l.env
	g, ok := l.game()
	none := !ok // no game shows
	return []widget.Binding{
		l.list.UpDown("choose a game; Home and End: the first, the last", ""),
		{Keys: "Enter, space", Does: "play it, or go on with the open game", Hint: "play", Place: 1, Off: none, Do: func() tea.Cmd { return l.visit(g, "") }},
		{Keys: "mouse", Does: "a click chooses a game, another plays it"},
		{Keys: "c", Does: "go on with the game that was dealt last", Off: none, Do: l.resume},
		{Keys: "R", Does: "play a game picked at random", Off: none, Do: func() tea.Cmd {
			l.list.Choose(rand.IntN(l.list.Len()))
			g, _ := l.game()
			return l.visit(g, "")
		}},
		{Keys: "d", Does: "play the deal of a code, as practice", Off: none, Do: func() tea.Cmd {
			l.ask(dealCode, "")
			return nil
		}},
		{Keys: "F1, i", Does: "its rules", Hint: "rules", Place: 7, Off: none, Do: func() tea.Cmd { return open(env.newRules(g)) }},
		{Keys: "L", Does: "learn it: first steps, strategy, words", Hint: "learn", Place: 2, Off: none, Do: func() tea.Cmd { return open(newLearn(env, g)) }},
		{Keys: "/", Does: "search by name, older names too; Esc shows all", Do: func() tea.Cmd {
			l.ask(searchText, l.search)
			return nil
		}},
		{Keys: "Esc", Do: func() tea.Cmd {
			l.search, l.favorites = "", false
			return nil
		}},
		{Keys: "f, F", Does: "make it a favourite; show favourites only", DoKey: l.favorite},
		{Keys: "H", Hint: "history", Place: 6, Do: func() tea.Cmd { return open(newHistory(env)) }},
		{Keys: "P", Hint: "stats", Place: 9, Do: func() tea.Cmd { return open(newStats(env)) }},
		{Keys: "H, P", Does: "your history, your statistics"},
		{Keys: "B", Does: "leaderboards, of this game first", Hint: "boards", Place: 8, Off: none, Refusal: unless(env.Accounts != nil, noAccounts), Do: func() tea.Cmd {
			return open(newLeaders(env, g.Info().ID))
		}},
		{Keys: "D", Does: "the daily: one deal of each game a day, the same for everyone", Hint: "daily", Place: 3, Refusal: unless(env.Events != nil, noDailies), Do: func() tea.Cmd {
			return open(newDaily(env))
		}},
		{Keys: "w", Does: "watch others play", Hint: "watch", Place: 4, Refusal: unless(env.Spectators != nil, noSpectators), Do: func() tea.Cmd {
			return open(newTablesScreen(env))
		}},
		{Keys: "r", Does: "race friends: open one, join one, your results", Hint: "race", Place: 5, Off: none, Refusal: unless(env.Races != nil, noRaces), Do: func() tea.Cmd {
			return open(newRacesScreen(env, g))
		}},
		{Keys: "K", Does: "your account: nick, keys, link codes, privacy", Hint: "you", Place: 10, Refusal: unless(env.Accounts != nil, noAccounts), Do: func() tea.Cmd {
			return open(newAccount(env))
		}},
		{Keys: "S", Hint: "settings"}, // the app opens them
		keysHint,
		{Keys: "q, Ctrl-C", Does: "leave the arcade", Hint: "leave", Do: goBack},
	}
}

func (l *lobby) key(key string) tea.Cmd {
	if key != "y" {
		l.outdated = nil
	}
	l.err = ""
	return widget.Press(l.Bindings(), key, func(why string) { l.err = why })
}

// favorite makes the selected game a favourite, or shows favourites only.
func (l *lobby) favorite(key string) tea.Cmd {
	if key == "F" {
		l.favorites = !l.favorites
		l.list.Choose(0)
		return nil
	}
	g, ok := l.game()
	if !ok {
		return nil
	}
	l.env.settings.toggleFavorite(g.Info().ID)
	return l.env.saveSettings()
}

// ask lets the player type a text, and begins it.
func (l *lobby) ask(kind promptKind, text string) {
	accept := upperAlphanumeric
	if kind == searchText {
		accept = ofName
	}
	l.prompt = prompt{kind, widget.Line{Max: engine.CodeMax, Accept: accept}}
	l.prompt.line.Set(text)
}

// ofName leaves out the characters that no game's name has.
func ofName(r rune) rune {
	if upperAlphanumeric(r) >= 0 || strings.ContainsRune(" -()", r) {
		return r
	}
	return -1
}

// typed shows the games with a text that is searched for while it is typed.
func (l *lobby) typed() {
	if l.prompt.kind == searchText {
		l.search = l.prompt.line.String()
		l.list.Choose(0)
	}
}

// endSearch ends the typing of a search that has found something.
func (l *lobby) endSearch() tea.Cmd {
	if _, ok := l.game(); !ok {
		l.err = "No game shown here has that name: Backspace corrects, Esc shows all."
		return nil
	}
	l.prompt = prompt{}
	return nil
}

// submitCode plays the deal with the typed code.
func (l *lobby) submitCode() tea.Cmd {
	g, ok := l.game()
	if !ok {
		l.prompt = prompt{}
		return nil
	}
	code, err := engine.ParseCode(l.prompt.line.String())
	if err != nil {
		l.err = sentence(err.Error())
		return nil
	}
	l.prompt = prompt{}
	return l.visit(g, code)
}

// Draw implements Screen.
func (l *lobby) Draw(g *grid.Grid, look theme.Look) {
	title(g, look, "Boardwalk Arcade", l.env.Player)
	games := l.games()
	y, family := 1, ""
	l.list.Clear()
	l.keys = nil
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
		greeting := l.welcomeRows(g, y)
		bottom := g.Height() - 1 - greeting
		switch {
		case l.typing(): // the text and the help above it
			bottom -= 2
		case l.below(g.Width()) != "":
			bottom--
		}
		lines := l.about(info, look, g.Width()-6, max(bottom-y, 0))
		top := max(min(y+1, bottom-len(lines)), y)
		for i, line := range lines {
			g.Put(4, top+i, line, look.Text)
		}
		l.drawWelcome(g, look, min(top+len(lines)+1, bottom), greeting, game)
	} else {
		g.Put(4, 2, cut(look, l.none(), g.Width()-5), look.Text)
	}
	l.message(g, look)
}

// about returns a description of a game in rows of w columns: what it is, how hard it is,
// and the player's games of it. If that takes more than most rows, it begins with what
// the list has no room for and cuts the end off.
func (l *lobby) about(info engine.Info, look theme.Look, w, most int) []string {
	s := l.summaries[info.ID]
	played := plural(s.games, "game") + " played"
	if s.played {
		played += ", " + bestTexts(s.best)[0]
	}
	what := info.Summary + " By " + info.Author + "."
	texts := []string{what, info.Difficulty.String()}
	if s.games > 0 {
		texts = append(texts, sentence(played))
	}
	rows := wrapped(look, w, texts...)
	if len(rows) <= most {
		return rows
	}
	level := string(info.Difficulty.Level)
	if s.games > 0 {
		level += "; " + played
	}
	if rows = wrapped(look, w, sentence(level)+" "+what); len(rows) > most {
		rows = wrapped(look, w, sentence(level)+" "+info.Summary)
	}
	if most > 0 && len(rows) > most {
		rows[most-1] = cut(look, rows[most-1]+" "+rows[most], w)
	}
	return rows[:min(len(rows), most)]
}

// wrapped breaks paragraphs into rows of at most w columns.
func wrapped(look theme.Look, w int, paragraphs ...string) (rows []string) {
	for _, p := range paragraphs {
		rows = append(rows, strings.Split(ansi.Wordwrap(look.Translate(p), w, ""), "\n")...)
	}
	return rows
}

// bestTexts returns a best result in words, long and short.
func bestTexts(r arcade.Result) [2]string {
	short, won := fmt.Sprintf("best %d/%d", r.Score.Points, r.Score.Max), ""
	if r.Score.Won {
		won = ", won"
	}
	return [2]string{short + " in " + clock(r.Millis) + won, short + won}
}

// The columns of the list, in a window that has room for them.
const (
	levelColumn = 25
	gamesColumn = 36
	stateColumn = 47
)

// line draws one game: its name, its difficulty, the number of games played, what is
// open, and the best result.
func (l *lobby) line(g *grid.Grid, y, i int, info engine.Info, look theme.Look) {
	style := l.list.Entry(g, look, y, i)
	if l.env.settings.favorite(info.ID) {
		g.Put(3, y, "*", look.Warn)
	}
	g.Put(4, y, cut(look, info.Name, levelColumn-5), style)
	s, level := l.summaries[info.ID], string(info.Difficulty.Level)
	long, short := l.state(info)
	if g.Width() < 60 {
		texts := []string{level}
		if s.open { // if only one fits, it matters more
			texts = []string{level + ", " + short, short}
		}
		g.Put(levelColumn, y, fitting(g.Width()-levelColumn-1, texts...), look.Faint)
		return
	}
	g.Put(levelColumn, y, level, look.Faint)
	x := gamesColumn
	if g.Width() >= 76 {
		x = stateColumn
		if s.games > 0 {
			g.Put(gamesColumn, y, plural(s.games, "game"), look.Faint)
		}
	}
	record := [2]string{}
	if s.played {
		record = bestTexts(s.best)
	}
	ways := [][2]string{{long, record[0]}, {long, record[1]}, {short, record[0]}, {short, record[1]}, {short, ""}}
	for i, texts := range ways {
		end := g.Width() - 2 - width(texts[1])
		if x+width(texts[0]) < end || i == len(ways)-1 {
			g.Put(x, y, texts[0], look.Good)
			g.Put(end, y, texts[1], look.Faint)
			break
		}
	}
}

// state says that a game is open, or that it is the one to begin with, in a long and a
// short form. Both are "" if there is nothing to say.
func (l *lobby) state(info engine.Info) (long, short string) {
	s, known := l.summaries[info.ID]
	switch {
	case s.open:
		short = atMove(len(s.saved.Record.Moves))
		return "continue at " + short, short
	case known && s.games == 0 && info.ID == l.env.Games[0].Info().ID:
		return "new here? begin with this one", "begin here"
	}
	return "", ""
}

// atMove returns where a round stands after a number of moves.
func atMove(moves int) string {
	if moves == 0 {
		return "the start"
	}
	return fmt.Sprintf("move %d", moves)
}

func (l *lobby) message(g *grid.Grid, look theme.Look) {
	labels := map[promptKind]string{dealCode: "Deal code (for practice): ", searchText: "Search: "}
	helps := map[promptKind]string{
		dealCode:   fmt.Sprintf("Letters and digits, 1 to %d of them.", engine.CodeMax),
		searchText: "A part of a name, old or new.",
	}
	y := g.Height() - 2
	if l.typing() {
		g.Fill(0, y, g.Width(), 1, ' ', look.Text)
		x := g.Put(2, y, labels[l.prompt.kind], look.Warn)
		l.prompt.line.Draw(g, look, x, y)
		text, style := helps[l.prompt.kind], look.Faint
		if l.err != "" {
			text, style = l.err, look.Refused
		}
		drawSentenceAbove(g, y, look.Translate(text), style)
		return
	}
	switch {
	case l.err != "":
		drawSentence(g, look.Translate(l.err), look.Refused)
	case len(l.games()) > 0:
		g.Put(2, y, cut(look, l.below(g.Width()-4), g.Width()-4), look.Warn)
	}
}

// below returns the line below the list for w columns, or "".
func (l *lobby) below(w int) string {
	if only := l.only(); only != "" {
		return only
	}
	long, short := l.agendaText()
	return fitting(w, long, short)
}

// only says which games show, or returns "" if all do.
func (l *lobby) only() string {
	switch {
	case l.search != "" && l.favorites:
		return fmt.Sprintf("Only favourites with %q; Esc shows all.", l.search)
	case l.search != "":
		return fmt.Sprintf("Only games with %q; Esc shows all.", l.search)
	case l.favorites:
		return "Only favourites; Esc shows all."
	}
	return ""
}

// none returns the text that replaces an empty list.
func (l *lobby) none() string {
	switch {
	case !l.favorites:
		return "No game is called that. Esc shows all."
	case l.search != "":
		return "No favourite is called that. Esc shows all."
	}
	return "No favourites yet. Esc shows all, f adds one."
}
