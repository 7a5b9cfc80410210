package data

import (
	"errors"

	"boardwalk/data/store"
	"boardwalk/engine"
)

// A Salvaged says what [Salvage] could read, and what [DB.Check] says of the new file.
type Salvaged struct {
	store.Salvaged
	Report Report
}

// Salvage writes all that can still be read of a damaged data file to a new one, as [store.Salvage]
// does. What follows from other rows is made again, and lost rounds are let go of, as by
// [DB.AcceptLoss], so the new file is as sound as its Report says.
func Salvage(from, to string, library engine.Library, progress store.Progress) (s Salvaged, err error) {
	s.Salvaged, err = store.Salvage(from, to, Schema, progress, func(path string) (err error) {
		db, err := Open(path, Games(library), func(o *Options) { o.Progress = progress })
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, db.Close()) }()
		if _, err := db.letGo(); err != nil {
			return err
		}
		s.Report, err = db.Check(library)
		return err
	})
	return s, store.During(err, "salvage %s to %s", from, to)
}
