package server

import (
	"errors"
	"time"

	"boardwalk/data"
)

// guessesMax is the number of codes that can be tried per connection.
const guessesMax = 3

// A limitedPlayer is a player's data in one session, with care for codes and for what others
// may see. A client that guesses codes must log in again and again. A player who joins an
// account that is banned is banned at once.
type limitedPlayer struct {
	Player
	conn           *conn
	recheckBan     func() // checks again whose session this is
	recheckWatches func() // ends watches that are no longer allowed
	reloadRaces    func() // shows racers who is in their races now
}

// Join implements Owner.
func (g limitedPlayer) Join(code string, now time.Time) error {
	if !g.conn.allowGuess() {
		return errGuesses
	}
	err := g.Player.Join(code, now)
	if err == nil {
		g.recheckBan()
		g.reloadRaces()
	}
	g.recheckWatches() // the other account may be private
	return err
}

// SetPrivacy implements Owner. It takes effect at once for those watching any session of
// the account.
func (g limitedPlayer) SetPrivacy(hidden, private bool) error {
	defer g.recheckWatches() // even if its outcome is in doubt
	return g.Player.SetPrivacy(hidden, private)
}

// RemoveKey implements Owner. The holder of the key can no longer watch the account's
// private games.
func (g limitedPlayer) RemoveKey(fingerprint string, now time.Time) error {
	defer g.recheckWatches()
	return g.Player.RemoveKey(fingerprint, now)
}

// Delete implements Owner. A race that has not begun passes to its next racer, who may
// start it.
func (g limitedPlayer) Delete(now time.Time) error {
	defer g.reloadRaces() // even if its outcome is in doubt
	return g.Player.Delete(now)
}

// JoinRace implements Racer. Joining a race again is no guess, and a right code does not
// count as one.
func (g limitedPlayer) JoinRace(code string, now time.Time) (data.Race, error) {
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
func (g limitedPlayer) Redeem(code string, now time.Time) error {
	if !g.conn.allowGuess() {
		return errGuesses
	}
	return g.Player.Redeem(code, now)
}
