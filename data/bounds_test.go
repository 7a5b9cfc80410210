package data

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
)

// manyRounds is more rounds than one transaction may process.
const manyRounds = 4 * rowsAtOnce

// fewRows is how many rounds one transaction adds or removes in tests of what is left of a
// change made in parts: a hundred rounds make as many parts as a thousand usually do.
const fewRows = 25

func inSmallParts(o *Options) { o.rows = fewRows }

// playMany gives a player rounds, one a second, of which some lengthen a streak.
func playMany(t testing.TB, db *DB, fingerprint string, n int) *Player {
	t.Helper()
	p := session(t, db, fingerprint)
	must(t, db.Update(func(tx *store.Tx) error {
		for i := range n {
			points := []int{3, 3, 3, 3, 3, 3, 3}
			if i%7 == 0 {
				points = points[:2]
			}
			r := finished(record([]string{hop, scotsi}[i%2], fmt.Sprint("D", i), points...), int64(i+1)*1000)
			if err := insertRound(tx, p, of(arcade.Classes()[i%3], r)); err != nil {
				return err
			}
		}
		return nil
	}))
	return p
}

// manyFrom returns rounds as playMany makes them, starting at from.
func manyFrom(from, n int) (rounds []arcade.Result) {
	for i := from; i < from+n; i++ {
		rounds = append(rounds, finished(record(hop, fmt.Sprint("I", i), 1, 2), int64(i+1)*1000))
	}
	return rounds
}

// played returns how many rounds a player's sums are of.
func played(t testing.TB, p *Player) (n int) {
	t.Helper()
	stats, err := p.Stats()
	must(t, err)
	for _, s := range stats {
		n += s.Played
	}
	return n
}

func importRounds(t testing.TB, p *Player, rounds []arcade.Result, want int) {
	t.Helper()
	if added, err := p.Import(rounds, day(1), nil); err != nil || added != want {
		t.Fatalf("Import = %d, %v, want %d", added, err, want)
	}
}

// withRaces returns a player who was in n finished races.
func withRaces(t testing.TB, db *DB, fingerprint string, n int) *Player {
	t.Helper()
	p, other := player(t, db, fingerprint), player(t, db, fp("racer"))
	for range n {
		_, err := db.EndRace(started(t, p, other).Code, day(1))
		must(t, err)
	}
	return p
}

// However many rounds an account has, no transaction looks up or writes more than a fixed
// number of rows, because all others wait for it.
func TestEachWriteIsShort(t *testing.T) {
	var most int64
	counted := func(o *Options) {
		o.Commit = func(tx *store.Tx) error {
			stats := tx.Stats()
			most = max(most, stats.GetCursorCount()) // one for each row that is looked up or written
			tx.DB().NoSync = true
			return tx.Commit()
		}
	}
	for i, c := range []struct {
		name string
		// prepare returns the function whose rows are counted.
		prepare func(t *testing.T, db *DB) func() error
	}{
		{"Import", func(t *testing.T, db *DB) func() error {
			p := playMany(t, db, fp("ann"), manyRounds)
			return func() error { _, err := p.Import(manyFrom(500, manyRounds), day(1), nil); return err }
		}},
		{"Import of what is there", func(t *testing.T, db *DB) func() error {
			p := session(t, db, fp("ann"))
			importRounds(t, p, manyFrom(0, manyRounds), manyRounds)
			return func() error { _, err := p.Import(manyFrom(1, manyRounds), day(1), nil); return err }
		}},
		{"Join", func(t *testing.T, db *DB) func() error {
			ann, bob := playMany(t, db, fp("ann"), manyRounds), playMany(t, db, fp("bob"), manyRounds)
			code := link(t, ann)
			return func() error { return bob.Join(code, day(0)) }
		}},
		{"Join of a guest's", func(t *testing.T, db *DB) func() error {
			code := link(t, playMany(t, db, "guest:1", manyRounds))
			return func() error { return session(t, db, fp("ann")).Join(code, day(0)) }
		}},
		{"Join of what both have imported", func(t *testing.T, db *DB) func() error {
			ann, bob := session(t, db, fp("ann")), session(t, db, fp("bob"))
			importRounds(t, ann, manyFrom(0, manyRounds), manyRounds)
			importRounds(t, bob, manyFrom(100, manyRounds), manyRounds)
			code := link(t, ann)
			return func() error { return bob.Join(code, day(0)) }
		}},
		{"Join with many races", func(t *testing.T, db *DB) func() error {
			ann, bob := player(t, db, fp("ann")), withRaces(t, db, fp("bob"), manyRounds/4)
			code := link(t, ann)
			return func() error { return bob.Join(code, day(0)) }
		}},
		{"Join of two who follow many", func(t *testing.T, db *DB) func() error {
			ann, bob := following(t, db, fp("ann"), 0), following(t, db, fp("bob"), arcade.FollowsMax)
			code := link(t, ann)
			return func() error { return bob.Join(code, day(0)) }
		}},
		{"Unfollow", func(t *testing.T, db *DB) func() error {
			p := following(t, db, fp("ann"), 0)
			return func() error { return p.Regard(arcade.Unfollow, "num7", day(0)) }
		}},
		{"Delete of one whom many follow", func(t *testing.T, db *DB) func() error {
			for i := range 8 {
				following(t, db, fmt.Sprint("guest:", i), 0)
			}
			return func() error {
				must(t, session(t, db, fp("num0")).Delete(day(0)))
				_, err := db.Sweep(day(0))
				return err
			}
		}},
		{"Delete with many races", func(t *testing.T, db *DB) func() error {
			p := withRaces(t, db, fp("ann"), manyRounds/4)
			return func() error { return p.Delete(day(2)) }
		}},
		{"Delete", func(t *testing.T, db *DB) func() error {
			ann, bob := playMany(t, db, fp("ann"), manyRounds), playMany(t, db, fp("bob"), manyRounds)
			join(t, ann, bob)
			return func() error { return ann.Delete(day(0)) }
		}},
		{"Sweep", func(t *testing.T, db *DB) func() error {
			for i := range 3 {
				playMany(t, db, fmt.Sprint("guest:", i), manyRounds)
			}
			for range manyRounds {
				_, _, err := db.Invite("the host", day(0))
				must(t, err)
			}
			return func() error { _, err := db.Sweep(day(100)); return err }
		}},
		{"Import of variations", func(t *testing.T, db *DB) func() error {
			p := player(t, db, fp("ann"))
			return func() error { _, err := p.Import(madeUpFrom(1, madeUpMax, "A"), day(1), nil); return err }
		}},
		{"Delete of a player of variations", func(t *testing.T, db *DB) func() error {
			p := player(t, db, fp("ann"))
			importRounds(t, p, madeUpFrom(1, madeUpMax, "A"), madeUpMax)
			for n := range arcade.VariationsMax {
				keep(t, p, kind(500+n, fmt.Sprint("Number ", n)), n)
			}
			return func() error { return p.Delete(day(1)) }
		}},
		{"Sweep of guests who keep variations", func(t *testing.T, db *DB) func() error {
			for i := range 8 {
				p := player(t, db, fmt.Sprint("guest:", i))
				for n := range arcade.VariationsMax {
					keep(t, p, kind(1+i*arcade.VariationsMax+n, fmt.Sprint("Number ", n)), n)
				}
			}
			return func() error { _, err := db.Sweep(day(100)); return err }
		}},
		{"Sweep of variations", func(t *testing.T, db *DB) func() error {
			must(t, db.Update(func(tx *store.Tx) error {
				for n := 1; n <= 998; n++ {
					must(t, db.bringRules(tx, kindID(n), design(n).Text(), 1))
				}
				return nil
			}))
			return func() error {
				_, marked := db.Sweep(day(100))
				_, swept := db.Sweep(day(102))
				return errors.Join(marked, swept)
			}
		}},
		{"RemoveKey", func(t *testing.T, db *DB) func() error {
			p := playMany(t, db, fp("ann"), manyRounds)
			must(t, session(t, db, fp("bob")).Join(link(t, p), day(0)))
			return func() error { return p.RemoveKey(fp("bob"), day(0)) }
		}},
		{"Finish", func(t *testing.T, db *DB) func() error {
			p := playMany(t, db, fp("ann"), manyRounds)
			return func() error { _, err := p.Finish(finished(record(hop, "LAST", 3, 3), 1e9), 0); return err }
		}},
		{"Finish when the clock was set back", func(t *testing.T, db *DB) func() error {
			p := playMany(t, db, fp("ann"), manyRounds)
			return func() error {
				_, won := p.Finish(finished(record(hop, "LATE", 3, 3, 3, 3, 3, 3, 3), manyRounds*500), 0)
				_, lost := p.Finish(finished(record(scotsi, "LATE", 1), 10), 0)
				return errors.Join(won, lost)
			}
		}},
		{"Repair", func(t *testing.T, db *DB) func() error {
			id := accountOf(t, playMany(t, db, fp("ann"), manyRounds))
			must(t, directly(db, func(tx *store.Tx) error {
				return tx.Bucket(sumsBucket).Put(id.sum(hop, arcade.Counted), []byte("damaged"))
			}))
			return db.Repair
		}},
	} {
		if spared(i) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			db := openGames(t, MapSize(1), counted)
			do := c.prepare(t, db)
			most = 0
			must(t, do())
			if most > 6*rowsAtOnce {
				t.Errorf("a transaction looked up and wrote %d rows", most)
			}
			sound(t, db)
		})
	}
}

// madeUpFrom returns a round of each of n kinds.
func madeUpFrom(from, n int, code string) (rounds []arcade.Result) {
	for i := range n {
		r := finished(record(kindID(from+i), code, 1, 2), int64(i+1)*1000)
		r.Rules = design(from + i).Text()
		rounds = append(rounds, r)
	}
	return rounds
}

// Joins cannot be made slow by rounds of many made-up games either, nor the file be filled
// with their rules.
func TestPlayedVariationsAreBounded(t *testing.T) {
	db := quick(t)
	ann, bob, cat := player(t, db, fp("ann")), player(t, db, fp("bob")), player(t, db, fp("cat"))
	importRounds(t, ann, madeUpFrom(1, madeUpMax-1, "A"), madeUpMax-1)
	wantErr(t, "Import of one too many", second(ann.Import(madeUpFrom(madeUpMax-1, 3, "B"), day(1), nil)), ErrRound)
	finish(t, ann, madeUpFrom(madeUpMax, 1, "A")[0])

	more := kind(madeUpMax+1, "More")
	r := engine.NewRound(more, "A")
	wantErr(t, "Save", second(ann.Save(arcade.Save(r), 0)), ErrPlayedVariations)
	_, err := ann.Finish(madeUpFrom(madeUpMax+1, 1, "A")[0], 0)
	wantErr(t, "Finish", err, ErrPlayedVariations)
	race, err := ann.OpenRace(more, "RACE", arcade.RaceTerms{Limit: time.Minute}, day(1))
	must(t, err)
	_, err = ann.StartRace(race.Code, day(1))
	must(t, err)
	_, _, err = beginEvent(ann, more, arcade.RaceEvent(race.Code), day(1))
	wantErr(t, "Begin", err, ErrPlayedVariations)
	finish(t, ann, madeUpFrom(madeUpMax, 1, "C")[0])

	importRounds(t, bob, madeUpFrom(madeUpMax+1, madeUpMax, "B"), madeUpMax)
	importRounds(t, cat, madeUpFrom(2*madeUpMax+1, 1, "C"), 1)
	join(t, bob, cat)
	wantErr(t, "Join", bob.Join(link(t, ann), day(0)), ErrPlayedVariations)
	sound(t, db)
}

// A cheater imports as many made-up rounds as possible into one account after another,
// and joins them.
func TestJoinsTakeNoMoreThanAnImport(t *testing.T) {
	const each = 500
	db := quick(t, func(o *Options) { o.Imports = each * 5 / 2 * 350 }) // two and a half times each
	var players []*Player
	for i := range 3 {
		p := session(t, db, fp(fmt.Sprint(i)))
		for from := 0; from < each; from += each / 2 {
			importRounds(t, p, manyFrom(i*each+from, each/2), each/2)
		}
		players = append(players, p)
	}
	join(t, players[0], players[1])
	code := link(t, players[0])
	wantErr(t, "Join", players[2].Join(code, day(0)), ErrImports)
	_, err := players[1].Import(manyFrom(1<<20, each), day(1), nil)
	wantErr(t, "Import", err, ErrRound)
	if stats, err := players[1].Stats(); err != nil || len(stats) != 1 || stats[0].Played != 2*each {
		t.Errorf("Stats = %+v, %v", stats, err)
	}
	must(t, players[2].Delete(day(0)))
	playMany(t, db, fp("2"), 3*each) // what was played here has no bound
	must(t, players[2].Join(code, day(0)))
	if got := played(t, players[0]); got != 5*each {
		t.Errorf("%d rounds are summed up, want %d", got, 5*each)
	}
}

// An account that others were joined into, and that is joined into another in turn,
// passes on what all of them imported.
func TestWhatWasBroughtIsCounted(t *testing.T) {
	db := quick(t)
	ann, bob, cid := session(t, db, fp("ann")), session(t, db, fp("bob")), session(t, db, fp("cid"))
	for i, p := range []*Player{ann, bob, cid} {
		importRounds(t, p, manyFrom(i*5, 10), 10)
	}
	join(t, ann, bob) // they have five in common
	join(t, cid, ann)
	var row playerRow
	id := accountOf(t, cid)
	must(t, db.View(func(tx *store.Tx) (err error) {
		row, _, err = playersBucket.Get(tx, id[:])
		return err
	}))
	if got := len(deals(t, ann)); got != 20 || row.JoinPending {
		t.Errorf("the history has %d rounds, want 20; something is left to do: %v", got, row.JoinPending)
	}
	sound(t, db) // compares the bytes
	must(t, directly(db, func(tx *store.Tx) error {
		row.ImportedBytes = 0
		return store.Put(tx.Bucket(playersBucket), id[:], row)
	}))
	if report, err := db.Check(library); err != nil || len(report.Findings) != 1 {
		t.Errorf("Check = %+v, %v", report, err)
	}
	must(t, db.Repair())
	sound(t, db)
}

// bigFile is a file in which bob's account was joined into ann's, and dan's has more
// rounds in common with theirs than one transaction removes. It returns a link code of
// ann's.
func bigFile(t *testing.T) (path, code string) {
	t.Helper()
	db := quick(t, inSmallParts)
	ann, bob := playMany(t, db, fp("ann"), fewRows+5), session(t, db, fp("bob"))
	importRounds(t, bob, manyFrom(0, 2*fewRows+10), 2*fewRows+10)
	join(t, ann, bob)
	dan := session(t, db, fp("dan"))
	importRounds(t, dan, manyFrom(5, 2*fewRows), 2*fewRows)
	finish(t, dan, finished(record(hop, "I3", 1, 2), 4000)) // which ann imported too
	withRaces(t, db, fp("dan"), fewRows+5)
	must(t, ann.SetNick("ann"))
	code = link(t, ann)
	must(t, db.Close())
	return db.Path(), code
}

// goesOn opens what an interrupted change left, lets on continue it, and returns what the
// players read then.
func goesOn(t *testing.T, path string, on func(db *DB)) string {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "copy.db")
	clone(t, copied, path)
	db, err := Open(copied, Games(library), MapSize(1), unsynced, inSmallParts)
	must(t, err)
	defer db.Close()
	sound(t, db)
	on(db)
	sound(t, db)
	text := fmt.Sprint(rows(t, db))
	for _, name := range []string{"ann", "bob", "dan"} {
		read, err := contents(session(t, db, fp(name)))
		must(t, err)
		text += read
	}
	return text
}

// cutOff lists the changes of a big file that are made in parts, and how each is
// continued.
var cutOff = []struct {
	op   string
	who  string
	fn   func(p *Player, code string) error
	on   func(t *testing.T, db *DB)
	most int // states that the file may end in
}{
	{"join-in-parts", fp("dan"), func(p *Player, code string) error { return p.Join(code, day(0).Add(time.Minute)) },
		func(t *testing.T, db *DB) { _, err := db.Sweep(day(0)); must(t, err) }, 2},
	{"delete-in-parts", fp("ann"), func(p *Player, _ string) error { return p.Delete(day(0)) },
		func(t *testing.T, db *DB) { _, err := db.Sweep(day(0)); must(t, err) }, 2},
	{"import-in-parts", fp("dan"), importMany, func(t *testing.T, db *DB) { must(t, importMany(session(t, db, fp("dan")), "")) }, 1},
}

// importMany imports more than one transaction stores.
func importMany(p *Player, _ string) error {
	_, err := p.Import(manyFrom(5000, 2*fewRows+1), day(1), nil)
	return err
}

// A change made in parts leaves a sound file wherever it is interrupted, and can be
// continued.
func TestKilledInParts(t *testing.T) {
	file, code := bigFile(t)
	for i, c := range cutOff {
		if spared(i) {
			continue
		}
		t.Run(c.op, func(t *testing.T) {
			states := map[string]int{}
			steps := eachStep(t, c.op, file, code, func(t *testing.T, path string, _ bool) {
				states[goesOn(t, path, func(db *DB) { c.on(t, db) })]++
			})
			if steps < 6 || len(states) != c.most {
				t.Errorf("in %d steps the file had %d states", steps, len(states))
			}
		})
	}
}

// The same after a power cut.
func TestPowerCutInParts(t *testing.T) {
	file, code := bigFile(t)
	rng := rand.New(rand.NewPCG(5, 6))
	for i, c := range cutOff {
		if spared(i) {
			continue
		}
		t.Run(c.op, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "cut.db")
			clone(t, path, file)
			var images [][]byte
			commits := 0
			db, err := Open(path, Games(library), MapSize(1), inSmallParts, func(o *Options) {
				o.Commit = func(tx *store.Tx) error {
					commits++
					of := cut(t, tx, rng)
					images = append(images, of[rng.IntN(len(of))], of[len(of)-2], of[len(of)-1])
					return nil
				}
			})
			must(t, err)
			must(t, c.fn(session(t, db, c.who), code))
			must(t, db.Close())
			states := map[string]int{}
			for _, image := range images {
				must(t, os.WriteFile(path, image, 0o600))
				states[goesOn(t, path, func(db *DB) { c.on(t, db) })]++
			}
			if commits < 3 || len(states) != c.most {
				t.Errorf("in %d commits the file had %d states", commits, len(states))
			}
		})
	}
}

// Nobody sees anything of a deleted account, although some of its rows are left.
func TestGone(t *testing.T) {
	db := quick(t, func(o *Options) { o.rows = 1 })
	ann, bob, eve := player(t, db, fp("ann")), player(t, db, fp("bob")), player(t, db, fp("eve"))
	must(t, ann.SetNick("ann"))
	r := started(t, ann, bob)
	finish(t, ann, raced(r, 200, 3, 3))
	_, err := db.EndRace(r.Code, day(0.5))
	must(t, err)
	played := finish(t, ann, finished(record(hop, "BEST", 3, 3, 3, 3, 3), 10))
	join(t, ann, eve)
	id := accountOf(t, ann)
	must(t, db.Update(func(tx *store.Tx) error {
		row, _, err := playersBucket.Get(tx, id[:])
		_, detached := db.detach(tx, id, row, day(0))
		return errors.Join(err, detached)
	}))
	sound(t, db)
	wantErr(t, "Save", second(ann.Save(saved(record(hop, "A", 1), 1), 0)), ErrRevoked)
	if top, err := bob.top(boardKey{game: hop, class: arcade.Counted}, 10, false); err != nil || len(top) != 0 {
		t.Errorf("Top = %+v, %v", top, err)
	}
	_, _, err = db.Ranked(played.ID)
	wantErr(t, "Ranked", err, ErrNotFound)
	if race, err := bob.Race(r.Code); err != nil || race.Racers[0].Nick != "" || race.Racers[0].Through {
		t.Errorf("Race = %+v, %v", race, err)
	}
	if rivals, err := bob.Rivals(); err != nil || len(rivals) != 0 {
		t.Errorf("Rivals = %+v, %v", rivals, err)
	}
	if list, err := db.Players("", 10); err != nil || len(list) != 1 {
		t.Errorf("Players = %+v, %v", list, err)
	}
	if totals, err := db.Totals(); err != nil || totals.Players != 1 {
		t.Errorf("Totals = %+v, %v", totals, err)
	}
	must(t, db.Repair()) // changes nothing
	if _, err := db.Sweep(day(0)); err != nil {
		t.Error(err)
	}
	if report := sound(t, db); report.Players != 1 || report.Rounds != 1 {
		t.Errorf("Check = %+v", report)
	}
	wantDeals(t, session(t, db, fp("ann")))
}

func second[A any](_ A, err error) error { return err }

// A union computed from two accounts is not used if one of them has changed since.
func TestJoinComputesAgain(t *testing.T) {
	for name, between := range map[string]func(t *testing.T, db *DB, ann, bob *Player){
		"a round of the one that stays": func(t *testing.T, _ *DB, ann, _ *Player) {
			finish(t, ann, finished(record(hop, "NEW", 3, 3, 3, 3, 3, 3, 3), 50))
		},
		"a round of the one that goes": func(t *testing.T, _ *DB, _, bob *Player) {
			finish(t, bob, finished(record(hop, "NEW", 1), 50))
		},
		"rounds from elsewhere": func(t *testing.T, _ *DB, _, bob *Player) { importRounds(t, bob, manyFrom(0, 3), 3) },
		"a third account":       func(t *testing.T, db *DB, ann, _ *Player) { join(t, player(t, db, fp("eve")), ann) },
		"an event": func(t *testing.T, _ *DB, ann, _ *Player) {
			_, _, err := beginEvent(ann, steps{hop}, arcade.DailyEvent(day(0).Format(time.DateOnly)), day(0))
			must(t, err)
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := quick(t)
			ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
			code := link(t, ann)
			u, err := bob.union(code, day(0))
			must(t, err)
			between(t, db, ann, bob)
			wantErr(t, "join", db.Update(func(tx *store.Tx) error { return bob.join(tx, code, u, day(0)) }), ErrBusy)
			sound(t, db)
			must(t, bob.Join(code, day(0)))
			sound(t, db)
		})
	}
}

// Sessions of both accounts finish and import rounds while the accounts are joined.
func TestJoinWhileRoundsEnd(t *testing.T) {
	db := quick(t)
	ann, bob := playMany(t, db, fp("ann"), 300), playMany(t, db, fp("bob"), 300)
	code := link(t, ann)
	done := make(chan error)
	go func() {
		p := session(t, db, fp("bob"))
		var err error
		for i := range 10 { // fewer changes than Join and Import try again
			_, finishErr := p.Finish(finished(record(hop, fmt.Sprint("NEW", i), 1), 1e9+int64(i)), 0)
			err = errors.Join(err, finishErr)
		}
		done <- err
	}()
	go func() {
		_, err := session(t, db, fp("ann")).Import(manyFrom(10_000, 3*rowsAtOnce), day(1), nil)
		done <- err
	}()
	must(t, session(t, db, fp("bob")).Join(code, day(0)))
	must(t, errors.Join(<-done, <-done))
	if got, want := played(t, bob), 610+3*rowsAtOnce; got != want {
		t.Errorf("%d rounds are summed up, want %d", got, want)
	}
	sound(t, db)
}

func attacked(t *testing.T, opts ...Option) *DB {
	t.Helper()
	db, err := Open(filepath.Join(t.TempDir(), "boardwalk.db"), append(opts, Games(catalog.Library()), unsynced)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// A client imports made-up rounds again and again. If each import and each join read the
// whole history of the account in the one transaction that everybody waits for, 100,000
// short rounds would take a second, long records much more, and the file would grow by
// what is sent. So a history accepts a limited amount from elsewhere.
func TestAHistoryDoesNotGrowByImportsWithoutEnd(t *testing.T) {
	if got := attacked(t).options.Imports; got != historyBytes {
		t.Errorf("a history takes %d bytes, want %d", got, historyBytes)
	}
	scale := 50 // of the limit, and of the files that come
	if *deep {
		scale = 1
	}
	p, err := attacked(t, ImportedMax(historyBytes/int64(scale))).Player(credential("mallory"))
	if err != nil {
		t.Fatal(err)
	}
	g := catalog.All()[0]
	for n := range 5 {
		var rounds []arcade.Result
		for i := range ImportMax / scale {
			record := engine.NewRound(g, engine.Code(fmt.Sprintf("N%dR%d", n, i))).Record()
			rounds = append(rounds, arcade.Result{Record: record, Ended: int64(1_600_000_000_000 + i)})
		}
		if _, err := p.Import(rounds, time.Now(), nil); err != nil {
			return
		}
	}
	t.Errorf("%d rounds from elsewhere are in one history", 5*ImportMax/scale)
}

// A client makes codes for new keys of its own in a loop. Each key is a row that stays
// for ever, is not counted among the accounts that a network may create in an hour, and
// is read whenever accounts are joined or deleted.
func TestAnAccountDoesNotTakeKeysWithoutEnd(t *testing.T) {
	db := attacked(t)
	p, err := db.Player(credential("mallory"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Save(arcade.Save(engine.NewRound(catalog.All()[0], "R1")), 0); err != nil {
		t.Fatal(err)
	}
	const most = 300
	for i := range most {
		code, _, err := p.Link(time.Now())
		if err != nil {
			t.Fatal(err)
		}
		other, err := db.Player(credential(fmt.Sprint(i)))
		if err != nil {
			t.Fatal(err)
		}
		if err := other.Join(code, time.Now()); err != nil {
			return
		}
	}
	t.Errorf("one account has %d keys", most+1)
}
