package data

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// tracks returns the rounds of an event of hop, by what their players are called: the moves, the points,
// and whether they won and are private.
func tracks(t *testing.T, db *DB, e arcade.Event, who map[string]string) []string {
	t.Helper()
	all, err := db.Tracks(hop, e)
	must(t, err)
	var found []string
	for _, track := range all {
		r, err := engine.ParseRecord(track.Record)
		must(t, err)
		moves := engine.FormatMoves(r.Moves)
		found = append(found, fmt.Sprint(who[moves], " ", track.Points, " ", track.Won, " ", track.Private))
	}
	slices.Sort(found)
	return found
}

// The rounds that are explored are those on the boards of the event.
func TestTracksAreTheRoundsOnTheBoards(t *testing.T) {
	now := day(100)
	db := openAt(t, filepath.Join(t.TempDir(), "boardwalk.db"), Games(library), RankAge(24*time.Hour, func() time.Time { return now }))
	who := map[string]string{}
	play := func(nick string, class arcade.Class, points ...int) *Player {
		p := session(t, db, fp(nick))
		r := of(class, dailyOf(t, db, hop, crowdDay, int64(len(who)+1), points...))
		who[engine.FormatMoves(r.Record.Moves)] = nick
		finish(t, p, r)
		must(t, p.SetNick(nick))
		return p
	}
	play("ann", arcade.Counted, 3, 3, 3, 3, 3, 3, 3)
	play("bob", arcade.Assisted, 1, 2)
	play("cid", arcade.Practice, 2, 2)
	must(t, play("dan", arcade.Counted, 1, 1).SetPrivacy(false, true))
	must(t, play("eve", arcade.Counted, 1, 1, 1).Delete(day(1)))
	play("fay", arcade.Counted, 2)
	must(t, db.Unrank("fay", true))
	finish(t, session(t, db, fp("ann")), finished(record(hop, "FRESH", 1, 2, 3, 1), 9))
	finish(t, session(t, db, fp("bob")), dailyOf(t, db, hop, "2026-09-22", 9, 3))
	finish(t, session(t, db, fp("bob")), dailyOf(t, db, scotsi, crowdDay, 10, 3))

	event := arcade.DailyEvent(crowdDay)
	want := []string{"ann 21 true false", "bob 3 false false", "dan 2 false true"}
	if got := tracks(t, db, event, who); !slices.Equal(got, want) {
		t.Errorf("the rounds are %q, want %q", got, want)
	}
	now = day(-100) // nobody is old enough
	if got := tracks(t, db, event, who); len(got) > 0 {
		t.Errorf("of young accounts the rounds are %q", got)
	}
	now = day(100)
	row := func() (key []byte) {
		must(t, db.View(func(tx *store.Tx) error {
			key = store.KeysUnder(tx.Bucket(boardsBucket), boardKey{hop, arcade.Counted, boardKind(event)}.prefix())[0]
			return nil
		}))
		return key
	}()
	id, err := boardPlayer(row)
	must(t, err)
	for _, damage := range []func(tx *store.Tx) error{
		func(tx *store.Tx) error { return tx.Bucket(boardsBucket).Put(row, []byte("x")) },
		func(tx *store.Tx) error { return tx.Bucket(playersBucket).Put(id[:], []byte("x")) },
		func(tx *store.Tx) error { return tx.Bucket(playersBucket).Delete(id[:]) },
	} {
		must(t, directly(db, damage))
		if got := tracks(t, db, event, who); !slices.Equal(got, want[1:]) {
			t.Errorf("with a damaged row the rounds are %q, want %q", got, want[1:])
		}
	}
}

// More rounds than a page has are all there, each once.
func TestTracksOfManyPlayers(t *testing.T) {
	const players = 2*store.PageRows + 7
	db := openTemp(t)
	event := arcade.DailyEvent(crowdDay)
	must(t, db.Update(func(tx *store.Tx) error { return tracked(t, db, tx, event, players) }))
	all, err := db.Tracks(hop, event)
	seen := map[int]int{}
	for _, track := range all {
		seen[track.Points]++
	}
	if once := slices.Collect(maps.Values(seen)); err != nil || len(seen) != players || slices.Max(once) != 1 {
		t.Errorf("there are %d rounds, %v", len(seen), err)
	}
}

// tracked stores a round of one deal in an event for each of some players, each with other points.
func tracked(t testing.TB, db *DB, tx *store.Tx, event arcade.Event, players int) error {
	for i := range players {
		r := longRound(i)
		r.Event, r.Class, r.Record.Code, r.Score.Points = event, []arcade.Class{arcade.Counted, arcade.Assisted}[i%2], "R1", i
		for n := range 10 {
			r.Record.Moves[n] = step(1 + n%3)
		}
		if err := insertRound(tx, session(t, db, fp(fmt.Sprint(i))), r); err != nil {
			return err
		}
	}
	return nil
}
