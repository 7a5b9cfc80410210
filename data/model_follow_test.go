package data

import (
	"cmp"
	"slices"
	"strings"

	"boardwalk/engine/arcade"
)

func (m *model) follow() {
	s, nick := m.session(), m.nick()
	a, _ := m.at(s)
	other := m.byNick(nick)
	var want error
	switch {
	case other == nil:
		want = ErrNotFound
	case other == a:
		want = ErrSame
	}
	if a, ok := m.changes(s, "Follow", s.p.Follow(nick, m.time()), want); ok {
		a.follows[m.index(other)] = true
	}
}

func (m *model) unfollow() {
	s, nick := m.session(), m.nick()
	if m.rng.IntN(5) == 0 {
		nick = arcade.Nameless
	}
	a, _ := m.at(s)
	var found []int
	if a != nil {
		for other := range a.follows {
			if strings.EqualFold(cmp.Or(m.accounts[other].nick, arcade.Nameless), nick) {
				found = append(found, other)
			}
		}
	}
	var want error
	if len(found) == 0 {
		want = ErrNotFound
	}
	if a, ok := m.changes(s, "Unfollow", s.p.Unfollow(nick), want); ok {
		for _, other := range found {
			delete(a.follows, other)
		}
	}
}

func (m *model) following() {
	s := m.session()
	got, err := s.p.Following()
	if a, ok := m.reads(s, "Following", err); ok {
		m.wantFollowing(a, got)
	}
}

// wantFollowing compares those whom an account follows, nil if there is no account.
func (m *model) wantFollowing(a *modelAccount, got []arcade.Followed) {
	m.t.Helper()
	var want []arcade.Followed
	if a != nil {
		for other := range a.follows {
			want = append(want, arcade.Followed{ID: m.accounts[other].id.name(), Nick: m.accounts[other].nick})
		}
	}
	slices.SortFunc(want, func(a, b arcade.Followed) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Nick), strings.ToLower(b.Nick)), cmp.Compare(a.ID, b.ID))
	})
	if !slices.Equal(got, want) {
		m.t.Errorf("Following = %v, want %v", got, want)
	}
}

// passFollows gives whom b follows to a, and has all who follow b follow a.
func (m *model) passFollows(a, b *modelAccount) {
	from, to := m.index(b), m.index(a)
	for other := range b.follows {
		a.follows[other] = true
	}
	for _, c := range m.accounts {
		if c.follows[from] {
			delete(c.follows, from)
			c.follows[to] = true
		}
	}
	delete(a.follows, to)
}
