package data

import (
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
)

// Options say how a file is opened. Most are those of package store.
type Options struct {
	store.Options

	// Library has the games whose rounds the file keeps: the built-in ones, and the families of
	// which people can make up games. Each record is replayed with its game before it is ranked;
	// without games, records and rules are trusted as they are. The Shelf is not used: the file is
	// one, and a [Player] is that of its player.
	Library engine.Library
	// Forbidden are words that no newly chosen nick may contain, compared as [CheckNick] does.
	Forbidden []string
	// Imports is the most bytes that the rounds an account imports may have in all.
	Imports int64
	// RankAge is how old an account must be to appear on a board; 0 means no limit. A younger
	// account appears once it is old enough.
	RankAge time.Duration
	// JoinSettings returns the settings of an account that another becomes part of, as JSON. The result must
	// not depend on anything else. Without it, the account keeps its own. Joined settings that are too long are not kept.
	JoinSettings func(stays, goes []byte) []byte
	// Now is the clock for the ages of accounts, time.Now by default.
	Now func() time.Time

	// Only tests change these.
	rows     int // see rowsAtOnce
	weekRows int // see keptOfWeek
}

// rowsAtOnce bounds how many rounds one transaction adds or removes when a change has
// many, because all other writes wait for it.
const rowsAtOnce = 250

// races returns how many places in races one transaction moves: each changes a race, and an index.
func (o *Options) races() int { return max(o.rows/2, 1) }

// An Option changes how [Open] opens a file.
type Option func(*Options)

// Games sets Options.Library.
func Games(library engine.Library) Option { return func(o *Options) { o.Library = library } }

// newOptions returns the default options as changed by opts.
func newOptions(opts ...Option) *Options {
	o := &Options{Imports: historyBytes, Now: time.Now, rows: rowsAtOnce, weekRows: keptOfWeek}
	o.Progress = func(string, int64, int64) {}
	for _, opt := range opts {
		opt(o)
	}
	return o
}
