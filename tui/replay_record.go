package tui

import (
	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine"
	"boardwalk/tui/theme"
)

// newRecordPage shows a record as text that can be copied.
func newRecordPage(r engine.Record) *pager {
	return &pager{title: "The record", body: func(w int, _ theme.Look) string {
		about := "This is the whole game: everything else is replayed from it. " +
			"Copied into a file, boardwalk replay FILE shows it again."
		return ansi.Wordwrap(about, w-1, "") + "\n\n" + ansi.Wordwrap(r.String(), w-1, " ")
	}}
}

// A scratch is a store that keeps nothing.
type scratch struct{}

func (scratch) Saved(string) (engine.Saved, engine.Rev, error)                { return engine.Saved{}, 0, nil }
func (scratch) Save(engine.Saved, engine.Rev) (engine.Rev, error)             { return 1, nil }
func (scratch) Finish(r engine.Result, _ engine.Rev) (engine.Result, error)   { return r, nil }
func (scratch) History(string, int) ([]engine.Result, error)                  { return nil, nil }
func (scratch) Best(string, engine.Class) (r engine.Result, ok bool, _ error) { return r, false, nil }
func (scratch) Settings() ([]byte, error)                                     { return nil, nil }
func (scratch) SetSettings([]byte) error                                      { return nil }
