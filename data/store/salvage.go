package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"boardwalk/data/boltpages"

	"go.etcd.io/bbolt"
)

// A Salvaged says what [Salvage] could read.
type Salvaged struct {
	Lost    int      // pages that could not
	Broken  int      // rows that were read and are not as they were written
	Older   bool     // the newest state of the file is lost, or may be: this is the one before
	Missing []string // buckets to which nothing leads any more, with all their rows
}

// Salvage writes all that can still be read of a damaged file, which nobody has open, to
// a new one: a file that [Open] refuses because of its pages too. repair makes the new file sound,
// before it gets its name. An existing file is left alone, and the error is fs.ErrExist.
// It is ErrForeign if nothing is left that leads to the rows, and ErrNewer if a newer
// program wrote them. The new file has the version of the program.
func Salvage(from, to string, schema *Schema, progress Progress, repair func(path string) error) (s Salvaged, err error) {
	if _, err := os.Lstat(to); err == nil {
		return s, fs.ErrExist
	}
	_, unlock, err := lock(from)
	if err != nil {
		return s, explain(from, err)
	}
	defer unlock()
	err = byTemp(to, func(temp string) error {
		if err := safely(func() error { return s.copy(from, temp, schema, progress) }); err != nil {
			return err
		}
		return errors.Join(repair(temp), unmark(temp))
	}, publish)
	return s, roomBeside(to, err)
}

// copy copies the rows that are as they were written into an empty file.
func (s *Salvaged) copy(from, temp string, schema *Schema, progress Progress) error {
	file, err := os.Open(from)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	fresh, err := openBolt(temp, bbolt.Options{Timeout: lockTimeout, NoSync: true})
	if err != nil {
		return err
	}
	rows := rowGroup{into: fresh}
	var found [][]byte
	found, s.Lost, s.Older, err = boltpages.Salvage(&countedReader{context.Background(), file, 0, info.Size(), progress}, info.Size(), func(bucket, key, value []byte) error {
		if !slices.ContainsFunc(schema.Buckets, func(name []byte) bool { return bytes.Equal(name, bucket) }) ||
			len(value) > 0 && !schema.Bare(bucket, key, value) && !isIntact(key, value) {
			s.Broken++
			return nil
		}
		return rows.add(bytes.Clone(bucket), bytes.Clone(key), append([]byte{}, value...))
	})
	for _, name := range schema.Buckets { // in a file that has lost nothing, one of a newer version was never there
		if s.Lost > 0 && !slices.ContainsFunc(found, func(b []byte) bool { return bytes.Equal(name, b) }) {
			s.Missing = append(s.Missing, string(name))
		}
	}
	switch {
	case errors.Is(err, boltpages.ErrNoMeta), err == nil && slices.Contains(s.Missing, string(Meta)):
		err = fmt.Errorf("%w, or one that has lost what leads to its rows; only a backup helps", ErrForeign)
	case err == nil:
		err = rows.flush()
	}
	if err == nil {
		err = updateBolt(fresh, schema.createBuckets)
	}
	if err == nil {
		err = schema.migrate(fresh, (*Tx).Commit)
	}
	return errors.Join(err, fresh.Close())
}

// A rowGroup writes rows in large transactions. They must not change until then.
type rowGroup struct {
	into *bbolt.DB
	rows []struct{ bucket, key, value []byte }
	size int
}

func (g *rowGroup) add(bucket, key, value []byte) error {
	g.rows = append(g.rows, struct{ bucket, key, value []byte }{bucket, key, value})
	if g.size += len(key) + len(value); g.size < compactTx {
		return nil
	}
	return g.flush()
}

func (g *rowGroup) flush() error {
	err := updateBolt(g.into, func(tx *Tx) error {
		for _, row := range g.rows {
			b, err := tx.CreateBucketIfNotExists(row.bucket)
			if err != nil {
				return err
			}
			b.FillPercent = compactFill
			if err := b.Put(row.key, row.value); err != nil {
				return err
			}
		}
		return nil
	})
	g.rows, g.size = nil, 0
	return err
}
