package server

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server/race"
)

func TestARaceIsJoinedAndStarted(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob, third := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "")
	code := ann.opens(10 * time.Minute)
	if got := rows(ann.sees()); got != "ann 0 in 0" {
		t.Errorf("at first there is %s", got)
	}
	bob.joins(strings.ToLower(code))
	third.joins(code)
	s.passes(time.Second)
	if r := ann.sees(); rows(r) != "ann 0 in 0, bob 0 in 0, Somebody 0 in 0" || r.Me != r.Racers[0].ID || !r.Begins.IsZero() {
		t.Errorf("ann sees %+v", r)
	}
	if err := bob.env.Races.Start(code); !errors.Is(err, data.ErrNotIn) {
		t.Errorf("bob starts it: %v", err)
	}
	if err := ann.env.Races.Start(code); err != nil {
		t.Fatal(err)
	}
	s.passes(time.Second)
	if r := bob.sees(); r.Me != r.Racers[1].ID || r.Begins.Sub(s.clock.time()).Round(time.Second) != race.Countdown-time.Second {
		t.Errorf("bob sees %+v", r)
	}
	if _, err := bob.begins(code); !errors.Is(err, race.ErrNotBegun) {
		t.Errorf("the deal is told before it begins: %v", err)
	}
	s.passes(race.Countdown)
	if a, b, n := ann.deal(code), bob.deal(code), third.deal(code); a != b || a != n {
		t.Errorf("their deals are %s, %s and %s", a, b, n)
	}
}

// A nick that a racer chooses shows at once to the others, also once the race has begun.
func TestARaceShowsNewNicks(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	code := ann.opens(10 * time.Minute)
	bob.joins(code)
	for _, nick := range []string{"robert", "rob"} {
		if err := bob.env.Accounts.SetNick(nick); err != nil {
			t.Fatal(err)
		}
		s.passes(time.Second)
		if got, want := rows(ann.sees()), "ann 0 in 0, "+nick+" 0 in 0"; got != want {
			t.Errorf("ann sees %s, want %s", got, want)
		}
		if nick == "robert" {
			ann.starts(code)
		}
	}
}

func TestARaceIsPlayedToItsEnd(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob, third := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "")
	code := ann.opens(10 * time.Minute)
	bob.joins(code)
	third.joins(code)
	ann.starts(code)
	bob.plays(code, 3)
	ann.plays(code, 1)
	s.passes(time.Second)
	seen := ann.sees()
	points := bob.round.State().Score().Points
	if want := fmt.Sprintf("bob %d in 3, ann %d in 1, Somebody 0 in 0", points, ann.round.State().Score().Points); rows(seen) != want {
		t.Errorf("ann sees %s, want %s", rows(seen), want)
	}
	if seen.Racers[0].Table == 0 || seen.Racers[2].Played {
		t.Errorf("ann sees %+v", seen.Racers)
	}
	third.plays(code, 2)
	bob.finishes(code)
	ann.finishes(code)
	s.passes(time.Second)
	if r := ann.sees(); r.Over || !r.Racers[0].Through || r.Racers[0].Millis != 3000 {
		t.Errorf("one plays still, and ann sees %+v", r)
	}
	third.finishes(code) // the last
	s.passes(time.Second)
	if r := bob.sees(); !r.Over || !strings.HasPrefix(rows(r), fmt.Sprintf("bob %d in 3*", points)) {
		t.Errorf("at the end bob sees %s", rows(r))
	}
	if bob.sees() != nil {
		t.Error("standings follow the last ones")
	}
	if bob.env.Events.Sealed(arcade.RaceEvent(code)) {
		t.Error("the deal is a secret still")
	}
	ann.follows(code)
	if r := ann.sees(); !r.Over || ann.sees() != nil {
		t.Errorf("a race that is over has the standings %+v", r)
	}
	rivals, err := bob.env.Races.Rivals()
	if err != nil || len(rivals) != 2 || rivals[0].Won != 1 {
		t.Errorf("bob's rivals are %+v, %v", rivals, err)
	}
	list, err := bob.env.Races.Races(5)
	if err != nil || len(list) != 1 || list[0].Code != code || !list[0].Over {
		t.Errorf("bob's races are %+v, %v", list, err)
	}
}

// A racer sees nothing of the others' play before finishing a round of their own, and
// nobody learns the deal before the race is over.
func TestNothingOfARaceShowsTooEarly(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob, looks := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "looks")
	code := ann.opens(10 * time.Minute)
	bob.joins(code)
	ann.starts(code)
	deal := ann.deal(code)
	ann.plays(code, 2)
	bob.plays(code, 3)
	number := s.number(t, bob)
	watches := func(when string, c *contender, want bool) {
		t.Helper()
		w, err := c.env.Spectators.Watch(t.Context(), number)
		if (err == nil) != want {
			t.Errorf("%s: %v", when, err)
		}
		if err == nil && next(w) == nil {
			t.Errorf("%s there is nothing to see", when)
		}
		s.clock.passes(time.Minute)
		if got := slices.ContainsFunc(c.env.Spectators.Tables(), func(l arcade.LiveTable) bool { return l.Number == number }); got != want {
			t.Errorf("%s the table is listed: %v", when, got)
		}
	}
	watches("before ann is through", ann, false)
	watches("for who does not race", looks, false)
	if _, err := looks.begins(code); err == nil {
		t.Error("a player outside the race learns the deal")
	}
	if _, err := looks.env.Races.Follow(t.Context(), code); !errors.Is(err, data.ErrNotIn) {
		t.Errorf("a player outside the race follows it: %v", err)
	}

	result := ann.finishes(code)
	watches("once ann is through", ann, true)
	watches("for who does not race", looks, false)
	secret := func(who *contender, commands ...string) {
		t.Helper()
		for _, command := range commands {
			out, errOut, _ := exec(t, who.client, command)
			if strings.Contains(out+errOut, string(deal)) {
				t.Errorf("%s tells the deal: %s%s", command, out, errOut)
			}
		}
	}
	refuses(t, ann.client, "record 1", "Others can still play this deal")
	refuses(t, ann.client, "replay 1 --cast", "Others can still play this deal")
	all := []string{"history", "history --json", "export", "top", "top --json", "best", "best --json", "race " + code, "race --json", "stats --json"}
	secret(ann, all...)
	secret(bob, append(all, "record "+result.ID, "replay --cast "+result.ID)...)
	if strings.Contains(s.log.String(), string(deal)) {
		t.Error("the log tells the deal")
	}

	bob.finishes(code)
	if out := prints(t, ann.client, "record 1"); !strings.Contains(out, string(deal)) {
		t.Errorf("once it is over the record is %q", out)
	}
	prints(t, bob.client, "replay 1 --cast")
}

// Who is not in a race that others may watch sees it two minutes behind, and then knows its deal; its
// racers see nothing, with any key of their accounts, until they are through.
func TestAWatchedRaceIsSeenBehind(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob, looks := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "looks")
	other, print := newKey(t)
	join(t, s.testServer, print, gossh.FingerprintSHA256(bob.key.PublicKey()))
	second := s.comes(t, other)
	code := ann.opensOn(arcade.RaceTerms{Limit: 10 * time.Minute, Watched: true})
	bob.joins(code)
	ann.starts(code)
	ann.plays(code, 2)
	s.hub.Beat()
	sees := func(when string, c *contender, want int, why string) {
		t.Helper()
		s.clock.passes(time.Second)
		s.hub.Beat()
		tables := c.env.Spectators.Tables()
		if len(tables) == 0 {
			if why != "" {
				t.Errorf("%s nothing is listed", when)
			}
			return
		}
		if tables[0].Player != "ann" || !tables[0].Behind() || tables[0].Moves != want || why == "" {
			t.Errorf("%s the list has %+v", when, tables)
		}
		w, err := c.env.Spectators.Watch(t.Context(), tables[0].Number)
		if err != nil || want == 0 {
			if err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%s: %v", when, err)
			}
			return
		}
		if scene := next(w); scene == nil || scene.Moves != want {
			t.Errorf("%s it shows %+v", when, scene)
		}
	}
	sees("at first", looks, 0, "look again in 119 seconds")
	sees("a racer", bob, 0, "")
	ann.plays(code, 1)
	s.clock.passes(118 * time.Second)
	sees("two minutes later", looks, 2, "seen")
	sees("a racer", bob, 0, "")
	sees("a racer by another key", second, 0, "")
	cid := s.enters(t, "cid")
	dare := cid.dares(cid.ends(ann.round.Code(), 1))
	for who, saw := range map[*contender]bool{looks: true, s.enters(t, "dan"): false} {
		who.accepts(dare.Code)
		if saved := who.beginsDare(dare); saved.Chosen != saw {
			t.Errorf("who has seen the deal is not remembered: %t, %+v", saw, saved)
		}
	}
}

// number returns the number of a contender's session.
func (s *raceArcade) number(t *testing.T, c *contender) int {
	t.Helper()
	for _, sess := range s.hub.Sessions() {
		if key := keyCredential(c.key.PublicKey()); sess.State().ID.Credential == key && sess.IsInteractive() {
			return sess.Number()
		}
	}
	t.Fatal("the contender has no session")
	return 0
}

// At the limit, tables end their own rounds; a moment later the rounds of players who are
// away are ended for them.
func TestTheLimitOfARace(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob, idle := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "idle")
	code := ann.opens(time.Minute)
	bob.joins(code)
	idle.joins(code)
	ann.starts(code)
	ann.plays(code, 2)
	bob.plays(code, 3)
	bob.term.in.Close()
	bob.term.ends()
	s.passes(time.Minute - time.Second)
	if r := ann.sees(); r.Late || r.Over {
		t.Errorf("before the limit it is %+v", r)
	}
	s.passes(time.Second + race.Pause)
	if r := ann.sees(); !r.Late || r.Over {
		t.Errorf("at the limit it is %+v", r)
	}
	if _, err := idle.begins(code); !errors.Is(err, data.ErrRaceOver) {
		t.Errorf("after the limit a round can begin: %v", err)
	}
	ann.finishes(code)
	s.passes(race.Grace)
	r := ann.sees()
	for r != nil && !r.Over {
		r = ann.sees()
	}
	want := fmt.Sprintf("bob %d in 3*, ann %d in 2*, idle 0 in 0", bob.round.State().Score().Points, ann.round.State().Score().Points)
	if r == nil || rows(r) != want {
		t.Fatalf("in the end it is %+v, want %s", r, want)
	}
	again := s.comes(t, bob.key)
	history, err := again.env.Store.History("", 2)
	if err != nil || len(history) != 1 || history[0].Event != arcade.RaceEvent(code) || len(history[0].Record.Moves) != 3 {
		t.Errorf("bob's history is %+v, %v", history, err)
	}
	if _, rev, err := again.env.Store.Saved(arcade.Slot("boardwalk/hop-45", arcade.RaceEvent(code))); err != nil || rev != 0 {
		t.Errorf("bob's round is open still, %v", err)
	}
}

// Races allow no help. A round that had help, from when races allowed it, is marked and
// ranks below those without: while the race runs, at its end, head to head, and in what
// commands print.
func TestHelpInARaceRanksBelowNone(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	code := ann.opens(10 * time.Minute)
	bob.joins(code)
	ann.starts(code)
	bob.round = engine.NewRound(catalog.All()[0], bob.deal(code))
	bob.round.CountHint()
	bob.plays(code, 3)
	ann.plays(code, 1)
	s.passes(time.Second)
	if r := ann.sees(); !strings.HasPrefix(rows(r), "ann ") || r.Racers[0].Assisted || !r.Racers[1].Assisted {
		t.Errorf("ann sees %s: %+v", rows(r), r.Racers)
	}
	if bob.finishes(code).Class != arcade.Assisted {
		t.Error("bob's round counts")
	}
	ann.finishes(code)
	s.passes(time.Second)
	if r := bob.sees(); !r.Over || !strings.HasPrefix(rows(r), "ann ") || r.Racers[0].Assisted || !r.Racers[1].Assisted {
		t.Errorf("at the end bob sees %s: %+v", rows(r), r.Racers)
	}
	if rivals, err := ann.env.Races.Rivals(); err != nil || rivals[0].Won != 1 {
		t.Errorf("ann's rivals are %+v, %v", rivals, err)
	}
	if got := prints(t, ann.client, "race "+code); !strings.Contains(got, "2     bob, assisted") {
		t.Errorf("race CODE prints\n%s", got)
	}
	if r := racesOf(t, ann, "race "+code+" --json").Races[0].Racers; r[0].Assisted || !r[1].Assisted {
		t.Errorf("as JSON the racers are %+v", r)
	}
}

// Who is ignored asks to no race, nor by one that was opened before.
func TestWhoIsIgnoredAsksToNoRace(t *testing.T) {
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	asked := func(when string, want int) {
		t.Helper()
		s.passes(2 * race.WaitingPause)
		if got := bob.env.Races.Waiting(); len(got) != want {
			t.Errorf("%s bob is asked to %+v", when, got)
		}
	}
	ann.opensOn(arcade.RaceTerms{Limit: time.Minute, To: "bob"})
	asked("once ann has", 1)
	for _, how := range []arcade.Regard{arcade.Ignore, arcade.Unignore} {
		if err := bob.env.Company.Regard(how, "ann"); err != nil {
			t.Fatal(err)
		}
		asked("then", int(how-arcade.Ignore))
	}
}
