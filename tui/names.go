package tui

import "strconv"

// Nameless is the name of a player without a nick, on every screen. The login name is not
// shown instead: it is private, and may be another player's nick.
const Nameless = "Somebody"

// Names returns the names for the players of one list, in its order. Players without a
// nick, "" or Nameless, are called Nameless, numbered from 1 if there are several.
func Names(nicks []string) []string {
	nameless := 0
	for _, nick := range nicks {
		if nick == "" || nick == Nameless {
			nameless++
		}
	}
	names := make([]string, len(nicks))
	n := 0
	for i, nick := range nicks {
		switch {
		case nick != "" && nick != Nameless:
			names[i] = nick
		case nameless == 1:
			names[i] = Nameless
		default:
			n++
			names[i] = Nameless + " " + strconv.Itoa(n)
		}
	}
	return names
}

// name replaces the nick of each row with the player's name; at returns the address of a
// row's nick.
func name[T any](rows []T, at func(*T) *string) {
	nicks := make([]string, len(rows))
	for i := range rows {
		nicks[i] = *at(&rows[i])
	}
	for i, called := range Names(nicks) {
		*at(&rows[i]) = called
	}
}
