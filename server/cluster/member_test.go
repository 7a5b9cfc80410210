package cluster

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Two of three machines lose all, and the third has an old copy. None joins, and all say why, until one
// of the two is back as it was. Then the third is one of them again.
func TestMostCopiesOfTheLogAreLost(t *testing.T) {
	t.Parallel()
	trio := newTrio(t.TempDir())
	nodes, join := trio.join(t)
	join(0, 1, 2)
	whole := t.TempDir() + "/copy"
	for _, c := range nodes {
		c.Close()
	}
	err := errors.Join(os.CopyFS(whole, os.DirFS(trio.cfg[0].Dir)), os.RemoveAll(trio.cfg[0].Dir), os.RemoveAll(trio.cfg[1].Dir))
	if err != nil {
		t.Fatal(err)
	}

	waits, cancel := context.WithCancel(timeout(t))
	defer cancel()
	var said, ended sync.WaitGroup
	for i := range copies {
		said.Add(1)
		once := sync.OnceFunc(said.Done)
		cfg := trio.cfg[i]
		cfg.Waiting = func(what string) {
			if what == mostAreLost {
				once()
			}
		}
		ended.Go(func() {
			if _, err := Join(waits, cfg); !errors.Is(err, context.Canceled) {
				t.Errorf("node %d goes on: %v", i, err)
			}
		})
	}
	said.Wait()
	cancel()
	ended.Wait()

	if err := os.CopyFS(trio.cfg[0].Dir, os.DirFS(whole)); err != nil {
		t.Fatal(err)
	}
	join(0, 1, 2)
	if last, err := nodes[1].Log().Last(timeout(t)); err != nil {
		t.Errorf("the last entry is %d, %v", last, err)
	}
}

// A node that has no copy of the log and the name of another one waits, and says what for: as one of the
// servers it would be taken for that one. After a minute it is refused.
func TestANodeWithTheNameOfAnother(t *testing.T) {
	t.Parallel()
	trio := newTrio(t.TempDir())
	_, join := trio.join(t)
	join(0, 1, 2)
	twin, refusal := trio.cfg[2], Refusal{}
	var later atomic.Int64
	twin.Now = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	twin.Listen, twin.Dir = "127.0.0.1:0", t.TempDir()
	twin.Peers = []string{trio.cfg[0].Listen, trio.cfg[1].Listen, trio.cfg[2].Listen}
	twin.Waiting = func(what string) {
		if strings.HasPrefix(what, "the other machine with the name node-2 ") {
			later.Store(int64(twinTime))
		}
	}
	if _, err := Join(timeout(t), twin); !errors.As(err, &refusal) || !strings.Contains(err.Error(), "has the name node-2: give each its own cluster-node") || twin.hasCopy() {
		t.Errorf("Join = %v", err)
	}
}

// Nodes that have no copy of the log wait for the others, and say for how many.
func TestTheFirstNodesWait(t *testing.T) {
	t.Parallel()
	trio := newTrio(t.TempDir())
	ctx, cancel := context.WithCancel(timeout(t))
	defer cancel()
	said := make(chan string, 999)
	cfg := trio.cfg[0]
	cfg.Waiting = func(what string) { said <- what }
	var ended sync.WaitGroup
	ended.Go(func() {
		if _, err := Join(ctx, cfg); !errors.Is(err, context.Canceled) {
			t.Errorf("a node alone goes on: %v", err)
		}
	})
	if what := <-said; what != "2 more nodes of cluster test" {
		t.Errorf("it waits for %s", what)
	}
	ended.Go(func() {
		if _, err := Join(ctx, trio.cfg[1]); !errors.Is(err, context.Canceled) {
			t.Errorf("two nodes go on: %v", err)
		}
	})
	for what := range said {
		if strings.HasPrefix(what, "1 more node ") {
			break
		}
	}
	cancel()
	ended.Wait()
}
