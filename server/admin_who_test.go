package server

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/command"
	"boardwalk/server/command/admin"
	"boardwalk/server/hub"
)

// Only admins reach an admin command: not players who put flags before it, ask for help
// with it, use a name that looks like an admin's, or send what a shell would split
// differently. Nothing changes, and no player sees anything.
//
//abuse:case 15
func TestEveryAdminVerbIsRefusedToOthers(t *testing.T) {
	t.Parallel()
	r := openAdminArcade(t, nil)
	key, _ := member(t, r.db, "Gamer_1")
	member(t, r.db, "victim")
	people := map[string]struct {
		login   string
		methods []gossh.AuthMethod
	}{
		"a player": {"Gamer_1", []gossh.AuthMethod{gossh.PublicKeys(key)}}, "a guest": {login: "guest"},
		"a guest called admin": {login: "admin"}, "a guest called local": {login: "local"}, "a guest called host": {login: "host"},
	}
	watching := r.play(t, r.dial(t, "watch"))
	before := contents(t, r.db)
	verbs := []string{
		"players", "players --all", "sessions", "kick victim", "kick @1 you", "ban victim", "ban 0.0.0.0/8", "ban @1 --for 1h reason",
		"unban victim", "bans", "rename victim x-rated", "delete-player victim --yes", "hide victim", "unrank victim", "note victim text", "invite", "invite 50", "wall hello", "wall --to @1 hello", "drain", "drain --off", "backup",
		"backup ../x.db", "stats", "help", "--help", "", "players --json", "-- players", "; admin players", "nonsense",
	}
	for _, cmd := range admin.New(&admin.Context{Context: &command.Context{}}).Commands() {
		if !slices.ContainsFunc(verbs, func(verb string) bool { return strings.HasPrefix(verb+" ", cmd.Name()+" ") }) {
			verbs = append(verbs, cmd.Name())
		}
	}
	forms := []string{"admin %s", "--json admin %s", "admin --json %s", "admin admin %s", "admin -- %s", "  admin   %s", "--json=true admin %s"}
	tried := 0
	for who, person := range people {
		client := r.dial(t, person.login, person.methods...) // as late as this, because a connection may not stay long without a session
		for _, verb := range verbs {
			for _, form := range forms {
				tried++
				command := fmt.Sprintf(form, verb)
				out, errOut, code := exec(t, client, command)
				if code != exitFailed || out != "" || errOut != "That is for the admins of this arcade: their keys are in its file of admins.\n" {
					t.Errorf("%s, %q: exit %d: %q, %q", who, command, code, out, errOut)
				}
			}
		}
		// These are refused with other words, and reach no admin command either.
		for _, command := range []string{"help admin", "help admin ban", "admin\x00players", "ADMIN players", "__complete admin kick ", "--json __complete admin kick ", "kick victim", "-- admin players", "--as admin players", "players", "help --admin"} {
			if out, _, _ := exec(t, client, command); strings.Contains(out, "kick") || strings.Contains(out, "victim") {
				t.Errorf("%s, %q: %q", who, command, out)
			}
		}
		if out, _, _ := exec(t, client, "help"); strings.Contains(out, "admin") {
			t.Errorf("%s reads of admin in help:\n%s", who, out)
		}
	}
	if after := contents(t, r.db); after != before {
		t.Errorf("the store was\n%s\nand is\n%s", before, after)
	}
	if _, err := os.Stat(r.backups); err == nil {
		t.Error("there is a folder of backups")
	}
	t.Attr("reached", fmt.Sprintf("0 of %d commands reach a verb", tried))
	watching.types("k")
	watching.sees("key k")
	if shown := watching.out.String(); strings.Contains(shown, "The host says") {
		t.Errorf("a player was told %q", shown)
	}
}

func TestKick(t *testing.T) {
	r := openAdminArcade(t, nil)
	key, fingerprint := member(t, r.db, "Ann")
	begin := func() *terminal {
		t.Helper()
		return r.play(t, r.dial(t, "Ann", gossh.PublicKeys(key)))
	}
	for _, who := range []string{"ann", fingerprint, "127.0.0.1", "127.0.0.0/24"} {
		term := begin()
		if got := r.admin(t, "kick "+who+" be nice"); got != "1 session ended.\n" {
			t.Errorf("kick %s: %q", who, got)
		}
		out, code := term.ends()
		if code != exitOK {
			t.Errorf("exit %d", code)
		}
		left(t, out, "You were asked to leave: be nice. All is saved.")
	}
	words := r.terminal(t, r.dial(t, "visitor"), "dumb", 24, 80)
	words.shows("> ", 1)
	all := reads[admin.Sessions](t, r, "sessions").Sessions // kicked sessions may still be leaving
	i := slices.IndexFunc(all, func(s admin.SessionReport) bool { return s.Kind == hub.Words })
	r.admin(t, fmt.Sprintf("kick @%d", all[i].Number))
	if out, _ := words.ends(); !strings.Contains(out, "You were asked to leave. All is saved.") {
		t.Errorf("in words: %q", out)
	}
	stays := begin()
	for who, want := range map[string]string{
		"visitor": "Nobody has the nick visitor.", "(visitor)": "Nobody has the nick", "@999": "@999 is not here.", "@x": `"@x" is nobody.`,
		"SHA256:x": "SHA256:x is not here.", "192.0.2.0/24": "192.0.2.0/24 is not here.", "boss": "Nobody has the nick boss.",
	} {
		if out, errOut, code := exec(t, r.boss, "admin kick "+who); code == exitOK || out != "" || !strings.Contains(errOut, want) {
			t.Errorf("kick %s: exit %d: %q, want %q", who, code, errOut, want)
		}
	}
	stays.types("k")
	stays.sees("key k")
}

func TestBanUnban(t *testing.T) {
	now := newWatch(time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC))
	r := openAdminArcade(t, func(c *Config) { c.Now = now.time })
	key, fingerprint := member(t, r.db, "Ann")
	dial := func() *gossh.Client { return r.dial(t, "ann", gossh.PublicKeys(key)) }
	term, client := r.play(t, dial()), dial()
	if got := r.admin(t, "ban ann --for 7d too loud"); got != "ann is banned until 2026-11-28 10:00 UTC; 1 session ended.\n" {
		t.Errorf("ban: %q", got)
	}
	banned := "You are banned from this arcade until 2026-11-28 10:00 UTC: too loud."
	out, _ := term.ends()
	left(t, out, banned+" All is saved.")
	for _, c := range []*gossh.Client{client, dial()} {
		if _, errOut, _ := exec(t, c, "whoami"); errOut != banned+"\n" {
			t.Errorf("a banned player reads %q", errOut)
		}
	}
	bans := reads[admin.Bans](t, r, "bans").Bans
	if len(bans) != 1 || bans[0].Who != "ann" || bans[0].Reason != "too loud" || bans[0].Until.IsZero() || !strings.HasPrefix(bans[0].By, "SHA256:") {
		t.Errorf("bans: %+v", bans)
	}
	players := reads[admin.Players](t, r, "players --all ann").Players
	if len(players) != 1 || players[0].ID == "" || players[0].ID != bans[0].ID || players[0].Banned != "until 2026-11-28 10:00 UTC" {
		t.Fatalf("players: %+v, while the ban is %+v", players, bans[0])
	}
	id := players[0].ID
	r.admin(t, "rename ann dora")
	if got := r.admin(t, "bans"); !strings.Contains(got, players[0].ID) {
		t.Errorf("once the player has another nick, bans: %q", got)
	}
	r.admin(t, "ban "+id)
	if bans := reads[admin.Bans](t, r, "bans").Bans; len(bans) != 1 || !bans[0].Until.IsZero() || bans[0].Who != "dora" || bans[0].Reason != "" {
		t.Errorf("of an ID, bans: %+v", bans)
	}
	r.admin(t, "ban dora too loud")
	r.admin(t, "ban "+id+" --for 7d")
	if bans := reads[admin.Bans](t, r, "bans").Bans; len(bans) != 1 || bans[0].Reason != "too loud" {
		t.Errorf("again without a reason, bans: %+v", bans)
	}
	r.admin(t, "unban "+id)
	whoami(t, dial())
	stays := r.play(t, dial())
	r.admin(t, "kick "+id)
	stays.ends()
	r.admin(t, "rename "+id+" -")
	r.admin(t, "ban "+id)
	if bans := reads[admin.Bans](t, r, "bans").Bans; len(bans) != 1 || bans[0].Who != fingerprint || bans[0].ID != players[0].ID {
		t.Errorf("of a player without a nick, bans: %+v", bans)
	}
	r.admin(t, "unban "+id)
	if got := r.admin(t, "bans"); got != "Nobody is banned.\n" {
		t.Errorf("bans: %q", got)
	}

	t.Run("a session", func(t *testing.T) {
		term := r.play(t, dial())
		number := 0
		for _, s := range reads[admin.Sessions](t, r, "sessions").Sessions {
			if s.Kind == hub.Screen {
				number = s.Number
			}
		}
		r.admin(t, fmt.Sprintf("ban @%d", number))
		term.ends()
		if bans := reads[admin.Bans](t, r, "bans").Bans; len(bans) != 1 || bans[0].Who != fingerprint {
			t.Errorf("bans: %+v", bans)
		}
		r.admin(t, "unban "+fingerprint)
	})
	t.Run("an address of IPv6", func(t *testing.T) { // whose customer has the whole network
		r.admin(t, "ban 2001:db8::7")
		if bans := reads[admin.Bans](t, r, "bans").Bans; len(bans) != 1 || bans[0].Who != "2001:db8::/64" {
			t.Errorf("bans: %+v", bans)
		}
		r.admin(t, "unban 2001:db8::8")
	})
	t.Run("a network", func(t *testing.T) {
		r.admin(t, "ban 198.51.100.7/24 --for 90m")
		if bans := reads[admin.Bans](t, r, "bans").Bans; len(bans) != 1 || bans[0].Who != "198.51.100.0/24" {
			t.Errorf("bans: %+v", bans)
		}
		if _, errOut, _ := exec(t, r.boss, "admin unban 198.51.100.7"); !strings.Contains(errOut, "but on 198.51.100.0/24, which it is in") {
			t.Errorf("unban of one address: %q", errOut)
		}
		now.passes(2 * time.Hour)
		if got := r.admin(t, "bans"); got != "Nobody is banned.\n" {
			t.Errorf("bans, when the time is over: %q", got)
		}
	})
}

// Bans that would lock out the host or everyone, or that name a login name.
func TestBansThatAreRefused(t *testing.T) {
	r := openAdminArcade(t, nil)
	guest := r.play(t, r.dial(t, "visitor"))
	boss := ""
	for key := range r.auth.lists.Load().admins {
		boss = key.String()
	}
	account(t, r.db, boss, "TheBoss")
	before := contents(t, r.db)
	number := reads[admin.Sessions](t, r, "sessions").Sessions[0].Number
	for who, want := range map[string]string{
		"0.0.0.0/0": "too much of the world", "::/0": "too much of the world", "10.0.0.0/7": "too much of the world", "2000::/3": "too much of the world",
		"::ffff:0:0/96": "too much of the world", "::ffff:0.0.0.0/90": "too much of the world", "ann --for 213504d": "--for takes a time",
		"visitor": "Nobody has the nick visitor.", "theboss": "theboss is an admin: admin admins remove theboss first.", boss: "is an admin", "SHA256:abc": `"SHA256:abc" is nobody.`,
		"@77": "@77 is not here.", fmt.Sprintf("@%d", number): "which may be a proxy", "local": "Nobody has the nick local.",
		"10.0.0.0/99": `"10.0.0.0/99" is not a network.`,
		"guest:ABC":   "Nobody has the nick", "ann --for never": "--for takes a time", "ann --for -5m": "--for takes a time", "ann --for 99999999d": "--for takes a time",
	} {
		if out, errOut, code := exec(t, r.boss, "admin ban "+who); code == exitOK || out != "" || !strings.Contains(errOut, want) {
			t.Errorf("ban %s: exit %d: %q, want %q", who, code, errOut, want)
		}
	}
	if out, errOut, code := exec(t, r.boss, "admin delete-player theboss --yes"); code != exitFailed || !strings.Contains(errOut, "theboss is an admin") {
		t.Errorf("an admin is deleted: exit %d: %q, %q", code, out, errOut)
	}
	if after := contents(t, r.db); after != before {
		t.Errorf("the store was\n%s\nand is\n%s", before, after)
	}
	guest.types("k")
	guest.sees("key k")
}
