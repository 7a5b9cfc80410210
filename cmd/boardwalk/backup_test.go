package main

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"charm.land/ssh"
	"github.com/creack/pty"
)

// A backup that a full disk does not take ends at once. More of it than SSH sends unread was waited for without end.
func TestABackupThatCannotBeWrittenEnds(t *testing.T) {
	data := filepath.Join(t.TempDir(), "boardwalk.db")
	l, err := net.Listen("unix", socketOf(data))
	if err != nil {
		t.Fatal(err)
	}
	endless := &ssh.Server{Handler: func(sess ssh.Session) {
		for page := make([]byte, 32<<10); ; {
			if _, err := sess.Write(page); err != nil {
				return
			}
		}
	}}
	go endless.Serve(l)
	defer endless.Close()
	full := errors.New("no space left on device")
	var errOut strings.Builder
	if code := runHere(nil, failingWriter{full}, &errOut, "admin", "--data", data, "backup", "-"); code != 1 || !strings.Contains(errOut.String(), full.Error()) {
		t.Errorf("exit %d: %s", code, &errOut)
	}
}

// A failingWriter takes nothing.
type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// A server that ends closes the connections that come.
func TestAdminOnAServerThatEndsSaysSo(t *testing.T) {
	data := filepath.Join(t.TempDir(), "boardwalk.db")
	l, err := net.Listen("unix", socketOf(data))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		if conn, err := l.Accept(); err == nil {
			_ = conn.Close()
		}
	}()
	if _, errOut, code := runCommand(t, "admin", "--data", data, "stats"); code != 1 || !strings.Contains(errOut, "is ending; try again") {
		t.Errorf("exit %d: %s", code, errOut)
	}
}

// TestABackupGoesWhereTheOutputGoes: over SSH, over the local socket and without a
// server; and never to a terminal.
func TestABackupGoesWhereTheOutputGoes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	boss := newPlayer(t, "boss")
	adminOf(t, dir, boss)
	a := openArcade(t, dir)
	boss.finishes(a)
	path := filepath.Join(dir, "boardwalk.db")
	sound := func(name, text, errOut string, code int) {
		t.Helper()
		file := filepath.Join(t.TempDir(), "copy.db")
		writeText(t, file, text)
		if out, checked := runProgram(t, "check", "--data", file); code != 0 || checked != 0 || !strings.Contains(out, " is sound: 1 player, 1 round") {
			t.Errorf("%s: exit %d: %s; check of its %d bytes: %s", name, code, errOut, len(text), out)
		}
		if left, err := os.ReadDir(filepath.Join(dir, "backups")); err != nil || len(left) > 0 {
			t.Errorf("%s leaves %v, %v", name, left, err)
		}
	}
	out, errOut, code := boss.run(a, "admin", "backup", "-")
	sound("over SSH", out, errOut, code)
	out, code = runProgram(t, "admin", "--data", path, "backup", "-")
	sound("over the socket", out, "", code)

	refused := func(cmd *exec.Cmd) {
		t.Helper()
		tty, err := pty.Start(cmd)
		if err != nil {
			t.Fatal(err)
		}
		defer tty.Close()
		var shown []byte
		for buf := make([]byte, 4<<10); err == nil; {
			var n int
			n, err = tty.Read(buf)
			shown = append(shown, buf[:n]...)
		}
		if err := cmd.Wait(); err == nil || !strings.Contains(strings.ToLower(string(shown)), "send it to a file") || len(shown) > 1000 {
			t.Errorf("in a terminal, %v: %v: %.300q", cmd.Args, err, shown)
		}
	}
	refused(boss.ssh(t.Context(), a, "-t", "admin", "backup", "-"))
	refused(exec.Command(programPath(), "admin", "--data", path, "backup", "-"))
	a.kill()
	out, code = runProgram(t, "admin", "--data", path, "backup", "-")
	sound("without a server", out, "", code)
}
