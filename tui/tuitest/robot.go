// Package tuitest drives the screens as a player does: keys in, text out.
package tuitest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A Robot sits at one session. Its clock stands still until it is set, and no
// tick comes by itself.
type Robot struct {
	App   *tui.App
	Store *Store
	Clock int64                     // Unix milliseconds
	Quit  bool                      // the app has asked to end
	Ticks []func(time.Time) tea.Msg // what would come with time; see Tick

	t    testing.TB
	w, h int
}

// New is a robot at the lobby of these games, in a window of 80 by 24, with
// deals from the codes R1, R2 and so on.
func New(t testing.TB, store *Store, games []engine.Game) *Robot {
	r := &Robot{Store: store, Clock: 1_700_000_000_000, t: t, w: 80, h: 24}
	deals := 0
	r.App = tui.New(tui.Env{
		Games: games, Store: store, Player: "guest", Look: theme.Default(),
		Now: func() int64 { return r.Clock },
		Deal: func() engine.Code {
			deals++
			return engine.Code(fmt.Sprintf("R%d", deals))
		},
		Tick: func(_ time.Duration, then func(time.Time) tea.Msg) tea.Cmd {
			r.Ticks = append(r.Ticks, then)
			return nil
		},
	})
	r.run(r.App.Init())
	r.Resize(80, 24)
	return r
}

// Resize changes the window.
func (r *Robot) Resize(w, h int) {
	r.w, r.h = w, h
	r.send(tea.WindowSizeMsg{Width: w, Height: h})
}

// Press presses keys: names such as "enter" and "shift+tab", else characters.
func (r *Robot) Press(keys ...string) {
	r.t.Helper()
	for _, k := range keys {
		r.Screen() // the table learns its layout when it is drawn
		r.send(keyPress(r.t, k))
	}
}

// Tick lets every tick come that the app waits for.
func (r *Robot) Tick() {
	due := r.Ticks
	r.Ticks = nil
	for _, then := range due {
		r.send(then(time.UnixMilli(r.Clock)))
	}
}

// Type presses each character of a text.
func (r *Robot) Type(text string) {
	r.t.Helper()
	for _, c := range text {
		r.Press(string(c))
	}
}

// Click presses and releases the left button on the first place where the
// screen shows a text.
func (r *Robot) Click(text string) {
	r.t.Helper()
	for y, line := range strings.Split(r.Screen(), "\n") {
		if before, _, ok := strings.Cut(line, text); ok {
			at := tea.Mouse{X: len([]rune(before)), Y: y, Button: tea.MouseLeft}
			r.send(tea.MouseClickMsg(at))
			r.send(tea.MouseReleaseMsg(at))
			return
		}
	}
	r.t.Fatalf("the screen does not show %q:\n%s", text, r.Screen())
}

var special = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "backspace": tea.KeyBackspace, "tab": tea.KeyTab,
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
	"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "f1": tea.KeyF1,
}

func keyPress(t testing.TB, name string) tea.KeyPressMsg {
	t.Helper()
	var k tea.Key
	for {
		switch {
		case strings.HasPrefix(name, "ctrl+"):
			k.Mod |= tea.ModCtrl
			name = name[len("ctrl+"):]
			continue
		case strings.HasPrefix(name, "shift+"):
			k.Mod |= tea.ModShift
			name = name[len("shift+"):]
			continue
		}
		break
	}
	code, ok := special[name]
	switch {
	case ok:
		k.Code = code
	case name == "space":
		k.Code, k.Text = tea.KeySpace, " "
	case len([]rune(name)) == 1:
		k.Code = []rune(name)[0]
		if k.Mod == 0 {
			k.Text = name
		}
	default:
		t.Fatalf("no key is called %q", name)
	}
	return tea.KeyPressMsg(k)
}

// send gives the app a message, and every message that follows from it.
func (r *Robot) send(msg tea.Msg) {
	_, cmd := r.App.Update(msg)
	r.run(cmd)
}

func (r *Robot) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			r.run(c)
		}
	case tea.QuitMsg:
		r.Quit = true
	default:
		r.send(msg)
	}
}

// Grid is the frame as it is drawn now.
func (r *Robot) Grid() *grid.Grid {
	g := grid.New(r.w, r.h)
	r.App.Draw(g)
	return g
}

// Screen is the frame's text.
func (r *Robot) Screen() string { return r.Grid().String() }

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

// A Store is a tui.Store in memory. Its zero value is empty.
type Store struct {
	Open    map[string]engine.Saved
	Results []engine.Result // oldest first
	Saves   int
	Err     error // what every call returns from now on
}

// Saved implements tui.Store.
func (s *Store) Saved(game string) (engine.Saved, bool, error) {
	saved, ok := s.Open[game]
	return saved, ok, s.Err
}

// Save implements tui.Store.
func (s *Store) Save(saved engine.Saved) error {
	if s.Err != nil {
		return s.Err
	}
	if s.Open == nil {
		s.Open = make(map[string]engine.Saved)
	}
	s.Open[saved.Record.Game] = saved
	s.Saves++
	return nil
}

// Finish implements tui.Store.
func (s *Store) Finish(r engine.Result) (engine.Result, error) {
	if s.Err != nil {
		return r, s.Err
	}
	delete(s.Open, r.Record.Game)
	r.ID = fmt.Sprintf("%08d", len(s.Results)+1)
	s.Results = append(s.Results, r)
	return r, nil
}

// History implements tui.Store.
func (s *Store) History(before string, n int) ([]engine.Result, error) {
	var page []engine.Result
	for _, r := range slices.Backward(s.Results) {
		if (before == "" || r.ID < before) && len(page) < n {
			page = append(page, r)
		}
	}
	return page, s.Err
}

// Best implements tui.Store.
func (s *Store) Best(game string, class engine.Class) (best engine.Result, ok bool, err error) {
	for _, r := range s.Results {
		if r.Record.Game == game && r.Class == class && (!ok || r.Better(best)) {
			best, ok = r, true
		}
	}
	return best, ok, s.Err
}
