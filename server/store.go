package server

import (
	"context"
	"net/netip"
	"time"

	"boardwalk/data"
	"boardwalk/data/store"
	"boardwalk/engine/arcade"
	"boardwalk/server/command/admin"
	"boardwalk/server/deal"
	"boardwalk/server/port"
	"boardwalk/server/race"
)

// A Store keeps an arcade's data. Its methods are those of a data.DB; [Data] makes a
// Store from one.
type Store interface {
	port.Store
	deal.DailyStore
	race.Store
	admin.Store

	// Barrier waits until this machine's file has what those of others in a cluster had when
	// it was called. Without a cluster it returns at once.
	Barrier(context.Context) error

	// Applied and Traffic say what the file has had to do with the log of a cluster.
	Applied() uint64
	Traffic() store.Traffic

	// Regards reports whether a player follows another, and ignores that one.
	Regards(player, other arcade.PlayerID) (follows, ignores bool, err error)
	AnswerDuels(l arcade.Level, now time.Time) ([]arcade.Challenge, error)
	Latest() (time.Time, error)
	Sweep(now time.Time) (guests int, err error)
	EndDailies(now time.Time) (n int, err error)
	Banned(c arcade.Credential, from netip.Addr, now time.Time) (data.Ban, bool, error)
}

// Data returns a data file as a Store.
func Data(db *data.DB) Store { return dbStore{db} }

// A dbStore is a data.DB whose Player returns an interface.
type dbStore struct{ *data.DB }

func (s dbStore) Player(c arcade.Credential) (port.Player, error) { return s.DB.Player(c) }
