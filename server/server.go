// Package server is the arcade over SSH: the public key is the account, and a
// session is one Bubble Tea model, run by a runner of our own (runner.go).
//
// What a client says is believed as little as possible. A connection passes a
// gate before it has authenticated ([Limits] HalfOpen and Logins), each of its
// channels passes a door that lets six kinds of requests in and clamps what
// they say, and what it types passes a decoder that lets keys, the mouse and
// pastes through and nothing else. What the server says goes through a writer
// that cuts off who takes nothing. Whose a session is tells the
// key that signed the login and nothing else (identity.go); whether it may begin
// is judged by that, once, in admit (access.go). Those who run the arcade have
// commands that nobody else's command tree has (admin.go).
//
//	srv, err := server.New(server.Config{HostKey: "boardwalk_ed25519", Games: games, Store: server.Data(db)})
//	go srv.ListenAndServe()
//	...
//	srv.Shutdown(ctx) // tells every player, ends the sessions, saves
package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine"
	"boardwalk/tui"
)

// authTries lets someone with many keys in the agent get as far as
// keyboard-interactive; the library's 6 would cut them off.
const authTries = 20

// linger is how long a shutdown waits for clients to hang up by themselves
// once their sessions are over, so that the last words arrive.
const linger = 500 * time.Millisecond

// cutOff is how long it waits for sessions that were cut off to save.
const cutOff = 2 * time.Second

// ErrClosed is what Serve and ListenAndServe return after Shutdown.
var ErrClosed = errors.New("the server was shut down")

// A Server is the arcade on one SSH host key. Its methods may be called from
// any goroutine.
type Server struct {
	config  Config
	ssh     *ssh.Server
	gate    *gate
	meters  *meters
	newApp  func(tui.Env) app
	scratch scratch
	pages   tui.Pages     // rendered rules, which all sessions share
	hostKey string        // fingerprint
	slots   chan struct{} // for heavy work: one core is left to the keys
	run     tui.Run

	lists     atomic.Pointer[lists] // what Reload read last
	reloading sync.Mutex
	newcomers *hourly // accounts that begin
	crowded   *hourly // networks that the log names, as they began all they may
	onePlace  onePlace
	imports   *imports
	finishes  *rates // of rounds, by neighbourhood
	hall      *hall
	company   company
	races     *races
	opened    *hourly // races, by neighbourhood
	sweeping  sync.Once
	serving   atomic.Bool   // a listener that players reach
	closing   chan struct{} // closed when Shutdown begins
}

// New is a server that listens to nothing yet. It makes the host key if there
// is none. The error is a sentence for the host.
func New(config Config) (*Server, error) {
	if config.Store == nil {
		return nil, errors.New("the server has no data")
	}
	s := newServer(config)
	config = s.config
	key, err := loadHostKey(config.HostKey)
	if err != nil {
		return nil, err
	}
	if key, err = hostSigner(key); err != nil {
		return nil, fmt.Errorf("the host key %s: %w", config.HostKey, err)
	}
	s.hostKey = gossh.FingerprintSHA256(key.PublicKey())
	if _, err := s.reload(); err != nil {
		return nil, err
	}
	s.ssh, err = wish.NewServer(
		// Here and not later: where no key is set Wish makes one, in a file of
		// its own choice.
		func(srv *ssh.Server) error { srv.AddHostKey(key); return nil },
		wish.WithVersion("Boardwalk"),
		wish.WithPublicKeyAuth(s.acceptKey),
		wish.WithKeyboardInteractiveAuth(s.acceptGuest),
		ssh.WrapConn(s.accept),
		ssh.EmulatePty(),
		// The last is the outermost: contain must be around all others, or it
		// contains nothing.
		wish.WithMiddleware(s.serveProgram, s.serveCommand, s.admit, s.count, s.contain),
	)
	if err != nil {
		return nil, fmt.Errorf("set up ssh: %w", err)
	}
	s.ssh.BannerHandler = s.bannerOf
	s.ssh.HandshakeTimeout = config.Limits.Handshake
	s.ssh.ServerConfigCallback = s.authConfig
	s.ssh.ChannelHandlers = map[string]ssh.ChannelHandler{"session": s.door}
	s.ssh.RequestHandlers = map[string]ssh.RequestHandler{}
	s.ssh.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
	if err := s.races.resume(); err != nil { // last: from here on they end by themselves
		return nil, err
	}
	config.Logger.Info("access", "access", s.lists.Load().access, "guests", s.guests(), "admins", len(s.lists.Load().admins))
	config.Logger.Info("host key", "path", config.HostKey, "fingerprint", s.hostKey)
	return s, nil
}

// newServer is a server without a host key, which cannot serve.
func newServer(config Config) *Server {
	config = config.withDefaults()
	s := &Server{
		config:    config,
		gate:      newGate(config.Limits),
		meters:    newMeters(),
		newApp:    func(env tui.Env) app { return tui.New(env) },
		slots:     make(chan struct{}, max(runtime.NumCPU()-1, 1)),
		hall:      newHall(config.Limits.Sessions, config.Limits.Cells),
		newcomers: newHourly(config.NewAccounts),
		crowded:   newHourly(1),
		finishes:  newRates(finishesAtOnce, finishesSecond),
		closing:   make(chan struct{}),
	}
	s.run = tui.Run{ID: rand.Text(), Began: config.Now()}
	s.opened, s.races = newHourly(racesHour), newRaces(config.Store, config.Now, config.Logger)
	s.company = company{hall: s.hall, races: s.races, now: config.Now, events: s.eventsOf}
	s.imports = newImports(s.isExempt)
	s.lists.Store(&lists{access: config.Access, guests: config.Guests, trusted: config.Trusted})
	s.meters.watch(s)
	return s
}

// HostKey is the fingerprint of the host key, "SHA256:...".
func (s *Server) HostKey() string { return s.hostKey }

// ListenAndServe serves on the configured address until Shutdown, and then
// returns ErrClosed. Any other error is a sentence for the host.
func (s *Server) ListenAndServe() error {
	l, err := net.Listen("tcp", s.config.Addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("listen on %s: another program has this port already; stop it or choose another address: %w", s.config.Addr, err)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("listen on %s: this port is only for privileged programs; choose one above 1023: %w", s.config.Addr, err)
	case err != nil:
		return fmt.Errorf("listen on %s: %w", s.config.Addr, err)
	}
	return s.Serve(l)
}

// Serve serves on a listener until Shutdown, and then returns ErrClosed. It
// closes the listener.
func (s *Server) Serve(l net.Listener) error {
	if s.isClosing() {
		_ = l.Close()
		return ErrClosed
	}
	s.sweeping.Do(s.sweep)
	if _, ok := l.(*localListener); ok {
		s.config.Logger.Info("local socket", "path", l.Addr().String())
	} else {
		s.config.Logger.Info("listening", "addr", l.Addr().String())
		s.serving.Store(true)
	}
	// Also where Shutdown comes before the library knows of the listener.
	over := make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-s.closing:
			_ = l.Close()
		case <-over:
		}
	}()
	err := s.ssh.Serve(l)
	if s.isClosing() {
		return ErrClosed
	}
	return fmt.Errorf("serve on %s: %w", l.Addr(), err)
}

// Shutdown takes no more sessions, shows every player a notice, ends the
// sessions once Limits.Drain has passed, saves their games and closes all
// connections. Whose client takes nothing ends by Limits.Stall. When ctx ends
// before that, those who are left are cut off; their games are saved too. The error
// says how many sessions did not even end then.
func (s *Server) Shutdown(ctx context.Context) error {
	if s.hall.shutDown() {
		close(s.closing)
		s.races.close()
	}

	// A context that has ended makes the library close its listeners and not
	// wait for anyone.
	over, cancel := context.WithCancel(ctx)
	cancel()
	_ = s.ssh.Shutdown(over)
	s.gate.close()

	saved := make(chan struct{})
	go func() {
		s.hall.ended.Wait()
		close(saved)
	}()
	select {
	case <-saved:
		ctx, cancel := context.WithTimeout(ctx, linger)
		defer cancel()
		_ = s.ssh.Shutdown(ctx)
		return s.ssh.Close()
	case <-ctx.Done():
	}
	err := s.ssh.Close()
	select {
	case <-saved:
		return err
	case <-time.After(cutOff):
		return fmt.Errorf("shut down: %d sessions did not end in time", s.Sessions())
	}
}

// Sessions is the number of sessions that go on.
func (s *Server) Sessions() int { return s.hall.count() }

func (s *Server) isClosing() bool {
	select {
	case <-s.closing:
		return true
	default:
		return false
	}
}

// authConfig is the part of the handshake that the library does not name.
func (s *Server) authConfig(ctx ssh.Context) *gossh.ServerConfig {
	return &gossh.ServerConfig{
		Config:                  algorithms,
		PublicKeyAuthAlgorithms: signatures,
		MaxAuthTries:            authTries,
		PreAuthConnCallback:     func(pre gossh.ServerPreAuthConn) { connOf(ctx).handshake = pre },
		AuthLogCallback: func(_ gossh.ConnMetadata, method string, err error) {
			// It is not called for a key that was merely offered, unless that is refused.
			if err == nil {
				connOf(ctx).authenticated(method)
				return
			}
			connOf(ctx).attempted(method)
			if method == "publickey" && !errors.Is(err, ssh.ErrPermissionDenied) { // acceptKey was not asked
				connOf(ctx).refuseKey(oldSignature)
			}
		},
	}
}

// FreshCode draws a code that no player can foresee.
func FreshCode() engine.Code {
	code, err := engine.NewCode(rand.Reader)
	if err != nil {
		panic(err) // the system has no randomness: nothing can be dealt
	}
	return code
}
