package data

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"sync"
	"testing"

	"boardwalk/data/commitlog"
	"boardwalk/data/datatest"
)

// A Log is a commitlog.Log in memory. It does what it is asked at once until [Log.Meddle]
// says otherwise.
type Log struct {
	mu      sync.Mutex
	entries []commitlog.Entry // those that are kept
	trimmed uint64            // number of the last one that is not
	hole    uint64            // number of one that is lost, or 0
	forged  uint64            // number of one that nobody wrote, or 0
	late    []commitlog.Entry // on their way
	grown   chan struct{}     // closed when there is another entry
	meddle  func(context.Context, Call) Fate
}

// A Call of a method of a Log.
type Call struct {
	Method string // "Append", "Mark", "Read" or "Last"
	After  uint64 // its argument, if it has one
}

// A Fate is what happens to a call.
type Fate string

// The fates. All but Answered end in an error that does not tell them apart.
const (
	Answered Fate = ""
	Refused  Fate = "refused" // the log never hears of it
	Lost     Fate = "lost"    // the log does what it is asked, and the answer is lost
	Late     Fate = "late"    // like Lost, but an Append is on its way until Deliver
)

// ErrNoAnswer is the error of a call that was not answered.
var ErrNoAnswer = errors.New("the log does not answer")

// NewLog returns a log without entries.
func NewLog() *Log {
	return &Log{grown: make(chan struct{})}
}

// Meddle sets a function that decides each later call's fate, and may wait before it does.
// Several goroutines may call it at the same time. Nil lets all calls be answered.
func (l *Log) Meddle(fn func(context.Context, Call) Fate) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.meddle = fn
}

// Deliver lets what is on its way arrive. Nobody is told whether it still came first.
func (l *Log) Deliver() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range l.late {
		_ = l.add(e) // nobody waits for the answer
	}
	l.late = nil
}

// Trim forgets the entries up to a number.
func (l *Log) Trim(number uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	number = min(number, l.last())
	if number > l.trimmed {
		l.entries = slices.Clone(l.entries[number-l.trimmed:])
		l.trimmed = number
	}
}

// SetBack forgets the entries after a number, as if the log had been restored from a copy.
func (l *Log) SetBack(number uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = l.entries[:min(number, l.last())-l.trimmed]
}

// Lose loses the entry with a number, so that there is a hole, or finds it again if the number is 0.
func (l *Log) Lose(number uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hole = number
}

// Forge puts an entry that nobody has written in the place of the one with a number.
func (l *Log) Forge(number uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forged = number
}

// Append implements commitlog.Log.
func (l *Log) Append(ctx context.Context, after uint64, e commitlog.Entry) error {
	if len(e.Data) > commitlog.EntryMax {
		return fmt.Errorf("an entry of %d bytes is too long", len(e.Data))
	}
	e.Number, e.Data = after+1, slices.Clone(e.Data)
	fate, err := l.fate(ctx, Call{"Append", after})
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if fate == Late {
		l.late = append(l.late, e)
		return ErrNoAnswer
	}
	err = l.add(e)
	if fate == Lost {
		return ErrNoAnswer
	}
	return err
}

// add adds an entry at its place, unless it is there already.
func (l *Log) add(e commitlog.Entry) error {
	switch last := l.last(); {
	case e.Number == last+1:
		l.entries = append(l.entries, e)
		close(l.grown)
		l.grown = make(chan struct{})
		return nil
	case e.Number > last+1:
		return fmt.Errorf("no entry can be number %d: the last one is %d", e.Number, last)
	case e.Number <= l.trimmed:
		return commitlog.ErrTrimmed
	case l.entries[e.Number-l.trimmed-1].ID == e.ID:
		return nil
	}
	return commitlog.ErrBehind
}

// Mark implements commitlog.Log.
func (l *Log) Mark(ctx context.Context, id string) error {
	fate, err := l.fate(ctx, Call{Method: "Mark"})
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = l.add(commitlog.Entry{Number: l.last() + 1, ID: id}) // that place is free
	if fate != Answered {
		return ErrNoAnswer
	}
	return nil
}

// Follow implements commitlog.Log.
func (l *Log) Follow(ctx context.Context, after uint64) iter.Seq2[[]commitlog.Entry, error] {
	return func(yield func([]commitlog.Entry, error) bool) {
		for {
			entries, err := l.read(ctx, after)
			if !yield(entries, err) || err != nil {
				return
			}
			after = entries[len(entries)-1].Number
		}
	}
}

// read returns the entries after a number, once there are some.
func (l *Log) read(ctx context.Context, after uint64) ([]commitlog.Entry, error) {
	fate, err := l.fate(ctx, Call{"Read", after})
	if err != nil {
		return nil, err
	}
	if fate != Answered {
		return nil, ErrNoAnswer
	}
	for {
		l.mu.Lock()
		trimmed, last, grown := l.trimmed, l.last(), l.grown
		var entries []commitlog.Entry
		if after >= trimmed && after < last {
			entries = slices.Clone(l.entries[after-trimmed:])
		}
		if l.hole > after && l.hole < last {
			err = fmt.Errorf("entry %d: %w", l.hole, commitlog.ErrHole)
			lost := slices.IndexFunc(entries, func(e commitlog.Entry) bool { return e.Number == l.hole })
			next := slices.IndexFunc(entries[lost+1:], func(e commitlog.Entry) bool { return len(e.Data) > 0 })
			switch {
			case lost > 0:
				entries, err = entries[:lost], nil
			case next >= 0:
				entries, err = entries[next+1:], nil
			default:
				entries = nil
			}
		}
		if l.forged > after && l.forged <= last {
			if entries = entries[:min(uint64(len(entries)), l.forged-after-1)]; len(entries) == 0 {
				err = fmt.Errorf("entry %d: %w", l.forged, commitlog.ErrForged)
			}
		}
		l.mu.Unlock()
		switch {
		case after < trimmed:
			return nil, commitlog.ErrTrimmed
		case len(entries) > 0 || err != nil:
			return entries, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-grown:
		}
	}
}

// Last implements commitlog.Log.
func (l *Log) Last(ctx context.Context) (uint64, error) {
	fate, err := l.fate(ctx, Call{Method: "Last"})
	if err != nil {
		return 0, err
	}
	if fate != Answered {
		return 0, ErrNoAnswer
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last(), nil
}

// last returns the number of the last entry.
func (l *Log) last() uint64 {
	return l.trimmed + uint64(len(l.entries))
}

// fate decides what happens to a call, or returns the error of a call that has ended before.
func (l *Log) fate(ctx context.Context, c Call) (Fate, error) {
	l.mu.Lock()
	meddle := l.meddle
	l.mu.Unlock()
	fate := Answered
	if meddle != nil {
		fate = meddle(ctx, c)
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if fate == Refused {
		return "", ErrNoAnswer
	}
	return fate, nil
}

func TestLogInMemory(t *testing.T) {
	datatest.TestLog(t, func(*testing.T) func() commitlog.Log {
		log := NewLog()
		return func() commitlog.Log { return log }
	})
}

func TestLogTrimmed(t *testing.T) {
	ctx, log := t.Context(), NewLog()
	for i := range 6 {
		appendEntry(t, log, i)
	}
	log.Trim(4)
	for after := range 4 {
		if got, err := datatest.Read(ctx, log, uint64(after)); !errors.Is(err, commitlog.ErrTrimmed) {
			t.Errorf("Read after %d of a log from 5 on = %v, %v", after, got, err)
		}
	}
	wantEntries(t, log, 4, 6)
	wantLast(t, log, 6)
	appendEntry(t, log, 6)
	appendEntry(t, log, 5) // again
	wantEntries(t, log, 4, 7)
}

func TestLogMeddled(t *testing.T) {
	ctx, log := t.Context(), NewLog()
	var fate Fate
	log.Meddle(func(context.Context, Call) Fate { return fate })
	for _, c := range []struct {
		fate Fate
		last uint64
	}{{Refused, 0}, {Late, 0}, {Lost, 1}} {
		fate = c.fate
		if err := log.Append(ctx, 0, logEntry(1)); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("Append that is %s = %v", c.fate, err)
		}
		if _, err := datatest.Read(ctx, log, 0); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("Read that is %s = %v", c.fate, err)
		}
		if _, err := log.Last(ctx); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("Last that is %s = %v", c.fate, err)
		}
		fate = Answered
		wantLast(t, log, c.last)
	}
	log.Deliver() // the entry is there already
	wantEntries(t, log, 0, 1)
	appendEntry(t, log, 0)
	fate = Late
	if err := log.Append(ctx, 1, logEntry(2)); !errors.Is(err, ErrNoAnswer) {
		t.Errorf("Append that is late = %v", err)
	}
	log.Deliver()
	fate = Answered
	wantEntries(t, log, 0, 2)
	wantLast(t, log, 2)
}

// logEntry returns the entry with a number that appendEntry adds.
func logEntry(number int) commitlog.Entry {
	return commitlog.Entry{Number: uint64(number), ID: fmt.Sprint("entry ", number), Data: fmt.Appendf(nil, "data %d", number), After: commitlog.Hash{byte(number)}}
}

func appendEntry(t *testing.T, log *Log, after int) {
	t.Helper()
	if err := log.Append(t.Context(), uint64(after), logEntry(after+1)); err != nil {
		t.Fatalf("Append of entry %d: %v", after+1, err)
	}
}

// wantEntries reads the entries that appendEntry has added after a number, up to another one.
func wantEntries(t *testing.T, log *Log, after, to int) {
	t.Helper()
	got, err := datatest.Read(t.Context(), log, uint64(after))
	if err != nil || len(got) != to-after {
		t.Fatalf("Read after %d = %v, %v, want %d entries", after, got, err, to-after)
	}
	for i, e := range got {
		if want := logEntry(after + i + 1); !reflect.DeepEqual(e, want) {
			t.Errorf("entry %d is %v, want %v", want.Number, e, want)
		}
	}
}

func wantLast(t *testing.T, log *Log, want uint64) {
	t.Helper()
	if got, err := log.Last(t.Context()); err != nil || got != want {
		t.Errorf("Last = %d, %v, want %d", got, err, want)
	}
}
