package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// historyPage is how many results are read at a time.
const historyPage = 100

// The history lists a player's results, newest first, and opens one as a
// replay. More are read as the end comes near.
type history struct {
	env     *Env
	results []engine.Result
	at, top int
	reading bool
	all     bool // nothing older is left to read
	err     string
}

// resultsMsg brings older results to one history.
type resultsMsg struct {
	history *history
	results []engine.Result
	err     error
}

func newHistory(env *Env) *history { return &history{env: env} }

// Init implements Screen.
func (h *history) Init() tea.Cmd { return h.more() }

// more reads the next page, where there may be one.
func (h *history) more() tea.Cmd {
	if h.reading || h.all {
		return nil
	}
	h.reading = true
	store, before := h.env.Store, ""
	if n := len(h.results); n > 0 {
		before = h.results[n-1].ID
	}
	return func() tea.Msg {
		results, err := store.History(before, historyPage)
		return resultsMsg{h, results, err}
	}
}

// Update implements Screen.
func (h *history) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case resultsMsg:
		if msg.history == h {
			h.take(msg)
		}
	case tea.KeyPressMsg:
		return h.key(msg.String())
	}
	return nil
}

func (h *history) take(msg resultsMsg) {
	h.reading = false
	if msg.err != nil {
		h.err = sentence(msg.err.Error())
		return
	}
	h.results = append(h.results, msg.results...)
	h.all = len(msg.results) < historyPage
}

func (h *history) key(key string) tea.Cmd {
	last := max(len(h.results)-1, 0)
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
	case "enter", "space":
		return h.open()
	case "q", "esc", "ctrl+c":
		return back
	}
	if h.at+20 > len(h.results) {
		return h.more()
	}
	return nil
}

// open replays the selected result.
func (h *history) open() tea.Cmd {
	if len(h.results) == 0 {
		return nil
	}
	r := h.results[h.at]
	g, ok := find(h.env.Games, r.Record.Game)
	if !ok {
		h.err = fmt.Sprintf("The game %s is not on this server.", r.Record.Game)
		return nil
	}
	states, err := r.Record.Replay(g)
	if err != nil {
		h.err = "Not to be replayed: " + err.Error() + ". Its score stands."
		return nil
	}
	h.err = ""
	return open(newReplay(h.env, g, r, states))
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
	page := g.Height() - 5
	h.top = max(min(h.top, h.at), h.at-page+1)
	if len(h.results) == 0 && !h.reading {
		g.Put(4, 2, cut("No game yet. A game comes here when it is over, finished or given up.", g.Width()-5), look.Text)
	}
	for i := 0; i < page && h.top+i < len(h.results); i++ {
		h.row(g, 2+i, h.top+i, look)
	}
	g.Put(2, g.Height()-2, cut(look.Words(h.err), g.Width()-4), look.Refused)
	keyLine(g, look, Key{"up/down", "choose"}, Key{"Enter", "replay"}, Key{"q", "back"}, Key{"?", "keys"})
}

func (h *history) row(g *grid.Grid, y, i int, look theme.Look) {
	r, style := h.results[i], look.Text
	if i == h.at {
		style = look.Cursor
		g.Put(2, y, ">", style)
		g.Cursor.X, g.Cursor.Y = 2, y
	}
	name := r.Record.Game
	if game, ok := find(h.env.Games, name); ok {
		name = game.Info().Name
	}
	mark := " "
	switch {
	case r.Score.Perfect:
		mark = "perfect"
	case r.Score.Won:
		mark = "won"
	}
	text := fmt.Sprintf("%-19s %3d/%-3d %-7s %4d moves %7s  %s  %s",
		cut(name, 19), r.Score.Points, r.Score.Max, mark, len(r.Record.Moves), clock(r.Millis), day(r.Ended), class(r.Class))
	g.Put(4, y, cut(text, g.Width()-5), style)
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
		{"q, Esc", "back"},
	}
}
