package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"boardwalk/data/commitlog"
	"boardwalk/data/datatest"
)

// A fakeFile is the text of a data file of these tests.
type fakeFile struct {
	Cluster string
	Number  uint64
	Hash    commitlog.Hash
	Left    bool
	Damaged bool
	Players string
}

func (f fakeFile) write(t *testing.T, path string) {
	t.Helper()
	if err := writeFile(path, f); err != nil {
		t.Fatal(err)
	}
}

func writeFile(path string, f fakeFile) error {
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}

func readFile(path string) (f fakeFile, err error) {
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &f)
	}
	return f, err
}

func wantFile(t *testing.T, path string, want fakeFile) {
	t.Helper()
	if got, err := readFile(path); got != want || err != nil {
		t.Errorf("%s is %+v, %v, want %+v", filepath.Base(path), got, err, want)
	}
}

var errTorn = errors.New("torn")

func fakeLook(path string) (File, error) {
	f, err := readFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return File{Missing: true}, nil
	}
	got := File{Position: commitlog.Position{Cluster: f.Cluster, Number: f.Number, Hash: f.Hash, Alone: f.Left}}
	if f.Damaged {
		got.Damaged = errTorn
	}
	return got, err
}

func fakeBegin(from, to, cluster string) error {
	f, err := readFile(from)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f.Cluster, f.Number, f.Left = cluster, 0, false
	return writeFile(to, f)
}

const hostKey, version = "SHA256:one", 10

func mustPrepare(t *testing.T, c *Cluster, path string) (id string) {
	t.Helper()
	id, err := c.Prepare(timeout(t), path, hostKey, version)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestPrepare(t *testing.T) {
	t.Parallel()
	name, dir := newName(), t.TempDir()
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	first := joinAs(t, name, 0, func(c *Config) { c.Now = func() time.Time { return now } })
	path, other := filepath.Join(dir, "first.db"), filepath.Join(dir, "second.db")

	fakeFile{Damaged: true}.write(t, path)
	if _, err := first.Prepare(timeout(t), path, hostKey, version); !errors.Is(err, errTorn) {
		t.Errorf("Prepare of an empty cluster with a damaged file = %v", err)
	}
	for _, of := range []fakeFile{{Cluster: "an older one", Number: 70}, {Cluster: "an older one", Left: true}} {
		of.write(t, path)
		_, err := first.Prepare(timeout(t), path, hostKey, version)
		if !errors.As(err, new(Refusal)) || !strings.Contains(err.Error(), "the log of cluster "+name+" is empty") {
			t.Errorf("Prepare of an empty cluster with a file of another = %v", err)
		}
		wantFile(t, path, of)
	}
	fakeFile{Players: "ann"}.write(t, path)
	id := mustPrepare(t, first, path)
	begun := fakeFile{Cluster: id, Players: "ann"}
	wantFile(t, path, begun)
	if again := mustPrepare(t, first, path); again != id {
		t.Errorf("the cluster is %q now, and was %q", again, id)
	}
	second := joinAs(t, name, 1)
	if got := mustPrepare(t, second, other); got != id {
		t.Errorf("the cluster is %q elsewhere, and is %q", got, id)
	}
	wantFile(t, other, begun)

	for _, c := range []struct {
		file    fakeFile
		hostKey string
		version int
		want    string
	}{
		{begun, "SHA256:two", version, "another host key"},
		{begun, hostKey, version + 1, "data files of version 10"},
		{fakeFile{Players: "bob"}, hostKey, version, "has its own players"},
		{fakeFile{Cluster: "another", Players: "bob"}, hostKey, version, "is of an earlier log"},
		{fakeFile{Cluster: id, Number: 1, Players: "bob"}, hostKey, version, "has what the log of cluster " + name + " lost"},
	} {
		c.file.write(t, other)
		if _, err := second.Prepare(timeout(t), other, c.hostKey, c.version); !errors.As(err, new(Refusal)) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Prepare of %+v = %v, want %q", c.file, err, c.want)
		}
		wantFile(t, other, c.file)
	}

	for why, f := range map[string]fakeFile{
		"left":    {Cluster: id, Left: true, Players: "bob"},
		"damaged": {Cluster: id, Damaged: true, Players: "bob"},
	} {
		f.write(t, path)
		mustPrepare(t, first, path)
		wantFile(t, path, begun)
		aside := path + "." + why + "-20261125-120000"
		wantFile(t, aside, f)
		f.write(t, path)
		if _, err := first.Prepare(timeout(t), path, hostKey, version); !errors.Is(err, fs.ErrExist) {
			t.Errorf("Prepare with %s there already = %v", aside, err)
		}
		wantFile(t, path, f)
	}

	// The log grows, and is trimmed behind the snapshot before last.
	for n := range uint64(6) {
		if err := first.Log().Append(timeout(t), n, commitlog.Entry{ID: string(rune('a' + n))}); err != nil {
			t.Fatal(err)
		}
	}
	backup := func(number uint64) func(string) error {
		return func(path string) error {
			return writeFile(path, fakeFile{Cluster: id, Number: number, Players: "ann, carl"})
		}
	}
	temp := filepath.Join(dir, "copy")
	for _, number := range []uint64{2, 4, 6} {
		fakeFile{}.write(t, temp) // what an earlier attempt has left
		if err := first.untilAnswered(timeout(t), func() error { return first.makeSnapshot(timeout(t), temp, backup(number)) }); err != nil {
			t.Fatal(err)
		}
	}
	list, err := answered(t, second, second.Snapshots)
	if err != nil || len(list) != 2 || list[0].Number != 4 || list[1].Number != 6 {
		t.Errorf("Snapshots = %v, %v, want those of 4 and 6", list, err)
	}
	if _, err := datatest.Read(timeout(t), second.Log(), 3); !errors.Is(err, commitlog.ErrTrimmed) {
		t.Errorf("Read of an entry before the snapshots = %v", err)
	}
	if err := second.Log().Append(timeout(t), 1, commitlog.Entry{ID: "b"}); !errors.Is(err, commitlog.ErrTrimmed) {
		t.Errorf("Append of an entry that was trimmed = %v", err)
	}
	if entries, err := datatest.Read(timeout(t), second.Log(), 4); err != nil || len(entries) != 2 || entries[0].ID != "e" {
		t.Errorf("Read after the snapshot before last = %v, %v", entries, err)
	}
	for number, want := range map[uint64]fakeFile{
		3: {Cluster: id, Number: 6, Players: "ann, carl"}, // entry 4 is needed, and gone
		4: {Cluster: id, Number: 4, Players: "bob"},
	} {
		fakeFile{Cluster: id, Number: number, Players: "bob"}.write(t, other)
		mustPrepare(t, second, other)
		wantFile(t, other, want)
	}
	if names, err := filepath.Glob(filepath.Join(dir, "*.tmp")); len(names) > 0 || err != nil {
		t.Errorf("left behind: %v, %v", names, err)
	}
}

// A file that has followed another log than the cluster's is kept under another name, and one is
// fetched: whether its last entry is still kept, or only later ones.
func TestPrepareOfAFileThatHasParted(t *testing.T) {
	t.Parallel()
	name, dir := newName(), t.TempDir()
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	c := joinAs(t, name, 0, func(c *Config) { c.Now = func() time.Time { return now } })
	path := filepath.Join(dir, "boardwalk.db")
	id := mustPrepare(t, c, path)
	hashes := []commitlog.Hash{{}}
	for n := range uint64(4) {
		e := commitlog.Entry{ID: fmt.Sprint(n), Data: []byte("data"), After: hashes[n]}
		if err := c.Log().Append(timeout(t), n, e); err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, e.Hash())
	}
	for _, number := range []uint64{2, 3} {
		backup := func(path string) error {
			return writeFile(path, fakeFile{Cluster: id, Number: number, Hash: hashes[number]})
		}
		if err := c.untilAnswered(timeout(t), func() error { return c.makeSnapshot(timeout(t), filepath.Join(dir, "copy"), backup) }); err != nil {
			t.Fatal(err)
		}
	}
	for _, number := range []uint64{2, 3, 4} { // entry 2 is trimmed
		good := fakeFile{Cluster: id, Number: number, Hash: hashes[number], Players: "ann"}
		good.write(t, path)
		mustPrepare(t, c, path)
		wantFile(t, path, good)
		parted := good
		parted.Hash[0]++
		parted.write(t, path)
		now = now.Add(time.Second)
		mustPrepare(t, c, path)
		wantFile(t, path, fakeFile{Cluster: id, Number: 3, Hash: hashes[3]})
		wantFile(t, path+".parted-"+now.Format("20060102-150405"), parted)
	}
}

// A node that begins a cluster at the same moment as another, and is second, keeps its file.
func TestWhoIsSecondToBeginKeepsTheFile(t *testing.T) {
	t.Parallel()
	name, path := newName(), filepath.Join(t.TempDir(), "boardwalk.db")
	c, other := joinAs(t, name, 0), joinAs(t, name, 1)
	c.cfg.Begin = func(from, to, cluster string) error { // the other is faster
		mustPrepare(t, other, filepath.Join(t.TempDir(), "other.db"))
		return fakeBegin(from, to, cluster)
	}
	alone := fakeFile{Players: "ann"}
	alone.write(t, path)
	if _, err := c.Prepare(timeout(t), path, hostKey, version); !errors.As(err, new(Refusal)) {
		t.Errorf("Prepare = %v", err)
	}
	wantFile(t, path, alone)
	if names, err := filepath.Glob(path + "*"); len(names) != 1 || err != nil {
		t.Errorf("left behind: %v, %v", names, err)
	}
}

// A server that says that it cannot answer for now is asked again, and one that refuses is not.
func TestTemporaryErrors(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]bool{
		&jetstream.APIError{Code: 503, ErrorCode: 10008, Description: "JetStream system temporarily unavailable"}: true,
		&jetstream.APIError{Code: 404, ErrorCode: jetstream.JSErrCodeStreamNotFound}:                              false,
		context.DeadlineExceeded:      true,
		jetstream.ErrNoStreamResponse: true,
		jetstream.ErrDigestMismatch:   true,
		jetstream.ErrKeyExists:        false,
		errTorn:                       false,
	} {
		if got := isTemporary(fmt.Errorf("read: %w", err)); got != want {
			t.Errorf("isTemporary(%v) = %t", err, got)
		}
	}
}

// memberOf has a node be one that is a server itself.
func memberOf(c *Config) { c.URL = "" }

// The nodes of a cluster that has no file yet begin it, whoever is first.
func TestPrepareTogether(t *testing.T) {
	t.Parallel()
	name, dir := newName(), t.TempDir()
	var ids [copies]string
	var wg sync.WaitGroup
	for i := range copies {
		c := joinAs(t, name, i, memberOf)
		wg.Go(func() {
			id, err := c.Prepare(timeout(t), filepath.Join(dir, c.cfg.Node), hostKey, version)
			if err != nil {
				t.Error(err)
			}
			ids[i] = id
		})
	}
	wg.Wait()
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != copies {
		t.Errorf("the files are %v, %v", files, err)
	}
	for i, id := range ids {
		if id != ids[0] {
			t.Errorf("node %d is of cluster %q, node 0 of %q", i, id, ids[0])
		}
		wantFile(t, filepath.Join(dir, shared.cfg[i].Node), fakeFile{Cluster: ids[0]})
	}
}

// Nodes that join together wait for the one that has players, however much later it comes.
func TestPrepareWithOneFile(t *testing.T) {
	t.Parallel()
	name, dir := newName(), t.TempDir()
	var wg sync.WaitGroup
	prepare := func(i int) {
		c := joinAs(t, name, i, memberOf)
		wg.Go(func() {
			if _, err := c.Prepare(timeout(t), filepath.Join(dir, c.cfg.Node), hostKey, version); err != nil {
				t.Error(err)
			}
		})
	}
	prepare(0)
	prepare(1)
	late := joinAs(t, name, 2)
	eventually(t, "two nodes are members without a file", func() bool {
		e, err := late.state.Get(timeout(t), membersKey)
		return err == nil && strings.Count(string(e.Value()), "node-") == 2
	})
	fakeFile{Players: "ann"}.write(t, filepath.Join(dir, "node-2"))
	prepare(2)
	wg.Wait()
	for i := range copies {
		f, err := readFile(filepath.Join(dir, fmt.Sprint("node-", i)))
		if err != nil || f.Players != "ann" {
			t.Errorf("node %d has %+v, %v", i, f, err)
		}
	}
}

// A node is stopped before it has begun the cluster, and another one is faster then.
func TestPrepareLate(t *testing.T) {
	t.Parallel()
	name, dir := newName(), t.TempDir()
	late, fast := joinAs(t, name, 0), joinAs(t, name, 1)
	path, fresh := filepath.Join(dir, "late"), filepath.Join(dir, "fresh")
	fakeFile{Players: "ann"}.write(t, path)
	late.cfg.Begin = func(from, to, cluster string) error {
		return errors.Join(fakeBegin(from, to, cluster), errTorn)
	}
	for _, path := range []string{path, fresh} {
		if _, err := late.Prepare(timeout(t), path, hostKey, version); !errors.Is(err, errTorn) {
			t.Errorf("Prepare that is stopped = %v", err)
		}
	}
	late.cfg.Begin = func(from, to, cluster string) error {
		if _, err := fast.Prepare(timeout(t), filepath.Join(dir, "fast"), hostKey, version); err != nil {
			t.Error(err)
		}
		return fakeBegin(from, to, cluster)
	}
	id, err := late.Prepare(timeout(t), fresh, hostKey, version)
	if err != nil {
		t.Fatal(err)
	}
	wantFile(t, fresh, fakeFile{Cluster: id})
	wantFile(t, filepath.Join(dir, "fast"), fakeFile{Cluster: id})
	if _, err := late.Prepare(timeout(t), path, hostKey, version); err == nil || !strings.Contains(err.Error(), "has its own players") {
		t.Errorf("Prepare of a file that came too late = %v", err)
	}
	if f, err := readFile(path); err != nil || f.Players != "ann" {
		t.Errorf("the file that came too late is %v, %v", f, err)
	}
	if objects, err := late.objects.List(timeout(t)); err != nil || len(objects) != 1 {
		t.Errorf("%d snapshots are kept, %v", len(objects), err)
	}
}
