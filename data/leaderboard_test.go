package data

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// line returns a row of a board in short: rank, nick, its deal or number, mine.
func line(s arcade.Standing) string {
	text := fmt.Sprintf("%d %s %s", s.Rank, s.Nick, s.Result.Record.Code)
	if s.N > 0 {
		text = fmt.Sprintf("%d %s %d", s.Rank, s.Nick, s.N)
	}
	if s.Mine {
		text += " mine"
	}
	return text
}

func wantTop(t testing.TB, p *Player, b boardKey, n int, want ...string) {
	t.Helper()
	top, err := p.top(b, n, false)
	must(t, err)
	var got []string
	for _, s := range top {
		got = append(got, line(s))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the board %v is %q, want %q", b, got, want)
	}
}

// named returns a player with a nick who finished some rounds.
func named(t testing.TB, db *DB, nick string, rounds ...arcade.Result) *Player {
	t.Helper()
	p := session(t, db, fp(nick))
	for _, r := range rounds {
		finish(t, p, r)
	}
	must(t, p.SetNick(nick))
	return p
}

// timed returns a round with a time in milliseconds that ended some days later.
func timed(millis int64, days float64, r arcade.Result) arcade.Result {
	r.Millis, r.Span, r.Ended = millis, millis, day(days).UnixMilli()
	return r
}

func TestWeek(t *testing.T) {
	for text, want := range map[string]boardKind{
		"2026-11-22T23:59:59Z":      "2026-W47",
		"2026-11-23T00:00:00Z":      "2026-W48",
		"2026-11-23T01:00:00+02:00": "2026-W47", // it is Sunday where the weeks are counted
		"2027-01-01T00:00:00Z":      "2026-W53",
		"2024-12-30T00:00:00Z":      "2025-W01",
	} {
		at, err := time.Parse(time.RFC3339, text)
		must(t, err)
		if got := weekKind(at); got != want {
			t.Errorf("weekKind(%s) = %s, want %s", text, got, want)
		}
	}
}

func TestBoardOrder(t *testing.T) {
	db := openGames(t)
	points := func(code string, points ...int) arcade.Result { return finished(record(hop, code, points...), 0) }
	named(t, db, "won", timed(900, 1, points("SLOW", 3, 3, 3, 3, 3, 3, 3)))
	named(t, db, "quick", timed(500, 2, points("QUICK", 3, 3, 3, 3, 3, 3, 3)))
	named(t, db, "few", timed(500, 3, points("FEW", 3, 3, 1, 1, 1)), timed(500, 3, points("MORE", 3, 3, 3, 2, 1)))
	named(t, db, "late", timed(500, 4, points("LATE", 3, 3, 3, 2, 1)))
	named(t, db, "moves", timed(500, 1, points("MANY", 2, 2, 2, 2, 2, 2))) // 13 by stopping there
	p := named(t, db, "last", timed(1, 1, points("NONE", 1, 1, 1, 1, 1)))
	named(t, db, "helped", of(arcade.Assisted, timed(1, 1, points("HELP", 3, 3, 3, 3, 3, 3, 3, 3))))
	finish(t, session(t, db, "guest:1"), timed(1, 1, points("GUEST", 3, 3, 3, 3, 3, 3, 3, 3)))
	finish(t, session(t, db, fp("nameless")), timed(500, 3, points("TWELVE", 2, 2, 2, 2, 2, 1, 1)))

	counted := boardKey{hop, arcade.Counted, allTime}
	all := []string{"1 quick QUICK", "2 won SLOW", "3 moves MANY", "4 few MORE", "5 late LATE", "6  TWELVE", "7 last NONE mine"}
	wantTop(t, p, counted, 100, all...)
	t.Run("the own row stands below", func(t *testing.T) {
		wantTop(t, p, counted, 7, all...)
		wantTop(t, p, counted, 2, all[0], all[1], all[6])
		wantTop(t, p, counted, 0, all[6])
	})
	t.Run("who has none sees the first", func(t *testing.T) {
		wantTop(t, session(t, db, fp("stranger")), counted, 1, all[0])
		wantTop(t, session(t, db, fp("helped")), counted, 1, all[0])
		wantTop(t, session(t, db, "guest:1"), counted, 1, all[0])
	})
	t.Run("friends are among themselves", func(t *testing.T) {
		must(t, p.Regard(arcade.Follow, "won", day(0)))
		must(t, p.Regard(arcade.Follow, "late", day(0)))
		must(t, p.Regard(arcade.Ignore, "few", day(0)))
		for n, want := range [][]string{{"3 last"}, {"1 won", "3 last"}, {"1 won", "2 late", "3 last"}} {
			top, err := p.Top(arcade.Leaderboard{Game: hop, Class: arcade.Counted, Kind: arcade.AllTime, Friends: true}, n, day(9))
			must(t, err)
			var got []string
			for _, s := range top {
				got = append(got, fmt.Sprintf("%d %s", s.Rank, s.Nick))
			}
			if !slices.Equal(got, want) {
				t.Errorf("the first %d of them are %q, want %q", n, got, want)
			}
		}
	})
	t.Run("assisted rounds have a board of their own", func(t *testing.T) {
		wantTop(t, p, boardKey{hop, arcade.Assisted, allTime}, 9, "1 helped HELP")
	})
	t.Run("what is no board is empty", func(t *testing.T) {
		for _, b := range []boardKey{{"", "", ""}, {hop, arcade.Practice, allTime}, {hop, arcade.Counted, "best"}, {hop, arcade.Assisted, streaks}, {"test", arcade.Counted, allTime}} {
			wantTop(t, p, b, 9)
		}
	})
	sound(t, db)
}

func TestBoardTies(t *testing.T) {
	db := openGames(t)
	for i, nick := range []string{"third", "first", "second"} {
		named(t, db, nick, timed(500, []float64{3, 1, 2}[i], finished(record(hop, strings.ToUpper(nick), 1, 1, 1, 1, 1), 0)))
	}
	p := session(t, db, fp("first"))
	want := []string{"1 first FIRST mine", "2 second SECOND", "3 third THIRD"}
	wantTop(t, p, boardKey{hop, arcade.Counted, allTime}, 9, want...)
	t.Run("an equal round changes nothing", func(t *testing.T) {
		finish(t, p, timed(500, 4, finished(record(hop, "AGAIN", 1, 1, 1, 1, 1), 0)))
		wantTop(t, p, boardKey{hop, arcade.Counted, allTime}, 9, want...)
	})
	t.Run("of a player's own the earlier counts, whenever it came", func(t *testing.T) {
		finish(t, p, timed(500, 0, finished(record(hop, "BEFORE", 1, 1, 1, 1, 1), 0)))
		wantTop(t, p, boardKey{hop, arcade.Counted, allTime}, 1, "1 first BEFORE mine")
	})
	sound(t, db)
}

// Equal rows share a place, also where one is the player's own below the first.
func TestEqualRowsShareAPlace(t *testing.T) {
	db := openGames(t)
	won := func(code string) arcade.Result { return finished(record(hop, code, 3, 3, 3, 3, 3, 3, 3), 0) }
	named(t, db, "ann", won("A1"), won("A2"))
	named(t, db, "bob", won("B1"))
	named(t, db, "cat", won("C1"))
	named(t, db, "dan", finished(record(hop, "D1", 1, 1, 1, 1, 1), 0))
	for nick, want := range map[string]string{"ann": "1", "bob": "1 2", "cat": "1 2"} {
		top, err := session(t, db, fp(nick)).Top(arcade.Leaderboard{Game: hop, Class: arcade.Counted, Kind: arcade.MostWins}, 1, day(9))
		must(t, err)
		places := make([]string, len(top))
		for i, s := range top {
			places[i] = fmt.Sprint(s.Rank)
		}
		if got := strings.Join(places, " "); got != want {
			t.Errorf("%s sees the places %s, want %s", nick, got, want)
		}
	}
}

func TestBoardKinds(t *testing.T) {
	db := openGames(t)
	perfect, won, lost := []int{3, 3, 3, 3, 3, 3, 3, 3, 3}, []int{3, 3, 3, 3, 3, 3, 3}, []int{1}
	round := func(code string, millis int64, days float64, points []int) arcade.Result {
		return timed(millis, days, finished(record(hop, code, points...), 0))
	}
	ann := named(t, db, "ann", round("A1", 100, 0, perfect), round("A2", 90, 1, won), round("A3", 80, 2, lost), round("A4", 70, 8, won), round("A5", 60, 9, perfect))
	bob := named(t, db, "bob", round("B1", 65, 0, perfect), round("B2", 10, 1, lost), of(arcade.Practice, round("B3", 5, 2, perfect)), of(arcade.Assisted, round("B4", 1, 3, perfect)))
	counted := func(k boardKind) boardKey { return boardKey{hop, arcade.Counted, k} }
	check := func(t *testing.T) {
		t.Helper()
		wantTop(t, ann, counted(allTime), 9, "1 ann A5 mine", "2 bob B1")
		wantTop(t, ann, counted(fastest), 9, "1 ann A5 mine", "2 bob B1")
		wantTop(t, ann, counted(weekKind(day(1))), 9, "1 bob B1", "2 ann A1 mine")
		wantTop(t, ann, counted(weekKind(day(8))), 9, "1 ann A5 mine")
		wantTop(t, ann, counted(weekKind(day(20))), 9)
		wantTop(t, ann, counted(wins), 9, "1 ann 4 mine", "2 bob 1")
		wantTop(t, ann, counted(streaks), 9, "1 ann 2 mine", "2 bob 1")
		wantTop(t, bob, boardKey{hop, arcade.Assisted, fastest}, 9, "1 bob B4 mine")
		wantTop(t, bob, boardKey{hop, arcade.Assisted, wins}, 9, "1 bob 1 mine")
	}
	check(t)
	t.Run("by the kinds that players know", func(t *testing.T) {
		event := arcade.DailyEvent("2026-11-01")
		for _, c := range []struct {
			board arcade.Leaderboard
			want  boardKind
		}{
			{arcade.Leaderboard{Kind: arcade.AllTime}, allTime},
			{arcade.Leaderboard{Kind: arcade.ThisWeek}, weekKind(day(8))},
			{arcade.Leaderboard{Kind: arcade.TodaysDaily}, boardKind(arcade.DailyEvent(day(8).UTC().Format(time.DateOnly)))},
			{arcade.Leaderboard{Kind: arcade.Fastest}, fastest},
			{arcade.Leaderboard{Kind: arcade.MostWins}, wins},
			{arcade.Leaderboard{Kind: arcade.Streaks}, streaks},
			{arcade.Leaderboard{Kind: arcade.Fastest, Event: event}, boardKind(event)},
		} {
			c.board.Game, c.board.Class = hop, arcade.Counted
			if got := boardAt(c.board, day(8)); got != counted(c.want) {
				t.Errorf("%+v is %+v, want %q", c.board, got, c.want)
			}
		}
		top, err := ann.Top(arcade.Leaderboard{Game: hop, Class: arcade.Counted, Kind: arcade.ThisWeek}, 9, day(8))
		if err != nil || len(top) != 1 || top[0].Nick != "ann" {
			t.Errorf("this week's board is %+v, %v, want ann's week", top, err)
		}
	})
	t.Run("they are the same where all is computed again", func(t *testing.T) {
		must(t, db.Update(func(tx *store.Tx) error {
			for _, p := range []*Player{ann, bob} {
				a, err := p.loadAccount(tx)
				must(t, err)
				must(t, a.reindex(tx))
			}
			return nil
		}))
		check(t)
	})
	t.Run("a longer streak comes first", func(t *testing.T) {
		for i := range 4 {
			finish(t, bob, round(fmt.Sprint("S", i), 500, 10+float64(i), won))
		}
		wantTop(t, bob, counted(streaks), 9, "1 bob 4 mine", "2 ann 2")
		wantTop(t, bob, counted(wins), 2, "1 bob 5 mine", "2 ann 4")
	})
	sound(t, db)
}

// The notable games are the best wins of a week, game by game, without those that are private.
func TestNotableGames(t *testing.T) {
	db := openGames(t)
	perfect, won, lost := []int{3, 3, 3, 3, 3, 3, 3, 3, 3}, []int{3, 3, 3, 3, 3, 3, 3}, []int{1}
	round := func(game, code string, points []int) arcade.Result {
		return timed(100+int64(code[1]), 8, finished(record(game, code, points...), 0))
	}
	ann := named(t, db, "ann", round(hop, "A1", won), round(scotsi, "A2", lost))
	for i, nick := range []string{"bob", "cem", "dan"} {
		named(t, db, nick, round(hop, fmt.Sprint("P", i), perfect), round(scotsi, fmt.Sprint("W", i), won), timed(100, 0, finished(record(hop, "OLD", perfect...), 0)))
	}
	check := func(b arcade.Leaderboard, n int, want ...string) {
		t.Helper()
		b.Class, b.Kind = arcade.Counted, arcade.Notable
		top, err := ann.Top(b, n, day(8))
		var got []string
		for _, s := range top {
			got = append(got, fmt.Sprintf("%d %s %s", s.Rank, s.Nick, s.Result.Record.Code))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	check(arcade.Leaderboard{}, 9, "1 bob P0", "1 bob W0", "2 cem P1", "2 cem W1", "3 dan P2", "3 dan W2")
	check(arcade.Leaderboard{}, 3, "1 bob P0", "1 bob W0", "2 cem P1")
	must(t, ann.Regard(arcade.Follow, "dan", day(8)))
	check(arcade.Leaderboard{Friends: true}, 9, "1 dan P2", "1 dan W2", "2 ann A1")
	must(t, session(t, db, fp("bob")).SetPrivacy(false, true))
	check(arcade.Leaderboard{}, 9, "2 cem P1", "2 cem W1", "3 dan P2", "3 dan W2")
}

func TestBoardPrivacy(t *testing.T) {
	db := openGames(t)
	ann := named(t, db, "ann", finished(record(hop, "ANNS", 3, 3, 1, 1, 1), 1))
	bob := named(t, db, "bob", finished(record(hop, "BOBS", 1, 2, 1, 1, 1), 1))
	board := boardKey{hop, arcade.Counted, allTime}
	id := func(p *Player) string {
		t.Helper()
		history, err := p.History("", 1)
		must(t, err)
		return history[0].ID
	}
	ranked := func(id, want string) {
		t.Helper()
		r, nick, err := db.Ranked(id)
		if err != nil || nick != want || r.ID != id || len(r.Record.Moves) == 0 {
			t.Errorf("Ranked = %+v, %q, %v, want a round of %s", r, nick, err, want)
		}
	}
	unranked := func(id string) {
		t.Helper()
		r, nick, err := db.Ranked(id)
		wantErr(t, "Ranked", err, ErrNotFound)
		if nick != "" || r.ID != "" {
			t.Errorf("Ranked = %+v, %q", r, nick)
		}
	}
	t.Run("who stands on a board is seen by all", func(t *testing.T) {
		ranked(id(ann), "ann")
		ranked(id(bob), "bob")
	})
	t.Run("what stands on none is not", func(t *testing.T) {
		old := id(bob)
		finish(t, bob, finished(record(hop, "BETTER", 2, 3, 1, 1, 1), 2))
		unranked(old)
		ranked(id(bob), "bob")
		practice := finish(t, bob, of(arcade.Practice, finished(record(hop, "MINE", 3, 3, 3), 3)))
		unranked(practice.ID)
		unranked("x")
		unranked("01ARZ3NDEKTSV4RRFFQ69G5FAV")
	})
	t.Run("who keeps games private has a score", func(t *testing.T) {
		must(t, ann.SetPrivacy(false, true))
		unranked(id(ann))
		top, err := bob.top(board, 9, false)
		must(t, err)
		if r := top[0].Result; r.Record.Code != "" || len(r.Record.Moves) != 5 || r.Record.Moves[0] == step(3) || r.Score.Points != 9 || r.Record.Game != hop {
			t.Errorf("bob sees %+v", r)
		}
		wantTop(t, ann, board, 1, "1 ann ANNS mine")
	})
	t.Run("a deleted one's are gone", func(t *testing.T) {
		old := id(bob)
		must(t, bob.Delete(day(0)))
		unranked(old)
		wantTop(t, ann, board, 9, "1 ann ANNS mine")
	})
	sound(t, db)
}

// One damaged round removes its own row and no other.
func TestBoardDamage(t *testing.T) {
	for name, damage := range map[string]func(tx *store.Tx, id playerID, round []byte) error{
		"of the round": func(tx *store.Tx, _ playerID, round []byte) error {
			return tx.Bucket(roundsBucket).Put(round, []byte("x"))
		},
		"of the player": func(tx *store.Tx, id playerID, _ []byte) error {
			return tx.Bucket(playersBucket).Put(id[:], []byte("x"))
		},
		"lost player": func(tx *store.Tx, id playerID, _ []byte) error { return tx.Bucket(playersBucket).Delete(id[:]) },
		"of the row": func(tx *store.Tx, _ playerID, _ []byte) error {
			k, _ := tx.Bucket(boardsBucket).Cursor().First() // the best of all time
			return tx.Bucket(boardsBucket).Put(k, []byte("x"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := openGames(t)
			ann := session(t, db, fp("ann"))
			r := finish(t, ann, finished(record(hop, "ANNS", 3, 3, 3, 3, 3), 1))
			bob := named(t, db, "bob", finished(record(hop, "BOBS", 2, 2, 2, 2, 2), 1))
			id := accountOf(t, ann)
			must(t, directly(db, func(tx *store.Tx) error { return damage(tx, id, key(r)) }))
			wantTop(t, bob, boardKey{hop, arcade.Counted, allTime}, 9, "1 bob BOBS mine")
			wantTop(t, bob, boardKey{hop, arcade.Counted, allTime}, 1, "1 bob BOBS mine")
		})
	}
}

// Accounts appear on boards from an age that the host chooses, and nobody else's row
// moves.
func TestRankAge(t *testing.T) {
	now := day(10)
	db := openAt(t, filepath.Join(t.TempDir(), "boardwalk.db"), Games(library), RankAge(7*24*time.Hour, func() time.Time { return now }))
	board := boardKey{hop, arcade.Counted, allTime}
	ann, bob := session(t, db, fp("ann")), session(t, db, fp("bob"))
	finish(t, ann, timed(5, 1, finished(record(hop, "OLD", 1, 1, 1, 1, 1), 0)))
	finish(t, bob, timed(5, 9, finished(record(hop, "YOUNG", 3, 3, 3, 3, 3), 0)))
	wantTop(t, ann, board, 9, "1  OLD mine")
	wantTop(t, bob, board, 9, "1  OLD")
	now = day(17)
	wantTop(t, bob, board, 9, "1  YOUNG mine", "2  OLD")
}

// A brief round stands on no board but that of its event, also where its player has no other,
// takes no place there, and hides no longer one.
func TestBriefRoundsStandOnNoBoard(t *testing.T) {
	db := openGames(t)
	ann, bob, cid := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cid")
	brief := finish(t, ann, finished(record(hop, "BRIEF", 3, 3, 3), 1))
	finish(t, bob, finished(record(hop, "LONG", 1, 1, 1, 1, 2), 2))
	finish(t, cid, finished(record(hop, "SHORT", 1), 3))
	finish(t, ann, dailyOf(t, db, hop, crowdDay, 300, 2))
	boards := func(want string) {
		t.Helper()
		for kind, at := range map[arcade.BoardKind]time.Time{arcade.AllTime: day(0), arcade.ThisWeek: day(0), arcade.TodaysDaily: noon(crowdDay)} {
			want := want
			if kind == arcade.TodaysDaily {
				want = "1 ann"
			}
			for p, n := range map[*Player]int{bob: 9, cid: 1} {
				top, err := p.Top(arcade.Leaderboard{Game: hop, Class: arcade.Counted, Kind: kind}, n, at)
				got := ""
				for _, s := range top {
					got += fmt.Sprint(s.Rank, " ", s.Nick)
				}
				if err != nil || got != want {
					t.Errorf("of %d rows the board %q is %q, %v, want %q", n, kind, got, err, want)
				}
			}
		}
	}
	boards("1 bob")
	_, _, err := db.Ranked(brief.ID)
	wantErr(t, "Ranked", err, ErrNotFound)
	must(t, bob.Delete(day(1)))
	bob = nicked(t, db, "bob")
	boards("")
	finish(t, ann, finished(record(hop, "LATER", 1, 1, 1, 1, 1), 4))
	boards("1 ann")
	sound(t, db)
}
