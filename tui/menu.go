package tui

import (
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/grade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A menu is the games of the lobby: which ones show, which one is chosen, and how the
// player stands in each.
type menu struct {
	env       *screen.Env
	pages     *Pages
	list      *widget.List            // of the games that show
	summaries map[string]*gameSummary // by game, as far as they were read
	begun     engine.Catalog          // games that somebody made up of which a round is open
	offered   engine.Catalog          // games that only a search shows
	search    string                  // a game shows if one of its names contains this
	favorites bool                    // only favourites show

	// What frames are made of, and need not make again for each key.
	shown  engine.Catalog    // games' result, reused
	lines  []menuLine        // draw's, reused
	blurbs map[string]*blurb // by game; nil once the summaries have changed
}

// A blurb is what the list says about a game.
type blurb struct {
	*gameText
	played      string    // "3 games", or "" if none was finished
	best        [2]string // long and short, or ""
	long, short string    // that the game is open, or the one to begin with

	about aboutRows
}

// A gameText is what the lobby says about a game to every player.
type gameText struct {
	info        engine.Info
	difficulty  engine.Difficulty
	heading     string
	play, learn []string // of the welcome: what Enter and L do, long and short
}

// An aboutRows is the description of a game in the lobby, with what it depends on.
type aboutRows struct {
	deck    string
	w, most int
	rows    []string
}

// A menuLine is a line of the list: that of a game, or a text.
type menuLine struct {
	game  int // its place among those that show; -1 for a text
	text  string
	style grid.Style
}

// summary returns the summary of a game, an empty one if none was read.
func (m *menu) summary(g engine.Game) *gameSummary {
	if s := m.summaries[g.Info().ID]; s != nil {
		return s
	}
	return new(gameSummary)
}

// all returns all games of the menu. A search finds every game that has a name.
func (m *menu) all() engine.Catalog {
	if m.search == "" {
		return session.Listed(m.env.Games, m.begun)
	}
	return session.Listed(m.env.Games, slices.Concat(m.begun, m.offered))
}

// games returns the games that show, in the menu's order, and sizes the list for them. The result
// is valid until the next call.
func (m *menu) games() engine.Catalog {
	for _, names := range searched {
		m.shown = m.shown[:0]
		for _, g := range m.all() {
			if m.shows(g, names) {
				m.shown = append(m.shown, g)
			}
		}
		if len(m.shown) > 0 {
			break
		}
	}
	m.list.Resize(len(m.shown))
	return m.shown
}

// searched are what a search looks at: a later one only if the ones before find no game.
var searched = []func(engine.Game) []string{
	func(g engine.Game) []string { return []string{g.Info().Name} },
	func(g engine.Game) []string { return g.Info().Aliases },
	func(g engine.Game) []string {
		return []string{caption.Heading(g), g.Info().Family, g.Info().Author, g.Info().ID}
	},
}

// shows reports whether a game matches the search, by some of its names, and the favourites filter.
func (m *menu) shows(g engine.Game, names func(engine.Game) []string) bool {
	if m.favorites && !m.env.Settings.IsFavorite(g.Info().ID) {
		return false
	}
	return m.search == "" || slices.ContainsFunc(names(g), func(n string) bool {
		return strings.Contains(strings.ToLower(n), strings.ToLower(m.search))
	})
}

// empty reports whether no game shows.
func (m *menu) empty() bool { return len(m.games()) == 0 }

// game returns the selected game, if any shows.
func (m *menu) game() (engine.Game, bool) {
	games := m.games()
	if len(games) == 0 {
		return nil, false
	}
	return games[m.list.At()], true
}

// dealtLast returns the game of the open round that was dealt last, nil if none is open.
func (m *menu) dealtLast() (last engine.Game) {
	for _, g := range m.all() {
		s := m.summary(g)
		if s.open && (last == nil || s.began > m.summary(last).began) {
			last = g
		}
	}
	return last
}

// choose shows all games and chooses one, if it is among them.
func (m *menu) choose(g engine.Game) {
	m.search, m.favorites = "", false
	games := m.games()
	m.list.Refresh(len(games), func(i int) bool { return games[i].Info().ID == g.Info().ID })
}

// blurb returns what the list says about a game.
func (m *menu) blurb(g engine.Game) *blurb {
	id := g.Info().ID
	b, ok := m.blurbs[id]
	if ok {
		return b
	}
	s := m.summary(g)
	b = &blurb{gameText: m.text(g)}
	b.long, b.short = m.state(g)
	if s.games > 0 {
		b.played = engine.Plural(s.games, "game")
	}
	if s.hasBest() {
		b.best = s.bestTexts()
	}
	if m.blurbs == nil {
		m.blurbs = make(map[string]*blurb)
	}
	m.blurbs[id] = b
	return b
}

// text returns what the lobby says about a game to every player. All sessions share that of the
// built-in games; that of a game that somebody made up follows its estimate.
func (m *menu) text(g engine.Game) *gameText {
	write := func() *gameText {
		info, house, heading := g.Info(), m.env.Games.House, caption.Heading(g)
		if _, made := g.(engine.MadeUp); made {
			info.Author = ""
		}
		if _, ok := m.offered.Find(info.ID); ok {
			heading = info.Family
		}
		difficulty := m.env.Games.Difficulty(g)
		if e := m.summary(g).estimate; e != nil { // somebody made one
			difficulty = engine.Difficulty{Level: e.Level(), Why: strings.TrimSpace(e.Warning() + " " + caption.Sentence(e.String()))}
		}
		return &gameText{info, difficulty, heading, playTexts(info.Name, house[0].Info().Name), learnTexts(len(session.Course(house, g)))}
	}
	if _, made := g.(engine.MadeUp); made {
		return write()
	}
	return m.pages.game(g.Info().ID, write)
}

// about returns a description of a game in rows of w columns: what it is and what to do in it,
// how hard it is and how hard its deal of today is, and the player's games of it. If that takes more than most
// rows, it begins with what the list has no room for and cuts the end off.
func (m *menu) about(g engine.Game, b *blurb, look *theme.Look, w, most int) []string {
	if a := &b.about; a.rows == nil || a.deck != look.Deck.Name || a.w != w || a.most != most {
		*a = aboutRows{look.Deck.Name, w, most, m.describe(b.gameText, m.summary(g), look, w, most)}
	}
	return b.about.rows
}

// describe makes about's result.
func (m *menu) describe(t *gameText, s *gameSummary, look *theme.Look, w, most int) []string {
	played := engine.Plural(s.games, "game") + " played"
	if s.hasBest() {
		played += ", " + s.bestTexts()[0]
	}
	what := t.info.Summary
	if t.info.Author != "" {
		what += " By " + t.info.Author + "."
	}
	texts := []string{what, t.difficulty.String()}
	if s.games > 0 {
		texts = append(texts, caption.Sentence(played))
	}
	var rows []string
	for _, more := range [][]string{slices.Concat(texts, todaysDeal(s.daily)), texts} {
		if t.info.Aim.Full != "" {
			if rows = screen.Wrapped(look, w, slices.Insert(slices.Clone(more), 1, t.info.Aim.Full)...); len(rows) <= most {
				return rows
			}
		}
		if rows = screen.Wrapped(look, w, more...); len(rows) <= most {
			return rows
		}
	}
	level := string(t.difficulty.Level)
	if s.games > 0 {
		level += "; " + played
	}
	level = caption.Sentence(level)
	for _, text := range []string{level + " " + what, level + " " + t.info.Summary, t.info.Summary} {
		if rows = screen.Wrapped(look, w, text); len(rows) <= most {
			return rows
		}
	}
	rows = screen.Shortened(look, w, max(most, 1), rows)
	return rows[:min(len(rows), most)]
}

// todaysDeal says of what kind today's daily is, if it is known.
func todaysDeal(k grade.Kind) []string {
	switch k {
	case grade.Fresh:
		return nil
	case grade.Winnable:
		return []string{"Today's daily (D) can be won."}
	}
	return []string{fmt.Sprintf("Today's daily (D) is %s: %s of this game's deals.", k, caption.Kind(k))}
}

// belowMenu is how many rows the list leaves free above the last one: for a welcome
// without a frame, or for what is said about the chosen game and a message.
const belowMenu = 3

// draw draws the games that show and, if there is room, their families. It scrolls them
// so that the chosen game shows, with its family if it is the first there. It returns the
// next free row.
func (m *menu) draw(g *grid.Grid, look *theme.Look) (y int) {
	const begin = 1
	page := g.Height() - begin - belowMenu - 1
	m.lines = m.lines[:0]
	first, last := 0, 0 // the lines of the chosen game
	above := ""
	for i, game := range m.games() {
		now, n := m.blurb(game).heading, len(m.lines)
		if now != above && g.Height() >= 20 {
			space := menuLine{game: -1}
			if n == 0 {
				space.text, space.style = look.Cut(look.Translate(m.env.About.Message), g.Width()-4), look.Warn
			}
			m.lines = append(m.lines, space, menuLine{-1, now, look.Faint})
		}
		above = now
		m.lines = append(m.lines, menuLine{game: i})
		if i == m.list.At() {
			first, last = n, len(m.lines)-1
		}
	}
	m.list.DrawLines(g, look, begin, page, len(m.lines), first, last, func(i, y int) {
		if line := m.lines[i]; line.game >= 0 {
			m.line(g, y, line.game, m.blurb(m.shown[line.game]), look)
		} else {
			g.Put(2, y, line.text, line.style)
		}
	})
	return begin + min(page, len(m.lines))
}

// bestTexts returns the best result in words, long and short. How soon a game was lost is nothing
// to tell.
func (s *gameSummary) bestTexts() [2]string {
	short := fmt.Sprintf("best %d/%d", s.best.Points, s.best.Max)
	if !s.best.Won {
		return [2]string{short, short}
	}
	return [2]string{short + " in " + caption.Clock(s.millis) + ", won", short + ", won"}
}

// The columns of the list, in a window that has room for them.
const (
	levelColumn = 25
	gamesColumn = 36
	stateColumn = 47
)

// line draws one game: its name, its difficulty, the number of games played, what is
// open, and the best result.
func (m *menu) line(g *grid.Grid, y, i int, b *blurb, look *theme.Look) {
	style := m.list.Entry(g, look, y, i)
	if m.env.Settings.IsFavorite(b.info.ID) {
		g.Put(3, y, "*", look.Warn)
	}
	g.Put(4, y, look.Cut(b.info.Name, levelColumn-5), style)
	level := string(b.difficulty.Level)
	if g.Width() < 60 {
		texts := []string{level}
		if s := m.summary(m.shown[i]); s.open { // it matters more
			texts = []string{"open at " + caption.AtMove(s.moves), "at " + caption.AtMove(s.moves)}
		}
		text := screen.Fitting(g.Width()-6-screen.Width(b.info.Name), texts...)
		g.Put(min(levelColumn, g.Width()-1-screen.Width(text)), y, text, look.Faint)
		return
	}
	g.Put(levelColumn, y, level, look.Faint)
	x := gamesColumn
	if g.Width() >= 76 {
		x = stateColumn
		g.Put(gamesColumn, y, b.played, look.Faint)
	}
	long, short := b.best[0], b.best[1]
	ways := [...][2]string{
		{b.long, long}, {b.long, short}, {b.short, long}, {b.short, short}, {b.short, strings.TrimSuffix(short, ", won")}, {b.short, ""},
	}
	for i, texts := range ways {
		end := g.Width() - 2 - screen.Width(texts[1])
		taken := x
		if texts[0] != "" {
			taken += screen.Width(texts[0]) + 2
		}
		if taken <= end || i == len(ways)-1 {
			g.Put(x, y, texts[0], look.Good)
			g.Put(end, y, texts[1], look.Faint)
			break
		}
	}
}

// state says that a game is open, or that it is the one to begin with, in a long and a
// short form. Both are "" if there is nothing to say.
func (m *menu) state(g engine.Game) (long, short string) {
	id := g.Info().ID
	s, known := m.summary(g), m.summaries[id] != nil
	switch {
	case s.open:
		short = "at " + caption.AtMove(s.moves)
		return "open " + short, short
	case m.env.Looks.Waiting[id].Code != "":
		short = m.env.Looks.Waiting[id].Mark.Kind.String() + " deal"
		return short + " waits", short
	case known && s.games == 0 && id == m.env.Games.House[0].Info().ID:
		return "new here? begin with this one", "begin here"
	}
	return "", ""
}

// only says which games show, or returns "" if all do.
func (m *menu) only() string {
	switch {
	case m.search != "" && m.favorites:
		return fmt.Sprintf("Only favourites with %q; Esc shows all.", m.search)
	case m.search != "":
		return fmt.Sprintf("Only games with %q; Esc shows all.", m.search)
	case m.favorites:
		return "Only favourites; Esc shows all."
	}
	return ""
}

// none returns the text that replaces an empty list.
func (m *menu) none() string {
	switch {
	case !m.favorites:
		return "No game is called that. Esc: all."
	case m.search != "":
		return "No favourite is called that. Esc shows all."
	}
	return "No favourites yet. Esc shows all; there f adds one."
}
