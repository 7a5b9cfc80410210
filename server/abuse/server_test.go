package abuse_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	startLimit = time.Minute // for a server to begin listening; one of a cluster waits for others
	stopLimit  = time.Minute // for a server that was told to stop
)

// A ServerProcess is a server that this program has started, in a process of its own.
type ServerProcess struct {
	Addr    string // host:port of the arcade
	Metrics string // host:port of /livez, /readyz and /metrics, by HTTP
	Pages   string // host:port of the pages, by HTTP, if a flag asks for them
	PID     int
	Program string // path
	Data    string // path of the data file
	Log     string // path of its log, as JSON; earlier servers on this data wrote there as well

	command *exec.Cmd
	Ended   chan struct{} // closed when the process has ended
	err     error         // how the process ended; set once ended is closed
}

// BuildServer builds the server's program in a folder. The working directory must be
// inside the module.
func BuildServer(ctx context.Context, dir string) (binary string, err error) {
	binary = filepath.Join(dir, "boardwalk")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "boardwalk/cmd/boardwalk").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the server: %w: %s", err, bytes.TrimSpace(out))
	}
	return binary, nil
}

// DataIn returns the path of the servers' data file in a folder.
func DataIn(dir string) string { return filepath.Join(dir, "boardwalk.db") }

// StartServer starts a server on the data in a folder, new or of an earlier server, and
// returns when it listens. The server is killed when ctx ends. args are more flags for
// serve; they must not change the log or the addresses.
func StartServer(ctx context.Context, binary, dir string, args ...string) (*ServerProcess, error) {
	s := &ServerProcess{Program: binary, Data: DataIn(dir), Log: filepath.Join(dir, "boardwalk.log"), Ended: make(chan struct{})}
	logFile, err := os.OpenFile(s.Log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	log := &serverLog{file: logFile, listening: make(chan struct{})}
	s.command = exec.CommandContext(ctx, binary, append([]string{
		"serve", "--data", s.Data, "--addr", "127.0.0.1:0", "--health-addr", "127.0.0.1:0", "--log-format", "json",
	}, args...)...)
	s.command.Stderr = log
	if err := s.command.Start(); err != nil {
		_ = logFile.Close()
		return nil, fmt.Errorf("start the server: %w", err)
	}
	s.PID = s.command.Process.Pid
	go func() {
		defer close(s.Ended)
		s.err = s.command.Wait() // also waits for the rest of the log
		_ = logFile.Close()
	}()
	late := time.NewTimer(startLimit)
	defer late.Stop()
	select {
	case <-log.listening:
		s.Addr, s.Metrics, s.Pages = log.addr, log.metrics, log.pages
		return s, nil
	case <-s.Ended:
		return nil, fmt.Errorf("the server ended before it listened: %w: %s", s.err, log.last)
	case <-late.C:
		return nil, errors.Join(fmt.Errorf("the server did not listen within %v", startLimit), s.Kill())
	}
}

// Kill kills the server with SIGKILL and waits until it is gone. It returns an error if
// the server had already ended by itself.
func (s *ServerProcess) Kill() error {
	if err := s.command.Process.Kill(); err != nil {
		<-s.Ended
		return fmt.Errorf("the server had ended by itself: %w", errors.Join(err, s.err))
	}
	<-s.Ended
	if status, ok := s.command.ProcessState.Sys().(syscall.WaitStatus); ok && !status.Signaled() {
		return fmt.Errorf("the server had ended by itself: %s", s.command.ProcessState)
	}
	return nil
}

// Stop ends the server with SIGTERM and waits until it is gone. It returns an error if
// the server did not end well, or not in time; then it is killed.
func (s *ServerProcess) Stop() error {
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		<-s.Ended
		return fmt.Errorf("the server had ended by itself: %w", errors.Join(err, s.err))
	}
	late := time.NewTimer(stopLimit)
	defer late.Stop()
	select {
	case <-s.Ended:
		if s.err != nil {
			return fmt.Errorf("the server did not end well: %w", s.err)
		}
		return nil
	case <-late.C:
		return errors.Join(fmt.Errorf("the server did not end within %v", stopLimit), s.Kill())
	}
}

// A serverLog copies a server's log to a file, and reads from it on which addresses the
// server listens.
type serverLog struct {
	file      io.Writer
	rest      []byte // the beginning of a line, until the server listens
	last      []byte // the last line until then
	listening chan struct{}
	heard     bool

	addr, metrics, pages string // set once listening is closed
}

// Write implements io.Writer.
func (l *serverLog) Write(p []byte) (int, error) {
	if !l.heard {
		l.rest = append(l.rest, p...)
	}
	for !l.heard {
		line, rest, ok := bytes.Cut(l.rest, []byte("\n"))
		if !ok {
			break
		}
		l.read(line)
		l.last, l.rest = line, rest
	}
	return l.file.Write(p)
}

// read reads one line.
func (l *serverLog) read(line []byte) {
	var event struct{ Msg, Addr string }
	if json.Unmarshal(line, &event) != nil {
		return // not an event: a program that cannot run prints plain text
	}
	switch event.Msg {
	case "health":
		l.metrics = event.Addr
	case "pages":
		l.pages = event.Addr
	case "listening":
		l.addr, l.heard = event.Addr, true
		close(l.listening)
	}
}

func TestServerProcess(t *testing.T) {
	if !*attacks {
		return
	}
	t.Parallel()
	ctx, dir := t.Context(), t.TempDir()
	first := start(t, dir)
	checkPlayable(t, first)
	if err := first.Kill(); err != nil {
		t.Fatalf("kill: %v", err)
	}
	if err := first.Kill(); err == nil {
		t.Error("a server was killed twice")
	}
	second := start(t, dir, "--max-sessions", "5")
	if second.Data != first.Data {
		t.Errorf("the data was in %s, and then in %s", first.Data, second.Data)
	}
	checkPlayable(t, second)
	if err := second.Stop(); err != nil {
		t.Fatalf("stop: %v", err)
	}
	if err := second.Stop(); err == nil {
		t.Error("a server was stopped twice")
	}
	log, err := os.ReadFile(second.Log)
	if n := strings.Count(string(log), `"msg":"listening"`); err != nil || n != 2 {
		t.Errorf("the log has %d lives, %v", n, err)
	}
	if _, err := StartServer(ctx, built(t), dir, "--max-sessions", "none"); err == nil || !strings.Contains(err.Error(), "max-sessions") {
		t.Errorf("with a wrong flag: %v", err)
	}
	if _, err := StartServer(ctx, filepath.Join(dir, "absent"), dir); err == nil {
		t.Error("a program that is not there was started")
	}
	life, end := context.WithCancel(ctx)
	third, err := StartServer(life, built(t), dir)
	if err != nil {
		t.Fatal(err)
	}
	end()
	<-third.Ended
}

// start starts a server that ends with the test.
func start(t *testing.T, dir string, args ...string) *ServerProcess {
	t.Helper()
	s, err := StartServer(t.Context(), built(t), dir, args...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// checkPlayable checks that a server can be played on and that its metrics can be read.
func checkPlayable(t *testing.T, s *ServerProcess) {
	t.Helper()
	p := NewCrowd(Options{Target: netip.MustParseAddrPort(s.Addr)}).NewPlayer(0, netip.Addr{})
	if _, err := p.EnterLobby(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.Term.HangUp()
	answer, err := http.Get("http://" + s.Metrics + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, err := io.ReadAll(answer.Body); err != nil || !strings.Contains(string(text), "boardwalk_") {
		t.Errorf("the metrics are %.80q, %v", text, err)
	}
}
