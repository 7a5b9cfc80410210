package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
)

// plays plays a daily of a contender to its end, with one move, and returns the round and its day.
func (c *contender) playsDaily(now time.Time) (r arcade.Result, day string) {
	c.t.Helper()
	day, _ = c.env.Events.Today()
	saved, rev, err := c.env.Events.Begin(c.game, arcade.DailyEvent(day))
	if err == nil {
		c.round, err = saved.Resume(c.game)
	}
	if err == nil {
		err = c.round.Play(c.round.State().Moves()[0])
	}
	if err != nil {
		c.t.Fatal(err)
	}
	end := arcade.Save(c.round)
	end.Event, end.Started = saved.Event, saved.Started
	if r, err = c.env.Store.Finish(end.Result(engine.Final(c.round.State()), now.UnixMilli()), rev); err != nil {
		c.t.Fatal(err)
	}
	return r, day
}

// The attack: explore a daily to learn its deal, or where others went, before one may know it. Whoever has
// explored a deal knows it.
//
//abuse:case 18
func TestWhoMayKnowTheDealExploresIt(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob, cid := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "cid")
	r, day := ann.playsDaily(s.clock.time())
	explores := func(when string, c *contender, want error) {
		t.Helper()
		walk, err := c.env.Events.Explore(c.game, day)
		out, errOut, code := exec(t, c.client, fmt.Sprintf("explore hop-45 %s", day))
		switch {
		case want == nil && err == nil && code == exitOK && strings.Contains(out, r.Record.Moves[0].String()):
			if ways := walk.Here().Ways; walk.Code != r.Record.Code || len(ways) != 1 || ways[0].Players != 1 || ways[0].Mine != (c == ann) {
				t.Errorf("%s: %s, %+v", when, walk.Code, ways)
			}
		case want == nil, !errors.Is(err, want), code != exitFailed, walk != nil, out != "", strings.Contains(errOut, string(r.Record.Code)):
			t.Errorf("%s: %v, exit %d, %s%s; want %v", when, err, code, out, errOut, want)
		}
	}
	explores("on its day, who has played it", ann, arcade.ErrSealed)
	explores("on its day", bob, arcade.ErrSealed)
	begun, rev, err := cid.env.Events.Begin(cid.game, r.Event)
	if err != nil {
		t.Fatal(err)
	}
	_, left := ann.env.Events.Today()
	s.clock.passes(left)
	explores("in its grace", ann, arcade.ErrSealed)
	s.clock.passes(arcade.DailyGrace)
	explores("who is still at it", cid, data.ErrPlaying)
	explores("when it is over", ann, nil)
	if _, err := cid.env.Store.Finish(begun.Result(begun.Score, s.clock.time().UnixMilli()), rev); err != nil {
		t.Fatal(err)
	}
	dare := ann.dares(r)
	bob.accepts(dare.Code)
	explores("who is challenged to the deal", bob, data.ErrChallenged)
	if got := bob.endsDare(dare, bob.beginsDare(dare)); got.Class != arcade.Counted {
		t.Errorf("who could not explore it played %s", got.Class)
	}
	explores("who has played the challenge", bob, nil)
	dan := s.enters(t, "dan")
	explores("before being challenged", dan, nil)
	dan.accepts(dare.Code)
	if got := dan.endsDare(dare, dan.beginsDare(dare)); got.Class != arcade.Practice {
		t.Errorf("who has explored it played %s", got.Class)
	}
}

func TestExploreCommand(t *testing.T) {
	t.Parallel()
	c := openAtNoon(t)
	ann, bob := c.comes(t, "ann"), c.comes(t, "bob")
	r := ann.plays(t, noon)
	bob.plays(t, noon.Add(time.Second))
	c.clock.passes(24 * time.Hour)
	first := r.Record.Moves[0]
	report := analysis.Report{Version: analysis.Version, Moves: 1, Fair: &analysis.Fair{Moves: []analysis.Judged{{Played: first, Chance: 0.25}}}}
	if err := ann.env.Analyses.KeepAnalysis(r.ID, report); err != nil {
		t.Fatal(err)
	}
	out := prints(t, ann.client, "explore hop 45 2026-11-22")
	if got := strings.Join(strings.Fields(out), " "); !strings.HasPrefix(got, "Hop 45, daily 2026-11-22, the start: 0/27 points "+first.String()+": 2 of 2 players, 1.0 points on average, 0 won; the arcade's player then wins 25 of 100; yours, too. ") {
		t.Errorf("it prints\n%s", out)
	}
	if got := strings.Join(strings.Fields(prints(t, bob.client, "explore 2026-11-22 hop 45 "+first.String())), " "); !strings.HasSuffix(got, "move 1: 1/27 points end: 2 of 2 players, 1.0 points on average, 0 won.") {
		t.Errorf("after the move it prints\n%s", got)
	}
	if err := bob.player.SetPrivacy(false, true); err != nil {
		t.Fatal(err)
	}
	out, errOut, code := exec(t, ann.client, "explore hop-45 2026-11-22 --json")
	var got command.Explored
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitOK {
		t.Fatalf("exit %d, %v: %s%s", code, err, out, errOut)
	}
	if got.Game != "boardwalk/hop-45" || got.Code != r.Record.Code || len(got.Moves) != 0 || !got.Partial || len(got.Ways) != 1 {
		t.Fatalf("it prints %+v", got)
	}
	if w := got.Ways[0]; w.Move != first || w.Players != 1 || w.Points != 1 || w.Won != 0 || !w.Mine || w.Chance == nil || *w.Chance != 0.25 {
		t.Errorf("it prints %+v", w)
	}
	if out := prints(t, ann.client, "explore hop 45 2026-11-22"); !strings.Contains(out, "Games of private players are left out.") {
		t.Errorf("it prints\n%s", out)
	}
	for line, says := range map[string]string{
		"explore hop-45":                 "Explore needs DAY",
		"explore hop-45 yesterday":       "The day of a past daily is typed so: explore hop-45 2026-11-22.",
		"explore hop-45 2026-11-23":      "Others can still play this deal",
		"explore hop-45 2026-11-24":      "That day has not come yet",
		"explore nothing 2026-11-22":     "nothing",
		"explore hop-45 2026-11-22 a1 x": "Move 2: \"x\" is not a move",
		"explore hop-45 2026-11-22 e1e2": "E1e2: ",
	} {
		if out, errOut, code := exec(t, ann.client, line); code == exitOK || !strings.Contains(strings.ToLower(errOut), strings.ToLower(says)) {
			t.Errorf("%s: exit %d, %s%s", line, code, out, errOut)
		}
	}
}
