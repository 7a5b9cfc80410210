package hub

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"boardwalk/engine/arcade"
)

// A Company is one session's view of the people in the arcade, and of their tables. Once the
// session's player is known it is an [arcade.Spectators], and the part of [arcade.Company] that needs
// no store of its own.
type Company struct {
	hub     *Hub
	session *Session
}

// Company returns a session's view of the people.
func (h *Hub) Company(s *Session) Company { return Company{h, s} }

// People implements arcade.Company.
func (c Company) People() []arcade.Person {
	now, own, friends := c.hub.survey(), c.session.playerKey(), c.hub.followed(c.session)
	type seat struct{ key, game string }
	shown, seen := make(map[seat]int), make(map[sight]bool) // tables of secret deals
	for _, t := range now.tables {
		if t.Event != "" && t.Open && c.sees(t, t.Behind(), seen) {
			shown[seat{t.key(), t.Game}] = t.Number
		}
	}
	people := make([]arcade.Person, len(now.people))
	for i, p := range now.people {
		p.Own, p.Friend, p.Ignored = p.Key == own, friends.players[p.ID], friends.ignored[p.ID]
		p.Table = cmp.Or(p.Table, shown[seat{p.Key, p.Game}])
		people[i] = p.Person
	}
	slices.SortStableFunc(people, func(a, b arcade.Person) int {
		return cmp.Or(arcade.TrueFirst(a.Own, b.Own), arcade.TrueFirst(a.Friend, b.Friend))
	})
	return people
}

// player returns the name of the session's player, "" if there is no account or it cannot be
// found out.
func (s *Session) player() arcade.PlayerID {
	account, _ := s.account()
	return account.ID
}

// playerKey returns what is the same in all sessions of a player: the account or, before
// there is one, the credential.
func (s *Session) playerKey() string {
	return cmp.Or(string(s.player()), s.State().ID.Credential.String())
}

// A keys holds keys, each as often as it was added.
type keys[K comparable] struct {
	mu  sync.Mutex
	all []K
}

// add adds a key until ctx ends.
func (ks *keys[K]) add(ctx context.Context, key K) {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	ks.all = append(ks.all, key)
	context.AfterFunc(ctx, func() {
		ks.mu.Lock()
		defer ks.mu.Unlock()
		i := slices.Index(ks.all, key)
		ks.all = slices.Delete(ks.all, i, i+1)
	})
}

func (ks *keys[K]) has(key K) bool { return slices.Contains(ks.list(), key) }

func (ks *keys[K]) list() []K {
	ks.mu.Lock()
	defer ks.mu.Unlock()
	return slices.Clone(ks.all)
}

// InRace notes that the session is in the room of a race, at its table or at its results until
// ctx ends. The caller has made sure that its player is one of the racers.
func (c Company) InRace(ctx context.Context, code string) {
	c.session.races.add(ctx, code)
}

// DropIgnored drops the notes for the player of those whom the player ignores.
func (c Company) DropIgnored() {
	player := c.session.player() // a first game may just have made the account whose changes are counted
	for from := range c.hub.followed(c.session).ignored {
		c.hub.Notes.Ignore(player, from)
	}
}
