package caption

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// The list of challenges says who is ahead, and the challenge and its table that help ranks last.
func TestHowAChallengeRanks(t *testing.T) {
	row := func(id string, points int, class arcade.Class) arcade.ChallengeRow {
		return arcade.ChallengeRow{ID: id, Nick: id, Result: &arcade.Result{Class: class, Score: engine.Score{Points: points, Max: 27}}}
	}
	for want, rows := range map[string][]arcade.ChallengeRow{
		"20/27, 1st of 2; ahead: you":                        {row("me", 20, arcade.Counted), row("ann", 10, arcade.Counted)},
		"10/27, 2nd of 2; ahead: ann":                        {row("ann", 20, arcade.Counted), row("me", 10, arcade.Counted)},
		"10/27, 1st of 2; ahead: nobody, the best are equal": {row("ann", 10, arcade.Counted), row("me", 10, arcade.Counted)},
		"26/27 with help, 2nd of 2; ahead: ann":              {row("ann", 20, arcade.Counted), row("me", 26, arcade.Assisted)},
		"26/27, 1st of 1":                                    {row("me", 26, arcade.Counted), {ID: "cid"}},
	} {
		c := arcade.Challenge{Me: "me", Players: rows}
		if status := ChallengeStatus(c); status != want {
			t.Errorf("its status is %q, want %q", status, want)
		}
		if says, assisted := HelpRanks(c), rows[min(1, len(rows)-1)].Result; (says != "") != (assisted != nil && assisted.Class == arcade.Assisted) {
			t.Errorf("%s: it says %q", want, says)
		}
	}
	for e, want := range map[arcade.Event]string{
		arcade.ChallengeEvent("K7Q2M9XA"): "A hint makes this game assisted: it ranks after all games without.",
		arcade.DailyEvent("2026-11-22"):   "A hint makes this game assisted: it ranks only with assisted games.",
		"":                                "A hint makes this game assisted: it can't be a best.",
	} {
		if got := Assisting("A hint", e); got != want {
			t.Errorf("%q: %q, want %q", e, got, want)
		}
	}
}
