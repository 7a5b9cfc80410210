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
