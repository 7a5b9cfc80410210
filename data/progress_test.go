package data

import (
	"path/filepath"
	"slices"
	"testing"

	"boardwalk/data/store"
)

// watched returns a Progress that fails if it goes backwards or past the total, and the
// things that were done, in order.
func watched(t *testing.T) (store.Progress, *[]string) {
	t.Helper()
	var doing []string
	var last int64
	return func(what string, done, total int64) {
		if !slices.Contains(doing, what) {
			doing, last = append(doing, what), 0
		}
		if done < last || done > total {
			t.Errorf("%s: %d of %d after %d", what, done, total, last)
		}
		last = done
	}, &doing
}

func TestProgress(t *testing.T) {
	c := newCrowd(t)
	path := c.db.Path()
	must(t, c.db.Update(func(tx *store.Tx) error {
		for i := range 2 * store.ForgetAfter {
			must(t, insertRound(tx, c.players["ann"], of("practice", finished(record(hop, "A", 1), int64(i)))))
		}
		return nil
	}))
	must(t, c.db.Close())
	progress, doing := watched(t)
	_, _, err := store.Compact(path, Schema, progress)
	must(t, err)
	if want := []string{"reading all pages", "copying rows", "comparing rows", "reading the copy"}; !slices.Equal(*doing, want) {
		t.Errorf("Compact was %q, want %q", *doing, want)
	}
	progress, doing = watched(t)
	db, _, err := OpenReadOnly(path, Games(library), OnProgress(progress))
	must(t, err)
	sound(t, db)
	must(t, db.Close())
	if want := []string{"reading all pages", "checking rows", "replaying games"}; !slices.Equal(*doing, want) {
		t.Errorf("Check was %q, want %q", *doing, want)
	}
	if got := names(t, filepath.Dir(path)); len(got) != 1 {
		t.Errorf("the directory has %v", got)
	}
}
