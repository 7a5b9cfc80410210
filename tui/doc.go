// Package tui is the arcade's screens: one Bubble Tea model a session.
//
// [App] is the tea.Model. It holds a stack of screens and nothing else does: a
// screen asks for another with a message and never hears of the ones below it.
// Each draws itself on a [grid.Grid] of whatever size there is. Over SSH the
// server takes the grid from [App.Draw] and sends what changed; in a local
// terminal Bubble Tea's own renderer shows the same grid through [App.View].
//
// No screen knows a game's rules. The table walks the legal words of the
// state, and shows the sentences with which the game refuses and describes.
// Update does no I/O: what touches the [Store] is a tea.Cmd, whose message
// comes back to the screen that sent it. Sessions never hear of each other: what
// one shows to others, and sees of them, goes through its [Company].
package tui
