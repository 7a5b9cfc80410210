package store

import (
	"context"
	"errors"

	"boardwalk/data/commitlog"

	"go.etcd.io/bbolt"
)

// positionKey is the row of meta of a file that shares a log. No other file has one.
var positionKey = []byte("log")

func positionIn(tx *Tx) (p commitlog.Position, err error) {
	p, _, err = Table[commitlog.Position](Meta).Get(tx, positionKey)
	return p, err
}

// setPosition writes the position of a file, which is no part of a delta.
func setPosition(tx *Tx, p commitlog.Position) error {
	return Put(tx.unrecorded(Meta), positionKey, p)
}

// ReadPosition returns the position of a file that nobody has open. It reads all its pages
// first, as [Open] does, unless the file was closed well. The errors are those of Open.
func ReadPosition(path string, schema *Schema) (p commitlog.Position, err error) {
	o := newOptions(Options{})
	if _, err := inspectUnmarked(path, o); err != nil {
		return commitlog.Position{}, explain(path, err)
	}
	bolt, err := openBolt(path, bbolt.Options{Timeout: lockTimeout, ReadOnly: true})
	if err != nil {
		return commitlog.Position{}, explain(path, err)
	}
	defer bolt.Close()
	p, err = schema.placeIn(bolt, o)
	return p, explain(path, err)
}

// Adopt makes a file that nobody has open the first of a cluster, before the first entry of
// its log, and creates it if it does not exist. common are the texts that its machines have in
// common, by name; those that the file had as one of an earlier cluster are forgotten.
func Adopt(path string, schema *Schema, cluster string, common map[string]string) error {
	if stat(path) == nil {
		if err := create(path, schema); err != nil {
			return explain(path, err)
		}
	}
	bolt, err := openBolt(path, bbolt.Options{Timeout: lockTimeout})
	if err != nil {
		return explain(path, err)
	}
	err = updateBolt(bolt, func(tx *Tx) error {
		return errors.Join(replaceCommon(tx, common), setPosition(tx, commitlog.Position{Cluster: cluster}))
	})
	return explain(path, errors.Join(err, bolt.Close()))
}

// Detach makes a file that nobody has open one of no cluster, so that another cluster can begin with
// it. It opens the file with the options, and returns the errors of [Open].
func Detach(path string, schema *Schema, o Options) error {
	db, err := Open(path, schema, o)
	if err != nil {
		return err
	}
	return errors.Join(db.Update(func(tx *Tx) error { return setPosition(tx, commitlog.Position{}) }), db.Close())
}

// ErrStray is returned by [Open] for a file that cannot share the log.
var ErrStray = errors.New("the data file is not one of this cluster")

// placeIn returns where in the log a file that was just opened goes on.
func (s *Schema) placeIn(bolt *bbolt.DB, o *Options) (p commitlog.Position, err error) {
	err = viewBolt(bolt, func(tx *Tx) error {
		if _, err := s.fileVersion(tx); err != nil {
			return err
		}
		p, err = positionIn(tx)
		return err
	})
	if err == nil && o.Log != nil && (p.Cluster != o.Cluster || p.Alone) {
		err = ErrStray
	}
	return p, err
}

// Applied returns the number of the last entry of the log whose changes the file has, or 0
// without a log.
func (db *DB) Applied() uint64 {
	if db.writer == nil || db.writer.replica == nil {
		return 0
	}
	number, _ := db.writer.replica.reached()
	return number
}

// Barrier waits until the file has all changes that any file of its log had when Barrier was
// called. It returns an error if the log does not say which these are, or ctx ends. Without a
// log it returns at once.
func (db *DB) Barrier(ctx context.Context) error {
	if db.writer == nil || db.writer.replica == nil {
		return nil
	}
	return During(db.writer.replica.barrier(ctx), "wait for the log")
}

// Traffic counts what a file has had to do with its log since it was opened.
type Traffic struct {
	Appended uint64 // entries of its own
	Bytes    uint64 // of these
	Behind   uint64 // times that another file was first, and changes were made again
	Asked    uint64 // times that the log did not answer, and was asked again
	Applied  uint64 // entries of other files
}

// Traffic returns what the file has had to do with its log, nothing without one.
func (db *DB) Traffic() Traffic {
	if db.writer == nil || db.writer.replica == nil {
		return Traffic{}
	}
	t := &db.writer.replica.traffic
	return Traffic{t.appended.Load(), t.bytes.Load(), t.behind.Load(), t.asked.Load(), t.applied.Load()}
}
