// Package cluster makes several nodes one arcade. Each node keeps a whole data file, and all
// of them change it in one order: that of a log which NATS JetStream keeps on three machines.
// This package is the only one that knows NATS. It is
//
//   - the log itself, for package data (see package commitlog);
//   - snapshots of the data file, for nodes without one or behind what is kept of the log;
//   - which node does what one is enough for ([Cluster.Leads]);
//   - the start of a node, and where it takes its data file from ([Cluster.Prepare]);
//   - a bus for company, which may lose messages, and the state of all nodes.
//
// The NATS server is this process itself (see [Config.Listen]) or another one (see [Config.URL]).
// The streams have three copies, and an entry is acknowledged once two of them are on disk.
//
// # What one log carries
//
// Every node has all data and makes all changes, so a cluster carries more sessions than one
// machine, but no more changes: they have one order, and each waits for two disks. A node
// makes many changes with one entry, and nodes that write at the same time take turns.
// BenchmarkSaves measures it, and says what it has measured.
//
// # When nobody answers
//
// When the leader of a stream dies, it takes 5 to 15 seconds until the others have another one.
// Nothing here waits for that: calls end with their context, and the caller tries again.
package cluster

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"boardwalk/data/commitlog"
)

// A Config says which cluster a node is of, and how it reaches the others.
type Config struct {
	Name string // of the cluster
	Node string // of this node; no two of a cluster have the same

	// URL lists the NATS servers to use, with commas between. Creds names a file with
	// credentials for them, if they are not in the URL.
	URL, Creds string

	// SyncAlways says that each of them has "sync_interval: always", which a client cannot see.
	// Without it a power cut of all machines loses what was acknowledged, and Join warns.
	SyncAlways bool

	// Without URL, this process is one of the servers. It listens for the others on Listen,
	// reaches them at Peers, each a host and a port, and keeps the streams in Dir.
	Listen string
	Peers  []string
	Dir    string

	// Secret is what all nodes share and nobody else has. Without it nobody joins the servers of
	// the nodes, and what somebody without it has written is not believed.
	Secret []byte

	// Files of a certificate, its key, and the authority that has signed those of all
	// nodes. All that leaves this machine needs them: settings without are refused before Join.
	Cert, Key, CA string

	// Look reads a data file that nobody has open, and checks it. Errors are of files that this program
	// cannot open but that are not damaged. Begin makes the file to with which a cluster begins, and in
	// which nothing of its log is: a copy of the file from, or if there is none one without players.
	Look  func(path string) (File, error)
	Begin func(from, to, cluster string) error

	// Waiting is called again and again with what a start waits for, such as "2 more nodes of
	// cluster arcade".
	Waiting func(what string)

	// Restart is called with why this node must be started again to go on. It is an ErrDiffer, once, if
	// its data file differs from those of most nodes, and is to be kept under another name.
	Restart func(why error)

	Logger *slog.Logger
	Now    func() time.Time

	token string                 // with which this process uses its own server
	dial  *atomic.Pointer[error] // why servers outside were not reached, the last time that was tried
	// For tests; else those of the constants.
	snapshotLook, verifyTime time.Duration
}

const (
	copies       = 3                // machines that keep each stream
	waitingEvery = 10 * time.Second // how often a node that waits for others says so
)

// A Cluster is what one node has of it. Its methods may be used by several goroutines.
type Cluster struct {
	cfg    Config
	server *server.Server // nil if it is outside
	conn   *nats.Conn
	js     jetstream.JetStream

	bus     *Bus
	log     *log
	state   jetstream.KeyValue    // how the cluster began
	objects jetstream.ObjectStore // snapshots, under the IDs of clusters that began or tried to
	parts   jetstream.Stream      // that the objects are in

	ctx    context.Context // ends with Close
	cancel context.CancelFunc
	wg     sync.WaitGroup // what runs until then

	id     string                // of the cluster, in its data files; "" before this node is prepared
	number int                   // of this node; 0 before it is a member
	cutOff atomic.Pointer[error] // why the log has not answered lately; nil if it has

	mu    sync.Mutex
	nodes map[string]Node // as they were last heard

	digest   commitlog.Digest // the latest of this node
	agreed   commitlog.Digest // the latest that all nodes had
	agreedAt time.Time
	differ   error // see Differ
	isOdd    bool  // this node was told of; see Config.Restart
}

// Join connects a node with its cluster. It waits until there are enough nodes, or ctx ends.
func Join(ctx context.Context, cfg Config) (*Cluster, error) {
	cfg.token = rand.Text()
	if len(cfg.Secret) == 0 {
		return nil, errors.New("a node needs the secret of its cluster")
	}
	if cfg.URL != "" {
		cfg.dial = new(atomic.Pointer[error])
		conn, err := connect(cfg)
		if err != nil {
			return nil, fmt.Errorf("connect with cluster %s: %w", cfg.Name, err)
		}
		if !cfg.SyncAlways {
			cfg.Logger.Warn("a power cut of all NATS servers loses what was saved last unless each has jetstream { sync_interval: always }, which this program cannot see: once they have, set cluster-sync-always = true")
		}
		return join(ctx, cfg, nil, conn)
	}
	if err := cfg.checkCertificate(); err != nil {
		return nil, err
	}
	err := awaitCopies(ctx, cfg)
	if err == nil {
		var srv *server.Server
		var conn *nats.Conn
		if srv, conn, err = startInside(cfg, true); err == nil {
			return join(ctx, cfg, srv, conn)
		}
	}
	return nil, fmt.Errorf("start node %s of cluster %s: %w", cfg.Node, cfg.Name, err)
}

// join opens what the cluster keeps. It closes the connection and the server if it fails.
func join(ctx context.Context, cfg Config, srv *server.Server, conn *nats.Conn) (*Cluster, error) {
	c := &Cluster{
		cfg:    cfg,
		server: srv,
		conn:   conn,
		bus:    newBus(conn, cfg),
		nodes:  make(map[string]Node),
	}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	if srv != nil {
		cfg.answerCopies(c.bus, srv)
	}
	var err error
	if c.js, err = jetstream.New(c.conn); err == nil {
		err = cfg.until(ctx, func() (what string, err error) {
			_, err = within(ctx, func(ctx context.Context) (struct{}, error) { return struct{}{}, c.open(ctx) })
			if err == nil || errors.Is(err, errUnusable) {
				return "", err
			}
			if c.server == nil && !c.conn.IsConnected() {
				err = nil // what was not sent says less than why there is no connection, which is known soon
				if cause := cfg.dial.Load(); cause != nil {
					err = *cause
				}
			}
			return c.waiting(ctx), err
		})
	}
	if err != nil {
		c.Close()
		return nil, fmt.Errorf("join cluster %s: %w", cfg.Name, err)
	}
	return c, nil
}

// pause waits for some time, and returns why ctx ended before that, or nil.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// each calls do at once, and again whenever some time has passed, until ctx ends.
func each(ctx context.Context, every time.Duration, do func()) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for ctx.Err() == nil {
		do()
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

// open opens the streams, and creates those that are missing. It fails if the log does not
// work yet.
func (c *Cluster) open(ctx context.Context) (err error) {
	name, bucket := c.cfg.Name, c.cfg.bucket()
	if version := c.conn.ConnectedServerVersion(); version != "" && isTooOld(version) {
		return fmt.Errorf("%w: the NATS server has version %s, which cannot be told to put each entry on the disk before it acknowledges it: use 2.10 or a later one", errUnusable, version)
	}
	if c.log, err = c.openLog(ctx, name); err != nil {
		return err
	}
	if _, err := c.stream(ctx, jetstream.StreamConfig{
		Name: "KV_" + name + "-state", Subjects: []string{"$KV." + name + "-state.>"}, MaxMsgsPerSubject: 1, AllowRollup: true, DenyDelete: true,
	}); err != nil {
		return err
	}
	if c.state, err = c.js.KeyValue(ctx, name+"-state"); err != nil {
		return err
	}
	if c.parts, err = c.stream(ctx, jetstream.StreamConfig{
		Name: "OBJ_" + bucket, Subjects: []string{"$O." + bucket + ".C.>", "$O." + bucket + ".M.>"}, AllowRollup: true,
	}); err != nil {
		return err
	}
	if c.objects, err = c.js.ObjectStore(ctx, bucket); err != nil {
		return err
	}
	_, _, err = c.log.ask(ctx)
	return err
}

func (c *Cluster) openLog(ctx context.Context, name string) (*log, error) {
	stream, err := c.stream(ctx, jetstream.StreamConfig{Name: name + "-log", Subjects: []string{name + ".log"}, MaxMsgSize: 1 << 20})
	return &log{js: c.js, stream: stream, subject: name + ".log", seal: c.cfg.seal()}, err
}

// isTooOld reports whether a NATS server of a version has no "sync_interval: always".
func isTooOld(version string) bool {
	var major, minor int
	_, err := fmt.Sscanf(version, "%d.%d", &major, &minor)
	return err != nil || major < 2 || major == 2 && minor < 10
}

func (c *Config) bucket() string { return c.Name + "-snapshots" }

func (c *Config) streams() []string {
	return []string{c.Name + "-log", "KV_" + c.Name + "-state", "OBJ_" + c.bucket()}
}

// errUnusable is the error of servers that are too old, and of a stream that somebody else has made,
// and otherwise.
var errUnusable = errors.New("the arcade cannot use these NATS servers")

// stream opens a stream, and creates it if it is missing. None is read from but its leader,
// because the other copies may be behind.
func (c *Cluster) stream(ctx context.Context, cfg jetstream.StreamConfig) (jetstream.Stream, error) {
	cfg.Storage, cfg.Replicas, cfg.Discard = jetstream.FileStorage, copies, jetstream.DiscardNew
	s, err := c.js.Stream(ctx, cfg.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		s, err = c.js.CreateStream(ctx, cfg)
	}
	if err != nil {
		return nil, err
	}
	if got := s.CachedInfo().Config; got.Replicas != copies || got.Storage != jetstream.FileStorage || got.AllowDirect {
		return nil, fmt.Errorf("%w: %s needs %d copies in files, and no direct gets", errUnusable, cfg.Name, copies)
	}
	return s, nil
}

// waiting returns what a node waits for before it has joined.
func (c *Cluster) waiting(ctx context.Context) string {
	if c.server == nil {
		return "the NATS servers of cluster " + c.cfg.Name
	}
	need := copies - 1 // others, to begin; later, one is enough
	if c.cfg.hasCopy() {
		need = majority - 1
		if with, without, _ := c.cfg.countCopies(ctx, c.bus); with < need && without > 0 {
			return mostAreLost
		}
	}
	if n := need - len(c.server.ActivePeers()) + 1; n > 0 {
		return moreNodes(n, c.cfg.Name)
	}
	return "the nodes of cluster " + c.cfg.Name + " to agree"
}

// Close leaves the cluster. If this process is one of its servers, another one leads what it
// has led.
func (c *Cluster) Close() {
	c.cancel()
	c.wg.Wait()
	c.conn.Close()
	if c.server != nil {
		stopServer(c.server)
	}
}

// Bus returns what carries messages between the nodes.
func (c *Cluster) Bus() *Bus { return c.bus }

// Log returns the log of the cluster.
func (c *Cluster) Log() commitlog.Log { return c.log }

var validName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,30}$`)

// ValidName reports whether a cluster or a node can have a name: at most 31 lowercase letters,
// digits and hyphens.
func ValidName(name string) bool { return validName.MatchString(name) }
