package play

// A storing is how much of a round the store has, and whether the player waits for the rest of it
// before leaving.
type storing struct {
	saver    *Saver
	loop     SaveLoop
	exit     exit
	hasRow   bool // the store has had a row of the round
	changes  int  // how often the round has changed in this seat
	inCall   int  // the value of changes when the call in progress began
	assisted bool // the round in that call counts as assisted
}

// A following is what a seat knows of other sessions of its player at the same table.
type following struct {
	heard   bool   // they have stored something that is not read yet
	reading bool   // a call that reads it is in progress
	sent    bool   // the round was sent to the store since that began: that call finds out what is new
	went    string // what they have played last, for the player
	seen    string // the same for spectators
}

// exit is how far a player is with leaving.
type exit uint8

const (
	stays   exit = iota
	leaving      // once everything is stored
	giveUp       // that failed: leaving again goes without
)

// Stored reports whether the store has had a row of the round.
func (f *storing) Stored() bool { return f.hasRow }

// Failing reports whether the last call failed and all that follows is to make it again.
func (f *storing) Failing() bool { return f.loop.Failing() }

// Leaving reports whether the player leaves as soon as everything is stored.
func (f *storing) Leaving() bool { return f.exit == leaving }

// Err returns the error of the last call, nil if it succeeded.
func (f *storing) Err() error { return f.loop.Err() }

// stay takes it that a player who was ready to leave without storing plays on.
func (f *storing) stay() {
	if f.exit == giveUp {
		f.exit = stays
	}
}
