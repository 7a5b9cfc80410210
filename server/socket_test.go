package server

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/port"
	"boardwalk/server/socket"
	"boardwalk/server/sshtest"
)

// hosted returns an arcade with a local socket, and the socket's path.
func hosted(t *testing.T, change func(*Config)) (*testServer, string) {
	t.Helper()
	a, _ := openData(t, change)
	// Test names make long folders, and a socket's path must be short.
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	path := filepath.Join(dir, "boardwalk.db.sock")
	l, err := socket.Listen(path)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- a.Serve(l) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), guardTime)
		defer cancel()
		if err := a.Shutdown(ctx); err != nil {
			t.Errorf("Shutdown: %v", err)
		}
		receive(t, served, "the end of Serve")
		if _, err := os.Lstat(path); err == nil {
			t.Error("the socket is still there")
		}
	})
	_ = dialSocket(t, path, "host").Close() // so it is listening
	return a, path
}

// dialSocket logs in through a socket.
func dialSocket(t *testing.T, path, user string, methods ...gossh.AuthMethod) *gossh.Client {
	t.Helper()
	nc, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	client, err := sshtest.Login(nc, gossh.ClientConfig{User: user, Auth: append(methods, asGuest())})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// The host reads why an account cannot be opened; nobody else does.
func TestTheHostReadsWhyAnAccountIsNotOpened(t *testing.T) {
	a, path := hosted(t, func(c *Config) {
		c.Store = fakeStore{player: func(arcade.Credential) (port.Player, error) {
			return nil, errors.New("read b.db: bad page\x1b[2J" + strings.Repeat("; see what can still be read", 40) + "; the end")
		}}
	})
	for client, told := range map[*gossh.Client]bool{dialSocket(t, path, "host"): true, a.dial(t, "ann"): false} {
		_, errOut, code := exec(t, client, "whoami")
		if code != exitFailed || !strings.Contains(errOut, "cannot be opened") || strings.Contains(errOut, "b.db: bad page?[2J") != told || strings.Contains(errOut, "the end") != told {
			t.Errorf("exit %d: %q", code, errOut)
		}
	}
}

// A player who connects to the socket is the host, whatever else the client claims: not
// the account of a key, not banned, not turned away, and an admin.
func TestTheSocketIsTheHost(t *testing.T) {
	a, path := hosted(t, func(c *Config) { c.Access, c.Guests = Invite, false })
	if err := a.config.Store.Ban(data.Ban{Who: "0.0.0.0/0"}); err != nil {
		t.Fatal(err)
	}
	key, _ := newKey(t)
	for _, methods := range [][]gossh.AuthMethod{nil, {gossh.PublicKeys(key)}} {
		client := dialSocket(t, path, "whoever", methods...)
		out, errOut, code := exec(t, client, "admin sessions")
		if code != exitOK || !strings.Contains(out, "local") {
			t.Errorf("exit %d: %q, %q", code, out, errOut)
		}
		term := a.play(t, client)
		if got := term.app.env.Player; got != arcade.Nameless {
			t.Errorf("the host is called %q", got)
		}
		if _, err := term.app.env.Store.Save(opened(), 0); err != nil {
			_, rev, _ := term.app.env.Store.Saved(opened().Record.Game)
			if rev == 0 {
				t.Errorf("Save: %v", err)
			}
		}
	}
	if known, err := a.config.Store.Known(arcade.Local); !known || err != nil {
		t.Errorf("the account local: %v, %v", known, err)
	}
}

// Over the network nobody is the host, whatever name and account they claim.
//
//abuse:case 15
func TestNobodyElseIsTheHost(t *testing.T) {
	a, _ := hosted(t, nil)
	for _, user := range []string{"local", "host", "root", "admin"} {
		client := a.dial(t, user)
		if _, errOut, code := exec(t, client, "admin sessions"); code != exitFailed || errOut != "That is for the admins of this arcade: their keys are in its file of admins.\n" {
			t.Errorf("%s: exit %d: %q", user, code, errOut)
		}
	}
	if known, err := a.config.Store.Known(arcade.Local); known || err != nil {
		t.Errorf("the account local: %v, %v", known, err)
	}
}

// Without a server the same commands run on the store, and commands about sessions say
// that nobody is here.
func TestAdminWithoutAServer(t *testing.T) {
	_, db := openData(t, nil)
	member(t, db, "Ann")
	config := Config{Store: Data(db), Version: "v1", Backups: filepath.Join(t.TempDir(), "backups"), Logger: slog.New(slog.DiscardHandler)}
	for _, test := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"players", "--all"}, exitOK, "Ann"},
		{[]string{"players"}, exitOK, "Nobody."},
		{[]string{"sessions"}, exitOK, "No session is running."},
		{[]string{"ban", "ann", "--for", "1h", "too", "loud"}, exitOK, "0 sessions ended."},
		{[]string{"bans"}, exitOK, "too loud"},
		{[]string{"unban", "ann"}, exitOK, "may come in again"},
		{[]string{"invite", "--ahead"}, exitOK, "good once"},
		{[]string{"stats"}, exitOK, "players     1"},
		{[]string{"backup", "a.db"}, exitOK, "a.db"},
		{[]string{"kick", "ann"}, exitFailed, "ann is not here."},
		{[]string{"wall", "hello"}, exitFailed, "No server is running, so nobody is there to read it."},
		{[]string{"drain"}, exitFailed, "No server is running"},
		{nil, exitOK, "boardwalk admin"},
		{[]string{"bam"}, exitUsage, "Try: boardwalk admin help\n"},
		{[]string{"ban", "ann", "--for", "1y"}, exitUsage, "Try: boardwalk admin help ban\n"},
	} {
		var out, errOut bytes.Buffer
		if code := Admin(config, test.args, &out, &errOut); code != test.code || !strings.Contains(out.String()+errOut.String(), test.says) {
			t.Errorf("admin %v: exit %d: %q, %q; want %d, %q", test.args, code, &out, &errOut, test.code, test.says)
		}
	}
}
