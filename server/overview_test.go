package server

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
)

// overseers opens an arcade with a player and an admin on their screens.
func overseers(t *testing.T) (r *adminArcade, path string, ann, boss *terminal) {
	t.Helper()
	bossKey, _ := newKey(t)
	path = writeFile(t, authorized(bossKey))
	r = openAdminArcade(t, func(c *Config) { c.Admins = path })
	key, _ := member(t, r.db, "Ann")
	ann = r.play(t, r.dial(t, "Ann", gossh.PublicKeys(key)))
	r.boss = r.dial(t, "boss", gossh.PublicKeys(bossKey))
	return r, path, ann, r.play(t, r.boss)
}

func TestAnAdminOverseesTheArcadeFromTheScreen(t *testing.T) {
	r, _, ann, boss := overseers(t)
	ann.app.env.Playing("boardwalk/hop-45")
	r.admin(t, "backup")
	r.admin(t, "wall --for 2h back at nine")
	view, err := boss.app.env.Admin.Overview()
	if err != nil {
		t.Fatal(err)
	}
	if view.Health != "ok" || view.Players != 1 || view.Bytes == 0 || view.BackupBytes == 0 || view.BackedUp.IsZero() {
		t.Errorf("the arcade is %+v", view)
	}
	if view.Wall != "The host says: back at nine" || view.WallUntil.Before(time.Now().Add(time.Hour)) {
		t.Errorf("the wall is %q until %v", view.Wall, view.WallUntil)
	}
	if n := len(view.Sessions); n != 2 {
		t.Fatalf("%d sessions", n)
	}
	if v := view.Sessions[0]; v.Nick != "Ann" || v.Addr != "127.0.0.1" || v.Game != "boardwalk/hop-45" || v.Own {
		t.Errorf("Ann's session is %+v", v)
	}
	if v := view.Sessions[1]; v.Nick != "" || v.Login != "boss" || !v.Own {
		t.Errorf("the admin's own session is %+v", v)
	}
	r.admin(t, "wall hello") // is not for those who come later
	if view, err := boss.app.env.Admin.Overview(); err != nil || view.Wall != "" {
		t.Errorf("after another wall: %q, %v", view.Wall, err)
	}

	if err := boss.app.env.Admin.Kick(view.Sessions[0].Number); err != nil {
		t.Fatal(err)
	}
	if said, _ := ann.ends(); !strings.Contains(said, "You were asked to leave. All is saved.") {
		t.Errorf("who is kicked reads %q", said)
	}
	logged := fmt.Sprintf(`level=INFO msg=admin user=boss account=SHA256:\S+ addr=127\.0\.0\.1 command="kick @%d" ok=true`, view.Sessions[0].Number)
	if !regexp.MustCompile(logged).MatchString(r.log.String()) {
		t.Errorf("the log has no %s:\n%s", logged, r.log.String())
	}
	if err := boss.app.env.Admin.Kick(view.Sessions[0].Number); err == nil || err.Error() != fmt.Sprintf("@%d is not here.", view.Sessions[0].Number) {
		t.Errorf("again: %v", err)
	}
}

// Nobody else has it: not a player, not a guest who uses an admin's name, and not who was an
// admin before the last reload.
func TestNobodyElseOverseesTheArcade(t *testing.T) {
	r, path, ann, boss := overseers(t)
	guest := r.play(t, r.dial(t, "boss"))
	for who, term := range map[string]*terminal{"a player": ann, "a guest": guest} {
		if term.app.env.Admin != nil {
			t.Errorf("%s oversees the arcade", who)
		}
	}
	held := boss.app.env.Admin
	rewrite(t, path, "")
	if _, err := r.Reload(); err != nil {
		t.Fatal(err)
	}
	if view, err := held.Overview(); err == nil || fmt.Sprint(view) != fmt.Sprint(arcade.Overview{}) {
		t.Errorf("who is no admin any more sees %+v, %v", view, err)
	}
	if err := held.Kick(1); err == nil || !strings.Contains(err.Error(), "for the admins") {
		t.Errorf("who is no admin any more kicks: %v", err)
	}
	if n := r.Sessions(); n != 3 {
		t.Errorf("%d sessions are left", n)
	}
}

// Who is no admin any more may come in as others do, or not at all.
func TestAReloadEndsWhoWasAnAdminWhereFewComeIn(t *testing.T) {
	bossKey, _ := newKey(t)
	annKey, _ := newKey(t)
	path := writeFile(t, authorized(bossKey))
	r, _ := openData(t, func(c *Config) {
		c.Admins, c.Access, c.AllowedKeys = path, Allow, writeFile(t, authorized(annKey))
	})
	boss := r.play(t, r.dial(t, "boss", gossh.PublicKeys(bossKey)))
	rewrite(t, path, "")
	if _, err := r.Reload(); err != nil {
		t.Fatal(err)
	}
	if said, _ := boss.ends(); !strings.Contains(said, folded(notAllowed)) {
		t.Errorf("who was an admin reads %q", said)
	}
}
