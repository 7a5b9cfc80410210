// Package server serves the arcade over SSH. A player's public key is the account, and a
// session is one app, which package program runs.
//
// The server trusts a client as little as it can. This is the way of a connection:
//
//  1. Package gate admits it, or turns it away. Until it has logged in, it is one of a
//     limited number ([Limits] Unauthenticated and Logins).
//  2. An auth (auth.go) decides whether its client may log in. A session belongs to the
//     key that signed the login, and to nothing else the client claims.
//  3. Each of its channels (channel.go) passes a filter that lets six kinds of requests
//     through and clamps their values.
//  4. The handler of sessions (admit.go) enters the session in package hub, opens the account
//     of its player and decides, once, whether it may begin.
//  5. A command runs in package command (command.go). Admins have commands that are not in
//     anyone else's command tree.
//  6. A session without a command plays. Its playerSession (session.go) runs the screens of
//     package tui, or its words, in package program: only keys, the mouse and pastes come
//     in, and a client that stops reading is cut off.
//
// Commands and screens get the arcade from the session's user (package port), as that player may
// use it.
//
// Several servers, on machines of their own, are one arcade if their stores have the same rows:
// [Config].Cluster connects them, and nodes.go and package peers say how.
//
//	srv, err := server.New(server.Config{
//		HostKey: "boardwalk_ed25519", Games: games, Store: server.Data(db),
//	})
//	go srv.Serve(listener)
//	...
//	srv.Shutdown(ctx) // notifies every player, ends the sessions, saves
package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/search"
	"boardwalk/server/backup"
	"boardwalk/server/command"
	"boardwalk/server/command/admin"
	"boardwalk/server/cost"
	"boardwalk/server/deal"
	"boardwalk/server/gate"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
	"boardwalk/server/machine"
	"boardwalk/server/port"
	"boardwalk/server/program"
	"boardwalk/server/race"
	"boardwalk/server/socket"
	"boardwalk/server/trail"
	"boardwalk/tui"
	"boardwalk/tui/play"
	"boardwalk/tui/session"
)

// authTries is the number of login attempts per connection. A client whose agent holds
// many keys still reaches keyboard-interactive; the library's default of 6 would cut it
// off.
const authTries = 20

// handshakeCost is what an address is charged for a login, as the library does that work.
const handshakeCost = 2 * time.Millisecond

// hangUpWait is how long Shutdown waits, once the sessions are over, for clients to hang
// up by themselves, so that they receive the last output.
const hangUpWait = 500 * time.Millisecond

// saveWait is how long Shutdown waits for sessions that were cut off to save.
const saveWait = 2 * time.Second

// ErrClosed is returned by Serve after Shutdown.
var ErrClosed = errors.New("the server was shut down")

// A Server serves the arcade under one SSH host key. Its methods may be called from any
// goroutine.
type Server struct {
	config  Config
	ssh     *ssh.Server
	gate    *gate.Gate
	metrics *metrics
	newApp  func(*tui.Env) program.App
	grids   program.GridPool
	pages   tui.Pages // rendered rules, shared by all sessions
	keys    hostKeys

	auth     *auth
	away     turnedAway
	trail    *trail.Trail
	typed    *limit.Rate // keys of all sessions of an address
	strays   *limit.Rate // bytes that belong to no session's input, of addresses and of exempt connections
	imports  *command.Imports
	hub      *hub.Hub
	arcade   *port.Arcade
	backups  *backup.Folder
	endings  program.Endings // in which Shutdown writes before closing is closed
	clock    startClock
	sweeping sync.Once
	serving  atomic.Bool // a listener that players can reach is open
	leaving  atomic.Bool // it closes soon
	damaged  atomic.Bool // no account has been opened since the damage of a page kept one from it
	single   singleAddress
	starting sync.RWMutex // held for reading by calls of Serve of which the library does not know yet
	stopCopy context.CancelCauseFunc
	closing  chan struct{} // closed when Shutdown begins
	leave    func()        // tells the other nodes of a cluster that this one ends
}

// New returns a server that does not listen yet. It creates the host key if the file does
// not exist. The error is a sentence for the host.
func New(config Config) (*Server, error) {
	if config.Store == nil {
		return nil, errors.New("the server has no data")
	}
	if _, err := PublicCommand(config.Public); err != nil {
		return nil, fmt.Errorf("the public address is %q: %w", config.Public, err)
	}
	var err error
	if config.newest, err = config.Store.Latest(); err != nil {
		return nil, err
	}
	s := newServer(config)
	config = s.config
	if s.keys, err = loadHostKeys(config); err != nil {
		return nil, err
	}
	if _, err := s.auth.reload(); err != nil {
		return nil, err
	}
	s.ssh, err = wish.NewServer(
		// The keys are added here because Wish, finding none, creates one in a file of its
		// own choice.
		func(srv *ssh.Server) error {
			srv.AddHostKey(s.keys.key)
			if s.keys.cert != nil {
				srv.AddHostKey(s.keys.cert)
			}
			return nil
		},
		wish.WithVersion("Boardwalk"),
		wish.WithPublicKeyAuth(s.auth.acceptKey),
		wish.WithKeyboardInteractiveAuth(s.auth.acceptGuest),
		ssh.WrapConn(s.accept),
		ssh.EmulatePty(),
		wish.WithMiddleware(func(ssh.Handler) ssh.Handler { return s.serve }),
	)
	if err != nil {
		return nil, fmt.Errorf("set up ssh: %w", err)
	}
	s.ssh.BannerHandler = s.auth.checkNetwork
	s.ssh.ConnectionFailedCallback = s.loginFailed
	s.ssh.HandshakeTimeout = config.Limits.Handshake
	s.ssh.ServerConfigCallback = s.authConfig
	s.ssh.ChannelHandlers = map[string]ssh.ChannelHandler{"session": s.handleChannel}
	s.ssh.RequestHandlers = map[string]ssh.RequestHandler{proveRequest: s.keys.prove}
	s.ssh.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
	if err := s.arcade.Races.Reload(); err != nil { // last, because races end by themselves from here on
		return nil, fmt.Errorf("take up the races that go on: %w", err)
	}
	s.leave = s.beat()
	config.Logger.Info("access", "access", s.auth.lists.Load().Access, "guests", s.auth.guests(), "admins", len(s.auth.lists.Load().admins))
	return s, nil
}

// newServer returns a server without a host key, which cannot serve yet.
func newServer(config Config) *Server {
	config = config.withDefaults()
	node := ""
	if config.Cluster != nil {
		node = config.Cluster.Node
	}
	kept := trail.New(config.Store.AddLines, node)
	config.Logger = kept.Logger(config.Logger)
	s := &Server{
		config:  config,
		trail:   kept,
		auth:    &auth{config: config},
		away:    turnedAway{log: config.Logger},
		metrics: newMetrics(config.Games.House),
		newApp:  func(env *tui.Env) program.App { return tui.New(env) },
		endings: programEndings,
		clock:   startClock{began: config.Now(), newest: config.newest},
		closing: make(chan struct{}),
		strays:  limit.NewRate(strayAtOnce, straySecond),
		typed:   limit.NewRate(keysAtOnce, keysSecond),
		leave:   func() {},
	}
	s.auth.lists.Store(&keyLists{Settings: config.Settings}) // no key is known before reload
	s.gate = gate.New(gate.Config{
		Limits: config.Limits.Limits, Proxies: config.Proxies, Trusted: s.auth.isTrusted,
		TurnedAway: func(from netip.Prefix, why gate.Reason) { s.turnAway(from, why) }, Now: config.Now, Logger: config.Logger,
	})
	if config.Cluster != nil {
		config.Cluster.Recovered = func(v any) { logPanic(config.Logger, "panic in what another node has told", v, debug.Stack()) }
	}
	s.hub = hub.New(hub.Config{
		Sessions: config.Limits.Sessions, Cells: config.Limits.Cells, Now: config.Now,
		Watched: func(e arcade.Event) bool { return s.arcade.Races.Watched(e) },
		Sealed: func(e arcade.Event) bool {
			_, challenge := e.Challenge() // whose deal is secret to some
			return challenge || s.arcade.Sealed(e)
		},
		Alone: config.Alone, Cluster: config.Cluster, Changed: func() { s.endUnwelcome() },
		Regards: func(player, other arcade.PlayerID) (follows, ignores bool) { // neither, if it cannot be read
			follows, ignores, err := config.Store.Regards(player, other)
			if err != nil {
				config.Logger.Error("reading whom a player follows failed", "err", err)
			}
			return follows, ignores
		},
		Recovered: func(v any) { logPanic(config.Logger, "panic in the news of who plays", v, debug.Stack()) },
	})
	places := func() chan struct{} { return make(chan struct{}, max(runtime.NumCPU()-1, 1)) }
	deals := deal.Config{Searches: search.Places{Turns: places(), Limit: places()}, Code: FreshCode, Sessions: s.Sessions, Log: config.Logger}
	s.arcade = port.New(port.Config{
		Policy: config.Policy, Store: config.Store, Games: config.Games, Now: config.Now, Deal: config.Deal, Log: config.Logger,
		Past: func() time.Time { return s.clock.surely(config.Now()) },
		Run:  play.Run{ID: rand.Text(), Began: config.Now()},
		Hub:  s.hub, Races: race.New(race.Config{
			Store: config.Store, Now: config.Now, Log: config.Logger, Cluster: config.Cluster,
			Recovered: func(v any) { logPanic(config.Logger, "panic in a race", v, debug.Stack()) },
		}),
		Week:  deal.NewWeek(deals, config.Games.Families, config.Weekly, config.Now),
		Deals: deal.NewPool(deals), Mine: deal.NewMine(deals), Dailies: deal.NewDailies(deals, config.Store, config.Games.House, config.Now),
		Costs: cost.NewLedger(s.auth.isExempt, config.Now, places()), Searches: deals.Searches, Cluster: config.Cluster,
		About: func() arcade.About { return s.auth.lists.Load().About }, Exempt: s.auth.isExempt,
		Joined: func(session *hub.Session) {
			if sentence, why, err := s.auth.check(session); err == nil && why == byBan {
				session.End(s.auth.asking(sentence))
			}
		},
		WrongCode: func(from netip.Addr) { s.turnAway(limit.Source(from), byCode) },
		Finished:  s.metrics.countFinished, Saved: s.metrics.countSave,
	})
	s.arcade.Machines = machine.New(machine.Config{
		Ports: s.arcade.Level, AnswerDuels: config.Store.AnswerDuels, Exempt: s.auth.isExempt, Sleep: machine.Sleep, Log: config.Logger,
		Recovered: func(log *slog.Logger, v any) {
			logPanic(log, "panic in one of the arcade's players", v, debug.Stack())
		},
	})
	s.imports = command.NewImports(s.auth.isExempt)
	s.backups = &backup.Folder{
		Path: config.Backups, Every: config.BackupEvery, Keep: config.BackupKeep,
		Now: config.Now, Log: config.Logger, Failed: s.metrics.backupFailures.Inc, Copy: config.Store.Backup,
	}
	s.backups.Life, s.stopCopy = context.WithCancelCause(context.Background())
	s.metrics.registerGauges(s)
	return s
}

// Alone returns the ports for a single local player, without a server. close ends what goes on in the
// background.
func Alone(config Config) (ports session.Ports, close func(), err error) {
	s := newServer(config)
	identity := hub.Identity{Credential: arcade.Local, Login: local, Name: local}
	sess := hub.NewSession(identity, hub.Screen, "", nil, s.config.Now())
	u, err := s.arcade.Open(context.Background(), sess, func() *slog.Logger { return config.Logger })
	if err != nil {
		return ports, nil, err
	}
	account, err := u.Account()
	all := u.Ports()
	return session.Ports{
		Games: all.Games, Store: u, Player: account.Called(), Now: all.Now, Deal: all.Deal,
		Accounts: all.Accounts, Events: all.Events, Workshop: all.Workshop, Analyses: u, Deals: all.Deals,
		Report: s.report(u),
	}, s.arcade.Close, err
}

// These are how long after its start a server looks for deals for the dailies and to practise, and chooses the variation
// of the week, unless somebody asks before: its players log in first. The choice of a week takes up to a minute of
// a core and is not stored, so a server that is started again and again should not make it each time.
const (
	dealsDelay = time.Minute
	weekDelay  = 10 * time.Minute
)

// turnAway counts a connection or session that is turned away, after it has shown keys.
func (s *Server) turnAway(from netip.Prefix, why gate.Reason, keys ...string) {
	s.away.note(from, why, keys...)
	s.metrics.turnedAway.WithLabelValues(string(why)).Inc()
	if why == gate.ByPenalty || why == gate.ByRate {
		s.metrics.logins.WithLabelValues("turned_away").Inc()
	}
}

// HostKey returns the fingerprint of the host key, "SHA256:...".
func (s *Server) HostKey() string { return gossh.FingerprintSHA256(s.keys.key.PublicKey()) }

// Listen opens a port for Serve. The error is a sentence for the host.
func Listen(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("listen on %s: another program has this port already; stop it or choose another address: %w", addr, err)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("listen on %s: this port is only for privileged programs; choose one above 1023: %w", addr, err)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return nil, fmt.Errorf("listen on %s: this machine does not have that address: %w", addr, err)
	case err != nil:
		return nil, fmt.Errorf("listen on %s: %w", addr, err)
	}
	return l, nil
}

// Serve serves on l until Shutdown and then returns ErrClosed. It closes l. Any other error
// is a sentence for the host. A server may serve several listeners at once.
func (s *Server) Serve(l net.Listener) error {
	if isClosed(s.closing) {
		_ = l.Close()
		return ErrClosed
	}
	s.sweeping.Do(func() {
		s.sweep()
		time.AfterFunc(weekDelay, s.arcade.Week.Every)
		time.AfterFunc(dealsDelay, s.arcade.Dailies.Every)
		time.AfterFunc(dealsDelay, func() { s.arcade.Deals.Stock(s.config.Games.House) })
		s.backups.Schedule()
	})
	if _, ok := l.(*socket.Listener); ok {
		s.config.Logger.Info("local socket", "path", l.Addr().String())
	} else {
		s.serving.Store(true) // before whoever reads the log asks
		s.config.Logger.Info("listening", "addr", l.Addr().String())
	}
	s.starting.RLock()
	started := sync.OnceFunc(s.starting.RUnlock)
	defer started()
	if isClosed(s.closing) {
		_ = l.Close()
		return ErrClosed
	}
	err := s.ssh.Serve(&firstAccept{l, started})
	if isClosed(s.closing) {
		return ErrClosed
	}
	return fmt.Errorf("serve on %s: %w", l.Addr(), err)
}

// Shutdown accepts no more sessions, ends those that run, saves their games and closes all
// connections. A session with a screen shows a notice and ends after Limits.Drain. A
// session in words ends at once, with the notice as its last words. A command runs to its
// end, within Limits.Command unless it is an admin's that has no time limit. A session
// whose client has stopped reading ends within Limits.WriteTimeout. If ctx ends first,
// Shutdown cuts off the remaining sessions; their games are saved too. The error says how
// many sessions did not end even then.
func (s *Server) Shutdown(ctx context.Context) error {
	defer s.leave()
	if s.hub.Close() {
		if s.hub.HasOthers() {
			s.endings.Closing = closingHere
		}
		close(s.closing)
		s.arcade.Close()
		s.backups.Close()
		s.stopCopy(arcade.Refuse("the server was stopped, which ended the backup"))
	}

	// Given a context that has already ended, the library closes its listeners and does
	// not wait for connections.
	over, cancel := context.WithCancel(ctx)
	cancel()
	s.starting.Lock() // the library must not be shut down while it is about to learn of a listener
	_ = s.ssh.Shutdown(over)
	s.starting.Unlock()
	s.gate.Close()

	saved := make(chan struct{})
	go func() {
		s.hub.Wait()
		s.backups.Wait()
		close(saved)
	}()
	select {
	case <-saved:
		s.trail.Flush()
		ctx, cancel := context.WithTimeout(ctx, hangUpWait)
		defer cancel()
		_ = s.ssh.Shutdown(ctx)
		return s.ssh.Close()
	case <-ctx.Done():
	}
	err := s.ssh.Close()
	select {
	case <-saved:
		return err
	case <-time.After(saveWait):
		return fmt.Errorf("shut down: %s did not end in time", engine.Plural(s.Sessions(), "session"))
	}
}

// Reload reads the settings that may change again, by Config.Reread, and the key files,
// and logs the outcome. If a setting or a line of a file is bad, nothing changes and the
// error names each of them. The sessions of players who may no longer come in end.
func (s *Server) Reload() (admin.Reloaded, error) {
	r, err := s.auth.reload()
	if err != nil {
		s.config.Logger.Error("reloading settings and keys failed; keeping the previous ones", "err", err)
		return r, err
	}
	s.config.Logger.Info("keys read again", "access", r.Access, "admins", r.Admins, "allowed", r.Allowed,
		"changed", strings.Join(r.Changed, ", "), "restart", strings.Join(r.Restart, ", "))
	for _, session := range s.hub.Sessions() {
		session.Change(func(st *hub.State) { st.ID.Admin = s.auth.isAdmin(st.ID.Credential) })
	}
	r.Ended = s.endUnwelcome()
	return r, nil
}

// endUnwelcome ends the sessions of players who are banned by now, or may not be here for
// another reason. It returns how many it ended, without commands.
func (s *Server) endUnwelcome() (n int) {
	for _, session := range s.hub.Sessions() {
		sentence, _, err := s.auth.check(session)
		if err == nil && sentence != "" && session.End(s.auth.asking(sentence+" All is saved.")) && session.IsInteractive() {
			n++
		}
	}
	return n
}

// Probe returns at once, or never if one of the locks is in a deadlock that all players
// need.
func (s *Server) Probe() {
	s.Sessions()
	s.gate.Waiting()
}

// Sessions returns the number of running sessions.
func (s *Server) Sessions() int { return s.hub.Count() }

// isClosed reports whether a channel is closed. Nothing may ever be sent on it.
func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// sweepEvery is the time from one sweep to the next. They come at full hours (UTC), as the end of a sprint
// and that of the grace period of yesterday's dailies do.
const sweepEvery = time.Hour

// sweepIn returns how long to wait for the next sweep.
func sweepIn(now time.Time) time.Duration { return now.Truncate(sweepEvery).Add(sweepEvery).Sub(now) }

// sweep deletes what nobody can come back to and ends dailies that are over, unless the clock is doubted, and
// repeats itself until the server closes.
func (s *Server) sweep() {
	if isClosed(s.closing) {
		return
	}
	now := s.config.Now()
	var dailies, guests int
	var err error
	switch {
	case s.clock.doubts(now):
		s.config.Logger.Warn("the clock is far from the newest game, so nothing old is deleted, and no daily since that game ends: if it is wrong, "+
			"set it and start the server again; if it is right, all goes on half a day after the start",
			"clock", now.UTC().Format(time.RFC3339), "newest", s.clock.newest.UTC().Format(time.RFC3339))
	case s.config.Leads():
		var sweepErr error
		dailies, err = s.config.Store.EndDailies(now)
		guests, sweepErr = s.config.Store.Sweep(now)
		err = errors.Join(err, sweepErr, s.arcade.Machines.Answer(now))
	}
	if dailies > 0 {
		s.arcade.Hub.Swept()
	}
	if err == nil {
		err = s.arcade.Races.Reload()
	}
	switch {
	case err != nil:
		s.config.Logger.Error("sweep", "err", err)
	case guests > 0 || dailies > 0:
		s.config.Logger.Info("swept", "guests", guests, "dailies", dailies)
	}
	time.AfterFunc(sweepIn(now), s.sweep)
}

// accept admits a new connection. It returns nil if the connection is turned away.
func (s *Server) accept(ctx ssh.Context, nc net.Conn) net.Conn {
	if tcp, ok := nc.(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(sendBuffer)
	}
	_, local := nc.(socket.Conn)
	entered, why := s.gate.Enter(nc, local)
	if why != "" {
		return nil
	}
	guest := newGuest()
	c := &conn{
		Conn:   entered,
		server: s,
		guest:  guest,
		stray:  guest,
		local:  local,
		open:   make(chan struct{}, channelsMax),

		refusals:  limit.NewBucket(refusedMax, refusedRate, time.Now()),
		exchanges: limit.NewBucket(exchangesAtOnce, exchangesSecond, time.Now()),
	}
	if !local {
		s.arcade.Costs.Charge(limit.Addr(entered.RemoteAddr()), handshakeCost)
	}
	if entered.Crowded() {
		c.refusal = tooMany
	}
	ctx.SetValue(connKey{}, c)
	return c
}

// A firstAccept is a listener that says when it is first used: its user knows of it then.
type firstAccept struct {
	net.Listener
	used func()
}

// Accept implements net.Listener.
func (l *firstAccept) Accept() (net.Conn, error) {
	l.used()
	return l.Listener.Accept()
}

// authConfig returns the part of the handshake's configuration that the library has no
// options for.
func (s *Server) authConfig(ctx ssh.Context) *gossh.ServerConfig {
	config := algorithms
	config.Rand = cookies{connOf(ctx)}
	return &gossh.ServerConfig{
		Config:                  config,
		PublicKeyAuthAlgorithms: signatures,
		MaxAuthTries:            authTries,
		PreAuthConnCallback:     func(pre gossh.ServerPreAuthConn) { connOf(ctx).handshake = pre },
		AuthLogCallback: func(_ gossh.ConnMetadata, method string, err error) {
			// A key that is merely offered is logged only when it is refused.
			if err == nil {
				connOf(ctx).authenticated(method)
				return
			}
			if method == "publickey" && !errors.Is(err, ssh.ErrPermissionDenied) { // acceptKey was not asked
				connOf(ctx).refuseKey(oldSignature)
			}
			connOf(ctx).attempted(method)
		},
	}
}

// handleChannel handles new session channels. All other kinds of channels (forwarded
// ports, agents, X11) are refused because they have no handler.
func (s *Server) handleChannel(srv *ssh.Server, sc *gossh.ServerConn, nc gossh.NewChannel, connCtx ssh.Context) {
	c := connOf(connCtx)
	if !c.acquireChannel() {
		_ = nc.Reject(gossh.ResourceShortage, s.auth.asking("too many sessions of this connection, or of its address"))
		return
	}
	defer func() {
		c.Release()
		<-c.open
	}()
	s.keys.announce(c, sc)
	ctx, cancel := context.WithCancel(connCtx)
	defer cancel()
	ch := &channel{
		Context:  connCtx,
		ctx:      ctx,
		conn:     c,
		resized:  make(chan program.Size, 1),
		requests: limit.NewBucket(requestsAtOnce, requestsSecond, time.Now()),
		values:   make(map[any]any),
	}
	// It returns when the channel has ended, not when the session has.
	ssh.DefaultSessionHandler(srv, sc, &newChannel{nc, ch}, ch)
}

// FreshCode returns a random code that no player can predict. It panics if the system has
// no randomness.
func FreshCode() engine.Code {
	code, err := engine.NewCode(rand.Reader)
	if err != nil {
		panic(err) // without randomness nothing can be dealt
	}
	return code
}
