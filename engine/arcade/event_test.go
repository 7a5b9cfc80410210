package arcade

import (
	"errors"
	"testing"
	"time"
)

func TestParseEvent(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "daily/2026-11-22": true, "race/K7Q2M9": true, "race/A": true,
		"daily/": false, "daily/2026-11-2": false, "daily/2026/11/22": false, "daily/20261-1-22": false, "daily/2026-11-2x": false,
		"race/": false, "race/k7": false, "race/A B": false, "race/ABCDEFGHIJKLM": false,
		"daily": false, "else/2026-11-22": false, " ": false,
	} {
		got, err := ParseEvent(text)
		if (err == nil) != want || err == nil && string(got) != text {
			t.Errorf("ParseEvent(%q) = %q, %v, want one: %v", text, got, err, want)
		}
	}
}

func TestSlot(t *testing.T) {
	for _, e := range []Event{"", DailyEvent("2026-11-22"), RaceEvent("K7Q2M9")} {
		if game, event := CutSlot(Slot("boardwalk/hop-45", e)); game != "boardwalk/hop-45" || event != e {
			t.Errorf("the slot of %q is of %q and %q", e, game, event)
		}
	}
	if day, ok := DailyEvent("2026-11-22").Day(); !ok || day != "2026-11-22" {
		t.Errorf("Day = %q, %v", day, ok)
	}
	if code, ok := RaceEvent("K7Q2M9").Race(); !ok || code != "K7Q2M9" {
		t.Errorf("Race = %q, %v", code, ok)
	}
	if _, ok := DailyEvent("2026-11-22").Race(); ok {
		t.Error("a daily is a race")
	}
}

// An event of another kind has no code, and no day.
func TestWhatAnEventIsNot(t *testing.T) {
	for _, e := range []Event{"", DailyEvent("2026-11-22"), RaceEvent("K7Q2M9"), ChallengeEvent("K7Q2M9XA"), "sprint/2026-11-22T19/3"} {
		for name, of := range map[string]func() (string, bool){"day": e.Day, "race": e.Race, "challenge": e.Challenge} {
			if got, ok := of(); ok == (got == "") {
				t.Errorf("the %s of %q is %q, %v", name, e, got, ok)
			}
		}
	}
}

// A secret deal says of which event it is, and when that is over as far as the clock says so.
func TestWhyADealIsSecret(t *testing.T) {
	begins := time.Date(2026, 11, 30, 22, 0, 0, 0, time.UTC)
	for event, want := range map[Event]string{
		DailyEvent("2026-11-30"):            "come back once the daily of 2026-11-30 is over for those who began it, on 2026-12-01 at 01:00 (UTC)",
		Sprint{Begins: begins}.Event(3):     "come back once its sprint is over, at 23:00 (UTC)",
		RaceEvent("K7Q2M9"):                 "come back once its race is over",
		ChallengeEvent("K7Q2M9XA"):          "come back once its challenge is over",
		ChallengeEvent(DuelCode + "1A2B3C"): "come back once its duel is over",
		"":                                  "come back once its daily, race or challenge is over",
	} {
		err := event.Secret()
		if want = "others can still play this deal: " + want; err.Sentence != want || !errors.Is(err, ErrSealed) {
			t.Errorf("of %q it says %q, want %q", event, err.Sentence, want)
		}
	}
}
