package program

import (
	"context"
	"reflect"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
)

// A cmdLoop runs the commands of one app and delivers their messages. Each app has one of
// its own, so that a late message never reaches the next app.
type cmdLoop struct {
	ctx      context.Context
	messages chan tea.Msg
}

// start runs a command in a new goroutine. The app gets the command's message, or a
// *PanicError if it panics. done is closed once the app has it, or once the command has
// turned into further commands; it is nil if cmd is nil.
func (l cmdLoop) start(cmd tea.Cmd) (done <-chan struct{}) {
	if cmd == nil {
		return nil
	}
	end := make(chan struct{})
	go func() {
		defer close(end)
		l.runCmd(cmd)
	}()
	return end
}

func (l cmdLoop) runCmd(cmd tea.Cmd) {
	defer func() {
		if v := recover(); v != nil {
			l.send(&PanicError{Value: v, Stack: debug.Stack()})
		}
	}()
	l.handle(cmd())
}

// handle handles a command's message: it runs commands, starts timers and delivers the
// rest.
func (l cmdLoop) handle(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
		return
	case tea.BatchMsg:
		for _, cmd := range msg {
			l.start(cmd)
		}
		return
	case interface{ When(func(tea.Cmd)) }: // wait without a goroutine
		msg.When(func(cmd tea.Cmd) { l.start(cmd) })
		return
	case tickMsg:
		stops := make(chan func() bool, 1)
		timer := time.AfterFunc(msg.wait, func() {
			(<-stops)()
			l.runCmd(func() tea.Msg { return msg.then(time.Now()) })
		})
		stops <- context.AfterFunc(l.ctx, func() { timer.Stop() }) // the timer would keep the app of a session that is over alive
		return
	}
	// A sequence, whose type is not exported.
	if all := reflect.ValueOf(msg); all.Kind() == reflect.Slice && all.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
		for i := range all.Len() {
			if cmd := all.Index(i).Interface().(tea.Cmd); cmd != nil {
				l.handle(cmd())
			}
		}
		return
	}
	l.send(msg)
}

// send delivers a message to the app, unless the app has ended.
func (l cmdLoop) send(msg tea.Msg) {
	select {
	case l.messages <- msg:
	case <-l.ctx.Done():
	}
}

// A tickMsg is a message that comes after a delay.
type tickMsg struct {
	wait time.Duration
	then func(time.Time) tea.Msg
}

// Tick is [tea.Tick] without a goroutine that waits. Its commands are for programs of this
// package only.
func Tick(wait time.Duration, then func(time.Time) tea.Msg) tea.Cmd {
	return func() tea.Msg { return tickMsg{wait, then} }
}
