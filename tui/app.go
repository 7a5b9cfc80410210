package tui

import (
	"cmp"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/account"
	"boardwalk/tui/grid"
	"boardwalk/tui/play"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/social"
	"boardwalk/tui/table"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
	"boardwalk/tui/workshop"
)

// App is the screens of a session. Create it with [New].
type App struct {
	env *screen.Env
	stack
	at      string      // the slot of the game to open first
	first   route.Place // where the session begins, nil for the lobby
	pages   *Pages
	read    map[string]rulesPage // by game
	w, h    int
	part    grid.Grid     // of the frame being drawn: where the top screen stands
	playing string        // the last argument of Env.Playing
	shown   *arcade.Scene // the last scene shown to Env.Spectators
	watched bool          // what the player watches has changed since Watched was called
	note    statusLine
	chosen  theme.Look // see look
}

// Env is what an app is made with.
type Env struct {
	session.Ports

	// Look is how screens look before the player's settings; zero means the default.
	Look theme.Look
	// Term is the name of the player's terminal, "" if nobody knows.
	Term string
	// Tick is tea.Tick if it is nil.
	Tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd

	// At is the slot of the game to open first, or "" for none.
	At string

	// First is where the session begins, above the lobby; nil for the lobby.
	First route.Place

	// Pages holds the rendered pages that all sessions share. If it is nil, the session
	// has its own.
	Pages *Pages
}

// New returns an app that shows the lobby. It takes env over.
func New(env *Env) *App {
	if env.Look.Deck.Name == "" {
		env.Look = *theme.Default()
	}
	if env.Tick == nil {
		env.Tick = tea.Tick
	}
	if env.Pages == nil {
		env.Pages = new(Pages)
	}
	a := &App{at: env.At, first: env.First, pages: env.Pages, playing: env.At}
	a.env = screen.NewEnv(&env.Ports, nav{a}, env.Look, env.Term, env.Tick)
	a.screens, a.note.env = []screen.Screen{newLobby(a)}, a.env
	return a
}

// The smallest window that the screens are made for. In a smaller one a line asks for
// more room.
const minWidth, minHeight = 40, 12

// small reports whether the window is too small to show a screen. It is false as long as
// the size is not known.
func (a *App) small() bool { return a.w > 0 && a.w < minWidth || a.h > 0 && a.h < minHeight }

// Init returns the command with which the app begins.
func (a *App) Init() tea.Cmd {
	cmds := []tea.Cmd{a.env.Settings.Read(nil), screen.ReadProfile(a.env.Accounts), a.top().Init()}
	game, event := arcade.CutSlot(a.at)
	if g, ok := a.env.Games.Find(game); ok {
		cmds = append(cmds, a.screens[0].(*lobby).play(g, event))
	}
	if a.first != nil {
		cmds = append(cmds, a.env.Open(a.first))
	}
	return tea.Batch(cmds...)
}

// Update handles a message and returns what is to be done next. Keys and mouse events go to the
// top screen, except for keys that mean the same everywhere. All other messages go to every
// screen; each recognizes its own.
func (a *App) Update(msg tea.Msg) tea.Cmd {
	defer a.report()
	cmd := a.handle(msg)
	if signals := a.note.follow(); signals != nil {
		cmd = tea.Batch(cmd, signals)
	}
	return cmd
}

// handle handles a message, except for what follows from the settings.
func (a *App) handle(sent tea.Msg) tea.Cmd {
	switch msg := sent.(type) {
	case tea.WindowSizeMsg:
		a.w, a.h = msg.Width, msg.Height
		return a.screens[0].Update(sent) // the lobby uses tall windows
	case screen.ProfileMsg:
		a.env.SetProfile(msg.Profile)
		return a.screens[0].Update(sent) // the lobby may have a word for the player
	case screen.Answer:
		return a.take(msg)
	case screen.Note:
		if msg.Heard {
			return a.note.hear(msg.Text, "")
		}
		return a.note.show(msg.Text, msg.Refused)
	case tea.KeyPressMsg:
		return a.key(sent)
	case tea.MouseClickMsg:
		return a.click(msg)
	case tea.MouseMsg:
		if a.small() {
			return nil
		}
		return a.send(a.inside(msg))
	case tea.PasteMsg:
		if a.small() {
			return nil
		}
		return a.paste(msg.Content)
	}
	switch sent.(type) {
	case social.SceneMsg, screen.RaceNews:
		a.watched = a.watched || slices.ContainsFunc(a.screens, social.Follows)
	}
	var cmds []tea.Cmd
	if followed, ok := sent.(screen.Followed); ok {
		cmds = append(cmds, a.note.show(followed.String(), followed.Err != nil))
	}
	for _, s := range a.screens { // only the last of them can change the stack
		cmds = append(cmds, a.update(s, sent))
	}
	return tea.Batch(cmds...)
}

// report passes on what is on the table now, if that has changed, even when a page covers it: to the server which
// game, as long as that is not in the history yet, and to other players what the player sees.
func (a *App) report() {
	slot, scene, t := "", (*arcade.Scene)(nil), a.table()
	if t != nil && t.Seat.State() != play.Finished {
		slot = t.Seat.Slot()
	}
	if a.env.Playing != nil && slot != a.playing {
		a.playing = slot
		a.env.Playing(slot)
	}
	if t != nil && a.env.Spectators != nil {
		scene = t.Scene()
	}
	if scene != a.shown {
		a.shown = scene
		a.env.Spectators.Show(scene)
	}
}

// send passes a message to the top screen.
func (a *App) send(msg tea.Msg) tea.Cmd { return a.update(a.top(), msg) }

// key handles the keys that mean the same on every screen and sends all others on. In a
// window that is too small, only the keys that leave do anything: the player cannot see
// what another key does. sent is a tea.KeyPressMsg, which is sent on as it came unless it stands for
// another key.
func (a *App) key(sent tea.Msg) tea.Cmd {
	msg := sent.(tea.KeyPressMsg)
	if msg.Code == 'd' && msg.Mod == tea.ModCtrl { // a shell ends with it
		msg = tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}
	}
	_, field := a.top().(screen.Paster)
	if !field || !a.typing() { // a move is typed by the places of its letters, too
		msg = byPlace(msg)
	}
	if msg != sent {
		sent = msg
	}
	if a.small() {
		return a.sendLeaveKey(msg)
	}
	key := widget.KeyName(msg)
	if a.typing() || a.takes(key) {
		a.note.press()
		return a.send(sent)
	}
	if cmd, ok := a.note.key(key, a.top()); ok {
		return cmd
	}
	if s, ok := a.top().(screen.Busy); ok && s.Busy() && !slices.Contains([]string{"q", "esc", "ctrl+c", "ctrl+l"}, key) {
		return nil
	}
	switch key {
	case "ctrl+l": // whoever runs the app sends the frame again
		return nil
	case "?":
		if _, shown := a.top().(*keysPage); !shown {
			return a.open(newKeysPage(a.env, a.top()))
		}
	case "A":
		a.env.Settings.Deck = screen.Around(theme.Decks(), func(d theme.Deck) string { return d.Name }, a.look().Deck.Name, 1)
		return tea.Batch(a.env.Settings.Save(), a.note.show("Cards: "+a.look().Deck.Name+".", false))
	case "T":
		a.env.Settings.Theme = screen.NextTheme(a.look(), 1)
		return tea.Batch(a.env.Settings.Save(), a.note.show("Theme: "+a.look().Theme.Name+".", false))
	case "S":
		if !slices.ContainsFunc(a.screens, is[*account.Settings]) { // nor below a page: screens must not pile up
			return a.open(account.NewSettings(a.env))
		}
	}
	top, unbound := a.top(), a.unbound(msg)
	cmd := a.send(sent)
	if unbound && a.top() == top {
		cmd = tea.Batch(cmd, a.note.show(screen.DoesNothing(msg.String()), false))
	}
	return cmd
}

// unbound reports whether Enter, F1, or a key that types a character, means nothing on the top screen. A table
// says so itself.
func (a *App) unbound(msg tea.KeyPressMsg) bool {
	if _, ok := a.top().(*table.Table); ok || msg.Text == "" && msg.Code != tea.KeyEnter && msg.Code != tea.KeyF1 {
		return false
	}
	_, ok := widget.Find(a.top().Bindings(), msg.String())
	_, answers := widget.Find(screen.BindingsOf(a.top()), msg.String())
	return !ok && !answers
}

// paste passes pasted text to the top screen, or says that it does nothing there. Many programs
// paste without a mark, and what the text types must not be commands.
func (a *App) paste(text string) tea.Cmd {
	a.note.press()
	if s, ok := a.top().(screen.Paster); ok {
		if cmd, taken := s.Paste(text); taken {
			return cmd
		}
	}
	// Fast typists send more of a move than a key at once, perhaps with the t before it and Enter after it. A page
	// of text goes on after that.
	var cmds []tea.Cmd
	move := strings.TrimRight(text, "\r\n")
	ends := move != text
	if rest, begins := strings.CutPrefix(move, "t"); begins && !a.typing() {
		if _, err := engine.ParseMove(rest); err == nil && is[screen.MoveTyper](a.top()) {
			move, cmds = rest, append(cmds, a.key(tea.KeyPressMsg{Code: 't', Text: "t"}))
		}
	}
	var keys []tea.KeyPressMsg
	for _, r := range move {
		keys = append(keys, tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	if ends {
		keys = append(keys, tea.KeyPressMsg{Code: tea.KeyEnter})
	}
	for _, key := range keys {
		if !a.takes(widget.KeyName(key)) {
			return tea.Batch(append(cmds, a.note.show("Pasted text does nothing here.", true))...)
		}
		cmds = append(cmds, a.key(key))
	}
	return tea.Batch(cmds...)
}

// takes reports whether a key goes on with a move that is typed on the top screen.
func (a *App) takes(key string) bool {
	s, ok := a.top().(screen.MoveTyper)
	return ok && s.Takes(key)
}

// typing reports whether the top screen accepts text.
func (a *App) typing() bool {
	s, ok := a.top().(screen.Typist)
	return ok && s.Typing()
}

// sendLeaveKey sends a key to the top screen if it leaves. While text is typed there, the
// key first ends that. The lobby cannot ask anything in such a window, so it leaves at once.
func (a *App) sendLeaveKey(msg tea.KeyPressMsg) tea.Cmd {
	if key := msg.String(); key != "q" && key != "ctrl+c" {
		return nil
	}
	if _, lobby := a.top().(*lobby); lobby || a.typing() {
		msg = tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl}
	}
	return a.send(msg)
}

// is reports whether a screen is of a type.
func is[T any](s screen.Screen) bool {
	_, ok := s.(T)
	return ok
}

// look returns the session's look with the player's settings applied, until the next call.
func (a *App) look() *theme.Look {
	a.chosen = a.env.Look
	screen.Choose(&a.chosen, &a.env.Settings.Settings)
	return &a.chosen
}

// Draw draws the current frame, which fills the grid.
func (a *App) Draw(g *grid.Grid) {
	look := a.look()
	defer g.Ground(look.Ground)
	if g.Width() < minWidth || g.Height() < minHeight {
		g.Put(0, 0, screen.Fitting(g.Width(), "Please make the", "Enlarge"), look.Text)
		g.Put(0, 1, screen.Fitting(g.Width(), "window 40x12.", "to 40x12."), look.Text)
		g.Put(0, 2, "q leaves.", look.Text)
		return
	}
	at, text := place(a.top(), g.Width(), g.Height())
	a.part = g.Part(at.X, at.Y, at.W, at.H)
	drawPlaced(&a.part, a.top(), text, look)
	if a.note.draw(&a.part, look, !a.typing() && a.env.Sends()); a.note.covers < at.W {
		screen.DrawKeys(&a.part, look, a.note.covers, screen.HintsOf(a.top()))
	}
	g.Cursor = a.part.Cursor
	g.Cursor.X, g.Cursor.Y = g.Cursor.X+at.X, g.Cursor.Y+at.Y
}

// area returns the part of a window that the top screen takes.
func (a *App) area(w, h int) grid.Area {
	at, _ := place(a.top(), w, h)
	return at
}

// NextFrame returns how long the current frame stays valid. After that time it has to be
// drawn again even if no message arrived. It is 0 if nothing on the screen changes with
// time. Any message may change the result.
func (a *App) NextFrame() time.Duration {
	if t, ok := a.top().(screen.Animated); ok {
		return t.NextFrame()
	}
	return 0
}

// Saved reports whether every move is stored, or the store has refused the round for good.
func (a *App) Saved() bool {
	t := a.table()
	return t == nil || !t.Seat.Unsaved()
}

// CanPark reports whether this app can be closed and later be replaced by a new one with
// Env.At, so that the player finds everything unchanged. That needs everything stored; no
// deal without a move, since such a deal is not stored; and no round that is over but can
// still be taken back, since Close finishes it. An app that watches a table is not parked
// either: a spectator presses no key that would wake it. Nor is one with a bench, whose
// changes could not be taken back in the new app.
func (a *App) CanPark() bool {
	if !a.Saved() || a.env.Settings.Saving.Unsaved() || slices.ContainsFunc(a.screens, social.Follows) || slices.ContainsFunc(a.screens, is[*workshop.Bench]) {
		return false
	}
	t := a.table()
	return t == nil || t.Seat.State() == play.Finished || t.Seat.Lost() || !t.Seat.Empty() && !t.Seat.AtEnd()
}

// Watched reports whether a table or a race that the player watches has changed since the last
// call.
func (a *App) Watched() bool {
	defer func() { a.watched = false }()
	return a.watched
}

// Close stores what is not stored yet, and waits for the store. Call it after the program
// has ended, however it ended.
func (a *App) Close() error {
	closeAll(a.screens)
	a.note.close()
	a.env.Settings.Close()
	var first error
	for _, s := range a.screens {
		if cl, ok := s.(interface{ Close() error }); ok {
			first = cmp.Or(first, cl.Close())
		}
	}
	return first
}
