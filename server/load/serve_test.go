package load

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine/catalog"
	"boardwalk/server"
	"boardwalk/server/sshtest"
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

// serve serves an arcade to a test and returns its address.
func serve(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	db, err := data.Open(filepath.Join(dir, "boardwalk.db"), data.Games(catalog.All().Find))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	srv, err := server.New(server.Config{
		HostKey: filepath.Join(dir, "key"), Games: catalog.All(), Store: server.Data(db),
		Logger: slog.New(slog.DiscardHandler), Limits: server.Limits{Drain: time.Millisecond},
	})
	if err != nil {
		t.Fatal(err)
	}
	return sshtest.Serve(t, srv, server.ErrClosed)
}
