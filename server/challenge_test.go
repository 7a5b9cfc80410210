package server

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
	"boardwalk/server/hub"
	"boardwalk/server/port"
)

// ends puts a round of Hop 45 into the history, and returns it.
func (c *contender) ends(deal engine.Code, moves int) arcade.Result {
	c.t.Helper()
	_, rev, err := c.env.Store.Saved(c.game.Info().ID)
	if err != nil {
		c.t.Fatal(err)
	}
	r, err := c.env.Store.Finish(finished(c.t, deal, moves, c.s.clock.time().UnixMilli()), rev)
	if err != nil {
		c.t.Fatal(err)
	}
	return r
}

// dares passes a round on.
func (c *contender) dares(r arcade.Result) arcade.Challenge {
	c.t.Helper()
	passed, err := c.env.Challenges.PassOn(r.ID)
	if err != nil {
		c.t.Fatal(err)
	}
	return passed
}

// accepts enters a challenge.
func (c *contender) accepts(code string) arcade.Challenge {
	c.t.Helper()
	entered, err := c.env.Challenges.Enter(code)
	if err != nil {
		c.t.Fatal(err)
	}
	return entered
}

// beginsDare begins the contender's round of a challenge and shows its table.
func (c *contender) beginsDare(d arcade.Challenge) arcade.Saved {
	c.t.Helper()
	return c.beginsIn(d.Event())
}

// beginsIn begins the contender's round of an event, at a table that others see.
func (c *contender) beginsIn(e arcade.Event) arcade.Saved {
	c.t.Helper()
	s, rev, err := c.env.Events.Begin(c.game, e)
	if err == nil {
		c.rev = rev
		c.round, err = s.Resume(c.game)
	}
	if err != nil {
		c.t.Fatal(err)
	}
	c.at(e)
	return s
}

// at shows the contender's round to others, as one of an event.
func (c *contender) at(e arcade.Event) {
	c.env.Spectators.Show(&arcade.Scene{
		Game: c.game.Info().ID, Event: e, Code: c.round.Code(), Board: c.round.State().Board(), Score: c.round.State().Score(), Moves: c.round.Len(),
	})
}

// endsDare ends the contender's round of a challenge.
func (c *contender) endsDare(_ arcade.Challenge, s arcade.Saved) arcade.Result {
	c.t.Helper()
	return c.endsIn(s)
}

// endsIn ends the contender's round of an event.
func (c *contender) endsIn(s arcade.Saved) arcade.Result {
	c.t.Helper()
	c.env.Spectators.Show(nil)
	if err := c.round.Play(c.round.State().Moves()[0]); err != nil {
		c.t.Fatal(err)
	}
	now := arcade.Save(c.round)
	now.Event, now.Started, now.Chosen = s.Event, s.Started, s.Chosen
	r, err := c.env.Store.Finish(now.Result(engine.Final(c.round.State()), c.s.clock.time().UnixMilli()), c.rev)
	if err != nil {
		c.t.Fatal(err)
	}
	return r
}

// The attack: somebody who has been challenged looks for the deal wherever it was played: on
// the boards, by the challenger's round, at the table of another who plays it, in what
// commands print, and by an analysis.
//
//abuse:case 36
func TestNothingOfAChallengeShowsTooEarly(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob, cid, looks := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "cid"), s.enters(t, "looks")
	const deal = "SECRETDARE"
	round := ann.ends(deal, 5)
	dare := ann.dares(round)
	if _, err := looks.env.Challenges.Challenge(dare.Code); !errors.Is(err, data.ErrNotEntered) {
		t.Errorf("a stranger reads it: %v", err)
	}
	bob.accepts(strings.ToLower(dare.Code))
	seen := cid.accepts(dare.Code)
	if r := seen.First().Result; r == nil || r.Score.Points != round.Score.Points || r.Score.Won || r.Millis != 0 || r.Record.Code != "" || len(r.Record.Moves) > 0 || r.ID != "" {
		t.Errorf("before cid has played, ann's row is %+v", r)
	}
	saved := bob.beginsDare(dare)
	number := s.number(t, bob)
	watches := func(when string, c *contender, want bool) {
		t.Helper()
		s.clock.passes(time.Minute)
		if got := slices.ContainsFunc(c.env.Spectators.Tables(), func(l arcade.LiveTable) bool { return l.Number == number }); got != want {
			t.Errorf("%s the table is listed: %v", when, got)
		}
		if w, err := c.env.Spectators.Watch(t.Context(), number); (err == nil) != want {
			t.Errorf("%s: %v", when, err)
		} else if err == nil && next(w) == nil {
			t.Errorf("%s there is nothing to see", when)
		}
	}
	watches("for who was challenged", cid, false)
	watches("for a stranger", looks, false)
	watches("for the challenger", ann, true)

	secret := func(who *contender, commands ...string) {
		t.Helper()
		for _, command := range commands {
			if out, errOut, _ := exec(t, who.client, command); strings.Contains(out+errOut, deal) {
				t.Errorf("%s tells the deal: %s%s", command, out, errOut)
			}
		}
	}
	hunt := []string{
		"history --json", "export", "top", "top --json", "best --json", "challenge " + dare.Code, "challenge " + dare.Code + " --json", "challenges --json",
		"record " + round.ID, "record --json " + round.ID, "replay --cast " + round.ID, "analyse " + round.ID, "inspect " + dare.Code, "admin show ann",
	}
	for _, who := range []*contender{bob, cid} { // also while bob plays it
		secret(who, hunt...)
		if _, err := who.env.Accounts.Ranked(round.ID); !errors.Is(err, data.ErrChallenged) {
			t.Errorf("the round on the board: %v", err)
		}
		if _, _, err := who.env.Analyses.Analysis(round.ID); !errors.Is(err, data.ErrChallenged) {
			t.Errorf("its analysis: %v", err)
		}
		for _, row := range dare.Players {
			if _, err := who.env.Challenges.Round(dare.Code, row.ID); !errors.Is(err, data.ErrUnplayed) {
				t.Errorf("the challenger's round: %v", err)
			}
		}
	}
	if r, err := looks.env.Accounts.Ranked(round.ID); err != nil || r.Record.Code != deal {
		t.Errorf("the board is as it was for all others: %+v, %v", r, err)
	}
	if strings.Contains(s.log.String(), deal) {
		t.Error("the log tells the deal")
	}

	theirs := bob.endsDare(dare, saved)
	if _, err := cid.env.Accounts.Ranked(theirs.ID); err == nil {
		t.Error("bob's round shows before cid has played")
	}
	if _, err := looks.env.Accounts.Ranked(theirs.ID); err == nil {
		t.Error("bob's round shows to a stranger")
	}
	if r, err := bob.env.Challenges.Round(dare.Code, dare.Me); err != nil || r.Record.Code != deal {
		t.Errorf("bob has played, and ann's round is %+v, %v", r, err)
	}
	if out := prints(t, bob.client, "record 1"); !strings.Contains(out, deal) {
		t.Errorf("bob's own record is %q", out)
	}
	if out := prints(t, ann.client, "challenge "+dare.Code); !strings.Contains(out, "ann (you), challenger") || !strings.Contains(out, "bob ") || !strings.Contains(out, "not finished") {
		t.Errorf("ann's page is %s", out)
	}
	if out := prints(t, bob.client, "top --json"); strings.Contains(out, string(dare.Event())) {
		t.Errorf("the challenge is on a board: %s", out)
	}
}

// Who has seen the deal in a replay or at a table, before being challenged, practises it.
//
//abuse:case 36
func TestASeenDealIsPractice(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob, cid, dan := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "cid"), s.enters(t, "dan")
	round := ann.ends("SEENDARE2", 5)
	if _, err := bob.env.Accounts.Ranked(round.ID); err != nil {
		t.Fatal(err)
	}
	ann.round = engine.NewRound(ann.game, "SEENDARE2")
	ann.at("")
	w, err := cid.env.Spectators.Watch(t.Context(), s.number(t, ann))
	if err != nil {
		t.Fatal(err)
	}
	next(w)
	dare := ann.dares(round)
	for _, c := range []struct {
		who  *contender
		want arcade.Class
	}{{bob, arcade.Practice}, {cid, arcade.Practice}, {dan, arcade.Counted}} {
		c.who.accepts(dare.Code)
		saved := c.who.beginsDare(dare)
		if r := c.who.endsDare(dare, saved); r.Class != c.want {
			t.Errorf("it counts as %s, want %s", r.Class, c.want)
		}
	}
	if _, err := cid.env.Spectators.Watch(t.Context(), s.number(t, ann)); err != nil {
		t.Errorf("cid has played it and cannot watch ann: %v", err)
	}
}

// Whoever passes a deal on reads at once that a player has seen it, who then hears nothing. Of a player who is
// private by then nothing is told.
func TestWhoHasSeenADealIsNotChallengedToIt(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob, cid := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "cid")
	round := ann.ends("SEENDARE2", 5)
	dare := ann.dares(round)
	for _, c := range []*contender{bob, cid} {
		if _, err := c.env.Accounts.Ranked(round.ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := ann.env.Challenges.Tell(dare.Code, "Bob"); !refusedAs(err, "this player has seen the deal") || len(bob.env.Challenges.Notes()) != 0 {
		t.Errorf("ann challenges bob: %v, and bob reads %v", err, bob.env.Challenges.Notes())
	}
	if err := cid.env.Accounts.SetPrivacy(false, true); err != nil {
		t.Fatal(err)
	}
	if err := ann.env.Challenges.Tell(dare.Code, "cid"); err != nil || len(cid.env.Challenges.Notes()) != 1 {
		t.Errorf("ann challenges cid: %v", err)
	}
}

// The attack: look at the deal with one key of an account, and play it with another.
func TestASeenDealIsPracticeForAllKeysOfAnAccount(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	round := ann.ends("SEENDARE2", 5)
	dare := ann.dares(round)
	other, _ := newKey(t)
	second := s.dial(t, "y", gossh.PublicKeys(other))
	code := strings.Fields(prints(t, bob.client, "link"))[0]
	prints(t, second, "link "+code)
	prints(t, second, "record "+round.ID)
	bob.accepts(dare.Code)
	saved := bob.beginsDare(dare)
	if r := bob.endsDare(dare, saved); r.Class != arcade.Practice {
		t.Errorf("seen with another key, it counts as %s", r.Class)
	}
}

// A claimedPlayer is a player with another session that takes each round over as it begins.
type claimedPlayer struct {
	port.Player
	t *testing.T
}

func (p claimedPlayer) Begin(g engine.Game, e arcade.Event, now time.Time, seen func(arcade.Deal) bool) (arcade.Saved, arcade.Rev, error) {
	s, rev, err := p.Player.Begin(g, e, now, seen)
	if _, other := p.Save(s, rev); other != nil {
		p.t.Error(other)
	}
	return s, rev, err
}

// The attack: two sessions open a deal that the player has seen at once, so that the one cannot
// store that it is practice.
func TestASeenDealIsPracticeInTwoSessions(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	dare := ann.dares(ann.ends("TWICEDARE", 1))
	bob.accepts(dare.Code)
	stored, err := s.db.Player(arcade.KeyCredential(gossh.FingerprintSHA256(bob.key.PublicKey())))
	if err != nil {
		t.Fatal(err)
	}
	other := hub.NewSession(hub.Identity{Credential: arcade.Local}, hub.Screen, "", nil, s.clock.time())
	who, err := s.arcade.Open(t.Context(), other, slog.Default)
	if err != nil {
		t.Fatal(err)
	}
	who.Player, who.Guesses = claimedPlayer{stored, t}, new(port.Guesses)
	who.Saw(arcade.Deal{Game: bob.game.Info().ID, Code: "TWICEDARE"})
	if _, _, err := who.Ports().Events.Begin(bob.game, dare.Event()); err != nil {
		t.Fatal(err)
	}
	if saved, _, err := stored.Saved(arcade.Slot(bob.game.Info().ID, dare.Event())); err != nil || !saved.Chosen {
		t.Errorf("the round is %+v, %v", saved, err)
	}
}

// Who enters a challenge no longer watches its deal, at whatever table.
//
//abuse:case 36
func TestEnteringAChallengeEndsAWatch(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	dare := ann.dares(ann.ends("WATCHDARE", 1))
	ann.round = engine.NewRound(ann.game, "WATCHDARE") // again, as practice
	ann.at("")
	w, err := bob.env.Spectators.Watch(t.Context(), s.number(t, ann))
	if err != nil {
		t.Fatal(err)
	}
	bob.accepts(dare.Code)
	for range 2 {
		if next(w) == nil {
			return
		}
	}
	t.Error("bob watches on")
}

// The attack: guess the codes of challenges in a loop. A code has 40 bits; each connection has
// few tries, on screens, in words and by commands, and a right one takes none.
//
//abuse:case 34
func TestChallengesAreNotGuessedInALoop(t *testing.T) {
	s := openRaceArcade(t)
	ann, mallory := s.enters(t, "ann"), s.enters(t, "mallory")
	dare := ann.dares(ann.ends("GUESSDARE", 1))
	for range 5 {
		mallory.accepts(dare.Code)
	}
	words := s.terminal(t, mallory.client, "dumb", 24, 80)
	words.shows("Menu> ", 1)
	words.types("challenge AAAAAAAA\r")
	words.shows("There is no challenge with that code", 1)
	for _, code := range []string{"AAAAAAAB", "AAAAAAAC"} {
		if _, err := mallory.env.Challenges.Enter(code); !errors.Is(err, data.ErrNoChallenge) {
			t.Errorf("on a screen: %v", err)
		}
	}
	other := ann.dares(ann.ends("OTHERDARE", 1))
	for range 3 {
		if _, err := mallory.env.Challenges.Enter(other.Code); !errors.Is(err, port.ErrGuesses) {
			t.Errorf("the right one at last: %v", err)
		}
	}
	for _, code := range []string{other.Code, "AAAAAAAD"} { // neither says which of them there is
		if _, err := mallory.env.Challenges.Challenge(code); !errors.Is(err, data.ErrNotEntered) {
			t.Errorf("read %s without entering: %v", code, err)
		}
		if err := mallory.env.Challenges.Tell(code, "ann"); !errors.Is(err, data.ErrNotEntered) {
			t.Errorf("tell ann of %s without entering: %v", code, err)
		}
	}
	again := s.play(t, s.dial(t, "x", gossh.PublicKeys(mallory.key)))
	if _, err := again.app.env.Challenges.Enter(other.Code); err != nil {
		t.Errorf("with a new connection: %v", err)
	}
}

// The attack: pass on deals without end. A player has 20 open, a network 60 an hour, and what
// is passed on again is the same challenge.
//
//abuse:case 35
func TestDealsPassedOnWithoutEnd(t *testing.T) {
	s := openRaceArcade(t)
	refused := map[string]int{}
	codes := map[string]bool{}
	for i := range 4 {
		c := s.enters(t, []string{"ann", "bob", "cid", "dan"}[i])
		for j := range 22 {
			r := c.ends(engine.Code("FLOOD"+strings.Repeat("A", j+1)), 1)
			passed, err := c.env.Challenges.PassOn(r.ID)
			if err != nil {
				refused[err.Error()]++
				continue
			}
			codes[passed.Code] = true
		}
	}
	const many = "many duels and challenges began from your network in the last hour; please come back in a while"
	if len(codes) != 60 || refused[many] == 0 || len(refused) != 2 {
		t.Errorf("%d challenges, refused %v", len(codes), refused)
	}
	s.clock.passes(2 * time.Hour)
	ann := s.enters(t, "eve")
	r := ann.ends("SAME", 1)
	first := ann.dares(r)
	for range 3 {
		if again := ann.dares(r); again.Code != first.Code {
			t.Errorf("passed on again it is %s, not %s", again.Code, first.Code)
		}
	}
}

// The attack: whoever is challenged to a past daily asks for that day's deal, to practise it
// before the round of the challenge ends.
//
//abuse:case 36
func TestThePastDailyOfAChallengeIsSecret(t *testing.T) {
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	game := ann.game.Info().ID
	day, _ := ann.env.Events.Today()
	daily := arcade.DailyEvent(day)
	saved, rev, err := ann.env.Events.Begin(ann.game, daily)
	if err != nil {
		t.Fatal(err)
	}
	if ann.round, err = saved.Resume(ann.game); err != nil {
		t.Fatal(err)
	}
	if err := ann.round.Play(ann.round.State().Moves()[0]); err != nil {
		t.Fatal(err)
	}
	now := arcade.Save(ann.round)
	now.Event, now.Started = daily, saved.Started
	r, err := ann.env.Store.Finish(now.Result(engine.Final(ann.round.State()), s.clock.time().UnixMilli()), rev)
	if err != nil {
		t.Fatal(err)
	}
	s.clock.passes(25 * time.Hour)
	if code, err := bob.env.Events.Past(game, day); err != nil || code != r.Record.Code {
		t.Errorf("before the challenge the deal is %q, %v", code, err)
	}
	dare := ann.dares(r)
	bob.accepts(dare.Code)
	if code, err := bob.env.Events.Past(game, day); code != "" || !errors.Is(err, data.ErrChallenged) {
		t.Errorf("who is challenged to it sees %q, %v", code, err)
	}
	bob.endsDare(dare, bob.beginsDare(dare))
	if code, err := bob.env.Events.Past(game, day); err != nil || code != r.Record.Code {
		t.Errorf("after the challenge the deal is %q, %v", code, err)
	}
}

// A player tells another of a challenge, who hears of it until having seen it; and hears that
// the other has finished it. All of it is bounded, and deleted accounts vanish from it.
func TestPlayersChallengeEachOther(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob, cid := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "cid")
	dare := ann.dares(ann.ends("DIRECTDARE", 1))
	tell := func(who *contender, nick string, want error) {
		t.Helper()
		s.clock.passes(10 * time.Second)
		if err := who.env.Challenges.Tell(dare.Code, nick); !errors.Is(err, want) && (err == nil || want == nil || err.Error() != want.Error()) {
			t.Errorf("Tell(%q) = %v, want %v", nick, err, want)
		}
	}
	watch, err := bob.env.Challenges.FollowNotes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if first, _ := watch.Next(); len(first) > 0 {
		t.Errorf("at first bob hears %+v", first)
	}
	tell(ann, "nobody-here", arcade.Refuse("no player here has that nick, and none that you follow: follow one who is away first"))
	tell(ann, "Arcade-3", arcade.Refuse("the arcade's players take no challenges: race them"))
	tell(ann, "ANN", arcade.Refuse("that is you"))
	tell(bob, "cid", data.ErrNotEntered)
	tell(ann, "Bob", nil)
	tell(ann, "Bob", nil)
	heard, _ := watch.Next()
	if len(heard) != 1 || heard[0].From != "ann" || heard[0].Code != dare.Code || heard[0].Finished || heard[0].Score.Max != 27 {
		t.Errorf("bob hears %+v", heard)
	}
	if got := cid.env.Challenges.Notes(); len(got) > 0 {
		t.Errorf("cid hears %+v", got)
	}
	if err := ann.env.Challenges.Tell(dare.Code, "cid"); err != nil && !strings.Contains(err.Error(), "wait a moment") {
		t.Errorf("Tell at once = %v", err)
	}
	bob.accepts(dare.Code)
	if got := bob.env.Challenges.Notes(); len(got) > 0 {
		t.Errorf("once entered, bob still hears %+v", got)
	}
	tell(bob, "cid", arcade.Refuse("play it first: then you can challenge others to it"))
	bob.endsDare(dare, bob.beginsDare(dare))
	news := ann.env.Challenges.Notes()
	if len(news) != 1 || news[0].From != "bob" || !news[0].Finished {
		t.Errorf("ann hears %+v", news)
	}
	tell(ann, "bob", arcade.Refuse("this player is in the challenge already"))
	if err := bob.env.Accounts.Delete(); err != nil {
		t.Fatal(err)
	}
	if got := ann.env.Challenges.Notes(); len(got) > 0 {
		t.Errorf("ann still hears of a deleted account: %+v", got)
	}
}

// Whoever has played a deal in a race knows it: a racer who would challenge that player to it
// reads so, and that player hears nothing.
func TestARacerIsNotChallengedToTheDealOfTheRace(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob, cid := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "cid")
	code := ann.opens(10 * time.Minute)
	bob.joins(code)
	ann.starts(code)
	bob.plays(code, 3)
	ann.plays(code, 2)
	bob.finishes(code)
	round := ann.finishes(code)
	s.passes(time.Minute)
	dare := ann.dares(round)
	if err := ann.env.Challenges.Tell(dare.Code, "Bob"); !refusedAs(err, "this player has played the deal in your race: race again for a new one") || len(bob.env.Challenges.Notes()) != 0 {
		t.Errorf("ann challenges bob: %v, and bob reads %v", err, bob.env.Challenges.Notes())
	}
	if err := ann.env.Challenges.Tell(dare.Code, "cid"); err != nil || len(cid.env.Challenges.Notes()) != 1 {
		t.Errorf("ann challenges cid: %v", err)
	}
}

// No challenge is made of a deal to which a player cannot be challenged: not on the screen, and not by the command.
// One that was passed on before stays.
func TestAChallengeThatCannotBeToldIsNotMade(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob, cid := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "cid")
	round := ann.ends("SEENDARE2", 5)
	if _, err := bob.env.Accounts.Ranked(round.ID); err != nil {
		t.Fatal(err)
	}
	challenges := func(n int) {
		t.Helper()
		if list, err := ann.env.Challenges.Challenges(9); err != nil || len(list) != n {
			t.Errorf("ann has the challenges %v, %v", list, err)
		}
	}
	if _, err := ann.env.Challenges.Dare(round.ID, "bob"); !refusedAs(err, "this player has seen the deal") {
		t.Errorf("ann dares bob: %v", err)
	}
	if _, errOut, code := exec(t, ann.client, "challenge to bob"); code != exitUsage || !strings.HasPrefix(errOut, "The code is missing: challenge CODE to NICK") {
		t.Errorf("a challenge without a code exits %d with %q", code, errOut)
	}
	for _, line := range []string{"challenge", "challenge play"} {
		if got, want := prints(t, bob.client, line), prints(t, bob.client, "challenges"); got != want {
			t.Errorf("%s prints %q, not the list %q", line, got, want)
		}
	}
	refuses(t, ann.client, "challenge 1 to nobody", "No player here has that nick")
	challenges(0)
	dare, err := ann.env.Challenges.Dare(round.ID, "cid")
	if err != nil || len(cid.env.Challenges.Notes()) != 1 {
		t.Errorf("ann dares cid: %v", err)
	}
	s.passes(time.Minute)
	if again, err := ann.env.Challenges.Dare(round.ID, "bob"); !refusedAs(err, "this player has seen the deal") || again.Code != dare.Code {
		t.Errorf("then ann dares bob: %v", err)
	}
	challenges(1)
}

// The command lists the challenges of others to a player before the player has seen them.
func TestChallengesThatWait(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	dare := ann.dares(ann.ends("WAITING", 1))
	if err := ann.env.Challenges.Tell(dare.Code, "bob"); err != nil {
		t.Fatal(err)
	}
	want := "ann challenges you to a deal of Hop 45. You play it, once:\n  ssh -t"
	if got := prints(t, bob.client, "challenges"); !strings.HasPrefix(got, want) || !strings.HasSuffix(got, " challenge "+dare.Code+"\n") {
		t.Errorf("challenges prints %q", got)
	}
	bob.accepts(dare.Code)
	if got := prints(t, bob.client, "challenges"); strings.Contains(got, "challenges you") || !strings.Contains(got, dare.Code) {
		t.Errorf("once entered it prints %q", got)
	}
}

// A challenge is declined by whoever hears of it, left by whoever has entered it, and withdrawn by
// whoever has passed it on: then nobody hears of it any more.
func TestAChallengeIsLeft(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob, cid := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "cid")
	dare := ann.dares(ann.ends("LEFTDARE", 1))
	tells := func(nick string) {
		t.Helper()
		s.clock.passes(10 * time.Second)
		if err := ann.env.Challenges.Tell(dare.Code, nick); err != nil {
			t.Fatal(err)
		}
	}
	leaves := func(c *contender) {
		t.Helper()
		if got := prints(t, c.client, "challenge leave "+strings.ToLower(dare.Code)); got != "The challenge is off your list.\n" {
			t.Errorf("challenge leave prints %q", got)
		}
		if list, err := c.env.Challenges.Challenges(9); err != nil || len(list)+len(c.env.Challenges.Notes()) != 0 {
			t.Errorf("still there are %+v, %v and %+v", list, err, c.env.Challenges.Notes())
		}
	}
	refuses(t, bob.client, "challenge leave "+dare.Code, "You are in no challenge with that code.")
	tells("bob")
	leaves(bob)
	bob.accepts(dare.Code)
	refuses(t, ann.client, "challenge leave "+dare.Code, "Others have entered this challenge, so it stays.")
	leaves(bob)
	tells("cid")
	leaves(ann)
	if got := cid.env.Challenges.Notes(); len(got) > 0 {
		t.Errorf("cid still hears %+v", got)
	}
	if _, err := cid.env.Challenges.Enter(dare.Code); !errors.Is(err, data.ErrNoChallenge) {
		t.Errorf("cid enters it: %v", err)
	}
}

// The commands that list what one can join warn of a game of which no win is known.
func TestCommandsWarnWhoJoins(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	g := invented(t, 1)
	played, err := ann.env.Store.Finish(house(t, g, "HOPELESS", s.clock.time()), 0)
	if err == nil {
		err = ann.env.Workshop.SetEstimate(g.Info().ID, hint.Estimate{Edition: hint.Edition, Deals: 50, Lost: 50})
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := ann.env.Races.Open(g, arcade.RaceTerms{Limit: time.Minute, Open: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := ann.env.Challenges.Tell(ann.dares(played).Code, "bob"); err != nil {
		t.Fatal(err)
	}
	const warning = ": 0 of 50 sample deals can be won.\n"
	for command, want := range map[string]string{"race list": "Beware of " + r.Code + warning, "challenges": "Beware" + warning} {
		if got := prints(t, bob.client, command); !strings.Contains(got, want) {
			t.Errorf("%s prints %q", command, got)
		}
	}
}

// Whom a player ignores cannot reach that player with a signal, a challenge or the news of one,
// and does not learn of it. What came before goes.
//
//abuse:case 59
func TestWhoIsIgnoredReachesNobody(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	first, second := ann.dares(ann.ends("DIRECTDARE", 1)), ann.dares(ann.ends("SECONDDARE", 1))
	heard := bob.env.Company.Heard(t.Context())
	tells := func(code string) {
		t.Helper()
		s.clock.passes(10 * time.Second)
		if err := ann.env.Challenges.Tell(code, "bob"); err != nil {
			t.Errorf("Tell = %v", err)
		}
	}
	signals := func() {
		t.Helper()
		s.clock.passes(10 * time.Second)
		if err := ann.env.Company.Send(arcade.Thanks, arcade.Audience{Player: "bob"}); err != nil {
			t.Errorf("Send = %v", err)
		}
	}
	tells(first.Code)
	if err := bob.env.Company.Regard(arcade.Ignore, "ANN"); err != nil {
		t.Fatal(err)
	}
	if got := bob.env.Challenges.Notes(); len(got) > 0 {
		t.Errorf("once ann is ignored, bob still reads %+v", got)
	}
	tells(second.Code)
	signals()
	if got := bob.env.Challenges.Notes(); len(got) > 0 {
		t.Errorf("bob reads %+v of ann", got)
	}
	for _, p := range bob.env.Company.People() {
		if p.Ignored != (p.Nick == "ann") {
			t.Errorf("%s is ignored: %v", p.Nick, p.Ignored)
		}
	}
	if err := bob.env.Company.Regard(arcade.Unignore, "ann"); err != nil {
		t.Fatal(err)
	}
	s.clock.passes(time.Minute)
	if err := ann.env.Company.Send(arcade.GoodLuck, arcade.Audience{Player: "bob"}); err != nil {
		t.Errorf("Send = %v", err)
	}
	if got, _ := heard.Next(); got.Signal != arcade.GoodLuck {
		t.Errorf("bob hears %q first", got)
	}
	tells(second.Code)
	if got := bob.env.Challenges.Notes(); len(got) != 1 {
		t.Errorf("once ann is ignored no longer, bob reads %+v", got)
	}
}

// However many strangers challenge a player, the notes of those whom the player follows stay.
//
//abuse:case 59
func TestNotesOfFriendsStay(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	if err := bob.env.Company.Regard(arcade.Follow, "ann"); err != nil {
		t.Fatal(err)
	}
	dare := ann.dares(ann.ends("DIRECTDARE", 1))
	s.clock.passes(10 * time.Second)
	if err := ann.env.Challenges.Tell(dare.Code, "bob"); err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		stranger := s.enters(t, fmt.Sprint("mallory", i))
		for j := range 2 {
			pushes := stranger.dares(stranger.ends(engine.Code(fmt.Sprintf("PUSH%d%d", i, j)), 1))
			s.clock.passes(10 * time.Second)
			if err := stranger.env.Challenges.Tell(pushes.Code, "bob"); err != nil {
				t.Fatal(err)
			}
		}
	}
	notes := bob.env.Challenges.Notes()
	if len(notes) != 8 || !slices.ContainsFunc(notes, func(n arcade.ChallengeNote) bool { return n.From == "ann" }) {
		t.Errorf("bob reads %+v", notes)
	}
	t.Attr("reached", "10 notes of strangers, and that of a friend stays")
}
