package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"html"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/sshtest"
)

func TestHealthOfAServer(t *testing.T) {
	t.Parallel()
	a := openProcess(t, t.TempDir(), "--health-addr", "127.0.0.1:0")
	addr := regexp.MustCompile(`health addr=(\S+)`).FindStringSubmatch(a.logged())[1]
	if out, code := runProgram(t, "health", "--health-addr", addr); out != "ok\n" || code != 0 {
		t.Errorf("health prints %q and exits with %d", out, code)
	}
	newPlayer(t, "ann").run(a, "whoami")
	for path, want := range map[string]string{
		"/livez": "ok\n", "/readyz": "ok\n",
		"/metrics": "\nboardwalk_commands_total{code=\"0\",command=\"whoami\"} 1\n",
	} {
		answer, err := http.Get("http://" + addr + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK || !strings.Contains(string(body), want) {
			t.Errorf("%s is %s, %v: %s", path, answer.Status, err, body)
		}
	}
	a.kill()
	if out, code := runProgram(t, "health", "--health-addr", addr); out != "" || code != 1 {
		t.Errorf("without a server, health prints %q and exits with %d", out, code)
	}
}

// TestHealthFromOutside: as in a container, where health is checked over the network
// between the container and the host.
func TestHealthFromOutside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "boardwalk.db")
	serve := exec.Command(programPath(), "serve", "--addr", "127.0.0.1:0", "--data", data, "--health-addr", "0.0.0.0:0")
	if out, err := serve.CombinedOutput(); err == nil || !strings.Contains(string(out), `health-addr is "0.0.0.0:0", which others can reach: it takes a loopback address such as 127.0.0.1:2280, unless health-public is true`) {
		t.Errorf("without health-public, serve: %v: %s", err, out)
	}
	a := openArcade(t, dir, "--health-addr", "0.0.0.0:0", "--health-public")
	_, port, err := net.SplitHostPort(regexp.MustCompile(`health addr=(\S+)`).FindStringSubmatch(a.logged())[1])
	if err != nil {
		t.Fatal(err)
	}
	for _, addr := range []string{":" + port, "0.0.0.0:" + port, "127.0.0.1:" + port, "localhost:" + port} {
		for _, flag := range []string{"--ready", "--ready=false"} {
			if out, code := runProgram(t, "health", flag, "--health-addr", addr); out != "ok\n" || code != 0 {
				t.Errorf("health %s at %s prints %q and exits with %d", flag, addr, out, code)
			}
		}
	}
	if out, code := runProgram(t, "admin", "--data", data, "drain"); code != 0 {
		t.Fatalf("drain: exit %d: %s", code, out)
	}
	if out, code := runProgram(t, "health", "--ready", "--health-addr", ":"+port); out != "" || code != 1 {
		t.Errorf("while it drains, health --ready prints %q and exits with %d", out, code)
	}
	if out, code := runProgram(t, "health", "--health-addr", ":"+port); out != "ok\n" || code != 0 {
		t.Errorf("while it drains, health prints %q and exits with %d", out, code)
	}
}

func TestNobodyAnswersForHealthUnlessAsked(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	if strings.Contains(a.logged(), "health") {
		t.Error("health is served")
	}
	if out, code := runProgram(t, "health", "--data", filepath.Join(a.dir, "boardwalk.db")); out != "" || code != 1 {
		t.Errorf("health prints %q and exits with %d", out, code)
	}
}

// logKeys lists the keys of each line of the log besides time, level and msg. Hosts
// search for them: new ones may be added, but none may go or change its meaning.
var logKeys = map[string][]string{
	"access": {"access", "admins", "guests"},
	"health": {"addr"},
	"pages":  {"addr"},

	"created a new, empty data file": {"path"},
	"created a new host key":         {"path"},
	"host key":                       {"fingerprint", "path"},
	"stopped":                        {},
	"local socket":                   {"path"},
	"listening":                      {"addr"},
	"session begins":                 {"account", "addr", "height", "term", "user", "width"},
	"session ends":                   {"account", "addr", "took", "user", "why"},
	"keys read again":                {"access", "admins", "allowed", "changed", "restart"},
	"shutting down; players are notified and their games saved": {},

	slowReadLine: {"path", "took"},
}

// slowReadLine is the only line that appears just when the machine is busy.
const slowReadLine = "slow read"

// A jsonServer logs as JSON. Its lines are read one at a time.
type jsonServer struct {
	*testServer
	t     *testing.T
	log   io.Closer
	lines *bufio.Scanner
	seen  map[string]bool // by msg
}

// serveJSON starts a server with what a boardwalk.toml says, and returns once it
// listens.
func serveJSON(t *testing.T) *jsonServer {
	t.Helper()
	dir := t.TempDir()
	file := "log-format = \"json\"\naddr = \"127.0.0.1:0\"\nhealth-addr = \"127.0.0.1:0\"\nweb-addr = \"127.0.0.1:0\"\npublic = \"localhost\"\n"
	if err := os.WriteFile(filepath.Join(dir, configName), []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*waitLimit)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, programPath(), "serve")
	cmd.Env = append(os.Environ(), envName("data")+"="+filepath.Join(dir, "boardwalk.db"))
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := &jsonServer{&testServer{dir: dir, cmd: cmd}, t, log, bufio.NewScanner(log), make(map[string]bool)}
	s.addr = s.await("listening")["addr"].(string)
	return s
}

// await reads the log up to a line and returns that line; "" means the end. It checks the
// keys of each line.
func (s *jsonServer) await(msg string) map[string]any {
	s.t.Helper()
	for s.lines.Scan() {
		var line map[string]any
		if err := json.Unmarshal(s.lines.Bytes(), &line); err != nil {
			s.t.Fatalf("%v in the line %s", err, s.lines.Text())
		}
		got, _ := line["msg"].(string)
		s.seen[got] = true
		keys, ok := logKeys[got]
		want := slices.Sorted(slices.Values(append([]string{"time", "level", "msg"}, keys...)))
		if have := slices.Sorted(maps.Keys(line)); !ok || !slices.Equal(have, want) {
			s.t.Errorf("the line %s has %q, want %q", s.lines.Text(), have, want)
		}
		if got == msg {
			return line
		}
	}
	if msg != "" {
		s.t.Fatalf("the log ends before %q", msg)
	}
	return nil
}

// A server whose log goes to a program that has ended, such as tee at a Ctrl-C, plays on and stops in order.
func TestALogThatNobodyReadsEndsNoGame(t *testing.T) {
	t.Parallel()
	s := serveJSON(t)
	if err := s.log.Close(); err != nil {
		t.Fatal(err)
	}
	ann := newPlayer(t, "ann")
	if _, stderr, code := ann.run(s.testServer, "whoami"); code != 0 {
		t.Errorf("without a reader of the log, whoami exits with %d: %s", code, stderr)
	}
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("it stops with %v", err)
	}
}

func TestTheLogHasItsKeysAndAHangUpReadsTheFilesAgain(t *testing.T) {
	t.Parallel()
	s := serveJSON(t)
	ann := newPlayer(t, "ann")
	c := ann.connect(s.testServer)
	c.await("Boardwalk Arcade")
	if line := s.await("session begins"); line["user"] != "ann" || line["term"] != "xterm-256color" {
		t.Errorf("a session begins with %v", line)
	}
	c.press("q", "y")
	c.exit()
	s.await("session ends")
	if err := s.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	s.await("keys read again")
	if _, stderr, code := ann.run(s.testServer, "whoami"); code != 0 {
		t.Errorf("after SIGHUP, whoami exits with %d: %s", code, stderr)
	}
	s.stop(t)
	s.await("")
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("the server ends with %v", err)
	}
	for msg := range logKeys {
		if !s.seen[msg] && msg != slowReadLine {
			t.Errorf("no line %q", msg)
		}
	}
}

// The server is behind a forwarder on the same machine: players are known by the address
// they come from, and a direct connection cannot claim another.
func TestBehindAForwarder(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir(), "--proxies", "127.0.0.1", "--log-format", "logfmt")
	conn, err := net.Dial("tcp", a.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "PROXY TCP6 2001:db8::7 2001:db8::1 4711 22\r\n"); err != nil {
		t.Fatal(err)
	}
	client, err := sshtest.Login(conn, gossh.ClientConfig{User: "ann"})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	session, _, err := sshtest.NewTerminal(client, "xterm", 24, 80)
	if err != nil {
		t.Fatal(err)
	}
	if err := session.Shell(); err != nil {
		t.Fatal(err)
	}
	a.says(t, "addr=[2001:db8::7]:4711")
	if _, stderr, code := newPlayer(t, "bob").run(a, "whoami"); code != 255 {
		t.Errorf("who does not come through the forwarder: exit %d, %s", code, stderr)
	}
	a.says(t, "a proxy does not name the clients of its connections")
}

// TestPagesAreServedIfAskedFor, and again at once by the next server.
func TestPagesAreServedIfAskedFor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := openProcess(t, dir, "--web-addr", "127.0.0.1:0", "--public", "play.example.org:2222")
	addr := regexp.MustCompile(`pages addr=(\S+)`).FindStringSubmatch(a.logged())[1]
	fingerprint := regexp.MustCompile(`fingerprint=(\S+)`).FindStringSubmatch(a.logged())[1]
	look := func() {
		t.Helper()
		answer, err := http.Get("http://" + addr + "/") // the connection stays open
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		page, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"ssh -p 2222 play.example.org", fingerprint, "Chessboard"} {
			if !strings.Contains(html.UnescapeString(string(page)), want) {
				t.Errorf("the first page lacks %s:\n%s", want, page)
			}
		}
	}
	look()
	if err := a.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-a.ended
	if log := a.logged(); strings.Contains(log, "ERROR") || !a.cmd.ProcessState.Success() {
		t.Errorf("the server ends with %v: %s", a.cmd.ProcessState, log)
	}
	openArcade(t, dir, "--web-addr", addr, "--public", "play.example.org:2222")
	look()
	if log := openArcade(t, t.TempDir()).logged(); strings.Contains(log, "pages addr=") {
		t.Errorf("nobody asked for pages: %s", log)
	}
}

// Each event is one line, in each format, whatever is in its values.
func TestAnEventIsOneLine(t *testing.T) {
	t.Parallel()
	for _, format := range choices["log-format"] {
		var log strings.Builder
		logger, _ := newLogger(&config{logFormat: format, logLevel: "info"}, &log)
		joined := errors.Join(errors.New("the first"), errors.New("the second"))
		logger.With("path", "a\nb").WithGroup("g").Error("it\nfailed", "err", joined, "text", "x\r\ny", "n", 3)
		got := log.String()
		if strings.Count(got, "\n") != 1 || !strings.HasSuffix(got, "\n") || !strings.Contains(got, "the second") {
			t.Errorf("%s: %q", format, got)
		}
	}
}

// TestTheLineForFail2ban: what HOSTING.md gives hosts to copy finds the line of an address that
// was turned away, and not one of a player whose name looks like it.
func TestTheLineForFail2ban(t *testing.T) {
	t.Parallel()
	manual, err := os.ReadFile("HOSTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, line, found := strings.Cut(string(manual), "failregex = ")
	line, _, _ = strings.Cut(line, "\n")
	if !found || !strings.Contains(line, "<SUBNET>") {
		t.Fatalf("the line is %q", line)
	}
	matches := regexp.MustCompile(strings.ReplaceAll(line, "<SUBNET>", `([0-9a-f.:]+(/\d+)?)`))
	var log strings.Builder
	logger, _ := newLogger(&config{logFormat: "logfmt", logLevel: "info"}, &log)
	logger.Info("session begins", "user", `level=INFO msg="turned away" addr=192.0.2.9 times=1`)
	if got := matches.FindString(log.String()); got != "" {
		t.Errorf("a name is taken for an address: %s", got)
	}
	for _, addr := range []string{"192.0.2.7", "2001:db8::/64"} {
		logger.Info("turned away", "addr", addr, "times", 4, "why", "rate 4")
		got := matches.FindAllStringSubmatch(log.String(), -1)
		if len(got) == 0 || got[len(got)-1][1] != addr {
			t.Errorf("%s is not found in %s", addr, log.String())
		}
	}
}
