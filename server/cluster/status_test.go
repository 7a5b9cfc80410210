package cluster

import (
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"boardwalk/data/commitlog"
	"boardwalk/server/peers"
)

func TestStatus(t *testing.T) {
	t.Parallel()
	name := newName()
	var later atomic.Int64 // nanoseconds
	a := joinAs(t, name, 0, func(c *Config) { c.Now = func() time.Time { return time.Now().Add(time.Duration(later.Load())) } })
	b := joinAs(t, name, 1)
	mustPrepare(t, a, filepath.Join(t.TempDir(), "db"))
	if err := a.Log().Append(timeout(t), 0, commitlog.Entry{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*Cluster{a, b} {
		c.Tell(func() Node { return Node{Version: "1.2", Applied: 1, Sessions: 7} })
	}
	var s peers.Status
	eventually(t, "a hears of both, and leads", func() bool {
		s = a.Status(false)
		return s.Problem == "" && len(s.Nodes) == 2 && len(s.Nodes[0].Leases) > 0 && len(s.Nodes[1].Leases) == 0 && !b.Leads()
	})
	for i, n := range s.Nodes {
		if n.Name != shared.cfg[i].Node || n.Version != "1.2" || n.Applied != 1 || n.Sessions != 7 || n.Since.IsZero() || n.Away {
			t.Errorf("node %d is %+v", i, n)
		}
	}
	if s.Name != name || s.First != 1 || s.Last != 1 || s.Bytes == 0 || s.Leader == "" || s.Made.IsZero() || s.Snapshot != 0 {
		t.Errorf("Status = %+v", s)
	}
	b.Close()
	eventually(t, "b is away some minutes later", func() bool { // what it told last may come later
		later.Add(int64(time.Minute))
		s = a.Status(false)
		return len(s.Nodes) == 2 && s.Nodes[1].Away
	})
	later.Store(int64(25 * time.Hour))
	if s = a.Status(false); len(s.Nodes) > 1 {
		t.Errorf("a day later the nodes are %+v", s.Nodes)
	}
}

// One node leads: the first that is there and not cut off.
func TestLeads(t *testing.T) {
	now := time.Unix(1000, 0)
	c := &Cluster{cfg: Config{Node: "b", Now: func() time.Time { return now }}, nodes: make(map[string]Node)}
	for _, step := range []struct {
		what  string
		later time.Duration
		hears []Node
		want  bool
	}{
		{"nobody was heard yet", 0, nil, true},
		{"there is one after it", 0, []Node{{Name: "b"}, {Name: "c"}}, true},
		{"there is one before it", 0, []Node{{Name: "a"}}, false},
		{"that one is cut off", 0, []Node{{Name: "a", CutOff: true}}, true},
		{"that one is not any more", 0, []Node{{Name: "a"}}, false},
		{"that one was away for long", peers.Silence + 1, []Node{{Name: "b"}}, true},
	} {
		now = now.Add(step.later)
		for _, n := range step.hears {
			text, err := json.Marshal(n)
			if err != nil {
				t.Fatal(err)
			}
			c.hear(n.Name, text)
		}
		if got := c.Leads(); got != step.want {
			t.Errorf("%s: it leads: %t", step.what, got)
		}
	}
	now = now.Add(peers.Silence + 1)
	c.cutOff.Store(&errNoAnswer)
	if c.Leads() {
		t.Error("it leads though it is cut off and hears nobody")
	}
}

// A node that falls silent is told of once in the log, and once when it is back.
func TestTheLogSaysWhoIsGone(t *testing.T) {
	now := time.Unix(1000, 0)
	var log strings.Builder
	c := &Cluster{cfg: Config{Node: "a", Now: func() time.Time { return now }, Logger: slog.New(slog.NewTextHandler(&log, nil))}}
	c.nodes = map[string]Node{"a": {Heard: now}, "b": {Heard: now}}
	gone := make(map[string]bool)
	for _, step := range []struct {
		later       time.Duration
		heard       bool
		gone, again int // how often the log has said so by then
	}{{0, false, 0, 0}, {peers.Silence + 1, false, 1, 0}, {1, false, 1, 0}, {1, true, 1, 1}, {1, false, 1, 1}, {peers.Silence, false, 2, 1}} {
		if now = now.Add(step.later); step.heard {
			c.nodes["b"] = Node{Heard: now}
		}
		c.noteSilence(gone)
		says := func(word string) int { return strings.Count(log.String(), "a node of the cluster is "+word) }
		if says("gone") != step.gone || says("back") != step.again || strings.Contains(log.String(), "node=a") {
			t.Errorf("want %d times gone and %d times back: %s", step.gone, step.again, log.String())
		}
	}
}

// A node that hears others waits for them to choose another leader before it is cut off.
func TestCutOff(t *testing.T) {
	now := time.Unix(1000, 0)
	c := &Cluster{cfg: Config{Node: "a", Now: func() time.Time { return now }}, nodes: map[string]Node{"a": {Heard: now}}}
	if c.isCutOff(cutOffAfter-1) || !c.isCutOff(cutOffAfter) {
		t.Error("a node that hears nobody is not cut off at once")
	}
	c.nodes["b"] = Node{Heard: now}
	if c.isCutOff(electionTime-1) || !c.isCutOff(electionTime) {
		t.Error("a node that hears another one does not wait for the election")
	}
	now = now.Add(cutOffAfter)
	if !c.isCutOff(cutOffAfter) {
		t.Error("a node that hears nobody any more is not cut off")
	}
}

// Of two nodes with one name the one that began later ends, and only that one, whoever notices.
func TestTwins(t *testing.T) {
	t.Parallel()
	name := newName()
	ended := make(chan string, 99)
	tell := func(i int, who string, since time.Time) {
		joinAs(t, name, i, func(c *Config) {
			c.Now = func() time.Time { return since }
			c.Restart = func(why error) {
				if !errors.As(why, new(Refusal)) {
					t.Errorf("%s ends with %v", who, why)
				}
				ended <- who
			}
		}).Tell(func() Node { return Node{} })
	}
	now := time.Now()
	tell(0, "another", now)
	tell(1, "the later", now.Add(time.Millisecond))
	tell(1, "the earlier", now)
	for range 2 {
		if who := <-ended; who != "the later" {
			t.Errorf("%s ends", who)
		}
	}
}

// hears returns how many nodes a node has heard.
func (c *Cluster) hears() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.nodes)
}
