package tui_test

import (
	"testing"

	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// explored returns the store of a player in an arcade where 40 others have played the daily of Hop 45 on the
// day before aDay.
func explored(t *testing.T) *tuitest.Store {
	store := someDailies(t)
	g := catalog.All()[hop45]
	store.Events.Tracks = tuitest.Tracks(g, tuitest.DailyCode(g.Info().ID, "2023-11-13"), 40)
	return store
}
