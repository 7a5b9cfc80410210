// Package datatest tests that a log keeps the promises that the nodes of a cluster rely on, and
// has a disk that fails. Its own tests are those of a player's store. Only tests use it.
package datatest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"boardwalk/data/commitlog"
)

// TestLog tests a log. open makes one without entries; what it returns is used by several
// nodes, so each call of the function that it returns may give another of their views.
func TestLog(t *testing.T, open func(t *testing.T) func() commitlog.Log) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, ctx context.Context, node func() commitlog.Log)
	}{
		{"a log without entries", emptyLog},
		{"entries are read as they were appended", logInOrder},
		{"one of many has a place", onePlace},
		{"the same entry twice is once", sameEntryTwice},
		{"no entry leaves a gap", noGap},
		{"a reader waits", readerWaits},
		{"readers at several places", severalReaders},
		{"entries of many bytes", longEntries},
		{"nothing is after the last one", lastIsLast},
		{"a mark is the last entry", marks},
		{"writers who read on", writersReadOn},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			c.test(t, ctx, open(t))
		})
	}
}

func emptyLog(t *testing.T, ctx context.Context, node func() commitlog.Log) {
	wantLast(t, ctx, node(), 0)
	short, cancel := context.WithCancel(ctx)
	cancel()
	if got, err := Read(short, node(), 0); !errors.Is(err, context.Canceled) {
		t.Errorf("Read of an empty log until it is cancelled = %v, %v", got, err)
	}
}

func logInOrder(t *testing.T, ctx context.Context, node func() commitlog.Log) {
	const n = 6
	for i := range n {
		mustAppend(t, ctx, node(), i)
	}
	for after := range n {
		wantEntries(t, ctx, node(), after, n)
	}
	wantLast(t, ctx, node(), n)
}

func onePlace(t *testing.T, ctx context.Context, node func() commitlog.Log) {
	mustAppend(t, ctx, node(), 0)
	const writers = 6
	errs := make([]error, writers)
	var wg sync.WaitGroup
	for i := range writers {
		log := node()
		wg.Go(func() {
			errs[i] = log.Append(ctx, 1, commitlog.Entry{ID: fmt.Sprint("writer ", i)})
		})
	}
	wg.Wait()
	got := readTo(t, ctx, node(), 1, 2)
	for i, err := range errs {
		switch won := got[0].ID == fmt.Sprint("writer ", i); {
		case won && err != nil:
			t.Errorf("the entry of writer %d was added, but Append returned %v", i, err)
		case !won && !errors.Is(err, commitlog.ErrBehind):
			t.Errorf("Append of writer %d = %v, want ErrBehind", i, err)
		}
	}
	wantLast(t, ctx, node(), 2)
}

func sameEntryTwice(t *testing.T, ctx context.Context, node func() commitlog.Log) {
	mustAppend(t, ctx, node(), 0)
	mustAppend(t, ctx, node(), 0)
	mustAppend(t, ctx, node(), 1)
	mustAppend(t, ctx, node(), 0) // others have come since
	mustAppend(t, ctx, node(), 1)
	wantEntries(t, ctx, node(), 0, 2)
	wantLast(t, ctx, node(), 2)
}

func noGap(t *testing.T, ctx context.Context, node func() commitlog.Log) {
	mustAppend(t, ctx, node(), 0)
	short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	if err := node().Append(short, 5, commitlog.Entry{ID: "far ahead"}); err == nil || errors.Is(err, commitlog.ErrBehind) {
		t.Errorf("Append of entry 6 as the second = %v", err)
	}
	wantLast(t, ctx, node(), 1)
}

func readerWaits(t *testing.T, ctx context.Context, node func() commitlog.Log) {
	for i := range 5 {
		got := make(chan []commitlog.Entry, 1)
		log := node()
		go func() {
			entries, err := Read(ctx, log, uint64(i))
			if err != nil {
				t.Error(err)
			}
			got <- entries
		}()
		mustAppend(t, ctx, node(), i)
		if entries := <-got; len(entries) != 1 || !same(entries[0], entry(i+1)) {
			t.Fatalf("a reader who waits for entry %d gets %v", i+1, entries)
		}
	}
}

func severalReaders(t *testing.T, ctx context.Context, node func() commitlog.Log) {
	const n = 30
	log := node()
	var wg sync.WaitGroup
	for after := range 4 {
		wg.Go(func() { wantEntries(t, ctx, log, after*3, n) })
	}
	for i := range n {
		mustAppend(t, ctx, node(), i)
	}
	wg.Wait()
}

func longEntries(t *testing.T, ctx context.Context, node func() commitlog.Log) {
	if err := node().Append(ctx, 0, commitlog.Entry{ID: "too long", Data: make([]byte, commitlog.EntryMax+1)}); err == nil || errors.Is(err, commitlog.ErrBehind) {
		t.Errorf("Append of an entry that is too long = %v", err)
	}
	const n = 6
	for i := range n {
		e := commitlog.Entry{ID: fmt.Sprint("long ", i), Data: bytes.Repeat([]byte{byte(i)}, commitlog.EntryMax)}
		if err := node().Append(ctx, uint64(i), e); err != nil {
			t.Fatal(err)
		}
	}
	for i, e := range readTo(t, ctx, node(), 0, n) {
		if len(e.Data) != commitlog.EntryMax || e.Data[0] != byte(i) {
			t.Errorf("entry %d has %d bytes", e.Number, len(e.Data))
		}
	}
}

func lastIsLast(t *testing.T, ctx context.Context, node func() commitlog.Log) {
	at := uint64(0)
	for range 20 {
		mustAppend(t, ctx, node(), int(at))
		at = wantLast(t, ctx, node(), at+1)
	}
}

func marks(t *testing.T, ctx context.Context, node func() commitlog.Log) {
	mustAppend(t, ctx, node(), 0)
	want := []string{entry(1).ID}
	for i := range 3 {
		id := fmt.Sprint("mark ", i)
		if err := node().Mark(ctx, id); err != nil {
			t.Fatal(err)
		}
		want = append(want, id)
	}
	last, err := node().Last(ctx)
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, ctx, node(), int(last))
	want = append(want, entry(int(last)+1).ID)
	var got []string
	for _, e := range readTo(t, ctx, node(), 0, int(last)+1) {
		if !slices.Contains(want, e.ID) {
			e.ID = "" // Last has added it
		}
		if marked := e.Number > 1 && e.Number <= last; marked && len(e.Data) > 0 {
			t.Errorf("entry %d is %q with %d bytes, want a mark", e.Number, e.ID, len(e.Data))
		}
		if e.ID != "" && !slices.Contains(got, e.ID) { // a mark whose answer was lost may be there twice
			got = append(got, e.ID)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the entries are %q, want %q", got, want)
	}
}

func writersReadOn(t *testing.T, ctx context.Context, node func() commitlog.Log) {
	const writers, each = 3, 10
	var wg sync.WaitGroup
	for w := range writers {
		log := node()
		wg.Go(func() {
			after, mine := uint64(0), 0
			for mine < each {
				err := log.Append(ctx, after, commitlog.Entry{ID: fmt.Sprint(w, ".", mine)})
				switch {
				case err == nil:
					after, mine = after+1, mine+1
				case errors.Is(err, commitlog.ErrBehind):
					entries, err := Read(ctx, log, after)
					if err != nil {
						t.Error(err)
						return
					}
					after += uint64(len(entries))
				default:
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	next := make([]int, writers)
	for _, e := range readTo(t, ctx, node(), 0, writers*each) {
		var w, i int
		if _, err := fmt.Sscanf(e.ID, "%d.%d", &w, &i); err != nil || i != next[w] {
			t.Fatalf("entry %d is %q, but of that writer comes %d", e.Number, e.ID, next[w])
		}
		next[w]++
	}
	wantLast(t, ctx, node(), writers*each)
}

// Read returns what following a log from after a number yields first.
func Read(ctx context.Context, log commitlog.Log, after uint64) ([]commitlog.Entry, error) {
	for entries, err := range log.Follow(ctx, after) {
		return entries, err
	}
	return nil, errors.New("the log has ended")
}

// entry returns the entry with a number that mustAppend adds.
func entry(number int) commitlog.Entry {
	return commitlog.Entry{Number: uint64(number), ID: fmt.Sprint("entry ", number), Data: fmt.Appendf(nil, "data %d", number), After: commitlog.Hash{byte(number)}}
}

func same(a, b commitlog.Entry) bool {
	return a.Number == b.Number && a.ID == b.ID && a.After == b.After && bytes.Equal(a.Data, b.Data)
}

func mustAppend(t *testing.T, ctx context.Context, log commitlog.Log, after int) {
	t.Helper()
	e := entry(after + 1)
	if err := log.Append(ctx, uint64(after), commitlog.Entry{ID: e.ID, Data: e.Data, After: e.After}); err != nil {
		t.Fatalf("Append of entry %d: %v", after+1, err)
	}
}

// readTo returns the entries after a number up to the one with another number.
func readTo(t *testing.T, ctx context.Context, log commitlog.Log, after, to int) []commitlog.Entry {
	t.Helper()
	var all []commitlog.Entry
	for after+len(all) < to {
		entries, err := Read(ctx, log, uint64(after+len(all)))
		if err != nil || len(entries) == 0 {
			t.Errorf("Read after %d = %d entries, %v", after+len(all), len(entries), err)
			return make([]commitlog.Entry, to-after)
		}
		for _, e := range entries {
			if e.Number != uint64(after+len(all)+1) {
				t.Errorf("entry %d follows entry %d", e.Number, after+len(all))
			}
			all = append(all, e)
		}
	}
	return all
}

// wantEntries reads the entries that mustAppend has added after a number, up to another one.
func wantEntries(t *testing.T, ctx context.Context, log commitlog.Log, after, to int) {
	t.Helper()
	for i, e := range readTo(t, ctx, log, after, to) {
		if want := entry(after + i + 1); !same(e, want) {
			t.Errorf("entry %d is %v, want %v", want.Number, e, want)
		}
	}
}

// wantLast fails the test unless the last entry is the one with a number, or one without data
// after it, which Last may add. It returns the number of the last entry.
func wantLast(t *testing.T, ctx context.Context, log commitlog.Log, want uint64) uint64 {
	t.Helper()
	got, err := log.Last(ctx)
	if err == nil && got == want+1 && len(readTo(t, ctx, log, int(want), int(got))[0].Data) == 0 {
		return got
	}
	if got != want || err != nil {
		t.Errorf("Last = %d, %v, want %d", got, err, want)
	}
	return want
}
