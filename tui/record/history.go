// Package record has the screens of what was played: the history and its statistics, leaderboards and
// dailies, replays and analyses.
package record

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// The History screen lists a player's results that match a filter, newest first, and
// opens them as replays. It reads further pages as the end of the list comes near, and
// keeps reading if the filter lets few results through. Of a long history it holds a part.
type History struct {
	screen.Base // its list is of matches
	reader      reader
	filter      filter
	outcome     arcade.Outcome // "" for all
	matches     []int          // indexes of the matching results in reader.results
	to          string         // the player to challenge with the deal of a game; "" for nobody
}

// historyPrefetch is how many results after the chosen one are kept ready: more than a
// window has rows.
const historyPrefetch = 60

// NewHistory returns the history. to is the player to challenge with the deal of a game, "" for nobody.
func NewHistory(env *screen.Env, to string) *History {
	h := &History{to: to}
	h.reader = reader{screen: h, store: env.Store, take: h.take, how: func(r arcade.Result) arcade.Outcome { return r.Outcome(env.Games) }}
	h.Setup(env, h)
	return h
}

// Init implements Screen. Games may have ended since the screen was last on top.
func (h *History) Init() tea.Cmd {
	return h.reader.newer()
}

// Update implements Screen.
func (h *History) Update(msg tea.Msg) tea.Cmd {
	cmd := h.Base.Update(msg)
	if _, ok := msg.(tea.MouseMsg); ok {
		cmd = tea.Batch(cmd, h.prefetch())
	}
	return cmd
}

// take takes a page of the results.
func (h *History) take(p page) tea.Cmd {
	chosen := h.chosen().ID
	h.reader.apply(p)
	h.reader.drop(h.wants)
	h.match(chosen)
	if h.reader.stopped {
		return nil
	}
	return h.prefetch()
}

// chosen returns the chosen result, a zero one if there is none.
func (h *History) chosen() (r arcade.Result) {
	if len(h.matches) > 0 {
		r = h.reader.results[h.matches[h.List.At()]]
	}
	return r
}

// match finds the results that match the filter, and chooses the one with the ID chosen
// if it is among them, else the newest.
func (h *History) match(chosen string) {
	h.matches = nil
	for i, r := range h.reader.results {
		if h.wants(r) {
			h.matches = append(h.matches, i)
		}
	}
	if !h.List.Refresh(len(h.matches), func(i int) bool { return h.reader.results[h.matches[i]].ID == chosen }) {
		h.List.Choose(0)
	}
}

// wants reports whether the filter lets a result through.
func (h *History) wants(r arcade.Result) bool {
	ended := h.reader.ends[r.ID].how // a perfect game is also won
	return h.filter.meets(r) && (h.outcome == "" || h.outcome == ended || h.outcome == arcade.Won && (ended == arcade.Perfect || ended == arcade.Spiked))
}

// prefetch reads on until there are enough results after the chosen one.
func (h *History) prefetch() tea.Cmd {
	if h.List.At()+historyPrefetch < len(h.matches) {
		return nil
	}
	return h.reader.more()
}

// Bindings implements Screen.
func (h *History) Bindings() []widget.Binding {
	browse := h.List.UpDown("choose a game", "choose")
	choose := browse.DoKey
	browse.DoKey = func(key string) tea.Cmd { // also of an empty list
		cmd := choose(key)
		if key == "home" {
			return tea.Batch(cmd, h.refilter())
		}
		return tea.Batch(cmd, h.prefetch())
	}
	unfit, unshared, sealed := "No game is chosen.", "No game is chosen.", "No game is chosen."
	if r := h.chosen(); r.ID != "" {
		unfit, unshared, sealed = h.Env.MayPassOn(r), mayShare(h.Env.Games, r), h.Env.Secret(r.Event)
	}
	enter := widget.Binding{Keys: "Enter, space", Does: "replay it", Hint: "replay", Place: 1, Off: len(h.matches) == 0, Do: func() tea.Cmd { return h.open(h.Env.Push) }}
	if h.to != "" {
		enter.Does, enter.Hint, enter.Refusal, enter.Do = "challenge "+h.to+" with its deal", "challenge", unfit, h.dare
	}
	return []widget.Binding{
		browse,
		h.List.PgUpDn("ten games"),
		h.List.HomeEnd("the newest, the oldest read"),
		enter,
		{Keys: "mouse", Does: "a click chooses a game, another does what Enter does"},
		{Keys: "a", Does: "analyse it: could it be won, and where was it lost", Hint: "analyse", Refusal: sealed, Do: func() tea.Cmd { return h.open(h.analyse) }},
		{Keys: "g", Does: "only games of one kind: the next kind, at last all", Hint: "game", Do: func() tea.Cmd {
			h.filter.game = widget.Following(append([]string{""}, gameIDs(h.Env.Games.House, h.reader.results)...), h.filter.game)
			return h.refilter()
		}},
		{Keys: "c", Does: "only games of one class: counted first, then the others, at last all", Hint: "class", Do: func() tea.Cmd {
			h.filter.class = widget.Following(classes, h.filter.class)
			return h.refilter()
		}},
		{Keys: "o", Does: "only games that were won, perfect, lost, given up or stopped by time up, then all", Hint: "outcome", Do: func() tea.Cmd {
			h.outcome = widget.Following(outcomes, h.outcome)
			return h.refilter()
		}},
		{Keys: "e", Does: "only own deals, dailies, races or challenges, then all", Hint: "event", Do: func() tea.Cmd {
			h.filter.origin = widget.Following(origins, h.filter.origin)
			return h.refilter()
		}},
		{Keys: "C", Does: "challenge a friend to the deal of this game", Hint: screen.When(h.to == "", "challenge"), Refusal: unfit, Do: func() tea.Cmd {
			return h.Env.Open(route.PassOn{Round: h.chosen().ID})
		}},
		{Keys: "y", Does: "the result of a daily as text to paste", Refusal: unshared, Do: func() tea.Cmd {
			return h.Env.Share(h.chosen().Record.Game, h.reader.whole(h.matches[h.List.At()]))
		}},
		h.Env.RulesOf(h.chosen().Record.Game, h.chosen().Rules),
		{Keys: "s", Does: "statistics", Hint: "statistics", Do: func() tea.Cmd { return h.Env.Push(NewStats(h.Env)) }},
		{Keys: "Esc", Does: "stop reading; else back", Do: func() tea.Cmd {
			if h.reader.stop() {
				return nil
			}
			return h.Env.Back()
		}},
		screen.KeysHint,
		{Keys: "q", Also: "Ctrl-C", Does: "back", Hint: "back", Do: h.Env.Back},
	}
}

// dare asks before it challenges the player whom the screen is for to the deal of the chosen game.
func (h *History) dare() tea.Cmd {
	challenges, round, to := h.Env.Challenges, h.chosen().ID, h.to
	return h.Confirm(screen.Question{
		Text: "Challenge " + to + " with this deal? (y/n)", Yes: "challenge", No: "no challenge",
		Do: func() tea.Cmd {
			return screen.Hold(&h.Base, func() (arcade.Challenge, error) { return challenges.Dare(round, to) }, func(c arcade.Challenge) tea.Cmd {
				return screen.Challenged(to, c.Code)
			})
		},
	})
}

// refilter shows what matches a changed filter.
func (h *History) refilter() tea.Cmd {
	chosen := h.chosen().ID
	if o := h.reader; o.dropped > 0 { // it begins from the first page
		h.reader = reader{screen: o.screen, store: o.store, take: o.take, how: o.how}
	}
	h.match(chosen)
	return h.prefetch()
}

// analyse opens the analysis of what a replay shows.
func (h *History) analyse(of screen.Screen) tea.Cmd {
	r := of.(*Replay)
	a, err := NewAnalysis(h.Env, route.Analysis{Game: r.game, Result: r.result, States: r.states}, false)
	if h.Fails(err) {
		return nil
	}
	return h.Env.Push(a)
}

// open replays the chosen result in a command, as it may be long, and then does something with the replay.
func (h *History) open(then func(screen.Screen) tea.Cmd) tea.Cmd {
	read := h.reader.whole(h.matches[h.List.At()])
	return screen.Hold(&h.Base, func() (screen.Screen, error) {
		s, err := h.Env.ReplayOf(read)
		if err != nil {
			err = fmt.Errorf("cannot be replayed: %w. Its score stands", err)
		}
		return s, err
	}, then)
}

// Draw implements Screen.
func (h *History) Draw(g *grid.Grid, look *theme.Look) {
	kind := "class"
	if !hasRoom(g.Width()-4, eventColumn) {
		kind = "kind"
	}
	head := historyRow(look, g.Width()-4, "game", " points", "result", kind, " played", "ended", "moves", "event")
	title := "Your history"
	if h.to != "" {
		title = "Challenge " + h.to + " with"
	}
	h.heading(g, look)
	g.Put(4, 2, head, look.Faint)
	text, style := h.line(look)
	if g.Paned && text == about(h.chosen()) {
		text = ""
	}
	text, style = h.Says(look, text, style)
	if len(h.matches) == 0 && h.reader.all {
		text := caption.NoHistory
		if h.reader.oldest != "" {
			text = "No game of yours matches; g, c, o and e change the filter."
		}
		g.Put(4, 3, look.Cut(text, g.Width()-5), look.Text)
	}
	for y, i := range h.List.Rows(3, g.Height()-4-max(screen.SentenceRows(text, g.Width()), 1)) {
		h.row(g, y, i, look)
	}
	screen.DrawTitle(g, look, title, screen.When(strings.Contains(head, "ended"), "dates are UTC"))
	h.DrawFoot(g, look, text, style)
}

// heading draws the filter and how many results match it.
func (h *History) heading(g *grid.Grid, look *theme.Look) {
	game := "all games"
	if id := h.filter.game; id != "" {
		like, _ := engine.First(h.reader.results, func(r arcade.Result) bool { return r.Record.Game == id })
		game = h.Env.Games.NameOf(id, like.Rules)
	}
	count := fmt.Sprintf("%d of %d", h.reader.passed+len(h.matches), h.reader.dropped+len(h.reader.results))
	if !h.reader.all {
		count += " read"
	}
	x := g.Width() - 2 - screen.Width(count)
	g.Put(x, 1, count, look.Text)
	filter, short := game, game // short leaves out what is not filtered
	parts := []string{allOr(h.filter.class.Name(), "classes"), allOr(h.outcome, "outcomes")}
	if h.filter.origin != anyOrigin {
		parts = append(parts, string(h.filter.origin))
	}
	for _, part := range parts {
		filter += ", " + part
		if !strings.HasPrefix(part, "all ") {
			short += ", " + part
		}
	}
	g.Put(2, 1, look.Cut(screen.Fitting(x-4, filter, short), x-4), look.Text)
}

// Pane implements screen.Sided: all that is known of the chosen game.
func (h *History) Pane(int) func(*grid.Grid, *theme.Look) {
	r := h.chosen()
	if r.ID == "" {
		return nil
	}
	title, enters := h.Env.Games.NameOf(r.Record.Game, r.Rules), "Enter replays it."
	if h.to != "" {
		enters = "Enter challenges " + h.to + " with its deal."
	}
	return drawsResult(title, r, h.reader.ends[r.ID].how, h.reader.ends[r.ID].moves, about(r), enters)
}

// line returns what is going on, or what a row has no room for.
func (h *History) line(look *theme.Look) (string, grid.Style) {
	switch {
	case h.reader.err != "":
		return h.reader.err, look.Refused
	case h.reader.busy && !h.reader.stopped && !h.reader.all:
		return fmt.Sprintf("Reading: %s so far; Esc stops.", engine.Plural(h.reader.dropped+len(h.reader.results), "game")), look.Faint
	case h.reader.passed > 0 && h.List.At() == 0:
		return "Newer games were dropped: Home reads them again.", look.Faint
	case h.reader.stopped && !h.reader.all:
		return "Older games are not read: down reads on.", look.Faint
	}
	return about(h.chosen()), look.Text
}

// about says what a row has no room for: the event of a result, what made it assisted, and why
// the store gave it another class.
func about(r arcade.Result) string {
	var parts []string
	if r.Event != "" {
		parts = append(parts, caption.Sentence(session.Occasion(r.Event)))
	}
	if r.Class == arcade.Assisted && caption.Assists(r.Tally, r.Grade) != "" {
		parts = append(parts, caption.Sentence(caption.Assisted(r.Tally, r.Grade)))
	}
	if r.Ruling != "" {
		parts = append(parts, r.Ruling)
	}
	return strings.Join(parts, " ")
}

// row draws a result. Where there is no room for its event, the kind of that stands in place of "counted".
func (h *History) row(g *grid.Grid, y, i int, look *theme.Look) {
	r, style := h.reader.results[h.matches[i]], h.List.Entry(g, look, y, i)
	ended, kind := h.reader.ends[r.ID].how, screen.ShortClass(r)
	if kind == "" && !hasRoom(g.Width()-4, eventColumn) {
		kind, _, _ = strings.Cut(session.Occasion(r.Event), " ")
	}
	text := historyRow(look, g.Width()-4, h.Env.Games.NameOf(r.Record.Game, r.Rules), fmt.Sprintf("%3d/%-3d", r.Score.Points, r.Score.Max),
		string(ended), kind, fmt.Sprintf("%7s", caption.Clock(r.Millis)), caption.Date(r.Ended), fmt.Sprintf("%5d", h.reader.ends[r.ID].moves), session.Occasion(r.Event))
	g.Put(4, y, text, style)
	if !hasRoom(g.Width()-4, resultColumn) {
		return
	}
	switch {
	case i == h.List.At(): // what stands on the cursor's colour is read in its own
	case slices.Contains([]arcade.Outcome{arcade.Won, arcade.Spiked, arcade.Perfect}, ended):
		style.Fg = look.Good.Fg
	case ended == arcade.Lost:
		style.Fg = look.Refused.Fg
	default:
		style.Fg = look.Warn.Fg
	}
	g.Put(4+columnsBefore(g.Width()-4, resultColumn), y, string(ended), style)
}

// Indexes of columns.
const resultColumn, eventColumn = 2, 7

// historyWidths returns the widths of the columns of the list, for w columns of the window. Where there are
// few, the names of games are cut.
func historyWidths(w int) []int {
	widths := []int{19, 7, resultColumn: 10, len("challenge"), 7, 16, 5, eventColumn: 18}
	if w < 38 {
		widths[0] -= 2
	}
	return widths
}

// columnsBefore returns how many of w columns of the window stand before a column of the list.
func columnsBefore(w, i int) (n int) {
	for _, c := range historyWidths(w)[:i] {
		n += c + 1
	}
	return n
}

// hasRoom reports whether w columns have room for a column of the list.
func hasRoom(w, i int) bool { return columnsBefore(w, i)+historyWidths(w)[i] <= w }

// historyRow returns a row of the list with as many columns as fit.
func historyRow(look *theme.Look, w int, texts ...string) string {
	return screen.Row(look, w, historyWidths(w), texts...)
}
