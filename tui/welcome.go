package tui

import (
	"fmt"

	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
)

// welcomes reports whether the lobby shows a welcome. Players who have begun to play, or to learn under
// a name, or who search for something, do not get one.
func (l *lobby) welcomes() bool {
	for _, s := range l.menu.summaries {
		if s.open {
			return false
		}
	}
	fresh := l.Env.Experience.Beginner && (l.Env.Proposing || len(l.Env.Settings.Learned) == 0)
	return fresh && !l.Typing() && len(l.menu.summaries) > 0 && l.menu.only() == ""
}

// welcomeRows returns the number of rows of a welcome with its frame, in a window where y
// rows are taken; 0 if there is no room for it. The frame is left out if there is none for
// that, and then the last rows.
func welcomeRows(g *grid.Grid, y int) int {
	room := g.Height() - 1 - y
	if room < 5 || g.Width() < 50 {
		return max(min(room, 3), 0)
	}
	return 5
}

// playTexts returns what Enter does for a game, where another may be the one to begin with.
func playTexts(name, begin string) []string {
	if name == begin {
		return []string{"plays " + name + ", the one to begin with", "plays " + name + ": begin here"}
	}
	return []string{"plays " + name + "; " + begin + " is the one to begin with", "plays " + name, "plays it"}
}

// learnTexts returns what L does for a game with a number of lessons.
func learnTexts(n int) []string {
	if n == 0 {
		return []string{"tells its rules, which you need not know all at once", "tells its rules"}
	}
	return []string{fmt.Sprintf("teaches it first, on %d boards of a minute each", n), fmt.Sprintf("teaches it, on %d boards", n)}
}

// unnamable reports whether the player is new and has a login name that cannot be a nick.
func unnamable(env *screen.Env) bool { return env.Unfit != "" && env.Newcomer() && !env.Profile.Guest }

var welcomeKeys, namingKeys = [...]string{"Enter", "L", "?"}, [...]string{"Enter", "N", "L"}

var (
	keysTexts  = []string{"lists all keys; q leaves the arcade", "lists all keys; q leaves"}
	otherTexts = []string{"plays under another name, or none", "another name, or none"}
	nameTexts  = []string{"plays under a name that others see", "plays under a name"}
)

// drawWelcome draws the welcome from row y on: what Enter and L do for a game, and what N does if Enter
// is to give the player a nick, or cannot. It appends where the keys are.
func drawWelcome(keys screen.Spots, g *grid.Grid, look *theme.Look, y, rows int, b *blurb, env *screen.Env) screen.Spots {
	title, shown, does := "Welcome to an arcade of solitaires", welcomeKeys, [...][]string{b.play, b.learn, keysTexts}
	switch nick := env.Proposed; {
	case env.Offered:
		plays := []string{"plays " + b.info.Name + " as " + nick, "plays it as " + nick}
		title, shown, does = "Welcome. Play as "+nick+"?", namingKeys, [...][]string{plays, otherTexts, b.learn}
	case unnamable(env):
		title, shown, does = "Welcome. N: choose the name that others see.", namingKeys, [...][]string{b.play, nameTexts, b.learn}
	}
	a := grid.Area{X: 1, Y: y - 1, W: g.Width() - 2}
	if rows == 5 {
		a = grid.Area{X: 2, Y: y, W: min(g.Width()-4, 58), H: rows}
		screen.DrawPanel(g, a, look, title)
	}
	for i, key := range shown[:min(rows, 3)] {
		keys = append(keys, screen.Spot{Key: screen.Key{Keys: key}, X: a.X + 2, Y: a.Y + 1 + i, W: a.W - 4})
		g.Put(a.X+2, a.Y+1+i, key, look.Key)
		g.Put(a.X+9, a.Y+1+i, look.Cut(screen.Fitting(a.W-11, does[i]...), a.W-11), look.Text)
	}
	return keys
}
