package data

import (
	"errors"
	"path/filepath"
	"testing"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// A file that begins a cluster has the texts of that one, and none of an earlier one.
func TestCommonOfAnotherCluster(t *testing.T) {
	path := filepath.Join(t.TempDir(), "0.db")
	db, err := Open(path)
	must(t, err)
	must(t, db.Close())
	for _, common := range []map[string]string{{"admins": "ann\n", "settings": "x"}, {"admins": "bob\n"}, nil} {
		must(t, store.Adopt(path, Schema, theCluster, common))
		db, err := Open(path)
		must(t, err)
		for _, name := range []string{"admins", "settings"} {
			want, there := common[name]
			if got, ok, err := db.Common(name); got != want || ok != there || err != nil {
				t.Errorf("with %q the file has %q, %t, %v", common, got, ok, err)
			}
		}
		sound(t, db)
		must(t, db.Close())
	}
}

// What one machine sets for all, all have, and the others are told.
func TestCommon(t *testing.T) {
	log := NewLog()
	told := make(chan struct{}, 9)
	dbs := nodes(t, log, 2, OnCommon(func() { told <- struct{}{} }))
	if text, ok, err := dbs[0].Common("admins"); text != "" || ok || err != nil {
		t.Errorf("at first the admins are %q, %t, %v", text, ok, err)
	}
	for _, text := range []string{"ann\n", "ann\n", "", ""} {
		must(t, dbs[0].SetCommon("admins", text))
		settled(t, dbs...)
		if got, ok, err := dbs[1].Common("admins"); got != text || !ok || err != nil {
			t.Errorf("the other machine has %q, %t, %v, want %q", got, ok, err, text)
		}
	}
	if n, last := len(told), dbs[0].Applied(); n != 2 || last != 2 {
		t.Errorf("two changes were told %d times, and are %d entries", n, last)
	}
	sound(t, dbs[1])
}

// cause returns what has failed if a player is told err.
func cause(err error) error {
	var told *arcade.Refusal
	if errors.As(err, &told) {
		if both, ok := told.Of.(interface{ Unwrap() []error }); ok { // arcade.ErrUnavailable and what has failed
			return both.Unwrap()[1]
		}
	}
	return err
}
