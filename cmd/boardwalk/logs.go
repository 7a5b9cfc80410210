package main

import (
	"io"
	"log/slog"

	"charm.land/log/v2"
)

// newLogger is the logger of a server: one line an event, of the form and from
// the level on that a config names.
func newLogger(c *config, to io.Writer) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(c.logLevel)) // it is one of choices
	options := &slog.HandlerOptions{Level: level}
	switch c.logFormat {
	case "json":
		return slog.New(slog.NewJSONHandler(to, options))
	case "logfmt":
		return slog.New(slog.NewTextHandler(to, options))
	}
	return slog.New(log.NewWithOptions(to, log.Options{ReportTimestamp: true, Level: log.Level(level)}))
}
