package tuitest

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// A Feed is an arcade.Watch whose views come from a test. The robot runs commands one after
// another, so a command that waits must not block: Next stops it with a panic, which the
// robot recovers, and the command runs again once there is a view.
type Feed[T any] struct {
	Life    context.Context // of the watch
	view    T
	ok      bool
	full    bool    // view and ok are to be returned
	command tea.Cmd // waits for a view; nil if none does
}

// newFeed returns a feed, which has the first view at once if there is one.
func newFeed[T any](ctx context.Context, first ...T) *Feed[T] {
	f := &Feed[T]{Life: ctx}
	for _, view := range first {
		f.put(view, true)
	}
	return f
}

// waiting is what Next panics with, for the robot.
type waiting struct{ command *tea.Cmd }

// Next implements arcade.Watch.
func (f *Feed[T]) Next() (T, bool) {
	if !f.full {
		panic(waiting{&f.command})
	}
	f.full = false
	return f.view, f.ok
}

// Waiting reports whether a command waits for a view.
func (f *Feed[T]) Waiting() bool { return f.command != nil }

func (f *Feed[T]) put(view T, ok bool) { f.view, f.ok, f.full = view, ok, true }

// deliver gives a feed a view, or ends it if ok is false, and runs the command that waits
// for it.
func deliver[T any](r *Robot, f *Feed[T], view T, ok bool) {
	r.t.Helper()
	command := f.command
	if command == nil {
		r.t.Fatal("no screen waits for this")
	}
	f.command = nil
	f.put(view, ok)
	r.run(command)
}

// call runs a command. It returns nil if the command waits for a feed.
func call(cmd tea.Cmd) (msg tea.Msg) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case waiting:
			*p.command = cmd
		default:
			panic(p)
		}
	}()
	return cmd()
}
