package words_test

import (
	"strings"
	"testing"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/tui/tuitest"
)

func TestTheSprintInWords(t *testing.T) {
	store := &tuitest.Store{Events: &tuitest.Events{
		Plan:   arcade.SprintPlan{Every: time.Hour, Games: []string{"boardwalk/hop-45", "boardwalk/lucky-seven"}},
		Sprint: []arcade.SprintRow{{Place: 1, Nick: "bob", Won: 1, Points: 27, Deals: 1}, {Nick: "arcade-1", Level: 1, Deals: 2}},
	}}
	e := env(store, "ABC")
	withEvents(store, &e)
	got := talk(t, e, "sprint", "others", "sprint play", "y", "hint", "sprint play", "finish", "yes", "sprint", "sprint play", "leave", "sprint", "sprint hop")
	sees(t, got, "This hour: Hop 45, 47 minutes left.", "Next: Lucky Seven, in 47 minutes, at 2023-11-14 23:00 (UTC).", "Last: Lucky Seven, at 2023-11-14 21:00 (UTC).",
		"Most wins rank first, then points.", "is not finished when the hour is over does not count.", "Your next is deal 1. This plays it: sprint play",
		"1: bob, won 1, 27 points, 1 deal.", "arcade-1: won 0, 0 points, 2 deals.", "A sprint of Hop 45 goes on: sprint tells more.",
		"Hop 45, sprint 22:00 deal 1: the same deal for everyone", "There are no hints in a race or a sprint", "You are playing it.",
		"counted, sprint 22:00 deal 1.", "Your next is deal 2.", "2: ann, you, won 0, 0 points, 1 deal.", "You have begun deal 2.",
		"sprint tells of the sprints, and sprint play plays your next deal.")
	for n := 1; n <= 2; n++ {
		if strings.Contains(got, string(tuitest.SprintCode(n))) {
			t.Errorf("it gives a deal away:\n%s", got)
		}
	}
	sees(t, talk(t, e, "games"), "Deal 2 of the sprint of Hop 45 is open: sprint play goes there.")
	store.Events.Plan = arcade.SprintPlan{Every: 24 * time.Hour, Games: store.Events.Plan.Games}
	sees(t, talk(t, e, "sprint", "sprint play"), "Now: none goes on.", "in 107 minutes, at 2023-11-15 00:00 (UTC).", "Last: Lucky Seven, at 2023-11-14 00:00 (UTC).", "No sprint goes on now.")
	store.Events.Plan = arcade.SprintPlan{}
	sees(t, talk(t, e, "sprint"), "This arcade holds no sprints.")
}
