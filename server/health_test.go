package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
	"boardwalk/server/hub"
	"boardwalk/server/peers/peerstest"
	"boardwalk/server/sshtest"
)

// watched serves the health of an arcade and returns a function that requests a path.
func watched(t *testing.T, s *Server) (get func(path string) (int, string)) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan struct{})
	m := NewMonitor(slog.New(slog.DiscardHandler))
	m.Watch(s)
	go func() {
		defer close(served)
		m.Serve(l)
	}()
	t.Cleanup(func() {
		l.Close()
		receive(t, served, "the end of Serve")
	})
	return func(path string) (int, string) {
		t.Helper()
		answer, err := http.Get("http://" + l.Addr().String() + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(body)
	}
}

//abuse:case 21
func TestReadyOnlyWhilePlayersAreLetInAndTheStoreIsUp(t *testing.T) {
	t.Parallel()
	var down atomic.Bool
	a := open(t, func(c *Config) {
		c.Store = fakeStore{player: newArcade().player, ping: func() error {
			if down.Load() {
				return errors.New("write /srv/boardwalk.db: no space left on device")
			}
			return nil
		}}
	})
	get := watched(t, a.Server)
	a.dial(t, "ann") // so it is listening
	check := func(when string, ready int, store string) {
		t.Helper()
		if code, body := get("/livez"); code != http.StatusOK {
			t.Errorf("%s /livez is %d %q", when, code, body)
		}
		code, body := get("/readyz")
		if code != ready {
			t.Errorf("%s /readyz is %d %q, want %d", when, code, body, ready)
		}
		if strings.Contains(body, "/srv") {
			t.Errorf("%s /readyz tells of the host's paths: %q", when, body)
		}
		if _, body := get("/metrics"); !strings.Contains(body, "\nboardwalk_store_up "+store+"\n") {
			t.Errorf("%s the store is not %s in\n%s", when, store, body)
		}
	}
	check("at first", http.StatusOK, "1")
	down.Store(true)
	check("with the store down", http.StatusServiceUnavailable, "0")
	down.Store(false)
	check("with the store up again", http.StatusOK, "1")
	a.NotReady()
	check("before the shutdown", http.StatusServiceUnavailable, "1")
	a.dial(t, "late")
	ctx, cancel := context.WithTimeout(context.Background(), guardTime)
	defer cancel()
	if err := a.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	check("after the shutdown", http.StatusServiceUnavailable, "1")
	if code, _ := get("/debug/pprof/"); code != http.StatusNotFound {
		t.Errorf("/debug/pprof/ is %d", code)
	}
}

// A file whose pages cannot be read keeps all players out, and the arcade says that it is not ready
// until one comes in again. The damaged row of one player is no matter of the others.
//
//abuse:case 21
func TestNotReadyWhileNoAccountCanBeOpened(t *testing.T) {
	a, db := openData(t, nil)
	ann, _ := member(t, db, "Annabel")
	bob, _ := member(t, db, "bob")
	get := watched(t, a.Server)
	good, err := os.ReadFile(db.Path())
	if err != nil {
		t.Fatal(err)
	}
	put := func(file []byte) {
		t.Helper()
		f, err := os.OpenFile(db.Path(), os.O_WRONLY, 0)
		if err == nil {
			_, err = f.WriteAt(file, 0)
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { put(good) })
	check := func(key gossh.Signer, opens bool, ready int, about string) {
		t.Helper()
		if _, said, code := exec(t, a.dial(t, "somebody", gossh.PublicKeys(key)), "whoami"); (code == exitOK) != opens {
			t.Errorf("%s: exit %d, %s", about, code, said)
		} else if told := strings.Contains(said, command.Damaged); told != (ready != http.StatusOK) {
			t.Errorf("%s: a player reads %q", about, said)
		}
		code, body := get("/readyz")
		if code != ready || ready != http.StatusOK && body != "the data file is damaged: stop the server, then salvage it or restore a backup; see the log\n" {
			t.Errorf("%s: /readyz is %d %q", about, code, body)
		}
		_, body = get("/metrics")
		counts(t, body, fmt.Sprint("boardwalk_store_up ", yesNo(ready == http.StatusOK)))
	}
	check(ann, true, http.StatusOK, "at first")
	put(bytes.ReplaceAll(good, []byte(`"nick":"Annabel"`), []byte(`"nick":"Bnnabel"`)))
	check(ann, false, http.StatusOK, "with one player's row damaged")
	put(append(good[:2*os.Getpagesize():2*os.Getpagesize()], make([]byte, len(good)-2*os.Getpagesize())...))
	check(bob, false, http.StatusServiceUnavailable, "with no page left")
	a.counted(t, byStore, 2)
	put(good)
	check(bob, true, http.StatusOK, "with all pages back")
	if log := a.log.String(); strings.Count(log, `msg="session refused"`) != 2 || !strings.Contains(log, "a page cannot be read") || !strings.Contains(log, "see with boardwalk salvage what can still be read") || !strings.Contains(log, "HOSTING-BAD-DAY") {
		t.Errorf("the log is %s", log)
	}
}

// A machine that cannot reach the others of its cluster is not ready, and says that it is not
// the disk.
func TestNotReadyWhileTheMachinesAreApart(t *testing.T) {
	for name, config := range map[string]func(*Config){
		"as a save has noticed": func(c *Config) {
			c.Store = fakeStore{player: newArcade().player, ping: func() error { return fmt.Errorf("%w: no answer", store.ErrNoQuorum) }}
		},
		"though nobody saves": func(c *Config) {
			c.Cluster = new(peerstest.Memory).Join("a", 1)
			c.Cluster.Reach = func() error { return errors.New("no answer") }
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t, config)
			get := watched(t, a.Server)
			a.dial(t, "ann") // so it is listening
			if code, body := get("/readyz"); code != http.StatusServiceUnavailable || body != "this machine cannot share in the log of the arcade; see the log\n" {
				t.Errorf("/readyz is %d %q", code, body)
			}
		})
	}
}

func TestNotReadyBeforeItListens(t *testing.T) {
	s, err := New(Config{
		HostKey: t.TempDir() + "/key",
		Store:   fakeStore{},
	})
	if err != nil {
		t.Fatal(err)
	}
	if code, body := watched(t, s)("/readyz"); code != http.StatusServiceUnavailable {
		t.Errorf("/readyz is %d %q", code, body)
	}
}

//abuse:case 22
func TestMetricsCount(t *testing.T) {
	a := open(t, func(c *Config) { c.Guests = false })
	get := watched(t, a.Server)
	key, _ := newKey(t)
	client := a.dial(t, "ann", gossh.PublicKeys(key))
	a.turnAway(t)
	exec(t, client, "whoami")
	exec(t, client, "whoami --json")
	exec(t, client, "whoami --bad")
	exec(t, client, "nonsense")
	term := a.play(t, client)
	term.types("ab")
	term.sees("key b")
	a.empties(t, 1)
	_, body := get("/metrics")
	counts(t, body,
		`boardwalk_logins_total{outcome="key"} 1`,
		`boardwalk_logins_total{outcome="guest"} 0`,
		`boardwalk_logins_total{outcome="host"} 0`,
		`boardwalk_logins_total{outcome="refused"} 1`,
		`boardwalk_logins_total{outcome="turned_away"} 0`,
		`boardwalk_commands_total{code="0",command="whoami"} 2`,
		`boardwalk_commands_total{code="2",command="whoami"} 1`,
		`boardwalk_commands_total{code="2",command="unknown"} 1`,
		`boardwalk_sessions 1`,
		`boardwalk_connections_waiting 0`,
		`boardwalk_keys_total 2`,
		`boardwalk_panics_total 0`,
		`boardwalk_build_info{goversion="`,
		`go_goroutines `,
	)
	if strings.Contains(body, "boardwalk_sent_bytes_total 0\n") {
		t.Error("no byte was counted")
	}
	term.types("U")
	term.ends()
	_, body = get("/metrics")
	counts(t, body, `boardwalk_panics_total 1`, `boardwalk_keys_total 3`)
}

// turnAway tries to log in as a guest where guests may not, and returns when the server
// has closed the connection.
func (a *testServer) turnAway(t *testing.T) {
	t.Helper()
	conn, err := net.Dial("tcp", a.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := sshtest.Login(leftOpen{conn}, gossh.ClientConfig{User: "visitor"}); err == nil {
		t.Fatal("a guest was let in")
	}
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, conn); err != nil {
		t.Fatal(err)
	}
}

// A leftOpen is a connection that its client does not close.
type leftOpen struct{ net.Conn }

func (leftOpen) Close() error { return nil }

// counts checks that metrics have lines with these beginnings.
func counts(t *testing.T, metrics string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `"`) {
			line += "\n"
		}
		if !strings.Contains(metrics, "\n"+line) {
			t.Errorf("no %q in\n%s", line, metrics)
		}
	}
}

func TestSavesAreCountedByWhatCameOfThem(t *testing.T) {
	a, p := open(t, nil), &fakePlayer{}
	store, err := a.arcade.Open(t.Context(), hub.NewSession(hub.Identity{}, hub.Screen, "", nil, time.Now()), slog.Default)
	if err != nil {
		t.Fatal(err)
	}
	store.Player = p
	for _, err := range []error{nil, arcade.ErrConflict, errors.New("no space"), errors.New("no space")} {
		p.err = err
		_, _ = store.Save(arcade.Saved{}, 0)
		_, _ = store.Finish(arcade.Result{}, 0)
	}
	families, err := a.metrics.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]float64)
	for _, f := range families {
		if f.GetName() == "boardwalk_saves_total" {
			for _, c := range f.GetMetric() {
				got[c.GetLabel()[0].GetValue()] = c.GetCounter().GetValue()
			}
		}
	}
	if want := map[string]float64{"ok": 2, "conflict": 2, "failed": 4}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("counted %v, want %v", got, want)
	}
}

// If clients could name series, they could fill the memory of the monitoring system.
//
//abuse:case 11
func TestNoClientNamesASeries(t *testing.T) {
	t.Parallel()
	a := open(t, nil)
	get := watched(t, a.Server)
	series := func() int {
		_, body := get("/metrics")
		if strings.Contains(body, "evil") {
			t.Error("metrics say what a client said")
		}
		return strings.Count(body, "\n")
	}
	exec(t, a.dial(t, "ann"), "unknown")
	term := a.play(t, a.dial(t, "ann"))
	before := series()
	for i := range 20 {
		evil := fmt.Sprint("evil", i)
		client := a.dial(t, evil)
		exec(t, client, evil+" --"+evil)
		exec(t, client, "--"+evil)
		other := a.terminal(t, client, evil, 24, 80, "LANG="+evil)
		a.nextApp(t)
		other.types(evil)
	}
	term.types("q")
	term.ends()
	if after := series(); after != before {
		t.Errorf("%d lines of metrics became %d", before, after)
	}
}
