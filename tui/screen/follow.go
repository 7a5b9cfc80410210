package screen

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// A Follower follows what others do for the screen that it is part of, from the first time
// that the screen is on top until it is left, also while other screens cover it. A zero one
// has not asked for a watch yet. It must not be copied once it has.
type Follower[T any] struct {
	ctx    context.Context
	cancel func() // ends the watch
	Asked  bool   // the watch has been asked for
	watch  arcade.Watch[T]
	Ended  bool // nothing more will come
}

// begin makes what ends the watch.
func (f *Follower[T]) begin() {
	if f.ctx == nil {
		f.ctx, f.cancel = context.WithCancel(context.Background())
	}
}

// Follow asks for the watch for a screen, nil for the app. begun goes on once it is there. If there is
// none, failed gets why as a sentence.
func (f *Follower[T]) Follow(s Screen, watch func(context.Context) (arcade.Watch[T], error), begun func() tea.Cmd, failed func(why string) tea.Cmd) tea.Cmd {
	f.begin()
	f.Asked = true
	return Ask(s, func() func() tea.Cmd {
		watch, err := watch(f.ctx)
		return func() tea.Cmd {
			if f.watch = watch; err == nil {
				return begun()
			}
			f.Ended = true
			return failed(caption.Sentence(err.Error()))
		}
	})
}

// Next waits for the next value. What msg makes of it is the message; after the last
// value, that is the zero one.
func (f *Follower[T]) Next(msg func(T) tea.Msg) tea.Cmd {
	watch := f.watch
	return wait(watch, func() tea.Msg {
		value, _ := watch.Next()
		return msg(value)
	})
}

// Each asks for the watch for a screen, nil for the app, and has take take each value as it comes.
func (f *Follower[T]) Each(s Screen, watch func(context.Context) (arcade.Watch[T], error), take func(T) tea.Cmd) tea.Cmd {
	var next func() tea.Cmd
	next = func() tea.Cmd {
		watch := f.watch
		return wait(watch, func() tea.Msg {
			value, ok := watch.Next()
			if !ok {
				return nil
			}
			return Answer{s, func() tea.Cmd {
				if f.ctx.Err() != nil {
					return nil
				}
				return tea.Batch(take(value), next())
			}}
		})
	}
	return f.Follow(s, watch, next, func(string) tea.Cmd { return nil })
}

// wait returns a command that waits for a watch and then takes what has come. It turns into
// another command at once: keys typed ahead wait for the commands of the keys before them,
// and this one may take as long as others do nothing.
func wait(watch any, take tea.Cmd) tea.Cmd {
	if n, ok := watch.(arcade.Notifier); ok {
		return func() tea.Msg { return Await{n, take} }
	}
	return func() tea.Msg { return tea.BatchMsg{take} }
}

// An Await is a message that asks whoever runs the app to wait for a watch, which takes no
// goroutine, and then to run a command.
type Await struct {
	watch arcade.Notifier
	take  tea.Cmd
}

// When calls run with the command once something has come; see [arcade.Notifier].
func (a Await) When(run func(tea.Cmd)) { a.watch.Notify(func() { run(a.take) }) }

// OnClose implements Closer. A watch that is asked for later has ended already. A nil Follower follows nothing.
func (f *Follower[T]) OnClose() {
	if f != nil {
		f.begin()
		f.cancel()
	}
}
