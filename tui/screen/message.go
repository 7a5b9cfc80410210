package screen

import (
	"fmt"

	"boardwalk/tui/caption"
)

// A Message is what a screen says about the last key.
type Message struct {
	Text    string
	IsError bool
}

// Say replaces the message.
func (m *Message) Say(format string, args ...any) { *m = Message{Text: fmt.Sprintf(format, args...)} }

// Refuse says why nothing was done.
func (m *Message) Refuse(why string) { *m = Message{why, true} }

// Fails says why a call has failed, if it has: err is not nil. It reports whether it has.
func (m *Message) Fails(err error) bool {
	if err != nil {
		m.Refuse(caption.Sentence(err.Error()))
	}
	return err != nil
}

// Clear takes the message away.
func (m *Message) Clear() { *m = Message{} }
