package tui

import (
	"cmp"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// historyPage is how many results are read at a time: few enough that a page comes at
// once and Esc works between two pages.
const historyPage = 100

// A reader reads a player's results page by page, newest first, for the screen that owns
// it. It keeps no moves, as there may be many results.
type reader struct {
	store   arcade.Store
	results []arcade.Result
	ends    map[string]outline                 // how they ended, by ID; nil if how is nil
	how     func(arcade.Result) arcade.Outcome // how a result ended; nil if that does not matter
	busy    bool                               // a page is being read
	all     bool                               // nothing older is left to read
	stopped bool                               // the player has stopped it
	err     string
}

// pageMsg brings results to one reader.
type pageMsg struct {
	reader  *reader
	results []arcade.Result
	ends    []outline // how each of them ended, nil if that does not matter
	newer   bool      // they are the newest, read again
	err     error
}

// An outline is what a reader keeps of the moves of a result.
type outline struct {
	how   arcade.Outcome
	moves int
}

// more reads the next page, if there may be one. It also restarts a stopped reader.
func (r *reader) more() tea.Cmd {
	if r.busy || r.all {
		return nil
	}
	before := ""
	if n := len(r.results); n > 0 {
		before = r.results[n-1].ID
	}
	r.stopped = false
	return r.page(before, false)
}

// newer looks for results that have been added since the newest was read. If none was
// read, it reads the first page.
func (r *reader) newer() tea.Cmd {
	if len(r.results) == 0 {
		r.all = false
		return r.more()
	}
	if r.busy {
		return nil
	}
	return r.page("", true)
}

func (r *reader) page(before string, newer bool) tea.Cmd {
	r.busy, r.err = true, ""
	store, how := r.store, r.how
	return func() tea.Msg {
		results, err := store.History(before, historyPage)
		var ends []outline
		for i, r := range results {
			if how != nil {
				ends = append(ends, outline{how(r), len(r.Record.Moves)})
			}
			results[i].Record.Moves = nil
		}
		return pageMsg{r, results, ends, newer, err}
	}
}

// whole returns what reads a result again, with its moves.
func (r *reader) whole(i int) func() (arcade.Result, error) {
	store, id, before := r.store, r.results[i].ID, ""
	if i > 0 {
		before = r.results[i-1].ID
	}
	return func() (arcade.Result, error) {
		page, err := store.History(before, historyPage) // others may have come since
		if at := slices.IndexFunc(page, func(r arcade.Result) bool { return r.ID == id }); at >= 0 {
			return page[at], nil
		}
		return arcade.Result{}, cmp.Or(err, errNotThere)
	}
}

// errNotThere is why a result cannot be read again.
var errNotThere = errors.New("it is not in your history any more")

// apply adds a page.
func (r *reader) apply(msg pageMsg) {
	r.busy = false
	for i, end := range msg.ends {
		if r.ends == nil {
			r.ends = make(map[string]outline)
		}
		r.ends[msg.results[i].ID] = end
	}
	switch {
	case msg.err != nil:
		r.err, r.stopped = caption.Sentence(msg.err.Error()), true
	case msg.newer:
		known := slices.IndexFunc(msg.results, func(n arcade.Result) bool { return n.ID <= r.results[0].ID })
		if known < 0 { // the whole page is new, and there may be more
			r.results, r.all = msg.results, false
			return
		}
		r.results = slices.Concat(msg.results[:known], r.results)
	default:
		r.results = append(r.results, msg.results...)
		r.all = len(msg.results) < historyPage
	}
}

// stop stops reading, and reports whether it was going on. A search for newer results
// ends before anyone could stop it.
func (r *reader) stop() bool {
	going := r.busy && !r.stopped && !r.all
	r.stopped = true
	return going
}

// A filter selects results.
type filter struct {
	game   string          // an ID, "" for all
	among  map[string]bool // if not nil, the IDs of which game may be one
	class  arcade.Class    // "" for all
	origin origin
}

// An origin is where the deal of a round came from.
type origin string

// The origins that a filter can ask for.
const (
	anyOrigin origin = ""
	ownDeals  origin = "own deals"
	dailies   origin = "dailies"
	races     origin = "races"

	challenges origin = "challenges"
)

// originOf returns where the deal of a round came from.
func originOf(e arcade.Event) origin {
	if _, daily := e.Day(); daily {
		return dailies
	}
	if _, race := e.Race(); race {
		return races
	}
	if _, challenge := e.Challenge(); challenge {
		return challenges
	}
	return ownDeals
}

// meets reports whether a result matches the filter.
func (f filter) meets(r arcade.Result) bool {
	if f.origin != anyOrigin && f.origin != originOf(r.Event) {
		return false
	}
	return (f.game == "" || f.game == r.Record.Game) && (f.among == nil || f.among[r.Record.Game]) && (f.class == "" || f.class == r.Class)
}

// classes, origins and outcomes are the values that the filter keys cycle through.
var (
	classes  = append([]arcade.Class{""}, arcade.Classes()...)
	origins  = []origin{anyOrigin, ownDeals, dailies, races, challenges}
	outcomes = append([]arcade.Outcome{""}, arcade.Outcomes()...)
)

// gameIDs returns the IDs of the arcade's games in their order, followed by IDs that
// occur only in results.
func gameIDs(games engine.Catalog, results []arcade.Result) []string {
	var ids []string
	known := make(map[string]bool)
	add := func(id string) {
		if !known[id] {
			known[id] = true
			ids = append(ids, id)
		}
	}
	for _, g := range games {
		add(g.Info().ID)
	}
	for _, r := range results {
		add(r.Record.Game)
	}
	return ids
}

// allOr returns a filter's value for the player: "all classes", "counted".
func allOr[T ~string](s T, of string) string {
	if s == "" {
		return "all " + of
	}
	return string(s)
}
