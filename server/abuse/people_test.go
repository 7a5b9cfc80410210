package abuse_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
	"boardwalk/server/command"
)

// member returns a player who has begun a game and has a nick.
func (a *testServer) member(nick string) *player {
	a.t.Helper()
	p := a.key()
	s := p.words()
	s.tells("play 1", perfect(a.t).moves[0])
	s.quits()
	p.says("nick "+nick, nick)
	return p
}

// who returns what a player sees of the people, after a survey.
func (p *player) who() (rows []string) {
	p.a.t.Helper()
	p.a.passes(2 * time.Second)
	var report command.People
	p.json("who", &report)
	for _, row := range report.People {
		text := row.Nick + " " + string(row.Doing)
		if row.Game != "" {
			text += " " + row.Game
		}
		if row.Daily {
			text += " daily"
		}
		if row.Followed {
			text = "*" + text
		}
		rows = append(rows, text)
	}
	slices.Sort(rows)
	return rows
}

// wantPeople compares what a player sees of the people.
func (p *player) wantPeople(when string, want ...string) {
	p.a.t.Helper()
	if got := p.who(); !slices.Equal(got, want) {
		p.a.t.Errorf("%s, the people are %q, want %q", when, got, want)
	}
}

// wantFollowing compares whom a player follows.
func (p *player) wantFollowing(when string, want ...string) {
	p.a.t.Helper()
	var report command.Following
	if p.json("following", &report); !slices.Equal(report.Following, want) {
		p.a.t.Errorf("%s, they are followed: %q, want %q", when, report.Following, want)
	}
}

// The attack: learn from who, a follow or the news that somebody is here who hides, or what
// somebody plays who is private.
//
//abuse:case 33
func TestWhoHidesIsNotSeen(t *testing.T) {
	a := open(t, noon)
	ann, bob, cat := a.member("ann"), a.member("bob"), a.member("cat")
	annScreen, bobScreen := ann.terminal("xterm", ""), bob.terminal("xterm", "")
	annScreen.shows("Boardwalk Arcade")
	bobScreen.shows("Boardwalk Arcade")
	annScreen.presses("\r")
	annScreen.shows("points ")
	cat.says("follow ann", "ann")
	cat.says("follow ANN", "ann")
	cat.wantPeople("while ann plays", "*ann playing boardwalk/hop-45", "bob here")
	privacy := func(nick string, hidden, private bool) {
		t.Helper()
		p, err := a.db.Player(credentialOf(map[string]*player{"ann": ann, "bob": bob}[nick]))
		if err != nil {
			t.Fatal(err)
		}
		if err := p.SetPrivacy(hidden, private); err != nil {
			t.Fatal(err)
		}
	}
	privacy("ann", false, true)
	cat.wantPeople("while ann is private", "*ann here", "bob here")
	privacy("ann", true, false)
	cat.wantPeople("while ann hides", "bob here")
	privacy("bob", true, true)
	cat.wantPeople("while all hide")
	for _, text := range []string{cat.runs("who"), cat.runs("follow ann"), cat.runs("following")} {
		if strings.Contains(text, "hid") || strings.Contains(text, "1 ") || strings.Contains(text, "bob") {
			t.Errorf("something is told of who hides: %s", text)
		}
	}
	here := cat.runs("follow ann")
	annScreen.hangsUp()
	bobScreen.hangsUp()
	if away := cat.runs("follow ann"); away != here {
		t.Errorf("following somebody who hides says %q, and who is away %q", here, away)
	}
}

// A follow is of an account, through another nick, a join and until its end, and nothing
// tells who follows.
//
//abuse:case 33
func TestAFollowIsOfAnAccount(t *testing.T) {
	a := open(t, noon)
	ann, bob, cat := a.member("ann"), a.member("bob"), a.member("cat")
	cat.says("follow ann", "ann")
	cat.says("follow bob", "bob")
	ann.says("nick zoe", "zoe")
	cat.wantFollowing("under another nick", "bob", "zoe")
	cat.says("follow ann", "Nobody here has the nick ann.")
	dan := a.member("ann")
	cat.wantFollowing("while somebody else has the nick", "bob", "zoe")
	dan.says("following", "You follow nobody")
	bob.links(ann)
	cat.wantFollowing("once two are one", "zoe")
	cat.says("unfollow zoe", "You no longer follow zoe.")
	cat.says("follow zoe", "zoe")
	ann.says("delete zoe", "")
	cat.wantFollowing("once the account is deleted")
	cat.says("follow zoe", "Nobody here has the nick zoe.")
	cat.says("unfollow zoe", "You follow nobody of that nick.")
	cat.says("follow cat", "That is you.")
	a.key().says("follow cat", "Your account begins with your first game, puzzle or lesson")
}

// Names that are no nicks, and login names, reach nobody.
//
//abuse:case 33
func TestHostileNamesOfPeople(t *testing.T) {
	a := open(t, noon)
	ann := a.member("ann")
	a.guest().terminal("xterm", "").shows("Boardwalk Arcade") // whose login name is mallory
	ann.wantPeople("with a guest", "Somebody here")
	const evil = "\x1b\u202e\u2066\u009b\x07"
	var lines strings.Builder
	for _, nick := range []string{"\x1b]52;c;evil\x07", "nick\u202egnp", "a\u2066b", "a\u009b31m", strings.Repeat("x", 200), "Somebody", "--json"} {
		for _, verb := range []string{"follow ", "unfollow ", "ignore ", "unignore ", "note ", "player ", "race hop-45 to ", "race out ", "watch "} {
			fmt.Fprintln(&lines, verb+nick)
			if out := ann.runs(verb + nick); strings.ContainsAny(out, evil) {
				t.Errorf("%s%q prints %q", verb, nick, out)
			}
		}
	}
	words, err := ann.Client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	words.Stdin, words.Stdout = strings.NewReader(lines.String()), &said
	if err := errors.Join(words.Shell(), words.Wait()); err != nil {
		t.Error(err)
	}
	if out := said.String(); strings.ContainsAny(out, evil) || !strings.Contains(out, "obody here has the nick") {
		t.Errorf("in words it says %q", out)
	}
	ann.wantFollowing("in the end")
}

// Signals come to whom one watches and back, over SSH, and to nobody once they are off. The
// news comes to who follows.
//
//abuse:case 31
func TestSignalsBetweenSessions(t *testing.T) {
	a := open(t, noon)
	ann, bob := a.member("ann"), a.member("bob")
	bob.says("follow ann", "ann")
	watches := bob.terminal("xterm", "")
	watches.shows("Boardwalk Arcade")
	plays := ann.terminal("xterm", "")
	plays.shows("Boardwalk Arcade")
	plays.presses("\r")
	plays.shows("points ")
	a.passes(2 * time.Second)
	watches.shows("ann is playing Hop 45 now: w watches.")
	watches.presses("w")
	watches.shows("* ann")
	watches.presses("\r")
	watches.shows("moves 1")
	watches.presses("!2")
	watches.shows("You to ann: well played")
	plays.shows("bob: well played")
	plays.presses("!4")
	plays.shows("You to bob: thanks")
	watches.shows("ann: thanks")
	plays.presses("!0")
	plays.shows("Signals are off: none reach you.")
	a.passes(time.Minute)
	watches.presses("!1")
	watches.shows("You to ann: good game")
	watches.presses("!3")
	watches.shows("One signal in five seconds, and 20 an hour: wait a moment.")
	plays.presses("?")
	plays.shows("Keys")
	if strings.Contains(plays.shown(), "bob:") {
		t.Errorf("a signal has come though they are off:\n%s", plays.shown())
	}
}

// credentialOf returns the credential of a player's key.
func credentialOf(p *player) arcade.Credential {
	return arcade.KeyCredential(fingerprintOf(p))
}

// fingerprintOf returns the fingerprint of a player's key.
func fingerprintOf(p *player) string { return ssh.FingerprintSHA256(p.key.PublicKey()) }
