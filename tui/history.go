package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// The history lists those of a player's results that a filter means, newest
// first, and opens one as a replay. More are read as the end comes near, and
// on and on where the filter leaves little.
type history struct {
	env     *Env
	reader  reader
	filter  filter
	matches []int // of reader.results, those that the filter means
	at, top int   // of matches
	opening bool  // a record is being replayed
	err     string
}

// replayedMsg brings the states of a record to the history that opens it.
type replayedMsg struct {
	history *history
	game    engine.Game
	record  engine.Record
	states  []engine.State
	err     error
}

// historyAhead is how many results behind the chosen one are there before it
// comes to them: more than a window has rows.
const historyAhead = 60

func newHistory(env *Env) *history {
	return &history{env: env, reader: reader{store: env.Store}}
}

// Init implements Screen. A game may have ended since the screen was left.
func (h *history) Init() tea.Cmd {
	if len(h.reader.results) > 0 {
		return h.reader.newer()
	}
	return h.reader.more()
}

// Update implements Screen.
func (h *history) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case pageMsg:
		if msg.reader != &h.reader {
			return nil
		}
		chosen := h.chosen()
		h.reader.take(msg)
		h.match(chosen)
		if !h.reader.stopped {
			return h.ahead()
		}
	case replayedMsg:
		if msg.history == h {
			return h.replayed(msg)
		}
	case tea.KeyPressMsg:
		return h.key(msg.String())
	}
	return nil
}

// chosen is the ID of the chosen result, "" where there is none.
func (h *history) chosen() string {
	if len(h.matches) == 0 {
		return ""
	}
	return h.reader.results[h.matches[h.at]].ID
}

// match finds what the filter means, and chooses the result of an ID if it is
// among them.
func (h *history) match(chosen string) {
	h.matches, h.at = nil, 0
	for i, r := range h.reader.results {
		if !h.filter.meets(r) {
			continue
		}
		if r.ID == chosen {
			h.at = len(h.matches)
		}
		h.matches = append(h.matches, i)
	}
}

// ahead reads on until there is enough behind the chosen result.
func (h *history) ahead() tea.Cmd {
	if h.at+historyAhead < len(h.matches) {
		return nil
	}
	return h.reader.more()
}

func (h *history) key(key string) tea.Cmd {
	last := max(len(h.matches)-1, 0)
	h.err = ""
	switch key {
	case "up", "k":
		h.at = max(h.at-1, 0)
	case "down", "j":
		h.at = min(h.at+1, last)
	case "pgup":
		h.at = max(h.at-10, 0)
	case "pgdown":
		h.at = min(h.at+10, last)
	case "home":
		h.at = 0
	case "end":
		h.at = last
	case "g":
		h.filter.game = following(append([]string{""}, gameIDs(h.env.Games, h.reader.results)...), h.filter.game)
		h.match(h.chosen())
	case "c":
		h.filter.class = following(classes, h.filter.class)
		h.match(h.chosen())
	case "o":
		h.filter.outcome = following(outcomes, h.filter.outcome)
		h.match(h.chosen())
	case "enter", "space":
		return h.open()
	case "s":
		return open(newStats(h.env))
	case "esc":
		if h.reader.stop() {
			return nil
		}
		return back
	case "q", "ctrl+c":
		return back
	default:
		return nil
	}
	return h.ahead()
}

// open replays the chosen result, away from the keys: it may be long.
func (h *history) open() tea.Cmd {
	if len(h.matches) == 0 || h.opening {
		return nil
	}
	r := h.reader.results[h.matches[h.at]].Record
	g, ok := find(h.env.Games, r.Game)
	if !ok {
		h.err = fmt.Sprintf("The game %s is not on this server.", r.Game)
		return nil
	}
	h.opening = true
	return func() tea.Msg {
		states, err := r.Replay(g)
		return replayedMsg{h, g, r, states, err}
	}
}

func (h *history) replayed(msg replayedMsg) tea.Cmd {
	h.opening = false
	if msg.err != nil {
		h.err = "Not to be replayed: " + msg.err.Error() + ". Its score stands."
		return nil
	}
	return open(newReplay(h.env, msg.game, msg.record, msg.states))
}

func find(games []engine.Game, id string) (engine.Game, bool) {
	i := slices.IndexFunc(games, func(g engine.Game) bool { return g.Info().ID == id })
	if i < 0 {
		return nil, false
	}
	return games[i], true
}

// Draw implements Screen.
func (h *history) Draw(g *grid.Grid, look theme.Look) {
	title(g, look, "Your history", "times in UTC")
	h.heading(g, look)
	g.Put(4, 2, historyRow(g.Width()-4, "game", " points", "result", "class", "moves", "   time", "ended"), look.Faint)
	page := g.Height() - 5
	h.top = max(min(h.top, h.at), h.at-page+1)
	if len(h.matches) == 0 && h.reader.all {
		text := "No game yet. A game comes here when it is over, finished or given up."
		if len(h.reader.results) > 0 {
			text = "None of your games is such; g, c and o choose others."
		}
		g.Put(4, 3, cut(look.Words(text), g.Width()-5), look.Text)
	}
	for i := 0; i < page && h.top+i < len(h.matches); i++ {
		h.row(g, 3+i, h.top+i, look)
	}
	text, style := h.line(look)
	g.Put(2, g.Height()-2, cut(look.Words(text), g.Width()-4), style)
	keyLine(g, look, Key{"Enter", "replay"}, Key{"up/down", "choose"}, Key{"g", "game"}, Key{"c", "class"}, Key{"o", "outcome"},
		Key{"s", "statistics"}, Key{"?", "keys"}, Key{"q", "back"})
}

// heading draws the filter, and how many results it means.
func (h *history) heading(g *grid.Grid, look theme.Look) {
	game := "all games"
	if h.filter.game != "" {
		game = gameName(h.env.Games, h.filter.game)
	}
	count := fmt.Sprintf("%d of %d read", len(h.matches), len(h.reader.results))
	if h.reader.all {
		count = fmt.Sprintf("%d of %d", len(h.matches), len(h.reader.results))
	}
	x := g.Width() - 2 - width(count)
	g.Put(x, 1, count, look.Text)
	filter := game + ", " + allOr(h.filter.class, "classes") + ", " + allOr(h.filter.outcome, "outcomes")
	g.Put(2, 1, cut(look.Words(filter), x-4), look.Text)
}

// line is what is wrong, or what is going on.
func (h *history) line(look theme.Look) (string, grid.Style) {
	switch {
	case h.err != "":
		return h.err, look.Refused
	case h.reader.err != "":
		return h.reader.err, look.Refused
	case h.reader.busy && !h.reader.stopped:
		return fmt.Sprintf("Reading: %d games so far; Esc stops.", len(h.reader.results)), look.Faint
	case h.reader.stopped && !h.reader.all:
		return "Older games are not read: down reads on.", look.Faint
	}
	return "", look.Text
}

func (h *history) row(g *grid.Grid, y, i int, look theme.Look) {
	r, style := h.reader.results[h.matches[i]], look.Text
	if i == h.at {
		style = look.Cursor
		g.Put(2, y, ">", style)
		g.Cursor.X, g.Cursor.Y = 2, y
	}
	result := ""
	switch {
	case r.Score.Perfect:
		result = "perfect"
	case r.Score.Won:
		result = "won"
	}
	text := historyRow(g.Width()-4, gameName(h.env.Games, r.Record.Game), fmt.Sprintf("%3d/%-3d", r.Score.Points, r.Score.Max),
		result, class(r.Class), fmt.Sprintf("%5d", len(r.Record.Moves)), fmt.Sprintf("%7s", clock(r.Millis)), day(r.Ended))
	g.Put(4, y, look.Words(text), style)
}

// historyRow is a row of the list, with as many columns as fit.
func historyRow(w int, texts ...string) string {
	row := ""
	for i, n := range []int{19, 7, 7, 8, 5, 7, 16} {
		if width(row)+n > w {
			break
		}
		row += fmt.Sprintf("%-*s ", n, cut(texts[i], n))
	}
	return row
}

// class is what the history says of results that do not count in full.
func class(c engine.Class) string {
	if c == engine.Counted {
		return ""
	}
	return string(c)
}

// Keys implements Screen.
func (h *history) Keys() []Key {
	return []Key{
		{"up down, j k", "choose a game"},
		{"PgUp, PgDn", "ten games"},
		{"Home, End", "the newest, the oldest read"},
		{"Enter, space", "replay it"},
		{"g", "only games of one kind: the next kind, at last all"},
		{"c", "only counted, assisted or practice games, then all"},
		{"o", "only won, perfect or lost games, then all"},
		{"s", "statistics"},
		{"Esc", "stop reading; else back"},
		{"q", "back"},
	}
}
