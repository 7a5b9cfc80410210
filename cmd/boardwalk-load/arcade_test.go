package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine/catalog"
	"boardwalk/server"
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
	if binary, err = buildServer(context.Background(), dir); err != nil {
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
	srv, err := server.New(server.Config{
		HostKey: filepath.Join(dir, "key"), Games: catalog.All(), Store: server.Data(db),
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), Limits: server.Limits{Drain: time.Millisecond},
	})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(l) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := srv.Shutdown(ctx); err != nil {
			t.Errorf("Shutdown: %v", err)
		}
		if err := <-ended; !errors.Is(err, server.ErrClosed) {
			t.Errorf("Serve = %v, want ErrClosed", err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}
