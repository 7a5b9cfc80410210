package server

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/command/admin"
	"boardwalk/server/hub"
)

// adminArcade is an arcade with an admin who is connected.
type adminArcade struct {
	*testServer
	db      *data.DB
	boss    *gossh.Client
	backups string
}

// openAdminArcade opens an arcade; boss's connection comes from the loopback like all
// others.
func openAdminArcade(t *testing.T, change func(*Config)) *adminArcade {
	t.Helper()
	key, _ := newKey(t)
	r := &adminArcade{backups: filepath.Join(t.TempDir(), "backups")}
	r.testServer, r.db = openData(t, func(c *Config) {
		c.Admins, c.Backups = writeFile(t, authorized(key)), r.backups
		if change != nil {
			change(c)
		}
	})
	r.boss = r.dial(t, "boss", gossh.PublicKeys(key))
	return r
}

// admin runs a command that must succeed.
func (r *adminArcade) admin(t *testing.T, command string) string {
	t.Helper()
	out, errOut, code := exec(t, r.boss, "admin "+command)
	if code != exitOK || errOut != "" {
		t.Fatalf("admin %s: exit %d: %s", command, code, errOut)
	}
	return out
}

// reads reads what a command prints with --json.
func reads[T any](t *testing.T, r *adminArcade, command string) (report T) {
	t.Helper()
	out := r.admin(t, command+" --json")
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("admin %s: %v in %s", command, err, out)
	}
	return report
}

// contents returns all that a store reports about itself, as text.
func contents(t *testing.T, db *data.DB) string {
	t.Helper()
	players, err := db.Players("", 1000)
	if err != nil {
		t.Fatal(err)
	}
	bans, err := db.Bans()
	if err != nil {
		t.Fatal(err)
	}
	totals, err := db.Totals()
	if err != nil {
		t.Fatal(err)
	}
	totals.Size = 0 // the log of what admins do grows
	return fmt.Sprintf("%+v\n%+v\n%+v", players, bans, totals)
}

func TestAdminSessionsAndPlayers(t *testing.T) {
	r := openAdminArcade(t, nil)
	key, fingerprint := member(t, r.db, "Ann")
	member(t, r.db, "zack")
	ann := r.play(t, r.dial(t, "Ann", gossh.PublicKeys(key)))
	r.play(t, r.dial(t, "visitor"))
	ann.app.env.Playing("boardwalk/hop-45")

	s := reads[admin.Sessions](t, r, "sessions").Sessions
	if len(s) != 3 {
		t.Fatalf("sessions: %+v", s)
	}
	if got := s[0]; got.Nick != "Ann" || got.Account != fingerprint || got.Game != "boardwalk/hop-45" || got.Kind != hub.Screen ||
		got.Addr != "127.0.0.1" || got.Term != "xterm-256color" || got.Guest || got.Admin {
		t.Errorf("Ann's session is %+v", got)
	}
	if got := s[1]; got.Nick != "" || got.Login != "visitor" || !got.Guest || !strings.HasPrefix(got.Account, "guest:") {
		t.Errorf("the guest's session is %+v", got)
	}
	if got := s[2]; !got.Admin || got.Kind != hub.Command {
		t.Errorf("the admin's session is %+v", got)
	}
	text := r.admin(t, "sessions")
	for _, want := range []string{"@1  Ann", "@2  (visitor)", "Hop 45", "127.0.0.1"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}

	here := reads[admin.Players](t, r, "players").Players
	if len(here) != 2 || here[0].Nick != "Ann" || here[0].Sessions != 1 || here[1].Login != "visitor" || !here[1].Guest {
		t.Errorf("players: %+v", here)
	}
	all := reads[admin.Players](t, r, "players --all").Players
	if len(all) != 3 || all[0].Nick != "Ann" || all[0].Sessions != 1 || all[1].Nick != "zack" || all[1].Sessions != 0 || all[2].Login != "visitor" {
		t.Errorf("players --all: %+v", all)
	}
	some := reads[admin.Players](t, r, "players --all --sort games -n 1 a")
	if len(some.Players) != 1 || some.Total != 2 || some.Players[0].Nick != "Ann" {
		t.Errorf("the first player with an a is %+v", some)
	}
	if text := r.admin(t, "players --all -n 2"); !strings.Contains(text, "These are 2 of 3: --rows prints more.") || !strings.Contains(text, "LAST GAME") {
		t.Errorf("two players are\n%s", text)
	}
	if text := r.admin(t, "players zzz"); text != "Nobody.\n" {
		t.Errorf("nobody is\n%s", text)
	}
}

func TestWall(t *testing.T) {
	r := openAdminArcade(t, nil)
	key, _ := member(t, r.db, "Ann")
	ann, guest := r.play(t, r.dial(t, "Ann", gossh.PublicKeys(key))), r.play(t, r.dial(t, "visitor"))
	words := r.terminal(t, r.dial(t, "reader"), "dumb", 24, 80)
	words.shows("> ", 1)
	if got := r.admin(t, "wall tea at five --really"); got != "3 players told.\n" {
		t.Errorf("wall: %q", got)
	}
	for _, term := range []*terminal{ann, guest, words} {
		term.shows("The host says: tea at five --really", 1)
	}
	if _, errOut, code := exec(t, r.boss, "admin wall --for 2h --to ann x"); code != exitUsage || !strings.Contains(errOut, "--for is for a line to all") {
		t.Errorf("exit %d: %q", code, errOut)
	}
	if got := r.admin(t, "wall --to ann just you"); got != "1 player told.\n" {
		t.Errorf("wall --to: %q", got)
	}
	ann.shows("just you", 1)
	guest.types("k")
	guest.sees("key k")
	if strings.Contains(guest.out.String(), "just you") {
		t.Error("a message to one reached another")
	}
	words.types("quit\r") // the notice did not end the session
	if _, code := words.ends(); code != exitOK {
		t.Errorf("exit %d", code)
	}
}

func TestDrain(t *testing.T) {
	r := openAdminArcade(t, nil)
	get := watched(t, r.Server)
	guest := r.play(t, r.dial(t, "visitor"))
	if got := reads[admin.Drained](t, r, "drain"); got.Open || got.Players != 1 {
		t.Errorf("drain: %+v", got)
	}
	guest.shows("leave when it suits you", 1)
	if _, errOut, code := exec(t, r.dial(t, "late"), "version"); code != exitFailed || !strings.Contains(errOut, "closing") {
		t.Errorf("a newcomer gets exit %d: %q", code, errOut)
	}
	if code, text := get("/readyz"); code != 503 || text != "no more players are let in; admin drain --undo changes that\n" {
		t.Errorf("/readyz is %d: %s", code, text)
	}
	r.admin(t, "wall hello")
	guest.shows("host says: hello", 1)
	done := make(chan string, 1)
	go func() {
		out, _, _ := exec(t, r.boss, "admin drain --wait")
		done <- out
	}()
	guest.shows("leave when it suits you", 2)
	guest.types("q")
	guest.ends()
	if out := receive(t, done, "the end of drain --wait"); !strings.Contains(out, "0 players still here") {
		t.Errorf("drain --wait: %q", out)
	}
	stays := r.play(t, r.boss)
	r.admin(t, "drain --undo")
	stays.shows("stays open after all", 1)
	r.play(t, r.dial(t, "visitor"))
}

// Admins get into a full arcade; otherwise they could not make room.
func TestAdminsFindRoom(t *testing.T) {
	r := openAdminArcade(t, func(c *Config) { c.Limits.Sessions = 1 })
	r.play(t, r.dial(t, "visitor"))
	if _, errOut, code := exec(t, r.dial(t, "late"), "version"); code != exitFailed || !strings.Contains(errOut, "full") {
		t.Errorf("exit %d: %q", code, errOut)
	}
	r.admin(t, "sessions")
	r.admin(t, "drain")
	r.admin(t, "sessions")
}

func TestInvite(t *testing.T) {
	r := openAdminArcade(t, func(c *Config) { c.Access = Invite })
	codes := reads[admin.Invitations](t, r, "invite 3 --ahead").Invitations
	if len(codes) != 3 || codes[0].Code == codes[1].Code {
		t.Fatalf("invite: %+v", codes)
	}
	key, _ := newKey(t)
	if out, errOut, code := exec(t, r.dial(t, "ann", gossh.PublicKeys(key)), "join "+codes[1].Code); code != exitOK {
		t.Errorf("join: exit %d: %q, %q", code, out, errOut)
	}
	for _, n := range []string{"0", "51", "-1", "many"} {
		if _, errOut, code := exec(t, r.boss, "admin invite -- "+n); code != exitUsage {
			t.Errorf("invite %s: exit %d: %q", n, code, errOut)
		}
	}
}

func TestBackupStaysInItsFolder(t *testing.T) {
	r := openAdminArcade(t, nil)
	member(t, r.db, "Ann")
	got := reads[admin.BackedUp](t, r, "backup night.db")
	if got.Path != filepath.Join(r.backups, "night.db") {
		t.Errorf("backup: %+v", got)
	}
	copied, err := data.Open(got.Path)
	if err != nil {
		t.Fatal(err)
	}
	if exists, _, err := copied.Holds("ann", arcade.Credential{}); !exists || err != nil {
		t.Errorf("the copy has no Ann: %v", err)
	}
	if err := copied.Close(); err != nil {
		t.Error(err)
	}
	for range 3 { // within one second
		if got := reads[admin.BackedUp](t, r, "backup"); !strings.HasSuffix(got.Path, ".db") || got.Bytes == 0 {
			t.Errorf("backup: %+v", got)
		}
	}
	for _, name := range []string{"../x.db", "/etc/x.db", ".hidden", "..", "a/b", strings.Repeat("x", 65), "x\\y", "~x", "night.db", "auto-20260101-000000.db", "auto-20260101-000000"} {
		if out, errOut, code := exec(t, r.boss, "admin backup "+name); code == exitOK || out != "" {
			t.Errorf("backup %s: exit %d: %q", name, code, errOut)
		}
	}
	files, err := filepath.Glob(filepath.Join(r.backups, "*.db"))
	if err != nil || len(files) != 4 {
		t.Errorf("the folder has %v, %v", files, err)
	}
}

func TestAdminStats(t *testing.T) {
	r := openAdminArcade(t, nil)
	member(t, r.db, "Ann")
	r.play(t, r.dial(t, "visitor"))
	got := reads[admin.ArcadeStats](t, r, "stats")
	if got.Version != "v1.2.3" || got.Sessions != 2 || got.Players != 1 || got.Open != 1 || got.Bytes == 0 || got.Store != "up" || got.Draining {
		t.Errorf("stats: %+v", got)
	}
	if text := r.admin(t, "stats"); !strings.Contains(text, "players     1") {
		t.Errorf("stats:\n%s", text)
	}
}

func TestAdminHelp(t *testing.T) {
	r := openAdminArcade(t, nil)
	text := r.admin(t, "")
	for _, want := range []string{"ban WHO [REASON]", "drain", "stats", "WHO is a nick"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if text := r.admin(t, "ban --help"); !strings.Contains(text, "ssh HOST admin ban WHO [REASON]") || !strings.Contains(text, "--for") {
		t.Errorf("ban --help:\n%s", text)
	}
	if _, errOut, code := exec(t, r.boss, "admin bam x"); code != exitUsage || !strings.Contains(errOut, `There is no command "admin bam".`) {
		t.Errorf("exit %d: %q", code, errOut)
	}
}
