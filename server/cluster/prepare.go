package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"boardwalk/data/commitlog"
)

// A File is what a data file says of itself.
type File struct {
	commitlog.Position
	Missing bool  // there is none
	Damaged error // why it cannot be used, or nil
}

// A genesis says which cluster this is. It is written once.
type genesis struct {
	Cluster string // the ID in its data files
	Node    string // that has begun it
	HostKey string // fingerprint
	Version int    // of the data files
	Made    time.Time
}

const genesisKey = "genesis"

// genesis returns how the cluster began, unless it has not.
func (c *Cluster) genesis(ctx context.Context) (g genesis, ok bool, err error) {
	revision, err := c.read(ctx, genesisKey, &g)
	return g, revision > 0, err
}

// read reads what the state of the cluster has under a key. revision is 0 if it has nothing.
func (c *Cluster) read(ctx context.Context, key string, to any) (revision uint64, err error) {
	e, err := within(ctx, func(ctx context.Context) (jetstream.KeyValueEntry, error) { return c.state.Get(ctx, key) })
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return 0, nil
	}
	if err == nil {
		revision, err = e.Revision(), json.Unmarshal(e.Value(), to)
	}
	if err != nil {
		return 0, fmt.Errorf("read the %s of cluster %s: %w", key, c.cfg.Name, err)
	}
	return revision, nil
}

// Prepare makes sure that a data file, which is not open, is one of the cluster, and returns the
// cluster's ID. It leaves alone a file that can go on from the log, and fetches another one if it
// cannot. What players have and the cluster has not is never deleted: such a file is refused with a
// Refusal, or kept under another name.
//
// The first node of an empty cluster begins it with its file, unless that is of a cluster already,
// whose log may be lost while other nodes have newer files. Of nodes that are the servers themselves
// the one that has a file is the first.
func (c *Cluster) Prepare(ctx context.Context, path, hostKey string, version int) (id string, err error) {
	err = c.untilAnswered(ctx, func() error { return c.prepare(ctx, path, hostKey, version) })
	return c.id, err
}

// A Refusal is why a node cannot be one of the cluster, which stays so until the host does something.
type Refusal struct{ error }

// Unwrap returns the reason.
func (r Refusal) Unwrap() error { return r.error }

func refuse(format string, args ...any) error { return Refusal{fmt.Errorf(format, args...)} }

// unavailable is the code of the errors of a server that cannot answer for now.
const unavailable = 503

// untilAnswered calls do until it fails for another reason than that nobody has answered, or
// ctx ends.
func (c *Cluster) untilAnswered(ctx context.Context, do func() error) error {
	return c.cfg.until(ctx, func() (what string, err error) {
		if err = do(); err == nil || !isTemporary(err) {
			return "", err
		}
		return "an answer of cluster " + c.cfg.Name, err
	})
}

// isTemporary reports whether an error is that nobody has answered, or that a server cannot answer
// for now, does not know yet what was created, or has sent only a part of a snapshot, as while the
// nodes choose a leader.
func isTemporary(err error) bool {
	if api := (*jetstream.APIError)(nil); errors.As(err, &api) && api.Code == unavailable {
		return true
	}
	return errors.Is(err, errNoAnswer) || errors.Is(err, jetstream.ErrDigestMismatch) || errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, nats.ErrTimeout) || errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse)
}

// prepare is Prepare when all answers come.
func (c *Cluster) prepare(ctx context.Context, path, hostKey string, version int) error {
	file, err := c.cfg.Look(path)
	if err != nil {
		return err
	}
	g, ok, err := c.genesis(ctx)
	if err == nil && !ok && file.Missing && c.cfg.URL == "" {
		g, ok, err = c.await(ctx)
	}
	if err == nil && !ok {
		if g, err = c.begin(ctx, path, file, genesis{
			Cluster: rand.Text(), Node: c.cfg.Node, HostKey: hostKey, Version: version, Made: c.cfg.Now(),
		}); err == nil {
			file, err = c.cfg.Look(path)
		}
	}
	switch {
	case err != nil:
		return err
	case g.HostKey != hostKey:
		return refuse("this node has another host key than cluster %s, and players would be warned: copy the key file of node %s here", c.cfg.Name, g.Node)
	case g.Version != version:
		return refuse("cluster %s has data files of version %d, and this program writes version %d: run the same "+
			"release on all nodes", c.cfg.Name, g.Version, version)
	}
	c.id = g.Cluster
	switch _, err := c.enter(ctx); {
	case err != nil:
		return err
	case file.Missing:
		return c.fetchNewest(ctx, path)
	case file.Damaged != nil:
		return c.replace(ctx, path, "damaged", file.Damaged)
	case file.Cluster == "":
		return refuse("this data file has its own players and is not of cluster %s: move it away; "+
			"to go on from it, HOSTING-BAD-DAY.md says how another cluster begins with one file", c.cfg.Name)
	case file.Cluster != c.id:
		return refuse("this data file is of an earlier log than the one that cluster %s has now, which node %s began: move it away", c.cfg.Name, g.Node)
	case file.Alone:
		return c.replace(ctx, path, "left", errors.New("it was changed outside the cluster"))
	}
	info, err := c.log.info(ctx)
	switch {
	case err != nil:
		return fmt.Errorf("read the log: %w", err)
	case file.Number > info.State.LastSeq:
		return refuse("this data file has what the log of cluster %s lost: its entries go to %d, the log's to %d", c.cfg.Name, file.Number, info.State.LastSeq)
	case file.Number+1 < info.State.FirstSeq:
		c.cfg.Logger.Info("the data file is older than the log, and is fetched again", "number", file.Number)
		return c.fetchNewest(ctx, path)
	}
	hole, err := c.log.lastHole(ctx)
	if err != nil {
		return err
	}
	hash, known, err := c.log.hashAt(ctx, max(file.Number, hole), info.State)
	switch same := known && hash == file.Hash; {
	case err != nil:
		return err
	case hole > file.Number && !same:
		c.cfg.Logger.Warn("the log has lost an entry after those of the data file, which is fetched again", "number", file.Number, "lost", hole)
		return c.fetchNewest(ctx, path)
	case known && !same:
		return c.replace(ctx, path, "parted", fmt.Errorf("entry %d: %w", file.Number, commitlog.ErrParted))
	}
	return nil
}

// await waits, on a node that has no data file, until another one has begun the cluster. If no
// node can, because as many as it takes to begin are members without one, any of them may, and ok
// is false.
func (c *Cluster) await(ctx context.Context) (g genesis, ok bool, err error) {
	err = c.cfg.until(ctx, func() (what string, err error) {
		without, err := c.enter(ctx)
		if err == nil {
			g, ok, err = c.genesis(ctx)
		}
		if err != nil || ok || without >= copies {
			return "", err
		}
		return "a node that has a data file to begin cluster " + c.cfg.Name, nil
	})
	return g, ok, err
}

// begin begins the cluster with a copy of this node's file, or with an empty one if there is none,
// and returns how it began: another node may have been first, and then this node's file is as it
// was. The snapshot is there before anybody can know of it.
func (c *Cluster) begin(ctx context.Context, path string, file File, g genesis) (genesis, error) {
	switch {
	case file.Damaged != nil:
		return g, file.Damaged
	case file.Cluster != "":
		return g, refuse("this data file is of a cluster, and the log of cluster %s is empty: if the logs of all "+
			"nodes are lost, find the node with the newest data file, let boardwalk cluster begin make it the first "+
			"of another log, and move the files of the others away", c.cfg.Name)
	}
	fresh := path + ".new"
	err := os.RemoveAll(fresh)
	defer os.Remove(fresh)
	if err == nil {
		err = c.cfg.Begin(path, fresh, g.Cluster)
	}
	if err == nil {
		err = c.putSnapshot(ctx, g.Cluster, 0, "", fresh)
	}
	if err != nil {
		return g, err
	}
	first, err := c.claim(ctx, g)
	if err != nil {
		return g, fmt.Errorf("begin cluster %s: %w", c.cfg.Name, err)
	}
	if first.Cluster == g.Cluster {
		c.cfg.Logger.Info("this node begins the cluster", "cluster", c.cfg.Name)
		return g, cmp.Or(os.Rename(fresh, path), syncDir(filepath.Dir(path)))
	}
	_ = c.objects.Delete(ctx, snapshotName(g.Cluster, 0)) // nobody looks for it
	return first, nil
}

// claim writes how the cluster began, unless another node has, and returns what is written.
func (c *Cluster) claim(ctx context.Context, g genesis) (genesis, error) {
	text, err := json.Marshal(g)
	if err != nil {
		return g, err
	}
	for {
		_, err := within(ctx, func(ctx context.Context) (uint64, error) { return c.state.Create(ctx, genesisKey, text) })
		if err == nil {
			return g, nil
		}
		first, ok, err2 := c.genesis(ctx)
		if ok || err2 != nil {
			return first, err2
		}
		if !errors.Is(err, jetstream.ErrKeyExists) {
			return g, err
		}
		if err := pause(ctx, 10*time.Millisecond); err != nil { // another node's is on its way
			return g, err
		}
	}
}

// replace keeps a file under another name, and fetches one in its place.
func (c *Cluster) replace(ctx context.Context, path, why string, reason error) error {
	aside := path + "." + why + "-" + c.cfg.Now().UTC().Format("20060102-150405")
	if _, err := os.Lstat(aside); err == nil {
		return refuse("%s: %w", aside, fs.ErrExist)
	}
	if err := os.Rename(path, aside); err != nil {
		return err
	}
	c.cfg.Logger.Warn("the data file is kept under another name, and is fetched from the cluster", "name", aside, "reason", reason)
	return c.fetchNewest(ctx, path)
}

// fetchNewest fetches the newest snapshot, once there is one that can go on from the log.
func (c *Cluster) fetchNewest(ctx context.Context, path string) error {
	newest, err := c.pastHoles(ctx)
	if err != nil {
		return err
	}
	if err := c.fetch(ctx, newest, path); err != nil {
		return fmt.Errorf("fetch snapshot %d: %w", newest.Number, err)
	}
	return nil
}
