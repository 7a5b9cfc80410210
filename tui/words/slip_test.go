package words_test

import (
	"strings"
	"testing"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/tui/tuitest"
)

// A slip is taken back without a question, and the next one is asked about.
func TestASlipIsTakenBackUnasked(t *testing.T) {
	const question = "Taking back a turned-up card makes this game assisted"
	store := &tuitest.Store{}
	e, now := env(store, "ABC"), env(nil).Now()
	e.FreeSlips, e.Now = 1, func() time.Time { now = now.Add(100 * time.Millisecond); return now }
	moves := strings.Fields("c1d4 b1b4 d1e4 e3e4 d3d4 b3b4 b3c4 b1a4 b1b2 c3b4")
	script := append([]string{"play 1"}, moves...)
	screen := talk(t, e, append(script, "undo", "score", "c3b4", "undo", "no", "finish", "yes")...)
	before, after, ok := strings.Cut(screen, "> undo")
	if !ok || strings.Contains(before, question) {
		t.Fatalf("it is asked before:\n%s", screen)
	}
	sees(t, after, "Taken back in time: your free slip of this game.", "This game counts, with 1 slip.", question, "counted, with 1 slip")
	if strings.Count(screen, question) != 1 || len(store.Results) != 1 || store.Results[0].Class != arcade.Counted || store.Results[0].Tally.Slips != 1 {
		t.Errorf("the history has %+v:\n%s", store.Results, screen)
	}
}
