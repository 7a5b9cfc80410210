package server

import (
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
)

// A command goes to its part of the arcade, on a screen or in words; leaving it leads to the
// lobby.
func TestCommandsThatGoSomewhere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ command, screen, words string }{
		{"learn", "Learn Hop 45", "1: Live play, next."},
		{"learn cheshire", "Learn Cheshire", "Then: Cheshire."},
		{"rules chessboard", "Chessboard", "Chessboard"},
		{"daily", "One deal of each game a day", "daily NAME plays one."},
		{"daily Cheshire", "Cheshire", "Cheshire, daily "},
		{"watch", "There is no table to watch", "There is no table to watch"},
		{"play Lucky Seven", "Lucky Seven", "Lucky Seven: a fresh deal, which counts."},
	} {
		t.Run(c.command, func(t *testing.T) {
			a := openReal(t, func(c *Config) { c.Limits.TypeAhead = time.Hour })
			key, _ := newKey(t)
			client := a.dial(t, "ann", gossh.PublicKeys(key))
			term := execInTerminal(t, client, c.command)
			term.screens(c.screen)
			if c.command == "daily Cheshire" {
				term.types("n") // it asks whether to begin
			}
			term.types("q")
			term.screens("Boardwalk Arcade")
			term.types("\x03")
			other := newTerminal(t, client, "dumb", 24, 80)
			if err := other.sess.Start(c.command); err != nil {
				t.Fatal(err)
			}
			go func() { other.exited <- other.sess.Wait() }()
			other.shows(c.words, 1)
			if c.command == "daily Cheshire" {
				other.types("n\r")
			}
			other.types("settings pages off\rleave\rgames\rquit\r")
			if out, code := other.ends(); code != exitOK || !strings.Contains(out, "1: Hop 45") {
				t.Errorf("exit %d: %s", code, out)
			}
		})
	}
}

// A player is watched at once, or else the one whom most watch. Leaving leads to the list.
func TestWatchCommand(t *testing.T) {
	a := openReal(t, func(c *Config) { c.Limits.TypeAhead = time.Hour })
	watches := func(line, says string) *terminal {
		t.Helper()
		a.hub.RecheckWatches() // the list is made again
		term := execInTerminal(t, a.dial(t, "guest"), line)
		term.screens(says)
		return term
	}
	watches("watch", "There is no table to watch")
	if out := prints(t, a.dial(t, "guest"), "watch"); !strings.Contains(out, "The best wins of this week") {
		t.Errorf("while nobody plays it prints %q", out)
	}
	db := a.config.Store.(dbStore).DB
	for _, nick := range []string{"ann", "bob"} {
		key, _ := member(t, db, nick)
		execInTerminal(t, a.dial(t, nick, gossh.PublicKeys(key)), "play hop-45").screens("moves 1")
	}
	term := watches("watch BOB", "bob plays Hop 45")
	watches("watch", "bob plays Hop 45")
	term.types("q")
	term.screens("2 tables")
	watches("watch cid", "No table of cid can be watched now.")
	watches("watch "+strings.Repeat("x", 100), "No table of xxxxxxxxxxxxxxxxxxxx")
	if out := prints(t, a.dial(t, "guest"), "watch"); !strings.Contains(out, "bob ") || !strings.Contains(out, "watch NICK") {
		t.Errorf("without a terminal it prints %q", out)
	}
	member(t, db, "Cid")
	if out := prints(t, a.dial(t, "guest"), "watch cid"); !strings.HasSuffix(out, "\nCid is at no table you can watch now.\n") || strings.Contains(out, "terminal") {
		t.Errorf("of a player who is away it prints %q", out)
	}
	if _, why, code := exec(t, a.dial(t, "guest"), "watch ann --json"); code != exitUsage || !strings.Contains(why, "no --json") {
		t.Errorf("as JSON it exits %d: %s", code, why)
	}
}

// Without a terminal the rules are printed, and without a game the games.
func TestRulesCommand(t *testing.T) {
	a, _ := openData(t, nil)
	client := a.dial(t, "ann")
	list := strings.Join(strings.Fields(prints(t, client, "rules")), " ")
	for _, g := range catalog.All() {
		if !strings.Contains(list, g.Info().Name) || !strings.Contains(list, g.Info().Aim.Full) {
			t.Errorf("nothing says %s and its aim:\n%s", g.Info().Name, list)
		}
		if out := prints(t, client, "rules "+g.Info().ID); !strings.HasPrefix(out, "# ") || !strings.Contains(out, g.Info().Name) {
			t.Errorf("the rules of %s begin with %.80q", g.Info().Name, out)
		}
	}
	if out := prints(t, client, "rules hopscotch"); !strings.HasSuffix(out, "These are the rules of Hopscotch (1-2-3-4). For those of Boardwalk Hopscotch:\nrules boardwalk/hopscotch\n") {
		t.Errorf("nothing tells of the other game: %q", out[max(0, len(out)-200):])
	}
	if out := prints(t, client, "rules hop-45 --json"); !strings.Contains(out, `"rules": "# Hop 45`) {
		t.Errorf("as JSON: %.300s", out)
	}
}

// An ungraded game is one whose rules nobody has measured, so that a deal is no more than won.
type ungraded struct{ engine.Game }

func (u ungraded) Info() engine.Info {
	info := u.Game.Info()
	info.Version++
	return info
}

// Every command takes all names of a game, and asks where a name is of several.
func TestEveryCommandTakesTheSameNames(t *testing.T) {
	a, _ := openData(t, func(c *Config) {
		c.Games.House = slices.Clone(c.Games.House)
		c.Games.House[0] = ungraded{c.Games.House[0]}
	})
	a.findsOnly("R18") // a deal that a search wins at once
	key, _ := newKey(t)
	client := a.dial(t, "ann", gossh.PublicKeys(key))
	for _, command := range []string{"stats", "statistics", "history", "best", "top", "daily", "deal", "rules", "race"} {
		for _, name := range []string{"Hop 45", `"Hop 45"`, "hop 45", "HOP-45", "boardwalk/hop-45", "hop-"} {
			if _, errOut, code := exec(t, client, command+" "+name); code != exitOK && !strings.Contains(errOut, "too many open races") {
				t.Errorf("%s %s: exit %d, %s", command, name, code, errOut)
			}
		}
		for _, name := range []string{"Hopscotch", "hop", `"Hopscotch"`} {
			_, errOut, code := exec(t, client, command+" "+name)
			if code != exitUsage || !strings.Contains(errOut, "fits several games: ") || !strings.Contains(errOut, "boardwalk/hopscotch (Boardwalk Hopscotch) and hopscotch (Hopscotch (1-2-3-4))") {
				t.Errorf("%s %s: exit %d, %s", command, name, code, errOut)
			}
		}
		if _, errOut, code := exec(t, client, command+" poker"); code == exitOK || !strings.Contains(strings.ToLower(errOut), "there is no game ") {
			t.Errorf("%s poker: exit %d, %s", command, code, errOut)
		}
	}
	for _, command := range []string{"play", "learn"} {
		if _, errOut, code := exec(t, client, command+" Hopscotch"); code != exitUsage || !strings.Contains(errOut, "fits several games: ") {
			t.Errorf("%s: exit %d, %s", command, code, errOut)
		}
	}
	out, _, code := piped(t, client, "", "rules Hopscotch\nplay \"Hop 45\"\nstats hop\nbest hop 45\nrules hopscotch\n")
	if code != exitOK || strings.Count(out, "can mean") != 2 || !strings.Contains(out, "This is Hopscotch (1-2-3-4). Boardwalk Hopscotch has the name\n  boardwalk/hopscotch.") {
		t.Errorf("in words: exit %d, %s", code, out)
	}
}
