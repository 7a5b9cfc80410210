package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data/store"
	"boardwalk/server"
	"boardwalk/server/program"
	"boardwalk/server/socket"
	"boardwalk/tui/grid"
)

// dialLimit is how long a server on this machine may take to log its host in.
const dialLimit = 10 * time.Second

// socketOf returns the path of the local socket of the server that has a data file open.
func socketOf(data string) string { return data + ".sock" }

// A hostSocket is the local socket of a server.
type hostSocket struct {
	path     string
	server   *server.Server
	logger   *slog.Logger
	listener net.Listener // nil if there is none
	failed   bool         // and the log says so
}

// ensure makes the socket unless it is there: its disk may have been full, or its file was removed. The
// caller must have the data file open, so that no other server has the socket.
func (h *hostSocket) ensure() {
	if h.listener != nil && isThere(h.path) {
		return
	}
	h.close()
	l, err := socket.Listen(h.path)
	if err != nil {
		if !h.failed {
			h.logger.Error("no local socket, so boardwalk admin and play cannot find this server; it will be tried again", "err", err)
		}
		h.failed = true
		return
	}
	h.listener, h.failed = l, false
	go h.server.Serve(l)
}

func (h *hostSocket) close() {
	if h.listener != nil {
		h.listener.Close()
		h.listener = nil
	}
}

// withoutSocket returns the error of opening the data file when no server was found.
func withoutSocket(c *config, err error) error {
	if errors.Is(err, store.ErrLocked) {
		why := "which it makes again within a minute"
		if _, bad := net.Dial("unix", socketOf(c.data)); errors.Is(bad, syscall.EINVAL) {
			why = "a path longer than a socket's may be: start the server, and this, in that directory"
		}
		err = fmt.Errorf("%w; if that is a server, it runs without its socket %s, %s", err, socketOf(c.data), why)
	}
	return err
}

// dialServer logs in as host to the server that has a data file open. The error is
// fs.ErrNotExist if there is no such server.
func dialServer(c *config) (*gossh.Client, error) {
	path := socketOf(c.data)
	conn, err := net.DialTimeout("unix", path, dialLimit)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.EINVAL):
		return nil, fs.ErrNotExist // no socket, a stale one left by a server, or a path too long for any
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("a server of another user has %s open; run this as that user or as root: %w", c.data, err)
	case err != nil:
		return nil, fmt.Errorf("reach the server at %s: %w", path, err)
	}
	_ = conn.SetDeadline(time.Now().Add(dialLimit))
	sc, chans, reqs, err := gossh.NewClientConn(conn, path, &gossh.ClientConfig{
		User: "host", HostKeyCallback: hostKeyOf(c),
		Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })},
	})
	if err != nil {
		_ = conn.Close()
		if errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) {
			return nil, fmt.Errorf("the server at %s is ending; try again: %w", path, err)
		}
		return nil, fmt.Errorf("log in to the server at %s: %w", path, err)
	}
	_ = conn.SetDeadline(time.Time{})
	return gossh.NewClient(sc, chans, reqs), nil
}

// hostKeyOf checks that the server has the host key on this machine. If the key cannot be
// read, the socket's file mode is the only protection.
func hostKeyOf(c *config) gossh.HostKeyCallback {
	text, err := store.ReadFile(c.besideData(c.HostKey))
	key, bad := gossh.ParsePrivateKey(text)
	if err != nil || bad != nil {
		return gossh.InsecureIgnoreHostKey()
	}
	known := gossh.FixedHostKey(key.PublicKey())
	return func(host string, from net.Addr, key gossh.PublicKey) error {
		if cert, ok := key.(*gossh.Certificate); ok {
			key = cert.Key
		}
		return known(host, from, key)
	}
}

// exitOf returns the error of a session that has ended: an exit if it has an exit code.
func exitOf(err error) error {
	if ended := (*gossh.ExitError)(nil); errors.As(err, &ended) {
		return exitWith(ended.ExitStatus())
	}
	return err
}

// A localTerminal is this process's terminal, for a session on a server.
type localTerminal struct {
	in     io.Reader
	out    io.Writer
	errOut io.Writer
	term   string // "dumb" for words
	pipe   bool   // there is no terminal

	command string // what to run; "" for the lobby
}

// play plays on a server until the session ends. It restores the terminal however the
// session ended. The error is an exit if the session has an exit code.
func (s localTerminal) play(ctx context.Context, client *gossh.Client) error {
	sess, err := client.NewSession()
	if err != nil {
		return err
	}
	defer sess.Close()
	for _, name := range []string{"LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "COLORTERM"} {
		if value := os.Getenv(name); value != "" {
			_ = sess.Setenv(name, value) // the server may refuse it
		}
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, os.Interrupt) // before the terminal is changed
	defer stop()
	var resized <-chan program.Size
	stdout, leave := &tailWriter{to: s.out}, ""
	if program.CanAddress(s.term) {
		leave = grid.Leave
	}
	if !s.pipe {
		t, err := takeTerminal()
		if err != nil {
			return err
		}
		defer t.restore()
		resized, s.in = t.resized, t
		if err := sess.RequestPty(s.term, t.size.Height, t.size.Width, nil); err != nil {
			return err
		}
	}
	// A read of stdin that is waiting ends with the process, not with the session.
	stdin, err := sess.StdinPipe()
	if err != nil {
		return err
	}
	sess.Stdout, sess.Stderr = stdout, s.errOut
	start := sess.Shell
	if s.command != "" {
		start = func() error { return sess.Start(s.command) }
	}
	if err := start(); err != nil {
		return err
	}
	defer func() {
		if !s.pipe && !bytes.Contains(stdout.tail, []byte(grid.Leave)) { // the server died before it could restore the terminal
			_, _ = io.WriteString(s.out, leave)
		}
	}()
	go func() {
		_, _ = io.Copy(stdin, s.in)
		_ = stdin.Close()
	}()
	ended := make(chan error, 1)
	go func() { ended <- sess.Wait() }()
	for {
		select {
		case err := <-ended:
			if gone := (*gossh.ExitMissingError)(nil); errors.As(err, &gone) {
				err = errors.New("the server went away; every move that was shown as saved is kept")
			}
			return exitOf(err)
		case size := <-resized:
			_ = sess.WindowChange(size.Height, size.Width) // on an error the session ends
		case <-ctx.Done():
			return errSignal
		}
	}
}

// A tailWriter passes on what a server writes, and keeps the end of it.
type tailWriter struct {
	to   io.Writer
	tail []byte
}

func (w *tailWriter) Write(p []byte) (int, error) {
	const enough = 1 << 10
	w.tail = append(w.tail, p...)
	w.tail = w.tail[max(0, len(w.tail)-enough):]
	return w.to.Write(p)
}
