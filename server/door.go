package server

import (
	"context"
	"sync"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// CommandMax is the most bytes of a command, "admin" and its words among them.
const CommandMax = 256

// What else the door lets in.
const (
	columnsMin, columnsUsual, columnsMax = 20, 80, 200
	rowsMin, rowsUsual, rowsMax          = 6, 24, 60

	envMax   = 16       // variables that are looked at
	envSize  = 256      // bytes of one
	envCut   = 64       // variables, past which the connection is closed,
	envBytes = 64 << 10 // and so past this many bytes of them: the library copies each as it comes

	requestsAtOnce = 2000 // requests of one channel, and each second after that;
	requestsSecond = 1000 // dragging a corner of the window makes at most 200
)

// envKept is the variables that a client may set. No other can do anything
// but harm: TMUX and TTY_FORCE would make a library ask the server's own
// terminal.
var envKept = map[string]bool{
	"LANG": true, "LC_ALL": true, "LC_CTYPE": true, "NO_COLOR": true, "COLORTERM": true,
}

// A visit is one session channel of a connection, and the context of its
// session: other than the library's, which lives as long as the connection, it
// ends when the channel does and keeps its values to itself.
type visit struct {
	ssh.Context // the connection's
	life        context.Context
	conn        *conn
	imports     *imports
	now         func() time.Time
	session     *session        // set by count, before anything else runs
	channel     gossh.Channel   // once it is accepted; only the session's writer writes to it
	in          *input          // what comes in on it, read from the first byte on
	resized     chan ssh.Window // the newest size that was not looked at

	// Only the goroutine that passes requests on uses these.
	requests *bucket
	env      int // variables
	envBytes int
	pty      bool
	started  bool

	mu     sync.Mutex
	values map[any]any
}

// visitOf is the visit of a session.
func visitOf(sess ssh.Session) *visit { return sess.Context().(*visit) }

// sessionOf is the one of the hall that a session is.
func sessionOf(sess ssh.Session) *session { return visitOf(sess).session }

// door is the one way in for session channels. All other kinds of channels
// (forwarded ports, agents, X11) are refused because no one handles them.
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

// A newVisit is a channel that passes its visit's door when it is accepted.
type newVisit struct {
	gossh.NewChannel
	visit *visit
}

// Accept accepts the channel. The requests it returns are those that may pass.
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

// noErrors closes the connection of a client that sends data for the standard
// error. No honest one does, and nobody would read it: the library keeps what
// is not read, at many times its size.
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
			_ = req.Reply(true, nil) // nobody would listen
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

// passStart passes the one request that begins the session, and none behind it.
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

// passPty makes the size one that can be drawn and drops the modes.
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

// resize keeps the newest size for the session to look at. The library never
// sees the request: it would wait for ever for someone to look.
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

// clamp is a size that can be drawn. No size at all (Emacs, build servers)
// means that of a terminal of old.
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

// Err is why it has.
func (v *visit) Err() error { return v.life.Err() }

// Value is the visit's own, or else the connection's.
func (v *visit) Value(key any) any {
	v.mu.Lock()
	value, ok := v.values[key]
	v.mu.Unlock()
	if ok {
		return value
	}
	return v.life.Value(key)
}

// SetValue sets a value of this visit alone.
func (v *visit) SetValue(key, value any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.values[key] = value
}
