package words_test

import (
	"errors"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/tuitest"
)

func TestAChallengeIsLeftInWords(t *testing.T) {
	store := &tuitest.Store{Challenges: &tuitest.Challenges{}}
	e := env(store)
	e.Challenges = store.Challenges.Attach(store)
	sees(t, talk(t, e, "challenge play"), "You have no challenge yet", "challenge play CODE plays the deal of one")
	sees(t, talk(t, e, "challenge leave k7q2 m9xa", "no"), "Decline, leave or withdraw challenge K7Q2M9XA? yes or no> no It stays on your list.")
	sees(t, talk(t, e, "challenge leave k7q2 m9xa", "yes"), "The challenge is off your list.")
	store.Challenges.Err = errors.New("others have entered it")
	sees(t, talk(t, e, "challenge leave K7Q2M9XA", "yes"), "Others have entered it.")
	if got := strings.Join(store.Challenges.Asked, ", "); got != "leave K7Q2M9XA, leave K7Q2M9XA" {
		t.Errorf("it asked for %s", got)
	}
}

func TestSomebodyIsChallengedInWords(t *testing.T) {
	store := &tuitest.Store{Challenges: &tuitest.Challenges{}}
	e := env(store)
	e.Challenges = store.Challenges.Attach(store)
	store.Results = []arcade.Result{{ID: "R1", Record: engine.Record{Game: "boardwalk/hop-45", Code: "DARE"}}}
	sees(t, talk(t, e, "challenge 1 to bob", "challenge k7q2m9xa to cid"), "bob is challenged to your Hop 45 deal (code K7Q2M9XA).", "cid is challenged to your Hop 45 deal (code K7Q2M9XA).")
	if got := strings.Join(store.Challenges.Asked, ", "); got != "pass on R1, tell bob of K7Q2M9XA, tell cid of K7Q2M9XA" {
		t.Errorf("it asked for %s", got)
	}
}

// A duel to be played is told of, and continue does not begin it.
func TestADuelIsNotBegunUnasked(t *testing.T) {
	store := &tuitest.Store{Challenges: &tuitest.Challenges{}, Events: &tuitest.Events{}}
	e := env(store)
	e.Challenges = store.Challenges.Attach(store)
	withEvents(store, &e)
	sees(t, talk(t, e, "duel hop 45", "yes", "continue", "others"), "No game is open: play NAME begins one.", "Your duel at Hop 45 is to be played: challenge play U7Q2M9XA goes there.")
}

func TestADuelInWords(t *testing.T) {
	store := &tuitest.Store{Challenges: &tuitest.Challenges{}, Events: &tuitest.Events{}}
	e := env(store)
	e.Challenges = store.Challenges.Attach(store)
	withEvents(store, &e)
	sees(t, talk(t, e, "duel hop 45", "no", "duel hop 45", "yes", "challenge play u7q2 m9xa", "y", "score"), "Enter a duel at Hop 45?", "No duel, then.", "Duel U7Q2M9XA, Hop 45.", "play the same new deal, once each",
		"This begins it: challenge play U7Q2M9XA", "0 of 27 points")
	sees(t, talk(t, e, "others", "continue", "score"), "Your duel at Hop 45 is open at the start, and its clock runs: challenge play U7Q2M9XA goes there.", "0 of 27 points")
	store.Challenges.Waits = "boardwalk/scotsi"
	sees(t, talk(t, e, "others"), "A player of your strength waits for a duel at Scotsi. duel answers it.")
	sees(t, talk(t, e, "duel", "yes"), "Enter a duel at Scotsi?")
	sees(t, talk(t, e, "duel nothing"), "nothing")
	if got := strings.Join(store.Challenges.Asked, ", "); got != "duel at boardwalk/hop-45, duel at boardwalk/scotsi" {
		t.Errorf("it asked for %s", got)
	}
}
