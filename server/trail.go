package server

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
)

// trailMax is how many lines a trail keeps.
const trailMax = 1000

// audited lists the lines of the log that say who did what and who was refused.
var audited = []string{"admin", "account changed", "keys read again", "session begins", "session ends", "session refused", "turned away"}

// A trail keeps the newest audited lines of the log for admins, since the server has started.
// It is safe for concurrent use.
type trail struct {
	mu    sync.Mutex
	lines []string
}

// Write implements io.Writer for a handler that writes a line at a time.
func (t *trail) Write(line []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) >= trailMax {
		t.lines = slices.Delete(t.lines, 0, trailMax/10) // not one at each line
	}
	t.lines = append(t.lines, strings.TrimSuffix(string(line), "\n"))
	return len(line), nil
}

// newest returns the last n lines, the newest last.
func (t *trail) newest(n int) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.lines[max(0, len(t.lines)-n):])
}

// logger returns a logger that does as log does, and has the trail keep what is audited,
// whatever the level of log is.
func (t *trail) logger(log *slog.Logger) *slog.Logger {
	return slog.New(trailHandler{log.Handler(), slog.NewTextHandler(t, nil)})
}

// A trailHandler passes audited lines to a second handler.
type trailHandler struct {
	slog.Handler
	trail slog.Handler
}

// Enabled implements slog.Handler.
func (h trailHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.Handler.Enabled(ctx, level) || h.trail.Enabled(ctx, level)
}

// Handle implements slog.Handler.
func (h trailHandler) Handle(ctx context.Context, r slog.Record) error {
	if slices.Contains(audited, r.Message) {
		_ = h.trail.Handle(ctx, r.Clone()) // it writes to memory
	}
	if !h.Handler.Enabled(ctx, r.Level) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h trailHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return trailHandler{h.Handler.WithAttrs(attrs), h.trail.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h trailHandler) WithGroup(name string) slog.Handler {
	return trailHandler{h.Handler.WithGroup(name), h.trail.WithGroup(name)}
}
