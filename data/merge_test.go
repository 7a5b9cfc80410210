package data

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// A host makes one account of two: the one that is named second stays, with the games of both.
func TestMerge(t *testing.T) {
	c := newCrowd(t)
	ann, err := c.db.Lookup("ann")
	must(t, err)
	dan, err := c.db.Lookup("dan")
	must(t, err)
	must(t, c.db.Merge("SHA256:dan", ann.ID, day(0)))
	both, err := c.db.Lookup("ann")
	must(t, err)
	if both.Keys != ann.Keys+dan.Keys || both.Rounds <= ann.Rounds || both.ID != ann.ID {
		t.Errorf("ann is %+v, was %+v, and dan was %+v", both, ann, dan)
	}
	if got, err := c.db.Lookup("SHA256:dan"); err != nil || got.ID != ann.ID {
		t.Errorf("the other key is %+v's, %v", got, err)
	}
	if _, err := c.db.Lookup("dan"); !errors.Is(err, ErrNotFound) {
		t.Errorf("the other nick is still there: %v", err)
	}
	sound(t, c.db)
}

func TestMergeOfNobody(t *testing.T) {
	c := newCrowd(t)
	guest := ""
	all, err := c.db.Players("", 100)
	must(t, err)
	for _, p := range all {
		if p.Guest {
			guest = p.ID
		}
	}
	for _, test := range []struct {
		who, into string
		want      error
	}{{"ann", "nobody", ErrNotFound}, {"nobody", "ann", ErrNotFound}, {"ann", "SHA256:bob", ErrSame}, {guest, "ann", ErrGuest}} {
		if err := c.db.Merge(test.who, test.into, day(0)); !errors.Is(err, test.want) {
			t.Errorf("%s into %s: %v, want %v", test.who, test.into, err, test.want)
		}
	}
	sound(t, c.db)
}

// losesKeys removes all that is left of the keys of an account, as a damaged disk can.
func losesKeys(t *testing.T, db *DB, id playerID) {
	t.Helper()
	must(t, directly(db, func(tx *store.Tx) error {
		for _, hash := range keyHashes(tx, id) {
			must(t, tx.Bucket(keysBucket).Delete(hash))
			must(t, tx.Bucket(holdersBucket).Delete(slices.Concat(id[:], hash)))
		}
		return nil
	}))
}

// An account that has lost its keys stays when the host lets go of what is lost, and becomes part of another.
func TestAnAccountWithoutAKeyIsMerged(t *testing.T) {
	c := newCrowd(t)
	ann, err := c.db.Lookup("ann")
	must(t, err)
	losesKeys(t, c.db, accountOf(t, c.players["ann"]))
	must(t, c.db.Repair())
	if report, err := c.db.Check(library); err != nil || len(report.Findings) != 1 || !strings.Contains(report.Findings[0], "has no key") {
		t.Errorf("Repair left %q, %v", report.Findings, err)
	}
	must(t, second(c.db.AcceptLoss()))
	sound(t, c.db)
	if got, err := c.db.Lookup("ann"); err != nil || got.Rounds != ann.Rounds || got.Keys != 0 {
		t.Errorf("what is left is %+v, %v", got, err)
	}
	dan, err := c.db.Lookup("dan")
	must(t, err)
	if err := c.db.Merge("dan", "ann", day(0)); !errors.Is(err, ErrGuest) || !strings.Contains(err.Error(), "would stay has no key") {
		t.Errorf("into the account without a key: %v", err)
	}
	must(t, c.db.Merge("ann", "dan", day(0)))
	if got, err := c.db.Lookup("dan"); err != nil || got.Keys != dan.Keys || got.Rounds <= ann.Rounds {
		t.Errorf("dan is %+v, %v", got, err)
	}
	if err := c.db.Merge(ann.ID, "dan", day(0)); !errors.Is(err, ErrSame) {
		t.Errorf("the second time: %v", err)
	}
	sound(t, c.db)
}

// The arcade's own players are found again by their levels.
func TestRepairFindsTheArcadesPlayers(t *testing.T) {
	db := openGames(t)
	level := arcade.Level(3)
	p, err := db.Player(level.Credential())
	must(t, err)
	finish(t, p, finished(record(hop, "A", 1), 1))
	id := accountOf(t, p)
	losesKeys(t, db, id)
	must(t, db.Repair())
	sound(t, db)
	again, err := db.Player(level.Credential())
	must(t, err)
	if got := accountOf(t, again); got != id {
		t.Errorf("%s has account %v, was %v", level.Nick(), got, id)
	}
}
