package record

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/screen"
)

// resultsHeld is how many results a reader holds at most, besides a page.
const resultsHeld = 2000

// A reader reads a player's results page by page, newest first, for the screen that owns
// it. It keeps no moves, and can drop results, as there may be many.
type reader struct {
	screen  screen.Screen
	store   arcade.Store
	take    func(page) tea.Cmd // has the screen take a page, with apply
	results []arcade.Result
	oldest  string                             // the ID of the last one that was read
	dropped int                                // how many others were read
	passed  int                                // how many of these the screen wanted: they came before those in results
	ends    map[string]outline                 // how they ended, by ID; nil if how is nil
	how     func(arcade.Result) arcade.Outcome // how a result ended; nil if that does not matter
	busy    bool                               // a page is being read
	all     bool                               // nothing older is left to read
	stopped bool                               // the player has stopped it
	err     string
}

// A page is what a reader has read at once.
type page struct {
	results []arcade.Result
	ends    []outline // how each of them ended, nil if that does not matter
	before  string    // the ID of the result before them, "" if they are the newest
	newer   bool      // they are the newest, read again
	err     error
}

// An outline is what a reader keeps of the moves of a result.
type outline struct {
	how    arcade.Outcome
	moves  int
	before string // the ID of the result before it, "" if it was the newest
}

// more reads the next page, if there may be one. It also restarts a stopped reader.
func (r *reader) more() tea.Cmd {
	if r.busy || r.all {
		return nil
	}
	r.stopped = false
	return r.page(r.oldest, false)
}

// newer looks for results that have been added since the newest was read. If none was
// read, it reads the first page.
func (r *reader) newer() tea.Cmd {
	if r.oldest == "" {
		r.all = false
		return r.more()
	}
	if r.busy || r.dropped > 0 {
		return nil
	}
	return r.page("", true)
}

// page reads a page.
func (r *reader) page(before string, newer bool) tea.Cmd {
	r.busy, r.err = true, ""
	store, how, take := r.store, r.how, r.take
	return screen.Ask(r.screen, func() func() tea.Cmd {
		results, err := store.History(before, screen.HistoryPage)
		var ends []outline
		last := before
		for i, r := range results {
			if how != nil {
				ends = append(ends, outline{how(r), len(r.Record.Moves), last})
			}
			results[i].Record.Moves, last = nil, r.ID
		}
		return func() tea.Cmd { return take(page{results, ends, before, newer, err}) }
	})
}

// whole returns what reads a result again, with its moves.
func (r *reader) whole(i int) func() (arcade.Result, error) {
	store, id := r.store, r.results[i].ID
	before := r.ends[id].before
	return func() (arcade.Result, error) {
		page, err := store.History(before, screen.HistoryPage) // others may have come since
		if at := slices.IndexFunc(page, func(r arcade.Result) bool { return r.ID == id }); at >= 0 {
			return page[at], nil
		}
		return arcade.Result{}, cmp.Or(err, errNotThere)
	}
}

// errNotThere is why a result cannot be read again.
var errNotThere = errors.New("it is no longer in your history")

// drop drops those results that are not wanted, and then the newest, if there are more than
// resultsHeld.
func (r *reader) drop(wanted func(arcade.Result) bool) {
	if len(r.results) <= resultsHeld {
		return
	}
	all, ends := len(r.results), r.ends
	kept := slices.DeleteFunc(r.results, func(o arcade.Result) bool { return !wanted(o) })
	passed := max(0, len(kept)-resultsHeld/2)
	r.results, r.ends = slices.Clone(kept[passed:]), make(map[string]outline)
	for _, o := range r.results {
		r.ends[o.ID] = ends[o.ID]
	}
	r.passed += passed
	r.dropped += all - len(r.results)
}

// apply adds a page.
func (r *reader) apply(p page) {
	if !p.newer && p.before != r.oldest {
		return // it was read before the reader began again
	}
	r.busy = false
	for i, end := range p.ends {
		if r.ends == nil {
			r.ends = make(map[string]outline)
		}
		r.ends[p.results[i].ID] = end
	}
	switch {
	case p.err != nil:
		r.err, r.stopped = caption.Sentence(p.err.Error()), true
	case p.newer:
		known := slices.IndexFunc(p.results, func(n arcade.Result) bool { return n.ID <= r.results[0].ID })
		if known < 0 { // the whole page is new, and there may be more
			r.results, r.oldest, r.all = p.results, p.results[len(p.results)-1].ID, false
			return
		}
		r.results = slices.Concat(p.results[:known], r.results)
	default:
		r.results = append(r.results, p.results...)
		if n := len(p.results); n > 0 {
			r.oldest = p.results[n-1].ID
		}
		r.all = len(p.results) < screen.HistoryPage
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
	game   string       // an ID, "" for all
	class  arcade.Class // "" for all
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
	sprints    origin = "sprints"
)

// originOf has where a deal came from, by the kind of its event, which is what stands before the slash.
var originOf = map[string]origin{"": ownDeals, "daily": dailies, "race": races, "challenge": challenges, "sprint": sprints}

// meets reports whether a result matches the filter.
func (f filter) meets(r arcade.Result) bool {
	if f.origin != anyOrigin {
		if kind, _, _ := strings.Cut(string(r.Event), "/"); f.origin != originOf[kind] {
			return false
		}
	}
	return (f.game == "" || f.game == r.Record.Game) && (f.class == "" || f.class == r.Class)
}

// classes, origins and outcomes are the values that the filter keys cycle through.
var (
	classes  = append([]arcade.Class{""}, arcade.Classes()...)
	origins  = []origin{anyOrigin, ownDeals, dailies, races, challenges, sprints}
	outcomes = append([]arcade.Outcome{""}, arcade.Outcomes()...)
)

// gameIDs returns the IDs of the arcade's games in their order, followed by IDs that
// occur only in results.
func gameIDs(games engine.Catalog, results []arcade.Result) (ids []string) {
	for _, g := range games {
		ids = append(ids, g.Info().ID)
	}
	for _, r := range results {
		if !slices.Contains(ids, r.Record.Game) {
			ids = append(ids, r.Record.Game)
		}
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
