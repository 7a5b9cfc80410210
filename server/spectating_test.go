package server

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
)

// A clockArcade is an arcade on a data file, with a clock that the test sets.
type clockArcade struct {
	*adminArcade
	clock *watch
}

func openClockArcade(t *testing.T) *clockArcade {
	t.Helper()
	c := &clockArcade{clock: newWatch(time.Now())}
	c.adminArcade = openAdminArcade(t, func(config *Config) { config.Now = c.clock.time })
	return c
}

// plays returns the arcade.Spectators of a new session at a table, whose player has a key and a
// nick.
func (c *clockArcade) plays(t *testing.T, nick string) (arcade.Spectators, *data.Player, *terminal) {
	t.Helper()
	key, fingerprint := member(t, c.db, nick)
	term := c.play(t, c.dial(t, nick, gossh.PublicKeys(key)))
	player, err := c.db.Player(arcade.KeyCredential(fingerprint))
	if err != nil {
		t.Fatal(err)
	}
	term.app.env.Spectators.Show(&arcade.Scene{Game: "chessboard", Moves: 3})
	return term.app.env.Spectators, player, term
}

// next waits for the next scene of a watch. It is nil after the last one.
func next(w arcade.Watch[*arcade.Scene]) *arcade.Scene {
	scene, _ := w.Next()
	return scene
}

// tables returns the names of the players whose tables a session may watch.
func (c *clockArcade) tables(spectators arcade.Spectators) (names []string) {
	c.clock.passes(time.Minute)
	for _, table := range spectators.Tables() {
		names = append(names, table.Player)
	}
	return names
}

// number returns the number of a player's table.
func (c *clockArcade) number(t *testing.T, spectators arcade.Spectators, player string) int {
	t.Helper()
	c.clock.passes(time.Minute)
	tables := spectators.Tables()
	i := slices.IndexFunc(tables, func(table arcade.LiveTable) bool { return table.Player == player })
	if i < 0 {
		t.Fatalf("%s is not among the tables %+v", player, tables)
	}
	return tables[i].Number
}

func TestWhoMayBeWatched(t *testing.T) {
	t.Parallel()
	c := openClockArcade(t)
	looks := c.play(t, c.dial(t, "looks")).app.env.Spectators
	ann, annRows, _ := c.plays(t, "ann")
	_, _, _ = c.plays(t, "bob")
	guest := c.play(t, c.dial(t, "gus")).app.env.Spectators
	guest.Show(&arcade.Scene{Game: "hop", Moves: 1})

	is := func(when string, spectators arcade.Spectators, want ...string) {
		t.Helper()
		if got := c.tables(spectators); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", when, got, want)
		}
	}
	is("all", looks, "ann", "bob", arcade.Nameless)
	is("beside oneself", ann, "bob", arcade.Nameless)
	if err := annRows.SetPrivacy(false, true); err != nil {
		t.Fatal(err)
	}
	is("a private one", looks, "bob", arcade.Nameless)
	if err := annRows.SetPrivacy(true, false); err != nil {
		t.Fatal(err)
	}
	is("a hidden one", looks, "bob", arcade.Nameless)
	is("to oneself", ann, "bob", arcade.Nameless)
	if err := annRows.SetPrivacy(false, false); err != nil {
		t.Fatal(err)
	}
	guest.Show(nil)
	is("who left the table", looks, "ann", "bob")
	if _, err := looks.Watch(t.Context(), 1<<30); err == nil {
		t.Error("a table that never was is watched")
	}
}

// A survey is at most a second old, and never newer than that however many ask.
func TestTablesAreLookedAtOnceASecond(t *testing.T) {
	t.Parallel()
	c := openClockArcade(t)
	looks := c.play(t, c.dial(t, "looks")).app.env.Spectators
	if n := len(looks.Tables()); n != 0 {
		t.Fatalf("%d tables", n)
	}
	c.plays(t, "ann")
	if n := len(looks.Tables()); n != 0 {
		t.Errorf("%d tables at the same moment", n)
	}
	c.clock.passes(time.Second)
	if n := len(looks.Tables()); n != 1 {
		t.Errorf("%d tables a second later", n)
	}
	c.clock.passes(-time.Hour) // the clock is set back
	c.plays(t, "bob")
	if n := len(looks.Tables()); n != 2 {
		t.Errorf("%d tables by a clock that was set back", n)
	}
}

func TestAWatchOverSSH(t *testing.T) {
	t.Parallel()
	c := openClockArcade(t)
	looks := c.play(t, c.dial(t, "looks"))
	spectators := looks.app.env.Spectators
	ann, _, term := c.plays(t, "ann")
	number := c.number(t, spectators, "ann")

	if _, err := ann.Watch(t.Context(), number); err == nil {
		t.Error("ann watches her own table in the same session")
	}
	life, leave := context.WithCancel(t.Context())
	w, err := spectators.Watch(life, number)
	if err != nil {
		t.Fatal(err)
	}
	if got := next(w); got.Moves != 3 {
		t.Errorf("it begins with move %d", got.Moves)
	}
	ann.Show(&arcade.Scene{Game: "chessboard", Moves: 4})
	if got := next(w); got.Moves != 4 || ann.Watchers() != 1 || c.hub.Watchers() != 1 {
		t.Errorf("the next scene has move %d; %d watch ann, %d in all", got.Moves, ann.Watchers(), c.hub.Watchers())
	}
	leave()
	if next(w) != nil || ann.Watchers() != 0 {
		t.Errorf("%d watch after leaving", ann.Watchers())
	}
	if w, err := spectators.Watch(life, number); err == nil && next(w) != nil && next(w) != nil {
		t.Error("a watch that begins too late goes on")
	}

	if w, err = spectators.Watch(t.Context(), number); err != nil {
		t.Fatal(err)
	}
	next(w)
	term.types("U") // her session ends by a panic
	term.ends()
	if next(w) != nil {
		t.Error("ann has left, and is watched still")
	}
}

// Making games private, or hiding, ends the watches of other players at once, in
// whichever session of the account it is done. Nobody's own tables are among those to watch.
func TestPrivacyEndsWatches(t *testing.T) {
	t.Parallel()
	for name, privacy := range map[string][2]bool{"hidden": {true, false}, "private": {false, true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := openClockArcade(t)
			key, _ := member(t, c.db, "ann")
			table := c.play(t, c.dial(t, "ann", gossh.PublicKeys(key))).app.env
			table.Spectators.Show(&arcade.Scene{Game: "chessboard"})
			elsewhere := c.play(t, c.dial(t, "ann", gossh.PublicKeys(key))).app.env
			looks := c.play(t, c.dial(t, "looks")).app.env.Spectators
			number := c.number(t, looks, "ann")
			if got := c.tables(elsewhere.Spectators); len(got) != 0 {
				t.Errorf("ann may watch %v, which she plays", got)
			}
			others, err := looks.Watch(t.Context(), number)
			if err != nil {
				t.Fatal(err)
			}
			next(others)
			if err := elsewhere.Accounts.SetPrivacy(privacy[0], privacy[1]); err != nil {
				t.Fatal(err)
			}
			if next(others) != nil {
				t.Error("others watch still")
			}
			if _, err := looks.Watch(t.Context(), number); err == nil {
				t.Error("others watch again")
			}
			if got := c.tables(elsewhere.Spectators); len(got) != 0 {
				t.Errorf("elsewhere ann may watch %v", got)
			}
			if got := c.tables(looks); len(got) != 0 {
				t.Errorf("others may watch %v", got)
			}
		})
	}
}

// A login name is shown to nobody, whatever it is, because it may be another player's
// nick.
//
//abuse:case 14
func TestHostileNamesAtTables(t *testing.T) {
	t.Parallel()
	c := openClockArcade(t)
	looks := c.play(t, c.dial(t, "looks")).app.env.Spectators
	for _, evil := range []string{"a\x1b[2Jb", "\x1b]52;c;ZXZpbA==\x07", "\u202egnp.exe", "a\nb", "\xff\xfe", strings.Repeat("\x1b", 100), "\u009b31m", "ann"} {
		client, err := c.tryDial(evil)
		if err != nil {
			t.Fatal(err)
		}
		c.play(t, client).app.env.Spectators.Show(&arcade.Scene{Game: "chessboard"})
	}
	names := c.tables(looks)
	if len(names) != 8 || slices.ContainsFunc(names, func(name string) bool { return name != arcade.Nameless }) {
		t.Errorf("the tables are %q's", names)
	}
}
