package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"charm.land/log/v2"
)

// newLogger returns the logger of a server, which writes one line per event in the
// config's format and from the config's level up. The function it returns changes the
// level; it accepts the words in choices.
func newLogger(c *config, to io.Writer) (*slog.Logger, func(level string)) {
	var level slog.LevelVar
	setLevel := func(name string) { _ = level.UnmarshalText([]byte(name)) }
	setLevel(c.logLevel)
	options := &slog.HandlerOptions{Level: &level}
	switch c.logFormat {
	case "json":
		return slog.New(slog.NewJSONHandler(to, options)), setLevel
	case "logfmt":
		return slog.New(slog.NewTextHandler(to, options)), setLevel
	}
	text := log.NewWithOptions(to, log.Options{ReportTimestamp: true, Level: log.Level(level.Level())})
	return slog.New(oneLine{text}), func(name string) {
		setLevel(name)
		text.SetLevel(log.Level(level.Level()))
	}
}

// A oneLine is a handler that writes each event on one line: in its text, and in values such as
// errors that were joined, a "; " stands for a line break.
type oneLine struct{ slog.Handler }

func (h oneLine) Handle(ctx context.Context, r slog.Record) error {
	flat := slog.NewRecord(r.Time, r.Level, joinLines(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		flat.AddAttrs(flatten(a))
		return true
	})
	return h.Handler.Handle(ctx, flat)
}

func (h oneLine) WithAttrs(attrs []slog.Attr) slog.Handler {
	flat := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		flat[i] = flatten(a)
	}
	return oneLine{h.Handler.WithAttrs(flat)}
}

func (h oneLine) WithGroup(name string) slog.Handler { return oneLine{h.Handler.WithGroup(name)} }

func flatten(a slog.Attr) slog.Attr {
	if text := a.Value.String(); strings.Contains(text, "\n") {
		a.Value = slog.StringValue(joinLines(text))
	}
	return a
}

func joinLines(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

// A logWriter writes lines to a reader that may stop, such as a terminal after Ctrl-S. Write waits for that reader
// once, for at most logPatience. From then on lines wait here until it goes on, and lines that find no room are lost.
type logWriter struct {
	to       io.Writer
	lines    chan logLine
	behind   atomic.Bool // nobody waits for what is written
	lost     atomic.Int64
	lostSome func(n int64) // is told how many lines were lost, once somebody reads again
}

type logLine struct {
	text    []byte
	written chan struct{}
}

const (
	logPatience = time.Second
	logWaiting  = 1 << 10 // lines
)

func newLogWriter(to io.Writer) *logWriter {
	w := &logWriter{to: to, lines: make(chan logLine, logWaiting)}
	go w.run()
	return w
}

// Write implements io.Writer. It never fails.
func (w *logWriter) Write(p []byte) (int, error) {
	line := logLine{bytes.Clone(p), make(chan struct{})}
	select {
	case w.lines <- line:
	default:
		w.lost.Add(1)
		return len(p), nil
	}
	if !w.behind.Load() {
		select {
		case <-line.written:
		case <-time.After(logPatience):
			w.behind.Store(true)
		}
	}
	return len(p), nil
}

func (w *logWriter) run() {
	for line := range w.lines {
		_, _ = w.to.Write(line.text) // a log that cannot be written ends no game
		close(line.written)
		if len(w.lines) > 0 {
			continue
		}
		w.behind.Store(false)
		if n := w.lost.Swap(0); n > 0 {
			go w.lostSome(n)
		}
	}
}
