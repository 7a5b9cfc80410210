package server

import (
	"errors"
	"time"

	"boardwalk/data"
)

// guessesMax is the number of codes that can be tried per connection.
const guessesMax = 3

// A limitedPlayer is a player's data in one session, with care for codes and for what
// others may see. A client that guesses codes must log in again and again. A player who
// joins an account that is banned is banned at once.
type limitedPlayer struct {
	Player
	conn           *conn
	recheckBan     func() // checks again whose session this is
	recheckWatches func() // ends watches that are no longer allowed
	reloadRaces    func() // shows racers who is in their races now
}

// Join implements Owner.
func (p limitedPlayer) Join(code string, now time.Time) error {
	if !p.conn.allowGuess() {
		return errGuesses
	}
	err := p.Player.Join(code, now)
	if err == nil {
		p.recheckBan()
		p.reloadRaces()
	}
	p.recheckWatches() // the other account may be private
	return err
}

// SetPrivacy implements Owner. It takes effect at once for those watching any session of
// the account.
func (p limitedPlayer) SetPrivacy(hidden, private bool) error {
	defer p.recheckWatches() // even if its outcome is in doubt
	return p.Player.SetPrivacy(hidden, private)
}

// RemoveKey implements Owner. The holder of the key can no longer watch the account's
// private games.
func (p limitedPlayer) RemoveKey(fingerprint string, now time.Time) error {
	defer p.recheckWatches()
	return p.Player.RemoveKey(fingerprint, now)
}

// Delete implements Owner. A race that has not begun passes to its next racer, who may
// start it.
func (p limitedPlayer) Delete(now time.Time) error {
	defer p.reloadRaces() // even if its outcome is in doubt
	return p.Player.Delete(now)
}

// JoinRace implements Racer. Joining a race again is no guess, and a right code does not
// count as one.
func (p limitedPlayer) JoinRace(code string, now time.Time) (data.Race, error) {
	if _, err := p.Race(code); err == nil {
		return p.Player.JoinRace(code, now)
	}
	if !p.conn.allowGuess() {
		return data.Race{}, errGuesses
	}
	r, err := p.Player.JoinRace(code, now)
	if !errors.Is(err, data.ErrNotFound) {
		p.conn.undoGuess()
	}
	return r, err
}

// Redeem implements Player.
func (p limitedPlayer) Redeem(code string, now time.Time) error {
	if !p.conn.allowGuess() {
		return errGuesses
	}
	return p.Player.Redeem(code, now)
}
