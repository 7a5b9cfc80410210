package server

import "time"

// What admin prints with --json; see report.go for what their names promise.
type (
	// Sessions is what admin sessions prints, in the order they began.
	Sessions struct {
		Sessions []SessionReport `json:"sessions"`
	}
	// A SessionReport is a session that goes on.
	SessionReport struct {
		Number  int       `json:"number"` // "@N" is a WHO
		Nick    string    `json:"nick,omitempty"`
		Login   string    `json:"login"` // the login name: it proves nothing
		Account string    `json:"account"`
		Guest   bool      `json:"guest"`
		Admin   bool      `json:"admin"`
		Addr    string    `json:"addr,omitempty"` // none: the local socket
		Since   time.Time `json:"since"`          // UTC
		Idle    float64   `json:"idle"`           // seconds without a key
		Kind    string    `json:"kind"`           // "screen", "words" or "command"
		Game    string    `json:"game,omitempty"` // the ID of the game on the table
		Term    string    `json:"term"`
	}

	// Players is what admin players prints.
	Players struct {
		Players []PlayerReport `json:"players"`
	}
	// A PlayerReport is an account, or someone here who has none yet.
	PlayerReport struct {
		Nick     string     `json:"nick,omitempty"`
		Login    string     `json:"login,omitempty"` // of a session that goes on
		Keys     []string   `json:"keys"`
		Guest    bool       `json:"guest"`
		Since    *time.Time `json:"since,omitempty"` // of the first game, UTC
		Games    int        `json:"games"`
		Sessions int        `json:"sessions"`           // that go on
		ID       string     `json:"id,omitempty"`       // "#...", a PLAYER of the account; none before the first game
		Hidden   bool       `json:"hidden,omitempty"`   // by the host
		Unranked bool       `json:"unranked,omitempty"` // by the host, bans aside
		Note     string     `json:"note,omitempty"`
	}

	// Moderated is what rename, delete-player, hide, unrank and note print.
	Moderated struct {
		Nick     string `json:"nick,omitempty"`
		ID       string `json:"id,omitempty"` // "#..."
		Round    string `json:"round,omitempty"`
		Hidden   bool   `json:"hidden,omitempty"`
		Unranked bool   `json:"unranked,omitempty"`
		Note     string `json:"note,omitempty"`
		Ended    int    `json:"sessions,omitempty"` // that were ended
	}

	// Bans is what admin bans prints.
	Bans struct {
		Bans []BanReport `json:"bans"`
	}
	// A BanReport is a ban that holds.
	BanReport struct {
		Who    string     `json:"who"`
		Reason string     `json:"reason,omitempty"`
		By     string     `json:"by"`
		Since  time.Time  `json:"since"`           // UTC
		Until  *time.Time `json:"until,omitempty"` // UTC; none: for good

		Boards bool `json:"boards,omitempty"` // what the player has on boards stays there
	}

	// Invitations is what admin invite prints.
	Invitations struct {
		Invitations []Invitation `json:"invitations"`
	}
	// An Invitation lets one newcomer in.
	Invitation struct {
		Code  string    `json:"code"`
		Until time.Time `json:"until"` // UTC
	}

	// ArcadeStats is what admin stats prints.
	ArcadeStats struct {
		Version  string  `json:"version"`
		Uptime   float64 `json:"uptime"` // seconds; 0 where no server runs
		Sessions int     `json:"sessions"`
		Draining bool    `json:"draining"`
		Players  int     `json:"players"` // accounts with a key
		Guests   int     `json:"guests"`  // whose games are still kept
		Rounds   int     `json:"rounds"`
		Open     int     `json:"open"`  // games
		Bytes    int64   `json:"bytes"` // of the data file
		Free     int64   `json:"free"`  // of these, in pages that hold nothing
		Limit    int64   `json:"limit"` // of the bytes; 0 for none, or where no server runs
		Full     bool    `json:"full"`  // no account and no game begins
		Store    string  `json:"store"` // "up", or what is wrong
	}

	// Ended, Told, Unbanned, Drained and BackedUp are what the commands print
	// that do something.
	Ended struct {
		Sessions int `json:"sessions"`
	}
	Told struct {
		Players int `json:"players"`
	}
	Unbanned struct {
		Who string `json:"who"`
	}
	Drained struct {
		Open    bool `json:"open"` // players may come in
		Players int  `json:"players"`
	}
	// Reloaded is what admin reload prints.
	Reloaded struct {
		Admins  int      `json:"admins"`
		Allowed int      `json:"allowed"` // keys that may come in; 0 where access is not allow
		Changed []string `json:"changed"` // names of the settings that were changed and hold now
		Restart []string `json:"restart"` // and of those that hold only once the server is started again
	}
	BackedUp struct {
		Path  string `json:"path"`
		Bytes int64  `json:"bytes"`
	}
)
