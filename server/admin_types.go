package server

import "time"

// What admin prints with --json; see command_stats.go for the promise about field names.
type (
	// Sessions is what admin sessions prints, in the order in which the sessions began.
	Sessions struct {
		Sessions []SessionReport `json:"sessions"`
	}
	// A SessionReport is a running session.
	SessionReport struct {
		Number  int       `json:"number"` // "@N" is a WHO
		Nick    string    `json:"nick,omitempty"`
		Login   string    `json:"login"` // the login name, which proves nothing
		Account string    `json:"account"`
		Guest   bool      `json:"guest"`
		Admin   bool      `json:"admin"`
		Addr    string    `json:"addr,omitempty"` // absent for the local socket
		Since   time.Time `json:"since"`          // UTC
		Idle    float64   `json:"idle"`           // seconds since the last key press
		Kind    string    `json:"kind"`           // "screen", "words" or "command"
		Game    string    `json:"game,omitempty"` // the ID of the game on the table
		Term    string    `json:"term"`
	}

	// Players is what admin players prints.
	Players struct {
		Players []PlayerReport `json:"players"`
	}
	// A PlayerReport is an account, or a player here who has no account yet.
	PlayerReport struct {
		Nick     string     `json:"nick,omitempty"`
		Login    string     `json:"login,omitempty"` // of a running session
		Keys     []string   `json:"keys"`
		Guest    bool       `json:"guest"`
		Since    *time.Time `json:"since,omitempty"` // of the first game, UTC
		Games    int        `json:"games"`
		Sessions int        `json:"sessions"`           // running
		ID       string     `json:"id,omitempty"`       // "#...", can be used as PLAYER; absent before the first game
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
		Ended    int    `json:"sessions,omitempty"` // sessions that were ended
	}

	// Bans is what admin bans prints.
	Bans struct {
		Bans []BanReport `json:"bans"`
	}
	// A BanReport is a ban in force.
	BanReport struct {
		Who    string     `json:"who"`
		Reason string     `json:"reason,omitempty"`
		By     string     `json:"by"`
		Since  time.Time  `json:"since"`           // UTC
		Until  *time.Time `json:"until,omitempty"` // UTC; absent if for good

		Boards bool `json:"boards,omitempty"` // the player's games stay on the boards
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
		Uptime   float64 `json:"uptime"` // seconds; 0 if no server runs
		Sessions int     `json:"sessions"`
		Draining bool    `json:"draining"`
		Players  int     `json:"players"` // accounts with a key
		Guests   int     `json:"guests"`  // whose games are still stored
		Rounds   int     `json:"rounds"`
		Open     int     `json:"open"`  // games
		Bytes    int64   `json:"bytes"` // of the data file
		Free     int64   `json:"free"`  // of these, in unused pages
		Limit    int64   `json:"limit"` // of bytes; 0 for none, or if no server runs
		Full     bool    `json:"full"`  // no new account or game can begin
		Store    string  `json:"store"` // "up", or what is wrong
	}

	// Ended, Notified, Unbanned, Drained and BackedUp are printed by commands that change
	// something.
	Ended struct {
		Sessions int `json:"sessions"`
	}
	Notified struct {
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
		Allowed int      `json:"allowed"` // keys that may play; 0 if access is not allow
		Changed []string `json:"changed"` // names of changed settings that have taken effect
		Restart []string `json:"restart"` // names of changed settings that need a restart
	}
	BackedUp struct {
		Path  string `json:"path"`
		Bytes int64  `json:"bytes"`
	}
)
