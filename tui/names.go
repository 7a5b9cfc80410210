package tui

import (
	"boardwalk/engine/arcade"
)

// name replaces the nick of each row with the player's name; at returns the address of a
// row's nick.
func name[T any](rows []T, at func(*T) *string) {
	nicks := make([]string, len(rows))
	for i := range rows {
		nicks[i] = *at(&rows[i])
	}
	for i, called := range arcade.Names(nicks) {
		*at(&rows[i]) = called
	}
}
