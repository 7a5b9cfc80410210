package datatest

import (
	"context"
	"errors"
	"testing"

	"boardwalk/data/commitlog"
)

func TestLogInMemory(t *testing.T) {
	TestLog(t, func(*testing.T) func() commitlog.Log {
		log := NewLog()
		return func() commitlog.Log { return log }
	})
}

func TestLogTrimmed(t *testing.T) {
	ctx, log := t.Context(), NewLog()
	for i := range 6 {
		mustAppend(t, ctx, log, i)
	}
	log.Trim(4)
	for after := range 4 {
		if got, err := Read(ctx, log, uint64(after)); !errors.Is(err, commitlog.ErrTrimmed) {
			t.Errorf("Read after %d of a log from 5 on = %v, %v", after, got, err)
		}
	}
	wantEntries(t, ctx, log, 4, 6)
	wantLast(t, ctx, log, 6)
	mustAppend(t, ctx, log, 6)
	mustAppend(t, ctx, log, 5) // again
	wantEntries(t, ctx, log, 4, 7)
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
		if err := log.Append(ctx, 0, entry(1)); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("Append that is %s = %v", c.fate, err)
		}
		if _, err := Read(ctx, log, 0); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("Read that is %s = %v", c.fate, err)
		}
		if _, err := log.Last(ctx); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("Last that is %s = %v", c.fate, err)
		}
		fate = Answered
		wantLast(t, ctx, log, c.last)
	}
	log.Deliver() // the entry is there already
	wantEntries(t, ctx, log, 0, 1)
	mustAppend(t, ctx, log, 0)
	fate = Late
	if err := log.Append(ctx, 1, entry(2)); !errors.Is(err, ErrNoAnswer) {
		t.Errorf("Append that is late = %v", err)
	}
	log.Deliver()
	fate = Answered
	wantEntries(t, ctx, log, 0, 2)
	wantLast(t, ctx, log, 2)
}
