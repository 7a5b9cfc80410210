package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardwalk/data"
	"boardwalk/data/commitlog"
	"boardwalk/data/store"
	"boardwalk/server"
	"boardwalk/server/cluster"
	"boardwalk/server/command"
	"boardwalk/server/command/admin"
	"boardwalk/server/peers"
)

// clusterSettings are the settings of a machine that is one of several.
type clusterSettings struct {
	cluster.Config // as far as the host says it like that; see clusterConfig
	peers          string
}

func (c *clusterSettings) flags(fs *pflag.FlagSet) {
	add(fs, &c.URL, "cluster", "", "urls", anyText, "addresses of NATS servers, with commas between them, over which "+
		"this arcade is one with others, such as tls://nats1:4222; off by default")
	add(fs, &c.Creds, "cluster-creds", "", "file", anyText, "a file with credentials for those servers"+besideDataUsage)
	add(fs, &c.SyncAlways, "cluster-sync-always", false, "bool", yesNo,
		"say that each of those servers has jetstream { sync_interval: always }, which this program cannot see; the "+
			"log warns without it")
	add(fs, &c.Name, "cluster-name", "", "name", clusterName,
		"the name of the cluster; with it and without cluster, the machines of the cluster run NATS themselves")
	add(fs, &c.Node, "cluster-node", "", "name", clusterName, "the name of this machine in the cluster; by default that of the host")
	add(fs, &c.Listen, "cluster-listen", "127.0.0.1:6222", "addr", address, "where this machine listens for the others of the cluster")
	add(fs, &c.peers, "cluster-peers", "", "addrs", addressList, "where the others listen, with commas between them")
	add(fs, &c.Dir, "cluster-dir", "boardwalk_cluster", "dir", path, "where this machine keeps its part of the log"+besideDataUsage)
	add(fs, &c.Cert, "cluster-cert", "", "file", anyText, "the certificate of this machine, which all that leaves the machine needs"+besideDataUsage)
	add(fs, &c.Key, "cluster-key", "", "file", anyText, "the key of the certificate"+besideDataUsage)
	add(fs, &c.CA, "cluster-ca", "", "file", anyText, "the certificate of the authority that has signed those of all machines"+besideDataUsage)
}

// on reports whether the arcade is one of a cluster.
func (c *clusterSettings) on() bool { return c.URL != "" || c.Name != "" }

// check returns which of the settings do not fit together.
func (c *clusterSettings) check(fs *pflag.FlagSet, beside func(string) string) error {
	var errs []error
	refuse := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	isSet := func(name string) bool { f := fs.Lookup(name); return f.Value.String() != f.DefValue }
	files := map[string]string{"cluster-creds": c.Creds, "cluster-cert": c.Cert, "cluster-key": c.Key, "cluster-ca": c.CA}
	if !c.on() {
		for _, name := range settings() {
			if strings.HasPrefix(name, "cluster-") && isSet(name) {
				refuse("%s is set, so cluster-name must name the cluster, or cluster its NATS servers: without one of them this machine is alone", name)
			}
		}
		return errors.Join(errs...)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := store.Readable(beside(files[name])); err != nil && files[name] != "" {
			refuse("%s must name a file that can be read: %w", name, err)
		}
	}
	if (c.Cert == "") != (c.Key == "") {
		refuse("cluster-cert and cluster-key go together: set both, or none")
	}
	if name := c.nodeName(); !cluster.ValidName(name) {
		refuse("set cluster-node: host name %q is not valid (at most 31 lowercase letters, digits and hyphens)", name)
	}
	if c.URL != "" {
		for _, text := range strings.Split(c.URL, ",") {
			u, err := url.Parse(strings.TrimSpace(text))
			if err == nil {
				_, err = address(":" + cmp.Or(u.Port(), "4222"))
			}
			switch {
			case err != nil:
				refuse("cluster has an address that is not the URL of a NATS server") // it may have a password
			case u.Scheme != "tls" && c.CA == "" && !isLoopback(net.JoinHostPort(u.Hostname(), u.Port())):
				refuse("cluster has %s, which is not on this machine, so it must begin with tls://, or cluster-ca name an authority", u.Redacted())
			}
		}
		for _, name := range []string{"cluster-listen", "cluster-peers", "cluster-dir"} {
			if isSet(name) {
				refuse("%s is for machines that run NATS themselves, so it does not go with cluster, which names NATS servers", name)
			}
		}
		return errors.Join(errs...)
	}
	for name, set := range map[string]bool{"cluster-creds": c.Creds != "", "cluster-sync-always": c.SyncAlways} {
		if set {
			refuse("%s is for NATS servers outside, so cluster must name them", name)
		}
	}
	if c.peers == "" {
		refuse("cluster-name is set, so cluster-peers must say where the other machines listen, or cluster name the NATS servers")
	}
	if c.Cert != "" && c.Key != "" && c.CA != "" {
		return errors.Join(errs...)
	}
	if c.Cert+c.Key+c.CA != "" {
		refuse("cluster-cert, cluster-key and cluster-ca go together: set all three, or none if all machines of the cluster are this one")
	}
	for _, addr := range append([]string{c.Listen}, wordsIn(c.peers)...) {
		if !isLoopback(addr) {
			refuse("the cluster uses %q, which others can reach, so cluster-cert, cluster-key and cluster-ca must name a certificate, its key and its authority", addr)
			break
		}
	}
	return errors.Join(errs...)
}

// clusterName parses the name of a cluster or of one of its machines.
func clusterName(text string) (string, error) {
	if text = strings.TrimSpace(text); text != "" && !cluster.ValidName(text) {
		return "", errors.New("it takes at most 31 lowercase letters, digits and hyphens, or nothing")
	}
	return text, nil
}

func anyText(text string) (string, error) { return strings.TrimSpace(text), nil }

// addressList parses addresses with commas or spaces between them.
func addressList(text string) (string, error) {
	words := wordsIn(text)
	for _, word := range words {
		if _, err := address(word); err != nil {
			return "", errors.New("it takes addresses and ports with commas between them, such as 10.0.0.2:6222, 10.0.0.3:6222")
		}
	}
	return strings.Join(words, ", "), nil
}

var notInNodeNames = regexp.MustCompile(`[^a-z0-9-]+`)

// nodeName returns the name of this machine in the cluster.
func (c *clusterSettings) nodeName() string {
	if c.Node != "" {
		return c.Node
	}
	host, _ := os.Hostname() // without one, the cluster refuses the name
	return strings.Trim(notInNodeNames.ReplaceAllString(strings.ToLower(host), "-"), "-")
}

func (c *config) clusterConfig(logger *slog.Logger) cluster.Config {
	s, beside := c.cluster.Config, c.besideData
	s.Name, s.Node, s.Peers = cmp.Or(s.Name, "boardwalk"), c.cluster.nodeName(), wordsIn(c.cluster.peers)
	s.Creds, s.Dir, s.Cert, s.Key, s.CA = beside(s.Creds), beside(s.Dir), beside(s.Cert), beside(s.Key), beside(s.CA)
	s.Look, s.Begin, s.Logger, s.Now = lookAt, c.beginCluster, logger, time.Now
	return s
}

// lookAt implements Look of [cluster.Config].
func lookAt(path string) (cluster.File, error) {
	switch p, err := store.ReadPosition(path, data.Schema); {
	case errors.Is(err, fs.ErrNotExist):
		return cluster.File{Missing: true}, nil
	case errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrForeign):
		return cluster.File{Damaged: err}, nil
	default:
		return cluster.File{Position: p}, err
	}
}

// beginCluster implements Begin of [cluster.Config]. The machine that begins the cluster does so with its
// own files of admins, keys and settings.
func (c *config) beginCluster(from, to, name string) error {
	err := c.checkNewData()
	if err == nil && isThere(from) {
		_, err = store.Restore(from, to, data.Schema)
	}
	if err != nil {
		return err
	}
	common, err := commonFilesOf(c, nil, nil).texts()
	if err != nil {
		return err
	}
	return store.Adopt(to, data.Schema, name, common)
}

// A node is this machine as one of a cluster. A nil one is a machine alone.
type node struct {
	*cluster.Cluster
	id     string // of the cluster, in data files
	name   string
	logger *slog.Logger
	common *commonFiles
	told   chan struct{} // receives after another machine has changed a common text
}

// joinCluster joins the cluster of a host's settings, and has the data file be one of it. It
// returns nil if there is no cluster. It waits for enough machines until it is told to stop, which
// is errStopped. It calls fail if the data file turns out to be another than those of the others, or if
// the machine must be started again to go on.
func joinCluster(ctx context.Context, c *config, starting func(does string), fail context.CancelCauseFunc, logger *slog.Logger) (_ *node, err error) {
	if !c.cluster.on() {
		return nil, nil
	}
	hostKey, secret, err := server.ClusterKey(c.besideData(c.HostKey))
	if err != nil {
		return nil, badSettings{err}
	}
	n := &node{name: c.cluster.nodeName(), logger: logger, told: make(chan struct{}, 1)}
	config := c.clusterConfig(logger)
	config.Secret = secret
	config.Waiting = func(what string) { starting("waits for " + what) }
	config.Restart = func(why error) {
		if errors.Is(why, cluster.ErrDiffer) {
			aside := c.data + ".differs-" + time.Now().UTC().Format("20060102-150405")
			logger.Error("the data file differs from those of the other nodes and was renamed; stopping: the next start fetches a fresh copy", "name", aside, "err", why)
			why = errors.Join(why, os.Rename(c.data, aside))
		}
		fail(why)
	}
	err = untilStopped(ctx, func(ctx context.Context) error {
		if n.Cluster, err = cluster.Join(ctx, config); err != nil {
			return err
		}
		if n.id, err = n.Prepare(ctx, c.data, hostKey, data.Schema.Version()); err != nil {
			n.Close()
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	logger.Info("joined the cluster", "cluster", config.Name, "node", n.name, "number", n.Number())
	return n, nil
}

// options returns the options with which the data file is one of the cluster.
func (n *node) options() []data.Option {
	if n == nil {
		return nil
	}
	digested := func(d commitlog.Digest, err error) {
		if err != nil {
			n.logger.Error("the data file cannot be compared with those of the other machines", "err", err)
		}
		n.Digested(d)
	}
	return []data.Option{func(o *data.Options) {
		o.Log, o.Cluster, o.OnDigest = n.Log(), n.id, digested
		o.OnCommon = func() {
			select {
			case n.told <- struct{}{}:
			default:
			}
		}
	}}
}

// catchUpTime is how long a machine that starts waits for what the others have written
// meanwhile, before it says what it waits for.
const catchUpTime = 10 * time.Second

// catchUp waits until the data file has what the log has, or until it is told to stop, which is
// errStopped.
func (n *node) catchUp(ctx context.Context, db *data.DB) error {
	if n == nil {
		return nil
	}
	return untilStopped(ctx, func(ctx context.Context) error {
		for {
			limit, cancel := context.WithTimeout(ctx, catchUpTime)
			err := db.Barrier(limit)
			cancel()
			switch bad := db.Ping(); {
			case err == nil:
				return nil
			case needsAnotherFile(bad), errors.Is(bad, commitlog.ErrHole), errors.Is(bad, commitlog.ErrForged), errors.Is(bad, store.ErrStrange):
				return bad
			case ctx.Err() != nil:
				return ctx.Err()
			}
			n.logger.Info("catching up with the log", "entry", db.Applied(), "err", err)
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
		}
	})
}

// configure makes a server one of the cluster's, with the files that all have in common.
func (n *node) configure(config *server.Config, c *config, db *data.DB, logger *slog.Logger) error {
	if n == nil {
		return nil
	}
	n.common = commonFilesOf(c, db, logger)
	if _, err := n.common.write(); err != nil {
		return err
	}
	config.Cluster = &peers.Cluster{Bus: n.Bus(), Node: n.name, Number: n.Number(), Barrier: db.Barrier}
	config.Cluster.Reach = func() error { return cmp.Or(n.Reach(), n.Differ()) }
	config.Leads = n.Leads
	config.ClusterStatus = n.Status
	return nil
}

// publishing has the files that all machines have in common set for all, once the settings
// that were read again are found to be good.
func (n *node) publishing(s server.Reread, err error) (server.Reread, error) {
	if n == nil || err != nil {
		return s, err
	}
	apply := s.Apply
	s.Apply = func() error {
		err := n.common.publish()
		if err == nil && apply != nil {
			err = apply()
		}
		return err
	}
	return s, nil
}

// run does what a machine of a cluster does beside serving, until ctx ends.
func (n *node) run(ctx context.Context, c *config, s *server.Server, db *data.DB) {
	n.Tell(func() cluster.Node {
		return cluster.Node{Version: version(), Applied: db.Applied(), Sessions: s.Sessions()}
	})
	_, _ = s.Reload() // it logs the error itself; what all have may be newer than what this machine began with
	defer inBackground(func(context.Context) {
		n.KeepSnapshots(ctx, c.data+".snapshot", func(path string) error {
			_, err := db.Backup(ctx, path)
			return err
		})
	})()
	for {
		select {
		case <-ctx.Done():
			return
		case <-n.told:
			if changed, err := n.common.write(); err != nil {
				n.common.logger.Error("could not write a file that another node has changed", "err", err)
			} else if changed {
				_, _ = s.Reload() // it logs the error itself
			}
		}
	}
}

func clusterCommand() *cobra.Command {
	status := adminCommand()
	status.Use, status.Short, status.Args = "status", "The machines of the arcade, and the log that keeps their data the same", cobra.NoArgs
	status.Long = "The machines of the arcade, and the log that keeps their data the same. It asks the server " +
		"that\nhas the data file open. Admins can ask from anywhere: ssh HOST admin cluster."
	asJSON := status.Flags().Bool("json", false, "print one JSON document")
	verify := status.Flags().Bool("verify", false, admin.VerifyUsage)
	run := status.RunE
	status.RunE = func(cmd *cobra.Command, _ []string) error {
		args := []string{"cluster"}
		if *asJSON {
			args = append(args, "--json")
		}
		if *verify {
			args = append(args, "--verify")
		}
		return run(cmd, args)
	}
	begin := command.Row("begin", "Let another cluster begin with this data file", cobra.NoArgs, nil)
	begin.Long = `Let another cluster begin with this data file, after the logs of all machines were lost or are to be
forgotten. Choose the newest file, stop all machines, and remove the directory boardwalk_cluster on
each, and boardwalk.db on the others: what it has and this file has not is lost.`
	path := dataFlag(begin)
	begin.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := exists(*path); err != nil {
			return err
		}
		out := cmd.OutOrStdout()
		err := store.Detach(*path, data.Schema, store.Options{Migrated: func(from, to int, kept string) {
			fmt.Fprintf(out, "Migrated the file from version %d to %d; %s is the file as it was.\n", from, to, kept)
		}})
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s is of no cluster now. The next cluster that starts with it begins from it.\n", *path)
		return nil
	}
	help := func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	return command.Row("cluster", "An arcade on several machines", cobra.NoArgs, help, status, begin)
}
