package words_test

import (
	"slices"
	"strings"
	"testing"

	"boardwalk/tui/play"
	"boardwalk/tui/tuitest"
)

// TestDealingForANiceDealCosts deals again and again without a move. The rule is that of the
// screen, and so are its sentences.
func TestDealingForANiceDealCosts(t *testing.T) {
	store := &tuitest.Store{}
	script := slices.Concat([]string{"play 1"}, slices.Repeat([]string{"new"}, play.FreeLooks-1))
	screen := talk(t, env(store), script...)
	sees(t, screen, "You may leave this deal without a move. From then on today's deals are kept: giving one up counts as a loss.")
	if len(store.Open) != 0 || store.Looked != play.FreeLooks { // the last one ended with the session
		t.Fatalf("%d games are open, %d looks are counted", len(store.Open), store.Looked)
	}
	screen = talk(t, env(store), "play 1", "new", "yes", "leave")
	sees(t, screen, "You left 10 deals unplayed today. This one is kept: giving it up is a loss.")
	if strings.Count(screen, "This one is kept") != 2 || len(store.Results) != 1 || len(store.Open) != 1 {
		t.Errorf("the store has %+v and %+v:\n%s", store.Open, store.Results, screen)
	}
}
