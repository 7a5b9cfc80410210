package server

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"github.com/prometheus/client_golang/prometheus"

	"boardwalk/server/clean"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
	"boardwalk/tui/grid"
)

const (
	// noticeTime is how long a notice stays on the screen.
	noticeTime = 30 * time.Second

	// resizePause is the minimum time between two repaints for a new size.
	resizePause = 50 * time.Millisecond
)

// An app is what a session runs; see [tui.App].
type app interface {
	tea.Model
	Draw(*grid.Grid)

	NextFrame() time.Duration
	Saved() bool
	CanPark() bool
	Close() error
}

// A runner runs apps in a session, one after another: it feeds them messages, runs their
// commands and draws what has changed. It does for an app what a tea.Program would. A
// Program would use a few more goroutines per session and more hand-overs per key, and
// its ticker never stops; the rest of what it does, with terminals and signals, is not a
// session's business.
type runner struct {
	in       *input
	resized  <-chan ssh.Window
	closing  <-chan struct{}
	hub      *hub.Hub
	session  *hub.Session
	limits   Limits
	keyCount prometheus.Counter // counts the keys passed to apps
	keys     *limit.Bucket
	lastKey  time.Time

	renderer // of the running app
	decoder  decoder

	cmdLoop        // of the running app
	quit    bool   // the app wants to end
	crash   *crash // the app panicked and is not called any more
}

// A crash is a panic of an app.
type crash struct {
	value any
	stack []byte
}

// run runs an app until its session's life ends, the app quits, or the session should
// end. It returns the last words for the player. If away is true the session should go
// on: nobody has pressed a key for a long time, and it can be parked.
func (r *runner) run(ctx context.Context, a app) (words string, away bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r.app, r.cmdLoop, r.decoder, r.quit = a, cmdLoop{ctx, make(chan tea.Msg)}, decoder{}, false
	r.repaint()
	r.recoverPanic(func() { r.start(a.Init()) })
	r.update(sizeOf(r.size))

	var quiet, escape, pause, drain, read, clock alarm
	quiet.set(r.idleLeft())
	defer clock.stop()
	defer quiet.stop()
	if r.notice != "" { // it was already shown over the previous app
		read.set(noticeTime)
	}
	resized, notices, closing, ended := r.resized, r.session.Notices(), r.closing, r.in.ended
	for {
		if r.dirty {
			clock.stop()
			r.recoverPanic(func() {
				if untilNext := r.app.NextFrame(); untilNext > 0 { // measured before the client takes time to read
					clock.set(untilNext)
				}
				r.paint()
			})
		}
		if r.quit || r.crash != nil {
			return goodbye, false
		}
		select {
		case <-ctx.Done():
			return goodbye, false
		case msg := <-r.messages:
			r.update(msg)
		case <-r.in.ready:
			escape.stop()
			r.decoder.buf = r.in.appendTo(r.decoder.buf)
			r.decode(false)
			switch {
			case r.decoder.pasting:
				escape.set(pasteDelay)
			case r.decoder.pending():
				escape.set(escapeDelay)
			}
		case <-escape.c:
			r.decode(true)
			r.decoder.stopPaste()
		case size := <-resized:
			r.size.Width, r.size.Height = r.hub.Fit(r.session, size.Width, size.Height)
			r.update(sizeOf(r.size))
			resized = nil
			pause.set(resizePause)
		case <-pause.c:
			resized = r.resized
		case <-clock.c:
			r.dirty = true
		case text := <-notices:
			r.show(text)
			read.set(noticeTime)
		case <-read.c:
			r.show("")
		case last := <-r.session.Ending():
			return last, false
		case <-closing:
			closing, notices = nil, nil
			read.stop()
			r.show(r.closingWords())
			drain.set(r.limits.Drain)
		case <-drain.c:
			return closingSoon, false
		case <-ended:
			r.decoder.buf = r.in.appendTo(r.decoder.buf)
			r.decode(true)
			if r.in.flooded() {
				return floodEnd, false
			}
			return goodbye, false
		case <-quiet.c:
			left, words, away := r.checkIdle()
			if words != "" {
				return words, away
			}
			quiet.set(left)
		}
	}
}

// idle returns the time since the last key press.
func (r *runner) idle() time.Duration { return time.Since(r.lastKey) }

// idleLeft returns how much longer the app may go on without a key press.
func (r *runner) idleLeft() time.Duration { return min(r.limits.Park, r.limits.Idle) - r.idle() }

// checkIdle decides about a session in which no key was pressed for a while. It returns
// how long to wait until the next decision, or the last words of the app.
func (r *runner) checkIdle() (left time.Duration, words string, away bool) {
	left = r.idleLeft()
	switch {
	case left > 0:
		return left, "", false
	case r.idle() >= r.limits.Idle:
		return 0, idleEnd, false
	case r.notice == "" && !r.isParked() && r.app.CanPark():
		return 0, goodbye, true
	}
	return min(r.limits.Park, r.limits.Idle-r.idle()), "", false
}

// closingWords returns the notice for a server that shuts down.
func (r *runner) closingWords() string {
	if r.app.Saved() {
		return closingSoon
	}
	return closingYet
}

// decode passes the app what was typed, but no faster than anyone can type.
func (r *runner) decode(late bool) {
	now := time.Now()
	var done <-chan struct{}
	r.recoverPanic(func() {
		r.decoder.decode(late, func(msg tea.Msg) {
			r.lastKey = now
			r.session.Touch(now)
			if r.keys.Allow(1, now) {
				r.catchUp(done, now.Add(r.limits.TypeAhead))
				r.keyCount.Inc()
				done = r.update(msg)
			}
		})
	})
}

// catchUp delivers the messages that a key led to before the app gets the next key of the
// same burst, which may be meant for the screen that the first one opens. The whole burst
// waits no longer than the
// given time.
func (r *runner) catchUp(done <-chan struct{}, until time.Time) {
	if done == nil {
		return
	}
	late := time.NewTimer(time.Until(until))
	defer late.Stop()
	for all := []<-chan struct{}{done}; len(all) > 0; {
		select {
		case msg := <-r.messages:
			if more := r.update(msg); more != nil {
				all = append(all, more)
			}
		case <-all[0]:
			all = all[1:]
		case <-late.C:
			return
		case <-r.ctx.Done():
			return
		}
	}
}

// update passes the app a message, unless it has ended. It returns the result of
// [cmdLoop.start].
func (r *runner) update(msg tea.Msg) (done <-chan struct{}) {
	switch msg := msg.(type) {
	case *crash: // of a command
		r.crash = msg
	case tea.QuitMsg, tea.InterruptMsg:
		r.quit = true
	case tea.KeyPressMsg:
		if msg.String() == "ctrl+l" { // like tea.ClearScreen, even while the app takes keys as text
			r.repaint()
		}
	}
	if r.quit || r.crash != nil {
		return nil
	}
	r.recoverPanic(func() {
		r.dirty = true
		model, cmd := r.app.Update(msg)
		r.app = model.(app)
		done = r.start(cmd)
	})
	return done
}

// recoverPanic recovers from a panic of the app, which ends only this session.
func (r *runner) recoverPanic(fn func()) {
	defer func() {
		if v := recover(); v != nil {
			r.crash = &crash{v, debug.Stack()}
		}
	}()
	fn()
}

// close lets the app save what is unsaved, whatever state it is in, and forgets it.
func (r *runner) close() (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %s", clean.Text(fmt.Sprint(v), textMax))
		}
	}()
	a := r.app
	r.app, r.shown = nil, nil
	return a.Close()
}

func sizeOf(w ssh.Window) tea.WindowSizeMsg {
	return tea.WindowSizeMsg{Width: w.Width, Height: w.Height}
}

// An alarm is a timer whose channel is nil until it is set, so that a select skips it,
// which is cheaper than a stopped timer's channel.
type alarm struct {
	timer *time.Timer
	c     <-chan time.Time
}

func (a *alarm) set(after time.Duration) {
	if a.timer == nil {
		a.timer = time.NewTimer(after)
	} else {
		a.timer.Reset(after)
	}
	a.c = a.timer.C
}

func (a *alarm) stop() {
	if a.c != nil {
		a.timer.Stop()
		a.c = nil
	}
}
