package data

import (
	"errors"
	"testing"
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
