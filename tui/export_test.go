package tui

import "boardwalk/engine"

// OpenLearn puts the list of what there is to learn of a game on top.
func OpenLearn(a *App, g engine.Game) { a.Update(signed(a.top(), open(newLearn(a.env, g)))()) }

// KeysOf is the keys of the screen on top.
func KeysOf(a *App) []Key { return a.top().Keys() }

// Everywhere is the keys that the app takes itself.
func Everywhere() []Key { return everywhere }

// HintsOf is the keys in the last row.
func HintsOf(a *App) []Key { return a.top().Hints() }

// PagesHeld is how many pages are held.
func PagesHeld(p *Pages) int { return len(p.held) }
