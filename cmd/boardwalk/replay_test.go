package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/creack/pty"
)

// TestReplayInThisTerminal: a record is shown step by step, and q ends it. In a pipe it
// is described in words; see testdata/script.
func TestReplayInThisTerminal(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "record.txt")
	if err := os.WriteFile(path, []byte("boardwalk/hop-45@1 BOARDWALK1 c1c4 c1b4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), waitLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, program(), "replay", path)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color")
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	var shown []byte
	pressed := false
	for err == nil { // until it has ended
		buf := make([]byte, 4<<10)
		var n int
		n, err = tty.Read(buf)
		shown = append(shown, buf[:n]...)
		if !pressed && bytes.Contains(shown, []byte("Hop 45, replay")) && bytes.Contains(shown, []byte("move 0 of 2")) {
			pressed = true
			if _, err := tty.WriteString("q"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err != nil || !pressed {
		t.Errorf("replay ends with %v after %q", err, shown)
	}
}
