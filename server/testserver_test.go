package server

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
	"boardwalk/server/deal"
	"boardwalk/server/gate"
	"boardwalk/server/port"
	"boardwalk/server/program"
	"boardwalk/server/sshtest"
	"boardwalk/tui"
)

const exitUsage = command.ExitUsage

// guardTime is how long a test waits for what must happen before it fails.
const guardTime = 3 * time.Minute

// arcade is a server under test, with what it has created.
type testServer struct {
	*Server
	addr             string
	log              *lockedBuffer
	apps             chan *fakeApp // each as it begins
	finishedChannels *finishedChannels

	mu      sync.Mutex
	players map[string]*fakePlayer
}

// open starts a server of fake apps on the loopback. It ends with the test.
func open(t *testing.T, change func(*Config)) *testServer {
	t.Helper()
	a := newArcade()
	a.start(t, change, func(env *tui.Env) program.App { return a.newFakeApp(env) })
	return a
}

// newFakeApp returns an app that nextApp will receive.
func (a *testServer) newFakeApp(env *tui.Env) *fakeApp {
	f := &fakeApp{env: env, seen: make(chan string, 1000), closed: make(chan struct{})}
	a.apps <- f
	return f
}

func newArcade() *testServer {
	return &testServer{log: &lockedBuffer{}, apps: make(chan *fakeApp, 100), finishedChannels: newFinishedChannels(), players: map[string]*fakePlayer{}}
}

// start starts the server. If newApp is nil, its apps are the real ones.
func (a *testServer) start(t *testing.T, change func(*Config), newApp func(*tui.Env) program.App) {
	t.Helper()
	config := Config{
		HostKey: filepath.Join(t.TempDir(), "key"),
		Version: "v1.2.3",
		Games: engine.Library{House: engine.Catalog{
			fakeGame{engine.Info{ID: "boardwalk/hop-45", Version: 1, Name: "Hop 45", Aliases: []string{"hop"}}},
			fakeGame{engine.Info{ID: "chessboard", Version: 1, Name: "Chessboard"}},
		}},
		Settings: Settings{Guests: true},
		Public:   "HOST", // and not a port that differs each time
		Store:    fakeStore{player: a.player},
		Logger:   slog.New(slog.NewTextHandler(a.log, nil)),
		Limits: Limits{
			Limits:    gate.Limits{Logins: 10_000, UnauthenticatedPerAddress: 500},
			Times:     program.Times{Drain: time.Millisecond},
			NoSession: guardTime, // a client may wait for what others do, on a busy machine
		},
	}
	if change != nil {
		change(&config)
	}
	srv, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	if newApp != nil {
		srv.newApp = newApp
	}
	srv.ssh.ChannelHandlers["session"] = a.finishedChannels.count(srv.handleChannel)
	a.Server = srv
	a.addr = sshtest.Serve(t, srv, ErrClosed)
}

// findsOnly has players who ask for a deal get this one, if it is of the kind that they ask for.
func (a *testServer) findsOnly(code engine.Code) {
	a.arcade.Deals = deal.NewPool(deal.Config{Searches: a.arcade.Searches, Code: func() engine.Code { return code }, Sessions: a.Sessions, Log: a.config.Logger})
}

// empties waits until only so many sessions are running: a client sees the end of its
// session before the session has left the hub.
func (a *testServer) empties(t *testing.T, sessions int) {
	t.Helper()
	for {
		_, left := a.hub.Players()
		if a.Sessions() <= sessions {
			return
		}
		receive(t, left, "sessions to leave")
	}
}

func (a *testServer) player(c arcade.Credential) (port.Player, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	account := c.String()
	if a.players[account] == nil {
		a.players[account] = &fakePlayer{account: account}
	}
	return a.players[account], nil
}

// accounts returns the accounts that were opened.
func (a *testServer) accounts() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	var names []string
	for name := range a.players {
		names = append(names, name)
	}
	return names
}

// newKey returns a new key and its fingerprint.
func newKey(*testing.T) (gossh.Signer, string) {
	key := sshtest.NewKey()
	return key, gossh.FingerprintSHA256(key.PublicKey())
}

func asGuest() gossh.AuthMethod { return sshtest.Guest() }

// tryDial logs in; without methods as a guest.
func (a *testServer) tryDial(user string, methods ...gossh.AuthMethod) (*gossh.Client, error) {
	conn, err := net.Dial("tcp", a.addr)
	if err != nil {
		return nil, err
	}
	sc, channels, requests, err := sshtest.Handshake(conn, gossh.ClientConfig{User: user, Auth: methods})
	if err != nil {
		return nil, err
	}
	return gossh.NewClient(&patientConn{Conn: sc, finishedChannels: a.finishedChannels}, channels, requests), nil
}

func (a *testServer) dial(t *testing.T, user string, methods ...gossh.AuthMethod) *gossh.Client {
	t.Helper()
	client, err := a.tryDial(user, methods...)
	if err != nil {
		t.Fatalf("log in: %v", err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// exec runs a command without a terminal.
func exec(t *testing.T, client *gossh.Client, command string) (out, errOut string, code int) {
	t.Helper()
	out, errOut, code, err := sshtest.Run(client, command)
	if err != nil {
		t.Fatalf("session: %v", err)
	}
	return out, unfolded(errOut), code
}

// unfolded returns a text without the line breaks that caption.Fold has made.
func unfolded(text string) string {
	var b strings.Builder
	width := 0
	for i, line := range strings.Split(text, "\n") {
		switch word, _, _ := strings.Cut(line, " "); {
		case i == 0:
		case word != "" && width+1+utf8.RuneCountInString(word) > 80:
			b.WriteByte(' ')
		default:
			b.WriteByte('\n')
		}
		b.WriteString(line)
		width = utf8.RuneCountInString(line)
	}
	return b.String()
}

func stdoutCode(t *testing.T, err error, out, errOut *bytes.Buffer) (string, string, int) {
	t.Helper()
	code, err := sshtest.ExitCode(err)
	if err != nil {
		t.Fatalf("session: %v", err)
	}
	return out.String(), unfolded(errOut.String()), code
}

// whoami asks the server who a client is.
func whoami(t *testing.T, client *gossh.Client) command.Whoami {
	t.Helper()
	out, errOut, code := exec(t, client, "whoami --json")
	if code != 0 {
		t.Fatalf("whoami: exit %d: %s", code, errOut)
	}
	var w command.Whoami
	if err := json.Unmarshal([]byte(out), &w); err != nil {
		t.Fatal(err)
	}
	return w
}
