// Package tui is the arcade's screens, as one [App] per session.
//
// An App is made as models of Bubble Tea are, and holds the stack of screens. In its Update a
// screen opens another or goes back, through its [screen.Nav]. That happens at once, so that keys
// typed ahead go to the right screen. No screen learns which ones lie below it. Each draws itself
// on a [grid.Grid] of any size. Whoever runs the app calls [App.Draw] and sends the terminal the
// difference to the last frame.
//
// No screen knows a game's rules. The table offers the legal moves of the state, and
// shows the sentences in which the game refuses and describes moves. It plays through a
// [play.Seat], which decides what is stored and what may be seen. Update does no I/O:
// whatever touches the [arcade.Store] is a tea.Cmd, and [screen.Ask] brings its answer to the screen
// that made it. Sessions do not know each other: what a session shows to others, and sees of
// them, goes through its [arcade.Spectators].
//
// # Where each thing lives
//
// Here are the app (app.go, stack.go, open.go), the lobby (lobby.go, menu.go, news.go), the status line
// and the pages of rules and keys. The other screens are families below, none of which imports another:
// table, record, social, learn, account and workshop. Package route has the places where a player can
// go; open.go opens the screen of each. Package screen is what every screen is made to: its
// interfaces, its title, its sentences and its keys, and the [screen.Env] that it gets of a session.
//
// The other packages below are the parts of screens: widget (lists, lines, pages of text), grid and
// theme (cells and looks), board (any game's board), draft (a move being made), sheet (a list of
// moves), caption (texts that words mode says alike), play and review (a round as it is played, and as
// it was). Package session is what screens and words share of a session: its [session.Ports] to the
// arcade, settings, courses of lessons. Package words is the arcade without screens.
//
// # Adding a screen
//
// A screen is a type in a file of its own in its family. It embeds a [screen.Base] or, for a list, a
// [screen.Listing], which take keys and clicks, ask for texts and for a yes, say what came of a key, and
// read again what others may change. account/settings.go is a short one, social/watch.go a list that
// reads again.
//
//   - Draw draws what Update has stored, in any window of at least 40 by 12, and DrawFoot what is asked
//     or said there.
//   - Bindings is the only place that knows its keys: the last row, the keys page and clicks on them
//     follow by themselves. A key that cannot do anything now is off, or has a refusal that says why.
//   - What is to be read or written is asked by [screen.Call], or by [screen.Hold] if nothing may happen
//     in between. What others do is followed by a [screen.Follower].
//   - Where it applies, it implements the small interfaces of package screen: Animated if it changes
//     with time, a Closer if something ends with it, Clickable if it shows keys, Legended if it shows
//     a board.
//   - A large window is not its concern: it gets the middle, as many columns as are easily
//     read. If it is sided, what it draws there stands beside it, such as the details of the
//     chosen entry; see window.go.
//   - Another screen has a binding whose Do calls env.Push with one of the family, or env.Open with a
//     place of package route. If a session may lack what the screen needs, screen.When makes the
//     refusal. A place that is new gets a value there, and a case in open.go.
//   - Its frames are golden: add it to screens in frames_test.go and run TestFrames with
//     -update. If it has keys of its own, add it to keyedScreens in keys_cases_test.go; a
//     plain page (a screen.Page) has none, and "rules" stands for all of
//     them. The key that opens it goes to the cases of the screen below. A hint without
//     Place comes after those that have one, and what does not fit 80 columns is left out:
//     offers_test.go has those rows.
package tui
