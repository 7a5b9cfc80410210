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
		"20/27, 1st of 2; ahead: you":           {row("me", 20, arcade.Counted), row("ann", 10, arcade.Counted)},
		"10/27, 2nd of 2; ahead: ann":           {row("ann", 20, arcade.Counted), row("me", 10, arcade.Counted)},
		"10/27, 1st of 2; the best are equal":   {row("ann", 10, arcade.Counted), row("me", 10, arcade.Counted)},
		"26/27 with help, 2nd of 2; ahead: ann": {row("ann", 20, arcade.Counted), row("me", 26, arcade.Assisted)},
		"26/27, 1st of 1":                       {row("me", 26, arcade.Counted), {ID: "cid"}},
	} {
		c := arcade.Challenge{Me: "me", Players: rows}
		if status := ChallengeStatus(c); status != want {
			t.Errorf("its status is %q, want %q", status, want)
		}
		if says, assisted := HelpRanks(c), rows[min(1, len(rows)-1)].Result; (says != "") != (assisted != nil && assisted.Class == arcade.Assisted) {
			t.Errorf("%s: it says %q", want, says)
		}
	}
	const most = 80 - len("0ABCDEFG  Hopscotch (1-2-3-4)  ") // in the list of the command
	long := []arcade.ChallengeRow{row("fourteen-lettr", 52, arcade.Assisted), row("me", 44, arcade.Assisted)}
	for _, c := range []arcade.Challenge{
		{Me: "me", Players: long}, {Me: "me", Players: long[1:]}, {Me: "me", Players: []arcade.ChallengeRow{long[0], {ID: "me"}}}, {Me: "me", Elsewhere: true},
		{Me: "me", Duel: true, Players: long}, {Me: "me", Duel: true, Players: append(long[1:2:2], arcade.ChallengeRow{ID: "cid"})}, {Me: "me", Duel: true, Players: long[1:]},
	} {
		if status := ChallengeStatus(c); len(status) > most {
			t.Errorf("%q is longer than %d letters", status, most)
		}
	}
	note := arcade.ChallengeNote{From: "ann", Score: engine.Score{Points: 27, Max: 27}, Class: arcade.Assisted}
	if got, want := ChallengeNote(note, "Hop 45"), "ann challenges you: 27 of 27 with help on Hop 45"; got != want {
		t.Errorf("its news is %q, want %q", got, want)
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
