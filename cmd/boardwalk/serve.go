package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardwalk/data"
	"boardwalk/data/commitlog"
	"boardwalk/data/store"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
	"boardwalk/server"
	"boardwalk/server/cluster"
	"boardwalk/server/command"
	"boardwalk/tui/session"
)

// slowRead is the time that no read of the data file should exceed while games go on.
const slowRead = 100 * time.Millisecond

// saveInterval is how long a move may wait to be stored together with others: half of what
// bbolt's own Batch makes each wait, and less than anybody notices.
const saveInterval = 5 * time.Millisecond

// socketInterval is how often a server looks whether its local socket is still there.
const socketInterval = 30 * time.Second

// drainReserve is the part of a shutdown's limit, at most half of it, that is left for the
// last messages to arrive once the players' time is up.
const drainReserve = 2 * time.Second

func serveCommand() *cobra.Command {
	cmd := command.Row("serve", "Serve the arcade over SSH", cobra.NoArgs, nil)
	cmd.Long = `Serve the arcade over SSH. Each flag can also be set in the environment or a
file; see boardwalk config.

` + ansi.Wordwrap("SIGTERM and SIGINT notify the players, save their games and stop the server; a second signal stops it at once. "+
		"SIGHUP, or boardwalk admin reload, rereads the files allowed-keys and admins, and the settings "+
		strings.Join(reloadable[:len(reloadable)-1], ", ")+" and "+reloadable[len(reloadable)-1]+"; all others need a restart.", 79, "") + `

` + adminKeys + ` in the environment has the public keys of the first admins, one a
line. It counts only while there is no file of admins, as in a new container.`
	c := configFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		err := c.check(cmd.Flags())
		if err == nil {
			err = c.checkFiles()
		}
		if err != nil {
			return badSettings{err}
		}
		return serve(cmd.Context(), c, cmd.Flags(), cmd.ErrOrStderr())
	}
	return cmd
}

// serve runs a server until the process is told to stop, and then drains it.
func serve(ctx context.Context, c *config, flags *pflag.FlagSet, logTo io.Writer) (err error) {
	signal.Ignore(syscall.SIGPIPE) // a log that nobody reads any more ends no game
	lines := newLogWriter(logTo)
	logger, setLevel := newLogger(c, lines)
	lines.lostSome = func(n int64) { logger.Warn("log lines were lost, because nobody read them", "lines", n) }
	defer func() {
		if err == nil {
			logger.Info("stopped") // all is closed
		}
	}()
	slog.SetDefault(logger) // the SSH library logs its own panics there
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	monitor := server.NewMonitor(logger)
	if c.health != "" {
		health, err := server.Listen(c.health)
		if err != nil {
			return fmt.Errorf("health-addr: %w", err)
		}
		defer health.Close()
		logger.Info("health", "addr", health.Addr().String())
		go monitor.Serve(health)
	}
	starting := func(does string) { // tells monitoring programs and the service manager how far it is
		if monitor.Starting(does) {
			notify(logger, "STATUS=The server "+does)
		}
	}
	for _, sentence := range c.unused(flags) {
		logger.Warn(sentence)
	}
	if err := c.checkSecrets(logger); err != nil {
		return badSettings{err}
	}
	if err := c.checkNewData(); err != nil && !c.cluster.on() { // a cluster fetches a file
		return err
	}
	cluster, err := joinCluster(ctx, c, starting, fail, logger)
	if errors.Is(err, errStopped) {
		logger.Info("told to stop while it waited for other nodes")
		return nil
	}
	if err != nil {
		return err
	}
	if cluster != nil {
		defer cluster.Close()
	}
	starting("opens the data file")
	var opened atomic.Bool
	db, err := data.Open(c.data, append(cluster.options(), data.Games(catalog.Library()), func(o *data.Options) {
		o.MaxSize, o.BatchInterval, o.SlowRead = int64(c.maxData)<<20, saveInterval, slowRead
		o.Forbidden, o.JoinSettings = wordsIn(c.forbiddenNicks), session.JoinSettings
		o.RankAge = time.Duration(c.boardAge) * 24 * time.Hour
		o.OnSlowRead = func(took time.Duration) { logger.Warn("slow read", "path", c.data, "took", took) }
		o.OnWriteError = func(err error) {
			logDisk(logger, c.data, err)
			switch {
			case needsAnotherFile(err):
				fail(err)
			case errors.Is(err, commitlog.ErrHole):
				go func() {
					if cluster.PastHoles(ctx) == nil {
						fail(err)
					}
				}()
			}
		}
		o.BeforeCheck = func(bytes int64) {
			why := "a write has failed"
			if !opened.Load() {
				why = "it was not closed cleanly here"
				starting("reads all pages of the data file")
			}
			logger.Info("checking all pages of the data file, because "+why, "path", c.data, "bytes", bytes)
		}
		o.OnFull = func(s store.Space) { logFull(logger, c.data, s) }
		o.Migrated = func(from, to int, kept string) {
			logger.Info("migrated the data file", "path", c.data, "from", from, "to", to, "kept", kept)
		}
	})...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	opened.Store(true)
	if cluster != nil {
		starting("reads what other nodes have written meanwhile")
	}
	if err := cluster.catchUp(ctx, db); errors.Is(err, errStopped) {
		logger.Info("told to stop while it caught up with other nodes")
		return nil
	} else if err != nil {
		return err
	}
	if err := logOpened(logger, c, db); err != nil {
		return err
	}
	first, err := server.FirstAdmins(c.besideData(c.Admins), os.Getenv(adminKeys))
	if err != nil {
		return fmt.Errorf("%s: %w", adminKeys, err)
	}
	if first > 0 {
		logger.Info("made the file of admins", "path", c.besideData(c.Admins), "from", adminKeys, "admins", first)
	}
	config := serverConfig(c, db, logger)
	sweepBackups(logger, config.Backups)
	config.Reread = func() (server.Reread, error) { return cluster.publishing(reread(flags, db, setLevel)) }
	if err := cluster.configure(&config, c, db, logger); err != nil {
		return err
	}
	s, err := server.New(config)
	if err != nil {
		return err
	}
	monitor.Watch(s)
	if cluster != nil {
		defer inBackground(func(ctx context.Context) { cluster.run(ctx, c, s, db) })()
	}
	if err := serveUntilStopped(ctx, c, flags.Changed("addr"), s, logger); err != nil {
		return err
	}
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// needsAnotherFile reports whether the data file cannot go on with the log of the cluster. The next
// start fetches one that can.
func needsAnotherFile(err error) bool {
	return errors.Is(err, commitlog.ErrTrimmed) || errors.Is(err, commitlog.ErrParted) || errors.Is(err, cluster.ErrDiffer)
}

// errStopped is the error of a start that a signal has ended while it waited for other nodes.
var errStopped = errors.New("stopped")

// untilStopped runs wait, which waits for other nodes, until a signal tells this process to stop.
func untilStopped(ctx context.Context, wait func(context.Context) error) error {
	waiting, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := wait(waiting)
	if err != nil && waiting.Err() != nil && ctx.Err() == nil {
		return errStopped
	}
	return err
}

// logOpened logs which file is open and how much is in it, so that a host who named the
// wrong one notices. It warns of one that was just made beside a host key that is older, as when the old one was lost.
func logOpened(logger *slog.Logger, c *config, db *data.DB) error {
	path := c.data
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if db.Created() {
		logger.Info("created a new, empty data file", "path", path)
		hostKey := c.besideData(c.HostKey)
		if key, err := os.Stat(hostKey); err == nil {
			logger.Warn("the data file is new and empty, but the host key is not new: if this arcade had players, stop the server, "+
				"look where its data file is, and set new-data = false",
				"path", c.data, "host-key", hostKey, "made", key.ModTime().UTC().Format(time.RFC3339))
		}
		return nil
	}
	t, err := db.Totals()
	if err != nil {
		return err
	}
	logger.Info("opened the data file", "path", path, "players", t.Players, "rounds", t.Rounds)
	return nil
}

// draftAge is how long a backup that nobody writes to any more is left unfinished.
const draftAge = time.Hour

// sweepBackups removes what backups that were cut short have left. That it cannot is no
// reason not to serve.
func sweepBackups(logger *slog.Logger, dir string) {
	n, err := store.SweepBackups(dir, time.Now().Add(-draftAge))
	if err != nil {
		logger.Warn("could not remove unfinished backups", "dir", dir, "err", err)
	}
	if n > 0 {
		logger.Info("removed unfinished backups", "dir", dir, "files", n)
	}
}

// logDisk logs that the data file can no longer be written, and why, or that it can again.
func logDisk(logger *slog.Logger, path string, err error) {
	switch {
	case err == nil:
		logger.Info("the data file can be written again", "path", path)
	case errors.Is(err, commitlog.ErrTrimmed):
		logger.Error("the cluster log no longer has entries this file needs; stopping: the next start fetches a fresh copy", "path", path, "err", err)
	case errors.Is(err, commitlog.ErrParted):
		logger.Error("the cluster log is not the one this file has followed; stopping: the next start sets the file aside and fetches a fresh copy", "path", path, "err", err)
	case errors.Is(err, commitlog.ErrHole):
		logger.Error("the cluster log has lost an entry this file needs; waiting for a snapshot from another node that has it, then stopping: the next start fetches that snapshot", "path", path, "err", err)
	case errors.Is(err, commitlog.ErrForged):
		logger.Error("the log of the cluster has an entry that no machine with this arcade's host key has written; it is not applied, and "+
			"nothing is saved here any more: check who can reach the NATS servers, and begin another cluster from one machine's data file", "path", path, "err", err)
	case errors.Is(err, store.ErrStrange):
		logger.Error("the log of the cluster has an entry that is damaged or of another release; it is not applied, and "+
			"nothing is saved here any more: run the same release on all machines, or begin another cluster from one machine's data file", "path", path, "err", err)
	case errors.Is(err, store.ErrNoQuorum):
		logger.Error("the log of the cluster does not answer; players can continue, and their games are saved once it does", "path", path, "err", err)
	case errors.Is(err, store.ErrDamaged), errors.Is(err, store.ErrForeign):
		logger.Error("the data file is damaged: games cannot be opened or saved until it is mended; stop the server, then see with boardwalk salvage "+
			"what can still be read, or restore a backup", "path", path, "err", err)
	default:
		logger.Error("the data file cannot be written; players can continue, and their games are saved once it can be", "path", path, "err", err)
	}
}

// logFull logs that the data file has reached max-data, or that it has room again.
func logFull(logger *slog.Logger, path string, s store.Space) {
	room := []any{"path", path, "bytes", s.Bytes, "free", s.Free, "limit", s.Limit}
	if s.Full {
		logger.Warn("the data file is full, so no account and no game can begin; raise max-data, or stop the server and compact the file", room...)
		return
	}
	logger.Info("the data file has room again", room...)
}

// serveUntilStopped runs a server whose data file this process has open.
// addrGiven says that the host has set addr.
func serveUntilStopped(ctx context.Context, c *config, addrGiven bool, s *server.Server, logger *slog.Logger) error {
	if c.web != "" {
		pages, err := server.Listen(c.web)
		if err != nil {
			return fmt.Errorf("web-addr: %w", err)
		}
		logger.Info("pages", "addr", pages.Addr().String())
		defer inBackground(func(ctx context.Context) { s.ServeWeb(ctx, pages) })()
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	reloads := make(chan os.Signal, 1)
	signal.Notify(reloads, syscall.SIGHUP)
	defer signal.Stop(reloads)
	listeners, err := listen(logger, c.addr, addrGiven)
	if err != nil {
		return err
	}
	host := hostSocket{path: socketOf(c.data), server: s, logger: logger}
	host.ensure()
	defer host.close()
	again := time.NewTicker(socketInterval)
	defer again.Stop()
	ended := make(chan error, len(listeners))
	for _, l := range listeners {
		go func() { ended <- s.Serve(l) }()
	}
	notifyReady(logger, listeners)
	defer watch(s, logger)()
	for ctx.Err() == nil {
		select {
		case err := <-ended:
			return err
		case <-reloads:
			notify(logger, daemon.SdNotifyReloading, daemon.SdNotifyMonotonicUsec()) // notifyReady must follow
			host.ensure()
			_, _ = s.Reload() // it logs the error itself
			notifyReady(logger, listeners)
		case <-again.C:
			host.ensure()
		case <-ctx.Done():
		}
	}
	stop() // a second signal ends the process at once
	wait := time.Duration(0)
	if c.cluster.on() && s.Sessions() > 0 {
		wait = balancerTime
	}
	notify(logger, daemon.SdNotifyStopping, "STATUS=Players finish their moves", // and does not kill the process before
		fmt.Sprintf("EXTEND_TIMEOUT_USEC=%d", (wait+c.Limits.Drain+stopReserve).Microseconds()))
	logger.Info("shutting down; players are notified and their games saved")
	if wait > 0 {
		s.NotReady()
		time.Sleep(wait)
	}
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.Limits.Drain)
	defer cancel()
	return s.Shutdown(limit)
}

// balancerTime is how long a balancer that asks every second needs to notice that a machine of a
// cluster is not ready. So the players who are sent elsewhere do not come back here.
const balancerTime = 2500 * time.Millisecond

// inBackground runs serve until end is called, which returns when serve has.
func inBackground(serve func(context.Context)) (end func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var serving sync.WaitGroup
	serving.Go(func() { serve(ctx) })
	return func() {
		cancel()
		serving.Wait()
	}
}

// serverConfig returns a server's config for a host's settings.
func serverConfig(c *config, db *data.DB, logger *slog.Logger) server.Config {
	s := c.Config
	s.Version, s.Games, s.Weekly, s.Store, s.Logger = version(), catalog.Library(), hint.Weekly, server.Data(db), logger
	s.HostKey, s.NextHostKey, s.Backups = c.besideData(c.HostKey), c.besideData(c.NextHostKey), c.besideData("backups")
	s.Settings, s.New = c.reloaded(), db.Created()
	s.Proxies, _ = networks(c.proxies) // flags accept only valid lists
	s.WebProxies, _ = networks(c.webProxies)
	s.NewAccounts, s.Alone = cmp.Or(c.NewAccounts, -1), !c.company
	s.DailyAge, s.Sprints = time.Duration(c.dailyAge)*24*time.Hour, c.sprints()
	s.Limits.Drain -= min(drainReserve, c.Limits.Drain/2)
	return s
}
