package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"boardwalk/data/commitlog"
)

func TestSnapshotDue(t *testing.T) {
	t.Parallel()
	now := time.Now()
	c := joinAs(t, newName(), 0, func(c *Config) { c.Now = func() time.Time { return now } })
	want := func(want bool) {
		t.Helper()
		if due, err := answered(t, c, c.snapshotDue); due != want || err != nil {
			t.Errorf("snapshotDue = %t, %v", due, err)
		}
	}
	want(false) // no cluster has begun
	mustPrepare(t, c, filepath.Join(t.TempDir(), "db"))
	now = now.Add(25 * time.Hour)
	want(false) // there is nothing new
	if err := c.Log().Append(timeout(t), 0, commitlog.Entry{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	want(true)
	now = now.Add(-24 * time.Hour)
	want(false)
}

func TestKeepSnapshots(t *testing.T) {
	t.Parallel()
	name, dir := newName(), t.TempDir()
	var made atomic.Int64
	ctx, cancel := context.WithCancel(timeout(t))
	var wg sync.WaitGroup
	var nodes [2]*Cluster
	for i := range nodes {
		nodes[i] = joinAs(t, name, i, func(c *Config) {
			c.snapshotLook, c.verifyTime = 10*time.Millisecond, time.Millisecond
			c.Now = func() time.Time { return time.Now().Add(25 * time.Hour) }
		})
	}
	var id string
	for i, c := range nodes {
		id = mustPrepare(t, c, filepath.Join(dir, c.cfg.Node))
		if i == 0 {
			if err := c.Log().Append(ctx, 0, commitlog.Entry{ID: "a"}); err != nil {
				t.Fatal(err)
			}
		}
		c.Tell(func() Node { return Node{} })
	}
	eventually(t, "the nodes hear each other", func() bool { return nodes[0].hears() == 2 && nodes[1].hears() == 2 })
	for _, c := range nodes {
		wg.Go(func() {
			c.KeepSnapshots(ctx, filepath.Join(dir, c.cfg.Node+".copy"), func(path string) error {
				if made.Add(1) == 1 {
					return errTorn // it is tried again
				}
				return writeFile(path, fakeFile{Cluster: id, Number: 1})
			})
		})
	}
	eventually(t, "a snapshot has entry 1", func() bool {
		list, err := nodes[1].Snapshots(ctx)
		return err == nil && len(list) == 2 && list[1].Number == 1
	})
	cancel()
	wg.Wait()
	if n := made.Load(); n < 2 {
		t.Errorf("%d copies were made, want another after one that failed", n)
	}
}

func TestSnapshotDamaged(t *testing.T) {
	t.Parallel()
	c, dir := joinAs(t, newName(), 0), t.TempDir()
	path := filepath.Join(dir, "db")
	id := mustPrepare(t, c, path)
	mine := fakeFile{Cluster: id, Players: "ann"}
	mine.write(t, path)
	for _, f := range []fakeFile{{Cluster: id, Damaged: true}, {Cluster: "another"}} {
		if err := c.makeSnapshot(timeout(t), filepath.Join(dir, "copy"), func(path string) error { return writeFile(path, f) }); err == nil {
			t.Errorf("%+v was made a snapshot", f)
		}
	}
	list, err := answered(t, c, c.Snapshots)
	if err != nil || len(list) != 1 {
		t.Fatalf("Snapshots = %v, %v", list, err)
	}
	for want, look := range map[string]func(string) (File, error){
		"torn":                           func(string) (File, error) { return File{}, errTorn },
		"torn, too":                      func(string) (File, error) { return File{Damaged: errors.New("torn, too")}, nil },
		`of cluster "another"`:           func(string) (File, error) { return File{Position: commitlog.Position{Cluster: "another"}}, nil },
		fmt.Sprintf("of cluster %q", id): func(string) (File, error) { return File{Position: commitlog.Position{Cluster: id, Number: 1}}, nil },
	} {
		c.cfg.Look = look
		if err := c.fetch(timeout(t), list[0], path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("fetch of a snapshot that is refused = %v, want %q", err, want)
		}
	}
	wantFile(t, path, mine)
}

// What a node has sent of a snapshot before it was stopped is deleted, but not what another
// one may be sending.
func TestSnapshotParts(t *testing.T) {
	t.Parallel()
	var later time.Duration
	c := joinAs(t, newName(), 0, func(c *Config) { c.Now = func() time.Time { return time.Now().Add(later) } })
	c.id = "id"
	c.cfg.Look = func(string) (File, error) { return File{Position: commitlog.Position{Cluster: "id", Number: 1}}, nil }
	path := filepath.Join(t.TempDir(), "db")
	if err := os.WriteFile(path, bytes.Repeat([]byte("x"), 300_000), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := c.untilAnswered(timeout(t), func() error { return c.putSnapshot(timeout(t), "id", 1, "", path) }); err != nil {
		t.Fatal(err)
	}
	if _, err := c.js.PublishMsg(timeout(t), &nats.Msg{Subject: "$O." + c.cfg.bucket() + ".C.lost", Data: []byte("x")}); err != nil {
		t.Fatal(err)
	}
	messages := func() uint64 {
		info, err := c.parts.Info(timeout(t))
		if err != nil {
			t.Fatal(err)
		}
		return info.State.Msgs
	}
	all := messages()
	for _, step := range []struct {
		later time.Duration
		want  uint64
	}{{0, all}, {2 * time.Hour, all - 1}} {
		later = step.later
		if err := c.sweep(timeout(t)); err != nil {
			t.Fatal(err)
		}
		if got := messages(); got != step.want {
			t.Errorf("%v later there are %d messages, want %d", later, got, step.want)
		}
	}
	list, err := c.Snapshots(timeout(t))
	if err != nil || len(list) != 1 {
		t.Fatalf("snapshots = %v, %v", list, err)
	}
	if err := c.fetch(timeout(t), list[0], path); err != nil {
		t.Error(err)
	}
	if err := c.fetch(cancelled(), list[0], path); !errors.Is(err, context.Canceled) {
		t.Errorf("fetch that is cancelled = %v", err)
	}
}

func cancelled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
