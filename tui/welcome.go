package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A welcome is for players who have not finished a game yet: the lobby shows where to
// begin, and the first table shows the first keys.
type welcome struct {
	newcomer bool
	lessons  map[string]int // number of lessons by game
}

// welcomeMsg brings a lobby what is known about its player.
type welcomeMsg struct {
	lobby *lobby
	welcome
}

// welcome finds out from the summaries whether the player is a newcomer. If so, it counts
// the lessons, which takes a moment.
func (l *lobby) welcome() tea.Cmd {
	env := l.env
	for _, s := range l.menu.summaries {
		if s.games > 0 || s.played {
			env.welcome = welcome{}
			return nil
		}
	}
	return func() tea.Msg {
		w := welcome{newcomer: true, lessons: make(map[string]int)}
		for _, g := range env.Games.All() {
			w.lessons[g.Info().ID] = len(Course(env.Games.House, g))
		}
		return welcomeMsg{l, w}
	}
}

// welcomes reports whether the lobby shows a welcome. Players who have begun to play or
// to learn, or who search for something, do not get one.
func (l *lobby) welcomes() bool {
	for _, s := range l.menu.summaries {
		if s.open {
			return false
		}
	}
	return !l.typing() && l.env.welcome.newcomer && len(l.menu.summaries) > 0 && len(l.env.settings.Learned) == 0 && l.below(0) == ""
}

// welcomeRows returns the number of rows of a welcome with its frame, in a window where y
// rows are taken; 0 if there is no room for it. The frame is left out if there is none for
// that.
func welcomeRows(g *grid.Grid, y int) int {
	room := g.Height() - 1 - y
	switch {
	case room < 3:
		return 0
	case room < 5 || g.Width() < 50:
		return 3
	}
	return 5
}

// draw draws the welcome from row y on: what Enter and L do for a game, and which game is
// the first to play. It returns where the keys are.
func (w welcome) draw(g *grid.Grid, look theme.Look, y, rows int, game, first engine.Game) (keys spots) {
	a := area{x: 1, y: y - 1, w: g.Width() - 2}
	if rows == 5 {
		a = area{x: 2, y: y, w: min(g.Width()-4, 58), h: rows}
		panel(g, a, look, "Welcome to an arcade of solitaires")
	}
	name, best := game.Info().Name, first.Info().Name
	play := []string{"plays " + name + ", the one to begin with", "plays " + name + ": begin here"}
	if name != best {
		play = []string{"plays " + name + "; " + best + " is the one to begin with", "plays " + name, "plays it"}
	}
	learn := []string{"tells its rules, which you need not know all at once", "tells its rules"}
	if n := w.lessons[game.Info().ID]; n > 0 {
		learn = []string{fmt.Sprintf("teaches it first, on %d boards of a minute each", n), fmt.Sprintf("teaches it, on %d boards", n)}
	}
	for i, row := range []struct {
		key  string
		does []string
	}{{"Enter", play}, {"L", learn}, {"?", []string{"lists all keys; q leaves the arcade", "lists all keys; q leaves"}}} {
		keys = append(keys, spot{Key{Keys: row.key}, a.x + 2, a.y + 1 + i, a.w - 4})
		g.Put(a.x+2, a.y+1+i, row.key, look.Key)
		g.Put(a.x+9, a.y+1+i, look.Cut(fitting(a.w-11, row.does...), a.w-11), look.Text)
	}
	return keys
}

// keyUnder implements clickable: the welcome shows keys.
func (l *lobby) keyUnder(x, y int) (tea.KeyPressMsg, bool) {
	if l.typing() || l.outdated != nil {
		return tea.KeyPressMsg{}, false
	}
	return l.keys.keyAt(x, y)
}

// play goes to the table of a game and moves the cursor to that game.
func (l *lobby) play(msg playMsg) tea.Cmd {
	l.menu.choose(msg.game)
	code, race := msg.event.Race()
	challenge, challenged := msg.event.Challenge()
	race = race && l.env.Races != nil
	challenged = challenged && l.env.Challenges != nil
	if race || challenged || l.busy() {
		closeAll(msg.from)
	} else {
		l.from = msg.from
	}
	switch {
	case l.busy():
		return nil
	case race:
		return l.env.open(newRaceScreen(l.env, code))
	case challenged:
		return l.env.open(newChallengeScreen(l.env, challenge))
	case msg.event != "":
		return l.enter(msg.game, msg.event)
	}
	return l.visit(msg.game, msg.code)
}
