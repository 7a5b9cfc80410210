// Package tui is the arcade's screens, as one Bubble Tea model per session.
//
// [App] is the tea.Model. It alone holds the stack of screens: a screen opens another by
// sending a message and never learns which screens lie below it. Each screen draws itself
// on a [grid.Grid] of any size. Over SSH the server calls [App.Draw] and sends the
// difference to the last frame; in a local terminal Bubble Tea's own renderer shows the
// same grid through [App.View].
//
// No screen knows a game's rules. The table offers the legal moves of the state, and
// shows the sentences in which the game refuses and describes moves. It plays through a
// [play.Seat], which decides what is stored and what may be seen. Update does no I/O:
// whatever touches the [Store] is a tea.Cmd, and its message returns to the screen that
// sent it. Sessions do not know each other: what a session shows to others, and sees of
// them, goes through its [arcade.Spectators].
package tui
