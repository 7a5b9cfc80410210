package server

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/command/admin"
)

// An admin reads from anywhere who did what and who was refused, the newest last, even where
// the host's log has warnings alone.
func TestAdminsReadTheLog(t *testing.T) {
	var log bytes.Buffer
	r := openAdminArcade(t, func(c *Config) {
		c.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	})
	key, print := member(t, r.db, "ann")
	ann := r.dial(t, "ann", gossh.PublicKeys(key))
	prints(t, ann, "nick annie")
	r.admin(t, "ban annie cheats")
	if out, _, _ := exec(t, ann, "whoami"); out != "" {
		t.Errorf("who is banned reads %q", out)
	}
	lines := reads[admin.Log](t, r, "log").Lines
	for i, want := range []string{`msg="account changed" user=ann account=` + print, `msg=admin user=boss`, `msg="session refused"`} {
		if len(lines) != 3 || !strings.Contains(lines[i], want) {
			t.Fatalf("line %d has no %s: %q", i, want, lines)
		}
	}
	if !strings.Contains(lines[1], `command="ban annie cheats" ok=true`) || !strings.Contains(lines[2], "You are banned from this arcade: cheats.") {
		t.Errorf("the lines are %q", lines)
	}
	for _, reads := range []string{"log 1", "stats", "players --all", "bans", "admins", "variations", "help", "ban --help"} {
		r.admin(t, reads) // leaves no line
	}
	if again := reads[admin.Log](t, r, "log").Lines; len(again) != 3 {
		t.Errorf("after commands that only read, the lines are %q", again)
	}
	bold := r.dial(t, "bold", gossh.PublicKeys(func() gossh.Signer { k, _ := newKey(t); return k }()))
	exec(t, bold, "admin unban annie")
	if got := r.admin(t, "log 1"); !strings.Contains(got, `command=unban ok=false refused="not an admin"`) {
		t.Errorf("the last line is %q", got)
	}
	if _, _, code := exec(t, r.boss, "admin log none"); code != exitUsage {
		t.Errorf("a number that is none: exit %d", code)
	}
	if strings.Contains(log.String(), "account changed") {
		t.Errorf("the host's own log has more than warnings: %s", log.String())
	}
}

// What was done is on the other machines of a cluster, and there after a restart; what strangers
// did, of which anybody can make many lines, is not stored.
func TestTheLogOutlivesTheServer(t *testing.T) {
	r := openAdminArcade(t, nil)
	member(t, r.db, "annie")
	r.admin(t, "note annie is new")
	r.trail.Flush()
	other := newServer(Config{Store: Data(r.db), Games: r.config.Games, Logger: slog.New(slog.DiscardHandler)})
	lines, err := adminServer{other}.Log(10)
	if err != nil || len(lines) != 1 || !strings.Contains(lines[0], `command="note annie is new" ok=true about=#`) {
		t.Errorf("another server on the same data has the lines %q, %v", lines, err)
	}
	var out, errOut strings.Builder
	if code := Admin(Config{Store: Data(r.db), Games: r.config.Games, Logger: slog.New(slog.DiscardHandler)}, []string{"log"}, &out, &errOut); code != exitOK || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("on the host the log is %q, %q", out.String(), errOut.String())
	}
}
