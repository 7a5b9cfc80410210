package load

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// binary is the server's program, built by TestMain.
var binary string

func TestMain(m *testing.M) {
	code, err := buildAndRun(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// buildAndRun builds the server's program and runs the tests.
func buildAndRun(m *testing.M) (code int, err error) {
	dir, err := os.MkdirTemp("", "boardwalk-load-test-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	if binary, err = BuildServer(context.Background(), dir); err != nil {
		return 0, err
	}
	return m.Run(), nil
}

func TestServerProcess(t *testing.T) {
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
	if _, err := StartServer(ctx, binary, dir, "--max-sessions", "none"); err == nil || !strings.Contains(err.Error(), "max-sessions") {
		t.Errorf("with a wrong flag: %v", err)
	}
	if _, err := StartServer(ctx, filepath.Join(dir, "absent"), dir); err == nil {
		t.Error("a program that is not there was started")
	}
	life, end := context.WithCancel(ctx)
	third, err := StartServer(life, binary, dir)
	if err != nil {
		t.Fatal(err)
	}
	end()
	<-third.Ended
}

// start starts a server that ends with the test.
func start(t *testing.T, dir string, args ...string) *ServerProcess {
	t.Helper()
	s, err := StartServer(t.Context(), binary, dir, args...)
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
