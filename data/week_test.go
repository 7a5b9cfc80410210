package data

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// weekly has n players finish a counted game in each week, the better the lower their number.
func weekly(t *testing.T, db *DB, n int, weeks ...int) (players []*Player) {
	t.Helper()
	for i := range n {
		p := nicked(t, db, fmt.Sprint("ann", i))
		for _, week := range weeks {
			r := finished(record(hop, fmt.Sprintf("W%dX%d", i, week), slices.Repeat([]int{3}, 9-i)...), 0)
			r.Ended = day(float64(7*week + 1)).UnixMilli()
			finish(t, p, of(arcade.Counted, r))
		}
		players = append(players, p)
	}
	return players
}

// ranks returns the places and nicks on the board of a week.
func ranks(t *testing.T, p *Player, week arcade.Week, now time.Time) (rows []string) {
	t.Helper()
	top, err := p.Top(arcade.Leaderboard{Game: hop, Class: arcade.Counted, Kind: arcade.ThisWeek, Week: week}, 100, now)
	must(t, err)
	for _, s := range top {
		rows = append(rows, fmt.Sprint(s.Rank, " ", s.Nick))
	}
	return rows
}

func TestPastWeeks(t *testing.T) {
	db := quick(t, func(o *Options) { o.weekRows = 3 })
	players := weekly(t, db, 5, 0, 1, 2)
	now := day(15)
	weeks := []arcade.Week{arcade.WeekOf(now), arcade.WeekOf(day(8)), arcade.WeekOf(day(1))}
	want := func(when string, lengths ...int) {
		t.Helper()
		for i, n := range lengths {
			all := []string{"1 ann0", "2 ann1", "3 ann2", "4 ann3", "5 ann4"}
			if got := ranks(t, players[4], weeks[i], now); fmt.Sprint(got) != fmt.Sprint(all[:n]) {
				t.Errorf("%s, week %s has %v, want %v", when, weeks[i], got, all[:n])
			}
		}
		sound(t, db)
	}
	want("before", 5, 5, 5)
	sweep := func() {
		t.Helper()
		_, err := db.Sweep(now)
		must(t, err)
	}
	sweep()
	want("afterwards", 5, 5, 3)
	if got := ranks(t, players[0], "", now); len(got) != 5 {
		t.Errorf("this week has %v", got)
	}
	now = day(22)
	sweep()
	want("a week later", 5, 3, 3)
	must(t, db.Repair())
	want("after a repair that finds nothing", 5, 3, 3)

	// What is computed again may have more rows until the next week.
	stranger := session(t, db, fp("stranger"))
	finish(t, stranger, finished(record(scotsi, "X", 1), 5))
	join(t, players[4], stranger)
	sound(t, db)
	must(t, db.Unrank("ann0", true))
	sound(t, db)
	must(t, db.Unrank("ann0", false))
	must(t, players[3].Delete(now))
	sound(t, db)
	now = day(29)
	sweep()
	if got := ranks(t, players[0], weeks[1], now); fmt.Sprint(got) != "[1 ann0 2 ann1 3 ann2]" {
		t.Errorf("after another week there are %v", got)
	}
	sound(t, db)
}

// A sweep that was cut off goes on, in transactions of few rows, and looks at no board twice
// in a week.
func TestSweepWeeksInParts(t *testing.T) {
	db := quick(t, func(o *Options) { o.weekRows = 1 })
	players := weekly(t, db, 4, 0, 1)
	now := day(22)
	must(t, db.Update(func(tx *store.Tx) error {
		return store.Put(tx.Bucket(store.Meta), weeksKey, weeksRow{Before: weekKind(now.AddDate(0, 0, -7))})
	}))
	_, err := db.Sweep(now)
	must(t, err)
	for _, week := range []int{0, 1} {
		if got := ranks(t, players[0], arcade.WeekOf(day(float64(7*week+1))), now); len(got) != 1 {
			t.Errorf("week %d has %v", week, got)
		}
	}
	sound(t, db)
	first := accountOf(t, players[0])
	must(t, db.View(func(tx *store.Tx) error {
		for key := range store.Rows(tx.Bucket(bestsBucket)) {
			best := playerID(key[:len(playerID{})]).best(hop, arcade.Counted, weekKind(day(1)))
			if bytes.Equal(key, best) && !bytes.HasPrefix(key, first[:]) {
				t.Errorf("%q is left", key)
			}
		}
		return nil
	}))
}
