package race

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/mailbox"
)

// bigRace returns a race that has begun with so many racers, each at a table of its own.
func bigRace(racers int, after func(time.Duration, func()) *time.Timer) (r *race, tables []*Table) {
	stored := data.Race{Race: arcade.Race{Code: "K7Q2M9", Game: "chessboard", Limit: time.Hour}}
	for i := range racers {
		stored.Racers = append(stored.Racers, arcade.Racer{ID: fmt.Sprint(i), Nick: fmt.Sprint("racer-", i)})
		tables = append(tables, &Table{number: i + 1})
	}
	r = &race{
		code: "K7Q2M9", now: time.Now, after: after, stored: stored, begins: time.Now(),
		racers: make(map[string]progress),
	}
	return r, tables
}

// Of thirty-two racers half never take their standings, while each move is published to
// all: no racer waits for another.
//
//abuse:case 4
func TestRacingWaitsForNobody(t *testing.T) {
	const racers, moves = 32, 200
	var due func()
	r, tables := bigRace(racers, func(_ time.Duration, fn func()) *time.Timer { due = fn; return stopped() })
	var readers sync.WaitGroup
	var seen atomic.Int64
	var lazy []*mailbox.Box[*arcade.Race]
	for i, table := range tables {
		f := r.follow(t.Context(), follower{table, fmt.Sprint(i)})
		if i%2 == 0 {
			lazy = append(lazy, f)
			continue
		}
		readers.Go(func() {
			for r, ok := f.Next(); ok; r, ok = f.Next() {
				if own, ok := r.Racers[slices.IndexFunc(r.Racers, func(o arcade.Racer) bool { return o.ID == r.Me })], true; ok && own.Nick != fmt.Sprint("racer-", i) {
					t.Errorf("racer %d is told to be %s", i, own.Nick)
				}
				seen.Add(1)
			}
		})
	}
	var took []time.Duration
	for n := range moves {
		for _, table := range tables {
			scene := &arcade.Scene{Event: arcade.RaceEvent("K7Q2M9"), Score: engine.Score{Points: n, Max: moves}, Moves: n}
			began := time.Now()
			r.show(table, scene)
			took = append(took, time.Since(began))
		}
		due() // the pause is over
	}
	for _, f := range lazy {
		if !holds(f) {
			t.Error("nothing waits for a follower who takes no standings")
		}
	}
	stored := r.stored
	r.close(&stored)
	readers.Wait()
	if seen.Load() == 0 || len(r.followers.All()) != 0 {
		t.Errorf("%d standings were seen; %d follow still", seen.Load(), len(r.followers.All()))
	}
	slices.Sort(took)
	p99 := took[len(took)*99/100]
	if p99 > 5*time.Millisecond {
		t.Errorf("p99 is %v", p99)
	}
	t.Attr("reached", fmt.Sprintf("publish p99 %.2f ms to %d racers, of whom %d take nothing", p99.Seconds()*1000, racers, racers/2))
}

// However fast the racers play, standings go out once per pause, and the last ones are
// the newest.
func TestStandingsTakeTheirTime(t *testing.T) {
	var due []func()
	r, tables := bigRace(2, func(wait time.Duration, fn func()) *time.Timer {
		if wait != Pause {
			t.Errorf("it waits %v", wait)
		}
		due = append(due, fn)
		return stopped()
	})
	f := r.follow(t.Context(), follower{tables[0], "0"})
	r.follow(t.Context(), follower{tables[1], "1"})
	f.Next()
	for n := range 1000 {
		r.show(tables[1], &arcade.Scene{Score: engine.Score{Points: n, Max: 1000}, Moves: n})
	}
	next := func() int {
		standings, _ := f.Next()
		return standings.Racers[0].Moves
	}
	first := next()
	if len(due) != 1 || first != 0 {
		t.Fatalf("%d pauses, and move %d came first", len(due), first)
	}
	due[0]()
	if got := next(); got != 999 {
		t.Errorf("then came move %d", got)
	}
	due[1]()
	if holds(f) || len(due) != 2 {
		t.Error("it goes on without news")
	}
}

// holds reports whether something waits in a watch, or it has ended.
func holds(w arcade.Notifier) bool {
	var there atomic.Bool
	w.Notify(func() { there.Store(true) })
	return there.Load()
}

// The store's answers may come in any order.
func TestAnOldAnswerOfTheStoreIsNoNews(t *testing.T) {
	r, _ := bigRace(1, func(time.Duration, func()) *time.Timer { return stopped() })
	older, newer := r.nextRead(), r.nextRead()
	stored := r.stored
	stored.Racers = append(slices.Clone(stored.Racers), arcade.Racer{ID: "b"})
	r.apply(stored, newer)
	r.apply(r.stored, older)
	old := stored
	old.Racers = nil
	r.apply(old, older)
	if len(r.stored.Racers) != 2 {
		t.Errorf("it has %d racers", len(r.stored.Racers))
	}
}

func TestTheOrderOfARace(t *testing.T) {
	r := &arcade.Race{Begins: time.Now(), Racers: []arcade.Racer{
		{Nick: "absent"},
		{Nick: "slow", Score: engine.Score{Points: 9}, Through: true, Played: true, Millis: 2000},
		{Nick: "plays", Score: engine.Score{Points: 9}, Played: true},
		{Nick: "quick", Score: engine.Score{Points: 9}, Through: true, Played: true, Millis: 1000},
		{Nick: "best", Score: engine.Score{Points: 10}, Played: true},
		{Nick: "nothing", Through: true, Played: true},
	}}
	order(r)
	var names []string
	for _, o := range r.Racers {
		names = append(names, o.Nick)
	}
	if got, want := strings.Join(names, " "), "best quick slow plays nothing absent"; got != want {
		t.Errorf("it is %s, want %s", got, want)
	}
}

// Equal racers stay in one order, also once the store knows the round of one of them.
func TestEqualRacersStayInOrder(t *testing.T) {
	score := engine.Score{Points: 9}
	first, second := arcade.Racer{ID: "a", Nick: "first"}, arcade.Racer{ID: "b", Nick: "second"}
	r := &race{begins: time.UnixMilli(1), racers: map[string]progress{"a": {Score: score}, "b": {Score: score}}}
	r.stored = data.Race{Race: arcade.Race{Begins: r.begins, Racers: []arcade.Racer{first, second}}}
	before := r.standings().Racers[0].Nick
	r.stored.Racers[1] = arcade.Racer{ID: "b", Nick: "second", Score: score, Through: true, Stopped: true, Played: true}
	if after := r.standings().Racers[0].Nick; before != "first" || after != "first" {
		t.Errorf("the first of two equal racers is %s, and then %s", before, after)
	}
}

// A panic at a time of a race does not end the program.
func TestAPanicAtATimeIsContained(t *testing.T) {
	recovered := make(chan any)
	New(Config{Recovered: func(v any) { recovered <- v }}).after(0, func() { panic("at the limit") })
	if v := <-recovered; v != "at the limit" {
		t.Errorf("the panic is of %v", v)
	}
}

// stopped returns a timer that has not been set.
func stopped() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}
