package hub

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/peers"
	"boardwalk/server/peers/peerstest"
)

// A cluster is some hosts that are nodes of one arcade, with one clock.
type cluster struct {
	*host  // the first, whose clock is that of all
	memory peerstest.Memory
	hosts  []*host

	ignores map[[2]arcade.PlayerID]bool // a player and one whom the player ignores

	mu    sync.Mutex
	heard []int // nodes that were told of a change
}

// newCluster returns a cluster of so many hosts.
func newCluster(t *testing.T, hosts int) *cluster {
	c := &cluster{host: &host{t: t}}
	for i := 1; i <= hosts; i++ {
		h := &host{t: t}
		if i == 1 {
			h = c.host
		}
		h.passes(1e18)
		h.Hub = New(Config{
			Sessions: 500, Now: c.time, Sealed: func(e arcade.Event) bool { return e != "" }, Watched: watched, Cluster: c.memory.Join(fmt.Sprint("node", i), i),
			Regards: func(player, other arcade.PlayerID) (follows, ignores bool) {
				return false, c.ignores[[2]arcade.PlayerID{player, other}]
			},
			Changed: func() {
				c.mu.Lock()
				defer c.mu.Unlock()
				c.heard = append(c.heard, i)
			},
		})
		c.hosts = append(c.hosts, h)
		t.Cleanup(h.LeaveCluster)
	}
	for _, h := range c.hosts {
		h.Beat()
	}
	eventually(t, "the nodes to meet", func() bool { // each sees to what it may have missed before
		for i := range hosts {
			if hosts > 1 && c.changes(i+1) == 0 {
				return false
			}
		}
		return true
	})
	return c
}

// changes returns how often a node was told that something has changed.
func (c *cluster) changes(node int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(slices.DeleteFunc(slices.Clone(c.heard), func(n int) bool { return n != node }))
}

// passes lets time pass on all nodes.
func (c *cluster) passes(d time.Duration) {
	for _, h := range c.hosts {
		h.passes(d)
	}
}

// beats has each node tell of itself, and lets a second pass, as lists may be so old.
func (c *cluster) beats() {
	defer c.passes(time.Second)
	for _, h := range c.hosts {
		h.Beat()
	}
}

// eventually waits until something is so.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for limit := time.Now().Add(time.Minute); !is(); runtime.Gosched() {
		if time.Now().After(limit) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// Those who are here are the same on all nodes, each player once, but for those who hide, and
// the numbers of their tables are different ones.
func TestPeopleOfAllNodes(t *testing.T) {
	c := newCluster(t, 3)
	player := &fakePlayer{}
	ann := c.hosts[0].comes("ann", &fakePlayer{follows: []string{"bob"}})
	bob := c.hosts[1].comes("bob", player)
	c.hosts[1].comes("fay", &fakePlayer{account: arcade.Account{Hidden: true}})
	c.hosts[2].comes("dan", &fakePlayer{account: arcade.Account{Private: true}})
	again := c.hosts[2].comes("bob", player)
	again.session.SetSlot("chessboard")
	c.hosts[2].Company(again.session).Show(&arcade.Scene{Game: "chessboard"})
	c.beats()
	c.sees(ann, "you here idle 1s; *bob playing chessboard table 23 idle 1s; dan here idle 1s")
	c.passes(time.Second)
	c.hosts[1].sees(bob, "you playing chessboard table 23 idle 2s; ann here idle 2s; dan here idle 2s")
	if got := ann.news(c.survey()).Playing(); len(got) != 1 || got[0].Nick != "bob" {
		t.Errorf("of those whom ann follows play %+v", got)
	}
	var numbers []int
	for _, h := range c.hosts {
		for _, s := range h.Sessions() {
			numbers = append(numbers, s.Number())
		}
	}
	if slices.Sort(numbers); len(slices.Compact(numbers)) != 5 {
		t.Errorf("the numbers of the sessions are %v", numbers)
	}
}

// A node that says nothing for long is gone with all who were there, and one that leaves at
// once. What is lost in between is told again.
func TestANodeThatIsSilentIsGone(t *testing.T) {
	c := newCluster(t, 2)
	ann := c.hosts[0].comes("ann", &fakePlayer{})
	bob := c.hosts[1].comes("bob", &fakePlayer{})
	here := func(idle string) string { return "you here idle " + idle + "; bob here idle " + idle }
	c.beats()
	c.sees(ann, here("1s"))
	c.memory.Lose(func(from, _, _ string) bool { return from == "node2" })
	for range 3 {
		c.beats()
	}
	c.sees(ann, here("4s"))
	c.passes(peers.Silence)
	c.sees(ann, "you here idle 9s")
	c.memory.Lose(nil)
	c.beats()
	c.sees(ann, here("10s"))
	c.hosts[1].Leave(bob.session)
	c.hosts[1].LeaveCluster()
	c.passes(time.Second)
	c.sees(ann, "you here idle 11s")
}

// However many sessions there are, they are told in one message, which is short.
func TestManySessionsAreOneMessage(t *testing.T) {
	c := newCluster(t, 2)
	ann := c.hosts[0].comes("ann", &fakePlayer{})
	const sessions = 400
	for i := range sessions {
		bob := c.hosts[1].comes(fmt.Sprint("p", i), &fakePlayer{})
		c.hosts[1].Company(bob.session).Show(&arcade.Scene{Game: "chessboard"})
	}
	sizes := make(chan int, 10)
	defer c.hosts[0].nodes.cluster.Bus.Subscribe(heartbeatSubject, func(from string, data []byte) []byte {
		if from == "node2" {
			sizes <- len(data)
		}
		return nil
	})()
	c.beats()
	if size := <-sizes; size > 100*sessions {
		t.Errorf("%d sessions take %d bytes", sessions, size)
	}
	if got := len(ann.People()); got != sessions+1 {
		t.Errorf("%d are here", got)
	}
}

// watchesTable watches a table of another node, which must be shown.
func (c *cluster) watchesTable(ctx context.Context, looks Company, number int) arcade.Watch[*arcade.Scene] {
	c.t.Helper()
	w, err := looks.hub.Company(looks.session).Watch(ctx, number)
	if err != nil {
		c.t.Fatal(err)
	}
	return w
}

// A table is watched from other nodes as from its own: each scene goes out once, its player
// sees how many watch, and nothing is sent any more when nobody does.
func TestATableIsWatchedFromOtherNodes(t *testing.T) {
	c := newCluster(t, 3)
	ann, bob := c.hosts[0].comes("ann", &fakePlayer{}), c.hosts[1].comes("bob", &fakePlayer{})
	second, third := c.hosts[1].comes("cid", &fakePlayer{}), c.hosts[2].comes("dan", &fakePlayer{})
	table := c.hosts[0].Company(ann.session)
	board := engine.Board{Piles: []engine.View{{At: engine.At(1, 2), Cards: []engine.Card{engine.Back, 7}, Face: "7x3"}}, Notes: []string{"a note"}}
	line := []engine.Move{{From: engine.At(1, 1), To: engine.At(2, 1)}}
	table.Show(&arcade.Scene{Game: "chessboard", Board: board, Line: line, Moves: 1})
	c.beats()
	number := ann.session.Number()
	if got := c.hosts[1].Company(bob.session).Tables(); len(got) != 1 || got[0].Number != number || got[0].Player != "ann" {
		t.Fatalf("bob may watch %+v", got)
	}
	var sent atomic.Int64
	c.memory.Join("spy", peers.Most).Bus.Subscribe(scenesOf(number), func(string, []byte) []byte {
		sent.Add(1)
		return nil
	})
	table.Show(&arcade.Scene{Game: "chessboard", Board: board, Line: line, Moves: 1})
	if sent.Load() != 0 {
		t.Error("a scene that nobody watches is sent")
	}
	ctx, leave := context.WithCancel(t.Context())
	watches := []arcade.Watch[*arcade.Scene]{c.watchesTable(ctx, bob, number), c.watchesTable(ctx, second, number), c.watchesTable(ctx, third, number)}
	for _, w := range watches {
		if got, _ := w.Next(); got.Moves != 1 || fmt.Sprint(got.Board) != fmt.Sprint(board) || !slices.Equal(got.Line, line) {
			t.Errorf("the scene is %+v", got)
		}
	}
	before := sent.Load()
	table.Show(&arcade.Scene{Game: "chessboard", Moves: 2})
	for _, w := range watches {
		if got, _ := w.Next(); got.Moves != 2 {
			t.Errorf("the next scene is %+v", got)
		}
	}
	if n := sent.Load() - before; n != 1 {
		t.Errorf("the scene was sent %d times", n)
	}
	c.beats()
	c.beats()
	if table.Watchers() != 3 || c.hosts[2].Company(third.session).Audience(number) != 3 {
		t.Errorf("%d watch ann, and dan is told %d", table.Watchers(), c.hosts[2].Company(third.session).Audience(number))
	}
	leave()
	eventually(t, "nobody to watch", func() bool {
		c.beats()
		return table.Watchers() == 0 && len(c.hosts[1].nodes.feedList()) == 0
	})
	before = sent.Load()
	table.Show(&arcade.Scene{Game: "chessboard", Moves: 3})
	if sent.Load() != before {
		t.Error("a scene that nobody watches any more is sent")
	}
}

// What is lost of a watch is sent again.
func TestALostSceneComesAgain(t *testing.T) {
	c := newCluster(t, 2)
	ann, bob := c.hosts[0].comes("ann", &fakePlayer{}), c.hosts[1].comes("bob", &fakePlayer{})
	table := c.hosts[0].Company(ann.session)
	table.Show(&arcade.Scene{Game: "chessboard", Moves: 1})
	c.beats()
	w := c.watchesTable(t.Context(), bob, ann.session.Number())
	w.Next()
	lost := make(chan struct{}, 10)
	c.memory.Lose(func(_, _, subject string) bool {
		if strings.HasPrefix(subject, scenesSubject) {
			lost <- struct{}{}
			return true
		}
		return false
	})
	table.Show(&arcade.Scene{Game: "chessboard", Moves: 2})
	<-lost
	c.memory.Lose(nil)
	c.beats()
	if got, _ := w.Next(); got.Moves != 2 {
		t.Errorf("the next scene is %+v", got)
	}
	for range 3 { // the same scene again is none
		c.beats()
	}
	if waiting(w, func(s *arcade.Scene) string { return fmt.Sprint(s.Moves) }) != "" {
		t.Error("a scene comes twice")
	}
}

// A watch from another node ends when it ends on one node: at the end of the round, when the
// player leaves the table, hides or plays in private, with the node, and when whoever watches
// may not see the deal any more.
func TestAWatchFromAnotherNodeEnds(t *testing.T) {
	scene := &arcade.Scene{Game: "chessboard", Moves: 1}
	for name, end := range map[string]func(c *cluster, table Company, plays, looks *fakePlayer){
		"the round":     func(c *cluster, table Company, _, _ *fakePlayer) { table.Show(&arcade.Scene{Final: true}) },
		"the table":     func(c *cluster, table Company, _, _ *fakePlayer) { table.Show(nil) },
		"another event": func(c *cluster, table Company, _, _ *fakePlayer) { table.Show(&arcade.Scene{Event: "x"}) },
		"the session":   func(c *cluster, table Company, _, _ *fakePlayer) { c.hosts[0].Leave(table.session) },
		"in private": func(c *cluster, table Company, plays, _ *fakePlayer) {
			plays.account.Private = true
			c.hosts[1].RecheckWatches() // the player has changed it in a session there
		},
		"the node": func(c *cluster, table Company, _, _ *fakePlayer) {
			c.memory.Lose(func(from, _, _ string) bool { return from == "node1" })
			c.passes(peers.Silence)
			c.hosts[1].Beat()
		},
		"the node in order": func(c *cluster, table Company, _, _ *fakePlayer) { c.hosts[0].LeaveCluster() },
	} {
		t.Run(name, func(t *testing.T) {
			c := newCluster(t, 2)
			plays, looks := &fakePlayer{}, &fakePlayer{}
			ann, bob := c.hosts[0].comes("ann", plays), c.hosts[1].comes("bob", looks)
			table := c.hosts[0].Company(ann.session)
			table.Show(scene)
			c.beats()
			number := ann.session.Number()
			w := c.watchesTable(t.Context(), bob, number)
			w.Next()
			end(c, table, plays, looks)
			for ok := true; ok; {
				_, ok = w.Next()
			}
			if name == "another event" || name == "the round" {
				return // there may be another watch
			}
			if _, err := c.hosts[1].Company(bob.session).Watch(t.Context(), number); !errors.Is(err, errNotShown) {
				t.Errorf("then it is watched again: %v", err)
			}
		})
	}
}

// A watch that another node has just asked for goes on when someone else may have become private.
func TestAFreshWatchOutlivesARecheck(t *testing.T) {
	c := newCluster(t, 2)
	ann, bob := c.hosts[0].comes("ann", &fakePlayer{}), c.hosts[1].comes("bob", &fakePlayer{})
	table := c.hosts[0].Company(ann.session)
	table.Show(&arcade.Scene{Game: "chessboard", Moves: 1})
	c.beats()
	w := c.watchesTable(t.Context(), bob, ann.session.Number())
	w.Next()
	c.hosts[0].RecheckWatches()
	c.beats()
	table.Show(&arcade.Scene{Game: "chessboard", Moves: 2})
	if scene, ok := w.Next(); !ok || scene.Moves != 2 {
		t.Errorf("the watch shows %v, %t", scene, ok)
	}
}

// Who may not see a deal sees it on no node, and what is hidden or private leaves its node at
// no time.
func TestWhatIsHiddenLeavesNoNode(t *testing.T) {
	c := newCluster(t, 2)
	bob := c.hosts[1].comes("bob", &fakePlayer{})
	secret := &arcade.Scene{Game: "SECRETGAME", Event: arcade.DailyEvent("2026-11-23")}
	for _, p := range []*fakePlayer{{account: arcade.Account{Hidden: true}}, {account: arcade.Account{Private: true}}, {err: errors.New("the disk is gone")}} {
		s := c.hosts[0].comes("ann", p)
		c.hosts[0].Company(s.session).Show(&arcade.Scene{Game: "SECRETGAME"})
	}
	stop := c.hosts[1].nodes.cluster.Bus.Subscribe(heartbeatSubject, func(_ string, data []byte) []byte {
		if strings.Contains(string(data), "SECRETGAME") {
			t.Errorf("a node tells %s", data)
		}
		return nil
	})
	c.beats()
	stop()
	for _, s := range c.hosts[0].Sessions() {
		if _, err := c.hosts[1].Company(bob.session).Watch(t.Context(), s.Number()); err == nil {
			t.Error("a hidden table is watched")
		}
		// As of a node that knows the number:
		if m, _ := peers.Request[int, sceneMsg](t.Context(), c.hosts[1].nodes.cluster, "node1", watchSubject, s.Number()); m.Scene != nil {
			t.Errorf("a node that asks is told %+v", m.Scene)
		}
		if n := c.hosts[0].Company(s).Watchers(); n != 0 {
			t.Errorf("%d watch a hidden table", n)
		}
	}
	plays := c.hosts[0].comes("eve", &fakePlayer{})
	c.hosts[0].Company(plays.session).Show(secret)
	c.beats()
	if got := c.hosts[1].Company(bob.session).Tables(); len(got) != 0 {
		t.Errorf("bob may watch %+v", got)
	}
	if _, err := c.hosts[1].Company(bob.session).Watch(t.Context(), plays.session.Number()); err == nil {
		t.Error("bob watches a deal that is secret")
	}
}

// A change that a node tells of is seen to on all others, even if the first message is lost.
func TestAChangeIsToldUntilItIsHeard(t *testing.T) {
	c := newCluster(t, 3)
	var lost atomic.Int64
	c.memory.Lose(func(_, to, _ string) bool {
		if to == "node3" {
			lost.Add(1)
		}
		return to == "node3"
	})
	second := c.changes(2)
	c.hosts[0].RecheckWatches()
	eventually(t, "the second node", func() bool { return c.changes(2) > second })
	if lost.Load() == 0 {
		t.Error("nothing was lost")
	}
	c.memory.Lose(nil)
	third := c.changes(3)
	c.beats()
	eventually(t, "the third node", func() bool { return c.changes(3) > third })
}
