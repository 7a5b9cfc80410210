package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"go.etcd.io/bbolt"

	"boardwalk/server/command/admin"
)

// adminHere returns what an admin command on the host prints on both outputs, and its
// exit code.
func adminHere(t *testing.T, a *testServer, args ...string) (out string, code int) {
	t.Helper()
	stdout, stderr, code := runCommand(t, append([]string{"admin", "--data", filepath.Join(a.dir, "boardwalk.db")}, args...)...)
	return stdout + stderr, code
}

func writeText(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestReloadSaysWhatItRead: keys and settings take effect at once, settings that need a
// restart are named, and if lines are bad, all of them are named and nothing changes.
func TestReloadSaysWhatItRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	settings, allowed := filepath.Join(dir, configName), filepath.Join(dir, "boardwalk_allowed")
	ann, boss := newPlayer(t, "ann"), newPlayer(t, "boss")
	key, err := os.ReadFile(ann.key + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	a := openArcade(t, dir, "--idle", "1h")
	if _, errOut, code := ann.run(a, "whoami"); code != 0 {
		t.Fatalf("whoami: exit %d: %s", code, errOut)
	}

	adminOf(t, dir, boss)
	writeText(t, settings, "access = \"allow\"\nmax-sessions = 7\nidle = \"2h\"\n")
	writeText(t, allowed, "# nobody\n")
	want := "Access is allow; 1 admin, 0 keys for access allow.\nChanged: access.\n" +
		"These take effect after a restart: max-sessions.\n"
	if out, code := adminHere(t, a, "reload"); out != want || code != 0 {
		t.Errorf("reload: exit %d: %q, want %q", code, out, want)
	}
	if _, errOut, code := ann.run(a, "whoami"); code != 255 {
		t.Errorf("who is not on the list: exit %d: %s", code, errOut)
	}

	writeText(t, allowed, string(key)+"rubbish\n\nmore rubbish\n")
	out, errOut, code := boss.run(a, "admin", "reload")
	for _, line := range []string{"2", "4"} {
		if want := allowed + ":" + line + ": not a public key"; !strings.Contains(errOut, want) {
			t.Errorf("no %q in %q", want, errOut)
		}
	}
	if out != "" || code != 1 || !strings.Contains(errOut, "Nothing has changed") {
		t.Errorf("with bad lines, reload: exit %d: %q, %q", code, out, errOut)
	}
	writeText(t, settings, "access = \"everybody\"\n")
	if out, code := adminHere(t, a, "reload"); code != 1 || !strings.Contains(out, `access is "everybody" in `) {
		t.Errorf("with a bad setting, reload: exit %d: %q", code, out)
	}

	writeText(t, settings, "access = \"allow\"\nlog-level = \"debug\"\n")
	writeText(t, allowed, string(key))
	var report admin.Reloaded
	out, errOut, code = boss.run(a, "admin", "reload", "--json")
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != 0 ||
		!reflect.DeepEqual(report, admin.Reloaded{Access: "allow", Admins: 1, Allowed: 1, Changed: []string{"log-level"}, Restart: []string{}}) {
		t.Errorf("reload: exit %d: %q, %q", code, out, errOut)
	}
	if _, errOut, code := ann.run(a, "whoami"); code != 0 {
		t.Errorf("who is on the list: exit %d: %s", code, errOut)
	}
	a.says(t, "keys read again")
	a.kill()
	if out, code := adminHere(t, a, "reload"); code != 1 || out != "No server is running, so there is nothing to read again.\n" {
		t.Errorf("without a server, reload: exit %d: %q", code, out)
	}
}

// A file of settings that is gone, or is a link to one, opens no door that it has closed.
func TestAFileOfSettingsThatIsGoneChangesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	settings := filepath.Join(dir, configName)
	writeText(t, settings, "access = \"invite\"\n")
	a, ann := openArcade(t, dir), newPlayer(t, "ann")
	if err := os.Remove(settings); err != nil {
		t.Fatal(err)
	}
	if out, code := adminHere(t, a, "reload"); code != 1 || !strings.Contains(out, "config "+settings+": the file is gone") {
		t.Errorf("without the file, reload: exit %d: %q", code, out)
	}
	if _, _, code := ann.run(a, "whoami"); code == 0 {
		t.Error("a stranger came in")
	}
	if err := os.Symlink(filepath.Join(dir, "nowhere"), settings); err != nil {
		t.Fatal(err)
	}
	if out, code := adminHere(t, a, "reload"); code != 1 || !strings.Contains(out, "no such file") {
		t.Errorf("with a link to nothing, reload: exit %d: %q", code, out)
	}
	a.stop(t)
	a.exit(t)
	if _, errOut, code := runCommand(t, "serve", "--data", filepath.Join(dir, "boardwalk.db"), "--addr", "127.0.0.1:0"); code != refused || !strings.Contains(errOut, "no such file") {
		t.Errorf("with a link to nothing, serve: exit %d: %q", code, errOut)
	}
}

// So does one that came while the server ran, as the file of all machines of a cluster does.
func TestAFileOfSettingsThatCameLaterIsMissed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, settings := openArcade(t, dir), filepath.Join(dir, clusterConfigName)
	writeText(t, settings, "access = \"invite\"\n")
	if out, code := adminHere(t, a, "reload"); code != 0 || !strings.Contains(out, "Changed: access.") {
		t.Errorf("reload: exit %d: %q", code, out)
	}
	if err := os.Remove(settings); err != nil {
		t.Fatal(err)
	}
	if out, code := adminHere(t, a, "reload"); code != 1 || !strings.Contains(out, "config "+settings+": the file is gone") {
		t.Errorf("without the file, reload: exit %d: %q", code, out)
	}
}

// TestTheHostSeesThatTheDataIsFull: in the log, the metrics, by health --ready and
// admin stats, as long as no newcomer can begin; and free pages are room.
func TestTheHostSeesThatTheDataIsFull(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	settings, path := filepath.Join(dir, configName), filepath.Join(dir, "boardwalk.db")
	a := openArcade(t, dir)
	a.stop(t)
	a.exit(t)
	fill := func(put func(meta *bbolt.Bucket) error) {
		t.Helper()
		bolt, err := bbolt.Open(path, 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := bolt.Update(func(tx *bbolt.Tx) error { return put(tx.Bucket([]byte("meta"))) }); err != nil {
			t.Fatal(err)
		}
		if err := bolt.Close(); err != nil {
			t.Fatal(err)
		}
	}
	fill(func(meta *bbolt.Bucket) error { return meta.Put([]byte("filling"), make([]byte, 1<<20)) })

	writeText(t, settings, "max-data = 1\n")
	a = openArcade(t, dir, "--health-addr", "127.0.0.1:0")
	addr := regexp.MustCompile(`health addr=(\S+)`).FindStringSubmatch(a.logged())[1]
	metrics := func() string {
		t.Helper()
		answer, err := http.Get("http://" + addr + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	full := func(when string, full bool, mebibytes int) {
		t.Helper()
		ready, gauge := "ok\n", 0
		if full {
			ready, gauge = "ok, but the data file is full: no new account or game can begin\n", 1
		}
		if out, code := runProgram(t, "health", "--ready", "--health-addr", addr); out != ready || code != 0 {
			t.Errorf("%s, health --ready: exit %d: %q", when, code, out)
		}
		text := metrics()
		for _, want := range []string{
			fmt.Sprintf("\nboardwalk_data_full %d\n", gauge), fmt.Sprintf("\nboardwalk_data_limit_bytes %ve+06\n", float64(mebibytes<<20)/1e6),
			"\nboardwalk_data_bytes ", "\nboardwalk_data_free_bytes ",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%s, the metrics have no %q", when, want)
			}
		}
		if said := newPlayer(t, "ann").begins(a); strings.Contains(said, "The arcade has no room for more") != full || strings.Contains(said, "kept at move 1") == full {
			t.Errorf("%s, a newcomer: %s", when, said)
		}
		if out, _ := adminHere(t, a, "stats"); strings.Contains(out, "no new account or game can begin") != full || !strings.Contains(out, fmt.Sprintf("%d MiB", mebibytes)) {
			t.Errorf("%s, admin stats:\n%s", when, out)
		}
	}
	a.says(t, "the data file is full")
	full("at first", true, 1)
	writeText(t, settings, "max-data = 2\n")
	if out, code := adminHere(t, a, "reload"); code != 0 || !strings.Contains(out, "Changed: max-data.") {
		t.Errorf("reload: exit %d: %q", code, out)
	}
	a.says(t, "the data file has room again")
	full("with max-data raised", false, 2)
	a.stop(t)
	a.exit(t)

	fill(func(meta *bbolt.Bucket) error { return meta.Delete([]byte("filling")) })
	a = openArcade(t, dir, "--max-data", "1", "--health-addr", "127.0.0.1:0")
	addr = regexp.MustCompile(`health addr=(\S+)`).FindStringSubmatch(a.logged())[1]
	full("with free pages", false, 1)
}

// TestPlayOutlivesAHangUpForTheServer: kill -HUP $(pidof boardwalk) hits both. If its
// terminal is gone, play ends and keeps the game.
func TestPlayOutlivesAHangUpForTheServer(t *testing.T) {
	t.Parallel()
	hangUp := func(t *testing.T, cmd *exec.Cmd) {
		t.Helper()
		if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("through a server", func(t *testing.T) {
		t.Parallel()
		a := openArcade(t, t.TempDir())
		cmd := exec.Command(programPath(), "play", "--data", filepath.Join(a.dir, "boardwalk.db"))
		cmd.Env = append(os.Environ(), "TERM=xterm-256color")
		r := perfectGame(t)
		s := sit(t, inTerminal(t, cmd), r)
		s.typeMove(r.Moves[0])
		hangUp(t, cmd)
		s.typeMove(r.Moves[1])
		_ = s.tty.Close() // the terminal is gone
		select {
		case <-s.ended:
		case <-time.After(waitLimit):
			t.Fatal("play does not end")
		}
		if out := inWords(t, a, "continue\nquit\n"); !strings.Contains(out, "at move 2") {
			t.Errorf("the game is not there: %s", out)
		}
	})
	t.Run("in a terminal", func(t *testing.T) {
		t.Parallel()
		cmd := exec.CommandContext(t.Context(), programPath(), "play", "--data", filepath.Join(t.TempDir(), "boardwalk.db"))
		cmd.Env = append(os.Environ(), "TERM=xterm-256color")
		tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
		if err != nil {
			t.Fatal(err)
		}
		var shown string
		until := func(text string) {
			t.Helper()
			var buf [4 << 10]byte
			for !strings.Contains(shown, text) {
				n, err := tty.Read(buf[:])
				if err != nil {
					t.Fatalf("it ends before %q: %v: %q", text, err, shown)
				}
				shown += string(buf[:n])
			}
		}
		until("Boardwalk Arcade")
		hangUp(t, cmd)
		if _, err := io.WriteString(tty, "S"); err != nil {
			t.Fatal(err)
		}
		until("Confirm moves")
		_ = tty.Close()
		_ = cmd.Wait()
		if !cmd.ProcessState.Exited() {
			t.Errorf("play is %v", cmd.ProcessState)
		}
	})
	t.Run("in words", func(t *testing.T) {
		t.Parallel()
		cmd := exec.CommandContext(t.Context(), programPath(), "play", "--words", "--data", filepath.Join(t.TempDir(), "boardwalk.db"))
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		if !lines.Scan() {
			t.Fatal("it says nothing")
		}
		hangUp(t, cmd)
		if _, err := io.WriteString(in, "deal hop 45 ABC\na1a4\nquit\n"); err != nil {
			t.Fatal(err)
		}
		var said string
		for lines.Scan() {
			said += lines.Text() + "\n"
		}
		if err := cmd.Wait(); err != nil || !strings.Contains(said, "kept at move 1") {
			t.Errorf("play --words: %v: %s", err, said)
		}
	})
}
