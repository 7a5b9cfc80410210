package program

import (
	"context"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

const (
	// settleTime is how long a frame waits at most for what its key led to, such as that a move is
	// stored. Then one frame shows both.
	settleTime = 5 * time.Millisecond

	// noticeTime is how long a notice stays on the screen, and readTime how long it does once
	// a key is pressed: it covers what the keys change.
	noticeTime = 30 * time.Second
	readTime   = 5 * time.Second

	// resizePause is the minimum time between two repaints for a new size, and resizeRest is it once the address has
	// typed too much.
	resizePause = 50 * time.Millisecond
	resizeRest  = time.Second
)

// run runs an app until its session's life ends, the app quits, or the session should
// end. It returns the last words for the player. If away is true the session should go
// on: nobody has pressed a key for a long time, and it can be parked.
func (p *Program) run(ctx context.Context, a App) (words string, away bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p.app, p.cmds, p.decoder, p.effect, p.quit = a, cmdLoop{ctx, make(chan tea.Msg)}, decoder{}, nil, false
	p.screen.repaint()
	p.recoverPanic(func() { p.cmds.start(a.Init()) })
	p.update(tea.WindowSizeMsg(p.screen.size))

	var rest, pause, drain, read, clock <-chan time.Time // nil while there is nothing to wait for
	quiet := time.After(min(p.config.Times.Park, p.config.Times.Idle) - p.idle())
	isRead := false            // a key was pressed under the notice
	if p.screen.notice != "" { // it was already shown over the previous app
		read = time.After(noticeTime)
	}
	resized, notices, ending, closing, ended := p.config.Resized, p.config.Session.Notices(), p.config.Session.Ending(), p.config.Closing, p.config.Input.ended
	for {
		if p.screen.dirty {
			p.catchUp(p.effect, time.Now().Add(settleTime))
			p.effect = nil
			p.takeWaiting()
			clock = nil
			p.recoverPanic(func() {
				clock = after(p.app.NextFrame()) // measured before the client takes time to read
				p.screen.paint(p.app)
			})
		}
		if p.quit || p.crash != nil {
			return p.config.Endings.Bye, false
		}
		select {
		case <-ctx.Done():
			return p.config.Endings.Bye, false
		case msg := <-p.cmds.messages:
			p.update(msg)
		case <-p.config.Input.ready:
			if p.screen.notice != "" && !isRead && closing != nil {
				isRead = true
				read = time.After(readTime)
			}
			p.readKeys()
			rest = after(p.decoder.wait())
		case <-rest:
			p.decode(true)
			rest = after(p.decoder.wait())
		case size := <-resized:
			if size = p.config.Session.Fit(size); size == p.screen.size { // a client that was stopped goes on
				p.screen.repaint()
			}
			p.screen.size = size
			p.update(tea.WindowSizeMsg(p.screen.size))
			resized, pause = nil, time.After(resizePause)
			if !p.config.Session.Allow(1, time.Now()) {
				pause = time.After(resizeRest)
			}
		case <-pause:
			resized = p.config.Resized
		case <-clock:
			p.screen.dirty = true
		case text := <-notices:
			p.screen.show(text)
			isRead = false
			read = time.After(noticeTime)
		case <-read:
			p.screen.show("")
		case last := <-ending:
			return last, false
		case <-closing:
			closing, notices, read = nil, nil, nil
			notice := p.config.Endings.Closing
			if !p.app.Saved() {
				notice = p.config.Endings.Unsaved
			}
			p.screen.show(notice)
			drain = time.After(p.config.Times.Drain)
		case <-drain:
			return p.config.Endings.Closing, false
		case <-ended:
			p.readKeys()
			p.decode(true)
			if p.config.Input.Flooded() {
				return p.config.Endings.Flood, false
			}
			return p.config.Endings.Bye, false
		case <-quiet:
			left, words, away := p.checkIdle()
			if left <= 0 {
				return words, away
			}
			quiet = time.After(left)
		}
	}
}

// idle returns the time since the last key press, or since what the player watches was last seen
// to change.
func (p *Program) idle() time.Duration { return time.Since(p.lastKey) }

// checkIdle decides about a session in which no key was pressed for a while. It goes on while what
// its player watches does. It returns
// how long to wait until the next decision, or 0 and the result of run.
func (p *Program) checkIdle() (left time.Duration, words string, away bool) {
	if p.app.Watched() {
		p.lastKey = time.Now()
	}
	idle, park := p.idle(), min(p.config.Times.Park, p.config.Times.Idle) // read once: later it may be over a limit that it was under
	switch {
	case idle < park:
		return park - idle, "", false
	case idle >= p.config.Times.Idle:
		return 0, p.config.Endings.Idle, false
	case p.screen.notice == "" && !isParked(p.app) && p.app.CanPark():
		return 0, p.config.Endings.Bye, true
	}
	return min(park, p.config.Times.Idle-idle), "", false
}

// readKeys decodes what was typed, a read at a time.
func (p *Program) readKeys() {
	p.typed, p.reads = p.config.Input.takeReads(p.typed[:0], p.reads[:0])
	typed := p.typed
	for _, n := range p.reads {
		p.decoder.buf = append(p.decoder.buf, typed[:n]...)
		typed = typed[n:]
		p.decode(false)
	}
}

// decode passes the app what was typed, but no faster than anyone can type.
func (p *Program) decode(late bool) {
	now := time.Now()
	p.recoverPanic(func() {
		p.decoder.decode(late, func(msg tea.Msg) {
			p.lastKey = now
			p.config.Session.Touch(now)
			if p.keys.Allow(1, now) && p.config.Session.Allow(1, now) {
				p.catchUp(p.effect, now.Add(p.config.Times.TypeAhead))
				p.config.Meter.CountKey()
				if p.screen.key.IsZero() {
					p.screen.key = now
				}
				p.effect = p.update(msg)
			}
		})
	})
}

// catchUp delivers the messages that a key led to before the app gets the next key of the
// same burst, which may be meant for the screen that the first one opens. The whole
// burst waits no longer than the given time.
func (p *Program) catchUp(done <-chan struct{}, until time.Time) {
	if done == nil {
		return
	}
	late := time.NewTimer(time.Until(until))
	defer late.Stop()
	for all := []<-chan struct{}{done}; len(all) > 0; {
		select {
		case msg := <-p.cmds.messages:
			if more := p.update(msg); more != nil {
				all = append(all, more)
			}
		case <-all[0]:
			all = all[1:]
		case <-late.C:
			return
		case <-p.cmds.ctx.Done():
			return
		}
	}
}

// takenAtOnce is how many messages one frame waits for at most.
const takenAtOnce = 16

// takeWaiting delivers the messages that wait already, so that one frame shows what they
// change.
func (p *Program) takeWaiting() {
	for range takenAtOnce {
		select {
		case msg := <-p.cmds.messages:
			p.update(msg)
		default:
			return
		}
	}
}

// update passes the app a message, unless it has ended. It returns the result of
// [cmdLoop.start].
func (p *Program) update(msg tea.Msg) (done <-chan struct{}) {
	switch msg := msg.(type) {
	case *PanicError: // of a command
		p.crash = msg
	case interface{ Clipboard() string }:
		_, _ = p.screen.out.Write([]byte(ansi.SetSystemClipboard(msg.Clipboard()))) // on an error the session's life ends
		return nil
	case tea.QuitMsg, tea.InterruptMsg:
		p.quit = true
	case tea.KeyPressMsg:
		if msg.String() == "ctrl+l" { // even while the app takes keys as text
			p.screen.repaint()
		}
	}
	if p.quit || p.crash != nil {
		return nil
	}
	p.recoverPanic(func() {
		p.screen.dirty = true
		done = p.cmds.start(p.app.Update(msg))
	})
	return done
}

// recoverPanic recovers from a panic of the app, which ends only this session.
func (p *Program) recoverPanic(fn func()) {
	defer func() {
		if v := recover(); v != nil {
			p.crash = &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	fn()
}

// after is [time.After], but returns nil if there is nothing to wait for.
func after(wait time.Duration) <-chan time.Time {
	if wait <= 0 {
		return nil
	}
	return time.After(wait)
}
