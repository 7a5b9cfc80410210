package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"boardwalk/data/commitlog"
)

// Files does what Prepare needs done with data files, which this package does not read.
type Files struct {
	// Look reads a file that nobody has open, and checks it. If there is none, the error is
	// fs.ErrNotExist; other errors are of files that this program cannot open but that are
	// not damaged.
	Look func(path string) (File, error)
	// Create makes a file without players.
	Create func(path string) error
	// Adopt makes a file one of a cluster, in which nothing of the cluster's log is.
	Adopt func(path, cluster string) error
}

// A File is what a data file says of itself.
type File struct {
	commitlog.Position
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
func (c *Cluster) Prepare(ctx context.Context, files Files, path, hostKey string, version int) (id string, err error) {
	err = c.untilAnswered(ctx, func() error {
		id, err = preparation{c, files, path}.run(ctx, hostKey, version)
		return err
	})
	return id, err
}

// A Refusal is why a node cannot be one of the cluster, which stays so until the host does something.
type Refusal struct{ error }

// Unwrap returns the reason.
func (r Refusal) Unwrap() error { return r.error }

func refuse(format string, args ...any) error { return Refusal{fmt.Errorf(format, args...)} }

// A preparation makes sure that the file at a path is one of the cluster.
type preparation struct {
	*Cluster
	files Files
	path  string
}

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

// run is Prepare when all answers come.
func (p preparation) run(ctx context.Context, hostKey string, version int) (id string, err error) {
	file, err := p.files.Look(p.path)
	none := errors.Is(err, fs.ErrNotExist)
	if err != nil && !none {
		return "", err
	}
	g, ok, err := p.genesis(ctx)
	if err == nil && !ok && none && p.cfg.URL == "" {
		g, ok, err = p.await(ctx)
	}
	if err == nil && !ok {
		if g, err = p.begin(ctx, file, none, genesis{
			Cluster: rand.Text(), Node: p.cfg.Node, HostKey: hostKey, Version: version, Made: p.cfg.Now(),
		}); err == nil {
			file, err = p.files.Look(p.path)
			if none = errors.Is(err, fs.ErrNotExist); none {
				err = nil
			}
		}
	}
	switch {
	case err != nil:
		return "", err
	case g.HostKey != hostKey:
		return "", refuse("this node has another host key than cluster %s, and players would be warned: copy the key file of node %s here", p.cfg.Name, g.Node)
	case g.Version != version:
		return "", refuse("cluster %s has data files of version %d, and this program writes version %d: run the same "+
			"release on all nodes", p.cfg.Name, g.Version, version)
	}
	switch _, err := p.enter(ctx); {
	case err != nil:
		return "", err
	case none:
		return g.Cluster, p.fetchNewest(ctx, g)
	case file.Damaged != nil:
		return g.Cluster, p.replace(ctx, "damaged", file.Damaged, g)
	case file.Cluster == "":
		return "", refuse("this data file has its own players and is not of cluster %s: move it away, or start this node first in an empty cluster", p.cfg.Name)
	case file.Cluster != g.Cluster:
		return "", refuse("this data file is of an earlier log than the one that cluster %s has now, which node %s began: move it away", p.cfg.Name, g.Node)
	case file.Alone:
		return g.Cluster, p.replace(ctx, "left", errors.New("it was changed outside the cluster"), g)
	}
	info, err := p.log.info(ctx)
	switch {
	case err != nil:
		return "", fmt.Errorf("read the log: %w", err)
	case file.Number > info.State.LastSeq:
		return "", refuse("this data file has what the log of cluster %s lost: its entries go to %d, the log's to %d", p.cfg.Name, file.Number, info.State.LastSeq)
	case file.Number+1 < info.State.FirstSeq:
		p.cfg.Logger.Info("the data file is older than the log, and is fetched again", "number", file.Number)
		return g.Cluster, p.fetchNewest(ctx, g)
	}
	hole, err := p.log.lastHole(ctx)
	if err != nil {
		return "", err
	}
	hash, known, err := p.log.hashAt(ctx, max(file.Number, hole), info.State)
	switch same := known && hash == file.Hash; {
	case err != nil:
		return "", err
	case hole > file.Number && !same:
		p.cfg.Logger.Warn("the log has lost an entry after those of the data file, which is fetched again", "number", file.Number, "lost", hole)
		return g.Cluster, p.fetchNewest(ctx, g)
	case known && !same:
		return g.Cluster, p.replace(ctx, "parted", fmt.Errorf("entry %d: %w", file.Number, commitlog.ErrParted), g)
	}
	return g.Cluster, nil
}

// await waits, on a node that has no data file, until another one has begun the cluster. If no
// node can, because as many as it takes to begin are members without one, any of them may, and ok
// is false.
func (p preparation) await(ctx context.Context) (g genesis, ok bool, err error) {
	err = p.cfg.until(ctx, func() (what string, err error) {
		without, err := p.enter(ctx)
		if err == nil {
			g, ok, err = p.genesis(ctx)
		}
		if err != nil || ok || without >= copies {
			return "", err
		}
		return "a node that has a data file to begin cluster " + p.cfg.Name, nil
	})
	return g, ok, err
}

// begin begins the cluster with a copy of this node's file, or with an empty one if there is none,
// and returns how it began: another node may have been first, and then this node's file is as it
// was. The snapshot is there before anybody can know of it.
func (p preparation) begin(ctx context.Context, file File, none bool, g genesis) (genesis, error) {
	switch {
	case file.Damaged != nil:
		return g, file.Damaged
	case file.Cluster != "":
		return g, refuse("this data file is of a cluster, and the log of cluster %s is empty: if the logs of all "+
			"nodes are lost, find the node with the newest data file, let boardwalk cluster begin make it the first "+
			"of another log, and move the files of the others away", p.cfg.Name)
	}
	path := p.path + ".new"
	err := os.RemoveAll(path)
	defer os.Remove(path)
	switch {
	case err != nil:
	case none:
		err = p.files.Create(path)
	default:
		err = copyFile(p.path, path)
	}
	if err == nil {
		err = p.files.Adopt(path, g.Cluster)
	}
	if err == nil {
		err = p.putSnapshot(ctx, g.Cluster, 0, "", path)
	}
	if err != nil {
		return g, err
	}
	first, err := p.claim(ctx, g)
	if err != nil {
		return g, fmt.Errorf("begin cluster %s: %w", p.cfg.Name, err)
	}
	if first.Cluster == g.Cluster {
		p.cfg.Logger.Info("this node begins the cluster", "cluster", p.cfg.Name)
		return g, cmp.Or(os.Rename(path, p.path), syncDir(filepath.Dir(p.path)))
	}
	if list, err := p.snapshotsOf(ctx, g.Cluster); err == nil && len(list) > 0 {
		_ = p.objects.Delete(ctx, list[0].object) // nobody looks for it
	}
	return first, nil
}

// copyFile copies a file that nobody has open to a new one, which is on the disk then.
func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return cmp.Or(err, out.Sync(), out.Close())
}

// claim writes how the cluster began, unless another node has, and returns what is written.
func (p preparation) claim(ctx context.Context, g genesis) (genesis, error) {
	text, err := json.Marshal(g)
	if err != nil {
		return g, err
	}
	for {
		_, err := within(ctx, func(ctx context.Context) (uint64, error) { return p.state.Create(ctx, genesisKey, text) })
		if err == nil {
			return g, nil
		}
		first, ok, err2 := p.genesis(ctx)
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
func (p preparation) replace(ctx context.Context, why string, reason error, g genesis) error {
	aside := p.path + "." + why + "-" + p.cfg.Now().UTC().Format("20060102-150405")
	if _, err := os.Lstat(aside); err == nil {
		return refuse("%s: %w", aside, fs.ErrExist)
	}
	if err := os.Rename(p.path, aside); err != nil {
		return err
	}
	p.cfg.Logger.Warn("the data file is kept under another name, and is fetched from the cluster", "name", aside, "reason", reason)
	return p.fetchNewest(ctx, g)
}

// fetchNewest fetches the newest snapshot, once there is one that can go on from the log.
func (p preparation) fetchNewest(ctx context.Context, g genesis) error {
	newest, err := p.pastHoles(ctx, g.Cluster)
	if err != nil {
		return err
	}
	return p.fetchSnapshot(ctx, newest, p.path, func(path string) error {
		file, err := p.files.Look(path)
		switch {
		case err != nil:
			return err
		case file.Damaged != nil:
			return file.Damaged
		case file.Cluster != g.Cluster || file.Number != newest.Number || file.Alone:
			return fmt.Errorf("the file is of cluster %q at entry %d", file.Cluster, file.Number)
		}
		return nil
	})
}
