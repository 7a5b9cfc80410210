package screen

import tea "charm.land/bubbletea/v2"

// An Answer is the message that a call for a screen has ended. Package tui has Take run as the
// screen's Update does, unless the player has left the screen.
type Answer struct {
	Screen Screen // nil for the app
	Take   func() tea.Cmd
}

// Ask makes a call for a screen in a command, as it may wait. What the call returns takes the answer,
// unless it is nil.
func Ask(s Screen, call func() (take func() tea.Cmd)) tea.Cmd {
	return func() tea.Msg {
		if take := call(); take != nil {
			return Answer{s, take}
		}
		return nil
	}
}
