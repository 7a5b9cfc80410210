package server

import (
	"context"
	"net/netip"
	"time"

	"boardwalk/data"
	"boardwalk/data/store"
	"boardwalk/engine/arcade"
	"boardwalk/server/command/admin"
	"boardwalk/server/race"
)

// A Store keeps an arcade's data. Its methods are those of a data.DB; [Data] makes a
// Store from one.
type Store interface {
	// Player opens the data of the account that a credential belongs to, or of a new one.
	// It is called once per session and writes nothing.
	Player(arcade.Credential) (Player, error)

	// Barrier waits until this machine's file has what those of others in a cluster had when
	// it was called. Without a cluster it returns at once.
	Barrier(context.Context) error

	// Applied and Traffic say what the file has had to do with the log of a cluster.
	Applied() uint64
	Traffic() store.Traffic

	DailyDealer
	race.Store
	admin.Store
	Known(arcade.Credential) (bool, error)
	AnalysisStore
	// Regards reports whether a player follows another, and ignores that one.
	Regards(player, other arcade.PlayerID) (follows, ignores bool, err error)
	Sweep(now time.Time) (guests int, err error)
	EndDailies(now time.Time) (n int, err error)
	Banned(c arcade.Credential, from netip.Addr, now time.Time) (data.Ban, bool, error)
}

// A Player gives one session access to the data of its account. In a session it is
// wrapped, and what wraps it is handed to screens, commands and other sessions:
//
//	*data.Player          from Store.Player
//	└─ limitedPlayer      counts codes, and sees to those who watch or race: user.data
//	   ├─ loggedPlayer    by user.store: session.Ports.Store
//	   ├─ accounts        by user.accounts: session.Ports.Accounts, command.Context.Account
//	   ├─ analyses        by user.analyses: session.Ports.Analyses, command.Context.Analyses
//	   ├─ workshop        by user.workshop: session.Ports.Workshop, command.Context.Workshop
//	   ├─ engine.Shelf    by user.games: session.Ports.Games, command.Context.Games
//	   ├─ company         by user.company: session.Ports.Company, command.Context.Company
//	   ├─ events          by user.events: session.Ports.Events, command.Context.Events
//	   ├─ race.Player     by user.races: session.Ports.Races, command.Context.Races
//	   ├─ challenges      by user.challenges: session.Ports.Challenges, command.Context.Challenges
//	   └─ viewer          by Server.viewerOf: command.Context.Player, hub.State.Player
//
// What a user makes logs what fails and returns sentences for the player. A viewer returns the
// errors of the store, but for those of Finished that say what the player may not see.
type Player interface {
	arcade.Store
	Owner
	race.Racer
	Challenger
	Maker
	Follower
	Redeem(invitation string, now time.Time) error
	Numbered(game string, first, n int) ([]arcade.Numbered, error)
	Import(rounds []arcade.Result, now time.Time, pause func()) (added int, err error)
}

// Data returns a data file as a Store.
func Data(db *data.DB) Store { return dbStore{db} }

// A dbStore is a data.DB whose Player returns this package's interface.
type dbStore struct{ *data.DB }

func (s dbStore) Player(c arcade.Credential) (Player, error) { return s.DB.Player(c) }
