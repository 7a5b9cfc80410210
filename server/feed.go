package server

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"github.com/prometheus/client_golang/prometheus"
)

// noticeTime is how long a notice stays on the screen.
const noticeTime = 30 * time.Second

// A feed is all that a program hears, and the only one that sends to it.
type feed struct {
	send    func(tea.Msg)
	in      *input
	resized <-chan ssh.Window
	drained <-chan struct{}
	closing <-chan struct{}
	session *session
	idle    time.Duration
	drain   time.Duration
	taken   prometheus.Counter // keys sent

	decoder decoder
	keys    *bucket
	lastKey time.Time
}

// run sends until the program's life ends, or ends the program itself. It
// returns the last words for the player.
func (f *feed) run(life context.Context) string {
	f.lastKey = time.Now()
	f.keys = newBucket(keysAtOnce, keysSecond, f.lastKey)
	idle := time.NewTimer(f.idle)
	defer idle.Stop()
	escape, pause, drain, read := newTimer(), newTimer(), newTimer(), newTimer()
	resized, notices, closing, ended := f.resized, f.session.notices, f.closing, f.in.ended
	for {
		select {
		case <-life.Done():
			return goodbye
		case <-f.in.ready:
			escape.Stop()
			f.decoder.buf = f.in.take(f.decoder.buf)
			f.decode(false)
			if f.decoder.pending() {
				escape.Reset(escapeDelay)
			}
		case <-escape.C:
			f.decode(true)
		case <-f.drained:
			f.send(redraw{})
		case size := <-resized:
			f.send(tea.WindowSizeMsg{Width: size.Width, Height: size.Height})
			resized = nil
			pause.Reset(resizePause)
		case <-pause.C:
			resized = f.resized
		case text := <-notices:
			f.send(notice(text))
			read.Reset(noticeTime)
		case <-read.C:
			f.send(notice(""))
		case last := <-f.session.ending:
			return f.end(life, last)
		case <-closing:
			closing, notices = nil, nil
			read.Stop()
			f.send(notice(closingSoon))
			drain.Reset(f.drain)
		case <-drain.C:
			return f.end(life, closingSoon)
		case <-ended:
			f.decoder.buf = f.in.take(f.decoder.buf)
			f.decode(true)
			if f.in.flooded() {
				return f.end(life, floodEnd)
			}
			return f.end(life, goodbye)
		case <-idle.C:
			left := f.idle - time.Since(f.lastKey)
			if left <= 0 {
				return f.end(life, idleEnd)
			}
			idle.Reset(left)
		}
	}
}

// decode sends what was typed, as fast as anyone can type and no faster.
func (f *feed) decode(late bool) {
	now := time.Now()
	f.decoder.decode(late, func(msg tea.Msg) {
		f.lastKey = now
		f.session.touch(now)
		if f.keys.take(1, now) {
			f.taken.Inc()
			f.send(msg)
		}
	})
}

// end ends the program and waits until it has.
func (f *feed) end(life context.Context, words string) string {
	f.send(tea.QuitMsg{})
	<-life.Done()
	return words
}

// newTimer is a timer that has not been set.
func newTimer() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}
