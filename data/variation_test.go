package data

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
)

// own returns what a player keeps, as "name=kind" with spaces between.
func own(p *Player) string {
	var text []string
	for _, g := range p.Own() {
		made, _ := g.(engine.MadeUp)
		text = append(text, fmt.Sprintf("%s=%s", g.Info().Name, strings.TrimPrefix(made.Design().Text(), "kind ")))
	}
	return strings.Join(text, ", ")
}

// kindsOf returns the kinds in a list.
func kindsOf(t *testing.T, p *Player, order arcade.VariationOrder, n int) (numbers []string) {
	t.Helper()
	list, err := p.Variations(order, n)
	must(t, err)
	for _, v := range list {
		numbers = append(numbers, strings.TrimPrefix(v.Game.Design().Text(), "kind "))
	}
	return numbers
}

func variationAs(t *testing.T, p *Player, n int) arcade.Variation {
	t.Helper()
	v, err := p.Variation(kind(n, design(n).Title()))
	must(t, err)
	return v
}

// hasRules reports whether the file has the rules of a kind, and fails the test if the
// shelf says otherwise.
func hasRules(t *testing.T, db *DB, n int) (ok bool) {
	t.Helper()
	must(t, db.View(func(tx *store.Tx) error {
		ok = isMadeUp(tx, kindID(n))
		return nil
	}))
	if found := db.games.shelf.find(kindID(n)) != ""; found != ok {
		t.Errorf("the file has kind %d: %v, and the shelf: %v", n, ok, found)
	}
	return ok
}

func TestKeepVariation(t *testing.T) {
	db := quick(t)
	ann, bob := session(t, db, fp("ann")), session(t, db, fp("bob"))
	other := session(t, db, fp("ann"))
	v := variationAs(t, ann, 1)
	if want := (arcade.Variation{Game: kind(1, "Kind 1")}); v != want {
		t.Errorf("nobody knows it, and it is %+v", v)
	}
	keep(t, ann, kind(1, "Ann's"), 1)
	keep(t, ann, kind(2, "A second"), 2)
	must(t, ann.SetNick("ann"))
	keep(t, bob, kind(1, "Bob's"), 3)
	if got := own(ann); got != "A second=2, Ann's=1" {
		t.Errorf("Own = %s", got)
	}
	if _, err := other.Account(); err != nil || own(other) != own(ann) {
		t.Errorf("another session keeps %s, %v", own(other), err)
	}
	if got := own(session(t, db, fp("bob"))); got != "Bob's=1" {
		t.Errorf("a session that has read nothing keeps %s", got)
	}
	for p, name := range map[*Player]string{ann: "Ann's", bob: "Bob's", session(t, db, fp("eve")): "Kind 1"} {
		if g, ok := p.Find(kindID(1)); !ok || g.Info().Name != name || g.Info().ID != kindID(1) {
			t.Errorf("Find = %+v, %v, want %s", g, ok, name)
		}
		v := variationAs(t, p, 1)
		want := arcade.Variation{Game: kind(1, name), Own: p == ann || p == bob, By: "ann", Since: day(0).Add(time.Second), Keepers: 2}
		if v != want {
			t.Errorf("Variation = %+v, want %+v", v, want)
		}
	}
	keep(t, ann, kind(1, "Another name"), 4)
	if g, _ := session(t, db, fp("eve")).Find(kindID(1)); g.Info().Name != "Kind 1" || own(ann) != "A second=2, Another name=1" {
		t.Errorf("after a rename it is %s, and ann keeps %s", g.Info().Name, own(ann))
	}
	must(t, ann.DropVariation(kindID(1)))
	must(t, ann.DropVariation(kindID(1)))
	must(t, session(t, db, fp("eve")).DropVariation(kindID(1)))
	v = variationAs(t, ann, 1)
	if want := (arcade.Variation{Game: kind(1, "Kind 1"), Since: day(0).Add(time.Second), Keepers: 1}); v != want || own(ann) != "A second=2" {
		t.Errorf("Variation = %+v, want %+v; ann keeps %s", v, want, own(ann))
	}
	sound(t, db)
}

func TestKeepVariationRefuses(t *testing.T) {
	db := quick(t)
	ann := session(t, db, fp("ann"))
	keep(t, ann, kind(1, "Lucky 68"), 0)
	for name, want := range map[string]error{
		"": ErrName, " x": ErrName, "x ": ErrName, "a  b": ErrName, strings.Repeat("x", 25): ErrName, "a\x1bb": ErrName, "na\u00efve": ErrName,
		"-x": ErrName, "...": ErrName, "a/b": ErrName, kindID(1): ErrName, "a@1": ErrName, "Test/Hop": ErrName, "HOP": ErrName, "h0p": ErrName,
		"St-eps": ErrName, "ST-17": ErrName, "lucky 68": ErrNameTaken, "Lucky-6B": ErrNameTaken, "LUCKY68": ErrNameTaken,
		strings.Repeat("x", 24): nil, "7": nil, "Lucky 69": nil, "It's mine!": nil,
	} {
		if err := ann.KeepVariation(kind(2, name), day(0)); !errors.Is(err, want) {
			t.Errorf("%q is %v, want %v", name, err, want)
		}
	}
	wantErr(t, "a forged ID", ann.KeepVariation(lying{kind(3, "Forged"), kindID(4)}, day(0)), ErrRound)
	wantErr(t, "a built-in game", ann.KeepVariation(lying{kind(3, "Forged"), hop}, day(0)), ErrRound)
	for n := 2; n < 2+arcade.VariationsMax-1; n++ {
		keep(t, ann, kind(n, fmt.Sprint("Number ", n)), n)
	}
	wantErr(t, "one too many", ann.KeepVariation(kind(60, "Sixty"), day(0)), ErrVariations)
	keep(t, ann, kind(9, "Sixty"), 0)
	must(t, ann.DropVariation(kindID(9)))
	keep(t, ann, kind(60, "Sixty"), 0)
	sound(t, db)
}

// A lying game says that it has another ID than its rules.
type lying struct {
	engine.MadeUp
	id string
}

func (l lying) Info() engine.Info {
	info := l.MadeUp.Info()
	info.ID = l.id
	return info
}

// A round brings its rules, whether it is saved, begun, raced, finished or imported, and
// they are found from then on.
func TestRoundsBringRules(t *testing.T) {
	db := quick(t)
	ann := session(t, db, fp("ann"))
	today := arcade.DailyEvent(day(0).Format(time.DateOnly))
	for n, bring := range []func(id string) error{
		func(id string) error { return second(ann.Save(saved(record(id, "A", 1), 1), 0)) },
		func(id string) error { return second(ann.Finish(finished(record(id, "A", 1), 1), 0)) },
		func(id string) error { _, _, err := beginEvent(ann, gameWith(id), today, day(0)); return err },
		func(id string) error {
			return second(ann.OpenRace(gameWith(id), "A", arcade.RaceTerms{Limit: time.Minute}, day(0)))
		},
		func(id string) error {
			return second(ann.Import(results(finished(record(id, "A", 1), 1)), day(1), nil))
		},
	} {
		n++
		if hasRules(t, db, n) {
			t.Errorf("kind %d is there before", n)
		}
		must(t, bring(kindID(n)))
		if !hasRules(t, db, n) {
			t.Errorf("kind %d is not there", n)
		}
		if g, ok := ann.Find(kindID(n)); !ok || g.Info().Name != design(n).Title() {
			t.Errorf("Find = %+v, %v", g, ok)
		}
	}
	for _, g := range []engine.Game{lying{kind(7, ""), kindID(8)}, lying{kind(7, ""), "own/made-up"}, lying{kind(7, ""), hop}} {
		r := record(g.Info().ID, "A", 1)
		s, f := saved(r, 1), finished(r, 1)
		s.Rules, f.Rules = engine.RulesOf(g), engine.RulesOf(g)
		wantErr(t, "Save", second(ann.Save(s, 0)), ErrRound)
		wantErr(t, "Finish", second(ann.Finish(f, 0)), ErrRound)
		wantErr(t, "Import", second(ann.Import(results(f), day(1), nil)), ErrRound)
		_, _, err := beginEvent(ann, g, today, day(0))
		wantErr(t, "Begin", err, ErrRound)
		wantErr(t, "OpenRace", second(ann.OpenRace(g, "A", arcade.RaceTerms{Limit: time.Minute}, day(0))), ErrRound)
	}
	if hasRules(t, db, 7) || hasRules(t, db, 8) {
		t.Error("a forged game is there")
	}
	cheat := finished(record(kindID(9), "A", 3), 1)
	cheat.Score.Points = 27
	wantErr(t, "a score that the record does not come to", second(ann.Finish(cheat, 0)), ErrRound)
	if s, _, err := ann.Saved(kindID(1)); err != nil || s.Rules != "kind 1" {
		t.Errorf("Saved = %+v, %v", s, err)
	}
	history, err := ann.History("", 10)
	must(t, err)
	for _, r := range history {
		if again, err := ann.Result(r.ID); err != nil || r.Rules != rulesOfKind[r.Record.Game] || again.Rules != r.Rules {
			t.Errorf("a round of %s has the rules %q and %q, %v", r.Record.Game, r.Rules, again.Rules, err)
		}
	}
	if begun, err := ann.Begun(); err != nil || !reflect.DeepEqual(begun, []engine.MadeUp{kind(1, "Kind 1")}) {
		t.Errorf("Begun = %+v, %v", begun, err)
	}
	sound(t, db)
}

// What was exported there is played here.
func TestRulesAreImported(t *testing.T) {
	there, here := quick(t), quick(t)
	ann := session(t, there, fp("ann"))
	for n := range 3 {
		finish(t, ann, finished(record(kindID(n%2+1), fmt.Sprint("D", n), 3, 3), int64(n+1)))
	}
	history, err := ann.History("", 10)
	must(t, err)
	p := session(t, here, fp("ann"))
	bare := slices.Clone(history)
	bare[0].Rules = ""
	wantErr(t, "without rules", second(p.Import(bare[:1], day(1), nil)), ErrRound)
	importRounds(t, p, history, 3)
	importRounds(t, p, history, 0)
	importRounds(t, p, bare[:1], 0)
	got, err := p.History("", 10)
	must(t, err)
	for i, r := range got {
		if r.Rules != history[i].Rules || r.Score != history[i].Score || r.Class != arcade.Imported {
			t.Errorf("%+v is imported as %+v", history[i], r)
		}
	}
	if v := variationAs(t, p, 1); v.Players != 1 || v.Rounds != 0 {
		t.Errorf("imported rounds count as played here: %+v", v)
	}
	for n := range 3 {
		must(t, second(here.Sweep(day(float64(2+2*n)))))
	}
	if !hasRules(t, here, 1) {
		t.Error("the rules of imported rounds are swept away")
	}
	sound(t, here)
}

// A made-up game of other rules than before keeps its rounds.
func TestRulesOfAnotherVersion(t *testing.T) {
	db := quick(t)
	ann := session(t, db, fp("ann"))
	old := record(kindID(1), "OLD", 3, 3)
	old.Version = 7
	r := finish(t, ann, finished(old, 1))
	save(t, ann, saved(old, 1))
	if got, err := ann.Result(r.ID); err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("Result = %+v, %v", got, err)
	}
	if report := sound(t, db); report.Unplayed != 2 {
		t.Errorf("Check = %+v", report)
	}
}

func TestVariations(t *testing.T) {
	db := quick(t)
	ann, bob, cid := player(t, db, fp("ann")), player(t, db, fp("bob")), player(t, db, "guest:1")
	want := func(order arcade.VariationOrder, want ...string) {
		t.Helper()
		if got := kindsOf(t, ann, order, 10); !slices.Equal(got, want) {
			t.Errorf("by %s they are %q, want %q", order, got, want)
		}
	}
	play := func(p *Player, n, times int) {
		t.Helper()
		for i := range times {
			finish(t, p, finished(record(kindID(n), fmt.Sprintf("D%dN%d", n, i), 3), int64(100*n+i)))
		}
	}
	want(arcade.ByPlayers)
	play(ann, 1, 5) // one player, five rounds
	play(ann, 2, 1)
	play(bob, 2, 1)
	play(cid, 2, 1)
	keep(t, ann, kind(3, "Three"), 3)
	keep(t, bob, kind(3, "Three"), 4)
	keep(t, bob, kind(4, "Four"), -1e9)
	save(t, ann, saved(record(kindID(5), "OPEN"), 1))
	want(arcade.ByPlayers, "2", "1", "3", "4")
	want(arcade.ByRounds, "1", "2", "3", "4")
	want(arcade.ByAge, "3", "2", "1", "4")
	want(arcade.ByKeepers, "3", "4", "2", "1")
	if got := kindsOf(t, ann, arcade.ByPlayers, 2); !slices.Equal(got, []string{"2", "1"}) {
		t.Errorf("the first two are %q", got)
	}
	must(t, bob.SetNick("bob"))
	must(t, db.HideVariation(kindID(4), true))
	want(arcade.ByKeepers, "3", "2", "1")
	if v := variationAs(t, ann, 4); v.Game.Info().Name != "Kind 4" {
		t.Errorf("a hidden one is called %s", v.Game.Info().Name)
	}
	if v := variationAs(t, bob, 4); v.Game.Info().Name != "Four" || own(bob) != "Four=4, Three=3" {
		t.Errorf("its keeper calls it %s and keeps %s", v.Game.Info().Name, own(bob))
	}
	if list, err := db.Variations(true, "", 10); err != nil || len(list) != 1 || !list[0].Hidden || list[0].By != "bob" || list[0].Game.Info().Name != "Kind 4" || list[0].Owner != idMark+accountOf(t, bob).String() {
		t.Errorf("hidden are %+v, %v", list, err)
	}
	must(t, db.HideVariation(kindID(4), false))
	if list, err := db.Variations(false, arcade.ByKeepers, 2); err != nil || len(list) != 2 || list[1].Game.Info().Name != "Kind 4" {
		t.Errorf("the host reads %+v, %v", list, err)
	}
	wantErr(t, "HideVariation", db.HideVariation(kindID(9), true), ErrNotFound)
	sound(t, db)
	must(t, bob.Delete(day(1)))
	want(arcade.ByPlayers, "2", "1", "3")
	if _, err := db.Sweep(day(400)); err != nil { // the guest goes
		t.Error(err)
	}
	if v := variationAs(t, ann, 2); v.Players != 1 || v.Rounds != 1 {
		t.Errorf("after two deletions it is %+v", v)
	}
	sound(t, db)
}

func TestSetEstimate(t *testing.T) {
	db := quick(t)
	ann := session(t, db, fp("ann"))
	first, less, more := hint.Estimate{Edition: hint.Edition, Deals: 50, Won: 17}, hint.Estimate{Edition: hint.Edition, Deals: 49}, hint.Estimate{Edition: hint.Edition, Deals: 50, Won: 18}
	old := hint.Estimate{Edition: hint.Edition - 1, Deals: 60, Won: 60} // of an older program, as of rows in its file
	wantErr(t, "SetEstimate", ann.SetEstimate(kindID(1), first), ErrNotFound)
	keep(t, ann, kind(1, "One"), 0)
	for _, c := range []struct{ set, want hint.Estimate }{{old, hint.Estimate{}}, {first, first}, {less, first}, {more, more}} {
		must(t, ann.SetEstimate(kindID(1), c.set))
		if v := variationAs(t, ann, 1); v.Estimate != c.want {
			t.Errorf("the estimate is %+v, want %+v", v.Estimate, c.want)
		}
	}
}

func TestOpenRoundsOfVariationsAreBounded(t *testing.T) {
	db := quick(t)
	ann := session(t, db, fp("ann"))
	for n := range arcade.VariationsMax {
		save(t, ann, saved(record(kindID(n+1), "A"), 1))
	}
	wantErr(t, "Save", second(ann.Save(saved(record(kindID(60), "A"), 1), 0)), ErrOpenVariations)
	_, _, err := beginEvent(ann, gameWith(kindID(60)), arcade.DailyEvent(day(0).Format(time.DateOnly)), day(0))
	wantErr(t, "Begin", err, ErrOpenVariations)
	save(t, ann, saved(record(hop, "A"), 1))
	save(t, ann, saved(record(kindID(1), "A", 1), 1))
	finish(t, ann, finished(record(kindID(1), "A", 1, 2), 1))
	save(t, ann, saved(record(kindID(60), "A"), 1))
	sound(t, db)
}

// The names of both accounts are those of one.
func TestJoinOfKeepers(t *testing.T) {
	db := quick(t)
	ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
	keep(t, ann, kind(1, "One"), 5)
	keep(t, ann, kind(2, "Two"), 2)
	keep(t, bob, kind(1, "Bob's one"), 1)
	keep(t, bob, kind(3, "two"), 3)
	keep(t, bob, kind(4, "Four"), 4)
	for _, p := range []*Player{ann, bob} {
		finish(t, p, finished(record(kindID(1), "A", 3), 7))
	}
	join(t, ann, bob)
	for _, p := range []*Player{ann, bob, session(t, db, fp("bob"))} { // bob's has read nothing since
		if got := own(p); got != "Four=4, One=1, Two=2, two 2=3" {
			t.Errorf("Own = %s", got)
		}
	}
	if v := variationAs(t, bob, 1); v.Keepers != 1 || v.Players != 1 || v.Rounds != 2 || v.Game.Info().Name != "One" {
		t.Errorf("Variation = %+v", v)
	}
	must(t, ann.DropVariation(kindID(4)))
	if got := own(bob); got != "One=1, Two=2, two 2=3" {
		t.Errorf("a session of the joined account keeps %s", got)
	}
	sound(t, db)
	eve := player(t, db, fp("eve"))
	for n := range arcade.VariationsMax - 2 {
		keep(t, eve, kind(n+3, fmt.Sprint("Number ", n)), n)
	}
	wantErr(t, "Join", eve.Join(link(t, ann), day(0)), nil) // 50 in all
	if got := len(ann.Own()); got != arcade.VariationsMax {
		t.Errorf("ann keeps %d", got)
	}
	fay := player(t, db, fp("fay"))
	keep(t, fay, kind(60, "Sixty"), 0)
	wantErr(t, "Join", fay.Join(link(t, ann), day(0)), ErrVariations)
	sound(t, db)
	must(t, ann.Delete(day(0)))
	if own(ann)+own(bob)+own(eve) != "" {
		t.Errorf("after the deletion they keep %s, %s, %s", own(ann), own(bob), own(eve))
	}
	sound(t, db)
}

// What nothing mentions goes, a day after that was found.
func TestSweepVariations(t *testing.T) {
	db := quick(t)
	ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
	sweep := func(days float64) {
		t.Helper()
		_, err := db.Sweep(day(days))
		must(t, err)
		sound(t, db)
	}
	keep(t, ann, kind(1, "Kept"), 0)
	finish(t, ann, finished(record(kindID(2), "A", 1), 1))
	save(t, ann, saved(record(kindID(3), "A", 1), 1))
	race, err := ann.OpenRace(gameWith(kindID(4)), "A", arcade.RaceTerms{Limit: time.Minute}, day(0))
	must(t, err)
	_, err = ann.StartRace(race.Code, day(0))
	must(t, err)
	for n := 5; n <= 8; n++ {
		keep(t, bob, kind(n, fmt.Sprint("Dropped ", n)), 0)
		must(t, bob.DropVariation(kindID(n)))
	}
	sweep(10)
	sweep(10.5)
	for n := 1; n <= 8; n++ {
		if !hasRules(t, db, n) {
			t.Errorf("kind %d went at once", n)
		}
	}
	save(t, bob, saved(record(kindID(6), "A", 1), 1)) // begun since it was marked
	keep(t, bob, kind(7, "Seven"), 0)
	must(t, bob.DropVariation(kindID(7)))
	sweep(11)
	for n := 1; n <= 8; n++ {
		if want := n != 5 && n != 8; hasRules(t, db, n) != want {
			t.Errorf("kind %d is there: %v", n, !want)
		}
	}
	sweep(12)
	if hasRules(t, db, 7) {
		t.Error("kind 7 stays")
	}
	_, rev, err := ann.Saved(kindID(3))
	must(t, err)
	_, err = ann.Finish(finished(record(kindID(3), "A", 1, 1), 5), rev)
	must(t, err)
	must(t, ann.Delete(day(12)))
	must(t, bob.Delete(day(12)))
	sweep(13)
	sweep(14)
	for n := 1; n <= 8; n++ {
		if hasRules(t, db, n) {
			t.Errorf("kind %d stays", n)
		}
	}
	if got := rows(t, db); got["variations"]+got["kept"]+got["listed"] != 0 {
		t.Errorf("left are %v", got)
	}
}

// An open round that a join moves while a sweep looks for it keeps its rules.
func TestSweepWhileAccountsAreJoined(t *testing.T) {
	db := quick(t)
	ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
	save(t, bob, saved(record(kindID(1), "A", 1), 1))
	_, err := db.Sweep(day(10))
	must(t, err)
	join(t, ann, bob)
	var row variationRow
	must(t, db.View(func(tx *store.Tx) (err error) {
		row, _, err = variationsBucket.Get(tx, []byte(kindID(1)))
		return err
	}))
	if row.Idle != 0 {
		t.Error("it is marked still, and a sweep that has passed its new place would delete it")
	}
	sound(t, db)
}

// The shelf says what the file says, also after a failure of the disk.
func TestShelfFollowsTheDisk(t *testing.T) {
	for _, kept := range []bool{true, false} {
		d := &disk{kept: kept}
		db := openOn(t, d, filepath.Join(t.TempDir(), "boardwalk.db"))
		db.games = newGames(library, db.games.shelf)
		ann := session(t, db, fp("ann"))
		keep(t, ann, kind(1, "One"), 0)
		keep(t, ann, kind(2, "Two"), 0)
		d.fails = true
		wantErr(t, "KeepVariation", ann.KeepVariation(kind(3, "Three"), day(0)), store.ErrUnknown)
		want := map[bool]string{true: "One=1, Three=3, Two=2", false: "One=1, Two=2"}[kept]
		if _, err := ann.Account(); err != nil || own(ann) != want {
			t.Errorf("kept %v, and ann keeps %s, %v", kept, own(ann), err)
		}
		hasRules(t, db, 3)
		d.fails = false
		d.fire(t, db)
		must(t, ann.DropVariation(kindID(1)))
		if want := strings.TrimPrefix(want, "One=1, "); own(ann) != want {
			t.Errorf("afterwards ann keeps %s", own(ann))
		}
		sound(t, db)
	}
}

// A change that fails leaves the shelf as it was.
func TestShelfForgetsWhatWasNotStored(t *testing.T) {
	db := quick(t)
	ann := session(t, db, fp("ann"))
	s := saved(record(kindID(1), "A", 1), 1)
	wantErr(t, "write", db.Update(func(tx *store.Tx) error {
		must(t, db.bringRules(tx, s.Record.Game, s.Rules, 1))
		return ErrBusy
	}), ErrBusy)
	if hasRules(t, db, 1) {
		t.Error("it is there")
	}
	if _, ok := ann.Find(kindID(1)); ok {
		t.Error("it is found")
	}
}

// A shelf is what it was after the file was closed, copied, compacted and restored.
func TestShelfOfACopy(t *testing.T) {
	c, path, _ := crowdFile(t)
	want := c.state(t, path)
	if !strings.Contains(want, "kind 1") || !strings.Contains(want, "name:ann's first") {
		t.Errorf("the crowd keeps nothing: %s", want)
	}
	_, _, err := store.Compact(path, Schema, nil)
	must(t, err)
	restored := filepath.Join(t.TempDir(), "restored.db")
	restore(t, path, restored, Schema)
	if got := c.state(t, restored); got != want {
		t.Errorf("it reads otherwise: %s", differ(got, want))
	}
}

// Two texts with one hash: the first stays.
func TestCollision(t *testing.T) {
	db := quick(t)
	ann := session(t, db, fp("ann"))
	must(t, db.Update(func(tx *store.Tx) error { return db.bringRules(tx, kindID(1), "kind 2", 1) }))
	wantErr(t, "Save", second(ann.Save(saved(record(kindID(1), "A", 1), 1), 0)), ErrRound)
	wantErr(t, "KeepVariation", ann.KeepVariation(kind(1, "One"), day(0)), ErrRound)
	report, err := db.Check(library)
	must(t, err)
	if len(report.Findings) != 1 || !strings.Contains(report.Findings[0], "The rules of "+kindID(1)+" cannot be used: they are of another game.") {
		t.Errorf("Check finds %q", report.Findings)
	}
}

// However many variations a file has, listing some reads no more than those.
func TestListingIsQuick(t *testing.T) {
	db := quick(t)
	must(t, db.Update(func(tx *store.Tx) error {
		for n := 1; n <= 900; n++ {
			row := variationRow{Text: design(n).Text(), Since: int64(n), Keepers: 1 + n%7}
			must(t, variationsBucket.Put(tx, []byte(kindID(n)), row))
		}
		return nil
	}))
	must(t, db.View(func(tx *store.Tx) error {
		stats := tx.Stats()
		before := stats.GetCursorCount()
		n := len(db.listed(tx, arcade.ByKeepers, playerID{}, 20))
		stats = tx.Stats()
		if read := stats.GetCursorCount() - before; n != 20 || read > 20*8 {
			t.Errorf("%d rows were looked up for %d variations", read, n)
		}
		return nil
	}))
}

// Any counts that damage leaves are counted again.
func TestRepairCounts(t *testing.T) {
	c := newCrowd(t)
	want := c.read(t)
	rng := rand.New(rand.NewPCG(1, 2))
	must(t, directly(c.db, func(tx *store.Tx) error {
		for _, key := range rowKeys(tx, variationsBucket) {
			row, _, err := variationsBucket.Get(tx, key)
			must(t, err)
			row.Players, row.Rounds, row.Keepers = rng.IntN(5), rng.IntN(5), rng.IntN(5)
			must(t, variationsBucket.Put(tx, key, row))
		}
		return nil
	}))
	if report, err := c.db.Check(library); err != nil || len(report.Findings) == 0 {
		t.Errorf("Check = %+v, %v", report, err)
	}
	must(t, c.db.Repair())
	sound(t, c.db)
	if got := c.read(t); got != want {
		t.Errorf("it reads otherwise: %s", differ(got, want))
	}
}

// Rules that cannot be read are written again with the next round that brings them.
func TestLostRulesComeBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	db := openAt(t, path, Games(library))
	ann := session(t, db, fp("ann"))
	keep(t, ann, kind(1, "One"), 0)
	finish(t, ann, finished(record(kindID(1), "A", 1), 1))
	must(t, directly(db, func(tx *store.Tx) error {
		return tx.Bucket(variationsBucket).Put([]byte(kindID(1)), []byte("damaged"))
	}))
	must(t, db.Close())
	db = openAt(t, path, Games(library))
	ann = session(t, db, fp("ann"))
	if report, err := db.Check(library); err != nil || len(report.Findings) == 0 {
		t.Errorf("Check = %+v, %v", report, err)
	}
	if r, err := ann.History("", 1); err != nil || r[0].Rules != "" {
		t.Errorf("History = %+v, %v", r, err)
	}
	finish(t, ann, finished(record(kindID(1), "B", 1), 2))
	must(t, db.Repair())
	sound(t, db)
	if v := variationAs(t, ann, 1); own(ann) != "One=1" || v.Rounds != 2 || v.Keepers != 1 {
		t.Errorf("ann keeps %s; Variation = %+v", own(ann), v)
	}
}

// Rules that came back without their counts stay, even if nobody repairs the counts: a
// sweep looks for itself.
func TestSweepLeavesWhatIsMiscounted(t *testing.T) {
	db := quick(t)
	ann, bob, eve := session(t, db, fp("ann")), session(t, db, fp("bob")), session(t, db, fp("eve"))
	finish(t, ann, finished(record(kindID(1), "A", 1), 1000))
	keep(t, bob, kind(2, "Two"), 0)
	must(t, db.Update(func(tx *store.Tx) error {
		b := tx.Bucket(variationsBucket)
		return errors.Join(b.Put([]byte(kindID(1)), []byte("damaged")), b.Put([]byte(kindID(2)), []byte("damaged")))
	}))
	finish(t, ann, finished(record(kindID(1), "B", 1), 2000))
	save(t, eve, saved(record(kindID(2), "B", 1), 2000))
	must(t, eve.Delete(day(1)))
	for d := range 4 {
		must(t, second(db.Sweep(day(10+2*float64(d)))))
	}
	for _, n := range []int{1, 2} {
		if !hasRules(t, db, n) {
			t.Errorf("the rules of kind %d are gone", n)
		}
	}
	must(t, db.Repair())
	sound(t, db)
}

func TestCheckFindsVariations(t *testing.T) {
	bucket := func(tx *store.Tx, name []byte) store.Bucket { return tx.Bucket(name) }
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, tx *store.Tx, ann playerID)
		want   string
		stays  bool // Repair cannot help
	}{
		{"rules that cannot be read", func(t *testing.T, tx *store.Tx, _ playerID) {
			must(t, bucket(tx, variationsBucket).Put([]byte(kindID(1)), []byte("damaged")))
		}, "The rules of a variation cannot be read", true},
		{"rules of another game", func(t *testing.T, tx *store.Tx, _ playerID) {
			edit(t, bucket(tx, variationsBucket), []byte(kindID(1)), func(row *variationRow) { row.Text = "kind 2" })
		}, "The rules of " + kindID(1) + " cannot be used: they are of another game.", true},
		{"rules that are not those of a game", func(t *testing.T, tx *store.Tx, _ playerID) {
			edit(t, bucket(tx, variationsBucket), []byte(kindID(1)), func(row *variationRow) { row.Text = "chess" })
		}, `The rules of ` + kindID(1) + ` cannot be used: "chess" is no kind of steps.`, true},
		{"missing rules", func(t *testing.T, tx *store.Tx, _ playerID) {
			must(t, bucket(tx, variationsBucket).Delete([]byte(kindID(4))))
		}, "is wrong: the rules of its game are missing.", true},
		{"missing rules of an open round", func(t *testing.T, tx *store.Tx, _ playerID) {
			must(t, bucket(tx, variationsBucket).Delete([]byte(kindID(5))))
		}, "cannot be resumed: the rules of its game are missing.", true},
		{"missing rules of a race", func(t *testing.T, tx *store.Tx, _ playerID) {
			must(t, bucket(tx, variationsBucket).Delete([]byte(kindID(6))))
		}, " is of " + kindID(6) + ", whose rules are missing.", true},
		{"missing rules of what a player keeps", func(t *testing.T, tx *store.Tx, _ playerID) {
			must(t, bucket(tx, variationsBucket).Delete([]byte(kindID(3))))
		}, " keeps " + kindID(3) + ", whose rules are missing.", false},
		{"a lost name", func(t *testing.T, tx *store.Tx, ann playerID) {
			must(t, bucket(tx, keptBucket).Put(ann.kept(kindID(1)), []byte("damaged")))
		}, "What a player calls a variation cannot be read", false},
		{"what nobody keeps", func(t *testing.T, tx *store.Tx, _ playerID) {
			must(t, store.Put(bucket(tx, keptBucket), playerID{1}.kept(kindID(1)), keptRow{Name: "x"}))
		}, "belongs to no player", false},
		{"a lost row of a keeper", func(t *testing.T, tx *store.Tx, ann playerID) {
			must(t, bucket(tx, keptBucket).Delete(ann.kept(kindID(1))))
		}, "does not keep " + kindID(1) + ".", false},
		{"a count", func(t *testing.T, tx *store.Tx, _ playerID) {
			row, _, err := variationsBucket.Get(tx, []byte(kindID(1)))
			must(t, err)
			row.Rounds++
			must(t, variationsBucket.Put(tx, []byte(kindID(1)), row))
		}, kindID(1) + " should have 2 players, 3 rounds and 3 keepers.", false},
		{"a place in no list", func(t *testing.T, tx *store.Tx, _ playerID) {
			must(t, bucket(tx, listedBucket).Put([]byte("x"), []byte{}))
		}, `Row "x" of listed follows from no row of variations.`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			crowd := newCrowd(t)
			must(t, directly(crowd.db, func(tx *store.Tx) error {
				id, err := crowd.players["ann"].id(tx)
				c.damage(t, tx, id)
				return err
			}))
			found := func() string {
				report, err := crowd.db.Check(library)
				must(t, err)
				return strings.Join(report.Findings, "\n")
			}
			if got := found(); !strings.Contains(got, c.want) {
				t.Errorf("Check finds\n%s\nwant %s", got, c.want)
			}
			must(t, crowd.db.Repair())
			if got := found(); c.stays != strings.Contains(got, c.want) || !c.stays && got != "" {
				t.Errorf("Repair left\n%s", got)
			}
			before := fmt.Sprint(rows(t, crowd.db))
			must(t, crowd.db.Repair())
			if got := fmt.Sprint(rows(t, crowd.db)); got != before {
				t.Errorf("another repair makes %s of %s", got, before)
			}
		})
	}
}

// Sessions of one player and of others look things up while names and games come and go.
func TestShelfIsShared(t *testing.T) {
	db := quick(t)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			p := session(t, db, fp(fmt.Sprint(i/2)))
			for n := range 30 {
				if err := p.KeepVariation(kind(1+n%5, fmt.Sprintf("Mine %d %d", i, n%5)), day(0)); err != nil {
					t.Error(err)
				}
				if n%7 == 0 {
					if err := p.DropVariation(kindID(1 + n%5)); err != nil {
						t.Error(err)
					}
				}
			}
		})
		all.Go(func() {
			p := session(t, db, fp(fmt.Sprint(i/2)))
			for n := range 200 {
				p.Find(kindID(1 + n%5))
				for _, g := range p.Own() {
					if !strings.HasPrefix(g.Info().Name, "Mine ") {
						t.Errorf("it keeps %s", g.Info().Name)
					}
				}
				if _, err := p.Variations(arcade.ByKeepers, 3); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	sound(t, db)
	for i := range 2 {
		p := session(t, db, fp(fmt.Sprint(i)))
		must(t, db.View(func(tx *store.Tx) error {
			id, err := p.id(tx)
			if want := keptGames(tx, id); !slices.Equal(db.games.shelf.ownOf(id), want) {
				t.Errorf("the shelf has %v, the file %v", db.games.shelf.ownOf(id), want)
			}
			return err
		}))
	}
}

// However many games are found, few stay parsed.
func TestParsedGamesAreBounded(t *testing.T) {
	g := newGames(library, newShelf())
	for n := range 900 {
		for _, name := range []string{"", "a", "b", "c"} {
			if made, err := g.named(kindID(n+1), design(n+1).Text(), name); err != nil || made.Info().ID != kindID(n+1) {
				t.Fatal(made, err)
			}
		}
	}
	if n := len(g.parsed); n > parsedMax {
		t.Errorf("%d games are parsed", n)
	}
}

// What the host has hidden does not come back in sight by being forgotten.
func TestSweepLeavesTheHidden(t *testing.T) {
	db := quick(t)
	ann := session(t, db, fp("ann"))
	keep(t, ann, kind(1, "Naughty"), 0)
	must(t, db.HideVariation(kindID(1), true))
	must(t, ann.DropVariation(kindID(1)))
	for _, hidden := range []bool{true, false} {
		must(t, db.HideVariation(kindID(1), hidden))
		for n := range 3 {
			_, err := db.Sweep(day(float64(10 + 2*n)))
			must(t, err)
		}
		if hasRules(t, db, 1) != hidden {
			t.Errorf("hidden %v, and it is there: %v", hidden, !hidden)
		}
	}
	sound(t, db)
}

// The families of the program: any game that they make up is stored, found, replayed,
// exported and imported.
func TestFamiliesOfTheProgram(t *testing.T) {
	real := catalog.Library()
	open := func() *DB {
		return openAt(t, filepath.Join(t.TempDir(), "boardwalk.db"), Games(real), unsynced, MapSize(1))
	}
	here, there := open(), open()
	rng := rand.New(rand.NewPCG(11, 12))
	ann := session(t, here, fp("ann"))
	for _, f := range real.Families {
		for n := range 40 {
			g, err := real.Make(f.Random(rng))
			must(t, err)
			r := engine.NewRound(g, engine.Code(fmt.Sprint("R", n)))
			for range 200 {
				moves := r.State().Moves()
				if len(moves) == 0 {
					break
				}
				must(t, r.Play(moves[rng.IntN(len(moves))]))
			}
			s := arcade.Save(r)
			s.Started = day(0).UnixMilli()
			rev, err := ann.Save(s, 0)
			must(t, err)
			_, err = ann.Finish(s.Result(engine.Final(r.State()), day(0.5).UnixMilli()+int64(n)), rev)
			must(t, err)
			if made, ok := g.(engine.MadeUp); ok && n < 10 {
				keep(t, ann, made.Named(fmt.Sprint(f.Name(), " ", n)), n)
			}
		}
	}
	sound(t, here, real)
	must(t, here.Close())
	again := openAt(t, here.Path(), Games(real))
	ann = session(t, again, fp("ann"))
	if got := len(ann.Own()); got != 10*len(real.Families) {
		t.Errorf("ann keeps %d games", got)
	}
	history, err := ann.History("", 1000)
	must(t, err)
	for _, r := range history {
		g, ok := ann.Find(r.Record.Game)
		if _, house := real.Find(r.Record.Game); !ok && !house || ok && engine.RulesOf(g) != r.Rules {
			t.Errorf("%s is found: %v", r.Record.Game, ok)
		}
	}
	bob := session(t, there, fp("bob"))
	importRounds(t, bob, history, len(history))
	if report := sound(t, there, real); report.Unplayed != 0 {
		t.Errorf("Check = %+v", report)
	}
}

// The attack: find two games whose IDs are the same. Whoever brings the second, in any way,
// gets nothing, and the first stays what it is for everybody, also if it was not parsed
// before.
func TestGamesOfOneIDDoNotStandForEachOther(t *testing.T) {
	first, second := kind(998, "Twin 0"), kind(999, "Twin 1")
	id := first.Info().ID
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	db := openAt(t, path, Games(library))
	keep(t, session(t, db, fp("ann")), first, 0)
	must(t, db.Close())
	db = openAt(t, path, Games(library)) // nothing is parsed yet
	ann, eve := session(t, db, fp("ann")), session(t, db, fp("eve"))

	r := engine.NewRound(second, "R1")
	must(t, r.Play(r.State().Moves()[0]))
	s := arcade.Save(r)
	s.Started = day(0).UnixMilli()
	ended := s.Result(engine.Final(r.State()), day(0.5).UnixMilli())
	wantErr(t, "KeepVariation", eve.KeepVariation(second, day(0)), ErrRound)
	_, err := eve.Save(s, 0)
	wantErr(t, "Save", err, ErrRound)
	_, err = eve.Finish(ended, 0)
	wantErr(t, "Finish", err, ErrRound)
	_, err = eve.Import([]arcade.Result{ended}, day(1), nil)
	wantErr(t, "Import", err, ErrRound)

	library := library
	library.Shelf = ann
	for what, find := range map[string]func() (engine.Game, bool){
		"Find":    func() (engine.Game, bool) { return ann.Find(id) },
		"Restore": func() (engine.Game, bool) { return library.Restore(id, engine.RulesOf(first)) },
		"Make":    func() (engine.Game, bool) { g, err := library.Make(first.Design()); return g, err == nil },
	} {
		if g, ok := find(); !ok || engine.RulesOf(g) != engine.RulesOf(first) {
			t.Errorf("%s finds other rules", what)
		}
	}
	if g, err := library.Make(second.Design()); err != nil || engine.RulesOf(g) != engine.RulesOf(second) {
		t.Errorf("the code of the second game is that of the first: %v", err)
	}
	keep(t, ann, first.Named("Still mine"), 1)
	sound(t, db, library)
}

// Whom the host has taken off the boards is not named in the lists of the workshop.
func TestNobodyOffTheBoardsIsNamed(t *testing.T) {
	db := quick(t)
	ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
	must(t, ann.SetNick("ann"))
	keep(t, ann, kind(1, "One"), 0)
	for _, off := range []bool{false, true, false} {
		must(t, db.Unrank("ann", off))
		if v := variationAs(t, bob, 1); (v.By == "ann") == off {
			t.Errorf("off the boards: %v; it is by %q", off, v.By)
		}
	}
}
