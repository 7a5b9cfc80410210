package main

import (
	"io"
	"log/slog"

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
	return slog.New(text), func(name string) {
		setLevel(name)
		text.SetLevel(log.Level(level.Level()))
	}
}
