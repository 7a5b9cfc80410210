package server

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/grade"
	"boardwalk/server/command"
	"boardwalk/tui"
)

// A dailyPlayer is a player with a key, a nick and an account.
type dailyPlayer struct {
	client *gossh.Client
	player *data.Player
	env    *tui.Env
}

// comes logs a dailyPlayer in, whose session stays open.
func (c *clockArcade) comes(t *testing.T, nick string) *dailyPlayer {
	t.Helper()
	key, fingerprint := member(t, c.db, nick)
	client := c.dial(t, nick, gossh.PublicKeys(key))
	player, err := c.db.Player(arcade.KeyCredential(fingerprint))
	if err != nil {
		t.Fatal(err)
	}
	return &dailyPlayer{client, player, c.play(t, client).app.env}
}

// plays stores a round of today's daily, as a table would, and returns it.
func (r *dailyPlayer) plays(t *testing.T, now time.Time) arcade.Result {
	t.Helper()
	day, _ := r.env.Events.Today()
	event := arcade.DailyEvent(day)
	saved, rev, err := r.env.Events.Begin(catalog.All()[0], event)
	if err != nil {
		t.Fatal(err)
	}
	result := finished(t, saved.Record.Code, 1, now.UnixMilli())
	result.Event = event
	if result, err = r.player.Finish(result, rev); err != nil {
		t.Fatal(err)
	}
	return result
}

// noon is a time at which no day begins or ends soon.
var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// openAtNoon starts an arcade in which the dailies of the first game are chosen for two days.
func openAtNoon(t *testing.T) *clockArcade {
	t.Helper()
	c := &clockArcade{clock: newWatch(noon)}
	c.adminArcade = openAdminArcade(t, func(config *Config) { config.Now = c.clock.time })
	g := catalog.All()[0]
	scale, _ := grade.ScaleOf(g)
	for _, day := range []time.Time{noon, noon.AddDate(0, 0, 1)} { // the grade would be measured for seconds
		choice := data.DailyChoice{Winnable: true, Grade: scale.Mark(0)}
		if _, err := c.db.ChooseDaily(g.Info().ID, day.Format(time.DateOnly), choice); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// Once anybody is told the deal of a daily that is over, it is practice for all if the clock is set back.
//
//abuse:case 24
func TestADailyThatWasToldIsPractice(t *testing.T) {
	t.Parallel()
	g, day := catalog.All()[0], noon.Format(time.DateOnly)
	tells := map[string]func(*testing.T, *dailyPlayer, arcade.Result) error{
		"by its day": func(_ *testing.T, by *dailyPlayer, r arcade.Result) error {
			_, err := by.env.Events.Past(r.Record.Game, day)
			return err
		},
		"by its games": func(_ *testing.T, by *dailyPlayer, r arcade.Result) error {
			_, err := by.env.Accounts.Ranked(r.ID)
			return err
		},
		"not": func(*testing.T, *dailyPlayer, arcade.Result) error { return nil },
	}
	for how, tell := range tells {
		c := openAtNoon(t)
		ann, bob, cid := c.comes(t, "ann"), c.comes(t, "bob"), c.comes(t, "cid")
		r := ann.plays(t, noon)
		c.clock.passes(14 * time.Hour)
		if err := tell(t, bob, r); err != nil {
			t.Fatal(err)
		}
		c.clock.passes(-3 * time.Hour)
		if s, _, err := cid.env.Events.Begin(g, r.Event); err != nil || s.Chosen != (how != "not") {
			t.Errorf("told %s, it is practice: %t, %v", how, s.Chosen, err)
		}
	}
}

// The attack: learn the deal of a daily before playing it, from another account of one's
// own, from a friend, or from the board.
//
//abuse:case 18
func TestADailyIsSecretUntilItsDayIsOver(t *testing.T) {
	t.Parallel()
	c := openAtNoon(t)
	ann, bob := c.comes(t, "ann"), c.comes(t, "bob")
	r := ann.plays(t, noon)
	code := string(r.Record.Code)
	commands := []string{
		"record " + r.ID, "record " + r.ID + " --json", "replay " + r.ID + " --cast", "analyse " + r.ID, "analyse " + r.ID + " --json", "export", "history", "history --json",
		"best", "best --json", "top --board daily-of-today", "top --json", "daily", "daily --json",
	}
	for _, by := range []*dailyPlayer{ann, bob} {
		for _, command := range commands {
			out, errOut, _ := exec(t, by.client, command)
			if strings.Contains(out+errOut, code) {
				t.Errorf("%s gives the deal away: %s%s", command, out, errOut)
			}
		}
	}
	if _, errOut, code := exec(t, ann.client, "record "+r.ID); code != exitFailed || !strings.Contains(errOut, "Others can still play this deal") {
		t.Errorf("her own record: exit %d, %q", code, errOut)
	}
	if _, errOut, _ := exec(t, ann.client, "export"); !strings.Contains(errOut, "Left out: 1 of your games,") {
		t.Errorf("her export: %q", errOut)
	}
	if _, errOut, code := exec(t, ann.client, "analyse 1"); code != exitFailed || !strings.Contains(errOut, "Others can still play this deal") {
		t.Errorf("her own analysis: exit %d, %q", code, errOut)
	}
	for _, by := range []*dailyPlayer{ann, bob} {
		if _, _, err := by.env.Analyses.Analysis(r.ID); err == nil {
			t.Error("an analysis is read while others can play the deal")
		}
		if err := by.env.Analyses.KeepAnalysis(r.ID, analysis.Report{}); err == nil {
			t.Error("an analysis is kept while others can play the deal")
		}
	}
	const unplayed = "ou can see others' games of this deal once you have played it yourself"
	for _, command := range []string{"record " + r.ID, "replay " + r.ID + " --cast"} {
		if _, errOut, code := exec(t, bob.client, command); code != exitFailed || !strings.Contains(errOut, unplayed) {
			t.Errorf("%s: exit %d, %q", command, code, errOut)
		}
	}
	if _, err := bob.env.Accounts.Ranked(r.ID); err == nil || !strings.Contains(err.Error(), unplayed) {
		t.Errorf("from the board: %v", err)
	}
	if _, err := bob.env.Events.Past(r.Record.Game, noon.Format(time.DateOnly)); err == nil {
		t.Error("today's deal is dealt as a past day's")
	}

	bob.plays(t, noon.Add(time.Second))
	if got, err := bob.env.Accounts.Ranked(r.ID); err != nil || got.Record.Code != r.Record.Code {
		t.Errorf("once he has played: %+v, %v", got, err)
	}
	if !bob.env.Events.Sealed(r.Event) {
		t.Error("his screens may show the code")
	}
	c.clock.passes(12*time.Hour + arcade.DailyGrace)
	for _, by := range []*dailyPlayer{ann, bob} {
		for _, command := range commands[:3] {
			if out, errOut, _ := exec(t, by.client, command); !strings.Contains(out, code) {
				t.Errorf("%s, when the day is over: %s%s", command, out, errOut)
			}
		}
	}
}

// The attack: begin a daily, learn its deal when the day is over, and then play it.
//
//abuse:case 18
func TestADailyThatIsOpenStaysSecret(t *testing.T) {
	t.Parallel()
	c := openAtNoon(t)
	ann, bob := c.comes(t, "ann"), c.comes(t, "bob")
	r := ann.plays(t, noon)
	code, day := string(r.Record.Code), noon.Format(time.DateOnly)
	g := catalog.All()[0]
	begun, rev, err := bob.env.Events.Begin(g, r.Event)
	if err != nil {
		t.Fatal(err)
	}
	round, err := begun.Resume(g)
	if err != nil {
		t.Fatal(err)
	}
	if err := round.Play(round.State().Moves()[0]); err != nil {
		t.Fatal(err)
	}
	open := arcade.Save(round)
	open.Event, open.Started = r.Event, begun.Started
	if rev, err = bob.env.Store.Save(open, rev); err != nil {
		t.Fatal(err)
	}
	c.clock.passes(24 * time.Hour)
	commands := []string{"daily --day " + day, "top", "top --json", "record " + r.ID, "replay " + r.ID + " --cast", "analyse " + r.ID}
	for _, command := range append(commands, "daily --json --day "+day) {
		if out, errOut, _ := exec(t, bob.client, command); strings.Contains(out+errOut, code) {
			t.Errorf("%s gives the deal away: %s%s", command, out, errOut)
		}
	}
	const still = "ou have begun this one"
	if _, errOut, exit := exec(t, bob.client, "analyse "+r.ID); exit != exitFailed || !strings.Contains(errOut, still) {
		t.Errorf("her analysis: exit %d, %q", exit, errOut)
	}
	if _, _, err := bob.env.Analyses.Analysis(r.ID); err == nil || !strings.Contains(err.Error(), still) {
		t.Errorf("her analysis from the store: %v", err)
	}
	if _, errOut, exit := exec(t, bob.client, "record "+r.ID); exit != exitFailed || !strings.Contains(errOut, still) {
		t.Errorf("her record: exit %d, %q", exit, errOut)
	}
	if _, err := bob.env.Accounts.Ranked(r.ID); err == nil || !strings.Contains(err.Error(), still) {
		t.Errorf("from the board: %v", err)
	}
	if _, err := bob.env.Events.Past(g.Info().ID, day); err == nil || !strings.Contains(err.Error(), still) {
		t.Errorf("to practise: %v", err)
	}

	if _, err := bob.env.Store.Finish(open.Result(engine.Final(round.State()), c.clock.time().UnixMilli()), rev); err != nil {
		t.Fatal(err)
	}
	if got, err := bob.env.Events.Past(g.Info().ID, day); err != nil || string(got) != code {
		t.Errorf("once he has played, to practise: %v, %v", got, err)
	}
	for _, command := range commands[3:5] {
		if out, errOut, _ := exec(t, bob.client, command); !strings.Contains(out, code) {
			t.Errorf("%s, once he has played: %s%s", command, out, errOut)
		}
	}
}

// The attack: play a daily again, play one of another day, or one whose deal is known.
//
//abuse:case 18
func TestADailyCountsOnce(t *testing.T) {
	t.Parallel()
	c := openAtNoon(t)
	ann := c.comes(t, "ann")
	r := ann.plays(t, noon)
	g := catalog.All()[0]
	if _, _, err := ann.env.Events.Begin(g, r.Event); err == nil || !strings.Contains(err.Error(), "each is played once") {
		t.Errorf("dealt again: %v", err)
	}
	again := finished(t, r.Record.Code, 0, noon.Add(time.Minute).UnixMilli())
	again.Event = r.Event
	if _, err := ann.player.Finish(again, 0); err == nil {
		t.Error("a second round of the day is stored")
	}
	open := arcade.Saved{Record: again.Record, Event: r.Event}
	if _, err := ann.env.Store.Save(open, 0); err == nil {
		t.Error("a round of the day begins with a save")
	}
	for _, day := range []string{"2026-11-21", "2026-11-23", "2026-1-1", ""} {
		if _, _, err := ann.env.Events.Begin(g, arcade.DailyEvent(day)); err == nil {
			t.Errorf("the daily of %q is dealt at %s", day, noon)
		}
	}
	other := finished(t, "KNOWN", 1, noon.UnixMilli())
	other.Event = arcade.DailyEvent("2026-11-23")
	if _, err := ann.player.Finish(other, 0); err == nil {
		t.Error("a deal of one's own is stored as a daily")
	}
	top, err := ann.env.Accounts.Top(arcade.Leaderboard{Game: r.Record.Game, Class: arcade.Counted, Kind: arcade.TodaysDaily}, 10)
	if err != nil || len(top) != 1 || top[0].Result.ID != r.ID {
		t.Errorf("the board is %+v, %v", top, err)
	}
}

func TestDailyCommand(t *testing.T) {
	t.Parallel()
	c := openAtNoon(t)
	ann := c.comes(t, "ann")
	ann.plays(t, noon)
	c.clock.passes(24 * time.Hour)
	r := ann.plays(t, c.clock.time())
	out, errOut, code := exec(t, ann.client, "daily hop-45 --json")
	var got command.Dailies
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitOK {
		t.Fatalf("exit %d, %v: %s%s", code, err, out, errOut)
	}
	if got.Day != "2026-11-23" || got.Seconds != 12*60*60 || len(got.Games) != 1 {
		t.Fatalf("it prints %+v", got)
	}
	if g := got.Games[0]; g.Streak != 2 || g.Longest != 2 || g.Result == nil || g.Result.ID != r.ID || g.Result.Event != r.Event || g.Code != "" {
		t.Errorf("it prints %+v", g)
	}
	if out := prints(t, ann.client, "top hop 45 --daily 2026-11-24"); !strings.Contains(out, "Nobody is on this board yet.") {
		t.Errorf("the board of tomorrow is\n%s", out)
	}
	if out, _, _ := exec(t, ann.client, "daily"); strings.Count(out, "not played") != len(catalog.All())-1 || !strings.Contains(out, "2026-11-23 (UTC), 12 h 0 min left") {
		t.Errorf("it prints\n%s", out)
	}
	past, err := c.db.Daily("chessboard", "2026-11-22")
	if err != nil {
		t.Fatal(err)
	}
	if out, _, _ := exec(t, ann.client, "daily chessboard --day 2026-11-22"); !strings.Contains(out, string(past)) {
		t.Errorf("of a past day it prints\n%s", out)
	}
	for _, day := range []string{"2026-11-24", "tomorrow", "2026-13-40"} {
		if _, errOut, code := exec(t, ann.client, "daily --day "+day); code != exitUsage || !strings.Contains(errOut, "The day is one up to today") {
			t.Errorf("--day %s: exit %d, %q", day, code, errOut)
		}
	}
}

// A player's own round can be seen again whatever its class; rounds of others only from a
// board.
func TestOnesOwnRoundIsNotOfABoardOnly(t *testing.T) {
	t.Parallel()
	c := openAtNoon(t)
	ann, bob := c.comes(t, "ann"), c.comes(t, "bob")
	r := finished(t, "QUICK", 1, noon.UnixMilli())
	r.Class = arcade.Inhuman
	_, rev, err := ann.player.Saved(r.Record.Game)
	if err != nil {
		t.Fatal(err)
	}
	if r, err = ann.player.Finish(r, rev); err != nil {
		t.Fatal(err)
	}
	if got, err := ann.env.Accounts.Ranked(r.ID); err != nil || got.Record.Code != "QUICK" {
		t.Errorf("her own: %+v, %v", got, err)
	}
	if _, err := bob.env.Accounts.Ranked(r.ID); err == nil {
		t.Error("an unranked round of hers is his to see")
	}
}

// Who has played a daily with help, and nothing else, has no best, and reads that the
// daily was assisted.
func TestAnAssistedDailyIsNoBest(t *testing.T) {
	t.Parallel()
	c := openAtNoon(t)
	key, _ := newKey(t)
	client := c.dial(t, "ann", gossh.PublicKeys(key))
	env := c.play(t, client).app.env
	saved, rev, err := env.Events.Begin(catalog.All()[0], arcade.DailyEvent(noon.Format(time.DateOnly)))
	if err != nil {
		t.Fatal(err)
	}
	if got := prints(t, client, "daily hop 45"); !strings.Contains(got, "begun") {
		t.Errorf("daily prints\n%s", got)
	}
	r := finished(t, saved.Record.Code, 1, noon.UnixMilli())
	r.Event, r.Class, r.Tally.Hints = saved.Event, arcade.Assisted, 1
	if _, err := env.Store.Finish(r, rev); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(strings.Fields(prints(t, client, "daily hop 45")), " "); !strings.Contains(strings.Replace(got, "lost", "given up", 1), "Hop 45 given up, assisted 1/27") { // with some deals a move ends the game
		t.Errorf("daily prints\n%s", got)
	}
	if got := strings.Join(strings.Fields(prints(t, client, "stats")), " "); !strings.Contains(got, "Hop 45 assisted 1 0% 0 1.0 - -") {
		t.Errorf("stats prints %s", got)
	}
	if got := prints(t, client, "stats --json"); !strings.Contains(got, `"played": 1`) || strings.Contains(got, `"best"`) {
		t.Errorf("stats --json prints %s", got)
	}
	if got := prints(t, client, "schema stats"); strings.Contains(got, `"best",`) {
		t.Errorf("the schema requires a best: %s", got)
	}
}
