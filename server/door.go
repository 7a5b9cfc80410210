package server

import (
	"context"
	"sync"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// CommandMax is the maximum length of a command in bytes, "admin" and all arguments
// included.
const CommandMax = 256

// The other limits on requests.
const (
	columnsMin, columnsUsual, columnsMax = 20, 80, 200
	rowsMin, rowsUsual, rowsMax          = 6, 24, 60

	envMax   = 16       // variables that are looked at
	envSize  = 256      // bytes of one
	envCut   = 64       // variables until the connection is closed,
	envBytes = 64 << 10 // or bytes of them: the library copies each as it comes

	requestsAtOnce = 2000 // requests of one channel in a burst, and per second after that;
	requestsSecond = 1000 // dragging a corner of the window makes at most 200 a second
)

// envKept holds the variables that a client may set. All others could only do harm: TMUX
// and TTY_FORCE would make a library query the server's own terminal.
var envKept = map[string]bool{
	"LANG": true, "LC_ALL": true, "LC_CTYPE": true, "NO_COLOR": true, "COLORTERM": true,
}

// A visit is one session channel of a connection, and the context of its session. Unlike
// the library's context, which lives as long as the connection, it ends with the channel
// and keeps its values to itself.
type visit struct {
	ssh.Context // the connection's
	life        context.Context
	conn        *conn
	imports     *imports
	now         func() time.Time
	session     *session        // set by count, before anything else runs
	channel     gossh.Channel   // nil until accepted; only the session's writer writes to it
	in          *input          // the channel's input, read from the first byte on
	resized     chan ssh.Window // the newest window size, until the session takes it

	// Only the goroutine that passes requests on uses these.
	requests *bucket
	env      int // variables
	envBytes int
	pty      bool
	started  bool

	mu     sync.Mutex
	values map[any]any
}

// visitOf returns the visit of a session.
func visitOf(sess ssh.Session) *visit { return sess.Context().(*visit) }

// sessionOf returns the hub's entry for a session, nil until count has made it.
func sessionOf(sess ssh.Session) *session { return visitOf(sess).session }

// door handles new session channels. All other kinds of channels (forwarded ports,
// agents, X11) are refused because they have no handler.
func (s *Server) door(srv *ssh.Server, sc *gossh.ServerConn, nc gossh.NewChannel, ctx ssh.Context) {
	c := connOf(ctx)
	if !c.open() {
		_ = nc.Reject(gossh.ResourceShortage, "too many sessions of this connection, or of its address")
		return
	}
	defer c.shut()
	life, cancel := context.WithCancel(ctx)
	defer cancel()
	v := &visit{
		Context:  ctx,
		life:     life,
		conn:     c,
		imports:  s.imports,
		now:      s.config.Now,
		resized:  make(chan ssh.Window, 1),
		requests: newBucket(requestsAtOnce, requestsSecond, time.Now()),
		values:   make(map[any]any),
	}
	// It returns when the channel has ended, not when the session has.
	ssh.DefaultSessionHandler(srv, sc, &newVisit{nc, v}, v)
}

// A newVisit is a new channel whose requests are filtered by its visit once it is
// accepted.
type newVisit struct {
	gossh.NewChannel
	visit *visit
}

// Accept accepts the channel. The requests it returns are the ones that passed the
// filter.
func (n *newVisit) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	ch, in, err := n.NewChannel.Accept()
	if err != nil {
		return nil, nil, err
	}
	v := n.visit
	v.channel = ch
	v.in = newInput(ch, func() { _ = v.conn.Close() })
	go v.noErrors(ch)
	out := make(chan *gossh.Request)
	go v.pass(in, out)
	return ch, out, nil
}

// noErrors closes the connection of a client that sends data on the standard error
// stream. No honest client does, and nobody would read it: the library buffers unread
// data at many times its size.
func (v *visit) noErrors(ch gossh.Channel) {
	var b [1]byte
	if n, _ := ch.Stderr().Read(b[:]); n > 0 {
		_ = v.conn.Close()
	}
}

// pass answers each request itself or passes it on.
func (v *visit) pass(in <-chan *gossh.Request, out chan<- *gossh.Request) {
	defer close(out)
	for req := range in {
		if !v.requests.take(1, time.Now()) {
			_ = v.conn.Close()
			continue // until the channel has noticed
		}
		switch req.Type {
		case "window-change":
			_ = req.Reply(v.resize(req), nil)
		case "signal":
			_ = req.Reply(true, nil) // accepted and ignored
		default:
			if v.mayPass(req) {
				out <- req
			} else {
				_ = req.Reply(false, nil)
			}
		}
	}
}

func (v *visit) mayPass(req *gossh.Request) bool {
	switch req.Type {
	case "pty-req":
		return v.passPty(req)
	case "env":
		return v.passEnv(req)
	case "shell", "exec":
		return v.passStart(req)
	}
	return false
}

// passStart passes the one request that begins the session, and refuses all after it.
func (v *visit) passStart(req *gossh.Request) bool {
	var exec struct{ Command string }
	if v.started || req.Type == "exec" && (gossh.Unmarshal(req.Payload, &exec) != nil || len(exec.Command) > CommandMax) {
		return false
	}
	v.started = true
	if args := wordsOf(exec.Command); len(args) > 0 && args[0] == importCommand {
		v.in.piped(v.imports.begin(addrOf(v.RemoteAddr()), v.now))
	} else {
		v.in.typed()
	}
	return true
}

// passPty passes the first pty request, with its size clamped to one that can be drawn
// and its modes dropped.
func (v *visit) passPty(req *gossh.Request) bool {
	var pty struct {
		Term                          string
		Width, Height, PixelW, PixelH uint32
		Modes                         string
	}
	if v.pty || gossh.Unmarshal(req.Payload, &pty) != nil {
		return false
	}
	v.pty = true
	w := clamp(pty.Width, pty.Height)
	pty.Term, pty.Modes = clean(pty.Term, termSize), ""
	pty.Width, pty.Height, pty.PixelW, pty.PixelH = uint32(w.Width), uint32(w.Height), 0, 0
	req.Payload = gossh.Marshal(&pty)
	return true
}

func (v *visit) passEnv(req *gossh.Request) bool {
	var env struct{ Name, Value string }
	v.env++
	v.envBytes += len(req.Payload)
	if v.env > envCut || v.envBytes > envBytes {
		_ = v.conn.Close()
	}
	if v.env > envMax || len(req.Payload) > envSize || gossh.Unmarshal(req.Payload, &env) != nil {
		return false
	}
	env.Value = clean(env.Value, envSize)
	req.Payload = gossh.Marshal(&env)
	return envKept[env.Name]
}

// resize stores the newest size until the session takes it. The library never sees the
// request: it would block until someone read the size.
func (v *visit) resize(req *gossh.Request) bool {
	var size struct{ Width, Height, PixelW, PixelH uint32 }
	if !v.pty || !v.started || gossh.Unmarshal(req.Payload, &size) != nil {
		return false
	}
	select {
	case <-v.resized:
	default:
	}
	v.resized <- clamp(size.Width, size.Height)
	return true
}

// clamp returns the nearest size that can be drawn. A size of zero (Emacs, build servers)
// means the classic 80x24.
func clamp(width, height uint32) ssh.Window {
	if width == 0 || height == 0 {
		return ssh.Window{Width: columnsUsual, Height: rowsUsual}
	}
	return ssh.Window{
		Width:  int(min(max(width, columnsMin), columnsMax)),
		Height: int(min(max(height, rowsMin), rowsMax)),
	}
}

// Done is closed when the channel has ended.
func (v *visit) Done() <-chan struct{} { return v.life.Done() }

// Err returns why the channel has ended, or nil while it has not.
func (v *visit) Err() error { return v.life.Err() }

// Value returns the visit's own value for key, or else the connection's.
func (v *visit) Value(key any) any {
	v.mu.Lock()
	value, ok := v.values[key]
	v.mu.Unlock()
	if ok {
		return value
	}
	return v.life.Value(key)
}

// SetValue sets a value of this visit only.
func (v *visit) SetValue(key, value any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.values[key] = value
}
