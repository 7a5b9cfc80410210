package cluster

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Two of three lose their copies of the log. Neither those nor the one with the old copy goes on,
// until one of the two is back as it was. Then the third is one of them again.
func TestMostCopiesOfTheLogAreLost(t *testing.T) {
	t.Parallel()
	name, dir := newName(), t.TempDir()
	prepare := func(ctx context.Context, c *Cluster) error {
		_, err := c.Prepare(ctx, fakeFiles, filepath.Join(dir, c.cfg.Node), hostKey, version)
		return err
	}
	// At first, none has had any copy; a node alone does not wait for others then.
	nodes := make([]*Cluster, copies)
	fakeFile{Players: "ann"}.write(t, filepath.Join(dir, "node-0"))
	for i := range nodes {
		nodes[i] = joinAs(t, name, i, memberOf)
		if err := prepare(timeout(t), nodes[i]); err != nil {
			t.Fatal(err)
		}
	}
	nodes[0].Close()
	nodes[1].Close()
	nodes[2].Close()

	waits, cancel := context.WithCancel(timeout(t))
	var wait sync.WaitGroup
	wait.Add(copies)
	lost := func(c *Config) { c.member = "another of " + c.Node }
	var ended sync.WaitGroup
	for i, is := range []func(*Config){lost, lost, memberOf} {
		said := sync.OnceFunc(wait.Done)
		nodes[i] = joinAs(t, name, i, is, func(c *Config) {
			c.Waiting = func(what string) {
				if strings.Contains(what, "most of the machines that had the log") {
					said()
				}
			}
		})
		ended.Go(func() {
			if err := prepare(waits, nodes[i]); !errors.Is(err, context.Canceled) {
				t.Errorf("node %d goes on: %v", i, err)
			}
		})
	}
	wait.Wait()
	cancel()
	ended.Wait()

	nodes[1].Close()
	nodes[1] = joinAs(t, name, 1, memberOf)
	for _, c := range nodes {
		if err := prepare(timeout(t), c); err != nil {
			t.Error(err)
		}
	}
	nodes[2].Close() // the other two are those of the cluster now
	if err := prepare(timeout(t), nodes[1]); err != nil {
		t.Error(err)
	}
}

func TestTheIDOfACopyOfTheLog(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "boardwalk_cluster")
	first, err := memberID(dir)
	again, err2 := memberID(dir)
	other, err3 := memberID(t.TempDir())
	if err := errors.Join(err, err2, err3); err != nil || first == "" || again != first || other == first {
		t.Errorf("the IDs are %q, %q and %q: %v", first, again, other, err)
	}
}
