package data

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
	"boardwalk/engine/rating"
)

// ends ends a race and returns by how much it has changed the ratings of its racers, "-"
// for those for whom it did not count.
func ends(t testing.TB, db *DB, r Race, now time.Time) (changes string) {
	t.Helper()
	r, err := db.EndRace(r.Code, now)
	must(t, err)
	for _, o := range r.Racers {
		if o.Rated == nil {
			changes += " -"
			continue
		}
		changes += fmt.Sprintf(" %+d", *o.Rated)
	}
	return changes
}

// duel has two players finish a race at a time; the first one wins.
func duel(t testing.TB, db *DB, won, lost *Player, now time.Time) (changes string) {
	t.Helper()
	r := opened(t, won, now)
	_, err := lost.JoinRace(r.Code, now)
	must(t, err)
	r, err = won.StartRace(r.Code, now)
	must(t, err)
	for i, p := range []*Player{won, lost} {
		result := raced(r, 1000, 3-2*i)
		result.Ended = now.UnixMilli()
		finish(t, p, result)
	}
	return ends(t, db, r, now)
}

func ratingNow(t testing.TB, p *Player, now time.Time) arcade.Rating {
	t.Helper()
	r, err := p.Rating(now)
	must(t, err)
	return r
}

// TestARaceChangesRatings: each two racers play a game, and all ratings change at once.
func TestARaceChangesRatings(t *testing.T) {
	db := openGames(t)
	ann, bob, cid := veteran(t, db, "ann"), veteran(t, db, "bob"), veteran(t, db, "cid")
	if got := ratingNow(t, ann, day(0)); got != (arcade.Rating{}) {
		t.Errorf("before the first race the rating is %+v", got)
	}
	r := started(t, ann, bob, cid)
	finish(t, ann, raced(r, 1000, toTheEnd(3)...))
	finish(t, bob, raced(r, 900, toTheEnd(3)...))
	finish(t, cid, raced(r, 800, 1))
	fresh := rating.New()
	won := fresh.After([]rating.Game{{Opponent: fresh, Score: 1}, {Opponent: fresh, Score: 1}}, 0.5, 0)
	by := int(swingMost)
	if won.Points < 1500+swingMost {
		t.Fatalf("two wins of somebody unknown give %.0f points: nothing to bound", won.Points-1500)
	}
	if got, want := ends(t, db, r, day(0)), fmt.Sprintf(" +0 +%d -%d", by, by); got != want {
		t.Errorf("the race changes%s, want%s", got, want)
	}
	if got, want := ratingNow(t, bob, day(0)), (arcade.Rating{Points: 1500 + by, Deviation: int(math.Round(won.Deviation)), Races: 1}); got != want {
		t.Errorf("bob's rating is %+v, want %+v", got, want)
	}
	if got := ends(t, db, r, day(1)); got != fmt.Sprintf(" +0 +%d -%d", by, by) {
		t.Errorf("the end of a race that is over changes%s", got)
	}
	if later := ratingNow(t, bob, day(100)); later.Points != 1500+by || later.Deviation <= ratingNow(t, bob, day(0)).Deviation {
		t.Errorf("after 100 days bob's rating is %+v", later)
	}
	seen, err := ann.Races(1)
	must(t, err)
	if got := seen[0].Racers[1].Rating; got.Exists() {
		t.Errorf("bob had the rating %+v before the race", got)
	}
	r = opened(t, bob, day(1))
	if got := r.Racers[0].Rating; got.Points != 1500+by || !got.Provisional() {
		t.Errorf("bob's rating in a new race is %+v", got)
	}
	sound(t, db)
}

// TestWhatCountsForRatings has one case for each way in which a race may not count, or
// counts as lost. In each the first racer has fewer points than the others.
func TestWhatCountsForRatings(t *testing.T) {
	for name, c := range map[string]struct {
		play func(t *testing.T, db *DB, r Race, p *Player)
		want string
	}{
		"more points win": {func(t *testing.T, _ *DB, r Race, p *Player) { finish(t, p, raced(r, 1, 3)) }, " -100 +100"},
		"who does not begin is not rated, and rates nobody": {func(*testing.T, *DB, Race, *Player) {}, " - -"},
		"who waits to see how the others do is not rated": {func(t *testing.T, _ *DB, r Race, p *Player) {
			late := raced(r, 1, 3)
			late.Began = r.Begins.Add(2 * time.Minute).UnixMilli()
			finish(t, p, late)
		}, " - -"},
		"who is a little late is": {func(t *testing.T, _ *DB, r Race, p *Player) {
			late := raced(r, 1, 3)
			late.Began = r.Begins.Add(time.Minute).UnixMilli()
			finish(t, p, late)
		}, " -100 +100"},
		"who leaves the table has as many points": {func(t *testing.T, _ *DB, r Race, p *Player) {
			save(t, p, racing(r, 1, 1))
		}, " +0 +0"},
		"who gives up sooner has not won": {func(t *testing.T, _ *DB, r Race, p *Player) {
			finish(t, p, raced(r, 2, 1))
		}, " +0 +0"},
		"who had help has lost": {func(t *testing.T, _ *DB, r Race, p *Player) {
			finish(t, p, of(arcade.Assisted, raced(r, 1, 3)))
		}, " +100 -100"},
		"who plays as no person can has lost": {func(t *testing.T, _ *DB, r Race, p *Player) {
			finish(t, p, of(arcade.Inhuman, raced(r, 1, 3)))
		}, " +100 -100"},
		"who is off the boards is not rated": {func(t *testing.T, db *DB, r Race, p *Player) {
			finish(t, p, raced(r, 1, 3))
			must(t, db.Unrank("bob", true))
		}, " - -"},
		"who is deleted rates nobody": {func(t *testing.T, db *DB, r Race, p *Player) {
			finish(t, p, raced(r, 1, 3))
			must(t, p.Delete(day(0)))
		}, " - -"},
	} {
		t.Run(name, func(t *testing.T) {
			db := openGames(t)
			ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
			r := started(t, ann, bob)
			finish(t, ann, raced(r, 1, 1))
			c.play(t, db, r, bob)
			if got := ends(t, db, r, day(0)); got != c.want {
				t.Errorf("the race changes%s, want%s", got, c.want)
			}
			sound(t, db)
		})
	}
	t.Run("who leaves the table has lost against who plays to the end", func(t *testing.T) {
		db := openGames(t)
		ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
		r := started(t, ann, bob)
		finish(t, ann, raced(r, 1, toTheEnd(1)...))
		save(t, bob, racing(r, 1, 3, 3, 3, 3))
		if got := ends(t, db, r, day(0)); got != " +100 -100" {
			t.Errorf("the race changes%s", got)
		}
	})
	t.Run("who is deleted while all others wait has lost", func(t *testing.T) {
		db := openGames(t)
		ann, bob, cid := veteran(t, db, "ann"), veteran(t, db, "bob"), veteran(t, db, "cid")
		r := started(t, ann, bob, cid)
		finish(t, ann, raced(r, 1, toTheEnd(1)...))
		save(t, bob, racing(r, 1, 3, 3, 3, 3))
		save(t, cid, racing(r, 1, 3, 3, 3, 3))
		for _, p := range []*Player{cid, bob} { // cid while bob plays
			if open, err := db.OpenRaces(); err != nil || len(open) != 1 {
				t.Errorf("the races are %+v, %v", open, err)
			}
			must(t, p.Delete(day(0)))
		}
		if got, err := ann.Race(r.Code); err != nil || !got.Over || *got.Racers[0].Rated <= 0 {
			t.Errorf("the race is %+v, %v", got, err)
		}
		if got := ends(t, db, r, day(0)); got != " +100 - -" {
			t.Errorf("the race changes%s", got)
		}
		sound(t, db)
	})
	t.Run("guests are not rated, and rate nobody", func(t *testing.T) {
		db := openGames(t)
		if got := duel(t, db, player(t, db, "guest:1"), veteran(t, db, "ann"), day(0)); got != " - -" {
			t.Errorf("the race changes%s", got)
		}
	})
	t.Run("made-up games do not count", func(t *testing.T) {
		db := openGames(t)
		ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
		r, err := ann.OpenRace(kind(1, "Mine"), "RACE", arcade.RaceTerms{Limit: time.Minute}, day(0))
		must(t, err)
		_, err = bob.JoinRace(r.Code, day(0))
		must(t, err)
		_, err = ann.StartRace(r.Code, day(0))
		must(t, err)
		for i, p := range []*Player{ann, bob} {
			result := finished(record(kindID(1), "RACE", 3-i), 1)
			result.Event = arcade.RaceEvent(r.Code)
			finish(t, p, result)
		}
		if got := ends(t, db, r, day(0)); got != " - -" {
			t.Errorf("the race changes%s", got)
		}
	})
}

// TestTheSamePairCountsFiveTimesADay: two players cannot lift one of them all day.
//
//abuse:case 37
func TestTheSamePairCountsFiveTimesADay(t *testing.T) {
	db := openGames(t)
	ann, bob, cid := veteran(t, db, "ann"), veteran(t, db, "bob"), veteran(t, db, "cid")
	for n := range pairADay {
		if got := duel(t, db, ann, bob, day(0)); got == " - -" {
			t.Errorf("race %d does not count", n)
		}
	}
	before := ratingNow(t, ann, day(0))
	for range 3 {
		if got := duel(t, db, ann, bob, day(0)); got != " - -" {
			t.Errorf("one race more changes%s", got)
		}
	}
	if got := ratingNow(t, ann, day(0)); got != before {
		t.Errorf("they lift the rating from %+v to %+v", before, got)
	}
	if got := duel(t, db, ann, cid, day(0)); got == " - -" {
		t.Error("a race against another player does not count")
	}
	if got := duel(t, db, ann, bob, day(1)); got == " - -" {
		t.Error("a race of the next day does not count")
	}
	sound(t, db)
}

// An opponent is the same one after a join, which may give the account another ID: for the races of a day, and as one
// of those that a place on the month's board takes.
func TestAnOpponentStaysTheSameAfterAJoin(t *testing.T) {
	for _, stays := range []bool{false, true} { // the account that has raced
		db := openGames(t)
		ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
		for n := range pairADay + 1 {
			rated := duel(t, db, ann, bob, day(0.1+float64(n)/100)) != " - -"
			if rated != (n < pairADay) {
				t.Errorf("race %d counts: %t", n, rated)
			}
			new := player(t, db, fp(fmt.Sprint("new", n)))
			if stays {
				join(t, bob, new)
			} else {
				join(t, new, bob)
			}
		}
		if n := len(must1(readOwn(ann, "test", func(tx *store.Tx, me playerID) ([]string, error) { return latestRating(tx, me).Rivals, nil }))(t)); n != 1 {
			t.Errorf("ann has met %d opponents", n)
		}
		if got := duel(t, db, ann, bob, day(1.1)); got == " - -" {
			t.Error("a race of the next day does not count")
		}
		sound(t, db)
	}
}

// TestSeason: a month's board has those of whom enough is known.
func TestSeason(t *testing.T) {
	db := openGames(t)
	ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
	var others []*Player
	for n := range arcade.SeasonRivals - 1 {
		others = append(others, veteran(t, db, fmt.Sprint("other", n)))
	}
	// meet has ann and bob lose and win against all others.
	meet := func(at time.Time) {
		for n, o := range others {
			pair := []*Player{ann, bob}
			r := started(t, pair[n%2], pair[1-n%2], o)
			for i, p := range []*Player{pair[n%2], pair[1-n%2], o} {
				finish(t, p, raced(r, int64(1000-i), toTheEnd(3)...))
			}
			ends(t, db, r, at)
		}
	}
	board := func(m arcade.Month, now time.Time) (text string) {
		top, err := bob.Top(arcade.Leaderboard{Kind: arcade.RaceRatings, Month: m}, 1, now)
		must(t, err)
		for _, s := range top {
			if s.Rank > 0 {
				text += fmt.Sprintf("%d %s %v %d; ", s.Rank, s.Nick, s.Mine, s.N)
			}
		}
		return text
	}
	raced := 0
	for at := 0.0; ratingNow(t, ann, day(at)).Provisional() || raced == 0; at++ {
		if got := board("", day(at)); got != "" {
			t.Fatalf("after %d races of provisional ratings the board is %q", raced, got)
		}
		for n := range pairADay {
			pair := []*Player{ann, bob}
			duel(t, db, pair[n%2], pair[1-n%2], day(at))
			raced++
		}
	}
	if got := board("", day(0)); got != "" {
		t.Errorf("after races against one opponent the board is %q", got)
	}
	below, err := bob.Top(arcade.Leaderboard{Kind: arcade.RaceRatings}, 9, day(0))
	if err != nil || len(below) != 2 || below[0].Rank+below[1].Rank != 0 || below[0].Rating.Points < below[1].Rating.Points || below[0].Mine == below[1].Mine {
		t.Errorf("without a rank there are %+v, %v", below, err)
	}
	meet(day(8))
	raced += len(others)
	want := fmt.Sprintf("1 ann false %d; 2 bob true %[1]d; ", raced)
	if got := board("", day(0)); got != want {
		t.Errorf("the board is %q, want %q", got, want)
	}
	if got := board(monthOf(day(0).UnixMilli()), day(30)); got != want {
		t.Errorf("a month later the board is %q, want %q", got, want)
	}
	if got := board("", day(30)); got != "" {
		t.Errorf("the board of the next month is %q", got)
	}
	for n := range arcade.SeasonRaces {
		if got := board("", day(30)); got != "" {
			t.Errorf("after %d races of a month the board is %q", n, got)
		}
		duel(t, db, ann, bob, day(30))
	}
	meet(day(31))
	if got := board("", day(30)); got != "1 ann false 12; 2 bob true 12; " {
		t.Errorf("the board of the next month is %q", got)
	}
	sound(t, db)
	must(t, bob.Regard(arcade.Follow, "other1", day(30)))
	top, err := bob.Top(arcade.Leaderboard{Kind: arcade.RaceRatings, Friends: true}, 9, day(30))
	if err != nil || len(top) != 2 || top[0].Rank != 1 || !top[0].Mine || top[1].Rank != 0 || top[1].Nick != "other1" {
		t.Errorf("without ann, whom bob does not follow, the board is %+v, %v", top, err)
	}
	must(t, db.Unrank("ann", true))
	if got := board("", day(30)); got != "1 bob true 12; " {
		t.Errorf("with ann off the boards it is %q", got)
	}
	must(t, bob.Delete(day(32)))
	sound(t, db)
	if top, err := ann.Top(arcade.Leaderboard{Kind: arcade.RaceRatings}, 10, day(30)); err != nil || slices.ContainsFunc(top, func(s arcade.Standing) bool { return s.Rank > 0 || s.Nick == "bob" }) {
		t.Errorf("after a deletion the board is %+v, %v", top, err)
	}
	if races, err := ann.Races(1); err != nil || races[0].Racers[1].Rated != nil || races[0].Racers[1].Rating.Exists() {
		t.Errorf("what is left of bob is %+v, %v", races[0].Racers[1], err)
	}
}

// TestTheRatingOfMoreRacesStays: a lucky second account is worth nothing.
func TestTheRatingOfMoreRacesStays(t *testing.T) {
	for _, first := range []bool{true, false} {
		db := openGames(t)
		ann, bob, lucky := veteran(t, db, "ann"), veteran(t, db, "bob"), veteran(t, db, "lucky")
		duel(t, db, bob, ann, day(0))
		duel(t, db, bob, ann, day(0))
		duel(t, db, lucky, bob, day(0))
		want := ratingNow(t, ann, day(0))
		if first {
			join(t, ann, lucky)
		} else {
			join(t, lucky, ann)
		}
		if got := ratingNow(t, ann, day(0)); got != want {
			t.Errorf("joined, the rating is %+v, want %+v", got, want)
		}
		sound(t, db)
	}
}

// TestALostRatingIsTakenFromTheRaces: what a race did is stored with it.
func TestALostRatingIsTakenFromTheRaces(t *testing.T) {
	db := openGames(t)
	ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
	duel(t, db, bob, ann, day(0))
	duel(t, db, bob, ann, day(0))
	want := ratingNow(t, ann, day(0))
	must(t, db.Update(func(tx *store.Tx) (err error) {
		for _, p := range []*Player{ann, bob} {
			id, _ := p.id(tx)
			err = errors.Join(err, tx.Bucket(ratingsBucket).Put(id.rating(monthOf(day(0).UnixMilli())), []byte("damaged")))
		}
		return err
	}))
	if got := ratingNow(t, ann, day(0)); got.Exists() {
		t.Errorf("a damaged rating is %+v", got)
	}
	if got := duel(t, db, ann, bob, day(0)); got != " - -" {
		t.Errorf("with damaged ratings, a race changes%s", got)
	}
	must(t, db.Repair())
	sound(t, db)
	if got := ratingNow(t, ann, day(0)); got != want {
		t.Errorf("repaired, the rating is %+v, want %+v", got, want)
	}
}

func TestRematch(t *testing.T) {
	db := openGames(t)
	ann, bob, cid := veteran(t, db, "ann"), veteran(t, db, "bob"), veteran(t, db, "cid")
	r, err := ann.OpenRace(steps{hop}, "FIRST", arcade.RaceTerms{Limit: 7 * time.Minute, Open: true, Watched: true}, day(0))
	must(t, err)
	for _, p := range []*Player{bob} {
		_, err := p.JoinRace(r.Code, day(0))
		must(t, err)
	}
	_, err = bob.Rematch(r.Code, steps{hop}, "NEXT", day(0))
	wantErr(t, "Rematch before the end", err, ErrGoesOn)
	_, err = ann.StartRace(r.Code, day(0))
	must(t, err)
	_, err = db.EndRace(r.Code, day(0))
	must(t, err)
	_, err = cid.Rematch(r.Code, steps{hop}, "NEXT", day(0))
	wantErr(t, "Rematch by another", err, ErrNotFound)
	_, err = ann.Rematch(r.Code, steps{scotsi}, "NEXT", day(0))
	wantErr(t, "Rematch of another game", err, ErrRound)
	next, err := bob.Rematch(r.Code, steps{hop}, "NEXT", day(0.1))
	wantRace(t, next, err, "test/hop 7m0s 2h24m0s - -; bob (mine)")
	if seen, err := ann.Race(r.Code); err != nil || seen.Next != next.Code || !next.Open || !seen.Watched || !next.Watched {
		t.Errorf("ann sees the rematch %q, %v", seen.Next, err)
	}
	again, err := ann.Rematch(r.Code, steps{hop}, "UNUSED", day(0.2))
	wantRace(t, again, err, "test/hop 7m0s 2h24m0s - -; bob; ann (mine)")
	if again.Code != next.Code {
		t.Errorf("two rematches were opened, %s and %s", next.Code, again.Code)
	}
	_, err = bob.StartRace(next.Code, day(0.3))
	must(t, err)
	s, _, err := beginEvent(ann, steps{hop}, arcade.RaceEvent(next.Code), day(0.3))
	if err != nil || s.Record.Code != "NEXT" {
		t.Errorf("the rematch has deal %s, %v", s.Record.Code, err)
	}
	if seen, err := ann.Race(r.Code); err != nil || seen.Next != "" {
		t.Errorf("ann sees the rematch %q that has begun, %v", seen.Next, err)
	}
	sound(t, db)
}

// TestAHiddenPlayerOpensNoRaceForAll: others would see who opened it.
//
//abuse:case 37
func TestAHiddenPlayerOpensNoRaceForAll(t *testing.T) {
	db := openGames(t)
	ann := veteran(t, db, "ann")
	open := arcade.RaceTerms{Limit: time.Minute, Open: true}
	must(t, ann.SetPrivacy(true, false))
	_, err := ann.OpenRace(steps{hop}, "RACE", open, day(0))
	wantErr(t, "OpenRace", err, ErrHidden)
	must(t, ann.SetPrivacy(false, false))
	r, err := ann.OpenRace(steps{hop}, "RACE", open, day(0))
	if err != nil || !r.Open || r.Hidden {
		t.Errorf("OpenRace = %+v, %v", r, err)
	}
	_, err = ann.StartRace(r.Code, day(0))
	must(t, err)
	r, err = db.EndRace(r.Code, day(0))
	must(t, err)
	must(t, db.Conceal("ann", true))
	if r, err = ann.Rematch(r.Code, steps{hop}, "NEXT", day(0)); err != nil || r.Open || !r.Hidden {
		t.Errorf("the rematch of a hidden player = %+v, %v", r, err)
	}
}

// veteran returns a session of a player with a nick who has played enough to change the ratings
// of others.
func veteran(t testing.TB, db *DB, nick string) *Player {
	t.Helper()
	p := nicked(t, db, nick)
	season(t, p)
	return p
}

// season has a player finish as many fresh deals, on as many days, as it takes to change the
// ratings of others.
func season(t testing.TB, p *Player) {
	t.Helper()
	for i := range seasonedTries {
		r := finished(record(scotsi, fmt.Sprint("S", i), 1, 1, 1, 1, 1), 1)
		r.Ended = day(-float64(1 + i%2)).UnixMilli()
		finish(t, p, r)
	}
}
