package cluster

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"boardwalk/data/commitlog"
	"boardwalk/data/datatest"
)

func TestLog(t *testing.T) {
	t.Parallel()
	var nodes [copies]*Cluster
	name := newName()
	for i := range copies {
		nodes[i] = joinAs(t, name, i)
	}
	datatest.TestLog(t, func(t *testing.T) func() commitlog.Log {
		name, next := newName(), 0
		var logs [copies]*log
		for i, c := range nodes {
			eventually(t, "the log is there", func() (ok bool) {
				var err error
				logs[i], err = c.openLog(timeout(t), name)
				return err == nil
			})
		}
		return func() commitlog.Log {
			next++
			return patientLog{nodes[next%copies], logs[next%copies]}
		}
	})
}

// A patientLog asks until the servers answer, as data files do: busy servers drop requests.
type patientLog struct {
	c *Cluster
	*log
}

// Append implements commitlog.Log.
func (l patientLog) Append(ctx context.Context, after uint64, e commitlog.Entry) error {
	return l.c.untilAnswered(ctx, func() error { return l.log.Append(ctx, after, e) })
}

// Mark implements commitlog.Log. The mark may be there more than once.
func (l patientLog) Mark(ctx context.Context, id string) error {
	return l.c.untilAnswered(ctx, func() error { return l.log.Mark(ctx, id) })
}

// Last implements commitlog.Log.
func (l patientLog) Last(ctx context.Context) (last uint64, err error) {
	err = l.c.untilAnswered(ctx, func() error {
		last, err = l.log.Last(ctx)
		return err
	})
	return last, err
}

// Follow implements commitlog.Log.
func (l patientLog) Follow(ctx context.Context, after uint64) iter.Seq2[[]commitlog.Entry, error] {
	return func(yield func([]commitlog.Entry, error) bool) {
		err := l.c.untilAnswered(ctx, func() error {
			for entries, err := range l.log.Follow(ctx, after) {
				if err != nil {
					return err
				}
				if after += uint64(len(entries)); !yield(entries, nil) {
					return nil
				}
			}
			return nil
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// An entry that the stream has lost is named, or passed over if what follows says what it follows, and
// no read leaves a consumer behind.
func TestAHole(t *testing.T) {
	t.Parallel()
	c := joinAs(t, newName(), 0)
	log, ctx := c.log, timeout(t)
	for i, data := range []string{"a", "b", "c"} {
		if err := log.Append(ctx, uint64(i), commitlog.Entry{ID: data, Data: []byte(data)}); err != nil {
			t.Fatal(err)
		}
	}
	lose := func(number uint64) {
		t.Helper()
		if _, err := answered(t, c, func(context.Context) (int, error) { return 0, log.stream.SecureDeleteMsg(ctx, number) }); err != nil {
			t.Fatal(err)
		}
	}
	lose(2)
	read := func(after uint64) (entries []commitlog.Entry, err error) {
		return answered(t, c, func(ctx context.Context) ([]commitlog.Entry, error) { return datatest.Read(ctx, log, after) })
	}
	if got, err := read(1); err != nil || got[0].Number != 3 {
		t.Errorf("after entry 1 comes %+v, %v", got, err)
	}
	if hole, err := answered(t, c, log.lastHole); hole != 2 || err != nil {
		t.Errorf("the last hole is %d, %v", hole, err)
	}
	if err := log.Mark(ctx, "mark"); err != nil {
		t.Fatal(err)
	}
	lose(3)
	for range 5 {
		if got, err := read(1); !errors.Is(err, commitlog.ErrHole) {
			t.Errorf("before a hole, Read = %+v, %v", got, err)
		}
	}
	lose(4)
	if hole, err := answered(t, c, log.lastHole); hole != 4 || err != nil {
		t.Errorf("without the last entry, the last hole is %d, %v", hole, err)
	}
	if next, err := answered(t, c, func(ctx context.Context) (commitlog.Entry, error) {
		return log.nextData(ctx, 2, jetstream.StreamState{LastSeq: 4})
	}); next.Number != 0 || err != nil {
		t.Errorf("where all is lost, there is %+v, %v", next, err)
	}
	eventually(t, "there is at most one consumer", func() bool {
		info, err := log.info(ctx)
		return err == nil && info.State.Consumers <= 1
	})
}

// A node whose next entry is lost gets a snapshot that has it, from one whose file has, and so does a
// node that has no file, even if the first copy fails. A file to which the lost entry is nothing is left
// alone.
func TestANodeBeforeAHole(t *testing.T) {
	t.Parallel()
	name, dir := newName(), t.TempDir()
	var nodes [3]*Cluster
	for i := range nodes {
		nodes[i] = joinAs(t, name, i)
	}
	whole, behind, fresh := filepath.Join(dir, "whole"), filepath.Join(dir, "behind"), filepath.Join(dir, "fresh")
	id := mustPrepare(t, nodes[0], whole)
	log := nodes[0].log
	var hash [4]commitlog.Hash
	for i := range 3 {
		e := commitlog.Entry{ID: fmt.Sprint(i), Data: []byte{1}, After: hash[i]}
		if err := log.Append(timeout(t), uint64(i), e); err != nil {
			t.Fatal(err)
		}
		hash[i+1] = e.Hash()
	}
	if err := log.stream.SecureDeleteMsg(timeout(t), 2); err != nil {
		t.Fatal(err)
	}
	file := fakeFile{Cluster: id, Number: 3, Hash: hash[3], Players: "ann"}
	file.write(t, whole)
	fakeFile{Cluster: id, Number: 1, Hash: hash[1]}.write(t, behind)
	nodes[0].Tell(func() Node { return Node{Applied: 3} })
	eventually(t, "it has heard itself", func() bool { return nodes[0].applied() == 3 })
	ctx, cancel := context.WithCancel(timeout(t))
	done := make(chan struct{})
	copies := 0
	go func() {
		defer close(done)
		nodes[0].KeepSnapshots(ctx, whole+".copy", func(path string) error {
			if copies++; copies == 1 {
				return errNoAnswer
			}
			return writeFile(path, file)
		})
	}()
	mustPrepare(t, nodes[1], behind)
	mustPrepare(t, nodes[2], fresh)
	cancel()
	<-done
	wantFile(t, behind, file)
	wantFile(t, fresh, file)
	passed := fakeFile{Cluster: id, Number: 1, Hash: hash[2], Players: "what was lost is nothing to it"}
	passed.write(t, whole)
	mustPrepare(t, nodes[0], whole)
	wantFile(t, whole, passed)
}

// A silentStream has no leader: one server answers, and names itself among the copies.
type silentStream struct{ jetstream.Stream }

func (silentStream) Info(context.Context, ...jetstream.StreamInfoOpt) (*jetstream.StreamInfo, error) {
	return &jetstream.StreamInfo{
		State:   jetstream.StreamState{LastSeq: 7},
		Cluster: &jetstream.ClusterInfo{Replicas: []*jetstream.PeerInfo{{Name: "b", Current: true, Active: inTouch / 2}}},
	}, nil
}

// The answer of a server that cannot reach the others is none.
func TestNobodyLeads(t *testing.T) {
	l := log{stream: silentStream{}}
	if state, _, err := l.ask(t.Context()); !errors.Is(err, errNoAnswer) {
		t.Errorf("where nobody leads, ask = %+v, %v", state, err)
	}
}

// A falseCount is a consumer's messages: one entry, of which it says that more follow, and nothing more.
type falseCount struct {
	jetstream.MessagesContext
	given bool
}

func (m *falseCount) Next(...jetstream.NextOpt) (jetstream.Msg, error) {
	if m.given {
		return nil, nats.ErrTimeout
	}
	m.given = true
	return fakeMsg{}, nil
}

// A fakeMsg is entry 1 of a log.
type fakeMsg struct{ jetstream.Msg }

func (fakeMsg) Data() []byte { return nil }

func (fakeMsg) Headers() nats.Header {
	return nats.Header{macHeader: []string{seal{}.entry(commitlog.Entry{Number: 1})}}
}

func (fakeMsg) Metadata() (*jetstream.MsgMetadata, error) {
	return &jetstream.MsgMetadata{Sequence: jetstream.SequencePair{Stream: 1}, NumPending: 1}, nil
}

// An entry does not wait for others that a consumer has announced and that do not come.
func TestAnnouncedEntriesThatDoNotCome(t *testing.T) {
	t.Parallel()
	tail := tail{messages: &falseCount{}, next: 1}
	if entries, err := tail.read(timeout(t), seal{}); len(entries) != 1 || err != nil {
		t.Errorf("read = %v, %v", entries, err)
	}
}
