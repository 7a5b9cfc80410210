package record

import (
	"fmt"
	"slices"
	"sort"
	"testing"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/screen"
)

// A pages has a history, newest first.
type pages struct {
	arcade.Store
	all []arcade.Result
}

func (p *pages) History(before string, n int) (page []arcade.Result, err error) {
	from := 0
	if before != "" {
		from = sort.Search(len(p.all), func(i int) bool { return p.all[i].ID < before })
	}
	return slices.Clone(p.all[from:min(from+n, len(p.all))]), nil
}

// A long history is held without the moves of its games, which come when one is looked at.
func TestAHistoryIsHeldWithoutMoves(t *testing.T) {
	store := new(pages)
	for i := 2 * screen.HistoryPage; i >= 0; i-- {
		store.all = append(store.all, arcade.Result{ID: fmt.Sprintf("%08d", i), Record: engine.Record{Game: "game", Moves: make([]engine.Move, i)}})
	}
	r := reader{store: store, how: func(arcade.Result) arcade.Outcome { return "won" }}
	r.take = func(p page) tea.Cmd {
		r.apply(p)
		return nil
	}
	for range 3 {
		r.more()().(screen.Answer).Take()
	}
	if !r.all || len(r.results) != len(store.all) {
		t.Fatalf("%d of %d games are read", len(r.results), len(store.all))
	}
	for i, read := range r.results {
		want := 2*screen.HistoryPage - i
		if o := r.ends[read.ID]; read.Record.Moves != nil || o.how != "won" || o.moves != want {
			t.Fatalf("game %d is held with %d moves, and as %+v", i, len(read.Record.Moves), o)
		}
		if whole, err := r.whole(i)(); err != nil || whole.ID != read.ID || len(whole.Record.Moves) != want {
			t.Fatalf("game %d comes as %s with %d moves, %v", i, whole.ID, len(whole.Record.Moves), err)
		}
	}
	ask := r.whole(7)
	store.all = nil
	if _, err := ask(); err == nil {
		t.Error("a game that is gone can be read")
	}
}

// Whatever a player looks for in a history of 30,000 games, and however far back: the screen holds
// few of them, and each of those can be replayed.
func TestOfALongHistoryAPartIsHeld(t *testing.T) {
	store := new(pages)
	for i := 30_000; i > 0; i-- {
		store.all = append(store.all, arcade.Result{ID: fmt.Sprintf("%08d", i), Record: engine.Record{Game: fmt.Sprint(i % 7)}})
	}
	h := new(History)
	h.reader = reader{store: store, take: h.take, how: func(arcade.Result) arcade.Outcome { return "won" }}
	most := 0
	reads := func(cmd tea.Cmd) {
		for cmd != nil {
			msg, ok := cmd().(screen.Answer)
			if !ok {
				break
			}
			cmd = msg.Take()
			most = max(most, len(h.reader.results), len(h.reader.ends))
		}
	}
	end := func(want int) {
		t.Helper()
		for !h.reader.all {
			h.List.Choose(h.List.Len())
			reads(h.prefetch())
		}
		if got := h.reader.passed + len(h.matches); got != want || h.reader.dropped+len(h.reader.results) != len(store.all) {
			t.Errorf("%d of %d games are found, want %d", got, h.reader.dropped+len(h.reader.results), want)
		}
		for i := range h.reader.results {
			if whole, err := h.reader.whole(i)(); err != nil || whole.ID != h.reader.results[i].ID {
				t.Fatalf("a game comes as %s, %v", whole.ID, err)
			}
		}
	}
	reads(h.Init())
	end(len(store.all))
	stale := h.reader.page(h.reader.oldest, false)
	h.filter.game = "6"
	reads(h.refilter())
	end(len(store.all) / 7)
	h.filter.game = "none"
	reads(h.refilter())
	end(0)
	stale().(screen.Answer).Take()
	h.filter.game = ""
	reads(h.refilter())
	if first := h.chosen().ID; first != store.all[0].ID || most > resultsHeld+screen.HistoryPage {
		t.Errorf("the first is %s; up to %d games were held", first, most)
	}
}
