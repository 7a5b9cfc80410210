package main

import (
	"io"
	"log/slog"

	"charm.land/log/v2"
)

// newLogger is the logger of a server: one line an event, of the form and from
// the level on that a config names. The function changes the level; it takes one of
// choices.
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
	return slog.New(text), func(name string) {
		setLevel(name)
		text.SetLevel(log.Level(level.Level()))
	}
}
