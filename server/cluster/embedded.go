package cluster

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// startServer starts this process's NATS server, which keeps copies of the streams or does not. This
// process reaches it without a socket. A server without a port for clients would not talk with the
// others either, so it has one that only this machine reaches, and a token that nobody else knows.
func startServer(cfg Config, keepCopies bool) (*server.Server, error) {
	host, text, _ := net.SplitHostPort(cfg.Listen)
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("port %q of %s is no number", text, cfg.Listen)
	}
	name := cfg.Node
	if !keepCopies {
		name += "-" + rand.Text() // servers of one name do not hear each other
	}
	opts := &server.Options{
		ServerName:             name,
		Host:                   "127.0.0.1",
		Port:                   server.RANDOM_PORT,
		Authorization:          cfg.token,
		NoSigs:                 true,
		MaxPayload:             maxPayload,
		JetStream:              keepCopies,
		JetStreamMaxMemory:     64 << 20,
		DisableJetStreamBanner: true,
		StoreDir:               cfg.Dir,
		SyncAlways:             true, // else it acknowledges what a power cut takes back
		Cluster: server.ClusterOpts{
			Name: cfg.Name, Host: host, Port: int(port), NoAdvertise: true,
			Username: routeUser, Password: hex.EncodeToString(cfg.derive("routes")), AuthTimeout: 2,
			PoolSize: -1, // one connection with each node keeps the order; else a request may overtake what makes its consumer
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
	if opts.Cluster.TLSConfig, err = mutualTLS(cfg); err != nil {
		return nil, err
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
	says := &natsLog{log: cfg.Logger, now: cfg.Now, told: make(map[string]time.Time)}
	says.failed = sync.OnceFunc(func() { go func() { _ = srv.ShutdownJetStream() }() })
	srv.SetLoggerV2(says, false, false, false)
	srv.Start()
	switch fatal := says.fatal.Load(); {
	case fatal != nil && strings.Contains(*fatal, "corrupt"):
		err = refuse("what this node keeps of the cluster is damaged: once two other nodes run, move %s away, and this one gets it all from them: %s", cfg.Dir, *fatal)
	case fatal != nil:
		err = errors.New(*fatal)
	case !srv.ReadyForConnections(10 * time.Second):
		err = fmt.Errorf("the NATS server does not listen on %s", cfg.Listen)
	default:
		return srv, nil
	}
	stopServer(srv)
	return nil, err
}

// startInside starts this process's NATS server, as startServer does, and connects with it.
func startInside(cfg Config, keepCopies bool) (*server.Server, *nats.Conn, error) {
	srv, err := startServer(cfg, keepCopies)
	if err != nil {
		return nil, nil, err
	}
	conn, err := connectInside(cfg, srv)
	if err != nil {
		stopServer(srv)
	}
	return srv, conn, err
}

func connectInside(cfg Config, srv *server.Server) (*nats.Conn, error) {
	return nats.Connect("", append(options(cfg), nats.InProcessServer(srv), nats.Token(cfg.token))...)
}

func stopServer(srv *server.Server) {
	srv.Shutdown()
	srv.WaitForShutdown()
}

func (c *Config) certificate() (*tls.Certificate, error) {
	cert, err := tls.LoadX509KeyPair(c.Cert, c.Key)
	if err != nil {
		return nil, fmt.Errorf("certificate of this node: %w", err)
	}
	return &cert, nil
}

// mutualTLS returns how nodes prove to each other who they are, or nil if they have no certificates. Each
// connection reads the certificate, so another one counts without a restart.
func mutualTLS(cfg Config) (*tls.Config, error) {
	if cfg.Cert == "" {
		return nil, nil
	}
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
	if err != nil || config == nil {
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
	opts := append(options(cfg), nats.RetryOnFailedConnect(true),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { cfg.dial.Store(&err) }))
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
// while, and its warnings of nothing that a host could do something about, but for those of damage.
// Of routes that are refused it logs what that means. Lines that say the same it logs once a minute.
type natsLog struct {
	log   *slog.Logger
	now   func() time.Time
	fatal atomic.Pointer[string] // why the server does not start; nil if it does

	// failed ends JetStream when the disk has failed otherwise than that it is full, after which the
	// server would keep some of its copies no more, and say nothing of that.
	failed func()

	mu   sync.Mutex
	told map[string]time.Time // when it last logged of a kind
}

// damages are parts of the warnings that say that a copy of a stream, or what nodes have agreed on, is
// damaged on this node's disk.
var damages = []string{"orrupt", "hecksum", "Misaligned", "inconsisten", "Resetting", "bad stream state", "Error loading"}

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
	otherKey     = "a node, or a stranger, is refused: it has another host key than this node, or another cluster-name; all machines have the same of both"
	sameName     = "another node has the name of this one and is refused: give each machine its own cluster-node"
	otherCluster = "a node is refused, as its cluster has another name: set the same cluster-name on all machines"
)

func (l *natsLog) write(level slog.Level, format string, v []any) {
	l.log.Log(context.Background(), level, fmt.Sprintf(format, v...), "from", "nats")
}

func (l *natsLog) Noticef(format string, v ...any) { l.write(slog.LevelDebug, format, v) }
func (l *natsLog) Debugf(format string, v ...any)  {}
func (l *natsLog) Tracef(format string, v ...any)  {}

// changing is what differs in errors that say the same again: numbers of connections, ports and attempts.
var changing = regexp.MustCompile(`(rid:|attempt |:)\d+`)

func (l *natsLog) Errorf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	said, about := text, []any{"from", "nats"}
	if strings.Contains(text, "Critical write error") {
		l.failed()
	}
	for part, sentence := range refusals {
		if strings.Contains(text, part) {
			said, about = sentence, []any{"nats", text}
		}
	}
	if l.isDue(changing.ReplaceAllString(said, "")) {
		l.log.Warn(said, about...)
	}
}

func (l *natsLog) Warnf(format string, v ...any) {
	level := slog.LevelDebug
	for _, part := range damages {
		if text := fmt.Sprintf(format, v...); strings.Contains(text, part) && l.isDue(part) {
			level = slog.LevelWarn
		}
	}
	l.write(level, format, v)
}

func (l *natsLog) Fatalf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	l.fatal.Store(&text)
}

// isDue reports whether nothing of a kind was logged within a minute, and notes that it is now.
func (l *natsLog) isDue(kind string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if last, ok := l.told[kind]; ok && now.Sub(last) < time.Minute {
		return false
	}
	l.told[kind] = now
	return true
}
