package caption

import (
	"strings"

	"boardwalk/engine/arcade"
)

// NoAddress is what players type in front of the commands of an arcade whose address is not
// known. HOST stands for the address; see [AboutHost].
const NoAddress = "ssh HOST"

// AboutHost returns a sentence that says what HOST is in a command, "" if it does not stand there.
func AboutHost(command string) string {
	if !strings.Contains(command, "HOST") {
		return ""
	}
	return "HOST is the address of this arcade: what you typed after ssh to come here."
}

// WithOption returns a command with an option of ssh: "ssh -T HOST" for "ssh HOST" and "-T".
func WithOption(command, option string) string {
	return strings.Replace(command, "ssh ", "ssh "+option+" ", 1)
}

// WithTerminal returns the beginning of a command that takes a terminal: "ssh -t HOST" for
// "ssh HOST".
func WithTerminal(command string) string { return WithOption(command, "-t") }

// InWords returns the command that plays in words, for a player with a terminal.
func InWords(command string) string { return "TERM=dumb " + WithTerminal(command) }

// FirstWords returns what a player should know before the first game of a session: that a guest's
// games are not found again, or how to join a new key to an account; "" if there is nothing
// to know. unfit says why the login name is no nick, "" if it is. command is what players type in front of
// commands, "" if there are none, and link how the player links a key to an account, such as "link CODE".
func FirstWords(p arcade.Account, unfit, command, link string) string {
	switch {
	case p.Guest:
		return "A guest's games are kept for a day: a link code joins them to a key."
	case p.Known, command == "":
		return ""
	case unfit != "":
		return unfit
	}
	return "New key? " + link + " joins it to your account."
}
