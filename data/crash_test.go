package data

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
)

// A crowd is a file with some of everything, and its players by name. They have nicks,
// except gus, who is a guest; bob and cid were joined into ann. They have met in a race
// that bob opened, ann and eve are in an open race, and dan's race waits for others. Ann and dan are in a sprint. A
// round of eve's is ruled out, and fay deleted her account on the day she played a daily.
// All have made up games; see makeUp.
type crowd struct {
	db      *DB
	players map[string]*Player
}

func newCrowd(t testing.TB, opts ...Option) crowd {
	t.Helper()
	crowdOnce.Do(func() {
		c := makeCrowd(t)
		must(t, c.db.Close())
		text, err := os.ReadFile(c.db.Path())
		must(t, err)
		crowdBytes = text
	})
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	must(t, os.WriteFile(path, crowdBytes, 0o600))
	c := crowd{openAt(t, path, append([]Option{Games(library), unsynced, MapSize(1)}, opts...)...), map[string]*Player{}}
	for _, name := range []string{"ann", "bob", "cid", "dan", "eve"} {
		c.players[name] = session(t, c.db, fp(name))
	}
	c.players["gus"] = session(t, c.db, "guest:1")
	return c
}

// crowdBytes are the file of a crowd, which is made once.
var (
	crowdOnce  sync.Once
	crowdBytes []byte
)

// makeCrowd has a crowd play.
func makeCrowd(t testing.TB) crowd {
	t.Helper()
	c := crowd{quick(t), map[string]*Player{}}
	for i, name := range []string{"ann", "bob", "cid", "dan", "eve"} {
		p := session(t, c.db, fp(name))
		for j := range 6 {
			r := finished(record([]string{hop, scotsi}[j%2], fmt.Sprint(name, j), 3, 1+(i+j)%3, 3, 3, 3, 3, 3, 3, 3), int64(10*j+i+1))
			finish(t, p, of(arcade.Classes()[j%3], r))
		}
		must(t, p.SetNick(name))
		save(t, p, saved(record(hop, "OPEN", 1, 2), 5))
		c.players[name] = p
	}
	_, err := c.players["cid"].Import(results(finished(record(hop, "FAR", 1), 1)), day(1), nil)
	must(t, err)
	c.makeUp(t)
	r := opened(t, c.players["bob"], day(0))
	join(t, c.players["ann"], c.players["bob"])
	join(t, c.players["ann"], c.players["cid"])
	finish(t, c.players["ann"], finished(record(scotsi, "LAST", 1), 100))
	c.players["gus"] = player(t, c.db, "guest:1")
	c.race(t, r)
	c.challenge(t)
	sprintRound(t, c.players["ann"], 1, 0, 3, 3)
	sprintRound(t, c.players["dan"], 1, 1, 2)
	sprintDeal(t, c.players["dan"], 2, 3)
	must(t, c.db.Ban(Ban{Who: "eve", Since: day(0)}))
	link(t, c.players["eve"])
	must(t, c.players["dan"].SetPrivacy(true, true))
	for who, nick := range map[string]string{"ann": "dan", "dan": "ann", "eve": "ann", "gus": "eve"} {
		must(t, c.players[who].Regard(arcade.Follow, nick, day(0)))
	}
	for i, who := range []string{"ann", "dan", "eve"} {
		must(t, c.players[who].Report([]string{"dan", "ann", "ann"}[i], "is rude", day(0)))
	}
	must(t, c.db.CloseReport(3, "root", day(0)))
	must(t, c.db.AddLines([]Line{{At: day(0), Text: "a line", About: "ann", Admin: true}, {At: day(0), Text: "another"}}))
	history, err := c.players["eve"].History("", 10)
	must(t, err)
	must(t, c.db.RuleOut(history[len(history)-1].ID, "It was a test.", "root", day(0)))
	fay := session(t, c.db, fp("fay"))
	lost := finish(t, fay, dailyOf(t, c.db, hop, crowdDay, 300, 2))
	for _, r := range append(history[:2], lost) {
		must(t, c.db.KeepAnalysis(r.ID, analysed(0.1)))
	}
	latest, err := c.players["ann"].History("", 20)
	must(t, err)
	for _, r := range latest {
		must(t, c.db.KeepAnalysis(r.ID, analysed(0.2)))
	}
	must(t, fay.Delete(noon(crowdDay)))
	sound(t, c.db)
	return c
}

// makeUp has all keep kind 1, and some more than that: what bob keeps has a name of ann's,
// and what eve keeps is hidden by the host. Some have played what they made up, cid
// elsewhere, and two have open rounds.
func (c crowd) makeUp(t testing.TB) {
	t.Helper()
	for i, name := range []string{"ann", "bob", "cid", "dan", "eve"} {
		keep(t, c.players[name], kind(1, name+"'s first"), i)
	}
	keep(t, c.players["bob"], kind(2, "Ann's-First"), 5)
	keep(t, c.players["eve"], kind(3, "Naughty"), 6)
	must(t, c.db.HideVariation(kindID(3), true))
	for i, name := range []string{"ann", "bob", "dan"} {
		finish(t, c.players[name], finished(record(kindID(1), name, 3, 3, 3, 3, 3, 3, 3), int64(30+i)))
	}
	_, err := c.players["cid"].Import(results(finished(record(kindID(4), "FAR", 1), 1)), day(1), nil)
	must(t, err)
	save(t, c.players["bob"], saved(record(kindID(5), "OPEN", 1), 5))
	save(t, c.players["eve"], saved(record(kindID(1), "OPEN", 1), 5))
	must(t, c.players["ann"].SetEstimate(kindID(1), hint.Estimate{Edition: hint.Edition, Deals: 50, Won: 17, Points: 900, Moves: 3000}))
}

// keep keeps a made-up game some seconds after day 0.
func keep(t testing.TB, p *Player, g engine.MadeUp, seconds int) {
	t.Helper()
	must(t, p.KeepVariation(g, day(0).Add(time.Duration(seconds)*time.Second)))
}

// race has ann, gus and dan race, and others after them. Ann has played a daily.
func (c crowd) race(t testing.TB, r Race) {
	t.Helper()
	ann, dan, gus := c.players["ann"], c.players["dan"], c.players["gus"]
	for _, p := range []*Player{dan, gus} {
		_, err := p.JoinRace(r.Code, day(0))
		must(t, err)
	}
	_, err := ann.StartRace(r.Code, day(0))
	must(t, err)
	finish(t, ann, raced(r, 200, 3, 3))
	_, err = c.db.EndRace(r.Code, day(0.5))
	must(t, err)
	r = started(t, c.players["eve"], ann)
	save(t, ann, racing(r, 3, 1, 2))
	save(t, c.players["eve"], racing(r, 4, 2))
	_, err = dan.OpenRace(kind(6, "Kind 6"), "RACE", arcade.RaceTerms{Limit: time.Minute}, day(0.6))
	must(t, err)
	finish(t, ann, dailyOf(t, c.db, hop, crowdDay, 300, 2))
	c.rate(t)
}

// rate has ann and dan finish a race that counts, as if dan had raced often before.
func (c crowd) rate(t testing.TB) {
	t.Helper()
	ann, dan := c.players["ann"], c.players["dan"]
	season(t, ann)
	must(t, c.db.Update(func(tx *store.Tx) error {
		id, err := dan.id(tx)
		must(t, err)
		often := ratingRow{figures: figures{1612, 85, 0.06, 20}, At: day(0).UnixMilli(), Month: 20}
		for n := range arcade.SeasonRivals - 1 {
			often.Rivals = append(often.Rivals, fmt.Sprint(n))
		}
		return store.Put(tx.Bucket(ratingsBucket), id.rating(monthOf(often.At)), often)
	}))
	r := started(t, dan, ann)
	for i, p := range []*Player{ann, dan} {
		result := raced(r, 1000, 2-i)
		result.Ended = day(0.7).UnixMilli() // after the joins
		finish(t, p, result)
	}
	_, err := c.db.EndRace(r.Code, day(0.7))
	must(t, err)
}

// challenge has ann pass a deal on to dan, who plays it, to eve, who has begun it, and to gus.
// She passes a made-up game on to dan, too.
func (c crowd) challenge(t testing.TB) {
	t.Helper()
	ann, dan, eve := c.players["ann"], c.players["dan"], c.players["eve"]
	history, err := ann.History("", 50)
	must(t, err)
	last := func(game string) arcade.Result { // of those that count
		return history[slices.IndexFunc(history, func(r arcade.Result) bool { return r.Record.Game == game && r.Event == "" && r.Class == arcade.Counted })]
	}
	passed := passOn(t, ann, last(hop))
	for _, p := range []*Player{dan, eve, c.players["gus"]} {
		enter(t, p, passed)
	}
	r := challenged(passed, 600, 2, 3)
	r.Record.Code = last(hop).Record.Code
	finish(t, dan, r)
	s := challenging(passed, 5, 3)
	s.Record.Code = r.Record.Code
	save(t, eve, s)
	enter(t, dan, passOn(t, ann, last(kindID(1))))
	// A duel that is over, and one that goes on.
	for _, over := range []bool{true, false} {
		duel := meetIn(t, ann, "net1", 0)
		duelled(t, ann, duel, 3)
		if over {
			meetIn(t, dan, "net2", 0)
			duelled(t, dan, duel, 1)
		}
	}
}

// What the tests that take a crowd say of joins, deletions and repairs is said of the rows
// that it has.
func TestACrowdHasRowsInEveryBucket(t *testing.T) {
	c := newCrowd(t)
	must(t, c.db.View(func(tx *store.Tx) error {
		for _, name := range Schema.Buckets {
			if key, _ := tx.Bucket(name).Cursor().First(); key == nil {
				t.Errorf("no row in %s: have newCrowd write one", name)
			}
		}
		return nil
	}))
}

// crowdDay is the day whose daily ann has played.
const crowdDay = "2026-09-21"

// read returns everything the players can read, and their places on boards.
func (c crowd) read(t testing.TB) string {
	t.Helper()
	var b strings.Builder
	for _, name := range []string{"ann", "bob", "cid", "dan", "eve", "gus"} {
		text, err := contents(c.players[name])
		must(t, err)
		a, err := c.players[name].Account()
		must(t, err)
		fmt.Fprintf(&b, "%s: %s%+v, %d keys\n", name, text, a, len(keys(t, c.players[name])))
		rounds, err := c.players[name].History("", 50)
		must(t, err)
		for _, r := range rounds {
			found, ok, err := c.db.Analysis(r.ID)
			must(t, err)
			fmt.Fprintf(&b, "analysed %s: %v %v\n", r.Record.Code, ok, found.Points)
		}
		races, err := c.players[name].Races(100)
		must(t, err)
		for _, r := range races {
			s, rev, err := c.players[name].Saved(arcade.Slot(r.Game, arcade.RaceEvent(r.Code)))
			must(t, err)
			fmt.Fprintf(&b, "race %s: %s; saved %v %+v\n", r.Code, said(r), rev != 0, s)
		}
		challenges, err := c.players[name].Challenges(100, day(1))
		must(t, err)
		for _, ch := range challenges {
			fmt.Fprintf(&b, "challenge %s: %s\n", ch.Code, saidOf(ch))
		}
		rivals, err := c.players[name].Rivals()
		must(t, err)
		fmt.Fprintf(&b, "rivals %+v\n", rivals)
		fmt.Fprintf(&b, "sprint %+v\n", sprintBoard(t, c.players[name]))
		rating, err := c.players[name].Rating(day(10))
		must(t, err)
		fmt.Fprintf(&b, "rating %+v\n", rating)
		for n := range 7 {
			v, err := c.players[name].Variation(kind(n+1, "Nobody's"))
			must(t, err)
			g, found := c.players[name].Find(kindID(n + 1))
			fmt.Fprintf(&b, "kind %d: %+v; found %v: %+v\n", n+1, v, found, g)
		}
		fmt.Fprintf(&b, "keeps %+v\n", c.players[name].Own())
		following, err := c.players[name].Following()
		must(t, err)
		ignored, err := c.players[name].Ignored()
		must(t, err)
		fmt.Fprintf(&b, "follows %+v, ignores %+v\n", following, ignored)
	}
	reports, err := c.db.Reports(true)
	must(t, err)
	for i, r := range reports {
		reports[i].At, reports[i].Closed = r.At.UTC(), r.Closed.UTC()
	}
	fmt.Fprintf(&b, "reports %+v\n", reports)
	lines, err := c.db.Lines(10)
	must(t, err)
	fmt.Fprintf(&b, "lines %d\n", len(lines))
	for _, order := range arcade.VariationOrders() {
		list, err := c.players["ann"].Variations(order, 10)
		must(t, err)
		fmt.Fprintf(&b, "variations by %s: %+v\n", order, list)
	}
	season, err := c.players["eve"].season(monthOf(day(0).UnixMilli()), 3, false)
	must(t, err)
	fmt.Fprintf(&b, "season %+v\n", season)
	hidden, err := c.db.Variations(true, "", 10)
	must(t, err)
	fmt.Fprintf(&b, "hidden variations: %+v\n", hidden)
	for _, class := range []arcade.Class{arcade.Counted, arcade.Assisted} {
		for _, kind := range []boardKind{allTime, fastest, wins, streaks, weekKind(day(0)), boardKind(arcade.DailyEvent(crowdDay))} {
			top, err := c.players["eve"].top(boardKey{hop, class, kind}, 3, false)
			must(t, err)
			fmt.Fprintf(&b, "%s %s: %+v\n", class, kind, top)
		}
	}
	return b.String()
}

// on returns the crowd with new sessions on another file.
func (c crowd) on(t testing.TB, db *DB) crowd {
	t.Helper()
	other := crowd{db, map[string]*Player{}}
	for name, p := range c.players {
		other.players[name] = session(t, db, p.credential.String())
	}
	return other
}

// clone copies a file.
func clone(t testing.TB, to, from string) {
	t.Helper()
	file, err := os.ReadFile(from)
	must(t, err)
	must(t, os.WriteFile(to, file, 0o600))
}

// crowdFile returns the file of a crowd, closed, with a link code of eve's.
func crowdFile(t testing.TB) (c crowd, path, code string) {
	t.Helper()
	c = newCrowd(t)
	code = link(t, c.players["eve"])
	must(t, c.db.Close())
	return c, c.db.Path(), code
}

// state returns what the players of a file read, and fails the test if the file is not
// sound. The file is left unchanged.
func (c crowd) state(t testing.TB, path string) string {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "copy.db")
	clone(t, copied, path)
	db, err := Open(copied, Games(library), MapSize(1), unsynced)
	must(t, err)
	defer db.Close()
	sound(t, db)
	return c.on(t, db).read(t)
}

// victimEnv names the file that the test binary, run again, plays on.
const victimEnv = "BOARDWALK_TEST_VICTIM"

// kills is how often the victim is killed. A thousand was run once: a few would miss a
// rare loss.
var kills = flag.Int("kills", 2, "how often the player of TestKill is killed")

const (
	victims     = 50
	victimMoves = 5 // saves of a game; then it is finished
)

// progress returns how many saves and finishes of a player are in the file, and the Rev
// of the open round.
func progress(p *Player) (int, arcade.Rev, error) {
	history, err := p.History("", 1<<20)
	if err != nil {
		return 0, 0, err
	}
	s, rev, err := p.Saved(hop)
	return len(history)*(victimMoves+1) + len(s.Record.Moves), rev, err
}

// victim plays for several players at once until it is killed, and prints each move only
// after it was stored.
func victim(path string) {
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	db, err := Open(path)
	fail(err)
	var wg sync.WaitGroup
	for player := range victims {
		wg.Go(func() {
			p, err := db.Player(credential(fmt.Sprint(player)))
			fail(err)
			n, rev, err := progress(p)
			fail(err)
			for {
				n++
				rev, err = victimStep(p, n, rev)
				fail(err)
				fmt.Printf("%d %d\n", player, n)
			}
		})
	}
	wg.Wait()
}

// victimStep makes a player's n-th save or finish.
func victimStep(p *Player, n int, rev arcade.Rev) (arcade.Rev, error) {
	r := record(hop, fmt.Sprint((n-1)/(victimMoves+1)))
	moves := (n-1)%(victimMoves+1) + 1
	for range min(moves, victimMoves) {
		r.Moves = append(r.Moves, step(1))
	}
	if moves <= victimMoves {
		return p.Save(saved(r, int64(n)), rev)
	}
	_, err := p.Finish(finished(r, int64(n)), rev)
	return 0, err
}

//abuse:case 20
func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	acked := make([]int, victims)
	for round := range *kills {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), victimEnv+"="+path)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		lines := bufio.NewScanner(out)
		total := 0
		for lines.Scan() {
			var player, n int
			if _, err := fmt.Sscan(lines.Text(), &player, &n); err != nil {
				break // the last line, cut off
			}
			acked[player] = n
			if total++; total == 100+37*(round%50) {
				must(t, cmd.Process.Kill())
			}
		}
		if err := cmd.Wait(); err == nil || total < 100 {
			t.Fatalf("the victim ended by itself after %d moves: %v", total, err)
		}
		survivors(t, path, acked, round%50 == 49 || round == *kills-1)
	}
	sum := 0
	for _, n := range acked {
		sum += n
	}
	t.Logf("%d moves of %d players were stored for sure, in %d lives", sum, victims, *kills)
}

// survivors compares the file with what the victim printed, and sometimes checks all of
// it.
func survivors(t *testing.T, path string, acked []int, check bool) {
	t.Helper()
	db, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for player, want := range acked {
		got, _, err := progress(session(t, db, fmt.Sprint(player)))
		if err != nil || got < want || got > want+1 {
			t.Errorf("player %d has %d moves, %v; %d were stored for sure and at most one more", player, got, err, want)
		}
		acked[player] = got // what is read back is stored for sure
	}
	if check {
		sound(t, db)
	}
	must(t, db.Close())
}

// cut commits, and returns the images of the file that a power cut during the commit can
// leave. bbolt writes the changed pages in order and syncs them, and then writes one of
// the first two pages, the meta, which refers to them. Before that, any of the pages can
// be there, whole or in part, and none is looked at.
func cut(t testing.TB, tx *store.Tx, rng *rand.Rand) (images [][]byte) {
	t.Helper()
	db := tx.DB()
	db.NoSync = true
	size := db.Info().PageSize
	before, err := os.ReadFile(db.Path())
	must(t, err)
	must(t, tx.Commit())
	after, err := os.ReadFile(db.Path())
	must(t, err)
	before = append(before, make([]byte, max(0, len(after)-len(before)))...)
	var changed []int
	for at := 2 * size; at < len(after); at += size {
		if !bytes.Equal(before[at:at+size], after[at:at+size]) {
			changed = append(changed, at)
		}
	}
	image := slices.Clone(before)
	put := func(at, n int) { copy(image[at:at+n], after[at:at+n]) }
	for _, at := range changed { // in order, each torn before it is whole
		put(at, 512*(1+rng.IntN(size/512-1)))
		images = append(images, slices.Clone(image))
		put(at, size)
		images = append(images, slices.Clone(image))
	}
	for range 8 { // in any order
		image = slices.Clone(before)
		for _, at := range changed {
			if rng.IntN(2) == 0 {
				put(at, size)
			}
		}
		images = append(images, slices.Clone(image))
	}
	image = slices.Clone(after)
	for meta := range 2 { // the meta torn, from its number of pages on
		copy(image[meta*size+16+40:(meta+1)*size], before[meta*size+16+40:])
	}
	return append(images, before, image, after)
}

// cuts makes a change to the crowd's file and returns the images of its one commit.
func (c crowd) cuts(t testing.TB, file, who string, fn func(p *Player) error) (images [][]byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	clone(t, path, file)
	rng := rand.New(rand.NewPCG(7, 8))
	db, err := Open(path, Games(library), MapSize(1), func(o *Options) {
		o.Commit = func(tx *store.Tx) error {
			images = append(images, cut(t, tx, rng)...)
			return nil
		}
	})
	must(t, err)
	must(t, fn(session(t, db, who)))
	must(t, db.Close())
	return images
}

// deep says that tests of damage and of large accounts look at all that can happen.
var deep = flag.Bool("deep", false, "look at each moment of a power cut, at each large change and at many damaged files, not at some of them")

// spared reports whether a test leaves out its case i of many: nine in ten, unless the tests
// are deep.
func spared(i int) bool { return !*deep && i%10 > 0 }

// sampled returns the images to look at: all or, unless the tests are deep, some of them, with
// the last ones, in which the new state is or nearly is.
func sampled(images [][]byte) [][]byte {
	if *deep {
		return images
	}
	var some [][]byte
	for i, image := range images {
		if i%8 == 0 || i >= len(images)-3 {
			some = append(some, image)
		}
	}
	return some
}

// A change is kept completely or not at all, whatever a power cut leaves of it.
//
//abuse:case 21
func TestPowerCut(t *testing.T) {
	c, file, code := crowdFile(t)
	old := c.state(t, file)
	for i, op := range []struct {
		name, who string
		fn        func(p *Player) error
	}{
		{"join", fp("dan"), func(p *Player) error { return p.Join(code, day(0).Add(time.Minute)) }},
		{"claim", "guest:1", func(p *Player) error { return p.Join(code, day(0).Add(time.Minute)) }},
		{"import", fp("dan"), func(p *Player) error {
			_, err := p.Import(results(finished(record(hop, "I1", 1), 7), finished(record(scotsi, "I2", 3), 8)), day(1), nil)
			return err
		}},
		{"delete", fp("ann"), func(p *Player) error { return p.Delete(day(0)) }},
		{"keep", fp("dan"), func(p *Player) error { return p.KeepVariation(kind(7, "Seven"), day(1)) }},
		{"drop", fp("ann"), func(p *Player) error { return p.DropVariation(kindID(1)) }},
		{"follow", fp("dan"), func(p *Player) error { return p.Regard(arcade.Follow, "eve", day(1)) }},
		{"report", fp("dan"), func(p *Player) error { return p.Report("eve", "cheats", day(1)) }},
		{"ignore", fp("dan"), func(p *Player) error { return p.Regard(arcade.Ignore, "ann", day(1)) }},
		{"duel", fp("eve"), func(p *Player) error {
			return second(p.Duel(steps{hop}, "CUT", "net3", day(0)))
		}},
		{"unfollow", fp("dan"), func(p *Player) error { return p.Regard(arcade.Unfollow, "ann", day(0)) }},
		{"begin a variation", fp("dan"), func(p *Player) error {
			return second(p.Save(saved(record(kindID(7), "A", 1), 1), 0))
		}},
		{"finish", fp("eve"), func(p *Player) error {
			_, rev, err := p.Saved(hop)
			must(t, err)
			_, err = p.Finish(finished(record(hop, "OPEN", 1, 2, 3), 2000), rev)
			return err
		}},
	} {
		if spared(i) {
			continue
		}
		t.Run(op.name, func(t *testing.T) {
			images := c.cuts(t, file, op.who, op.fn)
			path := filepath.Join(t.TempDir(), "cut.db")
			states := map[string]int{}
			images = sampled(images)
			for _, image := range images {
				must(t, os.WriteFile(path, image, 0o600))
				states[c.state(t, path)]++
			}
			if len(states) != 2 || states[old] != len(images)-1 {
				t.Errorf("%d images have %d states, %d of them the old one", len(images), len(states), states[old])
			}
		})
	}
}

func TestPowerCutInMigration(t *testing.T) {
	var images [][]byte
	rng := rand.New(rand.NewPCG(9, 10))
	path := oldFile(t)
	db, err := Open(path, migrating, MapSize(1), func(o *Options) {
		o.Commit = func(tx *store.Tx) error {
			images = append(images, cut(t, tx, rng)...)
			return nil
		}
	})
	must(t, err)
	want, err := contents(session(t, db, fp("ann")))
	must(t, err)
	must(t, db.Close())
	for _, image := range images {
		must(t, os.WriteFile(path, image, 0o600))
		db, err := Open(path, migrating, unsynced, MapSize(1))
		must(t, err)
		got, err := contents(session(t, db, fp("ann")))
		if err != nil || got != want {
			t.Errorf("it reads otherwise: %v, %s", err, differ(got, want))
		}
		sound(t, db)
		must(t, db.Close())
	}
	if len(images) < 10 {
		t.Errorf("there were %d images", len(images))
	}
}

// The control: if the meta reaches the disk before the pages it refers to, some images
// are bad. So the tests above would notice that.
func TestPowerCutControl(t *testing.T) {
	c, file, code := crowdFile(t)
	images := c.cuts(t, file, fp("dan"), func(p *Player) error { return p.Join(code, day(0).Add(time.Minute)) })
	after := images[len(images)-1]
	path := filepath.Join(t.TempDir(), "cut.db")
	bad := 0
	for _, image := range images[:len(images)-3] {
		copy(image[:2*os.Getpagesize()], after)
		must(t, os.WriteFile(path, image, 0o600))
		db, err := Open(path, MapSize(1))
		if err != nil {
			bad++
			continue
		}
		if report, err := db.Check(library); err != nil || len(report.Findings) > 0 {
			bad++
		}
		must(t, db.Close())
	}
	if bad == 0 {
		t.Error("no image was found to be damaged")
	}
}

// A failed commit, kept or not, leaves the old state or the new one once the file has
// been read back.
//
//abuse:case 21
func TestDoubtfulChange(t *testing.T) {
	c, file, code := crowdFile(t)
	old := c.state(t, file)
	for op, fn := range map[string]func(p *Player) error{
		"join":   func(p *Player) error { return p.Join(code, day(0).Add(time.Minute)) },
		"delete": func(p *Player) error { return p.Delete(day(0)) },
		"import": func(p *Player) error {
			_, err := p.Import([]arcade.Result{finished(record(hop, "I1", 1), 7)}, day(1), nil)
			return err
		},
	} {
		for _, kept := range []bool{true, false} {
			t.Run(op, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "boardwalk.db")
				clone(t, path, file)
				d := &disk{kept: kept, fails: true}
				db := openOn(t, d, path)
				db.games = newGames(library, db.games.shelf)
				wantErr(t, op, fn(session(t, db, fp("dan"))), store.ErrUnknown)
				d.fails = false
				d.fire(t, db)
				sound(t, db)
				if got := c.on(t, db).read(t); (got == old) == kept {
					t.Errorf("it was kept: %v, and the state is the old one: %v", kept, got == old)
				}
			})
		}
	}
}

// stepEnv tells the test binary, run again, what to do and before which step to exit: "OP
// STEP PATH ARG".
const stepEnv = "BOARDWALK_TEST_STEP"

// stopped does an operation and exits before one of its steps, as kill -9 would.
func stopped(spec string) error {
	var op, path, arg string
	var last int
	if _, err := fmt.Sscanf(spec, "%s %d %q %q", &op, &last, &path, &arg); err != nil {
		return err
	}
	n := 0
	return operations[op](path, arg, func(string) {
		if n == last {
			self, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = self.Kill()
			}
			if err != nil {
				panic(err)
			}
			select {}
		}
		n++
	})
}

// stepping calls step before and after each commit.
func stepping(step func(string)) Option {
	return func(o *Options) {
		o.Commit = func(tx *store.Tx) error {
			step("commit")
			tx.DB().NoSync = true // the test kills processes, not machines
			err := tx.Commit()
			step("committed")
			return err
		}
	}
}

// change returns an operation that makes one session's change to a file.
func change(who string, fn func(p *Player, arg string) error, opts ...Option) func(path, arg string, step func(string)) error {
	return func(path, arg string, step func(string)) error {
		db, err := Open(path, append(opts, Games(library), MapSize(1), stepping(step))...)
		if err != nil {
			return err
		}
		p, err := db.Player(credential(who))
		if err == nil {
			err = fn(p, arg)
		}
		if err != nil {
			return err
		}
		return db.Close()
	}
}

// operations lists what is interrupted at each step.
var operations = map[string]func(path, arg string, step func(string)) error{
	"join":  change(fp("dan"), func(p *Player, code string) error { return p.Join(code, day(0).Add(time.Minute)) }),
	"claim": change("guest:1", func(p *Player, code string) error { return p.Join(code, day(0).Add(time.Minute)) }),
	"import": change(fp("dan"), func(p *Player, _ string) error {
		_, err := p.Import([]arcade.Result{finished(record(hop, "I1", 1), 7), finished(record(scotsi, "I2", 3), 8)}, day(1), nil)
		return err
	}),
	"join-in-parts":   change(fp("dan"), func(p *Player, code string) error { return p.Join(code, day(0).Add(time.Minute)) }, inSmallParts),
	"import-in-parts": change(fp("dan"), importMany, inSmallParts),
	"delete-in-parts": change(fp("ann"), func(p *Player, _ string) error { return p.Delete(day(0)) }, inSmallParts),
	"end": func(path, code string, step func(string)) error {
		db, err := Open(path, Games(library), MapSize(1), stepping(step))
		if err != nil {
			return err
		}
		_, err = db.EndRace(code, day(3))
		return err
	},
	"delete": change(fp("ann"), func(p *Player, _ string) error { return p.Delete(day(0)) }),
	"restore": func(path, arg string, step func(string)) error {
		Schema.Step = step
		_, err := store.Restore(arg, path, Schema)
		return err
	},
	"compact": func(path, _ string, step func(string)) error {
		Schema.Step = step
		_, _, err := store.Compact(path, Schema, nil)
		return err
	},
	"migrate": func(path, _ string, step func(string)) error {
		db, err := Open(path, migrating, MapSize(1), stepping(step))
		if err != nil {
			return err
		}
		return db.Close()
	},
	"repair": func(path, _ string, step func(string)) error {
		db, err := Open(path, MapSize(1), stepping(step))
		if err != nil {
			return err
		}
		return db.Repair()
	},
	"backup": func(path, arg string, step func(string)) error {
		db, err := Open(path)
		if err != nil {
			return err
		}
		Schema.Step = step
		_, err = db.Backup(context.Background(), arg)
		return err
	},
}

// run runs an operation in another process, which exits before a step. It reports whether
// there was such a step.
func run(t testing.TB, op string, step int, path, arg string) (killed bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d %q %q", stepEnv, op, step, path, arg))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if err != nil && out.Len() > 0 {
		t.Fatalf("%s: %v: %s", op, err, out.String())
	}
	return err != nil
}

// eachStep interrupts an operation before each of its steps, each time on a fresh copy of
// a file in a directory of its own, and once lets it finish. It returns the number of
// steps.
func eachStep(t *testing.T, op, file, arg string, look func(t *testing.T, path string, done bool)) (steps int) {
	t.Helper()
	for killed := true; killed; steps++ {
		path := filepath.Join(t.TempDir(), "boardwalk.db")
		clone(t, path, file)
		t.Run("step "+strconv.Itoa(steps), func(t *testing.T) {
			killed = run(t, op, steps, path, arg)
			look(t, path, !killed)
		})
		if t.Failed() {
			return steps
		}
	}
	return steps - 1
}

// A change is kept completely or not at all, wherever the process stops.
func TestKilledChange(t *testing.T) {
	c, file, code := crowdFile(t)
	old := c.state(t, file)
	for _, op := range []string{"join", "claim", "import", "delete"} {
		t.Run(op, func(t *testing.T) {
			states := map[string]int{}
			steps := eachStep(t, op, file, code, func(t *testing.T, path string, done bool) {
				state := c.state(t, path)
				states[state]++
				if done == (state == old) && done {
					t.Error("it was done, and nothing changed")
				}
			})
			if steps != 2 || len(states) != 2 || states[old] != 1 {
				t.Errorf("in %d steps the file had %d states, the old one %d times", steps, len(states), states[old])
			}
		})
	}
}

// A race whose end was interrupted is not over and can be ended again; rounds that ended
// before are stored once.
func TestKilledEndRace(t *testing.T) {
	c := newCrowd(t)
	var racers []*Player
	for _, name := range []string{"dan", "ann", "gus", "eve"} {
		racers = append(racers, c.players[name])
	}
	r := started(t, racers...)
	for i, p := range racers[1:] {
		save(t, p, racing(r, int64(i+1), i+1))
	}
	must(t, c.db.Close())
	states, over := map[string]int{}, 0
	steps := eachStep(t, "end", c.db.Path(), r.Code, func(t *testing.T, path string, done bool) {
		db := openAt(t, path, Games(library), unsynced, MapSize(1))
		sound(t, db)
		open, err := db.OpenRaces()
		must(t, err)
		if len(open) == 2 {
			over++
		} else if done || len(open) != 3 {
			t.Errorf("it was done: %v, and OpenRaces are %+v", done, open)
		}
		_, err = db.EndRace(r.Code, day(3))
		must(t, err)
		sound(t, db)
		states[c.on(t, db).read(t)]++
	})
	if steps != 8 || over != 2 || len(states) != 1 { // over with the last commit
		t.Errorf("in %d steps it was over %d times, and the file had %d states in the end", steps, over, len(states))
	}
}

func TestKilledMigration(t *testing.T) {
	want := ""
	steps := eachStep(t, "migrate", oldFile(t), "", func(t *testing.T, path string, done bool) {
		db := openAt(t, path)
		sound(t, db)
		got, err := contents(session(t, db, fp("ann")))
		must(t, err)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("it reads otherwise: %s", differ(got, want))
		}
	})
	if steps != 2 {
		t.Errorf("it has %d steps", steps)
	}
}

func TestKilledRestore(t *testing.T) {
	c, file, _ := crowdFile(t)
	from := fileWith(t, t.TempDir(), "backup", "OLD")
	backup, err := os.ReadFile(from)
	must(t, err)
	before := c.state(t, file)
	restored := 0
	steps := eachStep(t, "restore", file, from, func(t *testing.T, path string, done bool) {
		got, err := os.ReadFile(path)
		must(t, err)
		isNew := bytes.Equal(got, backup)
		if isNew {
			restored++
			path += ".before-restore"
		}
		if isNew != done {
			t.Errorf("done %v, and the file is the backup: %v", done, isNew)
		}
		if state := c.state(t, path); state != before {
			t.Errorf("the file that was there reads otherwise: %s", differ(state, before))
		}
		if again, err := os.ReadFile(from); err != nil || !bytes.Equal(again, backup) {
			t.Errorf("the backup changed: %v", err)
		}
	})
	if steps != 6 || restored != 1 {
		t.Errorf("%d steps; it was restored %d times", steps, restored)
	}
}

func TestKilledCompact(t *testing.T) {
	c, file, _ := crowdFile(t)
	want := c.state(t, file)
	steps := eachStep(t, "compact", file, "", func(t *testing.T, path string, done bool) {
		if got := c.state(t, path); got != want {
			t.Errorf("it reads otherwise: %s", differ(got, want))
		}
	})
	if steps != 5 {
		t.Errorf("it has %d steps", steps)
	}
}

func TestKilledBackup(t *testing.T) {
	c, file, _ := crowdFile(t)
	want := c.state(t, file)
	to := filepath.Join(t.TempDir(), "backup")
	steps := eachStep(t, "backup", file, to, func(t *testing.T, path string, done bool) {
		if _, err := os.Stat(to); done != (err == nil) {
			t.Errorf("done %v, and the backup is %v", done, err)
		}
		for _, path := range []string{path, map[bool]string{true: to, false: path}[done]} {
			if got := c.state(t, path); got != want {
				t.Errorf("%s reads otherwise: %s", path, differ(got, want))
			}
		}
	})
	if steps != 4 {
		t.Errorf("it has %d steps", steps)
	}
}

// An interrupted Repair can be run again.
func TestKilledRepair(t *testing.T) {
	c := newCrowd(t)
	want := c.read(t)
	must(t, directly(c.db, func(tx *store.Tx) error {
		for _, bucket := range [][]byte{historyBucket, sumsBucket, boardsBucket, nicksBucket} {
			for _, key := range rowKeys(tx, bucket) {
				must(t, tx.Bucket(bucket).Put(key, []byte("damaged")))
			}
		}
		return nil
	}))
	must(t, c.db.Close())
	looked := -1
	steps := eachStep(t, "repair", c.db.Path(), "", func(t *testing.T, path string, done bool) {
		if looked++; spared(looked) && !done {
			return
		}
		db := openAt(t, path, Games(library), unsynced, MapSize(1))
		must(t, db.Repair())
		sound(t, db)
		if got := c.on(t, db).read(t); got != want {
			t.Errorf("it reads otherwise: %s", differ(got, want))
		}
	})
	if steps < 8 || steps > 40 || strings.Contains(want, "damaged") {
		t.Errorf("it has %d steps", steps)
	}
}
