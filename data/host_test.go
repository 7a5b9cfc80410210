package data

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

func TestPlayers(t *testing.T) {
	c := newCrowd(t)
	for i := range 3 {
		player(t, c.db, fp(fmt.Sprint("nameless", i)))
	}
	all, err := c.db.Players("", 100)
	must(t, err)
	t.Run("those with a nick come first", func(t *testing.T) {
		var got []string
		for _, p := range all[:3] {
			got = append(got, fmt.Sprintf("%s: %d rounds, keys %q (%d), guest %v, since %v", p.Nick, p.Rounds, p.Credentials, p.Keys, p.Guest, p.Since.UTC().Format(time.StampMilli)))
		}
		want := []string{
			`ann: 35 rounds, keys ["SHA256:ann" "SHA256:bob" "SHA256:cid"] (3), guest false, since Sep 21 14:13:20.001`,
			`dan: 11 rounds, keys ["SHA256:dan"] (1), guest false, since Sep 21 14:13:20.004`,
			`eve: 6 rounds, keys ["SHA256:eve"] (1), guest false, since Sep 21 14:13:20.005`,
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
	t.Run("then the others by ID", func(t *testing.T) {
		guests := 0
		for i, p := range all[3:] {
			if p.Nick != "" || p.Rounds != 1 || p.Keys != len(p.Credentials) || (p.Keys == 0) != p.Guest || i > 0 && p.ID <= all[2+i].ID {
				t.Errorf("got %+v", p)
			}
			if p.Guest {
				guests++
			}
		}
		if len(all) != 7 || guests != 1 {
			t.Errorf("there are %d, of them %d guests", len(all), guests)
		}
	})
}

func TestPlayersByPages(t *testing.T) {
	c := newCrowd(t)
	for i := range 3 {
		player(t, c.db, fp(fmt.Sprint("nameless", i)))
	}
	all, err := c.db.Players("", 100)
	must(t, err)
	t.Run("page by page it is the same", func(t *testing.T) {
		for n := 1; n <= len(all); n++ {
			var got []PlayerInfo
			for after := ""; ; {
				page, err := c.db.Players(after, n)
				must(t, err)
				if len(page) == 0 {
					break
				}
				got = append(got, page...)
				if after = page[len(page)-1].Nick; after == "" {
					after = page[len(page)-1].ID
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(all) {
				t.Errorf("by %d it is %v, want %v", n, got, all)
			}
		}
	})
	t.Run("what is neither a nick nor an ID", func(t *testing.T) {
		for _, after := range []string{"#x", "#" + fmt.Sprintf("%066x", 1)} {
			_, err := c.db.Players(after, 1)
			wantErr(t, "Players", err, ErrNotFound)
		}
		if page, err := c.db.Players("dao", 1); err != nil || len(page) != 1 || page[0].Nick != "eve" {
			t.Errorf("after a nick that nobody has the list is %+v, %v", page, err)
		}
		if page, err := c.db.Players("", 0); err != nil || len(page) != 0 {
			t.Errorf("none is %+v, %v", page, err)
		}
	})
	t.Run("one that cannot be read is left out", func(t *testing.T) {
		id := accountOf(t, c.players["dan"])
		must(t, directly(c.db, func(tx *store.Tx) error { return tx.Bucket(playersBucket).Put(id[:], []byte("x")) }))
		if page, err := c.db.Players("ann", 1); err != nil || len(page) != 1 || page[0].Nick != "eve" {
			t.Errorf("after ann the list is %+v, %v", page, err)
		}
	})
}

// What is kept about a player names no other one, and no round of another.
func TestWhatIsKeptNamesNobodyElse(t *testing.T) {
	db := openGames(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	other := accountOf(t, bob)
	_, err := ann.OpenRace(steps{hop}, "RACE", arcade.RaceTerms{Limit: time.Minute, Asked: other.name()}, day(0))
	must(t, err)
	theirs := finish(t, bob, finished(record(hop, "DARE", toTheEnd(1)...), 1))
	enter(t, ann, passOn(t, bob, theirs))
	own := finish(t, ann, finished(record(hop, "MINE", toTheEnd(1)...), 1))
	enter(t, bob, passOn(t, ann, own))
	var kept strings.Builder
	must(t, db.Kept("ann", func(k Kept) error { return second(fmt.Fprintf(&kept, "%s %s\n", k.Kind, k.Row)) }))
	for _, secret := range []string{string(other.name()), base64.StdEncoding.EncodeToString(other[:]), theirs.ID} {
		if strings.Contains(kept.String(), secret) {
			t.Errorf("%q is in\n%s", secret, kept.String())
		}
	}
	if !strings.Contains(kept.String(), `"round":"`+own.ID) {
		t.Errorf("the player's own round is not in\n%s", kept.String())
	}
}

func TestTotals(t *testing.T) {
	db := openTemp(t)
	got, err := db.Totals()
	if want := (Totals{Size: got.Size}); err != nil || got != want || got.Size == 0 {
		t.Errorf("of a new file Totals = %+v, %v", got, err)
	}
	c := newCrowd(t)
	must(t, c.players["dan"].SetSettings([]byte(`{"into":"x"}`)))
	got, err = c.db.Totals()
	if want := (Totals{Players: 3, Guests: 1, Rounds: 53, Open: 9, Reports: 2, Size: got.Size}); err != nil || got != want {
		t.Errorf("Totals = %+v, %v, want %+v", got, err, want)
	}
	for i := range store.PageRows {
		finish(t, session(t, c.db, fp(fmt.Sprint(i))), of(arcade.Practice, finished(record(hop, "A", 1), 1)))
	}
	got, err = c.db.Totals()
	if err != nil || got.Players != 3+store.PageRows || got.Rounds != 53+store.PageRows {
		t.Errorf("Totals = %+v, %v", got, err)
	}
	finish(t, must1(c.db.Player(arcade.Level(2).Credential()))(t), of(arcade.Practice, finished(record(hop, "A", 1), 1)))
	if machine, err := c.db.Totals(); err != nil || machine.Players != got.Players || machine.Rounds != got.Rounds+1 {
		t.Errorf("with a player of the arcade's own Totals = %+v, %v, want as many players as %+v", machine, err, got)
	}
	must(t, c.db.Close())
	_, err = c.db.Totals()
	wantErr(t, "Totals", err, store.ErrClosed)
}

// on returns the players on the board of the first game, the best first.
func on(t testing.TB, db *DB) string {
	t.Helper()
	top, err := player(t, db, fp("looker")).top(boardKey{hop, arcade.Counted, allTime}, 10, false)
	must(t, err)
	var nicks []string
	for _, s := range top {
		nicks = append(nicks, s.Nick)
	}
	return strings.Join(nicks, " ")
}

func wantOn(t testing.TB, db *DB, when, want string) {
	t.Helper()
	if got := on(t, db); got != want {
		t.Errorf("%s the board is %q, want %q", when, got, want)
	}
	sound(t, db)
}

// cheated returns a file in which the cheat is ahead of ann and bob.
func cheated(t testing.TB) *DB {
	t.Helper()
	db := openGames(t)
	named(t, db, "cheat", finished(record(hop, "A", 3, 3, 3, 1, 1), 1))
	named(t, db, "ann", finished(record(hop, "B", 3, 2, 1, 1, 1), 2))
	named(t, db, "bob", finished(record(hop, "C", 2, 1, 1, 1, 1), 3))
	return db
}

func TestABannedPlayerIsOffTheBoards(t *testing.T) {
	db := cheated(t)
	wantOn(t, db, "before", "cheat ann bob")
	must(t, db.Ban(Ban{Who: "cheat", Since: day(0), Until: day(3)}))
	wantOn(t, db, "banned,", "ann bob")
	must(t, db.Ban(Ban{Who: "cheat", Since: day(0), KeepBoards: true}))
	wantOn(t, db, "banned with its boards,", "cheat ann bob")
	must(t, db.Ban(Ban{Who: fp("cheat"), Since: day(0), Until: day(3)}))
	wantOn(t, db, "banned by its key,", "ann bob")
	must(t, db.Unban("cheat"))
	wantOn(t, db, "pardoned,", "cheat ann bob")
	must(t, db.Ban(Ban{Who: "cheat", Since: day(0), Until: day(3)}))
	finish(t, session(t, db, fp("cheat")), finished(record(hop, "D", 3, 3, 3, 3, 1), 4))
	wantOn(t, db, "with a new best,", "ann bob")
	join(t, player(t, db, fp("ann")), session(t, db, fp("cheat")))
	wantOn(t, db, "joined into another,", "bob")
	if _, err := db.Sweep(day(4)); err != nil {
		t.Fatal(err)
	}
	wantOn(t, db, "once the ban is over,", "ann bob")
	must(t, db.Ban(Ban{Who: "ann", Since: day(0)}))
	must(t, db.DeletePlayer("ann", day(0)))
	wantOn(t, db, "deleted,", "bob")
	wantBanned(t, db, fp("ann"), true)
}

func TestUnrank(t *testing.T) {
	db := cheated(t)
	wantErr(t, "Unrank", db.Unrank("nobody", true), ErrNotFound)
	must(t, db.Unrank("CHEAT", true))
	wantOn(t, db, "unranked,", "ann bob")
	must(t, db.Ban(Ban{Who: "cheat", Since: day(0)}))
	must(t, db.Unban("cheat"))
	wantOn(t, db, "pardoned,", "ann bob")
	must(t, db.Unrank("cheat", false))
	wantOn(t, db, "ranked again,", "cheat ann bob")
	if r, err := session(t, db, fp("cheat")).History("", 9); err != nil || len(r) != 1 || r[0].Class != arcade.Counted {
		t.Errorf("the history is %+v, %v", r, err)
	}
}

func TestRuleOut(t *testing.T) {
	db := cheated(t)
	p := session(t, db, fp("cheat"))
	better, err := p.History("", 1)
	must(t, err)
	finish(t, p, finished(record(hop, "D", 1, 1, 1, 1, 1), 4))
	round := better[0].ID
	wantErr(t, "Reinstate", db.Reinstate(round), ErrUnruled)
	wantErr(t, "RuleOut", db.RuleOut("x", "why", "host", day(1)), ErrNotFound)
	must(t, db.RuleOut(round, "why", "host", day(1)))
	wantErr(t, "RuleOut", db.RuleOut(round, "again", "host", day(1)), ErrUnruled)
	wantOn(t, db, "ruled out,", "ann bob cheat")
	best, _, err := p.Best(hop, arcade.Counted)
	history, worse := p.History("", 9)
	if err != nil || worse != nil || best.ID == round || len(history) != 2 || history[1].Class != arcade.Practice || history[1].Ruling != "why" {
		t.Errorf("the best is %+v, the history %+v", best, history)
	}
	must(t, db.Reinstate(round))
	wantOn(t, db, "reinstated,", "cheat ann bob")
	must(t, db.RuleOut(round, "why", "host", day(1)))
	must(t, db.DeletePlayer("cheat", day(1)))
	wantOn(t, db, "deleted,", "ann bob")
}

func TestRename(t *testing.T) {
	db := cheated(t)
	info, err := db.Lookup("cheat")
	must(t, err)
	wantErr(t, "Rename", db.Rename("cheat", "bob"), ErrTaken)
	wantErr(t, "Rename", db.Rename("cheat", "admin"), ErrName)
	must(t, db.Rename("cheat", "dora"))
	wantOn(t, db, "renamed,", "dora ann bob")
	must(t, db.Rename(info.ID, ""))
	must(t, db.Rename(info.ID, ""))
	wantOn(t, db, "nameless,", " ann bob")
	for _, who := range []string{"cheat", "dora", "", "#", info.ID + "0", info.ID[:6], "#zzzzzzzzzzzz", fp("nobody"), "guest:x"} {
		if _, err := db.Lookup(who); err == nil {
			t.Errorf("%q is somebody", who)
		}
	}
	join(t, player(t, db, fp("ann")), session(t, db, fp("cheat")))
	if same, err := db.Lookup(info.ID); err != nil || same.Nick != "ann" {
		t.Errorf("the ID of who was joined leads to %+v, %v", same, err)
	}
}

// Check finds players whose rows contradict the bans, and rows of boards of players who
// are off the boards.
func TestCheckFindsWhoIsOnABoard(t *testing.T) {
	for name, damage := range map[string]func(tx *store.Tx, id playerID, row playerRow) error{
		"a ban that is not followed": func(tx *store.Tx, id playerID, _ playerRow) error {
			return store.Put(tx.Bucket(bansBucket), banPlayer(id[:]), banRow{Who: "cheat", Unranks: true})
		},
		"a ban that is not there": func(tx *store.Tx, id playerID, row playerRow) error {
			row.Banned = true
			return store.Put(tx.Bucket(playersBucket), id[:], row)
		},
		"unranked, and on a board": func(tx *store.Tx, id playerID, row playerRow) error {
			row.Unranked = true
			return store.Put(tx.Bucket(playersBucket), id[:], row)
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := cheated(t)
			must(t, directly(db, func(tx *store.Tx) error {
				a, err := lookup(tx, "cheat")
				must(t, err)
				return damage(tx, a.id, a.row)
			}))
			report, err := db.Check(library)
			must(t, err)
			if !slices.ContainsFunc(report.Findings, func(f string) bool { return strings.Contains(f, "board") }) {
				t.Errorf("Check finds %q", report.Findings)
			}
			must(t, db.Repair())
			wantOn(t, db, "repaired,", map[bool]string{true: "cheat ann bob", false: "ann bob"}[name == "a ban that is not there"])
		})
	}
}

// A host hides a player, who cannot undo that, and finds the old choice again afterwards.
func TestConceal(t *testing.T) {
	db := cheated(t)
	p := session(t, db, fp("cheat"))
	hidden := func() string {
		a, err := p.Account()
		must(t, err)
		return fmt.Sprint(a.Hidden, a.Private)
	}
	must(t, db.Conceal("cheat", true))
	must(t, p.SetPrivacy(false, false))
	if got := hidden(); got != "true false" {
		t.Errorf("concealed: %s", got)
	}
	must(t, p.SetPrivacy(true, true)) // as the screen does when it toggles the other setting
	must(t, db.Conceal("cheat", false))
	if got := hidden(); got != "false true" {
		t.Errorf("afterwards: %s", got)
	}
}
