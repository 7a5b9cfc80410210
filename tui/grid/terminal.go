package grid

// The sequences that a program sends before its first frame and after its last. What another
// program left in the terminal is not trusted: it may have been killed before it could put
// anything right.
const (
	// Enter switches to the alternate screen, puts right whatever another program left,
	// hides the cursor, asks for pastes to be marked, and turns wrapping off, so that a
	// frame wider than a terminal that has just shrunk is cut, not wrapped. A whole frame
	// follows. It may be sent again before any other whole frame.
	Enter = "\x1b[?1049h" + defaults + "\x1b[?7;25l\x1b[?2004h"

	// Mouse asks for presses, releases, drags and the wheel, at any column.
	Mouse = "\x1b[?1002;1006h"

	// Leave undoes [Enter] and [Mouse], and any other mouse reporting. Other modes stay at
	// their defaults. It may be sent at any time, twice, and after a frame that was cut short.
	Leave = "\x1b[?1049l\x1b[?1000;1002;1003;1006;2004l\x1b[?7;25h" + charset + resetSGR
)

const (
	resetSGR    = "\x1b[m"
	clearScreen = resetSGR + "\x1b[H\x1b[2J"
	eraseLine   = "\x1b[K"
	showCursor  = "\x1b[?25h"
	hideCursor  = "\x1b[?25l"

	// defaults comes after the switch of screens, as some modes belong to a screen. It moves the
	// cursor, and a terminal that does not know all of it may write some. A soft reset would be
	// shorter, but forgets where the cursor was on the main screen, and not all terminals know it.
	defaults = "\x1b[4;20l" + // what is written replaces, and a line feed only goes down
		"\x1b[12h" + // the terminal does not itself show what is typed
		"\x1b[?1;5;6;69l" + // cursor keys, reverse video, origin, margins at the sides
		"\x1b[?9;1000;1003;1005;1015;1016l" + // all other ways of reporting the mouse
		"\x1b[r" + // margins
		"\x1b>" + // the keypad
		"\x1b[=0u\x1b[>4m" + // keys without the protocols of Kitty and xterm
		charset

	// charset is ASCII, and beyond it UTF-8. A terminal that goes back to the main screen goes back
	// to the charset and style that it had there.
	charset = "\x0f\x1b(B\x1b%G"
)
