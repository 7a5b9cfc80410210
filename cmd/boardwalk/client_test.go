package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"boardwalk/server/sshtest"
	"boardwalk/tui/tuitest"
)

// A player is a person with a key of their own, or a guest.
type player struct {
	t    *testing.T
	name string
	key  string // path of the private key, "" for none
}

// newPlayer makes a person and a fresh key.
func newPlayer(t *testing.T, name string) *player {
	t.Helper()
	key := filepath.Join(t.TempDir(), "id_ed25519")
	if err := sshtest.WriteKey(key, name); err != nil {
		t.Fatal(err)
	}
	return &player{t, name, key}
}

// ssh returns the client's command line, with -t or -T for a terminal or none. It ignores
// the machine's own keys, agents and settings.
func (p *player) ssh(ctx context.Context, a *testServer, tty string, command ...string) *exec.Cmd {
	p.t.Helper()
	host, port, err := net.SplitHostPort(a.addr)
	if err != nil {
		p.t.Fatal(err)
	}
	options := []string{
		tty, "-F", "/dev/null", "-p", port, "-l", p.name,
		"-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-o", "PasswordAuthentication=no",
		"-o", "StrictHostKeyChecking=yes", "-o", "HostKeyAlias=arcade",
		"-o", "UserKnownHostsFile=" + a.knownHosts(p.t), "-o", "GlobalKnownHostsFile=/dev/null",
	}
	if p.key != "" {
		options = append(options, "-i", p.key, "-o", "PreferredAuthentications=publickey")
	} else {
		options = append(options, "-o", "PubkeyAuthentication=no")
	}
	cmd, err := sshCommand(ctx, append(append(options, host), command...)...)
	if err != nil {
		p.t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "HOME="+p.t.TempDir())
	return cmd
}

// run runs a command over "ssh -T" and returns what the session says.
func (p *player) run(a *testServer, command ...string) (stdout, stderr string, code int) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), waitLimit)
	defer cancel()
	var out, errOut bytes.Buffer
	cmd := p.ssh(ctx, a, "-T", command...)
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		p.t.Fatalf("ssh: %v\n%s", err, errOut.String())
	}
	return out.String(), errOut.String(), cmd.ProcessState.ExitCode()
}

// A client is an ssh in a terminal of 80 by 24.
type client struct {
	t     *testing.T
	cmd   *exec.Cmd
	tty   *os.File
	ended chan struct{} // closed once ssh has ended and the screen shows its last output

	mu      sync.Mutex
	term    *tuitest.Terminal
	err     error         // of the terminal
	changed chan struct{} // closed at the next change of the screen
}

// connect opens the arcade, or runs a command, in a terminal.
func (p *player) connect(a *testServer, command ...string) *client {
	p.t.Helper()
	return inTerminal(p.t, p.ssh(context.Background(), a, "-t", command...))
}

// inTerminal runs a program in a terminal.
func inTerminal(t *testing.T, cmd *exec.Cmd) *client {
	t.Helper()
	c := &client{
		t: t, cmd: cmd,
		ended: make(chan struct{}), changed: make(chan struct{}), term: tuitest.NewTerminal(80, 24),
	}
	var err error
	if c.tty, err = pty.StartWithSize(c.cmd, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	go c.read()
	t.Cleanup(c.hangUp)
	return c
}

// read shows the output until ssh ends.
func (c *client) read() {
	defer close(c.ended)
	var buf [4 << 10]byte
	for {
		n, err := c.tty.Read(buf[:])
		c.mu.Lock()
		if c.err == nil {
			_, c.err = c.term.Write(buf[:n])
		}
		close(c.changed)
		c.changed = make(chan struct{})
		c.mu.Unlock()
		if err != nil { // the other end of the terminal is closed
			break
		}
	}
	_ = c.cmd.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	_ = c.tty.Close()
}

// resize gives the terminal another size.
func (c *client) resize(columns, rows uint16) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return pty.Setsize(c.tty, &pty.Winsize{Rows: rows, Cols: columns})
}

// hangUp kills ssh, and what a shell in its place runs.
func (c *client) hangUp() {
	select {
	case <-c.ended:
	default:
		_ = syscall.Kill(-c.cmd.Process.Pid, syscall.SIGKILL)
		<-c.ended
	}
}

// exit waits for the end of ssh and returns its code.
func (c *client) exit() int {
	c.t.Helper()
	select {
	case <-c.ended:
	case <-time.After(waitLimit):
		c.t.Fatalf("ssh does not end; the screen:\n%s", c.screen())
	}
	return c.cmd.ProcessState.ExitCode()
}

// screen returns the visible text.
func (c *client) screen() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.term.Screen()
}

// find returns the column and row of the first place that shows a text, which must exist.
func (c *client) find(text string) (x, y int) {
	c.t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	x, y, ok := c.term.Find(text)
	if !ok {
		c.t.Fatalf("the screen does not show %s:\n%s", text, c.term.Screen())
	}
	return x, y
}

// await waits until the screen shows all texts.
func (c *client) await(texts ...string) {
	c.t.Helper()
	c.until(fmt.Sprintf("%q", texts), func(term *tuitest.Terminal) bool {
		screen := term.Screen()
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				return false
			}
		}
		return true
	})
}

// until waits until a condition holds for the screen.
func (c *client) until(what string, holds func(*tuitest.Terminal) bool) {
	c.t.Helper()
	late := time.After(waitLimit)
	for ended := c.ended; ; {
		c.mu.Lock()
		done, changed, err := holds(c.term), c.changed, c.err
		c.mu.Unlock()
		switch {
		case err != nil:
			c.t.Fatalf("the terminal was sent what it does not know: %v; the screen:\n%s", err, c.screen())
		case done:
			return
		case ended == nil:
			c.t.Fatalf("ssh ended (%v) and the screen does not show %s:\n%s", c.cmd.ProcessState, what, c.screen())
		}
		select {
		case <-changed:
		case <-ended:
			ended = nil // look once more: the last output may have arrived
		case <-late:
			c.t.Fatalf("the screen does not show %s:\n%s", what, c.screen())
		}
	}
}

// Keys other than characters, as a terminal sends them.
const (
	enter    = "\r"
	tab      = "\t"
	shiftTab = "\x1b[Z"
	home     = "\x1b[H"
	end      = "\x1b[F"
	right    = "\x1b[C"
)

// press types keys, all at once.
func (c *client) press(keys ...string) {
	c.t.Helper()
	if _, err := c.tty.WriteString(sshtest.Keys(strings.Join(keys, ""))); err != nil {
		c.t.Fatalf("press %q: %v; the screen:\n%s", keys, err, c.screen())
	}
}

// finishes ends the game after the given number of moves and waits until the history has
// it: until then a star follows the number.
func (c *client) finishes(moves int) {
	c.t.Helper()
	c.press("g", "y")
	c.await("n new deal", fmt.Sprintf("moves %d  ", moves)) // whether it could have gone on or not
}

// click presses and releases the left button of the mouse. Columns and rows
// count from 0.
func (c *client) click(x, y int) {
	c.t.Helper()
	c.press(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%d;%dm", x+1, y+1, x+1, y+1))
}
