package data

import (
	"fmt"
	"testing"
	"time"

	"boardwalk/engine/arcade"
)

// The attack: win with many accounts that cost nothing, forget those that have lost, and join
// those that have won. No streak gets longer by it, no guest's and no young account's win
// reaches the board of wins, and neither does a game that was about to be won.
//
//abuse:case 53
func TestJoinedWinnersLengthenNothing(t *testing.T) {
	db := openGames(t)
	ann := nicked(t, db, "ann")
	perfect := []int{3, 3, 3, 3, 3, 3, 3, 3, 3}
	wins := func(p *Player, deal string, at time.Time) {
		t.Helper()
		r := finished(record(hop, deal, perfect...), 5)
		r.Ended = at.UnixMilli()
		finish(t, p, r)
	}
	wants := func(when string, now, longest, fresh int) {
		t.Helper()
		stats, err := ann.Stats()
		must(t, err)
		if s := stats[0]; s.Streak != now || s.Longest != longest || s.Fresh != fresh {
			t.Errorf("%s the streak is %d, the longest %d, with %d wins on the board; want %d, %d and %d", when, s.Streak, s.Longest, s.Fresh, now, longest, fresh)
		}
		sound(t, db)
	}
	wins(ann, "OWN", day(2))
	for n := range 5 {
		guest := session(t, db, fmt.Sprint("guest:", n))
		wins(guest, fmt.Sprint("G", n), day(2.1).Add(time.Duration(n)*time.Minute))
		code, _, err := ann.Link(day(2.2))
		must(t, err)
		must(t, guest.Join(code, day(2.2)))
	}
	wants("with five guests' wins", 1, 1, 1)
	almost := session(t, db, "guest:almost")
	save(t, almost, saved(record(hop, "ALMOST", perfect[1:]...), 5))
	code, _, err := ann.Link(day(2.3))
	must(t, err)
	must(t, almost.Join(code, day(2.3)))
	_, rev, err := ann.Saved(hop)
	must(t, err)
	last := finished(record(hop, "ALMOST", perfect...), 5)
	last.Ended = day(2.4).UnixMilli()
	_, err = ann.Finish(last, rev)
	must(t, err)
	wants("with a guest's game that was almost won", 1, 1, 1)

	// Nor the other way round: the account that was just made stays, and ann's is joined into it.
	young := session(t, db, fp("young"))
	wins(young, "Y1", day(2.5))
	wins(young, "Y2", day(2.6))
	code, _, err = young.Link(day(3.7))
	must(t, err)
	must(t, ann.Join(code, day(3.7)))
	wants("joined into a younger account, which stays", 2, 2, 3)
	young2 := session(t, db, fp("young2"))
	wins(young2, "Z1", day(4))
	code, _, err = young2.Link(day(4.1))
	must(t, err)
	must(t, ann.Join(code, day(4.1)))
	wants("joined into one that was made that day", 1, 2, 3)
}

// The attack: enter a race with many keys of one's own and lose, or win, against a stranger.
//
//abuse:case 54
func TestAFarmOfKeysMovesNobody(t *testing.T) {
	db := openGames(t)
	stranger := veteran(t, db, "victim")
	farm := []*Player{}
	for n := range racersMax - 1 {
		farm = append(farm, nicked(t, db, fmt.Sprint("farm", n)))
	}
	race := func(at time.Time) {
		t.Helper()
		r := started(t, append([]*Player{stranger}, farm...)...)
		for i, p := range append([]*Player{stranger}, farm...) {
			finish(t, p, raced(r, 1000, toTheEnd(1+min(i, 1))...))
		}
		ends(t, db, r, at)
	}
	race(day(0))
	if got := ratingNow(t, stranger, day(0)); got.Exists() {
		t.Errorf("a race against %d fresh keys makes the stranger's rating %+v", len(farm), got)
	}
	for _, p := range farm {
		season(t, p)
	}
	before := 1500
	for n := range 3 {
		race(day(float64(n)))
		got := ratingNow(t, stranger, day(float64(n))).Points
		if lost := before - got; lost <= 0 || lost > swingMost {
			t.Errorf("race %d takes %d points, want %d at most", n, lost, int(swingMost))
		}
		before = got
	}
	sound(t, db)
}

// A race that nobody plays changes no rating.
//
//abuse:case 54
func TestARaceThatNobodyPlaysIsNotRated(t *testing.T) {
	db := openGames(t)
	ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
	duel(t, db, ann, bob, day(0))
	r := started(t, ann, bob)
	for _, p := range []*Player{ann, bob} {
		_, _, err := beginEvent(p, steps{hop}, arcade.RaceEvent(r.Code), day(0))
		must(t, err)
	}
	if got := ends(t, db, r, day(0.1)); got != " - -" {
		t.Errorf("it changes%s", got)
	}
}

// The attack: play a challenge, delete the account, and play its deal again with the same key,
// in that challenge or in another of the same deal.
//
//abuse:case 55
func TestADealIsPlayedOnceWithAKey(t *testing.T) {
	db := openGames(t)
	ann, bob, cid := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cid")
	c := passOn(t, ann, finish(t, ann, finished(record(hop, "PASSED", 3, 3), 5)))
	enter(t, bob, c)
	enter(t, cid, c)
	r := challenged(c, 600, 2, 3)
	r.Record.Code = "PASSED"
	r = finish(t, bob, r)
	must(t, bob.Delete(day(0)))
	bob = session(t, db, fp("bob"))
	enter(t, bob, c)
	_, _, err := beginEvent(bob, steps{hop}, c.Event(), day(0))
	wantErr(t, "Begin again after deletion", err, ErrPlayed)
	must(t, cid.Delete(day(0))) // has not begun it, and so knows nothing
	cid = session(t, db, fp("cid"))
	enter(t, cid, c)
	r.ID = ""
	again := passOn(t, cid, finish(t, cid, r))
	enter(t, bob, again)
	_, _, err = beginEvent(bob, steps{hop}, again.Event(), day(0))
	wantErr(t, "Begin of another challenge of the deal", err, ErrPlayed)
	sound(t, db)
}

// The attack: join a race and never begin, so that all wait for its limit; fill its places with
// guests. The race does not wait, guests get half of the places of an open race, and who has
// opened it takes out whom that one likes, for good.
//
//abuse:case 56
func TestNobodyHoldsARace(t *testing.T) {
	db := openGames(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	r := started(t, ann, bob)
	finish(t, ann, raced(r, 1000, 3))
	_, _, err := beginEvent(bob, steps{hop}, arcade.RaceEvent(r.Code), day(0).Add(BeginsWithin))
	wantErr(t, "Begin a minute late", err, ErrLate)
	open, err := db.OpenRaces()
	if must(t, err); open[0].Through(day(0).Add(BeginsWithin-time.Millisecond)) || !open[0].Through(day(0).Add(BeginsWithin)) {
		t.Error("the race does not wait for a minute, and no longer")
	}
	if got := ends(t, db, r, day(0).Add(BeginsWithin)); got != " - -" {
		t.Errorf("it changes%s", got)
	}

	r, err = ann.OpenRace(steps{hop}, "OPEN", arcade.RaceTerms{Limit: time.Hour, Open: true}, day(1))
	must(t, err)
	for n := range guestsMax {
		_, err := session(t, db, fmt.Sprint("guest:", n)).JoinRace(r.Code, day(1))
		must(t, err)
	}
	_, err = session(t, db, "guest:more").JoinRace(r.Code, day(1))
	wantErr(t, "another guest", err, ErrRaceFull)
	r, err = bob.JoinRace(r.Code, day(1))
	must(t, err)
	his := r.Racers[len(r.Racers)-1].ID
	wantErr(t, "bob taking himself out", bob.TakeOut(r.Code, his, day(1)), ErrNotFound)
	must(t, ann.TakeOut(r.Code, his, day(1)))
	_, err = bob.JoinRace(r.Code, day(1))
	wantErr(t, "bob again", err, ErrTakenOut)
	must(t, bob.Delete(day(1)))
	_, err = session(t, db, fp("bob")).JoinRace(r.Code, day(1))
	wantErr(t, "bob with a new account", err, ErrTakenOut)
	sound(t, db)
}

// A race or a duel that somebody began with a key that costs nothing, and that is joined only if it wins, lifts nobody's
// rating and lowers no opponent's, whichever account stays; one that is lost counts.
func TestAnAccountThatWinsIsNotJoinedForItsRating(t *testing.T) {
	for name, c := range map[string]struct {
		key    string
		stays  bool // the account of the key
		points int
		want   string
	}{
		"a key that wins":             {fp("new"), false, 3, " - -"},
		"a key that wins, and stays":  {fp("new"), true, 3, " - -"},
		"a key that loses":            {fp("new"), false, 1, " +100 -100"},
		"a key that loses, and stays": {fp("new"), true, 1, " +100 -100"},
		"a guest who wins":            {"guest:1", false, 3, " - -"},
		"a guest who loses":           {"guest:1", false, 1, " +100 -100"},
		"a key with an equal game":    {fp("new"), false, 2, " - -"},
	} {
		join := func(t *testing.T, ann, other *Player) {
			if c.stays {
				ann, other = other, ann
			}
			join(t, ann, other)
		}
		t.Run(name, func(t *testing.T) {
			db := openGames(t)
			ann, bob, other := veteran(t, db, "ann"), veteran(t, db, "bob"), session(t, db, c.key)
			r := started(t, bob, other)
			finish(t, other, raced(r, 1000, toTheEnd(c.points)...))
			join(t, ann, other)
			finish(t, bob, raced(r, 1000, toTheEnd(2)...))
			if got := ends(t, db, r, day(0.1)); got != c.want {
				t.Errorf("the race changes%s, want%s", got, c.want)
			}
			if got := duel(t, db, ann, bob, day(1)); got == " - -" {
				t.Error("a later race does not count")
			}
			sound(t, db)
		})
		t.Run(name+" against the arcade", func(t *testing.T) {
			db := openGames(t)
			ann, other, two := veteran(t, db, "ann"), session(t, db, c.key), level(t, db, 2)
			r := started(t, other, two)
			finish(t, other, raced(r, 1000, toTheEnd(c.points)...))
			finish(t, two, raced(r, 1000, toTheEnd(2)...))
			join(t, ann, other)
			ends(t, db, r, day(0.1))
			if got := against(t, ann); got.Exists() != (c.points < 2) {
				t.Errorf("against the arcade the rating is %+v", got)
			}
		})
		if c.key == "guest:1" {
			continue // who enters no duel
		}
		t.Run(name+" in a duel", func(t *testing.T) {
			db := quick(t)
			ann, bob, other := veteran(t, db, "ann"), veteran(t, db, "bob"), player(t, db, c.key)
			d := meetIn(t, other, "net1", 0)
			duelled(t, other, d, c.points)
			join(t, ann, other)
			meetIn(t, bob, "net2", 0)
			duelled(t, bob, d, 2)
			if a, b := inDuels(t, ann), inDuels(t, bob); a.Exists() != (c.points < 2) || b != (arcade.Rating{}) && a.Points >= b.Points {
				t.Errorf("the ratings are %+v and %+v", a, b)
			}
			sound(t, db)
		})
	}
}
