package words

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// ghost deals the deal of a finished game again, as practice, to race that game.
func (l *lobby) ghost(args string) {
	r, ok := l.finished(cmp.Or(args, "1"))
	if !ok {
		return
	}
	g, states, ok := l.replay(r)
	if !ok {
		return
	}
	ghost, err := arcade.NewGhost(r, states)
	if l.sayIfFailed(err) {
		return
	}
	l.dealInstead(g, false, func() {
		if l.freeTable(g) {
			next := newRound(l.env, g, r.Record.Code, true)
			next.ghost = ghost
			l.openTable(next)
		}
	})
}

// finished returns the game that args name: by its number in the history, by its place on the board that
// was told last, or by its ID.
func (l *lobby) finished(args string) (r arcade.Result, ok bool) {
	id := args
	if _, err := strconv.Atoi(args); err == nil {
		return l.numbered(args, "ghost")
	}
	if place, of := strings.CutPrefix(strings.ToLower(args), "place "); of {
		i := slices.IndexFunc(l.standing, func(s arcade.Standing) bool { return strconv.Itoa(s.Rank) == place && s.Result.ID != "" })
		if i < 0 {
			l.say("That is no place of a board that you were told: top or daily tells one, as in daily hop 45 2026-11-22.")
			return r, false
		}
		id = l.standing[i].Result.ID
	}
	if l.env.Accounts == nil {
		l.say(caption.NoAccounts)
		return r, false
	}
	r, err := l.env.Accounts.Ranked(id)
	if l.sayIfFailed(err) {
		l.say("ghost 2 races a game of your history, and ghost place 1 one of the board that you were told last.")
		return r, false
	}
	return r, true
}

// sayGhost says how the ghost stands that the player races, and at the end who did better.
func (t *table) sayGhost() {
	switch {
	case t.ghost == nil:
	case t.seat.AtEnd():
		t.say(caption.AgainstGhost(t.seat.Result(), t.ghost))
	default:
		t.say(caption.Ghost(t.ghost, t.seat.Played()))
	}
}
