package data

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardwalk/engine/arcade"
)

// A crowd is a file with some of everything, and its players by name. They have nicks,
// except gus, who is a guest; bob and cid were joined into ann. They have met in a race
// that bob opened, ann and eve are in an open race, and dan's race waits for others.
type crowd struct {
	db      *DB
	players map[string]*Player
}

func newCrowd(t testing.TB, opts ...Option) crowd {
	t.Helper()
	c := crowd{quick(t, opts...), map[string]*Player{}}
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
	_, err := c.players["cid"].Import(results(finished(record(hop, "FAR", 1), 1)), day(1))
	must(t, err)
	r := opened(t, c.players["bob"], day(0))
	join(t, c.players["ann"], c.players["bob"])
	join(t, c.players["ann"], c.players["cid"])
	finish(t, c.players["ann"], finished(record(scotsi, "LAST", 1), 100))
	c.players["gus"] = player(t, c.db, "guest:1")
	c.race(t, r)
	must(t, c.db.Ban(Ban{Who: "eve", Since: day(0)}))
	link(t, c.players["eve"])
	must(t, c.players["dan"].SetPrivacy(true, true))
	sound(t, c.db)
	return c
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
	opened(t, dan, day(0.6))
	finish(t, ann, dailyOf(t, c.db, hop, crowdDay, 300, 2))
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
		races, err := c.players[name].Races(100)
		must(t, err)
		for _, r := range races {
			s, rev, err := c.players[name].Saved(arcade.Slot(r.Game, arcade.RaceEvent(r.Code)))
			must(t, err)
			fmt.Fprintf(&b, "race %s: %s; saved %v %+v\n", r.Code, said(r), rev != 0, s)
		}
		rivals, err := c.players[name].Rivals()
		must(t, err)
		fmt.Fprintf(&b, "rivals %+v\n", rivals)
	}
	for _, class := range []arcade.Class{arcade.Counted, arcade.Assisted} {
		for _, kind := range []Kind{AllTime, Fastest, Wins, Streaks, Week(day(0)), On(arcade.DailyEvent(crowdDay))} {
			top, err := c.players["eve"].Top(Board{hop, class, kind}, 3)
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
	return c, c.db.path, code
}

// state returns what the players of a file read, and fails the test if the file is not
// sound. The file is left unchanged.
func (c crowd) state(t testing.TB, path string) string {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "copy.db")
	clone(t, copied, path)
	db, err := Open(copied, Games(find), MapSize(0))
	must(t, err)
	defer db.Close()
	sound(t, db)
	return c.on(t, db).read(t)
}
