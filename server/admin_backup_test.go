package server

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// A slowStore's backup is a text of zeros, and is written once goOn says so.
type slowStore struct {
	Store
	goOn chan struct{}
	size int
}

func (s slowStore) Backup(_ context.Context, path string, progress ...func(done, total int64)) (int64, error) {
	progress[0](int64(s.size/2), int64(s.size))
	<-s.goOn
	return int64(s.size), os.WriteFile(path, make([]byte, s.size), 0o600)
}

// TestABackupHasAllTheTimeItNeeds: it outlives the limit of a command, while the store
// copies and while the client takes nothing, and tells meanwhile how far it is.
func TestABackupHasAllTheTimeItNeeds(t *testing.T) {
	t.Parallel()
	const size = 8 << 20 // more than is in flight to a client that does not read
	store := slowStore{goOn: make(chan struct{}), size: size}
	r := openAdminArcade(t, func(c *Config) {
		store.Store = c.Store
		c.Store = store
		c.Limits.Command, c.Limits.Progress = time.Second, 300*time.Millisecond
	})
	begin := func(command string) (sess *gossh.Session, out io.Reader, lines *bufio.Scanner) {
		t.Helper()
		sess, err := r.boss.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { sess.Close() })
		out, _ = sess.StdoutPipe()
		errOut, _ := sess.StderrPipe()
		if err := sess.Start(command); err != nil {
			t.Fatal(err)
		}
		return sess, out, bufio.NewScanner(errOut)
	}
	longer := func(lines *bufio.Scanner) { // than a command may take
		t.Helper()
		for range 5 { // 1.5 s
			if !lines.Scan() || lines.Text() != "4194304 of 8388608 bytes copied" {
				t.Fatalf("it tells %q, %v", lines.Text(), lines.Err())
			}
		}
	}
	sess, out, lines := begin("admin backup -")
	longer(lines)
	store.goOn <- struct{}{}
	go func() { // or the client would take no more of the other stream
		for lines.Scan() {
		}
	}()
	first := make([]byte, 1)
	if _, err := io.ReadFull(out, first); err != nil {
		t.Fatal(err)
	}
	// Nothing more is read by now, yet the store is done and the file has no name.
	files, err := os.ReadDir(r.backups)
	if err != nil || len(files) != 0 {
		t.Errorf("the folder has %v, %v", files, err)
	}
	another, _, meanwhile := begin("admin backup another")
	longer(meanwhile)
	store.goOn <- struct{}{}
	if err := another.Wait(); err != nil {
		t.Error(err)
	}
	rest, err := io.ReadAll(out)
	if err != nil || !bytes.Equal(append(first, rest...), make([]byte, size)) {
		t.Errorf("%d bytes came, %v", 1+len(rest), err)
	}
	if err := sess.Wait(); err != nil {
		t.Error(err)
	}
}

func TestABackupIsNotForATerminal(t *testing.T) {
	r := openAdminArcade(t, nil)
	sess, err := r.boss.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer sess.Close()
	if err := sess.RequestPty("dumb", 24, 80, nil); err != nil {
		t.Fatal(err)
	}
	var out, errOut bytes.Buffer
	sess.Stdout, sess.Stderr = &out, &errOut
	err = sess.Run("admin backup -")
	if shown, text, code := stdoutCode(t, err, &out, &errOut); code != exitFailed || shown != "" || !strings.Contains(text, "Send it to a file: ssh HOST admin backup - > FILE") {
		t.Errorf("exit %d: %q", code, text)
	}
	r.admin(t, "backup monday")
	if _, errOut, code := exec(t, r.boss, "admin backup monday"); code != exitFailed || errOut != "There is a backup monday.db already: choose another name.\n" {
		t.Errorf("to a name that is taken: exit %d: %q", code, errOut)
	}
	if _, errOut, code := exec(t, r.boss, "admin backup - --json"); code != exitUsage {
		t.Errorf("with --json: exit %d: %q", code, errOut)
	}
}

// An endlessStore's backup goes on until its context ends, or fails at once.
type endlessStore struct {
	Store
	begun  chan context.Context
	failed error
}

func (s endlessStore) Backup(ctx context.Context, _ string, _ ...func(done, total int64)) (int64, error) {
	if s.failed != nil {
		return 0, s.failed
	}
	if ctx.Err() == nil {
		s.begun <- ctx
	}
	<-ctx.Done()
	return 0, context.Cause(ctx)
}

// A backup does not keep the server up, nor goes on for nobody.
func TestABackupEndsWithTheServerAndWithWhoAskedForIt(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"admin backup monday", "admin backup -"} {
		store := endlessStore{begun: make(chan context.Context)}
		r := openAdminArcade(t, func(c *Config) {
			store.Store = c.Store
			c.Store = store
		})
		begin := func() (*gossh.Session, *bytes.Buffer) {
			sess, err := r.boss.NewSession()
			if err != nil {
				t.Fatal(err)
			}
			errOut := new(bytes.Buffer)
			sess.Stderr = errOut
			if err := sess.Start(line); err != nil {
				t.Fatal(err)
			}
			return sess, errOut
		}
		gone, _ := begin()
		ctx := receive(t, store.begun, "a backup")
		gone.Close()
		receive(t, ctx.Done(), "the end of a backup for nobody")

		sess, errOut := begin()
		receive(t, store.begun, "another backup")
		go r.Server.backups.Run()
		receive(t, store.begun, "a backup of the server's own")
		if err := r.Shutdown(t.Context()); err != nil {
			t.Errorf("Shutdown: %v", err)
		}
		if err := sess.Wait(); err == nil || errOut.String() != "The server was stopped, which ended the backup.\n" {
			t.Errorf("%s ends with %v, %q", line, err, errOut)
		}
	}
}

// A backup that an admin asked for and that failed is counted as one of the server's own is.
func TestAFailedBackupOfAnAdminIsCounted(t *testing.T) {
	r := openAdminArcade(t, func(c *Config) {
		c.Store = endlessStore{Store: c.Store, failed: syscall.ENOSPC}
	})
	get := watched(t, r.Server)
	for _, line := range []string{"admin backup monday", "admin backup -"} {
		if _, errOut, code := exec(t, r.boss, line); code != exitFailed || errOut != "Failed: no space left on device.\n" {
			t.Errorf("%s: exit %d: %q", line, code, errOut)
		}
	}
	_, body := get("/metrics")
	counts(t, body, "boardwalk_backup_failures_total 2")
}
