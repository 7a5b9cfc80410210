package race

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server/peers"
	"boardwalk/server/peers/peerstest"
)

// A cluster is some nodes of one arcade, whose clocks go together.
type cluster struct {
	t      *testing.T
	memory peerstest.Memory
	nodes  []*testArcade
}

// newCluster returns a cluster of so many nodes on one data file.
func newCluster(t *testing.T, nodes int) *cluster {
	first := newTestArcade(t)
	c := &cluster{t: t, nodes: []*testArcade{first}}
	for range nodes - 1 {
		c.nodes = append(c.nodes, &testArcade{t: t, db: first.db, now: first.now, onEnd: func() error { return nil }})
	}
	for i, a := range c.nodes {
		a.cluster = c.memory.Join(fmt.Sprint("node", i+1), i+1)
		a.restart()
		t.Cleanup(a.cluster.Leave)
	}
	return c
}

// passes lets time pass on all nodes.
func (c *cluster) passes(wait time.Duration) {
	for _, a := range c.nodes {
		a.passes(wait)
	}
}

// sees waits until the standings that a racer follows are so. It lets time pass if they were
// published less than Pause ago.
func (c *cluster) sees(what string, watch arcade.Watch[*arcade.Race], is func(*arcade.Race) bool) {
	c.t.Helper()
	c.eventually(what, func() bool {
		if slices.ContainsFunc(c.nodes, (*testArcade).throttles) {
			c.passes(Pause)
		}
		if !holds(watch.(arcade.Notifier)) {
			return false
		}
		r, ok := watch.Next()
		return ok && is(r)
	})
}

// throttles reports whether standings wait that are not published yet.
func (a *testArcade) throttles() bool {
	return slices.ContainsFunc(a.list(), func(r *race) bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.pending
	})
}

// follows follows a race.
func (c *cluster) follows(p Player, code string) arcade.Watch[*arcade.Race] {
	c.t.Helper()
	watch, err := p.Follow(c.t.Context(), code)
	if err != nil {
		c.t.Fatal(err)
	}
	return watch
}

// eventually waits until something is so, while time passes and nodes tell of themselves.
func (c *cluster) eventually(what string, is func() bool) {
	c.t.Helper()
	for limit := time.Now().Add(time.Minute); !is(); runtime.Gosched() {
		if time.Now().After(limit) {
			c.t.Fatalf("waited in vain for %s", what)
		}
	}
}

// A race is opened, joined, started, played and ended by racers on three nodes, who see each
// other's points and tables.
func TestARaceOnThreeNodes(t *testing.T) {
	c := newCluster(t, 3)
	ann, bob, cid := c.nodes[0].enters(1), c.nodes[1].enters(2), c.nodes[2].enters(3)
	game := catalog.All()[0]
	code := c.nodes[0].opensToAll(ann)
	for i, a := range c.nodes {
		c.eventually("the race in the list", func() bool {
			c.passes(WaitingPause)
			return slices.ContainsFunc(a.waiting.of(""), func(w arcade.WaitingRace) bool { return w.Code == code })
		})
		if !a.runs(code) {
			t.Errorf("node %d shows the deal", i+1)
		}
	}
	watches := []arcade.Watch[*arcade.Race]{c.follows(ann, code)}
	for _, p := range []Player{bob, cid} {
		if _, err := p.Join(strings.ToLower(code)); err != nil {
			t.Fatal(err)
		}
		watches = append(watches, c.follows(p, code))
	}
	for _, w := range watches {
		c.sees("three racers", w, func(r *arcade.Race) bool { return len(r.Racers) == 3 })
	}
	if err := ann.Start(code); err != nil {
		t.Fatal(err)
	}
	for i, p := range []Player{ann, bob, cid} {
		c.sees("the start", watches[i], func(r *arcade.Race) bool { return !r.Begins.IsZero() })
		if err := c.nodes[i].CheckStart(p.Racer, game.Info().ID, code); err != ErrNotBegun {
			t.Errorf("during the countdown racer %d begins: %v", i, err)
		}
	}
	c.passes(Countdown)
	for i, p := range []Player{ann, bob, cid} {
		if err := c.nodes[i].CheckStart(p.Racer, game.Info().ID, code); err != nil {
			t.Errorf("after the countdown racer %d does not begin: %v", i, err)
		}
		if _, _, err := p.Racer.(*data.Player).Begin(game, arcade.RaceEvent(code), c.nodes[i].time(), nil); err != nil {
			t.Fatal(err)
		}
	}
	bob.Table.Show(&arcade.Scene{Event: arcade.RaceEvent(code), Moves: 3})
	c.passes(time.Second)
	c.sees("bob's moves", watches[0], func(r *arcade.Race) bool {
		return slices.ContainsFunc(r.Racers, func(o arcade.Racer) bool { return o.Moves == 3 && o.Table == 2 && o.ID != r.Me })
	})
	bob.Table.Show(nil)
	c.passes(time.Second)
	c.sees("that bob is away", watches[2], func(r *arcade.Race) bool {
		return slices.ContainsFunc(r.Racers, func(o arcade.Racer) bool { return o.Moves == 3 && o.Table == 0 })
	})
	c.passes(time.Minute + Grace)
	for i, w := range watches {
		c.sees("the end", w, func(r *arcade.Race) bool { return r.Over })
		if c.nodes[i].runs(code) {
			t.Errorf("node %d has not ended it", i+1)
		}
	}
	if stored, err := ann.Racer.Race(code); err != nil || stored.Ended.IsZero() {
		t.Errorf("the store has it as %+v, %v", stored, err)
	}
}

// What was lost of a race is told again: that it was opened and started, and what was played.
func TestWhatIsLostOfARaceIsToldAgain(t *testing.T) {
	c := newCluster(t, 2)
	a, b := c.nodes[0], c.nodes[1]
	ann, bob := a.enters(1), b.enters(2)
	c.memory.Lose(func(string, string, string) bool { return true })
	code := a.opensToAll(ann)
	if b.runs(code) {
		t.Fatal("the other node knows of it")
	}
	if _, err := bob.Join(code); err != nil { // who has the code needs no node to tell of it
		t.Fatal(err)
	}
	if err := ann.Start(code); err != nil {
		t.Fatal(err)
	}
	watch := c.follows(bob, code)
	c.follows(ann, code)
	ann.Table.Show(&arcade.Scene{Event: arcade.RaceEvent(code), Moves: 4})
	c.memory.Lose(nil)
	a.Beat()
	c.sees("ann's moves", watch, func(r *arcade.Race) bool { return !r.Begins.IsZero() && r.Racers[0].Moves+r.Racers[1].Moves == 4 })
	c.memory.Lose(func(from, _, _ string) bool { return from == "node1" })
	c.passes(peers.Silence)
	b.Beat()
	c.sees("that ann's node is gone", watch, func(r *arcade.Race) bool { return r.Racers[0].Table+r.Racers[1].Table == 0 })
}

// A racer who goes on at another node is at the table there, whatever the first node still tells.
func TestARacerChangesNodes(t *testing.T) {
	c := newCluster(t, 3)
	ann := c.nodes[0].enters(1)
	again, bob := c.nodes[1].enters(4), c.nodes[2].enters(2)
	again.Racer = ann.Racer
	code := c.nodes[0].opens(ann)
	if _, err := bob.Join(code); err != nil {
		t.Fatal(err)
	}
	if err := ann.Start(code); err != nil {
		t.Fatal(err)
	}
	c.passes(Countdown)
	watch := c.follows(bob, code)
	c.follows(ann, code)
	ann.Table.Show(&arcade.Scene{Event: arcade.RaceEvent(code), Moves: 1})
	ann.Table.Show(nil)
	c.passes(time.Second)
	c.follows(again, code)
	again.Table.Show(&arcade.Scene{Event: arcade.RaceEvent(code), Moves: 2})
	for range 3 {
		c.passes(time.Second)
		for _, a := range c.nodes {
			a.Beat()
		}
	}
	c.passes(time.Second)
	var last *arcade.Race
	c.sees("ann", watch, func(r *arcade.Race) bool {
		last = r
		return r.Racers[0].Moves == 2
	})
	if last.Racers[0].Table != 4 {
		t.Errorf("ann is at table %d", last.Racers[0].Table)
	}
}

// A rematch is in the lists of its racers on all nodes, and withdrawn from them.
func TestARematchOnTwoNodes(t *testing.T) {
	c := newCluster(t, 2)
	ann, bob := c.nodes[0].enters(1), c.nodes[1].enters(2)
	code := c.nodes[0].opens(ann)
	if _, err := bob.Join(code); err != nil {
		t.Fatal(err)
	}
	if err := ann.Start(code); err != nil {
		t.Fatal(err)
	}
	c.passes(Countdown)
	c.passes(time.Minute + Grace)
	wantListed := func(what, next string) {
		t.Helper()
		c.eventually(what, func() bool {
			c.passes(WaitingPause)
			list := bob.Waiting()
			r, err := bob.Race(code)
			return err == nil && r.Next == next && r.Me != "" && (next == "" && len(list) == 0 || len(list) == 1 && list[0].Code == next)
		})
	}
	c.memory.Lose(func(_, _, subject string) bool { return subject == changeSubject })
	next, err := ann.Rematch(code, catalog.All()[0])
	if err != nil {
		t.Fatal(err)
	}
	c.memory.Lose(nil)
	c.nodes[0].Beat()
	wantListed("the rematch in the list", next.Code)
	if err := ann.Leave(next.Code); err != nil {
		t.Fatal(err)
	}
	wantListed("none any more", "")
	c.nodes[0].Beat()
	if c.nodes[1].runs(next.Code) {
		t.Error("the rematch is still there")
	}
}

// Of a node that has ended, a player of the arcade who has not finished is called by another, and not before. If
// nobody comes, the race ends at its limit.
func TestThePlaceOfTheArcadeIsEmpty(t *testing.T) {
	c := newCluster(t, 2)
	here, there := c.nodes[0], c.nodes[1]
	ann, level := here.enters(1), there.enters(2)
	racer, err := c.nodes[0].db.Player(arcade.Level(3).Credential())
	if err != nil {
		t.Fatal(err)
	}
	level.Racer = racer
	code := here.opensToAll(ann)
	wants := func(when string, want int) {
		t.Helper()
		if got := here.Empty(); len(got) != want || want > 0 && got[0] != (Chair{code, 3}) {
			t.Errorf("%s the empty places are %v, want %d", when, got, want)
		}
	}
	if _, err := level.Join(code); err != nil {
		t.Fatal(err)
	}
	c.follows(level, code)
	watch := c.follows(ann, code)
	c.sees("two racers", watch, func(r *arcade.Race) bool { return len(r.Racers) == 2 })
	if err := ann.Start(code); err != nil {
		t.Fatal(err)
	}
	c.passes(Countdown)
	wants("at the start", 0)
	if _, _, err := racer.Begin(catalog.All()[0], arcade.RaceEvent(code), here.time(), nil); err != nil {
		t.Fatal(err)
	}
	level.Table.Show(&arcade.Scene{Event: arcade.RaceEvent(code), Moves: 3})
	moved := func(table int) func(*arcade.Race) bool {
		return func(r *arcade.Race) bool {
			return slices.ContainsFunc(r.Racers, func(o arcade.Racer) bool { return o.Level == 3 && o.Moves == 3 && o.Table == table })
		}
	}
	c.passes(peers.Silence)
	there.Beat()
	c.sees("the level's moves", watch, moved(2))
	here.Beat()
	wants("while it plays", 0)

	c.memory.Lose(func(from, _, _ string) bool { return from == there.cluster.Node })
	here.passes(peers.Silence)
	here.Beat()
	wants("once its node is gone", 1)
	wants("at once after that", 0)
	here.passes(peers.Silence)
	wants("a while later", 1)
	here.passes(time.Minute)
	wants("at the limit", 0)
	here.passes(Grace)
	if stored, err := ann.Racer.Race(code); err != nil || stored.Ended.IsZero() || here.runs(code) {
		t.Errorf("at the limit the race is %+v, %v", stored, err)
	}
}
