package abuse_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/grade"
	"boardwalk/server"
	"boardwalk/server/command"
	"boardwalk/server/sshtest"
	"boardwalk/tui/tuitest"
)

// guardTime is how long a test waits for what must happen before it fails.
const guardTime = time.Minute

// noon is a time at which no day begins or ends soon.
var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// A clock is the arcade's clock, which a test sets.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) time() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) passes(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// A testServer is a server on the loopback with its own data file.
type testServer struct {
	*clock
	t    *testing.T
	db   *data.DB
	srv  *server.Server
	addr string
	deal engine.Code // of the next rounds and races
	// store wraps the data file for the server, if not nil.
	store func(server.Store) server.Store
}

// open starts an arcade at a time. It ends with the test.
func open(t *testing.T, now time.Time) *testServer {
	t.Helper()
	return openOn(t, now, nil)
}

// openOn starts an arcade whose store wraps its data file. The dailies of its first two games are
// chosen for two days.
func openOn(t *testing.T, now time.Time, store func(server.Store) server.Store) *testServer {
	t.Helper()
	t.Parallel()
	db, err := data.Open(filepath.Join(t.TempDir(), "boardwalk.db"), data.Games(catalog.Library()))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range catalog.All()[:2] { // the arcade measures them the day before, for seconds
		for _, day := range []time.Time{now, now.AddDate(0, 0, 1)} {
			scale, _ := grade.ScaleOf(g)
			choice := data.DailyChoice{Winnable: true, Grade: scale.Mark(0)}
			if _, err := db.ChooseDaily(g.Info().ID, day.Format(time.DateOnly), choice); err != nil {
				t.Fatal(err)
			}
		}
	}
	a := &testServer{clock: &clock{now: now}, t: t, db: db, deal: "R1", store: store}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	a.serve()
	return a
}

// serve starts a server on the data file.
func (a *testServer) serve() {
	a.t.Helper()
	store := server.Data(a.db)
	if a.store != nil {
		store = a.store(store)
	}
	config := server.Config{
		HostKey: filepath.Join(a.t.TempDir(), "key"), Games: catalog.Library(), Store: store, Settings: server.Settings{Guests: true},
		Logger: slog.New(slog.DiscardHandler), Now: a.time, Deal: func() engine.Code { return a.deal },
	}
	config.Limits.Drain, config.Limits.Logins, config.Limits.LoginsSecond = time.Millisecond, 100_000, 100_000
	srv, err := server.New(config)
	if err != nil {
		a.t.Fatal(err)
	}
	a.srv, a.addr = srv, sshtest.Serve(a.t, srv, server.ErrClosed)
}

// stop ends the server.
func (a *testServer) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), guardTime)
	defer cancel()
	if err := a.srv.Shutdown(ctx); err != nil {
		a.t.Error(err)
	}
}

// restarts stops the server and starts another one on the data file.
func (a *testServer) restarts() {
	a.t.Helper()
	a.stop()
	a.serve()
}

// A player is a connection, with a key or as a guest.
type player struct {
	*ssh.Client
	a   *testServer
	key ssh.Signer // nil for a guest
}

// key logs in with a new key.
func (a *testServer) key() *player {
	a.t.Helper()
	return a.login(sshtest.NewKey())
}

// guest logs in without a key.
func (a *testServer) guest() *player {
	a.t.Helper()
	return a.login(nil)
}

// login logs in with a key, or as a guest if key is nil.
func (a *testServer) login(key ssh.Signer) *player {
	a.t.Helper()
	auth := sshtest.Guest()
	if key != nil {
		auth = ssh.PublicKeys(key)
	}
	client, err := sshtest.Dial(a.addr, "mallory", auth)
	if err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(func() { client.Close() })
	return &player{client, a, key}
}

// leaves closes the connection, and waits until the server has noticed.
func (p *player) leaves() {
	p.a.t.Helper()
	sessions := p.a.srv.Sessions()
	p.Close()
	for guard := time.Now().Add(guardTime); p.a.srv.Sessions() == sessions; runtime.Gosched() {
		if time.Now().After(guard) {
			p.a.t.Fatal("the server keeps the sessions")
		}
	}
}

// again returns the same key on another connection.
func (p *player) again() *player {
	p.a.t.Helper()
	return p.a.login(p.key)
}

// runs runs a command and returns its whole output.
func (p *player) runs(command string) string {
	p.a.t.Helper()
	out, errOut, _, err := sshtest.Run(p.Client, command)
	if err != nil {
		p.a.t.Fatalf("%s: %v", command, err)
	}
	return out + errOut
}

// says runs a command whose output must contain a text.
func (p *player) says(command, want string) {
	p.a.t.Helper()
	if out := p.runs(command); !strings.Contains(out, want) {
		p.a.t.Errorf("%s says no %q, but:\n%s", command, want, out)
	}
}

// json runs a command with --json and decodes its output.
func (p *player) json(command string, into any) {
	p.a.t.Helper()
	out := p.runs(command + " --json")
	if err := json.Unmarshal([]byte(out), into); err != nil {
		p.a.t.Fatalf("%s: %v in:\n%s", command, err, out)
	}
}

// links joins both accounts: p enters a code of the other's.
func (p *player) links(other *player) {
	p.a.t.Helper()
	var link command.Link
	other.json("link", &link)
	var me command.Nick
	p.json("nick", &me)
	p.says("link "+link.Code+" "+cmp.Or(me.Nick, "yes"), "The accounts are joined")
}

// A session is a session in a terminal.
type session struct {
	a      *testServer
	sess   *ssh.Session
	in     io.WriteCloser
	screen *tuitest.Terminal // nil in words mode

	mu      sync.Mutex
	out     bytes.Buffer
	changed chan struct{} // receives when there is more output
	ended   chan struct{} // closed with the session
}

// Write takes what the server sends.
func (s *session) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case s.changed <- struct{}{}:
	default:
	}
	if s.screen != nil {
		return s.screen.Write(p)
	}
	return s.out.Write(p)
}

// shown returns all of the text so far, or what is on the screen now.
func (s *session) shown() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.screen != nil {
		return s.screen.Screen()
	}
	return s.out.String()
}

// waits waits until ok accepts what shows, or the session has ended.
func (s *session) waits(what string, ok func(shown string) bool) {
	s.a.t.Helper()
	guard := time.After(guardTime)
	for !ok(s.shown()) {
		select {
		case <-s.changed:
		case <-s.ended:
			if !ok(s.shown()) {
				s.a.t.Fatalf("the session has ended without %s:\n%s", what, s.shown())
			}
		case <-guard:
			s.a.t.Fatalf("waited in vain for %s:\n%s", what, s.shown())
		}
	}
}

// terminal begins a session, with a command if command is not "".
func (p *player) terminal(term, command string) *session {
	p.a.t.Helper()
	sess, in, err := sshtest.NewTerminal(p.Client, term, 24, 80)
	if err != nil {
		p.a.t.Fatal(err)
	}
	s := &session{a: p.a, sess: sess, in: in, changed: make(chan struct{}, 1), ended: make(chan struct{})}
	if term != "dumb" {
		s.screen = tuitest.NewTerminal(80, 24)
	}
	sess.Stdout, sess.Stderr = s, s
	if err := sshtest.Start(sess, command); err != nil {
		p.a.t.Fatal(err)
	}
	go func() {
		_ = sess.Wait()
		close(s.ended)
	}()
	return s
}

// hangsUp ends the session like a client whose line is cut.
func (s *session) hangsUp() {
	s.a.t.Helper()
	_ = s.sess.Close()
	s.awaitEnd()
}

// quits leaves the arcade in words. Nobody sees the player any more then, whom a cut line
// leaves there for a moment.
func (s *session) quits() {
	s.a.t.Helper()
	s.presses("quit\r")
	s.awaitEnd()
}

// awaitEnd waits until the session has ended.
func (s *session) awaitEnd() {
	s.a.t.Helper()
	select {
	case <-s.ended:
	case <-time.After(guardTime):
		s.a.t.Fatal("the session does not end")
	}
}

// words begins a session in words.
func (p *player) words() *session {
	p.a.t.Helper()
	s := p.terminal("dumb", "")
	s.waits("a prompt", prompted)
	s.tells("settings pages off")
	return s
}

func prompted(text string) bool { return strings.HasSuffix(text, "> ") }

// quickly types a line at once and returns the answer, including the next prompt. News may
// come with a prompt of its own before the line is echoed, which is no answer.
func (s *session) quickly(line string) string {
	s.a.t.Helper()
	from := len(s.shown())
	if _, err := io.WriteString(s.in, line+"\r"); err != nil {
		s.a.t.Fatalf("%s: %v", line, err)
	}
	answer := func(text string) string {
		_, after, _ := strings.Cut(text[from:], line+"\r\n")
		return after
	}
	s.waits("an answer to "+line, func(text string) bool { return prompted(answer(text)) })
	return answer(s.shown())
}

// tells types lines, each after a second, and returns the last answer. A deal that is played once is begun.
func (s *session) tells(lines ...string) (answer string) {
	s.a.t.Helper()
	for _, line := range lines {
		s.a.passes(time.Second)
		if answer = s.quickly(line); strings.HasPrefix(answer, "Begin ") && strings.HasSuffix(answer, "yes or no> ") {
			answer = s.quickly("y")
		}
	}
	return answer
}

// wants types a line after a second, whose answer must contain a text.
func (s *session) wants(line, want string) {
	s.a.t.Helper()
	if answer := s.tells(line); !strings.Contains(strings.Join(strings.Fields(answer), " "), want) {
		s.a.t.Errorf("%s is answered without %q:\n%s", line, want, answer)
	}
}

// presses presses keys.
func (s *session) presses(keys string) {
	s.a.t.Helper()
	if _, err := io.WriteString(s.in, sshtest.Keys(keys)); err != nil {
		s.a.t.Fatal(err)
	}
}

// shows waits until the screen shows a text.
func (s *session) shows(text string) {
	s.a.t.Helper()
	s.waits(text, func(screen string) bool { return strings.Contains(screen, text) })
}
