package server

import (
	"context"
	"reflect"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
)

// A desk runs the commands of one app and delivers their messages. Each app has a desk of
// its own, so that a late message never reaches the next app.
type desk struct {
	life     context.Context
	messages chan tea.Msg
}

// do runs a command in a new goroutine. The app gets the command's message, or a *crash
// if it panics. done is closed once the app has it, or once the command has turned into
// further commands; it is nil if cmd is nil.
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

// follow handles a command's message: it runs commands, starts timers and delivers the
// rest.
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
		stops <- context.AfterFunc(d.life, func() { timer.Stop() }) // the timer would keep the app of a session that is over alive
		return
	}
	// A sequence, whose type is not exported.
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

// post delivers a message to the app, unless the app has ended.
func (d desk) post(msg tea.Msg) {
	select {
	case d.messages <- msg:
	case <-d.life.Done():
	}
}

// A due is a message that comes after a delay.
type due struct {
	wait time.Duration
	then func(time.Time) tea.Msg
}

// after implements [tui.Env] Tick without a goroutine that waits.
func after(wait time.Duration, then func(time.Time) tea.Msg) tea.Cmd {
	return func() tea.Msg { return due{wait, then} }
}
