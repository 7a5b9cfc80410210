package screen

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/caption"
)

// A Message is what a screen says about the last key.
type Message struct {
	Text     string
	IsError  bool
	NotSaved bool // it says that the last change is not stored
}

// Say replaces the message. It returns nil, since a key that is answered so leads to no command.
func (m *Message) Say(format string, args ...any) tea.Cmd {
	*m = Message{Text: fmt.Sprintf(format, args...)}
	return nil
}

// Refuse says why nothing was done. It returns nil as Say does.
func (m *Message) Refuse(why string) tea.Cmd {
	*m = Message{Text: why, IsError: true}
	return nil
}

// Fails says why a call has failed, if it has: err is not nil. It reports whether it has.
func (m *Message) Fails(err error) bool {
	if err != nil {
		m.Refuse(caption.Sentence(err.Error()))
	}
	return err != nil
}

// Clear takes the message away.
func (m *Message) Clear() { *m = Message{} }
