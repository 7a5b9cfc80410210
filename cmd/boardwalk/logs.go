package main

import (
	"bytes"
	"io"
	"log/slog"
	"sync/atomic"
	"time"
)

// newLogger returns the logger of a server, which writes one line per event in the
// config's format and from the config's level up. The function it returns changes the
// level; it accepts the words in choices.
func newLogger(c *config, to io.Writer) (*slog.Logger, func(level string)) {
	var level slog.LevelVar
	setLevel := func(name string) { _ = level.UnmarshalText([]byte(name)) }
	setLevel(c.logLevel)
	options := &slog.HandlerOptions{Level: &level}
	if c.logFormat == "json" {
		return slog.New(slog.NewJSONHandler(to, options)), setLevel
	}
	return slog.New(slog.NewTextHandler(to, options)), setLevel
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
