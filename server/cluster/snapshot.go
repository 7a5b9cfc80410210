package cluster

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"boardwalk/data/commitlog"
)

// A Snapshot is a copy of the data file that the cluster keeps for nodes that have none.
type Snapshot struct {
	Number uint64 // of the last entry of the log that is in it
	Made   time.Time

	Verified bool // all nodes had the same data just before

	object string
}

const (
	keptSnapshots = 2
	// transferTime is how long it takes at most to send a snapshot, and stallTime how long
	// none of it comes at most.
	transferTime = time.Hour
	stallTime    = 10 * time.Second
)

// Snapshots are made when there are this many bytes of the log that are in none, or any after
// snapshotEvery.
const (
	snapshotBytes = 64 << 20
	snapshotEvery = 24 * time.Hour
	snapshotLook  = time.Minute // how often a node looks whether one is due
)

// Snapshots returns the snapshots that the cluster has, the newest last. What was put for a genesis that
// did not come to be is not among them.
func (c *Cluster) Snapshots(ctx context.Context) (list []Snapshot, err error) {
	objects, err := within(ctx, func(ctx context.Context) ([]*jetstream.ObjectInfo, error) { return c.objects.List(ctx) })
	if err != nil && !errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil, fmt.Errorf("list the snapshots: %w", err)
	}
	for _, o := range objects {
		of, text, _ := strings.Cut(o.Name, ".")
		number, err := strconv.ParseUint(text, 10, 64)
		if of == c.id && err == nil {
			list = append(list, Snapshot{number, o.ModTime, o.Metadata[digestHeader] != "", o.Name})
		}
	}
	slices.SortFunc(list, func(a, b Snapshot) int { return cmp.Compare(a.Number, b.Number) })
	return list, nil
}

// snapshotName returns the name of the object with a snapshot of the cluster with an ID.
func snapshotName(id string, number uint64) string { return fmt.Sprintf("%s.%d", id, number) }

// digestHeader has the digest that all nodes had just before a snapshot.
const digestHeader = "Arcade-Digest"

// putSnapshot keeps a file as the snapshot with a number. digest is "" if the nodes have not told theirs.
func (c *Cluster) putSnapshot(ctx context.Context, id string, number uint64, digest, path string) error {
	// With a deadline, Put would wait until then for an answer that was lost.
	open, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	name := snapshotName(id, number)
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	signature, err := c.signSnapshot(name, digest, f)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err == nil {
		_, err = c.objects.Put(open, jetstream.ObjectMeta{Name: name, Metadata: map[string]string{macHeader: signature, digestHeader: digest}}, f)
	}
	if err != nil {
		return fmt.Errorf("put snapshot %d: %w", number, err)
	}
	return nil
}

func (c *Cluster) signSnapshot(name, digest string, r io.Reader) (string, error) {
	sum := sha256.New()
	if _, err := io.Copy(sum, r); err != nil {
		return "", err
	}
	return c.log.seal.sign("snapshot", name, digest, string(sum.Sum(nil))), nil
}

// fetch writes a snapshot to a new file, which is whole and on the disk when it has its name. It replaces
// a file that had that name.
func (c *Cluster) fetch(ctx context.Context, which Snapshot, path string) error {
	temp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	err = c.download(ctx, which, temp)
	if err = cmp.Or(err, temp.Sync(), temp.Close()); err != nil {
		return err
	}
	file, err := c.cfg.Look(temp.Name())
	if err = cmp.Or(err, file.Damaged); err != nil {
		return err
	}
	if file.Cluster != c.id || file.Number != which.Number || file.Alone {
		return fmt.Errorf("the file is of cluster %q at entry %d", file.Cluster, file.Number)
	}
	return cmp.Or(os.Rename(temp.Name(), path), syncDir(filepath.Dir(path)))
}

// download writes a snapshot to an empty file.
func (c *Cluster) download(ctx context.Context, which Snapshot, f *os.File) error {
	// Without a deadline, Get would have one of its own for all of the snapshot.
	limited, cancel := context.WithTimeout(ctx, transferTime)
	defer cancel()
	stall := time.AfterFunc(stallTime, cancel)
	defer stall.Stop()
	object, err := c.objects.Get(limited, which.object)
	if err == nil {
		defer object.Close()
		var info *jetstream.ObjectInfo
		if info, err = object.Info(); err == nil {
			var signature string
			content := io.TeeReader(moving{object, stall}, f) // fails if the sum is not that of what was put
			signature, err = c.signSnapshot(which.object, info.Metadata[digestHeader], content)
			if err == nil && !same(info.Metadata[macHeader], signature) {
				err = commitlog.ErrForged
			}
		}
	}
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		err = errNoAnswer
	}
	return err
}

// moving puts a timer off whenever something was read.
type moving struct {
	io.Reader
	stall *time.Timer
}

func (m moving) Read(p []byte) (int, error) {
	m.stall.Reset(stallTime)
	return m.Reader.Read(p)
}

func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return cmp.Or(d.Sync(), d.Close())
}

// snapshotWanted is the subject on the bus of the number of an entry that is lost, from a node that
// needs a snapshot which has it.
const snapshotWanted = "snapshot"

// PastHoles waits until there is a snapshot from which a node can go on whose next entry is lost: it
// asks those for one that have applied the entry.
func (c *Cluster) PastHoles(ctx context.Context) error {
	return c.untilAnswered(ctx, func() error {
		_, err := c.pastHoles(ctx)
		return err
	})
}

// pastHoles returns the newest snapshot, once it has all entries that the log has lost.
func (c *Cluster) pastHoles(ctx context.Context) (newest Snapshot, err error) {
	err = c.cfg.until(ctx, func() (what string, err error) {
		list, err := c.Snapshots(ctx)
		if err == nil && len(list) == 0 {
			err = fmt.Errorf("cluster %s has no snapshot", c.cfg.Name)
		}
		if err != nil {
			return "", err
		}
		newest = list[len(list)-1]
		hole, err := c.log.lastHole(ctx)
		if err != nil || hole <= newest.Number {
			return "", err
		}
		c.bus.Publish(snapshotWanted, []byte(strconv.FormatUint(hole, 10)))
		return "a snapshot by a machine whose data file has an entry that the log has lost", nil
	})
	return newest, err
}

// KeepSnapshots makes snapshots until ctx ends, and trims the log before them: those that are due, as
// long as this node leads, and those that another node needs (see [Cluster.PastHoles]). backup writes a
// copy of the data file under the name temp. When this node begins to lead, and before
// those that are due, the nodes compare their files. None is made while these differ: the last one, and the
// log since, may tell which is right.
func (c *Cluster) KeepSnapshots(ctx context.Context, temp string, backup func(path string) error) {
	tick := time.NewTicker(cmp.Or(c.cfg.snapshotLook, snapshotLook))
	defer tick.Stop()
	wanted, copied := make(chan uint64, 1), uint64(0) // what this node had applied at its last copy
	defer c.bus.Subscribe(snapshotWanted, func(_ string, data []byte) []byte {
		number, _ := strconv.ParseUint(string(data), 10, 64)
		select {
		case wanted <- number:
		default: // one is being made; it is asked for again
		}
		return nil
	})()
	var next time.Time // when the files are compared again that differ
	for verified := false; ; {
		var due bool
		var err error
		select {
		case <-ctx.Done():
			return
		case number := <-wanted:
			if applied := c.applied(); applied >= number && applied != copied { // else the copy would be the same again
				var list []Snapshot
				list, err = c.Snapshots(ctx)
				due = err == nil && len(list) > 0 && list[len(list)-1].Number < number
			}
		case <-tick.C:
			if !c.Leads() || c.cfg.Now().Before(next) {
				continue
			}
			if due, err = c.snapshotDue(ctx); err == nil && (due || !verified) {
				verified = true
				if err := c.Verify(ctx); err != nil && ctx.Err() == nil {
					c.cfg.Logger.Warn("comparing the data files of the nodes failed", "err", err)
					if errors.Is(err, ErrDiffer) {
						next = c.cfg.Now().Add(verifyAgain)
						continue
					}
				}
			}
		}
		if err == nil && due {
			applied := c.applied()
			if err = c.makeSnapshot(ctx, temp, backup); err == nil {
				copied = applied
			}
		}
		if err != nil && ctx.Err() == nil {
			c.cfg.Logger.Warn("could not make a snapshot of the cluster", "err", err)
		}
	}
}

// applied returns the last entry that this node has told to have applied.
func (c *Cluster) applied() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.nodes[c.cfg.Node].Applied
}

func (c *Cluster) snapshotDue(ctx context.Context) (bool, error) {
	list, err := c.Snapshots(ctx)
	if err != nil || len(list) == 0 {
		return false, err
	}
	info, err := c.log.info(ctx)
	if err != nil {
		return false, err
	}
	newest, state := list[len(list)-1], info.State
	if state.LastSeq <= newest.Number || state.Msgs == 0 {
		return false, nil
	}
	fresh := float64(state.Bytes) / float64(state.Msgs) * float64(state.LastSeq-newest.Number) // about
	return fresh >= snapshotBytes || c.cfg.Now().Sub(newest.Made) >= snapshotEvery, nil
}

// makeSnapshot makes a snapshot, and forgets what is needed no more.
func (c *Cluster) makeSnapshot(ctx context.Context, temp string, backup func(path string) error) error {
	g, ok, err := c.genesis(ctx)
	if err = cmp.Or(err, c.Differ()); err != nil || !ok {
		return err
	}
	if err := os.RemoveAll(temp); err != nil {
		return err
	}
	defer os.Remove(temp)
	if err := backup(temp); err != nil {
		return err
	}
	f, err := c.cfg.Look(temp)
	if err = cmp.Or(err, f.Damaged); err != nil {
		return err
	}
	if f.Cluster != g.Cluster {
		return fmt.Errorf("the copy is not of cluster %s", c.cfg.Name)
	}
	c.mu.Lock()
	digest := c.agreed.Sum
	if c.cfg.Now().Sub(c.agreedAt) > verifyTime {
		digest = ""
	}
	c.mu.Unlock()
	if err := c.putSnapshot(ctx, g.Cluster, f.Number, digest, temp); err != nil {
		return err
	}
	c.cfg.Logger.Info("snapshot of the cluster made", "number", f.Number)
	return c.trim(ctx)
}

// trim forgets the snapshots but the newest, and the entries that none of those needs.
func (c *Cluster) trim(ctx context.Context) error {
	list, err := c.Snapshots(ctx)
	if err != nil || len(list) < keptSnapshots {
		return err
	}
	old, kept := list[:len(list)-keptSnapshots], list[len(list)-keptSnapshots:]
	for _, one := range old {
		if err := c.objects.Delete(ctx, one.object); err != nil {
			return fmt.Errorf("delete snapshot %d: %w", one.Number, err)
		}
	}
	if n := kept[0].Number; n > 0 { // to purge before entry 1 would be to purge all
		if err := c.log.stream.Purge(ctx, jetstream.WithPurgeSequence(n+1)); err != nil {
			return fmt.Errorf("trim the log: %w", err)
		}
	}
	return c.sweep(ctx)
}

// sweep deletes the parts of snapshots that were never finished.
func (c *Cluster) sweep(ctx context.Context) error {
	objects, err := c.objects.List(ctx)
	if err != nil {
		return fmt.Errorf("list the snapshots: %w", err)
	}
	parts := "$O." + c.cfg.bucket() + ".C."
	info, err := c.parts.Info(ctx, jetstream.WithSubjectFilter(parts+">"))
	if err != nil {
		return fmt.Errorf("list the parts of snapshots: %w", err)
	}
	for subject := range info.State.Subjects {
		if slices.ContainsFunc(objects, func(o *jetstream.ObjectInfo) bool { return parts+o.NUID == subject }) {
			continue
		}
		last, err := c.parts.GetLastMsgForSubject(ctx, subject)
		if err == nil && c.cfg.Now().Sub(last.Time) > transferTime { // nobody sends it any more
			err = c.parts.Purge(ctx, jetstream.WithPurgeSubject(subject))
		}
		if err != nil {
			return fmt.Errorf("delete parts of a snapshot: %w", err)
		}
	}
	return nil
}
