package screen

import "fmt"

// A Message is what a screen says about the last key.
type Message struct {
	Text    string
	IsError bool
}

// Say replaces the message.
func (m *Message) Say(format string, args ...any) { *m = Message{Text: fmt.Sprintf(format, args...)} }

// Refuse says why nothing was done.
func (m *Message) Refuse(why string) { *m = Message{why, true} }

// Clear takes the message away.
func (m *Message) Clear() { *m = Message{} }
