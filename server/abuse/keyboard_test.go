package abuse_test

import (
	"context"
	"fmt"
	"time"

	"boardwalk/server/sshtest"
	"boardwalk/tui/tuitest"
)

// A Keyboard types keys into a terminal, each when it is due, and measures how long their
// effects take.
type Keyboard struct {
	Term    *sshtest.Terminal
	Due     time.Time       // when the next key is due, zero if keys go as fast as they are answered
	Running context.Context // ends when typing is over

	crowd *Crowd // whose rate and tally it is
}

// A turn is the moment at which a key may be typed.
type turn struct {
	due    time.Time // zero if keys are not counted
	heldUp bool      // the answer to the previous key came too late
	tally  *Tally
}

// turn waits until the next key is due.
func (k *Keyboard) turn() (turn, error) {
	t := turn{due: k.Due}
	if !k.Due.IsZero() {
		t.heldUp = time.Now().After(k.Due)
		if !Pause(k.Running, time.Until(k.Due)) {
			return t, ErrTimeUp
		}
		k.Due = k.Due.Add(k.crowd.keyInterval())
	}
	t.tally = k.crowd.Tally()
	return t, k.refusal()
}

// Key types one key when it is due, and waits for its effect on the screen.
func (k *Keyboard) Key(key, what string, shows func(*tuitest.Terminal) bool) error {
	t, err := k.turn()
	if err != nil {
		return err
	}
	return k.press(t, key, what, shows)
}

// press types the key of a turn, and waits for its effect on the screen.
func (k *Keyboard) press(t turn, key, what string, shows func(*tuitest.Terminal) bool) error {
	written, answered, err := k.Term.Press(key, what, shows)
	if t.due.IsZero() || err != nil && !sshtest.IsUnanswered(err) {
		return err
	}
	from := written
	if t.heldUp {
		from = t.due
	}
	t.tally.key(answered.Sub(from), written.Sub(t.due), t.heldUp) // an unanswered key counts with the time waited
	return err
}

// refusal returns an error if the screen says that a move could not be saved.
func (k *Keyboard) refusal() (err error) {
	k.Term.Look(func(s *tuitest.Terminal) {
		if Says(s, "Not saved") {
			err = fmt.Errorf("a move was not saved: %q", s.Row(sshtest.Rows-2))
		}
	})
	return err
}
