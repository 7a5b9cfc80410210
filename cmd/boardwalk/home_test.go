package main

import (
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
)

// feed is run with text on standard input.
func (p *player) feed(a *testServer, text string, command ...string) (stdout string, code int) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), waitLimit)
	defer cancel()
	cmd := p.ssh(ctx, a, "-T", command...)
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.Output()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		p.t.Fatalf("ssh: %v", err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// does runs a command that must succeed.
func (p *player) does(a *testServer, command ...string) string {
	p.t.Helper()
	out, errOut, code := p.run(a, command...)
	if code != 0 {
		p.t.Fatalf("%s exits with %d: %s", command, code, errOut)
	}
	return out
}

// finishes plays two moves of a fresh deal of Hop 45 at a person's pace, and
// ends the game there.
func (p *player) finishes(a *testServer) command.GameResult {
	p.t.Helper()
	return p.finishesAfter(a, 2)
}

// finishesAfter is finishes after a number of moves, up to 9. From five on, boards list the game.
func (p *player) finishesAfter(a *testServer, moves int) command.GameResult {
	p.t.Helper()
	c := p.connect(a)
	c.await("Hop 45")
	c.press(enter)
	c.await("moves 0  ")
	for n := range moves {
		time.Sleep(2 * engine.QuickMillis * time.Millisecond) // faster games are not ranked
		c.press("m", "x")
		if n == 0 {
			c.await("Show it? (y/n)")
			c.press("y")
		}
		c.await("Enter play")
		c.press(enter)
		c.await("moves " + string(rune('1'+n)) + "  ")
	}
	c.finishes(moves)
	c.hangUp()
	return p.games(a, "history")[0]
}

// TestTwoKeysBecomeOneAccount: a player changes laptops and has the games of both
// machines on both.
func TestTwoKeysBecomeOneAccount(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	old, fresh := newPlayer(t, "old"), newPlayer(t, "fresh")
	old.finishes(a)
	fresh.finishes(a)
	old.does(a, "nick", "Ann")
	fresh.does(a, "nick", "fresh") // the key that began the game may have come before the offer of the name
	var link command.Link
	if err := json.Unmarshal([]byte(old.does(a, "link", "--json")), &link); err != nil {
		t.Fatal(err)
	}
	fresh.does(a, "link", link.Code, "fresh")
	for _, p := range []*player{old, fresh} {
		if games := p.games(a, "history"); len(games) != 2 {
			t.Errorf("%s has %d games, want those of both", p.name, len(games))
		}
		if nick := p.does(a, "nick"); nick != "Ann\n" {
			t.Errorf("%s is %q", p.name, nick)
		}
	}
	sound(t, a)
}

// TestAPlayerTakesTheGamesElsewhere: what export prints, import reads at another
// arcade, where it is history and not ranked.
func TestAPlayerTakesTheGamesElsewhere(t *testing.T) {
	t.Parallel()
	a, b := openArcade(t, t.TempDir()), openArcade(t, t.TempDir())
	ann := newPlayer(t, "ann")
	game := ann.finishes(a)
	if out, code := ann.feed(b, ann.does(a, "export"), "import"); code != 0 || !strings.Contains(out, "1 game read, 1 new") {
		t.Errorf("import exits with %d: %s", code, out)
	}
	got := ann.games(b, "history")
	if len(got) != 1 || got[0].Code != game.Code || got[0].Class != arcade.Imported || got[0].Points != game.Points {
		t.Errorf("the history there is %+v, want %+v", got, game)
	}
	if out := ann.does(b, "top"); !strings.Contains(strings.Join(strings.Fields(out), " "), "Nobody is on this board yet. A win or a game of at least five moves puts you here. Events have their own boards.") {
		t.Errorf("imported games are ranked:\n%s", out)
	}
	if out := ann.does(b, "top", "--json"); !strings.Contains(out, `"arcade": {`) || !strings.Contains(ann.does(b, "top"), "To beat: the arcade's player") {
		t.Errorf("an empty board gives nothing to beat:\n%s", out)
	}
	sound(t, a)
	sound(t, b)
}

// TestAPlayerIsGoneForGood: a deleted account leaves nothing, and its nick is
// free.
func TestAPlayerIsGoneForGood(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	ann, eve := newPlayer(t, "ann"), newPlayer(t, "eve")
	ann.finishes(a)
	eve.finishes(a)
	ann.does(a, "nick", "Queen")
	eve.does(a, "nick", "Eve")
	if _, errOut, code := eve.run(a, "delete", "Queen"); code != 1 || !strings.Contains(errOut, "that is not your nick") {
		t.Errorf("eve's delete exits with %d: %s", code, errOut)
	}
	if _, errOut, code := eve.run(a, "nick", "QUEEN"); code != 1 || !strings.Contains(errOut, "taken") {
		t.Errorf("a taken nick exits with %d: %s", code, errOut)
	}
	ann.does(a, "delete", "Queen")
	if games := ann.games(a, "history"); len(games) != 0 {
		t.Errorf("left of ann: %+v", games)
	}
	eve.does(a, "nick", "QUEEN")
	if games := eve.games(a, "history"); len(games) != 1 {
		t.Errorf("eve has %d games, want 1", len(games))
	}
	sound(t, a)
}

// TestRankedGamesAreForAllToSee: a game on a leaderboard can be replayed by others until
// its player makes games private.
func TestRankedGamesAreForAllToSee(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	ann, bob := newPlayer(t, "ann"), newPlayer(t, "bob")
	game := ann.finishesAfter(a, 5)
	ann.does(a, "nick", "Ann")
	if out := bob.does(a, "top", "--assisted"); !strings.Contains(out, "Ann") || strings.Contains(out, "SHA256") {
		t.Errorf("the leaderboard is\n%s", out)
	}
	if out := bob.does(a, "record", game.ID); !strings.Contains(out, string(game.Code)) {
		t.Errorf("the record is %q", out)
	}
	c := ann.connect(a)
	c.await("Ann")
	c.press("K")
	c.await("Private games")
	c.press("j", "j", enter)
	c.await("Private games          on")
	c.hangUp()
	if out, _, code := bob.run(a, "record", game.ID); code != 1 || out != "" {
		t.Errorf("a private game's record exits with %d: %s", code, out)
	}
	if out := bob.does(a, "top", "--assisted"); strings.Contains(out, string(game.Code)) {
		t.Errorf("the leaderboard tells a private deal:\n%s", out)
	}
	sound(t, a)
}
