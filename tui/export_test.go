package tui

import "boardwalk/engine"

// OpenLearn puts the learn screen of a game on top.
func OpenLearn(a *App, g engine.Game) { a.open(newLearn(a.env, g)) }

// KeysOf returns the keys of the top screen.
func KeysOf(a *App) []Key { return keysOf(a.top()) }

// Everywhere returns the keys that the app handles itself.
func Everywhere() []Key { return everywhere }

// HintsOf returns the keys in the last row.
func HintsOf(a *App) []Key { return hintsOf(a.top()) }

// PagesHeld returns how many pages are cached.
func PagesHeld(p *Pages) int { return len(p.held) }
