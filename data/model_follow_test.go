package data

import (
	"cmp"
	"slices"
	"strings"

	"boardwalk/engine/arcade"
)

func (m *model) follow() {
	s, nick, ignores := m.session(), m.nick(), m.rng.IntN(3) == 0
	a, _ := m.at(s)
	other := m.byNick(nick)
	var want error
	switch {
	case other == nil:
		want = ErrNotFound
	case other == a:
		want = ErrSame
	}
	doing, how := "Follow", arcade.Follow
	if ignores {
		doing, how = "Ignore", arcade.Ignore
	}
	if a, ok := m.changes(s, doing, s.p.Regard(how, nick, m.time()), want); ok {
		a.follows[m.index(other)] = ignores
	}
}

func (m *model) unfollow() {
	s, nick, ignores := m.session(), m.nick(), m.rng.IntN(3) == 0
	if m.rng.IntN(5) == 0 {
		nick = arcade.Nameless
	}
	a, _ := m.at(s)
	var found []int
	if a != nil {
		for other, ignored := range a.follows {
			if ignored == ignores && strings.EqualFold(cmp.Or(m.accounts[other].nick, arcade.Nameless), nick) {
				found = append(found, other)
			}
		}
	}
	var want error
	if len(found) == 0 {
		want = ErrNotFound
	}
	doing, how := "Unfollow", arcade.Unfollow
	if ignores {
		doing, how = "Unignore", arcade.Unignore
	}
	if a, ok := m.changes(s, doing, s.p.Regard(how, nick, m.time()), want); ok {
		for _, other := range found {
			delete(a.follows, other)
		}
	}
}

func (m *model) following() {
	s := m.session()
	got, err := s.p.Following()
	if a, ok := m.reads(s, "Following", err); ok {
		m.wantFollowing(a, got, false)
	}
	got, err = s.p.Ignored()
	if a, ok := m.reads(s, "Ignored", err); ok {
		m.wantFollowing(a, got, true)
	}
}

// wantFollowing compares those whom an account follows or ignores; it is nil if there is no
// account.
func (m *model) wantFollowing(a *modelAccount, got []arcade.Followed, ignores bool) {
	m.t.Helper()
	var want []arcade.Followed
	if a != nil {
		for other, ignored := range a.follows {
			if ignored != ignores {
				continue
			}
			want = append(want, arcade.Followed{ID: m.accounts[other].id.name(), Nick: m.accounts[other].nick})
		}
	}
	slices.SortFunc(want, func(a, b arcade.Followed) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Nick), strings.ToLower(b.Nick)), cmp.Compare(a.ID, b.ID))
	})
	if !slices.Equal(got, want) {
		m.t.Errorf("Following (or Ignored: %v) = %v, want %v", ignores, got, want)
	}
}

// passFollows gives whom b follows and ignores to a, and has all who follow or ignore b do so
// with a. Who is both is ignored.
func (m *model) passFollows(a, b *modelAccount) {
	from, to := m.index(b), m.index(a)
	for other, ignored := range b.follows {
		a.follows[other] = a.follows[other] || ignored
	}
	for _, c := range m.accounts {
		if ignored, ok := c.follows[from]; ok {
			delete(c.follows, from)
			c.follows[to] = c.follows[to] || ignored
		}
	}
	delete(a.follows, to)
}
