package caption

import (
	"strings"

	"boardwalk/engine/arcade"
)

// FirstWords returns what a player should know before the first game of a session: that a guest's
// games are not found again, or how to get from a new key to an account; "" if there is nothing
// to know. command is what players type in front of commands, "" if there are none, and link
// how the player links a key to an account, such as "link CODE".
func FirstWords(p arcade.Account, command, link string) string {
	host := strings.LastIndex(command, " ") + 1
	switch {
	case p.Guest:
		return "No other session finds these games: ssh-keygen, then come back and link."
	case p.Known, host == 0:
		return ""
	}
	return "New key. Have an account? " + command[:host] + "NICK@" + command[host:] + ", or " + link + "."
}
