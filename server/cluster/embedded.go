package cluster

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// startServer starts this process's NATS server. This process reaches it without a socket. A
// server without a port for clients would not talk with the others either, so it has one that
// only this machine reaches, and a token that nobody else knows.
func startServer(cfg Config) (*server.Server, error) {
	host, text, _ := net.SplitHostPort(cfg.Listen)
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("port %q of %s is no number", text, cfg.Listen)
	}
	opts := &server.Options{
		ServerName:             cfg.Node,
		Host:                   "127.0.0.1",
		Port:                   server.RANDOM_PORT,
		Authorization:          cfg.token,
		NoSigs:                 true,
		MaxPayload:             maxPayload,
		JetStream:              true,
		JetStreamMaxMemory:     64 << 20,
		DisableJetStreamBanner: true,
		StoreDir:               cfg.Dir,
		SyncAlways:             true, // else it acknowledges what a power cut takes back
		Cluster: server.ClusterOpts{
			Name: cfg.Name, Host: host, Port: int(port), NoAdvertise: true,
			Username: routeUser, Password: cfg.routePassword(), AuthTimeout: 2,
		},
	}
	if port == 0 {
		opts.Cluster.Port = server.RANDOM_PORT
	}
	for _, peer := range cfg.Peers {
		opts.Routes = append(opts.Routes, &url.URL{
			Scheme: "nats-route", Host: peer, User: url.UserPassword(routeUser, opts.Cluster.Password),
		})
	}
	if cfg.Cert != "" {
		if opts.Cluster.TLSConfig, err = mutualTLS(cfg); err != nil {
			return nil, err
		}
	}
	if free, err := net.Listen("tcp", cfg.Listen); err != nil {
		return nil, err // the server would only log that
	} else if err := free.Close(); err != nil {
		return nil, err
	}
	srv, err := server.NewServer(opts)
	if err != nil {
		return nil, err
	}
	srv.SetLoggerV2(&natsLog{log: cfg.Logger, now: cfg.Now, refused: make(map[string]time.Time)}, false, false, false)
	srv.Start()
	if !srv.ReadyForConnections(10 * time.Second) {
		stopServer(srv)
		return nil, fmt.Errorf("the NATS server does not listen on %s", cfg.Listen)
	}
	return srv, nil
}

// connectInside connects with this process's server.
func connectInside(cfg Config, srv *server.Server) (*nats.Conn, error) {
	return nats.Connect("", append(options(cfg), nats.InProcessServer(srv), nats.Token(cfg.token))...)
}

func stopServer(srv *server.Server) {
	srv.Shutdown()
	srv.WaitForShutdown()
}

// certificate reads the certificate of this node.
func (c *Config) certificate() (*tls.Certificate, error) {
	cert, err := tls.LoadX509KeyPair(c.Cert, c.Key)
	if err != nil {
		return nil, fmt.Errorf("certificate of this node: %w", err)
	}
	return &cert, nil
}

// mutualTLS returns how nodes prove to each other who they are. Each connection reads the certificate,
// so another one counts without a restart.
func mutualTLS(cfg Config) (*tls.Config, error) {
	if _, err := cfg.certificate(); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(cfg.CA)
	if err != nil {
		return nil, fmt.Errorf("certificate of the authority: %w", err)
	}
	authorities := x509.NewCertPool()
	if !authorities.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("certificate of the authority: %s has none", cfg.CA)
	}
	return &tls.Config{
		MinVersion:           tls.VersionTLS13,
		GetCertificate:       func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return cfg.certificate() },
		GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return cfg.certificate() },
		RootCAs:              authorities,
		ClientCAs:            authorities,
		ClientAuth:           tls.RequireAndVerifyClientCert,
	}, nil
}

// endsSoon is how long before its end the log warns of a certificate.
const endsSoon = 30 * 24 * time.Hour

// checkCertificate returns why other nodes would not take the certificate of this node, for what this
// node can know of that: its dates, its authority, its purposes and the address it listens on. It
// warns of one that ends soon.
func (c *Config) checkCertificate() error {
	config, err := mutualTLS(*c)
	if err != nil {
		return err
	}
	own, err := c.certificate()
	if err != nil {
		return err
	}
	now, cert := c.Now(), own.Leaf
	bad := func(err error) error { return Refusal{fmt.Errorf("certificate %s: %w", c.Cert, err)} }
	for _, use := range []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth} { // each node is both
		if _, err := cert.Verify(x509.VerifyOptions{Roots: config.RootCAs, CurrentTime: now, KeyUsages: []x509.ExtKeyUsage{use}}); err != nil {
			return bad(err)
		}
	}
	host, _, err := net.SplitHostPort(c.Listen)
	if ip := net.ParseIP(host); err == nil && host != "" && (ip == nil || !ip.IsUnspecified()) {
		if err := cert.VerifyHostname(host); err != nil {
			return bad(err)
		}
	}
	if left := cert.NotAfter.Sub(now); left < endsSoon {
		c.Logger.Warn("the certificate of this node ends soon, and no other node takes it after that: put another in place, which needs no restart",
			"cert", c.Cert, "ends", cert.NotAfter.UTC().Format(time.DateOnly))
	}
	return nil
}

// connect connects with servers outside. It does not wait for them: they may come later.
func connect(cfg Config) (*nats.Conn, error) {
	opts := append(options(cfg), nats.RetryOnFailedConnect(true))
	if cfg.Creds != "" {
		opts = append(opts, nats.UserCredentials(cfg.Creds))
	}
	if cfg.CA != "" {
		opts = append(opts, nats.RootCAs(cfg.CA), nats.Secure())
	}
	if cfg.Cert != "" {
		opts = append(opts, nats.ClientCert(cfg.Cert, cfg.Key))
	}
	return nats.Connect(cfg.URL, opts...)
}

// options returns the options of every connection. What cannot be sent at once is not sent
// later: its caller knows better by then.
func options(cfg Config) []nats.Option {
	return []nats.Option{
		nats.Name(cfg.Node),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond),
		nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond),
		nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				cfg.Logger.Warn("connection with the cluster lost", "error", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { cfg.Logger.Info("connected with the cluster again") }),
		nats.ErrorHandler(func(_ *nats.Conn, sub *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrSlowConsumer) && sub != nil {
				cfg.Logger.Warn("messages of other nodes were dropped", "subject", sub.Subject)
			}
		}),
	}
}

// routeUser is the name with which the servers of the nodes join each other.
const routeUser = "node"

// natsLog writes what the NATS server logs. Its errors are mostly of nodes that are away for a
// while, and its warnings of nothing that a host could do something about. Of routes that are
// refused it logs what that means, once a minute.
type natsLog struct {
	log *slog.Logger
	now func() time.Time

	mu      sync.Mutex
	refused map[string]time.Time // when it last logged of routes that were refused, by what it means
}

// refusals says what it means that a route is refused, by a part of what the NATS server logs.
var refusals = map[string]string{
	"Authorization Violation":                   otherKey,
	server.ErrAuthentication.Error():            otherKey,
	"Remote server has a duplicate name":        sameName,
	server.ErrDuplicateServerName.Error():       sameName,
	"Rejecting connection, cluster name":        otherCluster,
	server.ErrClusterNameRemoteConflict.Error(): otherCluster,
}

const (
	otherKey     = "a node, or a stranger, is refused: it has another host key than this node, or another name of the cluster; copy the key file of one node to all"
	sameName     = "another node has the name of this one and is refused: give each machine its own cluster-node"
	otherCluster = "a node is refused, as its cluster has another name: set the same cluster-name on all machines"
)

func (l *natsLog) write(level slog.Level, format string, v []any) {
	if l.log.Enabled(context.Background(), level) {
		l.log.Log(context.Background(), level, fmt.Sprintf(format, v...), "from", "nats")
	}
}

func (l *natsLog) Noticef(format string, v ...any) { l.write(slog.LevelDebug, format, v) }
func (l *natsLog) Warnf(format string, v ...any)   { l.write(slog.LevelDebug, format, v) }
func (l *natsLog) Fatalf(format string, v ...any)  { l.write(slog.LevelError, format, v) }
func (l *natsLog) Debugf(format string, v ...any)  {}
func (l *natsLog) Tracef(format string, v ...any)  {}

func (l *natsLog) Errorf(format string, v ...any) {
	text, means := fmt.Sprintf(format, v...), ""
	for part, sentence := range refusals {
		if strings.Contains(text, part) {
			means = sentence
		}
	}
	if means == "" {
		l.write(slog.LevelWarn, format, v)
		return
	}
	l.mu.Lock()
	now := l.now()
	last, ok := l.refused[means]
	told := ok && now.Sub(last) < time.Minute
	if !told {
		l.refused[means] = now
	}
	l.mu.Unlock()
	if !told {
		l.log.Warn(means)
	}
}
