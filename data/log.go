package data

import "boardwalk/data/commitlog"

// What a file needs of the log that it shares with others. They are types of package
// commitlog, so that who keeps a log need not know the rows.
type (
	// A Log is the one order in which several files make their changes.
	Log = commitlog.Log
	// An Entry of a Log.
	Entry = commitlog.Entry
)

// EntryMax is how many bytes an Entry of a Log has at most.
const EntryMax = commitlog.EntryMax

// Errors of a Log.
var (
	// ErrBehind: other entries have come first.
	ErrBehind = commitlog.ErrBehind
	// ErrTrimmed: the log no longer has the entries that a file needs to go on.
	ErrTrimmed = commitlog.ErrTrimmed
	// ErrParted: the log is not the one that a file has followed.
	ErrParted = commitlog.ErrParted
	// ErrHole: an entry of the log is lost that lies between others.
	ErrHole = commitlog.ErrHole
	// ErrForged: an entry of the log is of nobody who shares it.
	ErrForged = commitlog.ErrForged
)
