package arcade

import "time"

// Admin is an arcade as those who run it see it, in one of their sessions. Its methods may
// wait for a disk and are safe for concurrent use. Every error is a sentence that an admin can
// read.
type Admin interface {
	// Overview returns how the arcade is now. It fails for a player who is no admin any more.
	Overview() (Overview, error)
	// Kick ends a session. It is logged as the command is.
	Kick(session int) error
}

// An Overview is how an arcade is at a moment.
type Overview struct {
	Version  string
	Up       time.Duration
	Health   string // "ok", and what is wrong
	Sessions []Visitor

	Players, Rounds int
	Reports         int   // of players about others, which no admin has closed
	Bytes, Limit    int64 // of the data; Limit is 0 if there is none

	BackedUp    time.Time // when the latest backup was made; zero if there is none
	BackupBytes int64

	Wall      string    // what the host tells those who come, "" for nothing
	WallUntil time.Time // until when
}

// A Visitor is a session that is on.
type Visitor struct {
	Number int
	Nick   string // "" if the player has none
	Login  string // the login name, which proves nothing
	Own    bool   // it is the admin's who asks
	Addr   string // "" on the host itself
	Game   string // the ID of the game on the table, or ""
	Idle   time.Duration
}
