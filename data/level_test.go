package data

import (
	"encoding/json"
	"fmt"
	"testing"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
	"boardwalk/engine/rating"
)

// level returns a session of one of the arcade's players.
func level(t testing.TB, db *DB, l arcade.Level) *Player {
	t.Helper()
	p, err := db.Player(l.Credential())
	must(t, err)
	return p
}

// against returns the rating of a player against the arcade.
func against(t testing.TB, p *Player) arcade.Rating {
	t.Helper()
	a, err := p.Account()
	must(t, err)
	return a.Arcade
}

// Whoever races against the arcade is rated in a pool of its own, in which the arcade's ratings
// never change: guests are, too, and the other rating stays as it is.
func TestARaceAgainstTheArcade(t *testing.T) {
	db := openGames(t)
	ann, guest, three := veteran(t, db, "ann"), session(t, db, "guest:1"), level(t, db, 3)
	r := started(t, ann, guest, three)
	finish(t, ann, raced(r, 1000, 3))
	finish(t, three, raced(r, 1000, 2))
	finish(t, guest, raced(r, 1000, 1))
	fresh := rating.New()
	won := fresh.After([]rating.Game{{Opponent: rating.Rating{Points: float64(arcade.Level(3).Rating().Points)}, Score: 1}}, 1, 0)
	if won.Points < 1500+swingMost {
		t.Fatalf("a win gives %.0f points: nothing to bound", won.Points-1500)
	}
	if got, want := ends(t, db, r, day(0)), fmt.Sprintf(" +%d -%d -", int(swingMost), int(swingMost)); got != want {
		t.Errorf("the race changes%s, want%s", got, want)
	}
	if got := ratingNow(t, ann, day(0)); got.Exists() {
		t.Errorf("ann's rating among people is %+v", got)
	}
	if got := against(t, ann); got.Points != 1500+swingMost || got.Races != 1 {
		t.Errorf("ann is rated %+v against the arcade", got)
	}
	if got := against(t, guest); got.Points != 1500-swingMost {
		t.Errorf("the guest is rated %+v against the arcade", got)
	}
	seen, err := ann.Race(r.Code)
	must(t, err)
	if o := seen.Racers[2]; o.Level != 3 || o.Nick != "arcade-3" || o.Rating != arcade.Level(3).Rating() {
		t.Errorf("the arcade's player is seen as %+v", o)
	}
	for _, o := range seen.Racers {
		if _, _, err := db.Ranked(o.Round); o.Shown != (err == nil) || o.Shown != (o.ID != seen.Racers[1].ID) {
			t.Errorf("of %s others may look at the round: %v, %v", o.Nick, o.Shown, err)
		}
	}
	if got, err := three.Account(); err != nil || got.Nick != "arcade-3" || got.Arcade.Exists() {
		t.Errorf("the arcade's player has the account %+v, %v", got, err)
	}
	sound(t, db)
}

// A race between people changes the rating among people, whoever else is in it, and that is what
// the race shows.
func TestARaceAmongPeopleAndTheArcade(t *testing.T) {
	db := openGames(t)
	ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
	r := started(t, ann, bob, level(t, db, 1))
	for i, p := range []*Player{ann, bob, level(t, db, 1)} {
		finish(t, p, raced(r, 1000, 3-i))
	}
	ends(t, db, r, day(0))
	for _, p := range []*Player{ann, bob} {
		if got := ratingNow(t, p, day(0)); got.Races != 1 || against(t, p).Races != 1 {
			t.Errorf("the ratings are %+v and %+v", got, against(t, p))
		}
	}
	if got := against(t, bob); got.Points <= 1500 {
		t.Errorf("bob, who beat the arcade and lost to ann, is rated %+v against the arcade", got)
	}
	sound(t, db)
}

// The arcade's players stand on no board, and nobody takes their nicks.
func TestTheArcadeIsOnNoBoard(t *testing.T) {
	db := openGames(t)
	ann, five := veteran(t, db, "ann"), level(t, db, arcade.LevelMost)
	r := started(t, ann, five)
	finish(t, ann, raced(r, 1000, 1))
	finish(t, five, raced(r, 1000, 3))
	ends(t, db, r, day(0))
	for _, board := range []arcade.Leaderboard{{Game: r.Game, Class: arcade.Counted}, {Game: r.Game, Class: arcade.Counted, Event: arcade.RaceEvent(r.Code)}} {
		top, err := ann.Top(board, 10, day(0))
		must(t, err)
		for _, s := range top {
			if s.Nick != "ann" {
				t.Errorf("%+v is on the board %+v", s, board)
			}
		}
	}
	if o, err := ann.Other("arcade-5", day(0)); err != nil || o.Level != arcade.LevelMost {
		t.Errorf("of the arcade's player is known %+v, %v", o, err)
	}
	wantErr(t, "SetNick", ann.SetNick("arcade-4"), ErrName)
	wantErr(t, "SetNick", ann.SetNick("Arcade5"), ErrName)
	sound(t, db)
}

// Of two accounts that are joined, the rating against the arcade of which more is known stays.
func TestJoinsKeepTheRatingOfMoreRacesAgainstTheArcade(t *testing.T) {
	db := openGames(t)
	ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
	for range 2 {
		two := level(t, db, 2)
		r := started(t, bob, two)
		finish(t, bob, raced(r, 1000, 3))
		finish(t, two, raced(r, 1000, 1))
		ends(t, db, r, day(0))
	}
	want := against(t, bob)
	code, _, err := ann.Link(day(0))
	must(t, err)
	must(t, bob.Join(code, day(0)))
	if got := against(t, ann); got != want || got.Races != 2 {
		t.Errorf("it is %+v, want %+v", got, want)
	}
	sound(t, db)
}

// Of two accounts that are joined, the worse rating stays if as much is known of both, whichever of them stays: else
// their player would choose.
func TestJoinsKeepTheWorseRatingOfAsManyRaces(t *testing.T) {
	for stays := range 2 {
		db := openGames(t)
		both := []*Player{veteran(t, db, "ann"), veteran(t, db, "bob")}
		for i, points := range []float64{1400, 1600} {
			must(t, both[i].change("rate", func(tx *store.Tx, a *accountTx) error {
				a.row.Arcade = poolRating{figures{points, 60, 0.06, 9}, day(0).UnixMilli()}
				a.row.Duels = a.row.Arcade
				return a.save(tx, 0)
			}))
		}
		code, _, err := both[stays].Link(day(0))
		must(t, err)
		must(t, both[1-stays].Join(code, day(0)))
		if a, b := against(t, both[stays]), inDuels(t, both[stays]); a.Points != 1400 || b != a {
			t.Errorf("account %d stays with %+v against the arcade and %+v in duels", stays, a, b)
		}
		sound(t, db)
	}
}

// A host takes one of the arcade's players for a person: what would make it somebody else's, or nobody's, is refused,
// and so is a code that joins it. It can be deleted, and comes again under its own nick.
func TestTheArcadesPlayersAreNobodysAccounts(t *testing.T) {
	db := openGames(t)
	ann, three := veteran(t, db, "ann"), level(t, db, 3)
	finish(t, three, finished(record(hop, "A", 1), 1))
	wantErr(t, "Merge", db.Merge("arcade-3", "ann", day(0)), ErrMachine)
	wantErr(t, "Merge into", db.Merge("ann", "arcade-3", day(0)), ErrMachine)
	code, _, err := ann.Link(day(0))
	must(t, err)
	theirs, _, err := three.Link(day(0))
	must(t, err)
	_, joins := ann.CanJoin(theirs, day(0))
	for name, err := range map[string]error{
		"Join": three.Join(code, day(0)), "Join theirs": ann.Join(theirs, day(0)), "CanJoin": joins,
		"Join of one who never played": level(t, db, 4).Join(code, day(0)),
		"Rename":                       db.Rename("arcade-3", "xyzzy"), "Rename to none": db.Rename("arcade-3", ""),
		"Ban": db.Ban(Ban{Who: "arcade-3"}), "Conceal": db.Conceal("arcade-3", true), "Unrank": db.Unrank("arcade-3", true),
		"SetNote": db.SetNote("arcade-3", "hm"),
	} {
		wantErr(t, name, err, ErrMachine)
	}
	must(t, db.DeletePlayer("arcade-3", day(0)))
	finish(t, level(t, db, 3), finished(record(hop, "A", 1), 1))
	if got, err := db.Lookup("arcade-3"); err != nil || got.Rounds != 1 {
		t.Errorf("it came again as %+v, %v", got, err)
	}
	sound(t, db)
}

// A rating is stored under its own name, and none is not stored.
func TestRatingsAgainstTheArcadeAndInDuelsAsStored(t *testing.T) {
	for want, row := range map[string]playerRow{
		`{"rounds":1}`: {Rounds: 1},
		`{"rounds":1,"arcade":{"points":1400,"deviation":60,"volatility":0.06,"races":9,"at":7}}`: {
			Rounds: 1, Arcade: poolRating{figures{1400, 60, 0.06, 9}, 7},
		},
		`{"rounds":1,"duels":{"points":1400,"deviation":60,"volatility":0.06,"races":9,"at":7}}`: {
			Rounds: 1, Duels: poolRating{figures{1400, 60, 0.06, 9}, 7},
		},
	} {
		var read playerRow
		text, err := json.Marshal(row)
		if err == nil {
			err = json.Unmarshal([]byte(want), &read)
		}
		if err != nil || string(text) != want || read.Arcade != row.Arcade || read.Duels != row.Duels {
			t.Errorf("%+v is stored as %s, want %s; it is read as %+v, %v", row, text, want, read, err)
		}
	}
}
