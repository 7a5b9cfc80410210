package server

import (
	"errors"
	"time"

	"boardwalk/data"
)

// guessesMax is how many codes can be tried in one connection.
const guessesMax = 3

// A guarded is a player's rows in one session, which are careful with what others
// may see and with codes: who guesses must log in again and again, and who has
// joined an account that is banned is banned with it, here and now.
type guarded struct {
	Player
	conn   *conn
	joined func() // looks at who this is now
	closed func() // ends what others must not see any more
	raced  func() // lets others see who is in their races by now
}

// Join implements Owner.
func (g guarded) Join(code string, now time.Time) error {
	if !g.conn.guess() {
		return errGuesses
	}
	err := g.Player.Join(code, now)
	if err == nil {
		g.joined()
		g.raced()
	}
	g.closed() // the other account may have been private
	return err
}

// SetPrivacy implements Owner. It holds at once for who watches, whichever
// session of the account is watched.
func (g guarded) SetPrivacy(hidden, private bool) error {
	defer g.closed() // also where it is in doubt
	return g.Player.SetPrivacy(hidden, private)
}

// RemoveKey implements Owner. Whoever has the key does not watch the account's
// private games any more.
func (g guarded) RemoveKey(fingerprint string, now time.Time) error {
	defer g.closed()
	return g.Player.RemoveKey(fingerprint, now)
}

// Delete implements Owner. A race that has not begun is another racer's to start then.
func (g guarded) Delete(now time.Time) error {
	defer g.raced() // also where it is in doubt
	return g.Player.Delete(now)
}

// JoinRace implements Racer. To be in the race already is no guess, and one that is
// right does not count.
func (g guarded) JoinRace(code string, now time.Time) (data.Race, error) {
	if _, err := g.Race(code); err == nil {
		return g.Player.JoinRace(code, now)
	}
	if !g.conn.guess() {
		return data.Race{}, errGuesses
	}
	r, err := g.Player.JoinRace(code, now)
	if !errors.Is(err, data.ErrNotFound) {
		g.conn.forgive()
	}
	return r, err
}

// Redeem implements Player.
func (g guarded) Redeem(code string, now time.Time) error {
	if !g.conn.guess() {
		return errGuesses
	}
	return g.Player.Redeem(code, now)
}
