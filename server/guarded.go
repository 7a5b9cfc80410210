package server

import (
	"errors"
	"time"

	"boardwalk/data"
)

// guessesMax is the number of codes that can be tried per connection.
const guessesMax = 3

// A guarded is a player's data in one session, with care for codes and for what others
// may see. A client that guesses codes must log in again and again. A player who joins an
// account that is banned is banned at once.
type guarded struct {
	Player
	conn   *conn
	joined func() // checks again whose session this is
	closed func() // ends watches that are no longer allowed
	raced  func() // shows racers who is in their races now
}

// Join implements Owner.
func (g guarded) Join(code string, now time.Time) error {
	if !g.conn.allowGuess() {
		return errGuesses
	}
	err := g.Player.Join(code, now)
	if err == nil {
		g.joined()
		g.raced()
	}
	g.closed() // the other account may be private
	return err
}

// SetPrivacy implements Owner. It takes effect at once for those watching any session of
// the account.
func (g guarded) SetPrivacy(hidden, private bool) error {
	defer g.closed() // even if its outcome is in doubt
	return g.Player.SetPrivacy(hidden, private)
}

// RemoveKey implements Owner. The holder of the key can no longer watch the account's
// private games.
func (g guarded) RemoveKey(fingerprint string, now time.Time) error {
	defer g.closed()
	return g.Player.RemoveKey(fingerprint, now)
}

// Delete implements Owner. A race that has not begun passes to its next racer, who may
// start it.
func (g guarded) Delete(now time.Time) error {
	defer g.raced() // even if its outcome is in doubt
	return g.Player.Delete(now)
}

// JoinRace implements Racer. Joining a race again is no guess, and a right code does not
// count as one.
func (g guarded) JoinRace(code string, now time.Time) (data.Race, error) {
	if _, err := g.Race(code); err == nil {
		return g.Player.JoinRace(code, now)
	}
	if !g.conn.allowGuess() {
		return data.Race{}, errGuesses
	}
	r, err := g.Player.JoinRace(code, now)
	if !errors.Is(err, data.ErrNotFound) {
		g.conn.undoGuess()
	}
	return r, err
}

// Redeem implements Player.
func (g guarded) Redeem(code string, now time.Time) error {
	if !g.conn.allowGuess() {
		return errGuesses
	}
	return g.Player.Redeem(code, now)
}
