// Package program runs an app, such as the arcade's screens, for one terminal.
//
// One goroutine does all that the app is asked: the one that calls [Program.Run]. A key
// becomes a frame in these steps:
//
//  1. An [Input] reads what the client types and keeps a bounded number of bytes.
//  2. A decoder makes messages of them: keys, the mouse and pastes. It drops all other
//     sequences.
//  3. The app's Update gets each message, no faster than anyone can type.
//  4. The command that Update returns runs in a goroutine of its own, and its message goes
//     to Update as well. A key typed ahead waits a moment for it, because it may be meant
//     for the screen that the key before it opens.
//  5. Once that message has come, or a moment later, Draw draws a whole frame on a grid of
//     a [GridPool].
//  6. A [Writer] sends the difference from the frame that the terminal shows. It cuts off
//     a client that does not read it.
//
// While a Writer waits for its client, nobody else waits for the session: at most one
// frame is on its way and old ones never queue up, what is typed meanwhile is kept up to a
// limit, and what other sessions tell it waits in channels that hold one.
//
// When nobody presses a key for a while, the program parks: it closes the app, which
// saves, and waits for a key with almost nothing in memory. Then another app goes on.
//
// A terminal that cannot move its cursor ([CanAddress]) shows no frames. There a
// [LineReader] reads lines from the same Input, within the same limits.
package program

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/server/clean"
	"boardwalk/server/limit"
	"boardwalk/tui/grid"
)

// An App is what a program runs: what tea.Model is for Bubble Tea, but it draws on a grid.
type App interface {
	// Init returns the command with which the app begins.
	Init() tea.Cmd
	// Update handles a message and returns the command to run next.
	Update(tea.Msg) tea.Cmd
	// Draw draws the current frame, which fills the grid.
	Draw(*grid.Grid)
	// NextFrame returns how long the current frame stays valid, 0 until the next message.
	NextFrame() time.Duration
	// Saved reports whether everything is stored.
	Saved() bool
	// CanPark reports whether the player will find everything unchanged in another app
	// that is opened after this one was closed.
	CanPark() bool
	// Watched reports whether what the player watches has changed since the last call: then
	// somebody without a key press is not away.
	Watched() bool
	// Close stores what is not stored yet. It is called once, and nothing after it.
	Close() error
}

// A Session is the session that a program or a [LineReader] runs in.
type Session interface {
	// Fit returns the size at which a terminal of the given size is drawn from now on.
	Fit(Size) Size
	// Touch notes the time of a key press.
	Touch(now time.Time)
	// Allow counts keys, or what costs as much, and reports whether those of all sessions of the
	// client's address are not too many. What is refused does not count.
	Allow(keys int, now time.Time) bool
	// Notices returns the channel of lines to show to the player.
	Notices() <-chan string
	// Ending returns the channel of the last words for the player, which come when the
	// session should end.
	Ending() <-chan string
	// Parked is called when an app was closed because its player is away, with the error
	// of its Close. It returns the lines to show until the player comes back.
	Parked(err error) (text string)
}

// A Size is the size of a terminal in cells.
type Size struct{ Width, Height int }

// A Config is what a program or a [LineReader] gets from its session.
type Config struct {
	Session Session
	Input   *Input          // what the client types
	Output  *Writer         // what the client reads
	Closing <-chan struct{} // closed when the server begins to shut down
	Times   Times
	Endings *Endings // shared by all sessions

	Size    Size        // of the terminal; zero if there is none
	Resized <-chan Size // its later sizes

	// Only a program uses these.
	Profile grid.Profile
	Grids   *GridPool // shared by all sessions
	Meter   Meter     // shared by all sessions
}

// A Meter measures what programs do. Its methods return at once.
type Meter interface {
	// CountKey counts a key, click or paste that was passed to an app.
	CountKey()
	// ObserveFrame notes how long it took from a key to the frame that shows its effect. The
	// client's reading of that frame is not in it.
	ObserveFrame(took time.Duration)
}

// Times bound a session.
type Times struct {
	Park      time.Duration // time without a key press until the app is parked
	Idle      time.Duration // time without a key press, or a change of what is watched, until the session ends
	TypeAhead time.Duration // time that keys typed ahead wait for the effect of the keys before them
	Drain     time.Duration // time between the notice of a shutdown and the end of a program; a LineReader ends at once
}

// Endings are what a player reads when a session ends, by the reason.
type Endings struct {
	Bye     string // the player left, or the client is gone
	Idle    string // nobody pressed a key for Times.Idle
	Flood   string // more came than anyone can type
	Closing string // the server shuts down; also the notice of it
	Unsaved string // the notice of it while something waits to be saved
}

// A Program runs apps in a session, one after another: it feeds them messages, runs their
// commands and draws what has changed. It does for an app what a tea.Program would. That
// would use a few more goroutines per session and more hand-overs per key, and its ticker
// never stops; the rest of what it does, with terminals and signals, is not a session's
// business. Its methods must be called from one goroutine.
type Program struct {
	config  Config
	keys    *limit.Bucket
	lastKey time.Time

	app     App // that runs; nil between two
	cmds    cmdLoop
	decoder decoder
	typed   []byte // reused for what was read
	reads   []int32
	screen  renderer
	effect  <-chan struct{} // closed once all that the last key has led to has reached the app; nil if it has
	quit    bool            // the app wants to end
	crash   *PanicError     // the app panicked and is not called any more
}

// New returns a program, which takes over the terminal with its first frame.
func New(c Config) *Program {
	now := time.Now()
	return &Program{
		config: c, keys: limit.NewBucket(KeysAtOnce, KeysSecond, now), lastKey: now,
		screen: renderer{out: c.Output, grids: c.Grids, meter: c.Meter, profile: c.Profile, size: c.Session.Fit(c.Size)},
	}
}

// Restore gives the terminal back to its user, who reads the last words there.
func (p *Program) Restore(words string) {
	_, _ = io.WriteString(p.screen.out, grid.Leave+words+"\r\n")
}

// Run runs an app until the session ends, and each time the player comes back to a parked
// session the app that open returns. It closes each of them. It returns the last words
// for the player; what an error of open says is such words too. The error is that of the
// last app's Close, whose last state may not be stored, or a [*PanicError], which holds
// the error of Close as well.
func (p *Program) Run(ctx context.Context, a App, open func() (App, error)) (words string, err error) {
	for {
		words, away := p.run(ctx, a)
		err := p.close()
		switch {
		case p.crash != nil:
			p.crash.Close = err
			return "", p.crash
		case err != nil && !away:
			return "", err
		case !away:
			return lastWords(p.config.Session, words), nil // any other end is the client's
		}
		words, _ = p.run(ctx, parked(p.config.Session.Parked(err)))
		closing := false
		select {
		case <-p.config.Closing:
			closing = true
		default:
		}
		if !p.quit || closing {
			return lastWords(p.config.Session, words), nil
		}
		if a, err = open(); err != nil {
			return err.Error(), nil
		}
	}
}

// panicMax is the maximum length in bytes of what an error says about a panic.
const panicMax = 256

// close lets the app save what is unsaved, whatever state it is in, and forgets it.
func (p *Program) close() (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %s", clean.Text(fmt.Sprint(v), panicMax))
		}
	}()
	a := p.app
	p.app, p.screen.shown = nil, nil
	return a.Close()
}

// lastWords returns the session's last words for the player if nobody has received them yet,
// and otherwise own.
func lastWords(s Session, own string) string {
	select {
	case words := <-s.Ending():
		return words
	default:
		return own
	}
}

// A PanicError is a panic of an app or of one of its commands. It ends only the app's
// session.
type PanicError struct {
	Value any    // of the panic
	Stack []byte // of its goroutine, as text
	Close error  // of the app, why its last state may not be stored; nil if it is
}

// Error implements error. It leaves out the value, which may hold anything.
func (*PanicError) Error() string { return "the app panicked" }

// A parked is the app of a parked program, in which no key was pressed for a long time: a
// few lines of text. The app before it is closed and no longer in memory. Any key ends
// it.
type parked string

// isParked reports whether an app only waits for a key to bring the player back.
func isParked(app App) bool {
	_, ok := app.(parked)
	return ok
}

func (parked) Init() tea.Cmd { return nil }
func (parked) Saved() bool   { return true }
func (parked) CanPark() bool { return false }
func (parked) Watched() bool { return false }
func (parked) Close() error  { return nil }

func (parked) NextFrame() time.Duration { return 0 }

func (parked) Update(msg tea.Msg) tea.Cmd {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseClickMsg, tea.PasteMsg:
		return tea.Quit
	}
	return nil
}

func (p parked) Draw(g *grid.Grid) {
	for i, line := range strings.Split(string(p), "\n") {
		g.Put(1, 1+i, line, grid.Style{})
	}
}
