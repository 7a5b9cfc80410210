package server

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server/command"
	"boardwalk/server/command/admin"
)

// ranked returns the nicks on the first game's board, as a stranger reads it, and the IDs
// of their rounds.
func ranked(t *testing.T, client *gossh.Client) (nicks string, rounds []string) {
	t.Helper()
	var top command.Top
	if err := json.Unmarshal([]byte(prints(t, client, "top --json")), &top); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, row := range top.Rows {
		names, rounds = append(names, row.Nick), append(rounds, row.Result.ID)
	}
	return strings.Join(names, " "), rounds
}

// The attack: a cheat is number 1 and has an obscene nick. Hosts could change neither,
// and a ban left both in place.
func TestAHostModerates(t *testing.T) {
	c := openClockArcade(t)
	stranger := c.dial(t, "stranger")
	_, cheat, term := c.plays(t, "Obscene")
	_, ann, _ := c.plays(t, "ann")
	looks := c.play(t, c.dial(t, "looks")).app.env.Spectators
	ended := c.clock.time().UnixMilli()
	keep(t, cheat, finished(t, "R1", 6, ended))
	keep(t, ann, finished(t, "R1", 5, ended))
	on := func(when, want string) (rounds []string) {
		t.Helper()
		nicks, rounds := ranked(t, stranger)
		if nicks != want {
			t.Errorf("%s the board is %q, want %q", when, nicks, want)
		}
		return rounds
	}
	says := func(command, want string) {
		t.Helper()
		if got := c.admin(t, command); !strings.Contains(got, want) {
			t.Errorf("admin %s: %q, want %q", command, got, want)
		}
	}
	no := func(command, want string) {
		t.Helper()
		if out, errOut, code := exec(t, c.boss, "admin "+command); code == exitOK || !strings.Contains(errOut, want) {
			t.Errorf("admin %s exits %d: %q, %q, want %q", command, code, out, errOut, want)
		}
	}
	best := on("at first", "Obscene ann")[0]

	says("rename obscene dora", "Obscene is dora now.")
	on("renamed,", "dora ann")
	no("rename dora ann", "That nick, or one that looks like it, is taken.")
	no("rename dora admin", "The name admin is not free.")
	no("rename nobody x", "nobody has no account.")

	var report admin.Players
	note := func() admin.PlayerReport {
		report = reads[admin.Players](t, c.adminArcade, "players --all")
		i := slices.IndexFunc(report.Players, func(p admin.PlayerReport) bool { return p.Nick == "dora" || p.Nick == "" && p.ID != "" })
		if i < 0 {
			t.Fatalf("the players are %+v", report)
		}
		return report.Players[i]
	}
	says("note dora plays too fast", "dora has the note: plays too fast")
	says("players --all too fast", "plays too fast")
	says("rename "+note().ID+" -", "dora has no nick now. Anyone may choose the old one, unless it is reserved")
	says("rename "+note().ID+" dora", "is dora now.")
	if p := note(); p.Note != "plays too fast" || p.Hidden || p.Unranked {
		t.Errorf("the report is %+v", p)
	}

	says("note dora -", "dora has no note.")
	says("unrank dora", "dora stands on no board.")
	on("unranked,", "ann")
	if p := note(); !p.Unranked {
		t.Errorf("the report is %+v", p)
	}
	no("unrank dora --reason a bot", "A reason is told with one game")
	says("unrank dora --undo", "dora stands on the boards again.")
	on("ranked again,", "dora ann")

	no("unrank "+best+" --undo", "No host has taken")
	says("unrank "+best+" --reason a bot played it", "Its player reads: The host of this arcade has taken this game off the boards: a bot played it.")
	on("with one game ruled out,", "ann")
	no("unrank "+best, "does not count for the boards anyway")
	no("unrank 00000000000000000000000000", "There is no game")
	if history, err := cheat.History("", 1); err != nil || history[0].ID != best || history[0].Class != "practice" || !strings.Contains(history[0].Ruling, "a bot played it") {
		t.Errorf("the history is %+v, %v", history, err)
	}
	says("unrank "+best+" --undo", "counts again.")
	on("with it again,", "dora ann")

	watch, err := looks.Watch(t.Context(), c.number(t, looks, "dora"))
	if err != nil {
		t.Fatal(err)
	}
	says("hide dora", "dora is hidden: nobody sees them here or watches them; admin hide dora --undo ends that. Leaderboards still show their nick;")
	on("hidden,", "dora ann")
	for next(watch) != nil { // until the watch has ended
	}
	if got := c.tables(looks); !slices.Equal(got, []string{"ann"}) {
		t.Errorf("with a hidden player there are the tables of %v", got)
	}
	if err := cheat.SetPrivacy(false, false); err != nil {
		t.Fatal(err)
	}
	if got := c.tables(looks); !slices.Equal(got, []string{"ann"}) {
		t.Errorf("with a player who tries to show up again there are the tables of %v", got)
	}
	says("hide dora --undo", "dora is no longer hidden")
	if got := c.tables(looks); !slices.Equal(got, []string{"dora", "ann"}) {
		t.Errorf("with nobody hidden there are the tables of %v", got)
	}

	no("delete-player dora", "This deletes dora with 1 game, for good")
	on("before it is meant,", "dora ann")
	says("delete-player dora --yes", "dora is deleted, with 1 game; 1 session ended.")
	on("deleted,", "ann")
	out, _ := term.ends()
	left(t, out, "Your account was deleted by the host of this arcade.")
	no("note dora x", "dora has no account.")
	if log := c.log.String(); !strings.Contains(log, `command="unrank `+best+` --reason a bot played it" ok=true`) || !strings.Contains(log, `command="delete-player dora" ok=false`) {
		t.Error("the log lacks what was done")
	}
	if report, err := c.db.Check(catalog.Library()); err != nil || len(report.Findings) > 0 {
		t.Errorf("Check finds %q, %v", report.Findings, err)
	}
}

// The list of open races has no player whom the host hides, and no nick that the host changes.
func TestOpenRacesFollowTheHost(t *testing.T) {
	t.Parallel()
	r := openAdminArcade(t, nil)
	key, _ := member(t, r.db, "obscene")
	client := r.dial(t, "x", gossh.PublicKeys(key))
	prints(t, client, "race hop-45 --open")
	lists := func(when, want string) {
		t.Helper()
		var out string
		for range 100 {
			if out = prints(t, r.boss, "race list"); want != "" && strings.Contains(out, want) || want == "" && !strings.Contains(out, "boardwalk/") && !strings.Contains(out, "Hop 45") {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Errorf("%s the open races are %q", when, out)
	}
	lists("at first", "obscene")
	r.admin(t, "rename obscene dora")
	lists("renamed,", "dora")
	r.admin(t, "hide dora")
	lists("hidden,", "")
	r.admin(t, "hide dora --undo")
	lists("shown again,", "dora")
}

// A ban takes the player off the boards, and lifting it brings the rows back.
func TestABannedCheatIsNotNumberOne(t *testing.T) {
	r := openAdminArcade(t, nil)
	stranger := r.dial(t, "stranger")
	for nick, moves := range map[string]int{"cheat": 6, "ann": 5} {
		_, print := member(t, r.db, nick)
		p, err := r.db.Player(arcade.KeyCredential(print))
		if err != nil {
			t.Fatal(err)
		}
		keep(t, p, finished(t, "R1", moves, 1_790_000_000_000))
	}
	on := func(when, want string) {
		t.Helper()
		if got, _ := ranked(t, stranger); got != want {
			t.Errorf("%s the board is %q, want %q", when, got, want)
		}
	}
	on("at first", "cheat ann")
	r.admin(t, "ban cheat a bot")
	on("banned,", "ann")
	r.admin(t, "unban cheat")
	on("pardoned,", "cheat ann")
	r.admin(t, "ban cheat --keep-boards")
	on("banned with the boards,", "cheat ann")
	if bans := reads[admin.Bans](t, r, "bans"); len(bans.Bans) != 1 || !bans.Bans[0].KeepBoards {
		t.Errorf("the bans are %+v", bans)
	}
}

// A player who has lost a key comes back with another: the host makes both accounts one, after
// a question, and the sessions of the second go on with the games of the first.
func TestAHostMergesTwoAccounts(t *testing.T) {
	r := openAdminArcade(t, nil)
	_, lost := member(t, r.db, "ann")
	key, _ := member(t, r.db, "ann2")
	ann := r.dial(t, "ann2", gossh.PublicKeys(key))
	if _, errOut, code := exec(t, r.boss, "admin merge ann2 ann"); code != exitFailed || !strings.Contains(errOut, "This makes ann2 with 0 games part of ann, for good: admin merge ann2 ann --yes") {
		t.Errorf("without --yes: exit %d: %q", code, errOut)
	}
	if got := r.admin(t, "merge ann2 ann --yes"); got != "ann has the keys and games of ann2 now.\n" {
		t.Errorf("it says %q", got)
	}
	if out := prints(t, ann, "whoami"); !strings.HasPrefix(out, "ann, ") {
		t.Errorf("who came back is %q", out)
	}
	if info, err := r.db.Lookup(lost); err != nil || info.Keys != 2 || info.Nick != "ann" {
		t.Errorf("the account is %+v, %v", info, err)
	}
	for command, want := range map[string]string{
		"merge ann ann": "Both are one account already", "merge ann2 ann --yes": "ann2 has no account", "merge ann nobody --yes": "nobody has no account",
	} {
		if _, errOut, code := exec(t, r.boss, "admin "+command); code != exitFailed || !strings.Contains(errOut, want) {
			t.Errorf("admin %s: exit %d: %q", command, code, errOut)
		}
	}
}
