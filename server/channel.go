package server

import (
	"context"
	"sync"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/clean"
	"boardwalk/server/command"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
	"boardwalk/server/port"
	"boardwalk/server/program"
)

// The limits on requests.
const (
	execMax = 4 << 10 // bytes of a command; one that is longer than command.MaxLength is told so

	columnsMin, columnsMax = 20, 200
	rowsMin, rowsMax       = 3, 60

	termSize = 64 // bytes of a terminal's name; the rest is cut off

	envMax   = 16       // variables that are looked at
	envSize  = 256      // bytes of one
	envCut   = 64       // variables until the connection is closed,
	envBytes = 64 << 10 // or bytes of them: the library copies each as it comes

	requestsAtOnce = 2000 // requests of one channel in a burst, and per second after that;
	requestsSecond = 1000 // dragging a corner of the window makes at most 200 a second
)

// envAllowed holds the variables that a client may set. All others could only do harm:
// TMUX and TTY_FORCE would make a library query the server's own terminal.
var envAllowed = map[string]bool{
	"LANG": true, "LC_ALL": true, "LC_CTYPE": true, "NO_COLOR": true, "COLORTERM": true,
}

// A channel is one session channel of a connection, and the context of its session.
// Unlike the library's context, which lives as long as the connection, it ends with the
// channel and keeps its values to itself.
type channel struct {
	ssh.Context // the connection's
	ctx         context.Context
	conn        *conn
	session     *hub.Session      // nil until track sets it, as serve may see
	user        *port.User        // nil until admit sets it
	sshChannel  gossh.Channel     // nil until accepted; only the session's writer writes to it
	in          *program.Input    // the channel's input, read from the first byte on
	file        *command.Delivery // the file that comes with an import; nil for other sessions
	resized     chan program.Size // the newest window size, until the session takes it

	// Only the goroutine that passes requests on uses these.
	requests *limit.Bucket
	env      int // variables
	envBytes int
	pty      bool
	started  bool

	mu     sync.Mutex
	values map[any]any
}

// channelOf returns the channel of a session.
func channelOf(sess ssh.Session) *channel { return sess.Context().(*channel) }

// sessionOf returns the hub's entry for a session, nil until track has made it.
func sessionOf(sess ssh.Session) *hub.Session { return channelOf(sess).session }

// A newChannel is a new channel whose requests are filtered once it is accepted.
type newChannel struct {
	gossh.NewChannel
	channel *channel
}

// Accept accepts the channel. The requests it returns are the ones that passed the
// filter.
func (n *newChannel) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	accepted, in, err := n.NewChannel.Accept()
	if err != nil {
		return nil, nil, err
	}
	ch := n.channel
	ch.sshChannel = accepted
	ch.in = program.NewInput(ownInput{accepted, ch.conn}, func() { _ = ch.conn.Close() })
	go ch.refuseStderr(accepted)
	out := make(chan *gossh.Request)
	go ch.filterRequests(in, out)
	return accepted, out, nil
}

// refuseStderr closes the connection of a client that sends data on the standard error
// stream. No honest client does, and nobody would read it: the library buffers unread
// data at many times its size.
func (ch *channel) refuseStderr(accepted gossh.Channel) {
	var b [1]byte
	if n, _ := accepted.Stderr().Read(b[:]); n > 0 {
		_ = ch.conn.Close()
	}
}

// filterRequests answers each request itself or passes it on.
func (ch *channel) filterRequests(in <-chan *gossh.Request, out chan<- *gossh.Request) {
	defer close(out)
	for req := range in {
		if !ch.requests.Allow(1, time.Now()) {
			_ = ch.conn.Close()
			continue // until the channel has noticed
		}
		pass, done := false, false
		switch req.Type {
		case "window-change":
			done = ch.resize(req)
		case "signal":
			done = true // accepted and ignored
		case "pty-req":
			pass = ch.passPty(req)
		case "env":
			pass = ch.passEnv(req)
		case "shell", "exec":
			pass = ch.passStart(req)
		}
		if pass {
			out <- req
		} else {
			_ = req.Reply(done, nil)
		}
	}
}

// passStart passes the one request that begins the session, and refuses all after it.
func (ch *channel) passStart(req *gossh.Request) bool {
	var exec struct{ Command string }
	if ch.started || req.Type == "exec" && (gossh.Unmarshal(req.Payload, &exec) != nil || len(exec.Command) > execMax) {
		return false
	}
	ch.started = true
	if args := command.Split(exec.Command); len(args) > 0 && args[0] == command.ImportCommand {
		ch.file = ch.conn.server.imports.Expect(limit.Addr(ch.RemoteAddr()), ch.conn.server.config.Now)
		ch.in.ExpectFile(ch.file, command.ImportBytes)
	} else if ch.pty {
		ch.in.ExpectKeys()
	} else {
		ch.in.ExpectPipe()
	}
	return true
}

// passPty passes the first pty request before the session begins, with its size clamped to one that can be drawn
// and its modes dropped.
func (ch *channel) passPty(req *gossh.Request) bool {
	var pty struct {
		Term                          string
		Width, Height, PixelW, PixelH uint32
		Modes                         string
	}
	if ch.pty || ch.started || gossh.Unmarshal(req.Payload, &pty) != nil {
		return false
	}
	ch.pty = true
	w := Drawable(pty.Width, pty.Height)
	pty.Term, pty.Modes = clean.Text(pty.Term, termSize), ""
	pty.Width, pty.Height, pty.PixelW, pty.PixelH = uint32(w.Width), uint32(w.Height), 0, 0
	req.Payload = gossh.Marshal(&pty)
	return true
}

func (ch *channel) passEnv(req *gossh.Request) bool {
	var env struct{ Name, Value string }
	ch.env++
	ch.envBytes += len(req.Payload)
	if ch.env > envCut || ch.envBytes > envBytes {
		_ = ch.conn.Close()
	}
	if ch.env > envMax || len(req.Payload) > envSize || gossh.Unmarshal(req.Payload, &env) != nil {
		return false
	}
	env.Value = clean.Text(env.Value, envSize)
	req.Payload = gossh.Marshal(&env)
	return envAllowed[env.Name]
}

// resize stores the newest size until the session takes it, which may not have begun yet. The library never sees the
// request: it would block until someone read the size.
func (ch *channel) resize(req *gossh.Request) bool {
	var size struct{ Width, Height, PixelW, PixelH uint32 }
	if !ch.pty || gossh.Unmarshal(req.Payload, &size) != nil {
		return false
	}
	select {
	case <-ch.resized:
	default:
	}
	ch.resized <- Drawable(size.Width, size.Height)
	return true
}

// Drawable returns the nearest size that can be drawn. A size of zero (Emacs, build servers)
// means the classic 80x24.
func Drawable(width, height uint32) program.Size {
	if width == 0 || height == 0 {
		return program.Size{Width: hub.Columns, Height: hub.Rows}
	}
	return program.Size{
		Width:  int(min(max(width, columnsMin), columnsMax)),
		Height: int(min(max(height, rowsMin), rowsMax)),
	}
}

// Done is closed when the channel has ended.
func (ch *channel) Done() <-chan struct{} { return ch.ctx.Done() }

// Err returns why the channel has ended, or nil while it has not.
func (ch *channel) Err() error { return ch.ctx.Err() }

// Value returns the channel's own value for key, or else the connection's.
func (ch *channel) Value(key any) any {
	ch.mu.Lock()
	value, ok := ch.values[key]
	ch.mu.Unlock()
	if ok {
		return value
	}
	return ch.ctx.Value(key)
}

// SetValue sets a value of this channel only.
func (ch *channel) SetValue(key, value any) {
	ch.mu.Lock()
	defer ch.mu.Unlock()
	ch.values[key] = value
}
