//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"boardwalk/data"
)

// TestRootLeavesFilesToTheServer: what an admin command makes while no server runs belongs to whoever
// owns the data file, and so to the server.
func TestRootLeavesFilesToTheServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "boardwalk.db")
	db, err := data.Open(path)
	if err == nil {
		err = db.Close()
	}
	owner := os.Getuid()
	if owner == 0 {
		owner = 12345
		err = errors.Join(err, os.Chown(path, owner, owner))
	}
	key, bad := os.ReadFile(newPlayer(t, "boss").key + ".pub")
	if err := errors.Join(err, bad); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{append([]string{"admins", "add"}, strings.Fields(string(key))...), {"backup", "copy.db"}} {
		if out, errOut, code := runCommand(t, append([]string{"admin", "--data", path}, args...)...); code != 0 {
			t.Errorf("%v: exit %d: %s%s", args, code, out, errOut)
		}
	}
	for _, name := range []string{"boardwalk_admins", "backups", "backups/copy.db"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		} else if got := info.Sys().(*syscall.Stat_t); int(got.Uid) != owner {
			t.Errorf("%s is of user %d, want %d", name, got.Uid, owner)
		}
	}
}

// A settings file that is a named pipe would be waited for without an end.
func TestANamedPipeIsNoSettingsFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, errOut, code := runCommand(t, "config", "--config", path); code != 1 || !strings.Contains(errOut, path+": it is a named pipe, and not a file of settings") {
		t.Errorf("config exits with %d: %s", code, errOut)
	}
}

// What has no end, or waits for a writer, is no file of settings or keys, whichever setting names it.
func TestWhatIsNoFileIsNotRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe, large := filepath.Join(dir, "pipe"), filepath.Join(dir, "large")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o600), os.WriteFile(large, nil, 0o600), os.Truncate(large, 1<<40)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/dev/zero": "it is a device or a socket, and not a file of settings or keys", pipe: "it is a named pipe, and not a file of settings or keys",
		dir: "is a directory", large: "it is larger than the 16 MiB of a file of settings or keys",
	} {
		data := filepath.Join(t.TempDir(), "boardwalk.db")
		for _, args := range [][]string{
			{"config", "--config", path}, {"serve", "--host-key", path}, {"serve", "--next-host-key", path}, {"serve", "--admins", path},
			{"serve", "--access", "allow", "--allowed-keys", path}, {"serve", "--cluster", "tls://127.0.0.1:1", "--cluster-creds", path},
			{"serve", "--cluster", "tls://127.0.0.1:1", "--host-key", path},
		} {
			exits := map[string]int{"config": 1, "serve": refused}[args[0]]
			_, errOut, code := runCommand(t, append(args, "--data", data, "--addr", "127.0.0.1:0")...)
			if code != exits || isThere(data) || !strings.Contains(errOut, path+": "+want) {
				t.Errorf("%v exits with %d: %s", args, code, errOut)
			}
		}
	}
	if _, errOut, code := runCommand(t, "config", "--config", os.DevNull); code != 0 {
		t.Errorf("no settings at all: exit %d: %s", code, errOut)
	}
}

// TestTheSocketComesBack: while it is missing, whoever looks for the server is told why it is not found.
func TestTheSocketComesBack(t *testing.T) {
	t.Parallel()
	a := openProcess(t, t.TempDir())
	path := socketOf(filepath.Join(a.dir, "boardwalk.db"))
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if out, code := adminHere(t, a, "stats"); code != 1 || !strings.Contains(out, "if that is a server, it runs without its socket "+path) {
		t.Errorf("without a socket, admin exits with %d: %s", code, out)
	}
	if err := a.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	for late := time.Now().Add(waitLimit); !isThere(path) && time.Now().Before(late); {
		time.Sleep(10 * time.Millisecond)
	}
	if out, code := adminHere(t, a, "stats"); code != 0 {
		t.Errorf("after a reload, admin exits with %d: %s", code, out)
	}
}

// TestCheckNeedsNoWriting checks a read-only file in a read-only directory, as a user for
// whom these modes hold.
func TestCheckNeedsNoWriting(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "boardwalk-read-only-") // others cannot even enter the parent of t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = os.Chmod(dir, 0o700)
		_ = os.RemoveAll(dir)
	})
	fresh := filepath.Join(dir, "fresh.db")
	db, err := data.Open(fresh)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, change := range []error{os.Chmod(fresh, 0o444), os.Chmod(dir, 0o555), os.Chmod(binDir, 0o755)} {
		if change != nil {
			t.Fatal(change)
		}
	}
	cmd := exec.Command(programPath(), "check", "--data", fresh)
	if os.Getuid() == 0 { // root may write everything
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		cmd.Env = append(os.Environ(), "HOME=/", "TMPDIR=/tmp")
	}
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), " is sound: ") {
		t.Errorf("check: %v: %s", err, out)
	}
}
