package data

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A player leaves a challenge as if it had not been entered, until the deal is begun. The player who
// has passed the deal on withdraws it while nobody else is in it.
func TestLeaveChallenge(t *testing.T) {
	db := openGames(t)
	ann, bob, cid := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cid")
	c := dared(t, ann)
	wantErr(t, "leaving one that bob is not in", bob.LeaveChallenge(c.Code), ErrNotFound)
	for range challengedMax { // none of them takes a place
		enter(t, bob, c)
		must(t, bob.LeaveChallenge(c.Code))
	}
	must(t, bob.CheckVisible(arcade.Deal{Game: hop, Code: "DARE"}, "", false))
	enter(t, bob, c)
	wantErr(t, "withdrawing one that bob is in", ann.LeaveChallenge(c.Code), ErrRound)
	sound(t, db)
	rev := save(t, bob, challenging(c, 1, 3))
	wantErr(t, "leaving with a game begun", bob.LeaveChallenge(c.Code), ErrRound)
	_, err := bob.Finish(challenged(c, 600, 2, 3), rev)
	must(t, err)
	wantErr(t, "leaving with a game ended", bob.LeaveChallenge(c.Code), ErrRound)
	must(t, bob.Delete(day(1)))
	must(t, ann.LeaveChallenge(c.Code))
	_, err = cid.EnterChallenge(c.Code, day(1))
	wantErr(t, "entering one that was withdrawn", err, ErrNotFound)
	if list, err := ann.Challenges(9, day(1)); err != nil || len(list) != 0 {
		t.Errorf("ann still has %v, %v", list, err)
	}
	sound(t, db)
}

// What tells of a deal is kept from others, but not that a round was given up: neither in a challenge nor on a board.
func TestARoundGivenUpIsToldAsThat(t *testing.T) {
	db := openGames(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	c := dared(t, ann)
	enter(t, bob, c)
	rev := save(t, bob, challenging(c, 1, 3))
	_, err := bob.Finish(challenged(c, 600, 2, 3), rev)
	must(t, err)
	finish(t, ann, finished(record(hop, "LONG", 1, 1, 1, 1, 1, 1), 900))
	must(t, ann.SetPrivacy(false, true))
	seen, err := bob.Challenge(c.Code, day(0))
	must(t, err)
	for _, row := range seen.Players {
		if got := row.Result.Outcome(engine.Library{}); got != arcade.GivenUp {
			t.Errorf("bob reads that the game of %s was %s", row.Nick, got)
		}
	}
	top, err := bob.Top(arcade.Leaderboard{Game: hop, Class: arcade.Counted, Kind: arcade.AllTime}, 5, day(0))
	must(t, err)
	if len(top) == 0 || top[0].Nick != "ann" || top[0].Result.Outcome(engine.Library{}) != arcade.GivenUp {
		t.Errorf("the board has %+v", top)
	}
}

// passOn makes a challenge of a round.
func passOn(t testing.TB, p *Player, r arcade.Result) arcade.Challenge {
	t.Helper()
	c, err := p.PassOn(r.ID, day(0))
	must(t, err)
	return c
}

// enter enters a challenge.
func enter(t testing.TB, p *Player, c arcade.Challenge) arcade.Challenge {
	t.Helper()
	c, err := p.EnterChallenge(c.Code, day(0))
	must(t, err)
	return c
}

// challenged returns a result in a challenge to hop's deal DARE.
func challenged(c arcade.Challenge, millis int64, points ...int) arcade.Result {
	r := finished(record(hop, "DARE", points...), millis)
	r.Event = c.Event()
	return r
}

// challenging returns an open round of a challenge to hop's deal DARE.
func challenging(c arcade.Challenge, millis int64, points ...int) arcade.Saved {
	s := saved(record(hop, "DARE", points...), millis)
	s.Event = c.Event()
	return s
}

// dared returns a challenge that ann has made of a round of hop's deal DARE.
func dared(t testing.TB, ann *Player) arcade.Challenge {
	t.Helper()
	return passOn(t, ann, finish(t, ann, finished(record(hop, "DARE", 3, 3, 3), 500)))
}

// saidOf describes a challenge in words, without its code and its players' IDs.
func saidOf(c arcade.Challenge) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %v shut %v open %d", c.Game, c.Until.Sub(day(0)), c.Shut, c.Open)
	for _, p := range c.Players {
		fmt.Fprintf(&b, "; %s", p.Nick)
		if p.ID == c.Me {
			b.WriteString(" (me)")
		}
		if p.First {
			b.WriteString(" first")
		}
		if p.Gone {
			b.WriteString(" gone")
		}
		if r := p.Result; r != nil {
			fmt.Fprintf(&b, " %d %s in %d ms, %d moves", r.Score.Points, r.Class, r.Millis, len(r.Record.Moves))
		}
		if p.Shown {
			b.WriteString(" shown")
		}
	}
	return b.String()
}

func wantChallenge(t testing.TB, p *Player, code, want string) {
	t.Helper()
	c, err := p.Challenge(code, day(0))
	if got := saidOf(c); err != nil || got != want {
		t.Errorf("the challenge is %v\n%s\nwant\n%s", err, got, want)
	}
}

// friend returns a session of a player with a nick and a game.
func friend(t testing.TB, db *DB, nick string) *Player {
	t.Helper()
	return named(t, db, nick, finished(record(scotsi, strings.ToUpper(nick), 1), 1))
}

func TestAChallengeIsPlayed(t *testing.T) {
	db := quick(t)
	ann, bob, cid := friend(t, db, "ann"), friend(t, db, "bob"), friend(t, db, "cid")
	c := dared(t, ann)
	if len(c.Code) != arcade.ChallengeCodeLen || !c.Finished() {
		t.Errorf("the challenge is %+v", c)
	}
	if again, err := ann.PassOn(must1(ann.History("", 1))(t)[0].ID, day(1)); err != nil || again.Code != c.Code {
		t.Errorf("passed on again it is %+v, %v", again, err)
	}
	for _, p := range []*Player{bob, cid} {
		_, err := p.Challenge(c.Code, day(0))
		wantErr(t, "Challenge", err, ErrNotFound)
		enter(t, p, arcade.Challenge{Code: strings.ToLower(c.Code)})
		enter(t, p, c) // again
	}
	// Before somebody has played, there are names and points.
	wantChallenge(t, bob, c.Code, hop+" 744h0m0s shut false open 0; ann first 9 counted in 0 ms, 0 moves; bob (me); cid")
	_, err := bob.ChallengeRound(c.Code, c.Me)
	wantErr(t, "ChallengeRound", err, ErrUnplayed)
	wantErr(t, "CheckVisible", bob.CheckVisible(arcade.Deal{Game: hop, Code: "DARE"}, "", false), ErrChallenged)
	save(t, bob, challenging(c, 3, 1))
	wantChallenge(t, bob, c.Code, hop+" 744h0m0s shut false open 2; ann first 9 counted in 0 ms, 0 moves; bob (me); cid")
	finish(t, bob, challenged(c, 700, 3, 3, 3, 3))
	wantChallenge(t, bob, c.Code, hop+" 744h0m0s shut false open 0; bob (me) 12 counted in 700 ms, 4 moves shown; ann first 9 counted in 500 ms, 3 moves shown; cid")
	wantChallenge(t, ann, c.Code, hop+" 744h0m0s shut false open 0; bob 12 counted in 700 ms, 4 moves shown; ann (me) first 9 counted in 500 ms, 3 moves shown; cid")
	must(t, bob.CheckVisible(arcade.Deal{Game: hop, Code: "DARE"}, "", false))
	if r, err := bob.ChallengeRound(c.Code, c.Me); err != nil || len(r.Record.Moves) != 3 || r.Record.Code != "DARE" {
		t.Errorf("ann's round is %+v, %v", r, err)
	}
	_, _, err = beginEvent(bob, steps{hop}, c.Event(), day(0))
	wantErr(t, "Begin", err, ErrPlayed)
	_, _, err = beginEvent(ann, steps{hop}, c.Event(), day(0))
	wantErr(t, "Begin", err, ErrRound)
	if best, ok, err := bob.Best(hop, arcade.Counted); err != nil || ok {
		t.Errorf("a challenge is the best %+v, %v", best, err)
	}
	if list, err := cid.Challenges(5, day(0)); err != nil || len(list) != 1 || list[0].Code != c.Code {
		t.Errorf("cid has %+v, %v", list, err)
	}
	must(t, ann.SetPrivacy(false, true))
	_, err = bob.ChallengeRound(c.Code, c.Me)
	wantErr(t, "ChallengeRound of a private player", err, ErrUnplayed)
	sound(t, db)
}

// must1 returns the value of a call that must not fail.
func must1[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		must(t, err)
		return v
	}
}

// A deal that others may still play is not passed on, nor one that nobody could play.
func TestOnlyFairDealsArePassedOn(t *testing.T) {
	db := openGames(t)
	ann, bob := friend(t, db, "ann"), friend(t, db, "bob")
	daily := finish(t, ann, dailyOf(t, db, hop, crowdDay, 300, 2))
	race := started(t, bob, ann)
	raced := finish(t, ann, raced(race, 200, 3, 3))
	_, err := ann.Import(results(finished(record(hop, "FAR", 1), 1)), day(1), nil)
	must(t, err)
	imported := must1(ann.History("", 9))(t)
	imported = slices.DeleteFunc(imported, func(r arcade.Result) bool { return r.Class != arcade.Imported })
	theirs := finish(t, bob, finished(record(hop, "MINE", 1), 9))
	old := finished(record(hop, "OLD", 1), 10)
	old.Record.Version = 2
	old = finish(t, ann, old)
	for _, test := range []struct {
		id   string
		at   time.Time
		want error
	}{
		{daily.ID, noon(crowdDay), arcade.ErrSealed}, {raced.ID, day(0), arcade.ErrSealed}, {imported[0].ID, day(1), ErrRound},
		{theirs.ID, day(0), ErrNotFound}, {"", day(0), ErrNotFound}, {old.ID, day(0), ErrRound}, {daily.ID, noon(crowdDay).AddDate(0, 0, 2), nil},
	} {
		if _, err := ann.PassOn(test.id, test.at); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.id, err, test.want)
		}
	}
	_, err = db.EndRace(race.Code, day(0.5))
	must(t, err)
	_, err = ann.PassOn(raced.ID, day(0))
	must(t, err)
	_, err = session(t, db, fp("new")).PassOn(raced.ID, day(0))
	wantErr(t, "PassOn of a stranger", err, ErrNoAccount)
}

// Whoever has played the deal before, or has it open, practises it.
//
//abuse:case 36
func TestAChallengeToAKnownDealIsPractice(t *testing.T) {
	db := quick(t)
	ann, bob, cid, dan := friend(t, db, "ann"), friend(t, db, "bob"), friend(t, db, "cid"), friend(t, db, "dan")
	c := dared(t, ann)
	finish(t, bob, finished(record(hop, "DARE", 1), 20))
	save(t, cid, saved(record(hop, "DARE", 1), 5))
	finish(t, dan, finished(record(hop, "DARE2", 1), 20))
	finish(t, dan, finished(record(scotsi, "DARE", 1), 21))
	for p, want := range map[*Player]bool{bob: true, cid: true, dan: false} {
		enter(t, p, c)
		s, _, err := beginEvent(p, steps{hop}, c.Event(), day(0))
		if err != nil || s.Chosen != want || s.Record.Code != "DARE" {
			t.Errorf("it begins as %+v, %v", s, err)
		}
	}
	// The same deal in two challenges: one is not tried in the other.
	other := passOn(t, bob, finish(t, bob, finished(record(hop, "DARE", 2), 22)))
	enter(t, dan, other)
	_, _, err := beginEvent(dan, steps{hop}, other.Event(), day(0))
	wantErr(t, "Begin", err, ErrRound)
	for _, code := range []string{c.Code, other.Code} {
		if got, err := dan.Challenge(code, day(0)); err != nil || got.Elsewhere != (code == other.Code) {
			t.Errorf("challenge %s stands at %+v, %v", code, got, err)
		}
	}
	finish(t, dan, challenged(c, 700, 3))
	if s, _, err := beginEvent(dan, steps{hop}, other.Event(), day(0)); err != nil || !s.Chosen {
		t.Errorf("it begins as %+v, %v", s, err)
	}
}

//abuse:case 35
func TestTheBoundsOfChallenges(t *testing.T) {
	db := quick(t)
	ann, bob := friend(t, db, "ann"), friend(t, db, "bob")
	var first arcade.Challenge
	for i := range openChallengesMax {
		c := passOn(t, ann, finish(t, ann, finished(record(hop, fmt.Sprint("D", i), 1), int64(i))))
		if i == 0 {
			first = c
		}
	}
	more := finish(t, ann, finished(record(hop, "MORE", 1), 99))
	_, err := ann.PassOn(more.ID, day(0))
	wantErr(t, "PassOn", err, ErrChallenges)
	_, err = ann.PassOn(more.ID, day(31)) // the others are shut
	must(t, err)
	for i := range challengedMax - 1 {
		enter(t, session(t, db, fp(fmt.Sprint("k", i))), first)
	}
	_, err = bob.EnterChallenge(first.Code, day(0))
	wantErr(t, "EnterChallenge", err, ErrChallengeFull)
	_, err = bob.EnterChallenge("NONE0000", day(0))
	wantErr(t, "EnterChallenge", err, ErrNotFound)
	late := passOn(t, bob, finish(t, bob, finished(record(hop, "LATE", 1), 100)))
	_, err = ann.EnterChallenge(late.Code, day(30))
	wantErr(t, "EnterChallenge", err, ErrOver)
	must(t, db.Update(func(tx *store.Tx) error {
		id := accountOf(t, bob)
		for i := range challengesMax {
			row := challengeRow{Game: hop, Version: 1, Deal: "X", Players: places{newPlace(id)}}
			if err := errors.Join(store.Put(tx.Bucket(challengesBucket), fmt.Append(nil, "X", i), row), tx.Bucket(challengedBucket).Put(fmt.Append(id[:], "X", i), nil)); err != nil {
				return err
			}
		}
		return nil
	}))
	_, err = bob.EnterChallenge(passOn(t, friend(t, db, "cid"), must1(session(t, db, fp("cid")).History("", 1))(t)[0]).Code, day(0))
	wantErr(t, "EnterChallenge", err, ErrChallenges)
	sound(t, db)
}

// Whoever deletes the account leaves a place without a name, and a challenge whose first
// player has gone is shut.
//
//abuse:case 36
func TestPlayersOfAChallengeAreDeleted(t *testing.T) {
	db := quick(t)
	ann, bob, cid, dan := friend(t, db, "ann"), friend(t, db, "bob"), friend(t, db, "cid"), friend(t, db, "dan")
	c := dared(t, ann)
	for _, p := range []*Player{bob, cid} {
		enter(t, p, c)
	}
	finish(t, bob, challenged(c, 700, 3))
	must(t, bob.Delete(day(0)))
	wantChallenge(t, ann, c.Code, hop+" 720h0m0s shut false open 0; ann (me) first 9 counted in 500 ms, 3 moves shown; Somebody gone; cid")
	must(t, ann.Delete(day(0)))
	wantChallenge(t, cid, c.Code, hop+" 720h0m0s shut true open 0; Somebody 1 first gone; Somebody 2 gone; cid (me)")
	_, err := dan.EnterChallenge(c.Code, day(0))
	wantErr(t, "EnterChallenge", err, ErrOver)
	finish(t, cid, challenged(c, 800, 3)) // who was challenged can still play
	sound(t, db)
	must(t, cid.Delete(day(0)))
	_, err = dan.EnterChallenge(c.Code, day(0))
	wantErr(t, "EnterChallenge", err, ErrNotFound)
	sound(t, db)
}

// Two accounts of one player: the deal was no secret to the second.
//
//abuse:case 36
func TestPlayersOfAChallengeAreJoined(t *testing.T) {
	for _, finishes := range []bool{true, false} {
		db := quick(t)
		ann, bob, cid := friend(t, db, "ann"), friend(t, db, "bob"), friend(t, db, "cid")
		c := dared(t, ann)
		enter(t, bob, c)
		enter(t, cid, c)
		if finishes {
			finish(t, bob, challenged(c, 700, 3, 3, 3, 3))
		} else {
			save(t, bob, challenging(c, 3, 1))
		}
		join(t, ann, bob)
		wantChallenge(t, ann, c.Code, hop+" 720h0m0s shut false open 0; ann (me) first 9 counted in 500 ms, 3 moves shown; cid")
		sound(t, db)
		r, ok, err := ann.EventRound(hop, c.Event())
		if err != nil || !ok || r.Class != arcade.Practice {
			t.Errorf("finished %v: bob's round is %+v, %v, %v", finishes, r, ok, err)
		}
		join(t, cid, ann) // into another who is in it
		wantChallenge(t, cid, c.Code, hop+" 720h0m0s shut false open 0; cid (me) first 9 counted in 500 ms, 3 moves shown")
		sound(t, db)
	}
}

func TestChallengesAreSwept(t *testing.T) {
	db := quick(t)
	ann, bob := friend(t, db, "ann"), friend(t, db, "bob")
	c := dared(t, ann)
	alone := passOn(t, bob, finish(t, bob, finished(record(hop, "ALONE", 1), 9)))
	enter(t, bob, c)
	save(t, bob, challenging(c, 3, 1))
	sweep := func(days float64, wantBoth, wantAlone error) {
		t.Helper()
		_, err := db.Sweep(day(days))
		must(t, err)
		_, err = bob.Challenge(c.Code, day(0))
		if !errors.Is(err, wantBoth) {
			t.Errorf("after %v days it is %v", days, err)
		}
		if _, err = bob.Challenge(alone.Code, day(0)); !errors.Is(err, wantAlone) {
			t.Errorf("after %v days the lone one is %v", days, err)
		}
		sound(t, db)
	}
	sweep(30, nil, nil)
	sweep(30.1, nil, ErrNotFound)
	sweep(365, nil, ErrNotFound)
	sweep(365.1, ErrNotFound, ErrNotFound)
	if r, ok, err := bob.EventRound(hop, c.Event()); err != nil || !ok || r.Score.Points != 1 {
		t.Errorf("the open round has become %+v, %v, %v", r, ok, err)
	}
}

func TestChallengesAreRepaired(t *testing.T) {
	for name, damage := range map[string]func(tx *store.Tx, code []byte, ann, bob playerID) error{
		"the challenge cannot be read": func(tx *store.Tx, code []byte, _, _ playerID) error {
			return tx.Bucket(challengesBucket).Put(code, []byte("x"))
		},
		"the challenge is missing": func(tx *store.Tx, code []byte, _, _ playerID) error { return tx.Bucket(challengesBucket).Delete(code) },
		"a place is missing": func(tx *store.Tx, code []byte, _, bob playerID) error {
			return tx.Bucket(challengedBucket).Delete(append(bob[:], code...))
		},
		"a place has a value": func(tx *store.Tx, code []byte, _, bob playerID) error {
			return tx.Bucket(challengedBucket).Put(append(bob[:], code...), []byte("x"))
		},
		"a player is missing": func(tx *store.Tx, _ []byte, _, bob playerID) error { return tx.Bucket(playersBucket).Delete(bob[:]) },
		"a player is in it twice": func(tx *store.Tx, code []byte, _, bob playerID) error {
			row, err := challengeEvents.get(tx, code)
			row.Players = append(row.Players, newPlace(bob))
			return errors.Join(err, store.Put(tx.Bucket(challengesBucket), code, row))
		},
		"nobody is in it": func(tx *store.Tx, code []byte, _, _ playerID) error {
			row, err := challengeEvents.get(tx, code)
			row.Players = nil
			return errors.Join(err, store.Put(tx.Bucket(challengesBucket), code, row))
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := quick(t)
			ann, bob := friend(t, db, "ann"), friend(t, db, "bob")
			c := dared(t, ann)
			enter(t, bob, c)
			must(t, directly(db, func(tx *store.Tx) error { return damage(tx, []byte(c.Code), accountOf(t, ann), accountOf(t, bob)) }))
			if report, err := db.Check(library); err != nil || len(report.Findings) == 0 {
				t.Errorf("check finds %v, %v", report.Findings, err)
			}
			must(t, db.Repair())
			sound(t, db)
		})
	}
}

// A made-up game stays while somebody is challenged to it.
func TestAChallengeKeepsTheRulesOfItsGame(t *testing.T) {
	db := quick(t)
	ann, bob := friend(t, db, "ann"), friend(t, db, "bob")
	c := passOn(t, ann, finish(t, ann, finished(record(kindID(1), "MADE", 3), 10)))
	if c := enter(t, bob, c); c.Rules != rulesOfKind[kindID(1)] {
		t.Errorf("the challenge is %+v", c)
	}
	must(t, ann.Delete(day(0)))
	for i := range 4 {
		_, err := db.Sweep(day(float64(2 * i)))
		must(t, err)
	}
	s, _, err := beginEvent(bob, gameWith(kindID(1)), c.Event(), day(8))
	if err != nil || s.Record.Code != engine.Code("MADE") {
		t.Errorf("it begins as %+v, %v", s, err)
	}
	sound(t, db)
}

// The attack: practise the deal of a challenge by its code, delete the account or take the key out of it, and play the
// challenge with the key as if the deal was new.
func TestAPractisedDealOutlivesTheAccount(t *testing.T) {
	practised := finished(record(hop, "DARE", 3, 3), 900)
	practised.Class = arcade.Practice
	begun := saved(record(hop, "DARE", 3), 900)
	begun.Chosen = true
	for name, plays := range map[string]func(*testing.T, *Player){
		"finished": func(t *testing.T, p *Player) { finish(t, p, practised) },
		"open":     func(t *testing.T, p *Player) { save(t, p, begun) },
	} {
		t.Run(name, func(t *testing.T) {
			db := openGames(t)
			c := dared(t, nicked(t, db, "ann"))
			bob := session(t, db, fp("bob"))
			plays(t, bob)
			must(t, bob.Delete(day(0)))
			cid, other := session(t, db, fp("cid")), player(t, db, fp("other"))
			plays(t, cid)
			join(t, other, cid)
			must(t, other.RemoveKey(fp("cid"), day(0)))
			for key, knows := range map[string]bool{"bob": true, "cid": true, "dan": false} {
				again := session(t, db, fp(key))
				enter(t, again, c)
				if s, _, err := beginEvent(again, steps{hop}, c.Event(), day(1)); err != nil || s.Chosen != knows {
					t.Errorf("%s begins it as %+v, %v; want practice: %t", key, s, err, knows)
				}
			}
			sound(t, db)
		})
	}
}

// A knower is what the keys of TestWhatCountsOfChallenges have seen, as a person knows it who has
// them all: the accounts come and go.
type knower struct {
	account map[string]int             // of each key; 0 for none
	deals   map[string]map[string]bool // that the player with a key has seen, or passed on
	last    int
}

// seen records that all who share the account of a key know a deal.
func (k *knower) seen(key, deal string) {
	for other, account := range k.account {
		if other == key || account != 0 && account == k.account[key] {
			if k.deals[other] == nil {
				k.deals[other] = map[string]bool{}
			}
			k.deals[other][deal] = true
		}
	}
}

// joined records that two accounts are one: all their keys know what any of them knew.
func (k *knower) joined(stays, goes string) {
	all, gone := k.account[stays], k.account[goes]
	for key, account := range k.account {
		if key == goes || account != 0 && account == gone {
			k.account[key] = all
		}
	}
	for key, account := range k.account {
		for deal := range k.deals[key] {
			if account == all {
				k.seen(stays, deal)
			}
		}
	}
}

// Whatever accounts with several keys play, race, pass on, enter, begin, delete, link and join, in whatever order:
// no challenge counts for a key with which its deal was seen before.
func TestWhatCountsOfChallenges(t *testing.T) {
	const names = "abcde"
	counted, refused, worlds := 0, 0, uint64(4)
	if *deep {
		worlds = 30
	}
	for seed := range worlds {
		rng := rand.New(rand.NewPCG(seed, 9))
		db := openGames(t)
		k := knower{account: map[string]int{}, deals: map[string]map[string]bool{}}
		for _, name := range names {
			k.account[string(name)] = 0
		}
		var challenges []arcade.Challenge
		deals := map[string]string{} // by the code of the challenge
		for op := range 120 {
			name := string(names[rng.IntN(len(names))])
			p := session(t, db, fp(name))
			begins := func(name string) {
				if k.account[name] == 0 {
					k.last++
					k.account[name] = k.last
				}
			}
			passes := func(name, id, deal string) {
				if c, err := session(t, db, fp(name)).PassOn(id, day(0)); err == nil {
					challenges, deals[c.Code] = append(challenges, c), deal
				}
			}
			var played []func() // passes on what was played, once that may be
			plays := func(name, deal string, e arcade.Event, at time.Time) {
				p := session(t, db, fp(name))
				_, rev, err := beginEvent(p, steps{hop}, e, at)
				if err != nil {
					return // it was begun before, or the account is in the race twice
				}
				begins(name)
				k.seen(name, deal)
				r := finished(record(hop, deal, 3, 3), int64(op+1))
				r.Event, r.Ended = e, at.UnixMilli()+r.Millis
				r, err = p.Finish(r, rev)
				must(t, err)
				played = append(played, func() { passes(name, r.ID, deal) })
			}
			switch n := rng.IntN(16); {
			case n < 3: // a fresh deal is played and passed on
				deal := fmt.Sprintf("D%dX%d", seed, op)
				r := finish(t, p, finished(record(hop, deal, 3, 3), int64(op+1)))
				begins(name)
				k.seen(name, deal)
				passes(name, r.ID, deal)
			case n < 8 && len(challenges) > 0:
				c := challenges[rng.IntN(len(challenges))]
				if _, err := p.EnterChallenge(c.Code, day(0)); err != nil {
					break
				}
				begins(name)
				knew := k.deals[name][deals[c.Code]]
				s, rev, err := beginEvent(p, steps{hop}, c.Event(), day(0))
				if err != nil {
					refused++
					break
				}
				if knew && !s.Chosen {
					t.Fatalf("seed %d, operation %d: %s knew deal %s, and it counts", seed, op, name, deals[c.Code])
				}
				k.seen(name, deals[c.Code])
				if rng.IntN(2) == 0 {
					r := finished(record(hop, deals[c.Code], 3, 3, 1), int64(op+1))
					if r.Event = c.Event(); s.Chosen {
						r.Class = arcade.Practice
					}
					r, err := p.Finish(r, rev)
					must(t, err)
					if r.Class == arcade.Counted {
						counted++
					}
					passes(name, r.ID, deals[c.Code])
				}
			case n == 8 && k.account[name] != 0:
				must(t, p.Delete(day(0)))
				gone := k.account[name]
				for key, account := range k.account {
					if account == gone {
						k.account[key] = 0
					}
				}
			case n < 11: // a daily that is over
				date := fmt.Sprintf("2026-09-%02d", 1+rng.IntN(9))
				plays(name, string(dealOf(t, db, hop, date)), arcade.DailyEvent(date), noon(date))
			case n < 13:
				deal := fmt.Sprintf("R%dX%d", seed, op)
				r, err := p.OpenRace(steps{hop}, engine.Code(deal), arcade.RaceTerms{Limit: time.Minute}, day(0))
				must(t, err)
				begins(name)
				other := string(names[rng.IntN(len(names))])
				_, err = session(t, db, fp(other)).JoinRace(r.Code, day(0))
				must(t, err)
				begins(other)
				_, err = p.StartRace(r.Code, day(0))
				must(t, err)
				for _, racer := range []string{name, other} {
					plays(racer, deal, arcade.RaceEvent(r.Code), day(0))
				}
				_, err = db.EndRace(r.Code, day(0.5))
				must(t, err)
			case k.account[name] != 0:
				other := string(names[rng.IntN(len(names))])
				if other == name || k.account[other] == k.account[name] {
					break
				}
				code, _, err := p.Link(day(0))
				must(t, err)
				if err := session(t, db, fp(other)).Join(code, day(0)); err == nil {
					k.joined(name, other)
				}
			}
			for _, passOn := range played {
				if rng.IntN(2) == 0 {
					passOn()
				}
			}
		}
		sound(t, db)
		must(t, db.Close())
	}
	if least := 5 * int(worlds) / 3; counted < least || refused < least {
		t.Errorf("%d challenges counted, and %d were refused", counted, refused)
	}
}
