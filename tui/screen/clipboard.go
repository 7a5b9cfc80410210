package screen

import "strings"

// A Copy is a message with a text for the clipboard of the player's terminal. Whoever runs the
// app puts it there (OSC 52), as far as the terminal allows that.
type Copy string

// Clipboard returns the text.
func (c Copy) Clipboard() string { return string(c) }

// SentToClipboard returns what a player reads whose terminal was sent a text for the clipboard:
// no terminal says whether it took it.
func (e *Env) SentToClipboard() string {
	switch {
	case strings.HasPrefix(e.Term, "tmux"):
		return "Sent to your terminal's clipboard. tmux passes it on after: set -g set-clipboard on"
	case strings.HasPrefix(e.Term, "screen"):
		return "Sent to your terminal's clipboard. tmux passes it on after: set -g set-clipboard on. GNU screen never does."
	}
	return "Sent to your terminal's clipboard. Some refuse it without saying so."
}
