package server

import (
	"errors"
	"fmt"
	"io"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server/command"
)

// manyNewcomers is the beginning of what a newcomer reads for whose network there is no account left.
const manyNewcomers = "many new players came from your network in the last hour"

// finishesAtOnce is how many rounds one subnet can finish in a burst.
const finishesAtOnce = 600

// refusedAs reports whether an error is a refusal that begins with a text.
func refusedAs(err error, text string) bool {
	refusal := (*arcade.Refusal)(nil)
	return errors.As(err, &refusal) && strings.HasPrefix(refusal.Sentence, text)
}

// begins returns the error of a newcomer's first save.
func begins(t *testing.T, a *testServer, client *gossh.Client) error {
	t.Helper()
	_, err := a.play(t, client).app.env.Store.Save(opened(), 0)
	client.Close()
	return err
}

// Guests try codes of races that do not exist, more often than a network may create
// accounts in an hour. None of them gets an account, so the next newcomer can.
func TestWhatFailsIsNoNewAccount(t *testing.T) {
	a, db := openData(t, nil)
	for i := range newAccounts + 1 {
		guest := a.dial(t, "guest")
		if i%2 == 0 {
			if out, code := execInTerminal(t, guest, "race AAAAA").ends(); code != exitFailed {
				t.Fatalf("a wrong code exits %d: %s", code, out)
			}
		} else if _, errOut, _ := execWith(t, guest, "import", ""); i < 2*command.ImportsHour && errOut != "" {
			t.Fatalf("a file with nothing: %s", errOut)
		}
		guest.Close()
	}
	key, _ := newKey(t)
	if err := begins(t, a, a.dial(t, "ann", gossh.PublicKeys(key))); err != nil {
		t.Errorf("an honest newcomer: %v", err)
	}
	if totals, err := db.Totals(); err != nil || totals.Players+totals.Guests != 1 {
		t.Errorf("%+v, %v", totals, err)
	}
}

// All players come from one private address: the host has probably forgotten the PROXY
// protocol, and is warned once.
func TestOnePrivateAddressIsLogged(t *testing.T) {
	t.Parallel()
	const says = "all players come from one private address"
	for name, test := range map[string]struct {
		from  func(i int) string
		times int
	}{
		"a proxy":              {func(int) string { return "172.17.0.1" }, 1},
		"a network at home":    {func(i int) string { return fmt.Sprintf("192.168.0.%d", i+1) }, 0},
		"a school elsewhere":   {func(int) string { return "198.51.100.7" }, 0},
		"one from elsewhere":   {func(i int) string { return []string{"172.17.0.1", "198.51.100.7"}[min(i/3, 1)] }, 0},
		"one that is trusted":  {func(int) string { return "172.18.0.1" }, 0},
		"a proxy on this host": {func(int) string { return "[::1]" }, 1},
	} {
		a, _ := behindProxies(t, func(c *Config) { c.Trusted = []netip.Prefix{netip.MustParsePrefix("172.18.0.0/16")} })
		for i := range singleAddressMin + 2 {
			client := a.dialFrom(t, test.from(i))
			a.play(t, client)
			client.Close()
		}
		if log := a.log.String(); strings.Count(log, says) != test.times {
			t.Errorf("%s: the log is %s", name, log)
		}
	}
}

// No hourly limit applies to a network that the host trusts, such as a school.
func TestATrustedNetworkHasNoHourlyLimits(t *testing.T) {
	t.Parallel()
	trusted := func(c *Config) { c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }
	a, _ := openData(t, trusted)
	term := a.play(t, a.dial(t, "ann"))
	for i := range 60 + 1 {
		r, err := term.app.env.Races.Open(hop45, arcade.RaceTerms{Limit: time.Minute})
		if err != nil {
			t.Fatalf("race %d: %v", i+1, err)
		}
		if err := term.app.env.Races.Leave(r.Code); err != nil {
			t.Fatal(err)
		}
	}
	for i := range command.ImportsHour + 1 {
		if _, errOut, _ := execWith(t, a.dial(t, "bob"), "import", blank(command.ImportFree+1)); errOut != "" {
			t.Fatalf("file %d: %s", i+1, errOut)
		}
	}
	for i := range newAccounts + 1 {
		if err := begins(t, a, a.dial(t, "cat")); err != nil {
			t.Fatalf("account %d: %v", i+1, err)
		}
	}
	term = open(t, trusted).fresh(t)
	for i := range finishesAtOnce + 100 {
		if _, err := term.app.env.Store.Finish(arcade.Result{}, 1); err != nil {
			t.Fatalf("round %d: %v", i+1, err)
		}
	}
}

// fresh returns the terminal of a new player.
func (a *testServer) fresh(t *testing.T) *terminal {
	t.Helper()
	return a.play(t, a.dial(t, "somebody"))
}

// A guest's games are claimed while the guest plays on. That is what the code is for, and
// not an error.
func TestAClaimedGuestIsNoError(t *testing.T) {
	a, db := openData(t, nil)
	term := a.play(t, a.dial(t, "gus"))
	if _, err := term.app.env.Store.Save(opened(), 0); err != nil {
		t.Fatal(err)
	}
	code, _, err := term.app.env.Accounts.Link()
	if err != nil {
		t.Fatal(err)
	}
	key, _ := member(t, db, "ann")
	ann := a.dial(t, "ann", gossh.PublicKeys(key))
	prints(t, ann, "link "+code+" ann")
	belongs := folded("Your games now belong to ann's account: log in with its key.")
	term.types("q")
	if out, _ := term.ends(); !strings.Contains(out, belongs) {
		t.Errorf("a guest whose games belong to ann leaves with %q", out[max(0, len(out)-300):])
	}

	words := a.terminal(t, a.dial(t, "reader"), "dumb", 24, 80)
	words.shows("Menu> ", 1)
	words.types("deal 1 R1\r")
	words.shows("Hop 45> ", 1)
	words.types(opened().Record.Moves[0].String() + "\r")
	words.shows("Hop 45> ", 2)
	words.types("link\r")
	form := regexp.MustCompile(`[0-9A-Z]{4}-[0-9A-Z]{4}`)
	for code = ""; code == ""; code = form.FindString(words.out.String()) {
		receive(t, words.out.changed, "a code")
	}
	prints(t, ann, "link "+code+" ann")
	_, _ = io.WriteString(words.in, "undo\r") // the session ends by itself, if it has not yet
	if out, _ := words.ends(); !strings.HasSuffix(out, belongs+"\r\n") {
		t.Errorf("in words it ends with %q", out[max(0, len(out)-300):])
	}
	if log := a.log.String(); strings.Contains(log, "level=ERROR") || strings.Contains(log, data.ErrRevoked.Error()) {
		t.Errorf("the log is %s", log)
	}
}

// A newcomer for whose network there is no account left plays unsaved, and hangs up. The
// host has set the limit, so it is no failure of the server.
func TestANewcomerWhoIsNotSavedIsNoError(t *testing.T) {
	first := catalog.All()[0].Deal("R1").Moves()[0].String()
	for _, kind := range []string{"dumb", "xterm-256color"} {
		t.Run(kind, func(t *testing.T) {
			a, db := newArcade(), dataFile(t)
			a.start(t, func(c *Config) {
				c.Store, c.Games, c.NewAccounts = Data(db), catalog.Library(), 1
				c.Deal = func() engine.Code { return "R1" }
			}, nil)
			words := func() *terminal {
				term := a.terminal(t, a.dial(t, "x"), "dumb", 24, 80)
				term.shows("Menu> ", 1)
				term.types("play 1\r" + first + "\r")
				return term
			}
			before := words()
			before.shows("Hop 45> ", 2)
			before.types("quit\r")
			before.ends()
			var term *terminal
			if kind == "dumb" {
				term = words()
			} else {
				term = a.terminal(t, a.dial(t, "x"), kind, 24, 80)
				term.screens("Boardwalk Arcade")
				term.types("\r")
				term.screens("moves 0")
				term.types("t" + first + "\r")
			}
			term.screens("any new players")
			if err := term.in.Close(); err != nil {
				t.Fatal(err)
			}
			term.ends()
			if log := a.log.String(); strings.Contains(log, "level=ERROR") || !strings.Contains(log, "session ends unsaved") {
				t.Errorf("the log is %s", log)
			}
		})
	}
}
