package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A Store is one player's rows. Its calls may wait for a disk; any number may
// run at once. Each error is a sentence that a player can read.
type Store interface {
	// Saved is the open game of an ID, if there is one.
	Saved(game string) (engine.Saved, bool, error)
	// Save keeps an open game, and returns when it is durable.
	Save(engine.Saved) error
	// Finish ends the open game of the result's ID and puts the result into
	// the history. Doing it twice is doing it once.
	Finish(engine.Result) (engine.Result, error)
	// History is the newest n results before an ID, newest first; all are
	// before "".
	History(before string, n int) ([]engine.Result, error)
	// Best is the best result of a game and a class, if there is one.
	Best(game string, class engine.Class) (engine.Result, bool, error)
}

// Env is what a session gives its screens.
type Env struct {
	Games  []engine.Game
	Store  Store
	Player string                                               // who is playing, for the lobby's corner: "guest"
	Now    func() int64                                         // Unix milliseconds
	Deal   func() engine.Code                                   // a fresh code that nobody can foresee
	Look   theme.Look                                           // the default where it is zero
	Tick   func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick where it is nil
}

// App is the tea.Model of a session. Make it with [New].
type App struct {
	env     *Env
	look    theme.Look
	screens []Screen
	w, h    int
}

// New is the app at its lobby.
func New(env Env) *App {
	if env.Look.Deck.Name == "" {
		env.Look = theme.Default()
	}
	if env.Tick == nil {
		env.Tick = tea.Tick
	}
	return &App{env: &env, look: env.Look, screens: []Screen{newLobby(&env)}}
}

// The least window that the screens are made for; below it one line asks for
// more.
const minWidth, minHeight = 40, 12

// Init implements tea.Model.
func (a *App) Init() tea.Cmd { return a.top().Init() }

// Update implements tea.Model. Keys go to the top screen, and so does every
// key that none of the app's own is; other messages go to all, each of which
// knows its own.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.w, a.h = msg.Width, msg.Height
		return a, nil
	case openMsg:
		a.screens = append(a.screens, msg.screen)
		return a, msg.screen.Init()
	case backMsg:
		return a, a.back()
	case tea.KeyPressMsg:
		return a, a.key(msg)
	case tea.PasteMsg, tea.MouseMsg:
		return a, a.top().Update(msg)
	}
	var cmds []tea.Cmd
	for _, s := range a.screens {
		cmds = append(cmds, s.Update(msg))
	}
	return a, tea.Batch(cmds...)
}

// key takes the keys that mean the same on every screen.
func (a *App) key(msg tea.KeyPressMsg) tea.Cmd {
	if t, ok := a.top().(typist); ok && t.typing() {
		return a.top().Update(msg)
	}
	switch msg.String() {
	case "ctrl+l":
		return tea.ClearScreen
	case "?":
		if _, shown := a.top().(*pager); !shown {
			return open(newKeysPage(a.top().Keys()))
		}
	case "A":
		a.look.Deck = after(theme.Decks(), func(d theme.Deck) bool { return d.Name == a.look.Deck.Name })
		return nil
	case "T":
		a.look.Theme = after(theme.Themes(), func(t theme.Theme) bool { return t.Name == a.look.Theme.Name })
		return nil
	}
	return a.top().Update(msg)
}

// after is the element behind the first that is meant, the first again behind
// the last.
func after[T any](all []T, meant func(T) bool) T {
	for i := range all {
		if meant(all[i]) {
			return all[(i+1)%len(all)]
		}
	}
	return all[0]
}

// back leaves the top screen, or the arcade when it is the last.
func (a *App) back() tea.Cmd {
	if len(a.screens) == 1 {
		return tea.Quit
	}
	a.screens = a.screens[:len(a.screens)-1]
	return a.top().Init()
}

func (a *App) top() Screen { return a.screens[len(a.screens)-1] }

// Draw draws the current frame, as large as the grid.
func (a *App) Draw(g *grid.Grid) {
	if g.Width() < minWidth || g.Height() < minHeight {
		g.Put(0, 0, "Please make the window", a.look.Text)
		g.Put(0, 1, "at least 40x12.", a.look.Text)
		return
	}
	a.top().Draw(g, a.look)
}

// View implements tea.Model for Bubble Tea's own renderer.
func (a *App) View() tea.View {
	g := grid.New(a.w, a.h)
	a.Draw(g)
	v := tea.NewView(g.ANSI())
	v.AltScreen = true
	v.WindowTitle = "Boardwalk"
	if g.Cursor.Visible {
		v.Cursor = tea.NewCursor(g.Cursor.X, g.Cursor.Y)
	}
	return v
}

// Close stores what is not stored yet, waiting for the store. Call it once the
// program has ended, however it ended.
func (a *App) Close() error {
	var first error
	for _, s := range a.screens {
		if c, ok := s.(interface{ close() error }); ok {
			if err := c.close(); err != nil && first == nil {
				first = err
			}
		}
	}
	return first
}
