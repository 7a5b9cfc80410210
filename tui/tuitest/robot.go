// Package tuitest drives the screens as a player does: it types keys and reads text.
package tuitest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
	"boardwalk/tui"
	"boardwalk/tui/grid"
	"boardwalk/tui/play"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
)

// A Robot sits at one session. Each key and click takes it engine.QuickMillis, the least that
// a person could take. Otherwise its clock stands still until a test sets it, and ticks come only when a test calls
// Tick.
type Robot struct {
	App   *tui.App
	Store *Store
	Clock int64                     // Unix milliseconds
	Quit  bool                      // the app has asked to quit
	Slot  string                    // the slot of the round on the table, as last passed to Env.Playing
	Ticks []func(time.Time) tea.Msg // the ticks that the app waits for; see Tick
	Wait  time.Duration             // the time until the tick requested last
	Seen  func()                    // if set, called after each message to the app

	t         testing.TB
	w, h      int
	frame     grid.Grid       // see draw
	held      *[]tea.Cmd      // the commands held back, nil if none are to be
	elsewhere *Feed[struct{}] // of the table, what other sessions store
}

// odds returns made-up odds of the games, which do not change with surveys.
func odds() map[string]engine.Odds {
	return map[string]engine.Odds{
		"boardwalk/hop-45":      {Winnable: engine.Share{Part: 9985, Of: 10_000}, Lost: 3, House: engine.Share{Part: 634, Of: 1000}, Points: 21.3},
		"boardwalk/hopscotch":   {Winnable: engine.Share{Part: 9999, Of: 10_000}, House: engine.Share{Part: 205, Of: 1000}, Points: 25.1},
		"boardwalk/lucky-seven": {Winnable: engine.Share{Part: 10_000, Of: 10_000}, House: engine.Share{Part: 386, Of: 1000}, Points: 31.6},
		"boardwalk/scotsi":      {House: engine.Share{Part: 467, Of: 1000}, Points: 30.4},
		"boardwalk/cheshire":    {House: engine.Share{Part: 399, Of: 1000}, Points: 29.8},
		"hopscotch":             {House: engine.Share{Part: 863, Of: 1000}, Points: 49.2},
		"run":                   {House: engine.Share{Part: 19, Of: 100}, Points: 60},
		"ten-puzzles":           {House: engine.Share{Part: 43, Of: 100}, Points: 7.5},
		"chessboard":            {Winnable: engine.Share{Part: 760_900, Of: 1_000_000}, Lost: 239_100, House: engine.Share{Part: 758, Of: 1000}, Points: 43.9},
	}
}

// New returns a robot in the lobby of these games, in a window of 80 by 24. Its deals
// have the codes R1, R2 and so on.
func New(t testing.TB, store *Store, games engine.Catalog) *Robot { return NewAt(t, store, games, "") }

// NewAt returns a robot that sits down at a game at once.
func NewAt(t testing.TB, store *Store, games engine.Catalog, game string) *Robot {
	r := &Robot{Store: store, Clock: 1_700_000_000_000, t: t}
	deals := 0
	env := &tui.Env{
		Ports: session.Ports{
			Games: engine.Library{House: games, Odds: odds()}, Store: store, Player: "guest", Run: play.Run{ID: "robots", Began: time.UnixMilli(0)},
			Now: func() time.Time { return time.UnixMilli(r.Clock) },
			Deal: func() engine.Code {
				deals++
				return engine.Code(fmt.Sprintf("R%d", deals))
			},
			About: store.About, Admin: store.Admin,
			Elsewhere: func(ctx context.Context, _ string) arcade.Watch[struct{}] {
				r.elsewhere = newFeed[struct{}](ctx)
				return r.elsewhere
			},
			Playing: func(slot string) { r.Slot = slot }, Hints: new(hint.Desk), HintTime: time.Hour, // however busy the machine is
			Budget: analysis.Budget{Positions: 20_000, Tries: 10, Check: 40}, // enough to have something to say
		},
		Look: *theme.Default(),
		At:   game,
		Tick: func(wait time.Duration, then func(time.Time) tea.Msg) tea.Cmd {
			r.Ticks, r.Wait = append(r.Ticks, then), wait
			return nil
		},
		Term: store.Term,
	}
	if store.Accounts != nil {
		env.Accounts, env.Command, env.Proposed, env.Unfit = store.Accounts, "ssh HOST", "login-name", store.Accounts.Unfit
		if env.Unfit != "" {
			env.Proposed = ""
		}
	}
	if store.Spectators != nil {
		env.Spectators = store.Spectators
	}
	if store.Company != nil {
		env.Company = store.Company
	}
	if store.Events != nil {
		env.Events = store.Events.Attach(store, env.Now)
	}
	if store.Races != nil {
		env.Races = store.Races
	}
	if store.Challenges != nil {
		env.Challenges = store.Challenges.Attach(store)
	}
	if store.Deals != nil {
		env.Deals = store.Deals
	}
	if store.Analyses != nil {
		env.Analyses = store.Analyses
	}
	if store.Workshop != nil {
		store.Workshop.Attach(store)
		env.Workshop, env.Games.Shelf, env.Games.Families = store.Workshop, store.Workshop, store.Workshop.Families
	}
	r.App = tui.New(env)
	r.run(r.App.Init())
	r.Resize(80, 24)
	return r
}

// Sit returns a robot at an app that the test has made, in a window of 80 by 24. Its
// Store, Clock and Ticks have no effect on the app.
func Sit(t testing.TB, app *tui.App) *Robot {
	r := &Robot{App: app, t: t}
	r.run(app.Init())
	r.Resize(80, 24)
	return r
}

// Resize changes the window.
func (r *Robot) Resize(w, h int) {
	r.w, r.h = w, h
	r.Send(tea.WindowSizeMsg{Width: w, Height: h})
}

// Press presses keys: names such as "enter" and "shift+tab", or single characters.
func (r *Robot) Press(keys ...string) {
	r.t.Helper()
	for _, k := range keys {
		r.draw() // the table learns its layout when it is drawn
		r.Send(KeyPress(r.t, k))
	}
}

// Tick delivers every tick that the app waits for.
func (r *Robot) Tick() {
	due := r.Ticks
	r.Ticks = nil
	for _, then := range due {
		r.Send(then(time.UnixMilli(r.Clock)))
	}
}

// Type presses each character of a text.
func (r *Robot) Type(text string) {
	r.t.Helper()
	r.Press(strings.Split(text, "")...)
}

var special = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "backspace": tea.KeyBackspace, "tab": tea.KeyTab,
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
	"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "f1": tea.KeyF1, "space": tea.KeySpace,
}

// KeyPress returns the message of a key by its name; see [Robot.Press].
func KeyPress(t testing.TB, name string) tea.KeyPressMsg {
	t.Helper()
	var k tea.Key
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		name, k.Mod = rest, tea.ModCtrl
	}
	if rest, ok := strings.CutPrefix(name, "shift+"); ok {
		name, k.Mod = rest, k.Mod|tea.ModShift
	}
	code, ok := special[name]
	if runes := []rune(name); !ok && len(runes) == 1 {
		code, ok = runes[0], true
	}
	if !ok {
		t.Fatalf("no key is called %q", name)
	}
	if k.Code = code; k.Mod == 0 && unicode.IsPrint(code) {
		k.Text = string(code)
	}
	return tea.KeyPressMsg(k)
}

// Send passes a message to the app unchanged, and then every message that follows from
// it. Unlike Press it does not draw first.
func (r *Robot) Send(msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseClickMsg:
		r.Clock += engine.QuickMillis
	}
	cmd := r.App.Update(msg)
	if r.Seen != nil {
		r.Seen()
	}
	r.run(cmd)
}

// HoldCommands holds back the commands that keys cause until ReleaseCommands. It
// imitates a slow store: many keys come before the store has answered the first.
func (r *Robot) HoldCommands() { r.held = new([]tea.Cmd) }

// ReleaseCommands runs the held commands, in order.
func (r *Robot) ReleaseCommands() {
	held := *r.held
	r.held = nil
	r.run(tea.Batch(held...))
}

func (r *Robot) run(cmd tea.Cmd) {
	switch {
	case cmd == nil:
		return
	case r.held != nil:
		*r.held = append(*r.held, cmd)
		return
	}
	switch msg := call(cmd).(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			r.run(c)
		}
	case tea.QuitMsg:
		r.Quit = true
	default:
		r.Send(msg)
	}
}

// Grid returns the frame as it is drawn now.
func (r *Robot) Grid() *grid.Grid {
	g := grid.New(r.w, r.h)
	r.App.Draw(g)
	return g
}

// Screen returns the frame's text.
func (r *Robot) Screen() string { return r.draw().String() }

// draw returns the frame as it is drawn now, until it is drawn again.
func (r *Robot) draw() *grid.Grid {
	r.frame.Resize(r.w, r.h)
	r.App.Draw(&r.frame)
	return &r.frame
}

// Sees fails the test unless each text is on the screen.
func (r *Robot) Sees(texts ...string) {
	r.t.Helper()
	screen := r.Screen()
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			r.t.Fatalf("the screen does not say %q:\n%s", text, screen)
		}
	}
}

// Fatalf fails the test.
func (r *Robot) Fatalf(format string, args ...any) {
	r.t.Helper()
	r.t.Fatalf(format, args...)
}

// Hears tells the robot's table that another session of the player has stored something.
func (r *Robot) Hears() {
	r.t.Helper()
	deliver(r, r.elsewhere, struct{}{}, true)
}

// Race delivers standings to the robot's newest race; nil ends them.
func (r *Robot) Race(race *arcade.Race) {
	r.t.Helper()
	r.store(race)
	deliver(r, r.Store.Races.Watch, race, race != nil)
}

// Waits delivers the races that anybody may join to the screens that wait for them.
func (r *Robot) Waits(races ...arcade.WaitingRace) {
	r.t.Helper()
	r.Store.Races.Listed = append([]arcade.WaitingRace{}, races...)
	for _, list := range r.Store.Races.Lists {
		if list.Waiting() {
			deliver(r, list, r.Store.Races.Listed, true)
		}
	}
}

// Rematch makes a race that is over one with a rematch, of which the lists of open races tell.
func (r *Robot) Rematch(race *arcade.Race) {
	r.t.Helper()
	r.store(race)
	r.Waits(r.Store.Races.Listed...)
}

// store puts a race in the place of the one on the list that has its code.
func (r *Robot) store(race *arcade.Race) {
	for i, old := range r.Store.Races.List {
		if race != nil && old.Code == race.Code {
			r.Store.Races.List[i] = race
		}
	}
}

// Show delivers a scene to the robot's newest watch; nil ends it. If the watch does not wait
// yet, Show first lets the ticks come.
func (r *Robot) Show(s *arcade.Scene) {
	r.t.Helper()
	w := r.Store.Spectators.Watches[len(r.Store.Spectators.Watches)-1]
	if !w.Waiting() {
		r.Tick() // the watch asks for its next scene after a while
	}
	deliver(r, w.Feed, s, s != nil)
}
