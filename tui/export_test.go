package tui

import (
	"reflect"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/learn"
	"boardwalk/tui/screen"
	"boardwalk/tui/table"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
	"boardwalk/tui/workshop"
)

// OpenLearn puts the learn screen of a game on top.
func OpenLearn(a *App, g engine.Game) { a.open(learn.New(a.env, g, false)) }

// OpenBench puts a bench with a design on top, and returns the command with which it begins.
func OpenBench(a *App, d engine.Design) tea.Cmd {
	return a.open(workshop.NewBench(a.env, d))
}

// OnBench returns the design on the bench on top, and the board that it shows.
func OnBench(a *App) (engine.Design, engine.Board) {
	return a.top().(*workshop.Bench).Work()
}

// Draft returns the newest design that was left on a bench and not kept, nil if there is none.
func Draft(a *App) engine.Design { return a.env.Settings.Draft(a.env.Games.Families) }

// KeysOf returns the keys of the top screen.
func KeysOf(a *App) []screen.Key { return screen.KeysOf(a.top()) }

// TopType returns the name of the type of the top screen.
func TopType(a *App) string { return reflect.TypeOf(a.top()).Elem().Name() }

// Framed reports whether the top screen has a frame of its own, as those with a board do.
func Framed(a *App) bool {
	_, ok := a.top().(screen.Framed)
	return ok
}

// AtTable returns the game of the table on top. ok is false if the top screen is none.
func AtTable(a *App) (g engine.Game, ok bool) {
	t, ok := a.top().(*table.Table)
	if !ok {
		return nil, false
	}
	return t.Seat.Game(), true
}

// DrawBoard draws the board of the table on top where its last frame, in a window of w by
// h, has it, without what is around it and without the names of its rows. It returns its layout and position.
func DrawBoard(a *App, g *grid.Grid, w, h int) (l board.Layout, x, y int) {
	d, at := &a.top().(*table.Table).Draft, a.area(w, h)
	over := board.Overlay{Cursor: d.Pointer.At, Move: d.Marking.Move, Next: d.Marking.Next()}
	x, y = at.X+d.Pointer.X, at.Y+d.Pointer.Y
	b := d.Pointer.Board
	b.Rows = nil // they show where there is room, which is more here
	d.Pointer.Layout.Draw(g, x, y, b, over, theme.Default())
	return d.Pointer.Layout, x, y
}

// Everywhere returns the keys that the app handles itself.
func Everywhere() []screen.Key { return everywhere }

// HintsOf returns the keys in the last row.
func HintsOf(a *App) []screen.Key { return screen.HintsOf(a.top()) }

// PagesHeld returns how many pages are cached.
func PagesHeld(p *Pages) int { return len(p.held) }

// Bound reports whether a key means something on the top screen.
func Bound(a *App, key string) bool {
	_, ok := widget.Find(screen.BindingsOf(a.top()), key)
	return ok
}
