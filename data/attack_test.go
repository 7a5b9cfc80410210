package data

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
)

func attacked(t *testing.T) *DB {
	t.Helper()
	db, err := Open(filepath.Join(t.TempDir(), "boardwalk.db"), Games(catalog.Find))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// A client imports made-up rounds again and again. Each import and each join
// reads the whole history of the account in the one transaction that everybody
// waits for: with 100,000 short rounds that is a second, with long records much
// more, and the file grows by what is sent. So a history must take so much from
// elsewhere and no more.
func TestAHistoryDoesNotGrowByImportsWithoutEnd(t *testing.T) {
	p, err := attacked(t).Player("SHA256:mallory")
	if err != nil {
		t.Fatal(err)
	}
	g := catalog.All()[0]
	for n := range 5 {
		var rounds []engine.Result
		for i := range ImportMax {
			record := engine.NewRound(g, engine.Code(fmt.Sprintf("N%dR%d", n, i))).Record()
			rounds = append(rounds, engine.Result{Record: record, Ended: int64(1_600_000_000_000 + i)})
		}
		if _, err := p.Import(rounds, time.Now()); err != nil {
			return
		}
	}
	t.Errorf("%d rounds from elsewhere are in one history", 5*ImportMax)
}

// A client makes codes for new keys of its own in a loop: each is a row for ever,
// outside of what a network may begin in an hour, and all are read when two
// accounts are joined or one is deleted.
func TestAnAccountDoesNotTakeKeysWithoutEnd(t *testing.T) {
	db := attacked(t)
	p, err := db.Player("SHA256:mallory")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Save(engine.NewRound(catalog.All()[0], "R1").Saved(), 0); err != nil {
		t.Fatal(err)
	}
	const most = 300
	for i := range most {
		code, _, err := p.Link(time.Now())
		if err != nil {
			t.Fatal(err)
		}
		other, err := db.Player(fmt.Sprintf("SHA256:%d", i))
		if err != nil {
			t.Fatal(err)
		}
		if err := other.Join(code, time.Now()); err != nil {
			return
		}
	}
	t.Errorf("one account has %d keys", most+1)
}
