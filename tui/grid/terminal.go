package grid

// The sequences that a program sends once, before its first frame and after its last.
const (
	// Enter switches to the alternate screen, hides the cursor, asks for pastes to be
	// marked, and turns wrapping off, so that a frame wider than a terminal that has just
	// shrunk is cut, not wrapped.
	Enter = "\x1b[?1049h" + hideCursor + "\x1b[?2004h\x1b[?7l"

	// Mouse asks for presses, releases, drags and the wheel, at any column.
	Mouse = "\x1b[?1002h\x1b[?1006h"

	// Leave undoes [Enter] and [Mouse], and any other mouse reporting. It may be sent at
	// any time, twice, and after a frame that was cut short.
	Leave = "\x1b[?1049l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[?7h" + showCursor + resetSGR
)

const (
	resetSGR    = "\x1b[m"
	clearScreen = resetSGR + "\x1b[H\x1b[2J"
	eraseLine   = "\x1b[K"
	showCursor  = "\x1b[?25h"
	hideCursor  = "\x1b[?25l"
)
