package play_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/play"
)

// A desk is the windows of one player at one table, with their calls and what they are told of each
// other on the way, for as long as it takes.
type desk struct {
	*testing.T
	random  *rand.Rand
	store   *store
	windows []*window
	seen    int // the fewest hidden cards that a window has shown
	went    int // how often a window went on from what another has stored
}

type window struct {
	seat    *play.Seat
	calls   []*play.Call  // not made yet
	answers []play.Answer // of those made
	news    bool          // another window has stored something
}

// open opens one more window.
func (d *desk) open(g engine.Game) *window {
	saver := play.NewSaver(d.store)
	row, err := saver.Read(d.store.row.Slot())
	if err != nil {
		d.Fatal(err)
	}
	seat, err := play.Resume(saver, g, row, clock(time.Second))
	if err != nil {
		d.Fatal(err)
	}
	w := &window{seat: seat, news: true}
	d.windows = append(d.windows, w)
	return w
}

// follow does what a seat asks for.
func (d *desk) follow(w *window, next play.Next) {
	if next.Call != nil {
		w.calls = append(w.calls, next.Call)
	}
	if next.News == play.WentOn {
		d.went++
	}
}

// step makes a call, takes an answer or hears news in a window, if there is one.
func (d *desk) step(w *window) {
	switch n := d.random.IntN(3); {
	case n == 0 && len(w.calls) > 0:
		i, rev := d.random.IntN(len(w.calls)), d.store.rev
		call := w.calls[i]
		w.calls = slices.Delete(w.calls, i, i+1)
		w.answers = append(w.answers, call.Make())
		for _, other := range d.windows {
			other.news = other.news || other != w && d.store.rev != rev
		}
	case n == 1 && len(w.answers) > 0:
		i := d.random.IntN(len(w.answers))
		a := w.answers[i]
		w.answers = slices.Delete(w.answers, i, i+1)
		d.follow(w, w.seat.Answer(a))
	case n == 2 && w.news:
		w.news = false
		d.follow(w, w.seat.Heard())
	}
	d.seen = min(d.seen, engine.Hidden(w.seat.Shown().State))
}

// act changes the round at random in a window.
func (d *desk) act(w *window) {
	var next play.Next
	var err error
	switch n := d.random.IntN(10); {
	case n == 0:
		next, err = w.seat.Redo()
	case n <= 3:
		next, err = w.seat.Undo()
	case n == 4:
		next, err = w.seat.Hint()
	case n == 5 && d.random.IntN(4) == 0:
		next, err = w.seat.Restart()
	default:
		moves := w.seat.Shown().State.Moves()
		if w.seat.Pending() || len(moves) == 0 {
			return
		}
		next, err = w.seat.Play(moves[d.random.IntN(len(moves))])
	}
	if err == nil {
		d.follow(w, next)
	}
}

// settle lets everything arrive, and checks that all windows then show what the store has, and that a card which
// one of them has shown is not taken back for nothing.
func (d *desk) settle() {
	for busy := true; busy; {
		busy = false
		for _, w := range d.windows {
			d.step(w)
			busy = busy || w.news || len(w.calls)+len(w.answers) > 0
		}
	}
	want := d.store.row
	for i, w := range d.windows {
		if got := w.seat.Record().String(); w.seat.State() != play.Playing || w.seat.Pending() || w.seat.Unsaved() ||
			got != want.Record.String() || w.seat.Shown().Tally != want.Tally {
			d.Fatalf("window %d has %s, %+v, and the store %s, %+v", i+1, got, w.seat.Shown().Tally, want.Record, want.Tally)
		}
		if hidden := engine.Hidden(w.seat.Shown().State); hidden > d.seen && !want.Tally.Assisted() {
			d.Fatalf("%d cards are hidden, a window has shown all but %d, and the round counts: %+v", hidden, d.seen, want.Tally)
		}
	}
}

// goesBack checks that a window takes back, or plays again, what was played last in whichever window.
func (d *desk) goesBack(g engine.Game) {
	back, ours := (*engine.Round).Undo, (*play.Seat).Undo
	if d.random.IntN(2) == 0 {
		back, ours = (*engine.Round).Redo, (*play.Seat).Redo
	}
	want, err := d.store.row.Resume(g)
	if err != nil {
		d.Fatal(err)
	}
	did := back(want)
	w := d.windows[d.random.IntN(len(d.windows))]
	next, err := ours(w.seat)
	if did != (err == nil) {
		d.Fatalf("a step back or forth is %t, and there is %v", did, err)
	}
	d.follow(w, next)
	d.settle()
	if got := d.store.row.Record.String(); got != want.Record().String() {
		d.Fatalf("a step back or forth leads to %s, want %s", got, want.Record())
	}
}

// However moves and steps back alternate between the windows of a player, all show the same in the end, and what one has
// played the others take back. One that is cut off changes nothing for the others.
func TestTheWindowsOfATable(t *testing.T) {
	t.Parallel()
	games, went := catalog.All(), 0
	for seed := range uint64(300) {
		d := &desk{T: t, random: rand.New(rand.NewPCG(seed, 0)), store: new(store), seen: math.MaxInt}
		g := games[seed%uint64(len(games))]
		d.store.row, d.store.rev, d.store.last = arcade.Save(engine.NewRound(g, engine.Code(fmt.Sprint("R", seed)))), 1, 1
		d.open(g)
		d.open(g)
		for n := range 60 {
			w := d.windows[d.random.IntN(len(d.windows))]
			if d.random.IntN(3) == 0 {
				d.act(w)
			} else {
				d.step(w)
			}
			if n%20 == 19 {
				d.settle()
				d.goesBack(g)
			}
		}
		if err := d.windows[0].seat.Close(); err != nil {
			t.Fatal(err)
		}
		d.windows = d.windows[1:]
		d.windows[0].news = true
		d.act(d.windows[0])
		d.open(g)
		d.settle()
		went += d.went
	}
	if went < 1000 {
		t.Errorf("a window went on from another only %d times", went)
	}
}

// A round that ends in one window is over in the other, which goes on with the next there.
func TestARoundEndsInAnotherWindow(t *testing.T) {
	one := sit("", false)
	next, err := one.Play(one.Shown().State.Moves()[0])
	settled(t, one, next, err)
	d := &desk{T: t, random: rand.New(rand.NewPCG(1, 1)), store: one.store}
	other := d.open(one.Game())
	settled(t, one, one.Finish(), nil)
	if next := other.seat.Answer(other.seat.Heard().Call.Make()); next.News != play.Refused || !other.seat.Lost() {
		t.Fatalf("the news is %d in state %d", next.News, other.seat.State())
	}
	another := play.New(one.store, engine.NewRound(one.Game(), "NEXT"), "", false, clock(time.Second))
	next, err = another.Play(another.Shown().State.Moves()[0])
	settled(t, sitting{another, one.store}, next, err)
	next = other.seat.Answer(other.seat.Heard().Call.Make())
	if next.News != play.WentOn || other.seat.Code() != "NEXT" || other.seat.State() != play.Playing {
		t.Errorf("the news is %d, and the deal %s", next.News, other.seat.Code())
	}
}

// The windows of a table show one time, whenever each of them has come: also when one has left, with or without a move, and
// comes back.
func TestTheWindowsOfATableShowOneTime(t *testing.T) {
	now := time.UnixMilli(1_790_000_000_000)
	c := play.Clock{Run: play.Run{ID: "run", Began: now}, Now: func() time.Time { return now }}
	g, kept := catalog.All()[0], new(store)
	kept.row, kept.rev, kept.last = arcade.Save(engine.NewRound(g, "R1")), 1, 1
	kept.row.Millis = 60_000
	hears := func(s *play.Seat) { settled(t, sitting{s, kept}, s.Heard(), nil) }
	sits := func() *play.Seat {
		saver := play.NewSaver(kept)
		row, err := saver.Read(kept.row.Slot())
		if err != nil {
			t.Fatal(err)
		}
		s, err := play.Resume(saver, g, row, c)
		if err != nil {
			t.Fatal(err)
		}
		hears(s)
		return s
	}
	one := sits()
	for _, moves := range []int{0, 1, 0} {
		now = now.Add(5 * time.Second)
		other := sits()
		now = now.Add(time.Second)
		if one.Played() != other.Played() {
			t.Fatalf("one window shows %d ms, and the other %d", one.Played(), other.Played())
		}
		for range moves {
			next, err := other.Play(other.Shown().State.Moves()[0])
			settled(t, sitting{other, kept}, next, err)
		}
		settled(t, sitting{other, kept}, other.Leave(), nil)
		hears(one)
	}
	if want := int64(78_000); one.Played() != want {
		t.Errorf("%d ms were played, want %d", one.Played(), want)
	}
}

// Two programs that have a round open, as two nodes can, do not store it in turns for ever.
func TestTheWindowsOfTwoProgramsComeToRest(t *testing.T) {
	now := time.UnixMilli(1_790_000_000_000)
	kept := new(store)
	kept.row, kept.rev, kept.last = arcade.Save(engine.NewRound(catalog.All()[0], "R1")), 1, 1
	var seats []*play.Seat
	for _, run := range []string{"one", "two"} {
		saver := play.NewSaver(kept)
		row, err := saver.Read(kept.row.Slot())
		if err != nil {
			t.Fatal(err)
		}
		s, err := play.Resume(saver, catalog.All()[0], row, play.Clock{Run: play.Run{ID: run, Began: now}, Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		seats = append(seats, s)
	}
	for n := range 5 {
		rev := kept.rev
		for _, s := range seats {
			settled(t, sitting{s, kept}, s.Heard(), nil)
		}
		if n > 0 && kept.rev != rev {
			t.Errorf("with nothing new the store goes from revision %v to %v", rev, kept.rev)
		}
	}
}

// settled makes the calls that a seat asks for.
func settled(t *testing.T, s sitting, next play.Next, err error) {
	t.Helper()
	for err == nil && next.Call != nil {
		next = s.Answer(next.Call.Make())
	}
	if err != nil || s.Err() != nil {
		t.Fatal(err, s.Err())
	}
}

// A fresh deal that was looked at counts as looked at when another window has begun with another one.
func TestADealThatGivesWayToAnotherWindowIsLookedAt(t *testing.T) {
	one := sit("", false)
	looks := &lookStore{store: one.store}
	other := play.New(looks, engine.NewRound(one.Game(), "MINE"), "", false, clock(time.Second))
	other.SetFresh(play.NewLooks(looks, time.Now))
	next, err := one.Play(one.Shown().State.Moves()[0])
	settled(t, one, next, err)
	next = other.Answer(other.Heard().Call.Make())
	if next.News != play.WentOn || other.Code() != one.Code() || next.Call == nil {
		t.Fatalf("the news is %d, the deal %s", next.News, other.Code())
	}
	if next.Call.Make(); looks.counted != 1 {
		t.Errorf("%d deals were looked at", looks.counted)
	}
}

// A lookStore counts the deals that were looked at.
type lookStore struct {
	*store
	counted int
}

func (s *lookStore) Looks(_ int64, more int) (int, error) {
	s.counted += more
	return s.counted, nil
}
