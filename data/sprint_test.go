package data

import (
	"path/filepath"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

var aSprint = arcade.Sprint{Game: hop, Begins: time.Date(2026, 11, 24, 19, 0, 0, 0, time.UTC)}

// won are the points of a won round of the test's game.
var won = []int{3, 3, 3, 3, 3, 3, 3, 3, 3}

// sprintDeal begins a deal of a sprint for a player, so many minutes after its beginning.
func sprintDeal(t testing.TB, p *Player, n, minute int) (arcade.Saved, arcade.Rev) {
	t.Helper()
	s, rev, err := beginEvent(p, steps{hop}, aSprint.Event(n), aSprint.Begins.Add(time.Duration(minute)*time.Minute))
	must(t, err)
	return s, rev
}

// sprintRound begins a deal and finishes it a minute later.
func sprintRound(t testing.TB, p *Player, n, minute int, points ...int) arcade.Result {
	t.Helper()
	s, rev := sprintDeal(t, p, n, minute)
	r := finished(record(hop, string(s.Record.Code), points...), 60_000)
	r.Event, r.Ended = s.Event, s.Started+60_000
	r, err := p.Finish(r, rev)
	must(t, err)
	return r
}

func sprintBoard(t testing.TB, p *Player) arcade.SprintBoard {
	t.Helper()
	b, err := p.SprintBoard(aSprint)
	must(t, err)
	return b
}

// wantSprint checks the rows of a sprint as a player sees them.
func wantSprint(t testing.TB, p *Player, want ...arcade.SprintRow) {
	t.Helper()
	got := sprintBoard(t, p).Rows
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("the board is %+v, want %+v", got, want)
			return
		}
	}
}

// Everybody has the same deals in the same order, each once, and of others only what they have finished.
func TestASprintHasTheSameDealsForAll(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file.db")
	db := must1(Open(path, Games(library)))(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	codes := map[engine.Code]bool{}
	for n := 1; n <= 3; n++ {
		if b := sprintBoard(t, ann); b.Next != n || b.Open {
			t.Errorf("before deal %d the board says %+v", n, b)
		}
		codes[sprintRound(t, ann, n, n, 1, n).Record.Code] = true
	}
	s, rev := sprintDeal(t, ann, 4, 5)
	if b := sprintBoard(t, ann); b.Next != 4 || !b.Open || len(codes) != 3 || codes[s.Record.Code] {
		t.Errorf("the deals are %v and %s, and the board says %+v", codes, s.Record.Code, b)
	}
	at := aSprint.Begins.Add(10 * time.Minute)
	for _, c := range []struct {
		p    *Player
		e    arcade.Event
		at   time.Time
		want error
	}{
		{ann, aSprint.Event(4), at, arcade.ErrConflict},
		{ann, aSprint.Event(3), at, ErrPlayed},
		{ann, aSprint.Event(5), at, ErrRound}, // the fourth is open
		{bob, aSprint.Event(2), at, ErrRound},
		{bob, aSprint.Event(1), aSprint.Begins.Add(-1), ErrOver},
		{bob, aSprint.Event(1), aSprint.Ends(), ErrOver},
	} {
		_, _, err := beginEvent(c.p, steps{hop}, c.e, c.at)
		wantErr(t, "Begin of "+string(c.e), err, c.want)
	}
	must(t, db.Close()) // as after a crash, all goes on where it was
	db = must1(Open(path, Games(library)))(t)
	t.Cleanup(func() { _ = db.Close() })
	ann, bob = session(t, db, fp("ann")), session(t, db, fp("bob"))
	if got, r, err := ann.Saved(arcade.Slot(hop, s.Event)); err != nil || r != rev || got.Record.Code != s.Record.Code {
		t.Errorf("the open deal is %s, %v, want %s", got.Record.Code, err, s.Record.Code)
	}
	for n := 1; n <= 3; n++ {
		if code := sprintRound(t, bob, n, 20+n, won...).Record.Code; !codes[code] {
			t.Errorf("deal %d of another player is %s, of none of %v", n, code, codes)
		}
	}
	if got, _ := sprintDeal(t, bob, 4, 30); got.Record.Code != s.Record.Code {
		t.Errorf("the fourth deal is %s, want %s", got.Record.Code, s.Record.Code)
	}
	sound(t, db)
}

// Wins rank first, then points. Guests see their own row, and the arcade's players are there without a place.
func TestTheBoardOfASprint(t *testing.T) {
	db := openGames(t)
	ann, bob, cat := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cat")
	guest, level := session(t, db, "guest:1"), must1(db.Player(arcade.Level(2).Credential()))(t)
	sprintRound(t, ann, 1, 0, 3, 3, 3)
	sprintRound(t, ann, 2, 1, 3, 3)
	sprintRound(t, bob, 1, 0, won...)
	sprintRound(t, cat, 1, 0, 3, 3, 3, 3, 3)
	sprintRound(t, guest, 1, 0, 3, 3, 2)
	sprintRound(t, level, 1, 0, 3)
	sprintDeal(t, level, 2, 3)
	annRow, bobRow := arcade.SprintRow{Place: 2, Nick: "ann", Points: 15, Deals: 2}, arcade.SprintRow{Place: 1, Nick: "bob", Won: 1, Points: 27, Deals: 1}
	catRow, guestRow := arcade.SprintRow{Place: 2, Nick: "cat", Points: 15, Deals: 1}, arcade.SprintRow{Mine: true, Points: 8, Deals: 1}
	levelRow := arcade.SprintRow{Nick: "arcade-2", Level: 2, Points: 3, Deals: 1}
	wantSprint(t, guest, bobRow, annRow, catRow, guestRow, levelRow)
	wantSprint(t, session(t, db, fp("new")), bobRow, annRow, catRow, levelRow)
	bobRow.Mine = true
	wantSprint(t, bob, bobRow, annRow, catRow, levelRow)
	must(t, bob.Delete(aSprint.Begins.Add(time.Hour)))
	annRow.Place, catRow.Place = 1, 1
	wantSprint(t, guest, annRow, catRow, guestRow, levelRow)
	sound(t, db)
}

// What is finished when the hour is over does not count any more, what is open then ends, and help is none.
func TestTheTimeOfASprint(t *testing.T) {
	db := openGames(t)
	ann, bob, cat := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cat")
	sprintRound(t, ann, 1, 57, 1)
	if r := sprintRound(t, ann, 2, 59, won...); r.Class != arcade.Practice {
		t.Errorf("what was finished too late is %s", r.Class)
	}
	sprintDeal(t, bob, 1, 59)
	s, rev := sprintDeal(t, cat, 1, 1)
	helped := finished(record(hop, string(s.Record.Code), 3), 60_000)
	helped.Event, helped.Ended, helped.Tally.Hints = s.Event, s.Started+60_000, 1
	if r, err := cat.Finish(helped, rev); err != nil || r.Class != arcade.Assisted {
		t.Errorf("a deal with a hint is %s, %v", r.Class, err)
	}
	wantSprint(t, bob, arcade.SprintRow{Place: 1, Nick: "ann", Points: 1, Deals: 1})
	for i, at := range []time.Time{aSprint.Ends().Add(-1), aSprint.Ends()} {
		if sealed := Sealed(aSprint.Event(7), at); sealed != (i == 0) {
			t.Errorf("at %v the deals are secret: %v", at, sealed)
		}
		if n, err := db.EndDailies(at); err != nil || n != i {
			t.Errorf("at %v %d deals end, %v", at, n, err)
		}
	}
	if r, ok, err := bob.EventRound(hop, aSprint.Event(1)); err != nil || !ok || r.Class != arcade.Practice {
		t.Errorf("the open deal is %+v, %v, %v", r, ok, err)
	}
	sound(t, db)
}

// Only who has finished a deal may see games of it, and it cannot be passed on, before the hour is over.
func TestTheDealsOfASprintAreSecret(t *testing.T) {
	db := openGames(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	r := sprintRound(t, ann, 1, 0, 1)
	next := sprintRound(t, ann, 2, 1, 1)
	sprintDeal(t, bob, 1, 2)
	wantErr(t, "of an open deal", bob.CheckVisible(r.Deal(), r.Event, true), ErrPlaying)
	wantErr(t, "of a deal to come", bob.CheckVisible(next.Deal(), next.Event, true), ErrUnplayed)
	_, err := ann.PassOn(r.ID, aSprint.Ends().Add(-1))
	wantErr(t, "PassOn", err, arcade.ErrSealed)
	must(t, ann.CheckVisible(r.Deal(), r.Event, true))
	_, err = ann.PassOn(r.ID, aSprint.Ends())
	must(t, err)
}

// Who comes back after deleting the account goes on where that one was. Of accounts that are joined, the deals of the
// one count that began the sprint first, whichever stays, unless it is younger than the sprint.
func TestOneAttemptAtASprint(t *testing.T) {
	for _, catStays := range []bool{false, true} {
		oneAttemptAtASprint(t, catStays)
	}
}

func oneAttemptAtASprint(t *testing.T, catStays bool) {
	db := openGames(t)
	ann := begunAt(t, db, fp("ann"), day(0))
	sprintRound(t, ann, 1, 0, 1)
	sprintDeal(t, ann, 2, 2)
	must(t, ann.Delete(aSprint.Begins.Add(3*time.Minute)))
	again := session(t, db, fp("ann"))
	if b := sprintBoard(t, again); b.Next != 3 || len(b.Rows) != 0 {
		t.Errorf("the board says %+v, want deal 3 to be next", b)
	}
	_, _, err := beginEvent(again, steps{hop}, aSprint.Event(2), aSprint.Begins.Add(4*time.Minute))
	wantErr(t, "Begin", err, ErrPlayed)

	bob, cat, dan := begunAt(t, db, fp("bob"), day(0)), begunAt(t, db, fp("cat"), day(0)), begunAt(t, db, fp("dan"), aSprint.Begins)
	for n, minute := range []int{0, 20} { // bob begins the first deal before cat, and the second one after
		sprintRound(t, bob, n+1, minute, 1)
	}
	for n := range 3 {
		sprintRound(t, cat, n+1, 5+n, 3)
	}
	for n := range 4 {
		sprintRound(t, dan, n+1, 30+n, won...)
	}
	sprintDeal(t, dan, 5, 40)
	if catStays {
		join(t, cat, bob)
	} else {
		join(t, bob, cat)
	}
	join(t, bob, dan)
	row := arcade.SprintRow{Place: 1, Mine: true, Points: 1 + 1, Deals: 2}
	wantSprint(t, bob, row)
	if b := sprintBoard(t, bob); b.Next != 5 || !b.Open {
		t.Errorf("the board says %+v, want deal 5 to be open", b)
	}
	sound(t, db)
}

// Each who looks at the board has it summed every two seconds, so that allocates less than once for each deal that one has finished.
func TestTheBoardOfASprintIsSummedFromKeys(t *testing.T) {
	db := openGames(t)
	players := []*Player{session(t, db, fp("ann")), session(t, db, fp("bob")), session(t, db, fp("cat"))}
	looks, deals := session(t, db, fp("looks")), 0
	allocates := func(most int) int {
		for ; deals < most; deals++ {
			for i, p := range players {
				sprintRound(t, p, deals+1, deals, 1+i%3)
			}
		}
		return int(testing.AllocsPerRun(3, func() { sprintBoard(t, looks) }))
	}
	if few, many := allocates(2), allocates(30); many >= few+28*len(players) {
		t.Errorf("the board of 2 deals allocates %d times, that of 30 deals %d times", few, many)
	}
}

// On all nodes a sprint has the same deals and the same board, and a deal that was finished on one is not begun on another.
func TestASprintIsTheSameOnAllNodes(t *testing.T) {
	dbs := nodes(t, NewLog(), 3, Games(library))
	var first engine.Code
	for i, db := range dbs {
		name := []string{"ann", "bob", "cat"}[i]
		must(t, db.Barrier(t.Context()))
		r := sprintRound(t, nicked(t, db, name), 1, i, i+1)
		if first == "" {
			first = r.Record.Code
		}
		if r.Record.Code != first {
			t.Errorf("on node %d the first deal is %s, want %s", i, r.Record.Code, first)
		}
	}
	settled(t, dbs...)
	for _, db := range dbs {
		wantSprint(t, session(t, db, fp("looks")), arcade.SprintRow{Place: 1, Nick: "cat", Points: 3, Deals: 1},
			arcade.SprintRow{Place: 2, Nick: "bob", Points: 2, Deals: 1}, arcade.SprintRow{Place: 3, Nick: "ann", Points: 1, Deals: 1})
		ann := session(t, db, fp("ann"))
		if b := sprintBoard(t, ann); b.Next != 2 || b.Open {
			t.Errorf("elsewhere ann's board says %+v", b)
		}
		_, _, err := beginEvent(ann, steps{hop}, aSprint.Event(1), aSprint.Begins.Add(5*time.Minute))
		wantErr(t, "Begin elsewhere", err, ErrPlayed)
	}
}
