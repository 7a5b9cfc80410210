package data

import (
	"slices"
	"strings"

	"boardwalk/engine/arcade"
)

// offBoards reports whether an account is off the boards: it is a guest's, was taken off
// by the host, or is banned.
func (m *model) offBoards(a *modelAccount) bool {
	off := a.guest || a.unranked
	for _, id := range append(a.joined, a.id) {
		b, banned := m.bans[string(banPlayer(id[:]))]
		off = off || banned && !b.KeepBoards
	}
	return off
}

// target returns a player and the way in which the host names it.
func (m *model) target() (who string, a *modelAccount) {
	if s := m.session(); m.rng.IntN(2) == 0 {
		a, _ = m.at(s)
		if a != nil && m.rng.IntN(2) == 0 {
			return idMark + a.id.String(), a
		}
		return s.fp, a
	}
	who = m.nick()
	return who, m.byNick(who)
}

// moderates records the result of a change, and reports whether it was made.
func (m *model) moderates(what string, a *modelAccount, err, want error) bool {
	if a == nil {
		want = ErrNotFound
	}
	return m.wants(what, err, want) && want == nil
}

// moderate does one of the things a host does about players.
func (m *model) moderate() {
	who, a := m.target()
	on := m.rng.IntN(2) == 0
	if m.rng.IntN(2) == 0 {
		m.rule()
		return
	}
	switch m.rng.IntN(5) {
	case 0:
		if m.moderates("Conceal", a, m.db.Conceal(who, on), nil) {
			a.concealed = on
		}
	case 1:
		if m.moderates("Unrank", a, m.db.Unrank(who, on), nil) {
			a.unranked = on
		}
	case 2:
		text := []string{"", "x", "y"}[m.rng.IntN(3)]
		if m.moderates("SetNote", a, m.db.SetNote(who, text), nil) {
			a.note = text
		}
	case 3:
		m.rename(who, a)
	default:
		info, err := m.db.Lookup(who)
		if m.moderates("Lookup", a, err, nil) && (info.Nick != a.nick || info.ID != idMark+a.id.String() || info.Unranked != a.unranked || info.Concealed != a.concealed || info.Note != a.note || info.Rounds != len(a.rounds)) {
			m.t.Errorf("Lookup(%s) = %+v, want %+v", who, info, a)
		}
	}
}

// rule takes somebody's round off the boards, or puts one back.
func (m *model) rule() {
	const why = "a host says so"
	a, r, ok := m.any()
	if !ok {
		return
	}
	i := slices.IndexFunc(a.rounds, func(o arcade.Result) bool { return o.ID == r.ID })
	if m.rng.IntN(2) == 0 {
		var want error
		if !r.Class.Ranked() {
			want = ErrUnruled
		}
		if m.wants("RuleOut", m.db.RuleOut(r.ID, why, "host", m.time()), want) {
			m.classes[r.ID] = r.Class
			a.rounds[i].Class, a.rounds[i].Ruling = arcade.Practice, why
		}
		return
	}
	var want error
	if r.Ruling != why {
		want = ErrUnruled
	}
	if m.wants("Reinstate", m.db.Reinstate(r.ID), want) {
		a.rounds[i].Class, a.rounds[i].Ruling = m.classes[r.ID], ""
	}
}

func (m *model) rename(who string, a *modelAccount) {
	nick := []string{"", m.nick()}[m.rng.IntN(2)]
	var want error
	switch other := m.byNick(nick); {
	case nick == "":
	case a != nil && a.guest:
		want = ErrGuest
	case other != nil && other != a:
		want = ErrTaken
	}
	if m.moderates("Rename", a, m.db.Rename(who, nick), want) {
		a.nick = nick
	}
}

// joinNotes returns the note of an account that another was joined into.
func joinNotes(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return strings.Join([]string{a, b}, "; ")
}
