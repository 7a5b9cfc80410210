package tui_test

import (
	"bytes"
	"errors"
	"testing"

	"boardwalk/engine/catalog"
	"boardwalk/engine/rating"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// A player who changes the theme twice and leaves before the store has answered finds the
// second one next time: a slow store does not bring back the first.
func TestALateSaveDoesNotBringOldSettingsBack(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("T")
	first := bytes.Clone(r.Store.SettingsJSON)
	r.HoldCommands()
	r.Press("T", "T")
	if r.App.CanPark() {
		t.Error("the app could go with settings that are not stored")
	}
	if err := r.App.Close(); err != nil {
		t.Fatal(err)
	}
	want := bytes.Clone(r.Store.SettingsJSON)
	if bytes.Equal(want, first) {
		t.Errorf("kept is still %s", first)
	}
	r.ReleaseCommands()
	if !bytes.Equal(r.Store.SettingsJSON, want) {
		t.Errorf("kept is %s, want %s", r.Store.SettingsJSON, want)
	}
}

func TestSettingsAreSavedOnceTheStoreWorks(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Store.Unavailable = errors.New("the disk is full")
	r.Press("T")
	if r.App.CanPark() {
		t.Error("the app could go with settings that are not stored")
	}
	r.Tick()
	r.Store.Unavailable = nil
	if r.Tick(); len(r.Store.SettingsJSON) == 0 {
		t.Error("nothing is kept")
	}
	if !r.App.CanPark() {
		t.Error("the app cannot go")
	}
}

// What one session of a player changes stays where another, which has read the settings before, changes
// something else.
func TestSessionsKeepEachOthersSettings(t *testing.T) {
	store := &tuitest.Store{}
	a, b := tuitest.New(t, store, catalog.All()), tuitest.New(t, store, catalog.All())
	a.Press("T")
	b.Press("A", "A")
	theme := session.ParseSettings(store.SettingsJSON).Theme
	a.Press("A")
	s := session.ParseSettings(store.SettingsJSON)
	if theme == "" || s.Theme != theme || s.Deck == "" {
		t.Errorf("kept is %s, want the theme %q and a deck", store.SettingsJSON, theme)
	}
	s.Puzzles.Solved, s.Puzzles.Rating = 3, rating.New()
	store.SettingsJSON = s.Text()
	b.Press("z")
	b.Sees("3 of 3 solved")
}
