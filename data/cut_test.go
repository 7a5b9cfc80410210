package data

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// cut commits, and returns the images of the file that a power cut during the commit can
// leave. bbolt writes the changed pages in order and syncs them, and then writes one of
// the first two pages, the meta, which refers to them. Before that, any of the pages can
// be there, whole or in part, and none is looked at.
func cut(t testing.TB, tx *bbolt.Tx, rng *rand.Rand) (images [][]byte) {
	t.Helper()
	db := tx.DB()
	db.NoSync = true
	size := db.Info().PageSize
	before, err := os.ReadFile(db.Path())
	must(t, err)
	must(t, tx.Commit())
	after, err := os.ReadFile(db.Path())
	must(t, err)
	before = append(before, make([]byte, max(0, len(after)-len(before)))...)
	var changed []int
	for at := 2 * size; at < len(after); at += size {
		if !bytes.Equal(before[at:at+size], after[at:at+size]) {
			changed = append(changed, at)
		}
	}
	image := slices.Clone(before)
	put := func(at, n int) { copy(image[at:at+n], after[at:at+n]) }
	for _, at := range changed { // in order, each torn before it is whole
		put(at, 512*(1+rng.IntN(size/512-1)))
		images = append(images, slices.Clone(image))
		put(at, size)
		images = append(images, slices.Clone(image))
	}
	for range 8 { // in any order
		image = slices.Clone(before)
		for _, at := range changed {
			if rng.IntN(2) == 0 {
				put(at, size)
			}
		}
		images = append(images, slices.Clone(image))
	}
	image = slices.Clone(after)
	for meta := range 2 { // the meta torn
		copy(image[meta*size+pageHead+40:(meta+1)*size], before[meta*size+pageHead+40:])
	}
	return append(images, before, image, after)
}

// cuts makes a change to the crowd's file and returns the images of its one commit.
func (c crowd) cuts(t testing.TB, file, who string, fn func(p *Player) error) (images [][]byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	clone(t, path, file)
	rng := rand.New(rand.NewPCG(7, 8))
	db, err := Open(path, Games(find), MapSize(0), func(o *options) {
		o.commit = func(tx *bbolt.Tx) error {
			images = append(images, cut(t, tx, rng)...)
			return nil
		}
	})
	must(t, err)
	must(t, fn(session(t, db, who)))
	must(t, db.Close())
	return images
}

// A change is kept completely or not at all, whatever a power cut leaves of it.
//
//abuse:case 21
func TestPowerCut(t *testing.T) {
	c, file, code := crowdFile(t)
	old := c.state(t, file)
	for _, op := range []struct {
		name, who string
		fn        func(p *Player) error
	}{
		{"join", fp("dan"), func(p *Player) error { return p.Join(code, day(0).Add(time.Minute)) }},
		{"claim", "guest:1", func(p *Player) error { return p.Join(code, day(0).Add(time.Minute)) }},
		{"import", fp("dan"), func(p *Player) error {
			_, err := p.Import(results(finished(record(hop, "I1", 1), 7), finished(record(scotsi, "I2", 3), 8)), day(1))
			return err
		}},
		{"delete", fp("ann"), func(p *Player) error { return p.Delete(day(0)) }},
		{"finish", fp("eve"), func(p *Player) error {
			_, rev, err := p.Saved(hop)
			must(t, err)
			_, err = p.Finish(finished(record(hop, "OPEN", 1, 2, 3), 2000), rev)
			return err
		}},
	} {
		t.Run(op.name, func(t *testing.T) {
			images := c.cuts(t, file, op.who, op.fn)
			path := filepath.Join(t.TempDir(), "cut.db")
			states := map[string]int{}
			for _, image := range images {
				must(t, os.WriteFile(path, image, 0o600))
				states[c.state(t, path)]++
			}
			if len(states) != 2 || states[old] != len(images)-1 {
				t.Errorf("%d images have %d states, %d of them the old one", len(images), len(states), states[old])
			}
		})
	}
}

func TestPowerCutInMigration(t *testing.T) {
	var images [][]byte
	rng := rand.New(rand.NewPCG(9, 10))
	path := oldFile(t, 1)
	db, err := Open(path, migrating, MapSize(0), func(o *options) {
		o.commit = func(tx *bbolt.Tx) error {
			images = append(images, cut(t, tx, rng)...)
			return nil
		}
	})
	must(t, err)
	want, err := contents(session(t, db, fp("ann")))
	must(t, err)
	must(t, db.Close())
	for _, image := range images {
		must(t, os.WriteFile(path, image, 0o600))
		db, err := Open(path, migrating, unsynced, MapSize(0))
		must(t, err)
		got, err := contents(session(t, db, fp("ann")))
		if err != nil || got != want {
			t.Errorf("it reads otherwise: %v, %s", err, differ(got, want))
		}
		sound(t, db)
		must(t, db.Close())
	}
	if len(images) < 10 {
		t.Errorf("there were %d images", len(images))
	}
}

// The control: if the meta reaches the disk before the pages it refers to, some images
// are bad. So the tests above would notice that.
func TestPowerCutControl(t *testing.T) {
	c, file, code := crowdFile(t)
	images := c.cuts(t, file, fp("dan"), func(p *Player) error { return p.Join(code, day(0).Add(time.Minute)) })
	after := images[len(images)-1]
	path := filepath.Join(t.TempDir(), "cut.db")
	bad := 0
	for _, image := range images[:len(images)-3] {
		copy(image[:2*os.Getpagesize()], after)
		must(t, os.WriteFile(path, image, 0o600))
		db, err := Open(path, MapSize(0))
		if err != nil {
			bad++
			continue
		}
		if report, err := db.Check(find); err != nil || len(report.Findings) > 0 {
			bad++
		}
		must(t, db.Close())
	}
	if bad == 0 {
		t.Error("no image was found to be damaged")
	}
}

// A failed commit, kept or not, leaves the old state or the new one once the file has
// been read back.
//
//abuse:case 21
func TestDoubtfulChange(t *testing.T) {
	c, file, code := crowdFile(t)
	old := c.state(t, file)
	for op, fn := range map[string]func(p *Player) error{
		"join":   func(p *Player) error { return p.Join(code, day(0).Add(time.Minute)) },
		"delete": func(p *Player) error { return p.Delete(day(0)) },
		"import": func(p *Player) error {
			_, err := p.Import([]arcade.Result{finished(record(hop, "I1", 1), 7)}, day(1))
			return err
		},
	} {
		for _, kept := range []bool{true, false} {
			t.Run(op, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "boardwalk.db")
				clone(t, path, file)
				d := &disk{kept: kept, fails: true}
				db := openOn(t, d, path)
				db.options.find = find
				wantErr(t, op, fn(session(t, db, fp("dan"))), ErrUnknown)
				d.fails = false
				d.fire(t, db)
				sound(t, db)
				if got := c.on(t, db).read(t); (got == old) == kept {
					t.Errorf("it was kept: %v, and the state is the old one: %v", kept, got == old)
				}
			})
		}
	}
}
