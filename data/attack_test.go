package data

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
)

func attacked(t *testing.T) *DB {
	t.Helper()
	db, err := Open(filepath.Join(t.TempDir(), "boardwalk.db"), Games(catalog.All().Find))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// A client imports made-up rounds again and again. If each import and each join read the
// whole history of the account in the one transaction that everybody waits for, 100,000
// short rounds would take a second, long records much more, and the file would grow by
// what is sent. So a history accepts a limited amount from elsewhere.
func TestAHistoryDoesNotGrowByImportsWithoutEnd(t *testing.T) {
	p, err := attacked(t).Player(credential("mallory"))
	if err != nil {
		t.Fatal(err)
	}
	g := catalog.All()[0]
	for n := range 5 {
		var rounds []arcade.Result
		for i := range ImportMax {
			record := engine.NewRound(g, engine.Code(fmt.Sprintf("N%dR%d", n, i))).Record()
			rounds = append(rounds, arcade.Result{Record: record, Ended: int64(1_600_000_000_000 + i)})
		}
		if _, err := p.Import(rounds, time.Now()); err != nil {
			return
		}
	}
	t.Errorf("%d rounds from elsewhere are in one history", 5*ImportMax)
}

// A client makes codes for new keys of its own in a loop. Each key is a row that stays
// for ever, is not counted among the accounts that a network may create in an hour, and
// is read whenever accounts are joined or deleted.
func TestAnAccountDoesNotTakeKeysWithoutEnd(t *testing.T) {
	db := attacked(t)
	p, err := db.Player(credential("mallory"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Save(arcade.Save(engine.NewRound(catalog.All()[0], "R1")), 0); err != nil {
		t.Fatal(err)
	}
	const most = 300
	for i := range most {
		code, _, err := p.Link(time.Now())
		if err != nil {
			t.Fatal(err)
		}
		other, err := db.Player(credential(fmt.Sprint(i)))
		if err != nil {
			t.Fatal(err)
		}
		if err := other.Join(code, time.Now()); err != nil {
			return
		}
	}
	t.Errorf("one account has %d keys", most+1)
}
