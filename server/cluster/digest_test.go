package cluster

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"boardwalk/data/commitlog"
	"boardwalk/server/peers"
)

// What a node makes of its digest and those of the others.
func TestWhoseFileDiffers(t *testing.T) {
	now := time.Unix(1e9, 0)
	at := func(sum string) Node { return Node{Digest: commitlog.Digest{Number: 7, Sum: sum}, Heard: now} }
	late, away := at("x"), at("x")
	late.Digest.Number, away.Heard = 6, now.Add(-time.Minute)
	for name, test := range map[string]struct {
		mine                string
		others              []Node
		agreed, odd, differ bool
	}{
		"all are the same":                    {"x", []Node{at("x"), at("x")}, true, false, false},
		"another differs":                     {"x", []Node{at("x"), at("y")}, false, false, false},
		"this one differs":                    {"y", []Node{at("x"), at("x")}, false, true, true},
		"this one cannot be read":             {"", []Node{at("x"), at("x")}, false, true, true},
		"all differ":                          {"x", []Node{at("y"), at("z")}, false, false, true},
		"none can be read":                    {"", []Node{at(""), at("")}, false, false, true},
		"the third is late":                   {"x", []Node{at("x"), late}, false, false, false},
		"two differ, and the third is late":   {"x", []Node{at("y"), late}, false, false, false},
		"two differ, and the third is away":   {"x", []Node{at("y"), away}, false, false, true},
		"two are the same, the third is away": {"x", []Node{at("x"), away}, true, false, false},
		"the others are away":                 {"x", []Node{away, away}, false, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			var log strings.Builder
			odd := 0
			c := &Cluster{cfg: Config{Node: "me", Now: func() time.Time { return now }, Restart: func(error) { odd++ }, Logger: slog.New(slog.NewTextHandler(&log, nil))}, nodes: map[string]Node{
				"me": at("old"), "a": test.others[0], "b": test.others[1],
			}}
			c.Digested(commitlog.Digest{Number: 7, Sum: test.mine})
			c.Digested(commitlog.Digest{Number: 7, Sum: test.mine})
			if (c.agreed == c.digest) != test.agreed || c.agreedAt.IsZero() == test.agreed {
				t.Errorf("agreed on %+v", c.agreed)
			}
			if odd > 1 || (odd == 1) != test.odd {
				t.Errorf("told %d times that it is the odd one", odd)
			}
			if err := c.Differ(); errors.Is(err, ErrDiffer) != test.differ {
				t.Errorf("Differ = %v", err)
			}
			if lines := strings.Count(log.String(), "\n"); lines > 1 || (lines == 1) != (test.differ && !test.odd) {
				t.Errorf("the log is %q", log.String())
			}
			c.nodes["a"], c.nodes["b"] = at(test.mine), at(test.mine)
			c.Digested(commitlog.Digest{Number: 7, Sum: test.mine})
			if err := c.Differ(); test.mine != "" && err != nil {
				t.Errorf("once all are the same, Differ = %v", err)
			}
		})
	}
}

// Nodes make digests at the mark of one of them, and all of them know what came of it.
func TestVerify(t *testing.T) {
	t.Parallel()
	name := newName()
	var nodes [copies]*Cluster
	for i := range nodes {
		nodes[i] = joinAs(t, name, i)
	}
	for _, i := range []int{0, 2, 1} { // one starts after the others
		if i == 1 {
			eventually(t, "the others hear of each other", func() bool { return nodes[0].hears() == 2 && nodes[2].hears() == 2 })
		}
		nodes[i].Tell(func() Node { return Node{} })
	}
	marks, number := patientLog{nodes[0], nodes[0].log}, uint64(0)
	for _, test := range []struct {
		sums   [copies]string
		differ bool
	}{
		{[copies]string{"x", "x", "x"}, false},
		{[copies]string{"x", "y", "z"}, true},
	} {
		ctx, cancel := context.WithCancel(timeout(t))
		var verified error
		go func() {
			defer cancel()
			verified = nodes[1].untilAnswered(ctx, func() error { return nodes[1].Verify(ctx) })
		}()
		for entries, err := range marks.Follow(ctx, number) {
			if err != nil {
				break // all have compared
			}
			for _, e := range entries {
				if number = e.Number; len(e.Data) > 0 {
					t.Errorf("the mark is %+v", e)
				}
				if n := nodes[1].hears(); n != copies {
					t.Errorf("it compares with %d nodes of %d, as it has just started", n, copies)
				}
				for i, c := range nodes {
					c.Digested(commitlog.Digest{Number: number, Sum: test.sums[i]})
				}
			}
		}
		if <-ctx.Done(); errors.Is(verified, ErrDiffer) != test.differ || !test.differ && verified != nil {
			t.Errorf("Verify of %q = %v", test.sums, verified)
		}
	}
	var s peers.Status
	eventually(t, "the cluster tells of its snapshots", func() bool {
		s = nodes[1].Status(false)
		return s.Problem == ""
	})
	if s.Verified.IsZero() || !strings.Contains(s.Differ, ErrDiffer.Error()) {
		t.Errorf("Status = %+v", s)
	}
}
