package tui

import "boardwalk/tui/table"

// reportScene publishes what the player sees now, if that has changed.
func (a *App) reportScene() {
	if a.env.Spectators == nil {
		return
	}
	var key table.SceneKey
	t := a.table()
	if t != nil {
		key = t.SceneKey()
	}
	switch {
	case key == a.shownScene:
		return
	case key == (table.SceneKey{}):
		a.env.Spectators.Show(nil)
	default:
		a.env.Spectators.Show(t.Scene())
	}
	a.shownScene = key
}
