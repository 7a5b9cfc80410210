// Package trail keeps the lines of the log that admins read.
package trail

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"boardwalk/data"
	"boardwalk/server/command/admin"
)

// linesMax is how many lines a Trail keeps in memory.
const linesMax = 1000

// AccountChanged is the message of a line that says what a player has changed about the account. The
// logger is to have the account as an attribute.
const AccountChanged = "account changed"

// The lines of the log that admins read. Those that say what was done are stored; those that say
// who came and who was refused are of this server since its start, as any stranger can make many.
var (
	deeds = []string{admin.AuditMessage, AccountChanged}
	comes = []string{"keys read again", "session begins", "session ends", "session refused", "turned away"}
)

// A Trail keeps the newest lines of the log that admins read. It is safe for concurrent use.
type Trail struct {
	store func([]data.Line) error
	node  string // of a cluster, or ""

	mu      sync.Mutex
	lines   []data.Line // in memory alone
	pending []data.Line // to be stored
	storing bool
	stored  sync.Cond // signalled when storing ends
	buf     bytes.Buffer
	text    slog.Handler // writes to buf
}

// New returns a Trail that stores lines with store. node is the name of this node of a cluster, or "".
func New(store func([]data.Line) error, node string) *Trail {
	t := &Trail{store: store, node: node}
	t.stored.L, t.text = &t.mu, slog.NewTextHandler(&t.buf, nil)
	return t
}

// add adds a line, which text writes.
func (t *Trail) add(ctx context.Context, text slog.Handler, r slog.Record, deed bool, about string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf.Reset()
	_ = text.Handle(ctx, r) // it writes to memory
	line := data.Line{At: r.Time, Text: strings.TrimSuffix(t.buf.String(), "\n"), About: about, Admin: r.Message == admin.AuditMessage}
	if t.node != "" {
		line.Text += " node=" + t.node
	}
	if !deed {
		t.lines = keepLine(t.lines, line)
		return
	}
	t.pending = keepLine(t.pending, line)
	if !t.storing {
		t.storing = true
		go t.drain()
	}
}

// keepLine appends a line, and forgets some of the oldest if there are many.
func keepLine(lines []data.Line, line data.Line) []data.Line {
	if len(lines) >= linesMax {
		lines = slices.Delete(lines, 0, linesMax/10) // not one at each line
	}
	return append(lines, line)
}

// drain stores what is pending. What cannot be stored is tried again with the next line.
func (t *Trail) drain() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for err := error(nil); err == nil && len(t.pending) > 0; {
		lines := t.pending
		t.pending = nil
		t.mu.Unlock()
		err = t.store(lines)
		t.mu.Lock()
		if err != nil {
			t.pending = append(lines, t.pending...)
		}
	}
	t.storing = false
	t.stored.Broadcast()
}

// Flush waits until nothing is being stored.
func (t *Trail) Flush() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.storing {
		t.stored.Wait()
	}
}

// Newest returns the last n lines of those that are stored and those in memory, the newest last.
func (t *Trail) Newest(stored []data.Line, n int) []string {
	t.mu.Lock()
	all := slices.Concat(stored, t.lines, t.pending)
	t.mu.Unlock()
	slices.SortStableFunc(all, func(a, b data.Line) int { // stored to the millisecond
		return a.At.Truncate(time.Millisecond).Compare(b.At.Truncate(time.Millisecond))
	})
	texts := []string{}
	for _, line := range all[max(0, len(all)-n):] {
		texts = append(texts, line.Text)
	}
	return texts
}

// Logger returns a logger that does as log does, and has the trail keep its lines, whatever the
// level of log is.
func (t *Trail) Logger(log *slog.Logger) *slog.Logger {
	return slog.New(handler{Handler: log.Handler(), trail: t, text: t.text})
}

// A handler passes lines to a Trail, too.
type handler struct {
	slog.Handler
	trail   *Trail
	text    slog.Handler
	account string // of the logger, or ""
}

// Enabled implements slog.Handler.
func (h handler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.Handler.Enabled(ctx, level) || h.text.Enabled(ctx, level)
}

// Handle implements slog.Handler.
func (h handler) Handle(ctx context.Context, r slog.Record) error {
	switch {
	case slices.Contains(comes, r.Message):
		h.trail.add(ctx, h.text, r.Clone(), false, "")
	case slices.Contains(deeds, r.Message):
		about, deed, reads := "", true, false
		r.Attrs(func(a slog.Attr) bool {
			switch a.Key {
			case admin.AuditAbout:
				about = a.Value.String()
			case admin.AuditReads:
				reads = true
			case admin.AuditRefused:
				deed = a.Value.String() != admin.NoAdmin
			}
			return true
		})
		if r.Message == AccountChanged {
			about = h.account
		}
		if !reads {
			h.trail.add(ctx, h.text, r.Clone(), deed, about)
		}
	}
	if !h.Handler.Enabled(ctx, r.Level) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	for _, a := range attrs {
		if a.Key == "account" {
			h.account = a.Value.String()
		}
	}
	return handler{h.Handler.WithAttrs(attrs), h.trail, h.text.WithAttrs(attrs), h.account}
}

// WithGroup implements slog.Handler.
func (h handler) WithGroup(name string) slog.Handler {
	return handler{h.Handler.WithGroup(name), h.trail, h.text.WithGroup(name), h.account}
}
