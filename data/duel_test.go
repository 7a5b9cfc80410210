package data

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A duel is of a new deal, so the key of an account that is gone plays it as any other.
func TestADuelWithAKeyOfAFormerAccountCounts(t *testing.T) {
	db := quick(t)
	ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
	finish(t, bob, dailyOf(t, db, hop, "2026-11-20", 5, 1))
	must(t, bob.Delete(day(0)))
	c := meetIn(t, ann, "net1", 0)
	again := veteran(t, db, "bob")
	if got := meetIn(t, again, "net2", 0); got.Code != c.Code {
		t.Fatalf("bob is in the duel %+v, want that of ann", got)
	}
	if s, _, err := beginEvent(again, steps{hop}, c.Event(), day(0)); err != nil || s.Chosen {
		t.Errorf("the round is %+v, %v, want one that counts", s, err)
	}
}

// meetIn has a player duel on a network, days after the first day. The deal of a new one is DARE.
func meetIn(t testing.TB, p *Player, network string, days float64) arcade.Challenge {
	t.Helper()
	c, err := p.Duel(steps{hop}, "DARE", network, day(days))
	must(t, err)
	return c
}

// duelled plays a duel of hop's deal DARE to its end.
func duelled(t testing.TB, p *Player, c arcade.Challenge, last int) arcade.Result {
	t.Helper()
	return finish(t, p, challenged(c, 9000, toTheEnd(last)...))
}

// duelOf returns a duel as a player sees it.
func duelOf(t testing.TB, p *Player, c arcade.Challenge) arcade.Challenge {
	t.Helper()
	c, err := p.Challenge(c.Code, day(0))
	must(t, err)
	return c
}

// inDuels returns a player's rating in duels.
func inDuels(t testing.TB, p *Player) arcade.Rating {
	t.Helper()
	a, err := p.Account()
	must(t, err)
	return a.Duels
}

// Two players who are paired learn nothing of each other before both are through. Then they are rated.
func TestADuel(t *testing.T) {
	db := quick(t)
	ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
	c := meetIn(t, ann, "net1", 0)
	if again := meetIn(t, ann, "net1", 0); again.Code != c.Code || !c.Duel || c.Over {
		t.Errorf("ann's duel is %+v, and then %+v", c, again)
	}
	own := duelled(t, ann, c, 3)
	if got := meetIn(t, bob, "net2", 0); got.Code != c.Code || !db.DuelSealed(c.Event()) {
		t.Errorf("bob meets ann in %+v", got)
	}
	for _, p := range []*Player{ann, bob} {
		for _, row := range duelOf(t, p, c).Players {
			if other := row.ID != duelOf(t, p, c).Me; other && (row.Nick != arcade.Opponent || row.Result != nil) {
				t.Errorf("the opponent is seen as %+v", row)
			}
		}
	}
	_, err := ann.PassOn(own.ID, day(0))
	wantErr(t, "PassOn", err, arcade.ErrSealed)
	_, err = veteran(t, db, "cid").EnterChallenge(c.Code, day(0))
	wantErr(t, "EnterChallenge", err, ErrDuelShut)
	duelled(t, bob, c, 1)
	over := duelOf(t, bob, c)
	if !over.Over || over.Players[0].Nick != "ann" || over.Players[0].Result.Score.Points != 11 || db.DuelSealed(c.Event()) {
		t.Errorf("the duel is %+v", over)
	}
	if up, down := over.Players[0].Rated, over.Players[1].Rated; up == nil || down == nil || *up != -*down || *up <= 0 {
		t.Errorf("the ratings change by %v and %v", up, down)
	}
	if a, b := inDuels(t, ann), inDuels(t, bob); a.Points <= arcade.AveragePoints || b.Points >= arcade.AveragePoints {
		t.Errorf("the ratings are %+v and %+v", a, b)
	}
	if got := ratingNow(t, ann, day(0)); got.Exists() {
		t.Errorf("ann's rating in races is %+v", got)
	}
	if _, err := bob.ChallengeRound(c.Code, over.Players[0].ID); err != nil {
		t.Error(err)
	}
	_, err = ann.PassOn(own.ID, day(0))
	must(t, err)
	sound(t, db)
}

// A player meets in a duel whoever waits with the nearest rating, but nobody of the same network or of a
// duel of the last week.
func TestWhoMeetsInADuel(t *testing.T) {
	db := quick(t)
	ann, bob, cid := veteran(t, db, "ann"), veteran(t, db, "bob"), veteran(t, db, "cid")
	c := meetIn(t, ann, "net1", 0)
	apart := func(why string, p *Player, network string, days float64) {
		t.Helper()
		got := meetIn(t, p, network, days)
		if got.Code == c.Code {
			t.Errorf("%s meet", why)
		}
		must(t, p.LeaveChallenge(got.Code))
	}
	apart("two of a network", bob, "net1", 0)
	if got := meetIn(t, bob, "", 0); got.Code != c.Code { // nothing is known of the network
		t.Error("bob does not meet ann")
	}
	duelled(t, ann, c, 3)
	duelled(t, bob, c, 1)
	c = meetIn(t, ann, "net1", 0)
	apart("two who met lately", bob, "net2", 6.9)
	if got := meetIn(t, bob, "net2", 7); got.Code != c.Code {
		t.Error("bob does not meet ann after a week")
	}
	wantErr(t, "leaving an opponent", ann.LeaveChallenge(c.Code), ErrRound)
	duelled(t, bob, c, 1)
	_, err := db.Sweep(day(8)) // bob stays, of net2
	must(t, err)
	apart("two of a network, of whom the one entered a duel,", cid, "net2", 8)
	must(t, bob.Delete(day(8)))
	c = meetIn(t, ann, "net1", 8)
	other, err := cid.Duel(nil, "", "net3", day(8))
	if err != nil || other.Code != c.Code || other.Game != hop {
		t.Errorf("cid, who takes any game, is in %+v, %v", other, err)
	}
	_, err = named(t, db, "fay").Duel(nil, "", "net9", day(8))
	wantErr(t, "a duel at any game, if nobody waits", err, errNoDuel)
	_, err = cid.Duel(kind(1, design(1).Title()), "DARE", "net3", day(8))
	if wantErr(t, "Duel", err, ErrRound); err == nil || !strings.Contains(err.Error(), "of these games only: "+steps{hop}.Info().Name) {
		t.Errorf("the refusal is %v", err)
	}
	_, err = session(t, db, "guest:1").Duel(steps{hop}, "DARE", "", day(0))
	wantErr(t, "a duel of a guest", err, ErrGuest)
	sound(t, db)
}

// Of those who wait with a rating near enough a player meets whom the lot gives, however the codes are ordered. It is
// the same one until then, whomever the player ignores and is ignored by, and with each key of the account.
func TestWhoIsMetInADuelIsDrawnByLot(t *testing.T) {
	db := quick(t)
	var waiting []*Player
	for i := range 5 {
		waiting = append(waiting, veteran(t, db, fmt.Sprint("ann", i)))
		meetIn(t, waiting[i], "net1", 0)
	}
	meets := func(p *Player) string {
		return string(must1(readIn(p.view, "find a duel", func(tx *store.Tx) ([]byte, error) {
			a, err := p.loadAccount(tx)
			must(t, err)
			return a.findDuel(tx, new(challengeRow), nil, day(0))
		}))(t))
	}
	met := map[string]bool{}
	for i := range 20 {
		fresh := session(t, db, fp(fmt.Sprint("new", i)))
		if first := meets(fresh); meets(fresh) != first {
			t.Error("a key without an account that asks again meets somebody else")
		}
		nick := fmt.Sprint("bob", i)
		p := named(t, db, nick)
		first := meets(p)
		met[first] = true
		for j, w := range waiting {
			must(t, p.Regard(arcade.Ignore, fmt.Sprint("ann", j), day(0)))
			if meets(p) != first {
				t.Error("a player who ignores one meets somebody else")
			}
			must(t, w.Regard(arcade.Ignore, nick, day(0)))
		}
		join(t, p, fresh)
		if meets(p) != first || meets(fresh) != first {
			t.Error("a player who is ignored, or comes with another key, meets somebody else")
		}
	}
	if len(met) < 2 || met[""] {
		t.Errorf("20 players meet those in %v", met)
	}
}

// A player is told of the duel that Duel would find, and of no other.
func TestADuelThatWaits(t *testing.T) {
	db := quick(t)
	ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
	told := func(of *Player, network string, days float64, want string) {
		t.Helper()
		if got, err := of.WaitingDuel(network, day(days)); got != want || err != nil {
			t.Errorf("%q waits, not %q: %v", got, want, err)
		}
	}
	told(bob, "net2", 0, "")
	c := meetIn(t, ann, "net1", 0)
	told(ann, "net1", 0, "")
	told(bob, "net2", 0, hop)
	told(bob, "net1", 0, "")
	told(session(t, db, "key:new"), "net3", 0, hop)
	if got := meetIn(t, bob, "net2", 0); got.Code != c.Code {
		t.Error("bob does not meet ann")
	}
	told(bob, "net2", 0, "")
	told(veteran(t, db, "cid"), "net3", 0, "")
	if _, err := session(t, db, "guest:1").WaitingDuel("", day(0)); !errors.Is(err, ErrGuest) {
		t.Errorf("a guest is told %v", err)
	}
}

// Ratings that are far apart meet only after a while.
func TestTheWaitForADuelWidensTheWindow(t *testing.T) {
	db := quick(t)
	ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
	must(t, bob.change("rate", func(tx *store.Tx, a *accountTx) error {
		a.row.Duels = poolRating{figures: figures{Points: 1500 + duelWindow + 2*duelWidens, Deviation: 60, Volatility: 0.06, Races: 9}, At: day(0).UnixMilli()}
		return a.save(tx, 0)
	}))
	c := meetIn(t, ann, "net1", 0)
	early := meetIn(t, bob, "net2", 1.9/24)
	must(t, bob.LeaveChallenge(early.Code))
	if late := meetIn(t, bob, "net2", 2.1/24); early.Code == c.Code || late.Code != c.Code {
		t.Errorf("bob is in %s and %s, ann in %s", early.Code, late.Code, c.Code)
	}
}

// Every duel ends, whatever its players leave.
func TestDuelsEnd(t *testing.T) {
	db := quick(t)
	sweep := func(days float64) {
		t.Helper()
		_, err := db.Sweep(day(days))
		must(t, err)
		sound(t, db)
	}
	pair := func(a, b string) (*Player, *Player, arcade.Challenge) {
		first, second := veteran(t, db, a), veteran(t, db, b)
		c := meetIn(t, first, "net1", 0)
		if got := meetIn(t, second, "net2", 0); got.Code != c.Code {
			t.Fatalf("%s does not meet %s", a, b)
		}
		return first, second, c
	}
	ann, bob, left := pair("ann", "bob") // bob begins, and leaves
	duelled(t, ann, left, 1)
	begun := challenging(left, 9, 3, 3, 3, 3, 3, 3)
	begun.Started = day(0).UnixMilli()
	save(t, bob, begun)
	cid, dan, unbegun := pair("cid", "dan") // dan does not begin
	duelled(t, cid, unbegun, 3)
	eve, fay, gone := pair("eve", "fay") // fay deletes the account
	duelled(t, eve, gone, 3)
	gus, hal, spoilt := pair("gus", "hal") // hal deletes the account in the midst
	duelled(t, gus, spoilt, 1)
	save(t, hal, challenging(spoilt, 9, 3, 3, 3, 3, 3, 3))
	must(t, hal.Delete(day(0)))
	must(t, fay.Delete(day(0)))
	if c := duelOf(t, gus, spoilt); !c.Over || c.Own().Rated == nil || *c.Own().Rated <= 0 {
		t.Errorf("hal, who deleted the account in the midst with more points, has not lost: %+v", c)
	}
	sweep(0.9)
	for _, c := range []arcade.Challenge{left, unbegun} {
		if !db.DuelSealed(c.Event()) {
			t.Errorf("the duel of %v is over", c.Players)
		}
	}
	sweep(1)
	if c := duelOf(t, ann, left); !c.Over || c.Own().Rated == nil || *c.Own().Rated <= 0 {
		t.Errorf("bob, who left with more points, has not lost: %+v", c)
	}
	if c := duelOf(t, cid, unbegun); c.Over || len(c.Players) != 1 {
		t.Errorf("dan, who has not begun, is in %+v", c)
	}
	if c := duelOf(t, eve, gone); c.Over || len(c.Players) != 1 {
		t.Errorf("fay, who was deleted and had not begun, is in %+v", c)
	}
	_, err := dan.Challenge(unbegun.Code, day(1))
	wantErr(t, "dan's duel", err, ErrNotFound)
	sweep(13.9)
	if !db.DuelSealed(unbegun.Event()) {
		t.Error("cid waits no longer")
	}
	sweep(14)
	if c := duelOf(t, cid, unbegun); !c.Over || c.Own().Rated != nil {
		t.Errorf("a duel that nobody answered is %+v", c)
	}
	sweep(31.1)
	_, err = bob.Challenge(left.Code, day(32))
	wantErr(t, "an old duel", err, ErrNotFound)
}

// The arcade answers a duel that nobody else has answered for a day, in its own pool.
func TestTheArcadeAnswersADuel(t *testing.T) {
	db := quick(t)
	ann := veteran(t, db, "ann")
	c := meetIn(t, ann, "net1", 0)
	answers := func(l arcade.Level, days float64) int {
		t.Helper()
		left, err := db.AnswerDuels(l, day(days))
		must(t, err)
		return len(left)
	}
	if answers(3, 2) > 0 {
		t.Error("the arcade answers one that its player has not finished")
	}
	duelled(t, ann, c, 3)
	if answers(3, 0.9) > 0 || answers(2, 2) > 0 {
		t.Error("the arcade answers too early, or at another level than the nearest")
	}
	for range 2 {
		if answers(3, 1) != 1 {
			t.Error("the arcade does not answer, or does not go on")
		}
	}
	duelled(t, level(t, db, 3), c, 1)
	if answers(3, 1) != 0 {
		t.Error("the arcade plays a duel again")
	}
	if seen := duelOf(t, ann, c); !seen.Over || seen.Players[1].Level != 3 || *seen.Own().Rated <= 0 {
		t.Errorf("the duel is %+v", seen)
	}
	if inDuels(t, ann).Exists() || !against(t, ann).Exists() {
		t.Errorf("ann is rated %+v and %+v", inDuels(t, ann), against(t, ann))
	}
	sound(t, db)
}

// The duels of one network take few of the arcade's players, and only so many wait.
func TestTheDuelsOfANetworkAreBounded(t *testing.T) {
	db := quick(t)
	begins := func(nick, network string) error {
		p := veteran(t, db, nick)
		c, err := p.Duel(steps{hop}, engine.Code("D"+strings.ToUpper(nick)), network, day(0))
		if err == nil {
			duelled(t, p, c, 3)
		}
		return err
	}
	for i := range networkDuelsMax {
		must(t, begins(fmt.Sprint("crowd", i), "crowded"))
	}
	wantErr(t, "one more", begins("late", "crowded"), ErrDuels)
	for range 3 { // the first plays on; once one is over, another is answered
		left, err := db.AnswerDuels(3, day(1))
		must(t, err)
		if len(left) != networkAnswersMax {
			t.Fatalf("%d duels are answered", len(left))
		}
		duelled(t, level(t, db, 3), left[0], 1)
	}
	if err := begins("late", "crowded"); err != nil {
		t.Errorf("once fewer wait: %v", err)
	}
}

// Whoever enters a duel and does not begin it puts off the arcade's answer by a day, and the arcade's player who
// never plays does not put off the end.
func TestNobodyPutsOffTheEndOfADuel(t *testing.T) {
	db := quick(t)
	ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
	c := meetIn(t, ann, "net1", 0)
	duelled(t, ann, c, 3)
	if got := meetIn(t, bob, "net2", 0.9); got.Code != c.Code {
		t.Fatal("bob does not meet ann")
	}
	for days := 1; days <= 15; days++ {
		left, err := db.AnswerDuels(3, day(float64(days)))
		must(t, err)
		if days <= 3 && len(left) != days/3 {
			t.Errorf("on day %d the arcade answers %d duels", days, len(left))
		}
		_, err = db.Sweep(day(float64(days)))
		must(t, err)
	}
	if db.DuelSealed(c.Event()) {
		t.Error("the duel goes on")
	}
}

// Check finds a duel that cannot be, and Repair deletes it.
func TestCheckOfADuel(t *testing.T) {
	for what, damage := range map[string]func(*challengeRow){
		"three players":                       func(row *challengeRow) { row.Players = append(row.Players, placeRow{ID: "x"}) },
		"a round that was passed on":          func(row *challengeRow) { row.Round[0] = 1 },
		"a rating below 0":                    func(row *challengeRow) { row.Players[0].Rated.After.Points = -5 },
		"a rating of a duel that is not over": func(row *challengeRow) { row.Duel.Ended = 0 },
	} {
		db := quick(t)
		ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
		c := meetIn(t, ann, "net1", 0)
		meetIn(t, bob, "net2", 0)
		duelled(t, ann, c, 3)
		duelled(t, bob, c, 1)
		sound(t, db)
		must(t, db.Update(func(tx *store.Tx) error {
			row, err := challengeEvents.get(tx, []byte(c.Code))
			damage(&row)
			return errors.Join(err, challengesBucket.Put(tx, []byte(c.Code), row))
		}))
		report, err := db.Check(library)
		if err != nil || len(report.Findings) != 1 {
			t.Errorf("%s: check finds %q, %v", what, report.Findings, err)
		}
		must(t, db.Repair())
		sound(t, db)
	}
}

// A round that cannot be ended, as its moves cannot be, keeps no duel from its end.
func TestADuelWithARoundThatCannotEnd(t *testing.T) {
	db := quick(t)
	ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
	c := meetIn(t, ann, "net1", 0)
	meetIn(t, bob, "net2", 0)
	duelled(t, ann, c, 3)
	begun := challenging(c, 9, 3)
	begun.Started = day(0).UnixMilli()
	save(t, bob, begun)
	key := accountOf(t, bob).openRound(begun.Slot())
	must(t, db.Update(func(tx *store.Tx) error {
		row, _, err := openRoundsBucket.Get(tx, key)
		row.Record += " z9z9"
		return errors.Join(err, openRoundsBucket.Put(tx, key, row))
	}))
	for days := range 15 {
		_, err := db.Sweep(day(float64(days)))
		must(t, err)
	}
	if db.DuelSealed(c.Event()) {
		t.Error("the duel goes on")
	}
}

// Duels of which nothing has ended cost a sweep no transaction that waits for the disk, and neither do those
// that the arcade need not answer.
func TestASweepChangesNoDuelThatGoesOn(t *testing.T) {
	db := quick(t)
	ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
	waits := meetIn(t, ann, "net1", 0)
	duelled(t, ann, waits, 3)
	meetIn(t, bob, "net1", 1)
	before := bolt(db).Stats()
	must(t, sweepDuels(db, day(1.5)))
	_, err := db.AnswerDuels(4, day(1.5)) // whose level is another one
	must(t, err)
	after := bolt(db).Stats()
	if n := after.TxStats.GetWrite() - before.TxStats.GetWrite(); n > 0 {
		t.Errorf("a sweep of two duels makes %d writes", n)
	}
}

// A damaged row of a player keeps the other from no round, and the duel from no end.
func TestADuelWithSomebodyDamaged(t *testing.T) {
	db := quick(t)
	ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
	c := meetIn(t, ann, "net1", 0)
	meetIn(t, bob, "net2", 0)
	duelled(t, ann, c, 3)
	id := accountOf(t, ann)
	must(t, db.Update(func(tx *store.Tx) error {
		return tx.Bucket(sumsBucket).Put(id.sum(scotsi, arcade.Counted), []byte("damaged"))
	}))
	duelled(t, bob, c, 1)
	if got := duelOf(t, bob, c); !got.Over || got.Own().Rated != nil {
		t.Errorf("the duel is %+v", got)
	}
}

// A player cannot have any number of duels.
func TestTheBoundsOfDuels(t *testing.T) {
	db := quick(t)
	ann := veteran(t, db, "ann")
	for i := range openDuelsMax {
		c, err := ann.Duel(steps{hop}, engine.Code(fmt.Sprint("D", i)), "", day(0))
		must(t, err)
		r := finished(record(hop, fmt.Sprint("D", i), 1), 9)
		r.Event = c.Event()
		finish(t, ann, r)
	}
	_, err := ann.Duel(steps{hop}, "MORE", "", day(0))
	wantErr(t, "one more that goes on", err, ErrDuels)
	_, err = db.Sweep(day(14))
	must(t, err)
	for i := openDuelsMax; i < duelsMax; i++ {
		c, err := ann.Duel(steps{hop}, "MORE", "", day(14))
		must(t, err)
		must(t, db.Update(func(tx *store.Tx) error {
			row, err := challengeEvents.get(tx, []byte(c.Code))
			row.Duel = &duelRow{Ended: day(14).UnixMilli()}
			return errors.Join(err, challengesBucket.Put(tx, []byte(c.Code), row))
		}))
	}
	_, err = ann.Duel(steps{hop}, "MORE", "", day(14))
	wantErr(t, "one more", err, ErrDuels)
}

// A duel that is over tells a player that the host keeps that player off the boards, and that one has joined accounts while it went
// on, and neither of the other.
func TestWhyADuelIsNotRated(t *testing.T) {
	db := quick(t)
	ann, bob := veteran(t, db, "ann"), veteran(t, db, "bob")
	c := meetIn(t, ann, "net1", 0)
	meetIn(t, bob, "net2", 0)
	must(t, db.Unrank("bob", true))
	duelled(t, ann, c, 3)
	must(t, db.Change(1, playersBucket, func(*store.Tx, []byte, []byte) bool { return true }, func(tx *store.Tx, key, value []byte) error {
		row, err := playersBucket.Read(key, value)
		row.LastJoin = day(0).UnixMilli()
		return errors.Join(err, playersBucket.Put(tx, key, row))
	}))
	duelled(t, bob, c, 1)
	for nick, of := range map[string]*Player{"ann": ann, "bob": bob} {
		for _, p := range duelOf(t, of, c).Players {
			if p.Rated != nil || p.Off != (nick == "bob" && p.Nick == nick) || p.Joined != (p.Nick == nick) {
				t.Errorf("for %s the duel has the player %+v", nick, p)
			}
		}
	}
}
