package main

import (
	"context"
	"io"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestServerProcess(t *testing.T) {
	t.Parallel()
	ctx, dir := t.Context(), t.TempDir()
	first := start(t, dir)
	checkPlayable(t, first)
	if err := first.kill(); err != nil {
		t.Fatalf("kill: %v", err)
	}
	if err := first.kill(); err == nil {
		t.Error("a server was killed twice")
	}
	second := start(t, dir, "--max-sessions", "5")
	if second.data != first.data {
		t.Errorf("the data was in %s, and then in %s", first.data, second.data)
	}
	checkPlayable(t, second)
	if err := second.stop(); err != nil {
		t.Fatalf("stop: %v", err)
	}
	if err := second.stop(); err == nil {
		t.Error("a server was stopped twice")
	}
	log, err := os.ReadFile(second.log)
	if n := strings.Count(string(log), `"msg":"listening"`); err != nil || n != 2 {
		t.Errorf("the log has %d lives, %v", n, err)
	}
	if _, err := startServer(ctx, binary, dir, "--max-sessions", "none"); err == nil || !strings.Contains(err.Error(), "max-sessions") {
		t.Errorf("with a wrong flag: %v", err)
	}
	if _, err := startServer(ctx, filepath.Join(dir, "absent"), dir); err == nil {
		t.Error("a program that is not there was started")
	}
	life, end := context.WithCancel(ctx)
	third, err := startServer(life, binary, dir)
	if err != nil {
		t.Fatal(err)
	}
	end()
	<-third.ended
}

// start starts a server that ends with the test.
func start(t *testing.T, dir string, args ...string) *serverProcess {
	t.Helper()
	s, err := startServer(t.Context(), binary, dir, args...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// checkPlayable checks that a server can be played on and that its metrics can be read.
func checkPlayable(t *testing.T, s *serverProcess) {
	t.Helper()
	o := options{target: netip.MustParseAddrPort(s.addr)}
	p, err := newWorkload(o).newPlayer(0, netip.Addr{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.enterLobby(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.term.hangUp()
	answer, err := http.Get("http://" + s.metrics + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, err := io.ReadAll(answer.Body); err != nil || !strings.Contains(string(text), "boardwalk_") {
		t.Errorf("the metrics are %.80q, %v", text, err)
	}
}
