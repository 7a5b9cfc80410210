package words_test

import (
	"errors"
	"strings"
	"testing"

	"boardwalk/tui/tuitest"
)

func TestAChallengeIsLeftInWords(t *testing.T) {
	store := &tuitest.Store{Challenges: &tuitest.Challenges{}}
	e := env(store)
	e.Challenges = store.Challenges.Attach(store)
	sees(t, talk(t, e, "challenge leave k7q2 m9xa"), "Challenge K7Q2M9XA is off your list.")
	store.Challenges.Err = errors.New("others have entered it")
	sees(t, talk(t, e, "challenge leave K7Q2M9XA"), "Others have entered it.")
	if got := strings.Join(store.Challenges.Asked, ", "); got != "leave K7Q2M9XA, leave K7Q2M9XA" {
		t.Errorf("it asked for %s", got)
	}
}

func TestADuelInWords(t *testing.T) {
	store := &tuitest.Store{Challenges: &tuitest.Challenges{}, Events: &tuitest.Events{}}
	e := env(store)
	e.Challenges = store.Challenges.Attach(store)
	withEvents(store, &e)
	sees(t, talk(t, e, "duel hop 45", "challenge play d7q2 m9xa", "score"), "Duel D7Q2M9XA, Hop 45.", "play the same new deal, once each",
		"challenge play D7Q2M9XA begins it.", "0 of 27 points")
	store.Challenges.Waits = "boardwalk/scotsi"
	sees(t, talk(t, e, "others"), "Somebody about as strong as you waits in a duel at Scotsi. duel answers it.")
	talk(t, e, "duel")
	sees(t, talk(t, e, "duel nothing"), "nothing")
	if got := strings.Join(store.Challenges.Asked, ", "); got != "duel at boardwalk/hop-45, duel at boardwalk/scotsi" {
		t.Errorf("it asked for %s", got)
	}
}
