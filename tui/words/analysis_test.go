package words_test

import (
	"strings"
	"testing"

	"boardwalk/engine/arcade"
	"boardwalk/tui/tuitest"
)

func TestAnalyse(t *testing.T) {
	store := &tuitest.Store{}
	sees(t, talk(t, env(store, "ABC"), "analyse", "play 1", "a1a4", "analyse", "finish", "y", "analyse"),
		"No game yet.", "Only a finished game can be analysed", "Hop 45, finished", "With every card known: ", "With what you saw: ")
	sees(t, talk(t, env(store), "analyse", "analyse 2", "analyse x"), "Hop 45, finished", "You have finished 1 game.", "A game has a number from 1")
}

func TestASecretDealIsNotAnalysed(t *testing.T) {
	e := env(nil)
	store := &tuitest.Store{Events: &tuitest.Events{}}
	e.Store, e.Events = store, store.Events.Attach(store, e.Now)
	day, _ := e.Events.Today()
	screen := talk(t, e, "daily 1", "a1a4", "finish", "y", "analyse", "leave", "analyse 1")
	sees(t, screen, "Others can still play this deal")
	if n := strings.Count(screen, "Others can still play this deal"); n != 2 || len(store.Results) != 1 || store.Results[0].Event != arcade.DailyEvent(day) {
		t.Errorf("it says so %d times, of %+v:\n%s", n, store.Results, screen)
	}
}
