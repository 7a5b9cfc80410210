package words_test

import (
	"fmt"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// reporting returns a session whose Report runs commands, as those of a server do.
func reporting(e session.Ports) session.Ports {
	e.Report = func(args ...string) ([]string, map[int]string, error) {
		if e.Accounts == nil {
			e.Accounts = &tuitest.Accounts{}
		}
		return command.Tell(&command.Context{Ports: e, Player: owner{e.Store}}, args...)
	}
	return e
}

// An owner is what commands need of the player of a store.
type owner struct{ arcade.Store }

// Numbered implements command.Player.
func (o owner) Numbered(game string, first, n int) (found []arcade.Numbered, err error) {
	results, err := o.History("", 1000)
	for i, r := range results {
		if i+1 >= first && len(found) < n && (game == "" || game == r.Record.Game) {
			found = append(found, arcade.Numbered{Number: i + 1, ID: r.ID})
		}
	}
	return found, err
}

// Finished implements command.Player.
func (o owner) Finished(id string) (arcade.Result, error) {
	results, err := o.History("", 1000)
	for _, r := range results {
		if r.ID == id {
			return r, nil
		}
	}
	if err == nil {
		err = fmt.Errorf("%s: %w", id, data.ErrNotFound)
	}
	return arcade.Result{}, err
}

// Import implements command.Player: these sessions import nothing.
func (owner) Import([]arcade.Result, time.Time, func()) (int, error) { panic("nobody imports") }

// PlayerOf implements command.Player.
func (owner) PlayerOf(string) string { return "" }

// MaySee implements command.Player.
func (owner) MaySee(arcade.Deal, arcade.Event) bool { return true }
