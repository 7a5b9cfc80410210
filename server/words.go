package server

import (
	"context"
	"io"
	"time"

	"charm.land/ssh"

	"boardwalk/tui"
	"boardwalk/tui/words"
)

// serveWords serves a terminal that cannot move its cursor: the same arcade in
// lines of text.
func (s *Server) serveWords(sess ssh.Session, player tui.Store, who identity) {
	v := visitOf(sess)
	code := exitFailed
	defer func() { _ = sess.Exit(code) }() // also when this panics; contain says sorry
	in := &typed{life: v, in: v.in, closing: s.closing, idle: s.config.Limits.Idle}
	out := &stallWriter{to: v.channel, limit: s.config.Limits.Stall, stalled: func() { _ = v.conn.Close() }}
	err := words.Run(tui.Env{
		Games: s.config.Games, Store: player, Player: who.name, Now: s.config.Now, Deal: s.config.Deal,
	}, words.NewLines(in, out), out)
	if err != nil {
		s.config.Logger.Error("session ends", "user", who.name, "err", err)
		in.last = notSaved
	} else {
		code = exitOK
	}
	if in.last != "" {
		_, _ = io.WriteString(out, "\r\n"+in.last+"\r\n")
	}
}

// A typed reads what a client types until the session is to end; last is then
// why, for the player.
type typed struct {
	life    context.Context
	in      *input
	closing <-chan struct{}
	idle    time.Duration
	buf     []byte
	last    string
}

// Read implements io.Reader.
func (t *typed) Read(p []byte) (int, error) {
	idle := time.NewTimer(t.idle)
	defer idle.Stop()
	for {
		if t.buf = t.in.take(t.buf); len(t.buf) > 0 {
			n := copy(p, t.buf)
			t.buf = append(t.buf[:0], t.buf[n:]...)
			return n, nil
		}
		select {
		case <-t.in.ready:
		case <-t.in.ended:
			if t.buf = t.in.take(t.buf); len(t.buf) > 0 {
				continue
			}
			if t.in.flooded() {
				t.last = floodEnd
			}
			return 0, io.EOF
		case <-t.closing:
			t.last = closingSoon
			return 0, io.EOF
		case <-t.life.Done():
			return 0, io.EOF
		case <-idle.C:
			t.last = idleEnd
			return 0, io.EOF
		}
	}
}

// A stallWriter cuts off a client that takes nothing.
type stallWriter struct {
	to      io.Writer
	limit   time.Duration
	stalled func()
}

func (w *stallWriter) Write(p []byte) (int, error) {
	defer time.AfterFunc(w.limit, w.stalled).Stop()
	return w.to.Write(p)
}
