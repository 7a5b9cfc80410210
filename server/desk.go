package server

import (
	"context"
	"reflect"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
)

// A desk is where the commands of one app leave what they came to. Each command
// keeps its app's: the next app has another.
type desk struct {
	life     context.Context
	messages chan tea.Msg
}

// do runs a command in a goroutine of its own. What it comes to is a message,
// also where that is a panic. Once the app has that, or the command goes on as others,
// done is closed; it is nil where there is no command.
func (d desk) do(cmd tea.Cmd) (done <-chan struct{}) {
	if cmd == nil {
		return nil
	}
	end := make(chan struct{})
	go func() {
		defer close(end)
		d.command(cmd)
	}()
	return end
}

func (d desk) command(cmd tea.Cmd) {
	defer func() {
		if v := recover(); v != nil {
			d.post(&crash{v, debug.Stack()})
		}
	}()
	d.follow(cmd())
}

// follow does what a command came to.
func (d desk) follow(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
		return
	case tea.BatchMsg:
		for _, cmd := range msg {
			d.do(cmd)
		}
		return
	case due:
		stops := make(chan func() bool, 1)
		timer := time.AfterFunc(msg.wait, func() {
			(<-stops)()
			d.command(func() tea.Msg { return msg.then(time.Now()) })
		})
		stops <- context.AfterFunc(d.life, func() { timer.Stop() }) // it would keep the app of a session that is over
		return
	}
	// A sequence, of which the type has no name.
	if all := reflect.ValueOf(msg); all.Kind() == reflect.Slice && all.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
		for i := range all.Len() {
			if cmd := all.Index(i).Interface().(tea.Cmd); cmd != nil {
				d.follow(cmd())
			}
		}
		return
	}
	d.post(msg)
}

// post lets the app hear of a message, unless it has ended before.
func (d desk) post(msg tea.Msg) {
	select {
	case d.messages <- msg:
	case <-d.life.Done():
	}
}

// A due is a message that comes after a while.
type due struct {
	wait time.Duration
	then func(time.Time) tea.Msg
}

// after is a [tui.Env] Tick that keeps no goroutine while it waits.
func after(wait time.Duration, then func(time.Time) tea.Msg) tea.Cmd {
	return func() tea.Msg { return due{wait, then} }
}
