package tui

import "strconv"

// Nameless is what a player without a nick is called, on every screen. A login
// name is nobody else's business, and may be another's nick.
const Nameless = "Somebody"

// Names returns what the players of one list are called, in its order: by their
// nicks, and those without one, "" or Nameless, as Nameless, with a number from 1
// where there are several.
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

// name gives each of a list's rows its name; at is where a row has its nick.
func name[T any](rows []T, at func(*T) *string) {
	nicks := make([]string, len(rows))
	for i := range rows {
		nicks[i] = *at(&rows[i])
	}
	for i, called := range Names(nicks) {
		*at(&rows[i]) = called
	}
}
