package server

import (
	"errors"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server/gate"
	"boardwalk/server/port"
)

// Who is refused by the host reads how to reach the host.
func TestARefusalNamesTheHostsContact(t *testing.T) {
	key, _ := newKey(t)
	contact := arcade.About{Contact: "host@example.org"}
	a, _ := openData(t, func(c *Config) { c.Access, c.About, c.Public = Invite, contact, "play.example.org" })
	if _, errOut, _ := exec(t, a.dial(t, "eve", gossh.PublicKeys(key)), "join AAAA-AAAA"); errOut != wrongCode+" To reach the host: host@example.org\n" {
		t.Errorf("with a wrong code: %q", errOut)
	}
	a.counted(t, byCode, 1)
	if _, errOut, _ := exec(t, a.dial(t, "eve", gossh.PublicKeys(key)), "stats"); !strings.Contains(errOut, "\nTo reach the host: host@example.org\n") {
		t.Errorf("without an invitation: %q", errOut)
	}
	a.counted(t, byInvitation, 1)
	if log := a.log.String(); !strings.Contains(log, `msg="session refused"`) || !strings.Contains(log, `why="no invitation"`) {
		t.Errorf("the log is %s", log)
	}
	full, _ := openData(t, func(c *Config) { c.About, c.Limits.Sessions = contact, 1 })
	full.play(t, full.dial(t, "ann"))
	if _, errOut, _ := exec(t, full.dial(t, "bob"), "stats"); !strings.Contains(errOut, "full") || !strings.Contains(errOut, "host@example.org") {
		t.Errorf("of a full arcade: %q", errOut)
	}
	full.counted(t, byFull, 1)
	if log := full.log.String(); !strings.Contains(log, `msg="session refused" user=bob`) || !strings.Contains(log, "is full") {
		t.Errorf("the log is %s", log)
	}
	full.hub.Drain(true)
	exec(t, full.dial(t, "bob"), "stats")
	full.counted(t, gate.ByClosing, 1)
	if log := full.log.String(); strings.Count(log, `msg="session refused" user=bob`) != 2 {
		t.Errorf("the log is %s", log)
	}
}

// The attack is an accident: an agent that does not sign makes a guest of whoever has an account,
// in a lobby that looks the same.
func TestAGuestByAFallbackReadsSo(t *testing.T) {
	a := open(t, nil)
	key, _ := newKey(t)
	banner, err := a.negotiate(t, gossh.Config{}, nil, asGuest())
	if err != nil || banner != "" {
		t.Errorf("a guest without a key reads %q, %v", banner, err)
	}
	locked := brokenSigner{key, errors.New("the agent is locked")}
	banner, err = a.negotiate(t, gossh.Config{}, nil, gossh.PublicKeys(locked), asGuest())
	if err != nil || !strings.Contains(banner, "did not sign with it, so you are a guest") {
		t.Errorf("after a key that did not sign: %q, %v", banner, err)
	}
}

// Every guest reads before the first move that these games are not found again, on a screen and in
// words, and a guest by a fallback reads why. Whoever comes with a new key reads how to get to an
// account.
func TestAGuestReadsSoBeforeTheFirstMove(t *testing.T) {
	a := newArcade()
	a.start(t, func(c *Config) { c.Store, c.Games = Data(dataFile(t)), catalog.Library() }, nil)
	key, _ := newKey(t)
	const guest, newKeyWords = "A guest's games are kept for a day: a link code joins them to a key.", "New key? "
	for kind, link := range map[string]string{"dumb": "link CODE", "xterm-256color": "K joins it"} {
		locked := brokenSigner{key, errors.New("the agent is locked")}
		for _, c := range []struct {
			methods []gossh.AuthMethod
			want    []string
		}{
			{[]gossh.AuthMethod{gossh.PublicKeys(locked), asGuest()}, []string{"did not sign with it", guest}},
			{nil, []string{guest}},
			{[]gossh.AuthMethod{gossh.PublicKeys(key)}, []string{newKeyWords, link}},
		} {
			term := a.terminal(t, a.dial(t, "ann", c.methods...), kind, 24, 80)
			if kind == "dumb" {
				for _, want := range c.want {
					term.shows(want[:min(len(want), 20)], 1)
				}
				continue
			}
			if c.want[0] != newKeyWords {
				c.want = c.want[:1] // on a screen the notice stands before the other words for a while
			}
			for _, want := range c.want {
				term.screens(want)
			}
		}
	}
	if out, _, _ := exec(t, a.dial(t, "bob"), "history"); out != "No game yet. You came without a key, and a guest's games of other sessions are\nnot found.\n" {
		t.Errorf("a guest's history: %q", out)
	}
}

// A player reads how to reach the host also where the game is refused, not the login.
func TestAQuotaNamesTheHostsContact(t *testing.T) {
	a, _ := openData(t, func(c *Config) {
		c.About, c.NewAccounts, c.EventsNeedKey, c.DailyAge = arcade.About{Contact: "host@example.org"}, 1, true, 24*time.Hour
	})
	names := func(doing string, err error, times int) {
		t.Helper()
		if err == nil || strings.Count(err.Error(), "To reach the host: host@example.org") != times {
			t.Errorf("%s: %v", doing, err)
		}
	}
	env := a.play(t, a.dial(t, "guest")).app.env
	_, err := env.Races.Join("AAAAAA")
	names("a guest's race", err, 1)
	if _, err := env.Store.Save(opened(), 0); err != nil {
		t.Fatal(err)
	}
	key, _ := newKey(t)
	env = a.play(t, a.dial(t, "ann", gossh.PublicKeys(key))).app.env
	_, err = env.Store.Save(opened(), 0)
	names("one account too many", err, 1)
	if !port.OverQuota(err) {
		t.Errorf("%v is a failure of the arcade", err)
	}
	today, _ := env.Events.Today()
	_, _, err = env.Events.Begin(catalog.All()[0], arcade.DailyEvent(today))
	names("a daily of an account that is too new", err, 1)
}

// A wrong code is counted on all doors, and so is whoever is refused after the login.
func TestWrongCodesAndRefusedSessionsAreCounted(t *testing.T) {
	r := openAdminArcade(t, nil)
	key, _ := member(t, r.db, "mallory")
	client := r.dial(t, "mallory", gossh.PublicKeys(key))
	env := r.play(t, client).app.env
	for i, try := range []func() error{
		func() error { return env.Accounts.Join("AAAA-AAAA") },
		func() error { _, err := env.Races.Join("AAAAAA"); return err },
		func() error { _, err := env.Challenges.Enter("K7Q2M9XA"); return err },
		func() error { return env.Accounts.Join("AAAA-AAAB") }, // one too many
	} {
		if err := try(); err == nil {
			t.Errorf("code %d is right", i)
		}
		r.counted(t, byCode, float64(i+1))
	}
	r.away.write()
	if log := r.log.String(); !strings.Contains(log, `why="code 4"`) {
		t.Errorf("the log is %s", log)
	}
	r.admin(t, "ban mallory")
	refuses(t, r.dial(t, "mallory", gossh.PublicKeys(key)), "stats", "You are banned")
	r.counted(t, byBan, 1)
}
