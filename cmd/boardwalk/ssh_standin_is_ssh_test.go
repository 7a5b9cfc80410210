//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
	"golang.org/x/crypto/ssh"

	"boardwalk/server/sshtest"
)

// guardTime is how long a test waits for what must happen before it fails.
const guardTime = time.Minute

// eachSSH runs a test with the stand-in, and with OpenSSH's client too unless the
// variable lets it be missing: what the stand-in is tested for is what OpenSSH does.
func eachSSH(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	choices := []string{"none"}
	if _, err := exec.LookPath("ssh"); err == nil || os.Getenv(sshVariable) == "required" {
		choices = append(choices, "required")
	}
	for _, choice := range choices {
		t.Run(sshVariable+"="+choice, func(t *testing.T) {
			t.Setenv(sshVariable, choice)
			test(t)
		})
	}
}

// A notingServer serves sessions and notes what it is asked for.
type notingServer struct {
	t     *testing.T
	addr  string
	dir   string // of the client's files
	known string // path of the known_hosts

	key     ssh.PublicKey // the only one that may log in; if nil, any may
	asks    []string      // questions for somebody without a key
	answers []string

	mu     sync.Mutex
	events []string
	more   chan struct{} // closed at the next event
}

func serveNoting(t *testing.T, change func(*notingServer)) *notingServer {
	t.Helper()
	s := &notingServer{t: t, dir: t.TempDir(), more: make(chan struct{})}
	if change != nil {
		change(s)
	}
	host := sshtest.NewKey()
	s.known = filepath.Join(s.dir, "known_hosts")
	s.write(s.known, "arcade "+string(ssh.MarshalAuthorizedKey(host.PublicKey())))
	config := &ssh.ServerConfig{
		MaxAuthTries:   20,
		BannerCallback: func(ssh.ConnMetadata) string { return "a banner\n" },
		PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			if s.key != nil && !bytes.Equal(key.Marshal(), s.key.Marshal()) {
				return nil, errors.New("not this key")
			}
			return &ssh.Permissions{Extensions: map[string]string{"key": ssh.FingerprintSHA256(key)}}, nil
		},
		KeyboardInteractiveCallback: func(_ ssh.ConnMetadata, ask ssh.KeyboardInteractiveChallenge) (*ssh.Permissions, error) {
			answers, err := ask("", "", s.asks, make([]bool, len(s.asks)))
			if err != nil || !reflect.DeepEqual(answers, s.answers) {
				return nil, fmt.Errorf("answers %q: %v", answers, err)
			}
			return &ssh.Permissions{Extensions: map[string]string{"key": "none"}}, nil
		},
	}
	config.AddHostKey(host)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	s.addr = l.Addr().String()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go s.serve(conn, config)
		}
	}()
	return s
}

func (s *notingServer) write(path, text string) {
	s.t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// note adds an event.
func (s *notingServer) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = append(s.events, fmt.Sprintf(format, args...))
	close(s.more)
	s.more = make(chan struct{})
}

// noted waits until there has been an event.
func (s *notingServer) noted(want string) {
	s.t.Helper()
	for late := time.After(guardTime); ; {
		s.mu.Lock()
		events, more := s.events, s.more
		s.mu.Unlock()
		if slices.Contains(events, want) {
			return
		}
		select {
		case <-more:
		case <-late:
			s.t.Fatalf("no event %q in %q", want, events)
		}
	}
}

// gavePTY reports whether a session was given a PTY.
func (s *notingServer) gavePTY() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.events, func(event string) bool { return strings.HasPrefix(event, "pty ") })
}

// serve serves a connection.
func (s *notingServer) serve(nc net.Conn, config *ssh.ServerConfig) {
	defer nc.Close()
	conn, channels, requests, err := ssh.NewServerConn(nc, config)
	if err != nil {
		s.note("refused")
		return
	}
	s.note("%s logs in with key %s", conn.User(), conn.Permissions.Extensions["key"])
	go ssh.DiscardRequests(requests)
	for opened := range channels {
		ch, requests, err := opened.Accept()
		if err != nil {
			return
		}
		go func() {
			for req := range requests {
				if req.WantReply {
					_ = req.Reply(true, nil) // before a command can close the channel
				}
				var asked struct {
					Term                         string
					Columns, Rows, Width, Height uint32
					Modes                        string
				}
				var command struct{ Line string }
				var change struct{ Columns, Rows, Width, Height uint32 }
				switch req.Type {
				case "pty-req":
					_ = ssh.Unmarshal(req.Payload, &asked)
					s.note("pty %s %dx%d", asked.Term, asked.Columns, asked.Rows)
				case "window-change":
					_ = ssh.Unmarshal(req.Payload, &change)
					s.note("window %dx%d", change.Columns, change.Rows)
				case "shell", "exec":
					if req.Type == "exec" {
						_ = ssh.Unmarshal(req.Payload, &command)
					}
					s.note("runs %q", command.Line)
					go s.run(nc, ch, command.Line)
				}
			}
		}()
	}
	s.note("disconnected")
}

// run runs a command. A shell shows the keys that it reads, up to a "q". A command that
// it does not know does nothing.
func (s *notingServer) run(nc net.Conn, ch ssh.Channel, command string) {
	code := uint32(0)
	switch command {
	case "both":
		_, _ = io.WriteString(ch, "to out\n")
		_, _ = io.WriteString(ch.Stderr(), "to err\n")
		code = 3
	case "cat":
		_, _ = io.Copy(ch, ch)
	case "drop":
		_ = nc.Close()
		return
	case "signal":
		_, _ = ch.SendRequest("exit-signal", false, ssh.Marshal(struct {
			Signal  string
			Core    bool
			Message string
			Lang    string
		}{Signal: "KILL"}))
		_ = ch.Close()
		return
	case "":
		_, _ = io.WriteString(ch, "ready\r\n")
		for key := make([]byte, 1); key[0] != 'q'; {
			if _, err := ch.Read(key); err != nil {
				_ = ch.Close()
				return
			}
			fmt.Fprintf(ch, "<%q>", key)
		}
		code = 7
	}
	_, _ = ch.SendRequest("exit-status", false, ssh.Marshal(struct{ Code uint32 }{code}))
	_ = ch.Close()
}

// options returns the options of every test.
func (s *notingServer) options(more ...string) []string {
	_, port, _ := net.SplitHostPort(s.addr)
	return append(more, "-F", "/dev/null", "-p", port, "-l", "ann",
		"-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none", "-o", "PasswordAuthentication=no",
		"-o", "StrictHostKeyChecking=yes", "-o", "HostKeyAlias=arcade",
		"-o", "UserKnownHostsFile="+s.known, "-o", "GlobalKnownHostsFile=/dev/null")
}

// withKey returns the options of somebody with a new key, and the key.
func (s *notingServer) withKey(more ...string) ([]string, ssh.PublicKey) {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), "id")
	key := newKeyFile(s.t, path)
	return s.options(append(more, "-i", path, "-o", "PreferredAuthentications=publickey")...), key
}

// newKeyFile writes the files of a new key and returns its public half.
func newKeyFile(t *testing.T, path string) ssh.PublicKey {
	t.Helper()
	if err := sshtest.WriteKey(path, "ann"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	key, comment, _, _, err := ssh.ParseAuthorizedKey(text)
	if err != nil || comment != "ann" {
		t.Fatalf("the public half is %q: %v", text, err)
	}
	return key
}

// ssh returns the command line.
func (s *notingServer) ssh(args ...string) *exec.Cmd {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), guardTime)
	s.t.Cleanup(cancel)
	cmd, err := sshCommand(ctx, args...)
	if err != nil {
		s.t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), "TERM=xterm-test", "HOME="+s.dir)
	return cmd
}

// outcome runs ssh without a terminal.
func outcome(t *testing.T, cmd *exec.Cmd) (out, errOut string, code int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
}

func TestCommandsWithoutATerminal(t *testing.T) {
	eachSSH(t, func(t *testing.T) {
		s := serveNoting(t, nil)
		options, key := s.withKey("-T")
		out, errOut, code := outcome(t, s.ssh(append(options, "127.0.0.1", "both")...))
		if out != "to out\n" || !strings.Contains(errOut, "a banner\n") || !strings.Contains(errOut, "to err\n") || code != 3 {
			t.Errorf("both: %q, %q, exit %d", out, errOut, code)
		}
		s.noted("ann logs in with key " + ssh.FingerprintSHA256(key))

		cat := s.ssh(append(options, "127.0.0.1", "cat")...)
		cat.Stdin = strings.NewReader("until the end\n")
		if out, errOut, code := outcome(t, cat); out != "until the end\n" || code != 0 {
			t.Errorf("cat: %q, %q, exit %d", out, errOut, code)
		}
		if _, errOut, code := outcome(t, s.ssh(append(options, "127.0.0.1", "two", "words")...)); code != 0 {
			t.Errorf("two words: %q, exit %d", errOut, code)
		}
		s.noted(`runs "two words"`)
		for _, command := range []string{"drop", "signal"} {
			if _, errOut, code := outcome(t, s.ssh(append(options, "127.0.0.1", command)...)); code != 255 {
				t.Errorf("%s: %q, exit %d", command, errOut, code)
			}
		}
		if s.gavePTY() {
			t.Error("-T gets a PTY")
		}
	})
}

func TestLogins(t *testing.T) {
	eachSSH(t, func(t *testing.T) {
		t.Run("another key", func(t *testing.T) {
			s := serveNoting(t, func(s *notingServer) { s.key = sshtest.NewKey().PublicKey() })
			options, _ := s.withKey("-T")
			if out, errOut, code := outcome(t, s.ssh(append(options, "127.0.0.1", "both")...)); code != 255 || out != "" || !strings.Contains(errOut, "a banner") {
				t.Errorf("exit %d: %q, %q", code, out, errOut)
			}
			s.noted("refused")
		})
		t.Run("another host key", func(t *testing.T) {
			s := serveNoting(t, nil)
			s.write(s.known, "arcade "+string(ssh.MarshalAuthorizedKey(sshtest.NewKey().PublicKey())))
			options, _ := s.withKey("-T")
			if _, errOut, code := outcome(t, s.ssh(append(options, "127.0.0.1", "both")...)); code != 255 || errOut == "" {
				t.Errorf("exit %d: %q", code, errOut)
			}
			s.noted("refused")
		})
		t.Run("no known host key", func(t *testing.T) {
			s := serveNoting(t, nil)
			s.write(s.known, "")
			options, _ := s.withKey("-T")
			if _, errOut, code := outcome(t, s.ssh(append(options, "127.0.0.1", "both")...)); code != 255 || errOut == "" {
				t.Errorf("exit %d: %q", code, errOut)
			}
			s.noted("refused")
		})
		t.Run("no server", func(t *testing.T) {
			s := serveNoting(t, nil)
			options, _ := s.withKey("-T", "-p", "1")
			if _, errOut, code := outcome(t, s.ssh(append(options, "127.0.0.1", "both")...)); code != 255 || errOut == "" {
				t.Errorf("exit %d: %q", code, errOut)
			}
		})
		t.Run("no key", func(t *testing.T) {
			s := serveNoting(t, nil)
			options := s.options("-T", "-o", "PubkeyAuthentication=no")
			if out, errOut, code := outcome(t, s.ssh(append(options, "127.0.0.1", "both")...)); code != 3 || out != "to out\n" {
				t.Errorf("exit %d: %q, %q", code, out, errOut)
			}
			s.noted("ann logs in with key none")
		})
		t.Run("the agent's last key", func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "id")
			last := newKeyFile(t, path)
			s := serveNoting(t, func(s *notingServer) { s.key = last })
			options := s.options("-T", "-o", "IdentitiesOnly=no", "-o", "IdentityAgent="+serveAgent(t, 8, path))
			if _, errOut, code := outcome(t, s.ssh(append(options, "127.0.0.1", "both")...)); code != 3 {
				t.Errorf("exit %d: %q", code, errOut)
			}
		})
	})
}

// An sshTerminal is an ssh in a terminal of 100 by 30.
type sshTerminal struct {
	t      *testing.T
	cmd    *exec.Cmd
	ours   *os.File // the side of the person
	theirs *os.File // the side of ssh
	before *term.State

	mu    sync.Mutex
	shown string
	more  chan struct{} // closed when more is shown
}

func sshInTerminal(t *testing.T, cmd *exec.Cmd) *sshTerminal {
	t.Helper()
	ours, theirs, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	c := &sshTerminal{t: t, cmd: cmd, ours: ours, theirs: theirs, more: make(chan struct{})}
	if err := pty.Setsize(ours, &pty.Winsize{Cols: 100, Rows: 30}); err != nil {
		t.Fatal(err)
	}
	if c.before, err = term.GetState(theirs.Fd()); err != nil {
		t.Fatal(err)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs, theirs, theirs
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		for buf := make([]byte, 1<<10); ; {
			n, err := ours.Read(buf)
			c.mu.Lock()
			c.shown += string(buf[:n])
			close(c.more)
			c.more = make(chan struct{})
			c.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = theirs.Close()
		<-read
		_ = ours.Close()
	})
	return c
}

// shows waits until a text was shown.
func (c *sshTerminal) shows(text string) {
	c.t.Helper()
	for late := time.After(guardTime); ; {
		c.mu.Lock()
		shown, more := c.shown, c.more
		c.mu.Unlock()
		if strings.Contains(shown, text) {
			return
		}
		select {
		case <-more:
		case <-late:
			c.t.Fatalf("no %q in %q", text, shown)
		}
	}
}

// screen returns all that was shown.
func (c *sshTerminal) screen() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.shown
}

func (c *sshTerminal) types(keys string) {
	c.t.Helper()
	if _, err := c.ours.WriteString(sshtest.Keys(keys)); err != nil {
		c.t.Fatal(err)
	}
}

// exits waits for ssh, which must leave the terminal as it was.
func (c *sshTerminal) exits(code int) {
	c.t.Helper()
	_ = c.cmd.Wait()
	if got := c.cmd.ProcessState.ExitCode(); got != code {
		c.t.Errorf("exit %d, want %d", got, code)
	}
	after, err := term.GetState(c.theirs.Fd())
	if err != nil || !reflect.DeepEqual(c.before, after) {
		c.t.Errorf("the terminal is left with %+v, %v; it had %+v", after, err, c.before)
	}
}

func TestASessionInATerminal(t *testing.T) {
	eachSSH(t, func(t *testing.T) {
		s := serveNoting(t, nil)
		options, _ := s.withKey("-t")
		c := sshInTerminal(t, s.ssh(append(options, "127.0.0.1")...))
		c.shows("ready\r\n")
		s.noted("pty xterm-test 100x30")
		s.noted(`runs ""`)
		c.types("a\x03\r") // one at a time, none of them changed
		c.shows(`<"a"><"\x03"><"\r">`)
		if err := pty.Setsize(c.ours, &pty.Winsize{Cols: 70, Rows: 20}); err != nil {
			t.Fatal(err)
		}
		s.noted("window 70x20")
		c.types("q")
		c.exits(7)
		c.shows("Connection to 127.0.0.1 closed.")
	})
}

func TestSignalsAndLostConnections(t *testing.T) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP, syscall.SIGINT) // else ssh inherits it if they are ignored here, as under nohup
	defer signal.Stop(caught)
	eachSSH(t, func(t *testing.T) {
		s := serveNoting(t, nil)
		options, _ := s.withKey("-t")
		for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
			c := sshInTerminal(t, s.ssh(append(options, "127.0.0.1")...))
			c.shows(`ready`)
			c.types("a")
			c.shows(`<"a">`) // so the terminal is raw
			if err := c.cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			c.exits(255)
			s.noted("disconnected")
		}
		c := sshInTerminal(t, s.ssh(append(options, "127.0.0.1", "drop")...))
		c.exits(255)
	})
}

func TestWhoGetsAPTY(t *testing.T) {
	eachSSH(t, func(t *testing.T) {
		for _, test := range []struct {
			flag, command string
			terminal, pty bool
		}{
			{"-T", "", true, false},
			{"-T", "both", true, false},
			{"-t", "both", true, true},
			{"-t", "both", false, false},
			{"-tt", "both", false, true},
		} {
			s := serveNoting(t, nil)
			options, _ := s.withKey(test.flag)
			cmd := s.ssh(append(options, "127.0.0.1", test.command)...)
			if test.command == "" {
				cmd = s.ssh(append(options, "127.0.0.1")...)
			}
			if test.terminal {
				c := sshInTerminal(t, cmd)
				if test.command == "" {
					c.shows("ready")
					c.types("q\r")
				}
				_ = cmd.Wait()
			} else {
				outcome(t, cmd)
			}
			if s.gavePTY() != test.pty {
				t.Errorf("not as in %+v", test)
			}
		}
	})
}

// A question is asked in the terminal, and the answer does not show there.
func TestAQuestion(t *testing.T) {
	eachSSH(t, func(t *testing.T) {
		s := serveNoting(t, func(s *notingServer) { s.asks, s.answers = []string{"Which way? "}, []string{"upstairs"} })
		options := s.options("-t", "-o", "PubkeyAuthentication=no")
		c := sshInTerminal(t, s.ssh(append(options, "127.0.0.1", "both")...))
		c.shows("(ann@arcade) Which way? ")
		for late, hidden := time.Now().Add(guardTime), false; !hidden; runtime.Gosched() {
			now, err := term.GetState(c.theirs.Fd())
			if err != nil || time.Now().After(late) {
				t.Fatalf("the terminal shows what is typed: %v", err)
			}
			hidden = now.Lflag != c.before.Lflag
		}
		if _, err := c.ours.WriteString("upstairs\r"); err != nil { // to ssh, which takes no reports
			t.Fatal(err)
		}
		c.exits(3)
		c.shows("closed.")
		if shown := c.screen(); strings.Contains(shown, "upstairs") {
			t.Errorf("it shows %q", shown)
		}
	})
}

// What the stand-in does not know must fail: a test would pass without testing it.
func TestTheStandInIgnoresNothing(t *testing.T) {
	t.Setenv(sshVariable, "none")
	s := serveNoting(t, nil)
	for _, more := range [][]string{
		{"-4"}, {"-o", "Compression=yes"}, {"-o", "StrictHostKeyChecking=no"}, {"-o", "PreferredAuthentications=password"}, {"-F", "/etc/ssh/ssh_config"},
	} {
		options, _ := s.withKey(append(more, "-T")...)
		if out, errOut, code := outcome(t, s.ssh(append(options, "127.0.0.1", "both")...)); code != 255 || out != "" || !strings.HasPrefix(errOut, "ssh: ") {
			t.Errorf("%v: exit %d: %q, %q", more, code, out, errOut)
		}
	}
}

func TestTheVariableChoosesTheProgram(t *testing.T) {
	empty := t.TempDir()
	full := t.TempDir()
	fake := filepath.Join(full, "ssh")
	if err := os.WriteFile(fake, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		choice, path, want string // want is "" for an error
	}{
		{"", full, fake},
		{"", empty, standInName},
		{"required", full, fake},
		{"required", empty, ""},
		{"none", full, standInName},
		{"Required", full, ""},
	} {
		t.Setenv(sshVariable, test.choice)
		t.Setenv("PATH", test.path)
		cmd, err := sshCommand(t.Context(), "-T", "host")
		switch {
		case err != nil && test.want != "":
			t.Errorf("%+v: %v", test, err)
		case err == nil && cmd.Args[0] != test.want:
			t.Errorf("%+v: %q", test, cmd.Args)
		}
	}
}
