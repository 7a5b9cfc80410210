// Package screen is what every screen of the arcade is made to: the interface [Screen], the
// small interfaces of those that can do more, and the frame around them, which is a title in
// the first row, a sentence above the last row, and keys in the last row. An [Env] is what a
// screen gets of a session, with a [Nav] to other screens. A [Base] or a [Listing] is what most screens
// are made on; [Ask] is how they make a call that may wait.
//
// The families of screens are packages that know none of each other. Package tui shows them.
package screen

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Screen fills the window. Screens are pointers; Update changes them.
type Screen interface {
	// Init is called whenever the screen comes to the top, including after the screen
	// above it has been left. It opens no other screen.
	Init() tea.Cmd
	Update(tea.Msg) tea.Cmd
	// Draw draws on a blank grid of at least 40 by 12 cells. It leaves the last row free.
	Draw(*grid.Grid, *theme.Look)
	// Bindings returns what the keys do now. The last row and the keys page are made from
	// it. If not all keys fit the last row, F1 and its last two are kept: the rules, the
	// keys page and the way out.
	Bindings() []widget.Binding
}

// A Typist is a screen that may be accepting text. While it is, no letter is a
// command.
type Typist interface{ Typing() bool }

// A MoveTyper is a screen where moves are typed. Takes reports whether a key goes on with one
// that is being typed, or ends it.
type MoveTyper interface{ Takes(key string) bool }

// A Paster is a screen that takes pasted text. Paste reports whether it does so now; a text
// that it does not take must change nothing.
type Paster interface {
	Paste(text string) (cmd tea.Cmd, taken bool)
}

// A Busy is a screen that may be waiting for the store, whose answer will open
// another screen or leave this one. Until then it accepts only the keys that leave, so
// that nothing happens in between.
type Busy interface{ Busy() bool }

// A Pauser is a screen that may move by itself. It pauses when another screen covers it;
// Init continues it.
type Pauser interface{ Pause() }

// An Animated is a screen that may change with time. NextFrame returns after how long it has to be
// drawn again even if nothing happened, or 0 for never.
type Animated interface{ NextFrame() time.Duration }

// A Closer is a screen that has something to end when it is left or when the session
// ends. OnClose may be called twice.
type Closer interface{ OnClose() }

// A Clickable is a screen that shows keys outside its last row. KeyUnder returns the key at
// a position.
type Clickable interface {
	KeyUnder(x, y int) (tea.KeyPressMsg, bool)
}

// A Placed is a screen from which the player goes to a table and comes back. Place returns its
// name in a word: "daily".
type Placed interface{ Place() string }

// A Legended is a screen with signs that need explaining. Legend returns what they mean,
// for the keys page.
type Legended interface{ Legend(*theme.Look) []Sign }

// A Framed is a screen that says which part of a large window it needs, such as one with a
// board. Frame returns the part for a window of w columns and h rows.
type Framed interface {
	Screen
	Frame(w, h int) grid.Area
}

// A Sided is a screen that may have something to show beside it in a large window, such as
// the details of the entry that is chosen. Pane returns what draws it on a grid of w
// columns, which are 40 or more, and of at least 27 rows. It returns nil if there is nothing.
type Sided interface {
	Pane(w int) func(*grid.Grid, *theme.Look)
}

// A clock that runs shows each second no earlier than slack before it begins, so that keys
// pressed at its beat need no frame beside theirs, and no later than slack before it ends.
const slack = 50 * time.Millisecond

// ShownClock returns the time that a clock which runs shows after some milliseconds.
func ShownClock(millis int64) int64 { return millis + slack.Milliseconds() }

// NextSecond returns how long a clock that runs is not drawn again, after some milliseconds.
func NextSecond(millis int64) time.Duration {
	return 2*time.Second - slack - time.Duration(ShownClock(millis))*time.Millisecond%time.Second
}
