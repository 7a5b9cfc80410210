package tui

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
	Draw(*grid.Grid, theme.Look)
	// Bindings returns what the keys do now. The last row and the keys page are made from
	// it. If not all keys fit the last row, F1 and its last two are kept: the rules, the
	// keys page and the way out.
	Bindings() []widget.Binding
}

// A textScreen is a screen that may be accepting text. While it is, no letter is a
// command.
type textScreen interface{ typing() bool }

// A busyScreen is a screen that may be waiting for the store, whose answer will open
// another screen or leave this one. Until then it accepts only the keys that leave, so
// that nothing happens in between.
type busyScreen interface{ busy() bool }

// A pauser is a screen that may move by itself. It pauses when another screen covers it;
// Init continues it.
type pauser interface{ pause() }

// An animated is a screen that may change with time; see [App.NextFrame].
type animated interface{ nextFrame() time.Duration }

// A closer is a screen that has something to end when it is left or when the session
// ends. onClose may be called twice.
type closer interface{ onClose() }

// A clickable is a screen that shows keys outside its last row. keyUnder returns the key at
// a position.
type clickable interface {
	keyUnder(x, y int) (tea.KeyPressMsg, bool)
}

// A placed is a screen from which the player goes to a table and comes back. place returns its
// name in a word: "daily".
type placed interface{ place() string }

// placeOf returns the name of a screen to which a table leads back, "" for the lobby.
func placeOf(s Screen) string {
	if s, ok := s.(placed); ok {
		return s.place()
	}
	return ""
}

// A framed is a screen that needs only a part of a large window. frame returns the part for
// a window of w columns and h rows; the screen draws on it, and gets mouse events at
// positions in it. The line of keys is its last row.
type framed interface{ frame(w, h int) area }

// A legended is a screen with signs that need explaining. legend returns what they mean,
// for the keys page.
type legended interface{ legend(theme.Look) []sign }
