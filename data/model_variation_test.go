package data

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
)

// modelGames are the games of the model, in the order of their IDs: two built-in ones, and
// some kinds of steps that people make up.
var modelGames = func() []string {
	games := []string{hop, scotsi}
	for n := range modelKinds {
		games = append(games, kindID(n+1))
	}
	slices.Sort(games)
	return games
}()

const modelKinds = 4

// A modelVariation is a made-up game that the file has the rules of.
type modelVariation struct {
	since, idle int64
	hidden      bool
	by          int // the account; -1: nobody
	estimate    hint.Estimate
}

// A modelKept is a made-up game that an account keeps.
type modelKept struct {
	name  string
	since int64
}

// brings records that a game is mentioned.
func (m *model) brings(game string, now int64) {
	if rulesOfKind[game] == "" {
		return
	}
	v, ok := m.variations[game]
	if !ok {
		v = modelVariation{since: now, by: -1}
	}
	v.idle = 0
	m.variations[game] = v
}

// tooMany reports whether an account has as many open rounds of made-up games as it may,
// and would begin another.
func (m *model) tooMany(a *modelAccount, game string) bool {
	n := 0
	if a != nil && rulesOfKind[game] != "" {
		for slot := range a.live {
			if id, _ := arcade.CutSlot(slot); rulesOfKind[id] != "" {
				n++
			}
		}
	}
	return n >= arcade.VariationsMax
}

// kind returns one of the model's kinds.
func (m *model) kind() int { return 1 + m.rng.IntN(modelKinds) }

func (m *model) keepVariation() {
	s, n := m.session(), m.kind()
	name := []string{"Alpha", "alpha!", "Beta", "B3ta", "Gamma 1"}[m.rng.IntN(5)]
	id, taken := kindID(n), false
	a, gone := m.at(s)
	if a != nil {
		for other, kept := range a.kept {
			taken = taken || other != id && sameName(kept.name, name)
		}
	}
	var want error
	switch {
	case gone:
		want = ErrRevoked
	case taken:
		want = ErrNameTaken
	}
	if !m.wants("KeepVariation", s.p.KeepVariation(kind(n, name), m.time()), want) {
		return
	}
	a = m.playing(s, m.now)
	m.brings(id, m.now)
	kept, ok := a.kept[id]
	if kept.name = name; !ok {
		kept.since = m.now
	}
	a.kept[id] = kept
	v := m.variations[id]
	if v.by < 0 {
		v.by = m.index(a)
	}
	m.variations[id] = v
}

func (m *model) dropVariation() {
	s, id := m.session(), kindID(m.kind())
	a, gone := m.at(s)
	var want error
	if gone {
		want = ErrRevoked
	}
	if m.wants("DropVariation", s.p.DropVariation(id), want) && a != nil {
		s.hadAccount = true
		m.drops(a, id)
	}
}

// drops records that an account no longer keeps a game.
func (m *model) drops(a *modelAccount, id string) {
	if _, ok := a.kept[id]; !ok {
		return
	}
	delete(a.kept, id)
	if v := m.variations[id]; v.by == m.index(a) {
		v.by = -1
		m.variations[id] = v
	}
}

// joinKept gives what b keeps to a.
func (m *model) joinKept(a, b *modelAccount) {
	var mine []keptGame
	for id, kept := range a.kept {
		mine = append(mine, keptGame{id, kept.name})
	}
	ids := slices.SortedFunc(maps.Keys(b.kept), func(x, y string) int {
		return cmp.Or(strings.Compare(strings.ToLower(b.kept[x].name), strings.ToLower(b.kept[y].name)), strings.Compare(x, y))
	})
	for _, id := range ids {
		theirs, v := b.kept[id], m.variations[id]
		own, both := a.kept[id]
		if both {
			own.since = min(own.since, theirs.since)
		} else {
			own = modelKept{freeName(theirs.name, mine), theirs.since}
			mine = append(mine, keptGame{id, own.name})
		}
		a.kept[id] = own
		if v.by == m.index(b) {
			v.by = m.index(a)
		}
		m.variations[id] = v
	}
}

func (m *model) setEstimate() {
	s, id := m.session(), kindID(m.kind())
	e := hint.Estimate{Edition: hint.Edition, Deals: 1 + m.rng.IntN(3), Points: int(m.now % 1000)}
	v, ok := m.variations[id]
	var want error
	if !ok {
		want = ErrNotFound
	}
	if m.wants("SetEstimate", s.p.SetEstimate(id, e), want) && e.Deals >= v.estimate.Deals {
		v.estimate = e
		m.variations[id] = v
	}
}

func (m *model) hideVariation() {
	id, hidden := kindID(m.kind()), m.rng.IntN(2) == 0
	v, ok := m.variations[id]
	var want error
	if !ok {
		want = ErrNotFound
	}
	if m.wants("HideVariation", m.db.HideVariation(id, hidden), want) {
		v.hidden = hidden
		m.variations[id] = v
	}
}

// seenVariation returns a kind as an account sees it.
func (m *model) seenVariation(n int, me *modelAccount) arcade.Variation {
	id := kindID(n)
	row, ok := m.variations[id]
	if !ok {
		return arcade.Variation{Game: kind(n, "asked for")}
	}
	v := arcade.Variation{Estimate: row.estimate}
	for _, a := range m.accounts {
		finished := 0
		for _, r := range a.rounds {
			if r.Record.Game != id {
				continue
			}
			finished = 1
			if r.Class != arcade.Imported {
				v.Rounds++
			}
		}
		v.Players += finished
		if _, keeps := a.kept[id]; keeps {
			v.Keepers++
		}
	}
	if v.Players+v.Keepers > 0 {
		v.Since = time.UnixMilli(row.since)
	}
	if by := m.accounts[row.by]; by != nil && !m.offBoards(by) {
		v.By = by.nick
	}
	name := design(n).Title()
	if me != nil {
		if kept, keeps := me.kept[id]; keeps {
			v.Own, name = true, kept.name
		}
	}
	v.Game = kind(n, name)
	return v
}

func (m *model) variation() {
	s, n := m.session(), m.kind()
	got, err := s.p.Variation(kind(n, "asked for"))
	a, ok := m.reads(s, "Variation", err)
	if !ok {
		return
	}
	if want := m.seenVariation(n, a); got != want {
		m.t.Errorf("Variation = %+v, want %+v", got, want)
	}
	row, ok := m.variations[kindID(n)]
	if g, found := s.p.Find(kindID(n)); found != ok || ok && g != engine.Game(m.seenVariation(n, a).Game) {
		m.t.Errorf("Find = %+v, %v, want %+v", g, found, row)
	}
}

func (m *model) ownVariations() {
	s := m.session()
	games, err := s.p.Begun()
	a, ok := m.reads(s, "Begun", err)
	if !ok {
		return
	}
	var begun []engine.MadeUp
	var own engine.Catalog
	for _, id := range modelGames {
		if a == nil || rulesOfKind[id] == "" {
			continue
		}
		n := 1
		for kindID(n) != id {
			n++
		}
		if _, open := a.live[id]; open {
			begun = append(begun, m.seenVariation(n, a).Game)
		}
		if kept, keeps := a.kept[id]; keeps {
			own = append(own, kind(n, kept.name))
		}
	}
	slices.SortStableFunc(own, func(a, b engine.Game) int {
		return strings.Compare(strings.ToLower(a.Info().Name), strings.ToLower(b.Info().Name))
	})
	if got := s.p.Own(); !reflect.DeepEqual(games, begun) || !reflect.DeepEqual(got, own) {
		m.t.Errorf("Begun = %+v, want %+v; Own = %+v, want %+v", games, begun, got, own)
	}
}

func (m *model) listVariations() {
	s, n := m.session(), m.rng.IntN(modelKinds+1)
	order := arcade.VariationOrders()[m.rng.IntN(4)]
	got, err := s.p.Variations(order, n)
	a, ok := m.reads(s, "Variations", err)
	if !ok {
		return
	}
	var want, hidden []arcade.Variation
	for k := range modelKinds {
		v := m.seenVariation(k+1, a)
		switch {
		case v.Since.IsZero():
		case m.variations[kindID(k+1)].hidden:
			hidden = append(hidden, m.seenVariation(k+1, nil))
		default:
			want = append(want, v)
		}
	}
	id := func(a, b arcade.Variation) int { return strings.Compare(a.Game.Info().ID, b.Game.Info().ID) }
	slices.SortFunc(hidden, func(a, b arcade.Variation) int { return cmp.Or(b.Since.Compare(a.Since), id(a, b)) })
	slices.SortFunc(want, func(a, b arcade.Variation) int {
		var by int
		switch order {
		case arcade.ByPlayers:
			by = cmp.Or(b.Players-a.Players, b.Rounds-a.Rounds)
		case arcade.ByRounds:
			by = cmp.Or(b.Rounds-a.Rounds, b.Players-a.Players)
		case arcade.ByAge:
			by = b.Since.Compare(a.Since)
		case arcade.ByKeepers:
			by = cmp.Or(b.Keepers-a.Keepers, b.Players-a.Players)
		}
		return cmp.Or(by, id(a, b))
	})
	if want = want[:min(n, len(want))]; !slices.Equal(got, want) {
		m.t.Errorf("Variations(%s, %d) = %+v, want %+v", order, n, got, want)
	}
	list, err := m.db.Variations(true, "", modelKinds)
	must(m.t, err)
	if !slices.EqualFunc(list, hidden, func(a VariationInfo, b arcade.Variation) bool { return a.Hidden && a.Variation == b }) {
		m.t.Errorf("hidden are %+v, want %+v", list, hidden)
	}
}

// sweepVariations records what a sweep does to made-up games.
func (m *model) sweepVariations() {
	mentioned := map[string]bool{}
	for _, a := range m.accounts {
		for slot := range a.live {
			id, _ := arcade.CutSlot(slot)
			mentioned[id] = true
		}
	}
	for _, r := range m.races {
		mentioned[r.game] = true
	}
	for n := range modelKinds {
		id := kindID(n + 1)
		v, ok := m.variations[id]
		if !ok || v.hidden || !m.seenVariation(n+1, nil).Since.IsZero() {
			continue
		}
		switch {
		case v.idle == 0:
			v.idle = m.now
			m.variations[id] = v
		case v.idle <= m.now-variationFor.Milliseconds() && !mentioned[id]:
			delete(m.variations, id)
		}
	}
}
