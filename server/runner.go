package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"

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

// A host is the session that an app runs in.
type host interface {
	// Fit returns the size at which a terminal of some size is drawn from now on.
	Fit(size) size
	// Touch notes the time of a key press.
	Touch(now time.Time)
	// Notices returns a channel of lines to show to the player.
	Notices() <-chan string
	// Ending returns a channel of the last words for the player, once the session should
	// end.
	Ending() <-chan string
	// Parked notes that the app was closed because its player is away, with the error of
	// its Close. It returns the lines to show until the player comes back.
	Parked(err error) (text string)
}

// A size is the size of a terminal in cells.
type size struct{ Width, Height int }

// A runConfig is what a runner or a lineReader gets from its session.
type runConfig struct {
	host    host
	input   *input
	output  *writer
	closing <-chan struct{} // closed when the server begins to shut down
	limits  runLimits
	words   *words

	// Only a runner uses these.
	size    size        // of the terminal
	resized <-chan size // its later sizes
	profile grid.Profile
	grids   *gridPool
	keys    counter // counts the keys passed to apps
}

// A counter counts events.
type counter interface{ Inc() }

// The runLimits bound a session.
type runLimits struct {
	park      time.Duration // time without a key press until the app is parked
	idle      time.Duration // time without a key press until the end
	typeAhead time.Duration // time that keys typed ahead wait for the effect of the keys before them
	drain     time.Duration // time between the notice and the end once the server shuts down
}

// The words are what a player reads at the end of a session.
type words struct {
	bye     string // the player has left, or the client is gone
	idle    string // nobody pressed a key for limits.idle
	flood   string // more came than anyone can type
	closing string // the server shuts down; also the notice of that
	unsaved string // the notice instead, while something waits to be saved
}

// A runner runs apps in a session, one after another: it feeds them messages, runs their
// commands and draws what has changed. It does for an app what a tea.Program would. A
// Program would use a few more goroutines per session and more hand-overs per key, and
// its ticker never stops; the rest of what it does, with terminals and signals, is not a
// session's business.
type runner struct {
	host     host
	in       *input
	resized  <-chan size
	closing  <-chan struct{}
	limits   runLimits
	words    *words
	keyCount counter
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

func (*crash) Error() string { return "the app panicked" }

// newRunner returns a runner, which takes over the terminal.
func newRunner(config runConfig) *runner {
	now := time.Now()
	_, _ = io.WriteString(config.output, grid.Enter+grid.Mouse)
	return &runner{
		host: config.host, in: config.input, resized: config.resized, closing: config.closing, limits: config.limits, words: config.words, keyCount: config.keys,
		renderer: renderer{out: config.output, grids: config.grids, profile: config.profile, size: config.host.Fit(config.size)},
		keys:     limit.NewBucket(keysAtOnce, keysSecond, now), lastKey: now,
	}
}

// restore gives the terminal back to its user, who reads the last words there.
func (r *runner) restore(words string) {
	_, _ = io.WriteString(r.out, grid.Leave+words+"\r\n")
}

// runApps runs an app, and the one that openApp returns each time its player comes back
// after it was parked, until the session ends. It closes each. It returns the last words
// for the player, which are also the text of an error of openApp. Its own error is why an
// app's last state may not be stored: of its Close, or a *crash.
func (r *runner) runApps(ctx context.Context, a app, openApp func() (app, error)) (words string, err error) {
	for {
		words, away := r.run(ctx, a)
		err := r.close()
		switch {
		case r.crash != nil:
			return "", errors.Join(r.crash, err)
		case err != nil && !away:
			return "", err
		case !away:
			return lastWords(r.host, words), nil // any other end is the client's
		}
		if words, _ = r.run(ctx, parked(r.host.Parked(err))); !r.quit || r.isClosing() {
			return lastWords(r.host, words), nil
		}
		if a, err = openApp(); err != nil {
			return err.Error(), nil
		}
	}
}

// lastWords returns the host's last words for the player if nobody has received them yet,
// and otherwise own.
func lastWords(h host, own string) string {
	select {
	case words := <-h.Ending():
		return words
	default:
		return own
	}
}

// isClosing reports whether the server shuts down.
func (r *runner) isClosing() bool {
	select {
	case <-r.closing:
		return true
	default:
		return false
	}
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
	r.update(tea.WindowSizeMsg(r.size))

	var quiet, escape, pause, drain, read, clock alarm
	quiet.set(r.idleLeft())
	defer clock.stop()
	defer quiet.stop()
	if r.notice != "" { // it was already shown over the previous app
		read.set(noticeTime)
	}
	resized, notices, ending, closing, ended := r.resized, r.host.Notices(), r.host.Ending(), r.closing, r.in.ended
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
			return r.words.bye, false
		}
		select {
		case <-ctx.Done():
			return r.words.bye, false
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
			r.size = r.host.Fit(size)
			r.update(tea.WindowSizeMsg(r.size))
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
		case last := <-ending:
			return last, false
		case <-closing:
			closing, notices = nil, nil
			read.stop()
			r.show(r.closingWords())
			drain.set(r.limits.drain)
		case <-drain.c:
			return r.words.closing, false
		case <-ended:
			r.decoder.buf = r.in.appendTo(r.decoder.buf)
			r.decode(true)
			if r.in.flooded() {
				return r.words.flood, false
			}
			return r.words.bye, false
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
func (r *runner) idleLeft() time.Duration { return min(r.limits.park, r.limits.idle) - r.idle() }

// checkIdle decides about a session in which no key was pressed for a while. It returns
// how long to wait until the next decision, or the last words of the app.
func (r *runner) checkIdle() (left time.Duration, words string, away bool) {
	left = r.idleLeft()
	switch {
	case left > 0:
		return left, "", false
	case r.idle() >= r.limits.idle:
		return 0, r.words.idle, false
	case r.notice == "" && !r.isParked() && r.app.CanPark():
		return 0, r.words.bye, true
	}
	return min(r.limits.park, r.limits.idle-r.idle()), "", false
}

// closingWords returns the notice for a server that shuts down.
func (r *runner) closingWords() string {
	if r.app.Saved() {
		return r.words.closing
	}
	return r.words.unsaved
}

// decode passes the app what was typed, but no faster than anyone can type.
func (r *runner) decode(late bool) {
	now := time.Now()
	var done <-chan struct{}
	r.recoverPanic(func() {
		r.decoder.decode(late, func(msg tea.Msg) {
			r.lastKey = now
			r.host.Touch(now)
			if r.keys.Allow(1, now) {
				r.catchUp(done, now.Add(r.limits.typeAhead))
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
			err = fmt.Errorf("panic: %+.256q", fmt.Sprint(v))
		}
	}()
	a := r.app
	r.app, r.shown = nil, nil
	return a.Close()
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
