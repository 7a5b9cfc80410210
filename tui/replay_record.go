package tui

import (
	"fmt"

	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine/arcade"
	"boardwalk/tui/theme"
)

// newRecordPage returns a page that shows the record as text to copy, and says how else
// to get it.
func (r *replay) newRecordPage() *pager {
	about := "This is the whole game: everything else is replayed from it. Copied into a file, boardwalk replay FILE shows it again. "
	if r.env.Command == "" || r.id == "" {
		about += "With --cast OUT it is written as an asciicast, which asciinema plays."
	} else {
		about += fmt.Sprintf("Typed at your own prompt, these write it to a file, as it is and as an asciicast, which asciinema plays:\n\n"+
			"%s record %s > game.txt\n%[1]s replay %[2]s --cast > game.cast", r.env.Command, r.id)
	}
	return &pager{title: "The record", body: func(w int, _ theme.Look) string {
		return ansi.Wordwrap(about, w-1, "") + "\n\n" + ansi.Wordwrap(r.record.String(), w-1, " ")
	}}
}

// A discardStore is a Store that keeps nothing.
type discardStore struct{}

func (discardStore) Saved(string) (arcade.Saved, arcade.Rev, error)              { return arcade.Saved{}, 0, nil }
func (discardStore) Save(arcade.Saved, arcade.Rev) (arcade.Rev, error)           { return 1, nil }
func (discardStore) Finish(r arcade.Result, _ arcade.Rev) (arcade.Result, error) { return r, nil }
func (discardStore) History(string, int) ([]arcade.Result, error)                { return nil, nil }
func (discardStore) Best(string, arcade.Class) (r arcade.Result, ok bool, _ error) {
	return r, false, nil
}
func (discardStore) Stats() ([]arcade.GameStat, error) { return nil, nil }
func (discardStore) Settings() ([]byte, error)         { return nil, nil }
func (discardStore) SetSettings([]byte) error          { return nil }
