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
	views   []T             // that are to be returned
	ended   bool            // after these
	command tea.Cmd         // waits for a view; nil if none does
}

// newFeed returns a feed that has the first views at once.
func newFeed[T any](ctx context.Context, first ...T) *Feed[T] {
	return &Feed[T]{Life: ctx, views: first}
}

// waiting is what Next panics with, for the robot.
type waiting struct{ command *tea.Cmd }

// Next implements arcade.Watch.
func (f *Feed[T]) Next() (view T, ok bool) {
	if len(f.views) > 0 {
		view, f.views = f.views[0], f.views[1:]
		return view, true
	}
	if !f.ended {
		panic(waiting{&f.command})
	}
	return view, false
}

// Waiting reports whether a command waits for a view.
func (f *Feed[T]) Waiting() bool { return f.command != nil }

// deliver gives a feed a view, or ends it if ok is false, and runs the command that waits
// for it.
func deliver[T any](r *Robot, f *Feed[T], view T, ok bool) {
	r.t.Helper()
	if f.ended = !ok; ok {
		f.views = append(f.views, view)
	}
	r.resume(&f.command)
}

// resume runs a command that waits for what has come.
func (r *Robot) resume(waits *tea.Cmd) {
	r.t.Helper()
	command := *waits
	if command == nil {
		r.t.Fatal("no screen waits for this")
	}
	*waits = nil
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
