package server

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/machine"
	"boardwalk/server/peers"
	"boardwalk/server/race"
)

// thinks lets the clock pass by itself while the arcade's players think.
func (s *raceArcade) thinks() {
	s.sleeps = func(ctx context.Context, d time.Duration) error {
		s.passes(d)
		return ctx.Err()
	}
}

// goes reads the standings until they are so.
func (c *contender) goes(what string, is func(*arcade.Race) bool) *arcade.Race {
	c.t.Helper()
	for r, ok := c.watch.Next(); ok; r, ok = c.watch.Next() {
		if is(r) {
			return r
		}
	}
	c.t.Fatalf("the race ended before %s", what)
	return nil
}

// awaits waits until a level is through with the contender's newest race.
func (c *contender) awaits(l arcade.Level) {
	c.t.Helper()
	eventually(c.t, l.Nick(), func() bool {
		races, err := c.env.Races.Races(1)
		return err == nil && slices.ContainsFunc(races[0].Racers, func(o arcade.Racer) bool { return o.Level == l && o.Round != "" })
	})
}

func over(r *arcade.Race) bool { return r.Over }

// Whoever is alone races against the arcade: it joins at once, the race is started, its player plays
// until it is through, and the race counts for a rating of its own.
func TestARaceAgainstTheArcade(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	began := make(chan struct{})
	s.sleeps = func(ctx context.Context, d time.Duration) error {
		<-began
		s.passes(d)
		return ctx.Err()
	}
	r, err := ann.env.Races.Open(hop45, arcade.RaceTerms{Limit: time.Hour, Arcade: true})
	if err != nil {
		t.Fatal(err)
	}
	middle := arcade.NearestLevel(arcade.Rating{})
	if len(r.Racers) != 2 || r.Racers[1].Level != middle || r.Racers[1].Nick != middle.Nick() || r.Racers[1].Rating != middle.Rating() || r.Begins.IsZero() {
		t.Fatalf("it is %+v", r)
	}
	ann.follows(r.Code)
	s.passes(5 * time.Second)
	ann.plays(r.Code, 1)
	ann.finishes(r.Code)
	close(began)
	end := ann.goes("its end", over)
	for _, o := range end.Racers {
		if o.Level > 0 && (!o.Through || o.Moves == 0 || o.Assisted || o.Millis <= 0 || o.Millis >= int64(time.Hour/time.Millisecond)) {
			t.Errorf("the arcade's player has played %+v", o)
		}
		if o.Level == 0 && o.Rated == nil {
			t.Error("it does not count for ann")
		}
	}
	account, err := ann.env.Accounts.Account()
	if err != nil || account.Arcade.Races != 1 || account.Rating.Exists() {
		t.Errorf("ann's account is %+v, %v", account, err)
	}
	again, err := ann.env.Races.Rematch(r.Code, hop45)
	if err != nil || len(again.Racers) != 2 || again.Racers[1].Level != middle {
		t.Fatalf("the rematch is %+v, %v", again, err)
	}
	if err := ann.env.Races.TakeOut(again.Code, again.Named(middle.Nick())); err != nil {
		t.Fatal(err)
	}
	if same, err := ann.env.Races.Rematch(r.Code, hop45); err != nil || same.Code != again.Code || len(same.Racers) != 1 {
		t.Errorf("who comes back to it without the arcade finds %+v, %v", same, err)
	}
}

// A race against the arcade alone that is left in its countdown was never there: nobody has seen its deal, the
// arcade's player who comes to it finds no race, which is no failure, and nothing counts.
func TestARaceAgainstTheArcadeIsCalledOff(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	left := make(chan struct{})
	s.sleeps = func(ctx context.Context, _ time.Duration) error {
		select {
		case <-left:
		case <-ctx.Done():
		}
		return ctx.Err()
	}
	r, err := ann.env.Races.Open(hop45, arcade.RaceTerms{Limit: time.Hour, Arcade: true, Level: 3})
	if err != nil {
		t.Fatal(err)
	}
	ann.follows(r.Code)
	s.passes(race.Countdown - time.Second)
	if deal, err := ann.begins(r.Code); !errors.Is(err, race.ErrNotBegun) {
		t.Errorf("before it begins its deal is %q, %v", deal, err)
	}
	if err := ann.env.Races.Leave(r.Code); err != nil {
		t.Fatal(err)
	}
	for last := ann.sees(); last != nil; last = ann.sees() {
		if last.Over {
			t.Error("it ends with a result")
		}
	}
	s.passes(race.Countdown)
	if deal, err := ann.begins(r.Code); !errors.Is(err, data.ErrNotIn) {
		t.Errorf("afterwards its deal is %q, %v", deal, err)
	}
	close(left)
	s.arcade.Machines.Close()
	races, err := ann.env.Races.Races(1)
	account, bad := ann.env.Accounts.Account()
	if err = errors.Join(err, bad); err != nil || len(races) != 0 || account.Arcade.Exists() || s.runs(r.Code) {
		t.Errorf("it is still there: %+v and a rating of %+v, %v", races, account.Arcade, err)
	}
	if log := s.log.String(); strings.Contains(log, "level=ERROR") {
		t.Errorf("the log is\n%s", log)
	}
}

// Who is through watches the arcade's player to its end, and nobody else does. It has a table, and is
// not there otherwise.
func TestTheArcadeIsWatched(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	var moves atomic.Int64
	watched := make(chan struct{})
	s.sleeps = func(ctx context.Context, d time.Duration) error {
		if moves.Add(1) > 3 { // the first is the wait for the start
			<-watched
		}
		s.passes(d)
		return ctx.Err()
	}
	ann, looks := s.enters(t, "ann"), s.enters(t, "looks")
	r, err := ann.env.Races.Open(hop45, arcade.RaceTerms{Limit: time.Hour, Arcade: true, Level: 2})
	if err != nil {
		t.Fatal(err)
	}
	s.passes(race.Countdown)
	ann.plays(r.Code, 1)
	table := 0
	eventually(t, "two moves of the arcade", func() bool {
		races, err := ann.env.Races.Races(1)
		i := slices.IndexFunc(races[0].Racers, func(o arcade.Racer) bool { return o.Level == 2 && o.Moves == 2 })
		if err == nil && i >= 0 {
			table = races[0].Racers[i].Table
		}
		return table != 0
	})
	refused := func(when string, c *contender) {
		t.Helper()
		s.clock.passes(time.Minute)
		if _, err := c.env.Spectators.Watch(t.Context(), table); err == nil || len(c.env.Spectators.Tables()) != 0 {
			t.Errorf("%s one can watch it", when)
		}
	}
	refused("while ann plays", ann)
	ann.finishes(r.Code)
	refused("who does not race", looks)

	s.clock.passes(time.Minute)
	if got := ann.env.Spectators.Tables(); len(got) != 1 || got[0].Number != table || got[0].Player != "arcade-2" || !got[0].Machine || got[0].Idle != 0 {
		t.Errorf("ann may watch %+v", got)
	}
	if n, out := len(s.hub.Everywhere().Sessions()), prints(t, ann.client, "who"); n != 2 || strings.Contains(out, "arcade-2") {
		t.Errorf("there are %d sessions, and who prints\n%s", n, out)
	}
	w, err := ann.env.Spectators.Watch(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	scene := next(w)
	if scene.Game != hop45.Info().ID || scene.Moves != 2 || len(scene.Line) != 2 || !strings.HasPrefix(scene.LastAction, "2. ") || len(scene.Board.Piles) == 0 {
		t.Errorf("ann sees %+v", scene)
	}
	close(watched)
	for after := scene; after != nil; after = next(w) {
		scene = after
	}
	if !scene.Final || scene.Moves == 0 {
		t.Errorf("the last that ann sees is %+v", scene)
	}
	s.arcade.Machines.Close()
	eventually(t, "its table to go", func() bool { return ann.env.Spectators.Audience(table) == 0 })
	refused("after its end", ann)
}

// The arcade joins a race that waits, if the player who opened it says so, and leaves it when nobody
// else is left.
func TestTheArcadeJoinsARaceThatWaits(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	s.thinks()
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	code := ann.opens(time.Hour)
	bob.joins(code)
	if err := bob.env.Races.Seat(code, 1); !refusedAs(err, "only the player who opened a race can have the arcade join it") {
		t.Errorf("bob has the arcade join ann's race: %v", err)
	}
	for range 2 { // it is there once
		if err := ann.env.Races.Seat(code, 1); err != nil {
			t.Fatal(err)
		}
	}
	s.passes(race.Pause)
	r := ann.goes("three racers", func(r *arcade.Race) bool { return len(r.Racers) == 3 })
	if !r.Begins.IsZero() {
		t.Error("it has begun")
	}
	if err := ann.env.Races.TakeOut(code, r.Named("arcade-1")); err != nil {
		t.Fatal(err)
	}
	if err := ann.env.Races.Seat(code, 1); !errors.Is(err, data.ErrTakenOut) {
		t.Errorf("who was taken out joins again: %v", err)
	}
	if err := ann.env.Races.Seat(code, 5); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(bob.env.Races.Leave(code), ann.env.Races.Leave(code)); err != nil {
		t.Fatal(err)
	}
	s.passes(race.Pause)
	eventually(t, "the arcade to leave", func() bool { return !s.runs(code) })
}

// A host may delete one of the arcade's players while it races, which is no failure of the arcade.
func TestThatTheArcadesPlayerIsDeletedIsNoError(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	deleted := make(chan error, 1)
	s.sleeps = func(ctx context.Context, d time.Duration) error {
		if d > 0 && len(deleted) == 0 {
			deleted <- s.db.DeletePlayer("arcade-3", s.clock.time())
		}
		s.passes(d)
		return ctx.Err()
	}
	if _, err := ann.env.Races.Open(chess, arcade.RaceTerms{Limit: time.Hour, Arcade: true, Level: 3}); err != nil {
		t.Fatal(err)
	}
	s.passes(race.Pause)
	if err := <-deleted; err != nil {
		t.Fatal(err)
	}
	s.arcade.Machines.Close()
	if log := s.log.String(); strings.Contains(log, "level=ERROR") {
		t.Errorf("the log is\n%s", log)
	}
}

// What is left of the limit is all that the arcade's player has, too.
func TestTheLimitEndsTheRoundOfTheArcade(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	s.thinks()
	ann := s.enters(t, "ann")
	r, err := ann.env.Races.Open(chess, arcade.RaceTerms{Limit: time.Minute, Arcade: true, Level: 5, Open: true}) // it takes some 85 moves
	if err != nil {
		t.Fatal(err)
	}
	if !r.Begins.IsZero() {
		t.Fatal("a race that is open to all does not wait for them")
	}
	ann.follows(r.Code)
	if err := ann.env.Races.Start(r.Code); err != nil {
		t.Fatal(err)
	}
	s.passes(race.Pause)
	ann.awaits(5)
	s.passes(time.Minute + race.Grace)
	ann.goes("its end", over)
	stored, err := ann.env.Races.Races(1)
	if err != nil || len(stored) != 1 || !stored[0].Over {
		t.Fatalf("it is %+v, %v", stored, err)
	}
	for _, o := range stored[0].Racers {
		if o.Level == 5 && (!o.Stopped || o.Millis > time.Minute.Milliseconds()) {
			t.Errorf("it has played %+v", o)
		}
	}
}

// The arcade's players go on with their races after a restart, where they were.
func TestTheArcadeGoesOnAfterARestart(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	var moves atomic.Int64
	enough := make(chan struct{})
	s.sleeps = func(ctx context.Context, d time.Duration) error {
		if moves.Add(1) == 5 { // the first is the wait for the start
			close(enough)
			<-ctx.Done()
			return ctx.Err()
		}
		s.passes(d)
		return nil
	}
	r, err := ann.env.Races.Open(chess, arcade.RaceTerms{Limit: time.Hour, Arcade: true, Level: 5})
	if err != nil {
		t.Fatal(err)
	}
	s.passes(race.Pause)
	<-enough
	ctx, cancel := context.WithTimeout(t.Context(), guardTime)
	defer cancel()
	if err := s.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}

	next := openRaceArcadeOn(t, s.db, s.clock, (*raceArcade).thinks)
	ann2 := next.comes(t, ann.key)
	ann2.follows(r.Code)
	next.passes(peers.Silence)
	next.callBack()
	ann2.awaits(5)
	next.passes(data.BeginsWithin + race.Grace) // ann does not begin
	end := ann2.goes("its end", over)
	for _, o := range end.Racers {
		if o.Level == 5 && o.Moves < 20 {
			t.Errorf("it has played %+v", o)
		}
	}
}

// A race that the arcade cannot join, as all of its players are in races, is not opened.
func TestTheArcadeHasNoPlayerLeft(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	s.arcade.Machines.Close()
	if _, err := ann.env.Races.Open(hop45, arcade.RaceTerms{Limit: time.Hour, Arcade: true}); !errors.Is(err, machine.ErrNone) {
		t.Errorf("one joins: %v", err)
	}
	if races, err := ann.env.Races.Races(1); err != nil || len(races) != 0 {
		t.Errorf("the race that it could not join is still there: %v, %v", races, err)
	}
}

// The attack: many races that wait, with as many of the arcade's players as may wait in them.
//
// The arcade still races whoever begins at once, and a race that begins waits no more.
func TestRacesThatWaitTakeNotAllOfTheArcade(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	lists := *s.auth.lists.Load()
	lists.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} // they come from several networks
	s.auth.lists.Store(&lists)
	ann, bob, eve := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "eve")
	var last string
	seat := func(c *contender, code string) (err error) {
		for l := arcade.Level(1); l <= arcade.LevelMost && err == nil; l++ {
			err = c.env.Races.Seat(code, l)
		}
		return err
	}
	for range 3 {
		last = ann.opens(time.Minute)
		if err := seat(ann, last); err != nil {
			t.Fatal(err)
		}
	}
	waits := bob.opens(time.Minute)
	if err := seat(bob, waits); !refusedAs(err, "many of the arcade's players wait for races to start") {
		t.Errorf("one too many waits: %v", err)
	}
	if _, err := eve.env.Races.Open(hop45, arcade.RaceTerms{Limit: time.Minute, Arcade: true}); err != nil {
		t.Errorf("the arcade does not race at once: %v", err)
	}
	ann.starts(last)
	eventually(t, "others to wait in their place", func() bool { return seat(bob, waits) == nil })
}

// The arcade is raced by commands, too: at once, or in a race that waits.
func TestTheArcadeByCommands(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	for line, want := range map[string]struct {
		game  string
		level arcade.Level
	}{
		"race arcade --json":                   {"boardwalk/hop-45", 3},
		"race arcade 5 chessboard 7m --json":   {"chessboard", 5},
		"race hopscotch 1-2-3-4 arcade --json": {"hopscotch", 3},
	} {
		report := racesOf(t, ann, line)
		if r := report.Races[0]; r.Game != want.game || r.Begins.IsZero() || len(r.Racers) != 2 || r.Racers[1].Level != want.level {
			t.Errorf("%s opens %+v", line, r)
		}
	}
	ann = s.enters(t, "bob")
	prints(t, ann.client, "race cheshire")
	if got := prints(t, ann.client, "race seat 4"); !strings.Contains(got, "arcade-4") || !strings.Contains(got, ": not started, 2 racers.") {
		t.Errorf("race seat prints\n%s", got)
	}
	if got := prints(t, ann.client, "race out arcade-4"); strings.Contains(got, "arcade-4") {
		t.Errorf("race out prints\n%s", got)
	}
	for _, line := range []string{"race seat", "race seat 6", "race seat x"} {
		if _, why, code := exec(t, ann.client, line); code == 0 || !strings.HasPrefix(why, "Race seat takes a level of the arcade's players, 1 to 5, as in: race seat 3") {
			t.Errorf("%s exits %d with %q", line, code, why)
		}
	}
	if _, why, code := exec(t, ann.client, "race arcade hop 45"); code != exitTerminal || !strings.Contains(why, "takes a terminal:\n  ssh -t HOST race arcade hop 45") {
		t.Errorf("race arcade exits %d with %q", code, why)
	}
	if report := racesOf(t, ann, "race --json"); len(report.Races) != 1 {
		t.Errorf("a race that was refused is booked: %+v", report.Races)
	}
	if got := prints(t, s.enters(t, "cid").client, "race --open arcade hop-45"); !strings.Contains(got, "Anybody here may join it.") {
		t.Errorf("an open race, which waits, prints\n%s", got)
	}
}

// A duel that nobody has answered for a day is played by the arcade, also by a server that starts again in
// the middle of it.
func TestTheArcadeAnswersADuel(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	c, err := ann.env.Challenges.Duel(hop45)
	if err != nil {
		t.Fatal(err)
	}
	if sealed := ann.env.Events.Sealed(c.Event()); !sealed {
		t.Error("the deal is no secret")
	}
	ann.endsDare(c, ann.beginsDare(c))
	s.clock.passes(25 * time.Hour)
	if err := s.arcade.Machines.Answer(s.clock.time()); err != nil { // it sleeps until the server ends
		t.Fatal(err)
	}
	s.arcade.Machines.Close()
	again := openRaceArcadeOn(t, s.db, s.clock, (*raceArcade).thinks)
	for range 2 { // the second call finds it at its table, or done
		if err := again.arcade.Machines.Answer(s.clock.time()); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "the arcade's round", func() bool { return !again.config.Store.DuelSealed(c.Event()) })
	over, err := ann.env.Challenges.Challenge(c.Code)
	if err != nil || !over.Over || len(over.Players) != 2 || over.Own().Rated == nil || over.Players[0].Level+over.Players[1].Level != 3 {
		t.Errorf("the duel is %+v, %v", over, err)
	}
	eventually(t, "ann's rating against the arcade", func() bool { // that the duel is over may be seen a moment earlier
		account, err := ann.env.Accounts.Account()
		return err == nil && account.Arcade.Races == 1 && !account.Duels.Exists()
	})
}
