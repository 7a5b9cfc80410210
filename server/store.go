package server

import (
	"errors"
	"log/slog"

	"boardwalk/engine"
)

// Told is a player's rows, where a failure is logged in full and the player
// reads a sentence without the host's paths.
type told struct {
	Player
	log *slog.Logger
}

var errDisk = errors.New("the arcade cannot reach its disk at the moment; its host has been told")

// tell logs an error and returns what a player reads of it.
func (p told) tell(doing string, err error) error {
	if err == nil || errors.Is(err, engine.ErrConflict) {
		return err
	}
	p.log.Error(doing, "err", err)
	return errDisk
}

// Saved implements tui.Store.
func (p told) Saved(game string) (engine.Saved, engine.Rev, error) {
	s, rev, err := p.Player.Saved(game)
	return s, rev, p.tell("read an open game", err)
}

// Save implements tui.Store.
func (p told) Save(s engine.Saved, prev engine.Rev) (engine.Rev, error) {
	rev, err := p.Player.Save(s, prev)
	return rev, p.tell("save a game", err)
}

// Finish implements tui.Store.
func (p told) Finish(r engine.Result, prev engine.Rev) (engine.Result, error) {
	r, err := p.Player.Finish(r, prev)
	return r, p.tell("finish a game", err)
}

// History implements tui.Store.
func (p told) History(before string, n int) ([]engine.Result, error) {
	page, err := p.Player.History(before, n)
	return page, p.tell("read a history", err)
}

// Best implements tui.Store.
func (p told) Best(game string, class engine.Class) (engine.Result, bool, error) {
	r, ok, err := p.Player.Best(game, class)
	return r, ok, p.tell("read a best", err)
}

// Settings implements tui.Store.
func (p told) Settings() ([]byte, error) {
	text, err := p.Player.Settings()
	return text, p.tell("read settings", err)
}

// SetSettings implements tui.Store.
func (p told) SetSettings(text []byte) error {
	return p.tell("keep settings", p.Player.SetSettings(text))
}
