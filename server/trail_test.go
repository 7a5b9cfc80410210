package server

import (
	"bytes"
	"fmt"
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
	if got := r.admin(t, "log 1"); !strings.Contains(got, `command="log --json" ok=true`) || strings.Count(got, "\n") != 1 {
		t.Errorf("the last line is %q", got)
	}
	if _, _, code := exec(t, r.boss, "admin log none"); code != exitUsage {
		t.Errorf("a number that is none: exit %d", code)
	}
	if strings.Contains(log.String(), "account changed") {
		t.Errorf("the host's own log has more than warnings: %s", log.String())
	}
}

func TestATrailIsBounded(t *testing.T) {
	var kept trail
	log := kept.logger(slog.New(slog.DiscardHandler)).With("n", 7)
	for i := range 3 * trailMax {
		log.Info("admin", "i", i)
		log.Info("host key", "i", i) // is not audited
	}
	lines := kept.newest(2 * trailMax)
	if last := fmt.Sprintf("msg=admin n=7 i=%d", 3*trailMax-1); len(lines) > trailMax || len(lines) < trailMax/2 || !strings.HasSuffix(lines[len(lines)-1], last) {
		t.Errorf("%d lines are kept, the last is %q", len(lines), lines[len(lines)-1])
	}
}
