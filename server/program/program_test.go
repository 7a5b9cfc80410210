package program

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
	"boardwalk/tui/tuitest"
)

// A fakeSession is a session that fits terminals into 40 columns.
type fakeSession struct {
	notices, ending chan string // hold one
	touched         int
	keys, keysMax   int     // that Allow has allowed, and does at most unless that is 0
	parked          []error // what Parked was called with
}

func newFakeSession() *fakeSession {
	return &fakeSession{notices: make(chan string, 1), ending: make(chan string, 1)}
}

func (h *fakeSession) Fit(size Size) Size { return Size{min(size.Width, 40), size.Height} }
func (h *fakeSession) Touch(time.Time)    { h.touched++ }
func (h *fakeSession) Allow(n int, _ time.Time) bool {
	if h.keys += n; h.keysMax > 0 && h.keys > h.keysMax {
		h.keys -= n
		return false
	}
	return true
}
func (h *fakeSession) Notices() <-chan string { return h.notices }
func (h *fakeSession) Ending() <-chan string  { return h.ending }
func (h *fakeSession) Parked(err error) string {
	h.parked = append(h.parked, err)
	return "parked\npress a key"
}

// A fakeApp shows the keys and words that came. Some keys do more: q quits, o has a command
// whose word comes at once, s one that takes a second, t one whose word comes in a minute, and after c each frame
// lasts a second; y sends two lines to the clipboard.
type fakeApp struct {
	begins  string // with this text
	panics  string // where it panics
	unsaved bool
	ponders time.Duration // how long CanPark takes
	watched atomic.Bool   // what is watched has changed
	onClose func()
	err     error // of Close

	mu  sync.Mutex
	now appState
}

type appState struct {
	size   tea.WindowSizeMsg
	text   string
	clock  time.Duration
	drawn  int // frames
	closed int // times
}

// state returns what has become of the app so far.
func (a *fakeApp) state() appState {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.now
}

type word string

// A clip is a message with a text for the clipboard.
type clip string

func (c clip) Clipboard() string { return string(c) }

func (a *fakeApp) at(where string) {
	if a.panics == where {
		panic("in " + where + "\x1b")
	}
}

func (a *fakeApp) Init() tea.Cmd { a.at("Init"); return nil }

func (a *fakeApp) Update(msg tea.Msg) tea.Cmd {
	a.at("Update")
	a.mu.Lock()
	defer a.mu.Unlock()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.now.size = msg
	case word:
		a.now.text += "<" + string(msg) + ">"
	case tea.KeyPressMsg:
		a.now.text += msg.String()
		switch msg.String() {
		case "q":
			return tea.Quit
		case "o":
			return func() tea.Msg { a.at("a command"); return word("opened") }
		case "s":
			return func() tea.Msg { time.Sleep(time.Second); return word("slow") }
		case "t":
			return Tick(time.Minute, func(time.Time) tea.Msg { return word("ticked") })
		case "y":
			return func() tea.Msg { return clip("two lines\nand a \u2663") }
		case "c":
			a.now.clock = time.Second
		}
	}
	return nil
}

func (a *fakeApp) Draw(g *grid.Grid) {
	a.at("Draw")
	a.mu.Lock()
	defer a.mu.Unlock()
	a.now.drawn++
	g.Put(0, 0, a.begins+a.now.text, grid.Style{})
}

func (a *fakeApp) NextFrame() time.Duration { a.at("NextFrame"); return a.state().clock }
func (a *fakeApp) Saved() bool              { return !a.unsaved }
func (a *fakeApp) Watched() bool            { return a.watched.Swap(false) }

func (a *fakeApp) CanPark() bool {
	time.Sleep(a.ponders) // of the bubble's clock
	return !a.unsaved
}

func (a *fakeApp) Close() error {
	a.mu.Lock()
	a.now.closed++
	a.mu.Unlock()
	if a.onClose != nil {
		a.onClose()
	}
	a.at("Close")
	return a.err
}

// A meter counts.
type meter struct{ keys, frames int }

func (m *meter) CountKey()                  { m.keys++ }
func (m *meter) ObserveFrame(time.Duration) { m.frames++ }

// A screen is a terminal for two goroutines.
type screen struct {
	mu   sync.Mutex
	term *tuitest.Terminal
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.term.Write(p)
}

func (s *screen) lines() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Split(s.term.Screen(), "\n")
}

var testEndings = Endings{Bye: "bye", Idle: "idle", Flood: "flood", Closing: "closing", Unsaved: "unsaved"}

// A session is a program under test, with a client at a terminal of 30x6.
type session struct {
	t       *testing.T
	session *fakeSession
	app     *fakeApp   // the last one
	next    []*fakeApp // the apps for a player who comes back
	openErr error      // once there are none
	screen  *screen
	client  *io.PipeWriter
	closing chan struct{}
	resized chan Size
	meter   meter
	hangUp  context.CancelFunc

	ended chan struct{}
	words string
	err   error
}

// start runs an app. The session parks after 5 minutes and ends after 30.
func start(t *testing.T, app *fakeApp, next ...*fakeApp) *session {
	r, w := io.Pipe()
	s := &session{
		t: t, session: newFakeSession(), app: app, next: next, openErr: errors.New("not again"), screen: &screen{term: tuitest.NewTerminal(30, 6)},
		client: w, closing: make(chan struct{}), resized: make(chan Size, 1), ended: make(chan struct{}),
	}
	in := NewInput(r, func() { _ = r.Close() })
	in.ExpectKeys()
	p := New(Config{
		Session: s.session, Input: in, Output: NewWriter(s.screen, time.Hour, nil), Closing: s.closing, Endings: &testEndings,
		Times: Times{Park: 5 * time.Minute, Idle: 30 * time.Minute, TypeAhead: time.Second, Drain: 3 * time.Second},
		Size:  Size{30, 6}, Resized: s.resized, Profile: grid.Mono, Grids: new(GridPool), Meter: &s.meter,
	})
	ctx, cancel := context.WithCancel(context.Background())
	s.hangUp = cancel
	t.Cleanup(func() {
		cancel()
		_ = w.Close()
		<-s.ended
	})
	go func() {
		defer close(s.ended)
		s.words, s.err = p.Run(ctx, app, s.open)
		p.Restore(s.words)
	}()
	synctest.Wait()
	return s
}

func (s *session) open() (App, error) {
	if len(s.next) == 0 {
		return nil, s.openErr
	}
	s.app, s.next = s.next[0], s.next[1:]
	return s.app, nil
}

// types types keys and waits until they have had their effect.
func (s *session) types(keys string) {
	_, _ = io.WriteString(s.client, keys)
	synctest.Wait()
}

// shows checks the lines at the top of the screen.
func (s *session) shows(lines ...string) {
	s.t.Helper()
	for i, line := range s.screen.lines()[:len(lines)] {
		if got := strings.TrimRight(line, " "); got != lines[i] {
			s.t.Errorf("line %d shows %q, want %q", i, got, lines[i])
		}
	}
}

// ends checks the last words of a session that has ended, or ends in the given time.
func (s *session) ends(within time.Duration, words string) {
	s.t.Helper()
	time.Sleep(within) // of the bubble's clock
	synctest.Wait()
	select {
	case <-s.ended:
	default:
		s.t.Fatalf("the session goes on")
	}
	if s.words != words {
		s.t.Errorf("the last words are %q, want %q", s.words, words)
	}
	if modes := s.screen.term.Modes(); len(modes) > 0 {
		s.t.Errorf("the terminal is left with the modes %v", modes)
	}
	if s.app.state().closed != 1 {
		s.t.Errorf("the app was closed %d times", s.app.state().closed)
	}
}

// passes lets time pass in a session that goes on.
func (s *session) passes(d time.Duration) {
	s.t.Helper()
	time.Sleep(d) // of the bubble's clock
	synctest.Wait()
	select {
	case <-s.ended:
		s.t.Fatalf("the session has ended: %q, %v", s.words, s.err)
	default:
	}
}

func TestProgram(t *testing.T) {
	tests := map[string]func(t *testing.T){
		"a key becomes a frame": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.types("ab")
			s.shows("ab")
			if s.session.touched != 2 || s.meter.keys != 2 {
				t.Errorf("%d keys were noted and %d counted", s.session.touched, s.meter.keys)
			}
			if s.meter.frames != 1 { // both keys came at once
				t.Errorf("%d frames were measured", s.meter.frames)
			}
			s.types("c")
			s.shows("abc")
			s.resized <- Size{31, 6} // its frame shows no key
			synctest.Wait()
			if s.meter.frames != 2 {
				t.Errorf("%d frames were measured", s.meter.frames)
			}
			s.types("q")
			s.ends(0, "bye")
		},
		"keys that nobody types are dropped": func(t *testing.T) {
			s := start(t, &fakeApp{})
			for range 10 {
				s.types(strings.Repeat("x", KeysAtOnce))
			}
			if got := len(s.app.state().text); got != KeysAtOnce || s.meter.keys != KeysAtOnce {
				t.Errorf("%d keys reached the app, and %d were counted", got, s.meter.keys)
			}
		},
		"keys beyond those of the address are dropped": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.session.keysMax = 5
			s.types("ab")
			s.shows("ab")
			s.types("xxxxx")
			s.shows("abxxx")
			if s.meter.keys != 5 {
				t.Errorf("%d keys were counted", s.meter.keys)
			}
		},
		"a key waits for the screen that the one before it opens": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.types("o1o")
			s.types("2")
			s.shows("o<opened>1o<opened>2")
		},
		"a frame waits a moment for what its key leads to": func(t *testing.T) {
			s := start(t, &fakeApp{})
			drawn := s.app.state().drawn
			s.types("o")
			s.shows("o<opened>")
			if got := s.app.state().drawn - drawn; got != 1 {
				t.Errorf("%d frames of one key", got)
			}
			s.types("s")
			s.passes(settleTime)
			s.shows("o<opened>s")
			s.passes(time.Second)
			s.shows("o<opened>s<slow>")
		},
		"a text goes to the clipboard of the terminal": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.types("ay")
			s.shows("ay")
			s.screen.mu.Lock()
			got := s.screen.term.Clipboard()
			s.screen.mu.Unlock()
			if want := "two lines\nand a \u2663"; got != want {
				t.Errorf("the clipboard has %q, want %q", got, want)
			}
			s.types("b")
			s.shows("ayb")
		},
		"a lone Escape is a key in the end": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.types("\x1b")
			s.passes(escapeDelay - 1)
			s.shows("")
			s.passes(1)
			s.shows("esc")
		},
		"a paste without an end is over in the end": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.types("\x1b[200~abc")
			s.passes(pasteDelay - 1)
			s.types("d") // as long as it keeps arriving
			s.passes(pasteDelay)
			s.types("e")
			s.shows("e")
		},
		"a command ticks": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.types("t1")
			s.shows("t1")
			s.passes(time.Minute)
			s.shows("t1<ticked>")
		},
		"a clock is drawn": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.types("c")
			drawn := s.app.state().drawn
			s.passes(3 * time.Second)
			if got := s.app.state().drawn - drawn; got != 3 {
				t.Errorf("%d frames in 3 seconds", got)
			}
		},
		"a window is drawn as it fits, and not too often": func(t *testing.T) {
			s := start(t, &fakeApp{})
			drawnAt := func(after time.Duration, want int) {
				t.Helper()
				s.passes(after)
				if got := s.app.state().size.Width; got != want {
					t.Errorf("drawn %d wide, want %d", got, want)
				}
			}
			s.resized <- Size{200, 10}
			drawnAt(0, 40)
			s.resized <- Size{20, 6}
			drawnAt(resizePause-1, 40)
			drawnAt(1, 20)
			s.session.keysMax = s.session.keys // no more of the address
			drawnAt(resizePause, 20)
			s.resized <- Size{21, 6}
			drawnAt(0, 21)
			s.resized <- Size{22, 6}
			drawnAt(resizeRest-1, 21)
			drawnAt(1, 22)
		},
		"a notice disappears": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.session.notices <- "tea at five"
			s.passes(noticeTime - 1)
			s.shows("", "", "", "", "", "tea at five")
			s.passes(1)
			s.shows("", "", "", "", "", "")
		},
		"a notice disappears sooner under the keys of a player": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.session.notices <- "tea at five"
			synctest.Wait()
			s.types("a")
			s.passes(readTime - 1)
			s.types("b")
			s.shows("ab", "", "", "", "", "tea at five")
			s.passes(1)
			s.shows("ab", "", "", "", "", "")
		},
		"Ctrl-L draws in full": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.types("a")
			s.screen.mu.Lock()
			s.screen.term.Suffer("\x1b[?7h\x1b[?1002l\x1b[4h\x1b[2;3r\x1b(0\x1b[?1049l\x1b[2J") // of another program
			s.screen.mu.Unlock()
			s.types("\x0c")
			s.shows("actrl+l")
			want := []string{"?1002", "?1006", "?1049", "?2004", "?25", "?7"}
			if modes := s.screen.term.Modes(); !slices.Equal(modes, want) {
				t.Errorf("the modes are %v, want %v", modes, want)
			}
			s.types("q")
			s.ends(0, "bye")
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
	}
}

func TestParking(t *testing.T) {
	tests := map[string]func(t *testing.T){
		"the player comes back": func(t *testing.T) {
			first, second := &fakeApp{begins: "first ", err: errors.New("too late")}, &fakeApp{begins: "second "}
			s := start(t, first, second)
			s.passes(5 * time.Minute)
			s.shows("", " parked", " press a key")
			if first.state().closed != 1 || len(s.session.parked) != 1 || s.session.parked[0] != first.err {
				t.Errorf("closed %d times, parked with %v", first.state().closed, s.session.parked)
			}
			s.types("ab") // for the screen at which they are typed
			s.shows("second", "")
			s.types("c")
			s.shows("second c")
		},
		"each key puts it off": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.passes(4 * time.Minute)
			s.types("a")
			s.passes(4 * time.Minute)
			s.shows("a")
			s.passes(time.Minute)
			s.shows("", " parked")
		},
		"a parked session ends": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.passes(30*time.Minute - 1)
			s.ends(1, "idle")
		},
		"an app that cannot be parked goes on": func(t *testing.T) {
			s := start(t, &fakeApp{begins: "unsaved", unsaved: true})
			s.passes(30*time.Minute - 1)
			s.shows("unsaved")
			s.ends(1, "idle")
		},
		"a session goes on while what is watched changes": func(t *testing.T) {
			s := start(t, &fakeApp{begins: "watching", unsaved: true})
			s.passes(28 * time.Minute)
			s.app.watched.Store(true)
			s.passes(30 * time.Minute)
			s.shows("watching")
			s.ends(5*time.Minute, "idle")
		},
		"an app that cannot be parked is asked until the end": func(t *testing.T) {
			s := start(t, &fakeApp{unsaved: true, ponders: 3 * time.Minute})
			s.ends(35*time.Minute, "idle")
		},
		"a notice is read before": func(t *testing.T) {
			s := start(t, &fakeApp{begins: "here"})
			s.passes(5*time.Minute - 1)
			s.session.notices <- "tea at five"
			s.passes(1)
			s.shows("here")
			s.passes(5 * time.Minute)
			s.shows("", " parked")
		},
		"no other app can be opened": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.passes(5 * time.Minute)
			s.types("a")
			s.ends(0, "not again")
		},
		"the server shuts down": func(t *testing.T) {
			s := start(t, &fakeApp{}, &fakeApp{})
			s.passes(5 * time.Minute)
			close(s.closing)
			s.passes(time.Second)
			s.shows("", " parked", " press a key", "", "", "closing")
			s.types("a") // nobody begins now
			s.ends(0, "bye")
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
	}
}

func TestEnds(t *testing.T) {
	tests := map[string]func(t *testing.T){
		"the session is asked to end": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.session.ending <- "out"
			s.ends(0, "out")
		},
		"the session is asked to end while it ends": func(t *testing.T) {
			app := &fakeApp{}
			s := start(t, app)
			app.onClose = func() { s.session.ending <- "out" }
			s.types("q")
			s.ends(0, "out")
		},
		"the client is gone": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.hangUp()
			s.ends(0, "bye")
		},
		"the input ends": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.types("a")
			_ = s.client.Close()
			s.ends(0, "bye")
		},
		"the input is a flood": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.types(strings.Repeat("\x1b[A", InputAtOnce))
			s.ends(0, "flood")
		},
		"the server shuts down": func(t *testing.T) {
			s := start(t, &fakeApp{})
			close(s.closing)
			s.passes(3*time.Second - 1)
			s.shows("", "", "", "", "", "closing")
			s.ends(1, "closing")
		},
		"the server shuts down and something waits to be saved": func(t *testing.T) {
			s := start(t, &fakeApp{unsaved: true})
			close(s.closing)
			s.passes(time.Second)
			s.shows("", "", "", "", "", "unsaved")
			s.ends(2*time.Second, "closing")
		},
		"the app cannot be saved": func(t *testing.T) {
			s := start(t, &fakeApp{err: io.ErrShortWrite})
			s.types("q")
			s.ends(0, "")
			if s.err != io.ErrShortWrite {
				t.Errorf("the error is %v", s.err)
			}
		},
		"no message reaches the app after that": func(t *testing.T) {
			s := start(t, &fakeApp{})
			s.types("tqx")
			s.ends(time.Hour, "bye")
			if got := s.app.state().text; got != "tq" {
				t.Errorf("the app saw %q", got)
			}
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
	}
}

// A panic anywhere in an app ends its session, and the app is closed.
func TestPanics(t *testing.T) {
	for _, where := range []string{"Init", "Update", "Draw", "NextFrame", "a command"} {
		t.Run("in "+where, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := start(t, &fakeApp{panics: where})
				s.types("o")
				s.ends(0, "")
				var p *PanicError
				if !errors.As(s.err, &p) || p.Value != "in "+where+"\x1b" || !strings.Contains(string(p.Stack), "fakeApp") {
					t.Errorf("the error is %v", s.err)
				}
			})
		})
	}
	t.Run("in an app that cannot be saved", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := start(t, &fakeApp{panics: "Update", err: io.ErrShortWrite})
			s.ends(0, "")
			var p *PanicError
			if !errors.As(s.err, &p) || p.Close != io.ErrShortWrite {
				t.Errorf("the error is %v", s.err)
			}
		})
	})
	t.Run("in Close", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := start(t, &fakeApp{panics: "Close"})
			s.types("q")
			s.ends(0, "")
			if s.err == nil || s.err.Error() != "panic: in Close?" {
				t.Errorf("the error is %v", s.err)
			}
		})
	})
}
