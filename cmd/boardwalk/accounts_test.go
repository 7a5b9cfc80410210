package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/command"
)

// with adds ssh options in front of all others, so that they take precedence.
func with(cmd *exec.Cmd, options ...string) *exec.Cmd {
	for i := len(options) - 1; i >= 0; i-- {
		cmd.Args = slices.Insert(cmd.Args, 1, "-o", options[i])
	}
	return cmd
}

// named gives a player an account and a nick.
func (p *player) named(a *testServer, nick string) {
	p.t.Helper()
	r := perfectGame(p.t)
	s := sit(p.t, p.connect(a), r)
	s.typeMove(r.Moves[0])
	s.press("q")
	s.await("open at move 1")
	s.press("q", "y")
	s.exit()
	if out, errOut, code := p.run(a, "nick", nick); code != 0 {
		p.t.Fatalf("nick %s: exit %d: %s%s", nick, code, out, errOut)
	}
}

// fingerprint returns the fingerprint of a player's key.
func (p *player) fingerprint() string {
	p.t.Helper()
	text, err := os.ReadFile(p.key + ".pub")
	if err != nil {
		p.t.Fatal(err)
	}
	key, _, _, _, err := gossh.ParseAuthorizedKey(text)
	if err != nil {
		p.t.Fatal(err)
	}
	return gossh.FingerprintSHA256(key)
}

// TestANickFindsItsKeyAmongFifteen: the agent's first key would be accepted for
// any name, but the nick makes the client walk on to the last.
//
//abuse:case 13
func TestANickFindsItsKeyAmongFifteen(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	ann := newPlayer(t, "ann")
	ann.named(a, "Ann_B")
	path := serveAgent(t, 14, ann.key)
	for name, mine := range map[string]bool{"Ann_B": true, "ann_b": true, "somebody": false} {
		cmd := with((&player{t: t, name: name}).ssh(t.Context(), a, "-T", "whoami", "--json"),
			"IdentityAgent="+path, "IdentitiesOnly=no", "PubkeyAuthentication=yes", "PreferredAuthentications=publickey")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("ssh %s@: %v", name, err)
		}
		var who command.Whoami
		if err := json.Unmarshal(out, &who); err != nil {
			t.Fatal(err)
		}
		if got := who.Fingerprint == ann.fingerprint(); got != mine {
			t.Errorf("ssh %s@ is %+v; ann's: %v", name, who, mine)
		}
	}
	t.Attr("reached", "logs in with key 15 of 15")
}

// TestANickProvesNothing: a player who uses another's nick with a different key is told
// so by the client and gets no further than a guest.
func TestANickProvesNothing(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	newPlayer(t, "ann").named(a, "Ann_B")
	eve := newPlayer(t, "Ann_B")
	if out, errOut, code := eve.run(a, "whoami"); code != 255 || out != "" {
		t.Errorf("with another key: exit %d: %q, %q", code, out, errOut)
	}
	c := inTerminal(t, with(eve.ssh(t.Context(), a, "-t"), "PreferredAuthentications=publickey,keyboard-interactive"))
	c.await("The nick Ann_B belongs to another key.", "With your own, come back by ssh -l new.key",
		") The nick belongs to another key; with yours: ssh -l new.key.", "(yes/no)") // the client discards what is typed before it asks
	c.press("y", enter)
	c.await("Boardwalk Arcade", "Somebody")
	c.press("q", "y")
	c.exit()
	if strings.Contains(c.screen(), "continue") {
		t.Errorf("the guest sees the game of another:\n%s", c.screen())
	}
}

// TestAnInvitationLetsANewcomerIn: made on the host, typed once by a friend.
func TestAnInvitationLetsANewcomerIn(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir(), "--access", "invite")
	out, code := runProgram(t, "admin", "--data", filepath.Join(a.dir, "boardwalk.db"), "invite")
	if code != 0 {
		t.Fatalf("admin invite: exit %d: %s", code, out)
	}
	invitation := strings.Fields(out)[0]
	friend := newPlayer(t, "friend")
	if _, errOut, code := friend.run(a, "whoami"); code != 1 || !strings.Contains(errOut, "This arcade is by invitation.") {
		t.Errorf("before: exit %d: %q", code, errOut)
	}
	c := friend.connect(a)
	c.await("This arcade is by invitation. Type your code:")
	c.press("AAAA-AAAA", enter)
	c.await("There is no such invitation")
	c.press(strings.ToLower(invitation), enter)
	c.await("Boardwalk Arcade", "Somebody")
	c.press("q", "y")
	c.exit()
	friend.connect(a).await("Boardwalk Arcade")
	if _, errOut, code := newPlayer(t, "eve").run(a, "join", invitation); code != 1 || !strings.Contains(errOut, "There is no such invitation") {
		t.Errorf("the code again: exit %d: %q", code, errOut)
	}
	if _, _, code := (&player{t: t, name: "guest"}).run(a, "whoami"); code != 255 {
		t.Errorf("a guest: exit %d", code)
	}
}

// TestSIGHUPReadsTheListsAgain: a bad line is named and changes nothing.
func TestSIGHUPReadsTheListsAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ann, bob := newPlayer(t, "ann"), newPlayer(t, "bob")
	list := func(text string, players ...*player) {
		t.Helper()
		for _, p := range players {
			key, err := os.ReadFile(p.key + ".pub")
			if err != nil {
				t.Fatal(err)
			}
			text += string(key)
		}
		if err := os.WriteFile(filepath.Join(dir, "boardwalk_allowed"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list("", ann)
	a := openProcess(t, dir, "--access", "allow")
	in := func(p *player, want bool) {
		t.Helper()
		if _, errOut, code := p.run(a, "whoami"); code == 0 != want {
			t.Errorf("%s: exit %d: %s", p.name, code, errOut)
		}
	}
	hangUp := func() {
		t.Helper()
		if err := a.cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
	}
	in(ann, true)
	in(bob, false)
	list("# friends\nbob's key\n", bob)
	hangUp()
	a.says(t, "boardwalk_allowed:2: not a public key")
	in(ann, true)
	in(bob, false)
	list("", bob)
	hangUp()
	a.says(t, "keys read again")
	in(ann, false)
	in(bob, true)
}

// TestAGuestTakesTheGamesAlong: the code that a guest gets on leaving gives the games to
// a key.
func TestAGuestTakesTheGamesAlong(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	r := perfectGame(t)
	s := sit(t, (&player{t: t, name: "visitor"}).connect(a), r)
	s.typeMove(r.Moves[0])
	s.finishes(1)
	s.press("q")
	s.await("Boardwalk Arcade", "Somebody")
	s.press("q", "y")
	s.await("To keep these games: " + a.ssh() + " link ")
	s.exit()
	code := regexp.MustCompile(`link ([A-Z0-9-]+) with a key`).FindStringSubmatch(s.screen())
	if code == nil {
		t.Fatalf("no code in\n%s", s.screen())
	}
	ann := newPlayer(t, "ann")
	if out, errOut, exit := ann.run(a, "link", code[1]); exit != 0 {
		t.Fatalf("link: exit %d: %s%s", exit, out, errOut)
	}
	if games := ann.games(a, "history"); len(games) != 1 || games[0].Moves != 1 {
		t.Errorf("ann's history: %+v", games)
	}
	if _, errOut, exit := newPlayer(t, "eve").run(a, "link", code[1]); exit != 1 {
		t.Errorf("the code again: exit %d: %s", exit, errOut)
	}
	sound(t, a)
}

// TestARemovedKeyEndsItsSessions: the session says so at its next move, and what was
// saved before belongs to the account.
func TestARemovedKeyEndsItsSessions(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	ann, second := newPlayer(t, "ann"), newPlayer(t, "ann")
	ann.named(a, "Ann_B")
	out, _, _ := ann.run(a, "link")
	if out, errOut, code := second.run(a, "link", strings.Fields(out)[0]); code != 0 {
		t.Fatalf("link: exit %d: %s%s", code, out, errOut)
	}
	r := perfectGame(t)
	lost := second.connect(a)
	lost.await("Boardwalk Arcade", "Ann_B", "open at move 1")
	lost.press(enter)
	lost.await("moves 1  ")
	if out, errOut, code := ann.run(a, "keys", "remove", second.fingerprint()); code != 0 {
		t.Fatalf("keys remove: exit %d: %s%s", code, out, errOut)
	}
	lost.press("t", r.Moves[1].String(), enter)
	lost.await("This key no longer belongs to the account")
	lost.exit()
	if modes := lost.term.Modes(); len(modes) > 0 {
		t.Errorf("the terminal is left with modes %v", modes)
	}
	ann.connect(a).await("open at move 1")
	sound(t, a)
}

// TestAKeyThatIsLinkedMeanwhileShows: it appears on the account page of an open session
// without a key press there.
func TestAKeyThatIsLinkedMeanwhileShows(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	ann, phone := newPlayer(t, "ann"), newPlayer(t, "phone")
	ann.named(a, "ann")
	page := ann.connect(a)
	page.press("K")
	page.await("Your account", "in use here")
	out, errOut, code := ann.run(a, "link", "--json")
	var link command.Link
	if err := json.Unmarshal([]byte(out), &link); err != nil || code != 0 {
		t.Fatalf("link: exit %d, %v: %s%s", code, err, out, errOut)
	}
	if _, errOut, code := phone.run(a, "link", link.Code); code != 0 {
		t.Fatalf("link: exit %d: %s", code, errOut)
	}
	page.await("Key "+strings.TrimPrefix(phone.fingerprint(), "SHA256:")[:10], "remove it")
	page.press("q")
	page.press("q", "y")
	page.exit()
}
