package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"

	"boardwalk/server/command/admin"
	"boardwalk/tui/grid"
	"boardwalk/tui/tuitest"
)

// adminOf writes a player's key into an arcade's file of admins.
func adminOf(t *testing.T, dir string, p *player) {
	t.Helper()
	key, err := os.ReadFile(p.key + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "boardwalk_admins"), key, 0o600); err != nil {
		t.Fatal(err)
	}
}

// playing returns a shell that runs boardwalk play with the data in a directory, and then prints
// the exit code, the error and the terminal's settings.
func playing(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("sh", "-c", `trap : TERM INT; "$0" play --data "$1" 2>"$2"; echo "exit $?"; cat "$2"; case $(stty -a) in *" icanon "*) echo icanon; esac`,
		programPath(), filepath.Join(dir, "boardwalk.db"), filepath.Join(t.TempDir(), "errors"))
	cmd.Env = append(os.Environ(), "TERM=xterm-256color")
	return cmd
}

func play(t *testing.T, a *testServer) *client {
	t.Helper()
	return inTerminal(t, playing(t, a.dir))
}

// inWords returns what boardwalk play --words prints for the given input.
func inWords(t *testing.T, a *testServer, lines string) string {
	t.Helper()
	var out strings.Builder
	if code := runHere(strings.NewReader(lines), &out, &out, "play", "--words", "--data", filepath.Join(a.dir, "boardwalk.db")); code != 0 {
		t.Errorf("play --words exits with %d: %s", code, out.String())
	}
	return out.String()
}

// restored waits for the end of play and fails unless the terminal is back in its old
// state.
func (c *client) restored(code int) {
	c.t.Helper()
	c.await(fmt.Sprintf("exit %d", code), "icanon")
	c.exit()
	if screen := c.screen(); strings.Contains(screen, "-icanon") {
		c.t.Errorf("the terminal is still raw:\n%s", screen)
	}
	if modes := c.term.Modes(); len(modes) > 0 {
		c.t.Errorf("the terminal is left with modes %v", modes)
	}
}

// shrinks makes the terminal smaller, which the screens must follow.
func (c *client) shrinks() {
	c.t.Helper()
	if err := c.resize(70, 20); err != nil {
		c.t.Fatal(err)
	}
	c.until("the keys in row 20", func(term *tuitest.Terminal) bool {
		_, y, ok := term.Find("? keys")
		return ok && y == 19
	})
}

// TestAdminsRunTheArcadeFromAnywhere: an admin's key sees who is here, sends a player
// away and keeps them out; anybody else who tries changes nothing.
func TestAdminsRunTheArcadeFromAnywhere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	boss, ann := newPlayer(t, "boss"), newPlayer(t, "ann")
	adminOf(t, dir, boss)
	a := openArcade(t, dir)
	ann.named(a, "Ann_B")
	c := ann.connect(a)
	c.await("open at move 1")
	c.press(enter)
	c.await("moves 1  ")

	for _, command := range []string{"admin sessions", "admin kick Ann_B", "admin ban Ann_B", "admin --json stats", "admin --help", "admin backup"} {
		out, errOut, code := newPlayer(t, "boss").run(a, command)
		if out != "" || code != 1 || errOut != "That is for the admins of this arcade: their keys are in its file of admins.\n" {
			t.Errorf("another's %s: exit %d: %q, %q", command, code, out, errOut)
		}
	}
	out, errOut, code := boss.run(a, "admin", "sessions", "--json")
	var report admin.Sessions
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != 0 {
		t.Fatalf("admin sessions: exit %d, %v: %s", code, err, errOut)
	}
	if s := report.Sessions[0]; len(report.Sessions) != 2 || s.Nick != "Ann_B" || s.Game != "boardwalk/hop-45" || s.Addr != "127.0.0.1" {
		t.Errorf("sessions: %+v", report)
	}
	if out, errOut, code := boss.run(a, "admin", "ban", "Ann_B", "--for", "1h", "too loud"); code != 0 {
		t.Fatalf("ban: exit %d: %s%s", code, out, errOut)
	}
	c.await("You are banned from this arcade until ", ": too loud. All is")
	if code := c.exit(); code != 0 {
		t.Errorf("ssh exits with %d", code)
	}
	if modes := c.term.Modes(); len(modes) > 0 {
		t.Errorf("the terminal is left with modes %v", modes)
	}
	if _, errOut, code := ann.run(a, "whoami"); code != 1 || !strings.Contains(errOut, "You are banned from this arcade until ") {
		t.Errorf("a banned player: exit %d: %q", code, errOut)
	}
	boss.run(a, "admin", "unban", "ann_b")
	ann.connect(a).await("open at move 1")
	sound(t, a)
}

// TestTheHostRunsTheArcadeOverTheSocket: no key, no port; and the same commands
// when no server runs.
func TestTheHostRunsTheArcadeOverTheSocket(t *testing.T) {
	t.Parallel()
	a := openProcess(t, t.TempDir(), "--access", "allow", "--allowed-keys", os.DevNull)
	data := filepath.Join(a.dir, "boardwalk.db")
	host := play(t, a)
	host.await("Boardwalk Arcade", "Somebody")
	if out, code := runProgram(t, "admin", "--data", data, "wall", "tea", "at", "five"); code != 0 || out != "1 player told.\n" {
		t.Errorf("wall: exit %d: %q", code, out)
	}
	host.await("The host says: tea at five")
	if out, code := runProgram(t, "admin", "--data", data, "backup", "night.db"); code != 0 || !strings.Contains(out, "night.db") {
		t.Errorf("backup: exit %d: %q", code, out)
	}
	if out, code := runProgram(t, "check", "--data", filepath.Join(a.dir, "backups", "night.db")); code != 0 {
		t.Errorf("check of the backup: exit %d: %s", code, out)
	}
	if info, err := os.Stat(data + ".sock"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket is %v, %v", info, err)
	}
	if out, code := runProgram(t, "admin", "--data", data, "kick", "@1"); code != 0 {
		t.Errorf("kick: exit %d: %q", code, out)
	}
	host.await("You were asked to leave. All is saved.")
	host.restored(0)

	a.kill() // and the socket stays behind
	if out, code := runProgram(t, "admin", "--data", data, "sessions"); code != 0 || out != "No session is running.\n" {
		t.Errorf("without a server, sessions: exit %d: %q", code, out)
	}
	if _, code := runProgram(t, "admin", "--data", data, "drain"); code != 1 {
		t.Errorf("without a server, drain: exit %d", code)
	}
	b := openArcade(t, a.dir) // takes the old socket's place
	if out, code := runProgram(t, "admin", "--data", data, "sessions"); code != 0 || !strings.Contains(out, "local") {
		t.Errorf("sessions: exit %d: %q", code, out)
	}
	b.stop(t)
	b.exit(t)
	if _, err := os.Lstat(data + ".sock"); err == nil {
		t.Error("the socket outlives its server")
	}
}

// TestPlaySharesTheServersStore: play uses a running server, or the file if there is
// none, and finds the same game; the terminal is restored however either ends.
func TestPlaySharesTheServersStore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := openProcess(t, dir)
	r := perfectGame(t)
	s := sit(t, play(t, a), r)
	s.typeMove(r.Moves[0])
	s.shrinks()
	a.kill()
	s.exit()
	if out := inWords(t, a, "continue\n"+r.Moves[1].String()+"\nquit\n"); !strings.Contains(out, "at move 1") || !strings.Contains(out, "kept at move 2") {
		t.Errorf("without a server, in words: %s", out)
	}
	b := openProcess(t, dir)
	again := play(t, b)
	again.await("open at move 2")
	again.press("q", "y")
	again.restored(0)
	if out := inWords(t, b, "continue\n"+r.Moves[2].String()+"\nquit\n"); !strings.Contains(out, "at move 2") || !strings.Contains(out, "kept at move 3") {
		t.Errorf("through a server, in words: %s", out)
	}

	notified := play(t, b)
	notified.await("open at move 3")
	b.stop(t)
	notified.await("The arcade is closing. All is saved")
	notified.restored(0)
	sound(t, b)
}

// recordFile returns the path of a file with a record.
func recordFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "record")
	if err := os.WriteFile(path, []byte("boardwalk/hop-45@1 BOARDWALK1 c1c4 c1b4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestPlayPutsTheTerminalRight: when the server is killed, when play or replay itself is killed,
// and when it panics.
func TestPlayPutsTheTerminalRight(t *testing.T) {
	t.Parallel()
	const arcade, deal = "Boardwalk Arcade", "move 0 of 2"
	signals := func(sig syscall.Signal) func(*testServer, *exec.Cmd, *os.File) error {
		return func(_ *testServer, play *exec.Cmd, _ *os.File) error { return syscall.Kill(-play.Process.Pid, sig) }
	}
	types := func(keys string) func(*testServer, *exec.Cmd, *os.File) error {
		return func(_ *testServer, _ *exec.Cmd, tty *os.File) error { go tty.WriteString(keys); return nil } // it waits where nobody reads
	}
	for _, test := range []struct {
		name, command string // "" for play on the server
		shows         string
		end           func(a *testServer, play *exec.Cmd, tty *os.File) error
		code          int
		says          string
	}{
		{"the server is killed", "", arcade, func(a *testServer, _ *exec.Cmd, _ *os.File) error { return a.cmd.Process.Kill() }, 1, "the server went away"},
		{"play is killed", "", arcade, signals(syscall.SIGTERM), 1, "ended by a signal"},
		{"play alone is killed", "play --data alone", arcade, signals(syscall.SIGTERM), 1, "ended by a signal"},
		{"play alone is interrupted", "play --data alone", arcade, signals(syscall.SIGINT), 1, "ended by a signal"},
		{"play alone panics", panics, arcade, types("\r"), 1, "panic: of a test"},
		{"a flood comes", "play --data alone", arcade, types(strings.Repeat("x", 70<<10)), 0, "That was more input than anyone can type."},
		{"replay is killed", "replay " + recordFile(t), deal, signals(syscall.SIGTERM), 1, "ended by a signal"},
		{"replay is left", "replay " + recordFile(t), deal, types("q"), 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var a *testServer
			cmd := playing(t, t.TempDir())
			if test.command == "" {
				a = openProcess(t, t.TempDir())
				cmd = playing(t, a.dir)
			}
			cmd.Dir = t.TempDir()
			cmd.Args[2] = strings.Replace(cmd.Args[2], `play --data "$1"`, cmp.Or(test.command, `play --data "$1"`), 1)
			tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
			if err != nil {
				t.Fatal(err)
			}
			defer tty.Close()
			var shown string
			for ended := false; ; {
				var buf [4 << 10]byte
				n, err := tty.Read(buf[:])
				shown += string(buf[:n])
				if err != nil { // it has ended
					break
				}
				if strings.Contains(string(buf[:n]), "\x1b[c") { // the terminal is asked what it is
					_, _ = tty.WriteString("\x1b[?62;22c")
				}
				if !ended && strings.Contains(shown, test.shows) {
					ended = true
					if err := test.end(a, cmd, tty); err != nil {
						t.Fatal(err)
					}
				}
			}
			_ = cmd.Wait()
			after := shown[strings.LastIndex(shown, test.shows):]
			for _, want := range []string{grid.Leave, fmt.Sprintf("exit %d\r\n", test.code), test.says, "icanon\r\n"} { // what is left of a flood may stand before it
				if !strings.Contains(after, want) {
					t.Errorf("no %q in %q", want, after)
				}
			}
		})
	}
}

// The first start in a container makes its admins; later ones do not.
func TestTheFirstAdminsComeFromTheEnvironment(t *testing.T) {
	dir, boss, other := t.TempDir(), newPlayer(t, "boss"), newPlayer(t, "other")
	key := func(p *player) string {
		text, err := os.ReadFile(p.key + ".pub")
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	t.Setenv(adminKeys, key(boss))
	t.Setenv("BOARDWALK_ADMINS", filepath.Join(t.TempDir(), "admins"))
	a := openArcade(t, dir)
	a.says(t, "made the file of admins")
	if out, errOut, code := boss.run(a, "admin", "admins"); code != 0 || !strings.Contains(out, boss.fingerprint()) {
		t.Errorf("admins: exit %d: %s%s", code, out, errOut)
	}
	a.stop(t)
	a.exit(t)
	t.Setenv(adminKeys, key(other))
	a = openArcade(t, dir)
	if _, _, code := other.run(a, "admin", "admins"); code == 0 {
		t.Error("a later start has made an admin")
	}
	if _, errOut, code := boss.run(a, "admin", "admins"); code != 0 {
		t.Errorf("the first admin: exit %d: %s", code, errOut)
	}
}
