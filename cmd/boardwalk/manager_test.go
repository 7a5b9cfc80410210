//go:build unix

package main

import (
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/sshtest"
)

// A manager stands in for systemd: it opens ports and listens to what a server says of itself.
type manager struct {
	ports  []*net.TCPListener
	notice *net.UnixConn
	env    []string
}

func newManager(t *testing.T, addrs ...string) *manager {
	t.Helper()
	m := new(manager)
	for _, addr := range addrs {
		l, err := net.Listen("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		m.ports = append(m.ports, l.(*net.TCPListener))
	}
	path := filepath.Join(t.TempDir(), "notify")
	notice, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { notice.Close() })
	m.notice, m.env = notice, append(os.Environ(), "NOTIFY_SOCKET="+path, "LISTEN_FDS="+string(rune('0'+len(addrs))))
	return m
}

// start starts a server that inherits the ports. Its own process must be in LISTEN_PID, which
// a shell knows before it becomes the server.
func (m *manager) start(t *testing.T, dir string) *testServer {
	t.Helper()
	cmd := exec.Command("sh", "-c", `LISTEN_PID=$$ exec "$0" "$@"`, programPath(), "serve", "--addr", "127.0.0.1:1", "--data", filepath.Join(dir, "boardwalk.db"))
	cmd.Env = m.env
	for _, l := range m.ports {
		file, err := l.File()
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		cmd.ExtraFiles = append(cmd.ExtraFiles, file)
	}
	a, err := startServer(dir, cmd)
	if err != nil {
		t.Fatal(err)
	}
	a.killAfter(t)
	return a
}

// hears waits for a message with a state, and returns all of it.
func (m *manager) hears(t *testing.T, state string) string {
	t.Helper()
	_ = m.notice.SetReadDeadline(time.Now().Add(waitLimit))
	for text := make([]byte, 4<<10); ; {
		n, err := m.notice.Read(text)
		if err != nil {
			t.Fatalf("the server does not say %s: %v", state, err)
		}
		if strings.Contains("\n"+string(text[:n])+"\n", "\n"+state+"\n") {
			return string(text[:n])
		}
	}
}

func TestAServiceManagerOpensThePortsAndHearsOfEachState(t *testing.T) {
	t.Parallel()
	m := newManager(t, "127.0.0.1:0", "127.0.0.1:0")
	m.env = append(m.env, "WATCHDOG_USEC=30000")
	dir := t.TempDir()
	a := m.start(t, dir)
	said := m.hears(t, "READY=1")
	for _, l := range m.ports {
		if !strings.Contains(said, l.Addr().String()) {
			t.Errorf("the server says that it is ready with %q, without %s", said, l.Addr())
		}
		greets(t, dial(t, l))
	}
	m.hears(t, "WATCHDOG=1")

	if err := a.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if said := m.hears(t, "RELOADING=1"); !strings.Contains(said, "\nMONOTONIC_USEC=") {
		t.Errorf("without its time: %q", said)
	}
	m.hears(t, "READY=1")

	a.stop(t)
	if said := m.hears(t, "STOPPING=1"); !strings.Contains(said, "\nEXTEND_TIMEOUT_USEC=15000000") {
		t.Errorf("with the drain of 5 s and 10 s for the end it says %q", said)
	}
	if code := a.exit(t); code != 0 {
		t.Errorf("exit %d", code)
	}
}

// A node that waits for others is alive and not ready, says what it waits for, and ends well when it
// is told to stop.
func TestANodeThatWaitsIsAliveAndSaysWhatItWaitsFor(t *testing.T) {
	t.Parallel()
	m := newManager(t)
	dir := t.TempDir()
	if err := sshtest.WriteKey(filepath.Join(dir, "boardwalk_ed25519"), "boardwalk"); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(programPath(), "serve", "--data", filepath.Join(dir, "boardwalk.db"), "--health-addr", "127.0.0.1:0",
		"--cluster-name", "arcade", "--cluster-node", "a", "--cluster-listen", "127.0.0.1:0", "--cluster-peers", "127.0.0.1:1, 127.0.0.1:2")
	cmd.Env = m.env
	a := &testServer{dir: dir, cmd: cmd, ended: make(chan struct{}), more: make(chan struct{})}
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go a.read(log, nil, a.wait)
	a.killAfter(t)
	m.hears(t, "STATUS=The server waits for 2 more nodes of cluster arcade")
	addr := regexp.MustCompile(`health addr=(\S+)`).FindStringSubmatch(a.logged())[1]
	const waits = "the server waits for 2 more nodes of cluster arcade\n"
	for path, want := range map[string]struct {
		code int
		text string
	}{"livez": {http.StatusOK, "ok\n"}, "readyz": {http.StatusServiceUnavailable, waits}, "metrics": {http.StatusServiceUnavailable, waits}} {
		answer, err := http.Get("http://" + addr + "/" + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != want.code || string(text) != want.text {
			t.Errorf("/%s is %d %q, %v", path, answer.StatusCode, text, err)
		}
	}
	a.stop(t)
	if code := a.exit(t); code != 0 || !strings.Contains(a.logged(), "told to stop while it waited for other nodes") {
		t.Errorf("exit %d", code)
	}
}

// While no server runs, whoever connects waits for the next one.
func TestNobodyIsRefusedDuringARestart(t *testing.T) {
	t.Parallel()
	m := newManager(t, "127.0.0.1:0")
	dir := t.TempDir()
	a := m.start(t, dir)
	m.hears(t, "READY=1")
	a.stop(t)
	if code := a.exit(t); code != 0 {
		t.Fatalf("exit %d", code)
	}
	waiting := dial(t, m.ports[0])
	m.start(t, dir)
	greets(t, waiting)
}

// Only a port is one that players can come to.
func TestASocketThatIsNoPortIsRefused(t *testing.T) {
	t.Parallel()
	m := newManager(t, "127.0.0.1:0")
	cmd := exec.Command("sh", "-c", `LISTEN_PID=$$ exec "$0" "$@"`, programPath(), "serve", "--data", filepath.Join(t.TempDir(), "boardwalk.db"))
	cmd.Env = m.env
	file, err := m.notice.File()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cmd.ExtraFiles = []*os.File{file}
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "the socket LISTEN_FD_3 of the service manager") {
		t.Errorf("%v: %s", err, out)
	}
}

// Whatever the environment says of sockets and of a watchdog, a server starts or says what is wrong.
func TestANumberOfSocketsThatCannotBeIsRefused(t *testing.T) {
	t.Parallel()
	for _, number := range []string{"99999999", "-1", "x", "99999999999999999999"} {
		cmd := exec.Command("sh", "-c", `LISTEN_PID=$$ exec "$0" "$@"`, programPath(), "serve", "--data", filepath.Join(t.TempDir(), "boardwalk.db"))
		cmd.Env = append(os.Environ(), "LISTEN_FDS="+number)
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "LISTEN_FDS is \""+number+"\" in the environment: it takes a whole number from 0 to 64") {
			t.Errorf("%s: %v: %s", number, err, out)
		}
	}
}

func TestATimeOfTheWatchdogThatOverflowsIsNone(t *testing.T) {
	t.Parallel()
	m := newManager(t, "127.0.0.1:0")
	m.env = append(m.env, "WATCHDOG_USEC=9223372036854775807")
	a := m.start(t, t.TempDir())
	m.hears(t, "READY=1")
	a.stop(t)
	if code := a.exit(t); code != 0 {
		t.Errorf("exit %d", code)
	}
}

func dial(t *testing.T, l net.Listener) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// greets checks that a server logs somebody in on a connection.
func greets(t *testing.T, conn net.Conn) {
	t.Helper()
	_ = conn.SetDeadline(time.Now().Add(waitLimit))
	c, _, _, err := gossh.NewClientConn(conn, "arcade", &gossh.ClientConfig{
		User: "ann", HostKeyCallback: gossh.InsecureIgnoreHostKey(),
		Auth: []gossh.AuthMethod{gossh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })},
	})
	if err != nil {
		t.Fatalf("nobody answers at %s: %v", conn.RemoteAddr(), err)
	}
	c.Close()
}
