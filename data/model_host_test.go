package data

import (
	"crypto/sha256"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"boardwalk/engine/arcade"
)

// banOn returns what a ban is stored under.
func (m *model) banOn(who string) (string, bool) {
	if net, err := netip.ParsePrefix(who); err == nil {
		return string(banNetwork(net)), true
	}
	if key, ok := m.keys[who]; ok && strings.HasPrefix(who, "SHA256:") { // a guest's key does not last
		id := m.accounts[key.account].id
		return string(banPlayer(id[:])), true
	}
	if a := m.byNick(who); a != nil {
		return string(banPlayer(a.id[:])), true
	}
	return string(keyBan(who)), strings.HasPrefix(who, "SHA256:")
}

func keyBan(fingerprint string) []byte {
	hash := sha256.Sum256([]byte(fingerprint))
	return banKey(hash[:])
}

func (m *model) who() string {
	return []string{m.nick(), m.nick(), m.session().fp, "192.0.2.0/24"}[m.rng.IntN(4)]
}

func (m *model) ban() {
	b := Ban{Who: m.who(), Since: m.time(), KeepBoards: m.rng.IntN(3) == 0}
	if m.rng.IntN(2) == 0 {
		b.Until = m.time().Add(time.Duration(m.rng.Int64N(int64(48 * time.Hour)))).Truncate(time.Millisecond)
	}
	key, ok := m.banOn(b.Who)
	if !ok {
		m.wants("Ban", m.db.Ban(b), ErrNotFound)
		return
	}
	if m.wants("Ban", m.db.Ban(b), nil) {
		m.bans[key] = b
	}
}

func (m *model) unban() {
	who := m.who()
	err := m.db.Unban(who)
	key, ok := m.banOn(who)
	if _, banned := m.bans[key]; ok && banned {
		delete(m.bans, key)
		m.wants("Unban", err, nil)
		return
	}
	lifted := false
	for key, b := range m.bans {
		if strings.EqualFold(b.Who, who) {
			delete(m.bans, key)
			lifted = true
		}
	}
	if lifted {
		m.wants("Unban", err, nil)
	} else {
		m.wants("Unban", err, ErrNotFound)
	}
}

// passBans bans keys that leave an account for as long as the account is banned.
func (m *model) passBans(a *modelAccount, keys []string) {
	for _, id := range append(a.joined, a.id) {
		b, ok := m.bans[string(banPlayer(id[:]))]
		for _, fingerprint := range keys {
			if old, has := m.bans[string(keyBan(fingerprint))]; ok && !(has && (old.Until.IsZero() || !b.Until.IsZero() && !old.Until.Before(b.Until))) {
				m.bans[string(keyBan(fingerprint))] = b
			}
		}
	}
}

func (m *model) banned() {
	s := m.session()
	from := netip.MustParseAddr([]string{"192.0.2.9", "198.51.100.1"}[m.rng.IntN(2)])
	got, banned, err := m.db.Banned(credential(s.fp), from, m.time())
	keys := []string{string(banNetwork(netip.MustParsePrefix("192.0.2.0/24"))), string(keyBan(s.fp))}
	if from.String() != "192.0.2.9" {
		keys = keys[1:]
	}
	if a, _ := m.at(s); a != nil {
		for _, id := range append(slices.Clone(a.joined), a.id) {
			keys = append(keys, string(banPlayer(id[:])))
		}
	}
	want := false
	for _, key := range keys {
		b, ok := m.bans[key]
		want = want || ok && (b.Until.IsZero() || b.Until.After(m.time()))
	}
	if err != nil || banned != want {
		m.t.Errorf("Banned(%s, %s) = %+v, %v, %v, want %v", s.fp, from, got, banned, err, want)
	}
}

func (m *model) sweep() {
	claims, want := map[*modelAccount]bool{}, 0
	for text, code := range m.codes {
		switch {
		case code.until < m.now:
			delete(m.codes, text)
		case code.key != "":
			claims[m.accounts[m.keys[code.key].account]] = true
		}
	}
	for i := range m.next {
		a := m.accounts[i]
		if a == nil || !a.guest || claims[a] {
			continue
		}
		last := a.since
		if n := len(a.rounds); n > 0 {
			last = max(last, a.rounds[n-1].Ended)
		}
		for _, live := range a.live {
			last = max(last, live.saved.Started+live.saved.Millis)
		}
		if last < m.now-24*3600*1000 {
			m.erase(a)
			want++
		}
	}
	for key, b := range m.bans {
		if !b.Until.IsZero() && !b.Until.After(m.time()) {
			delete(m.bans, key)
		}
	}
	for code, r := range m.races {
		if r.started == 0 && r.opened < m.now-3600*1000 {
			delete(m.races, code)
		}
	}
	for mark, until := range m.begunMarks {
		if until <= m.now {
			delete(m.begunMarks, mark)
		}
	}
	if got, err := m.db.Sweep(m.time()); err != nil || got != want {
		m.t.Errorf("Sweep = %d, %v, want %d", got, err, want)
	}
}

func (m *model) list() {
	var got, want []string
	for after := ""; ; {
		page, err := m.db.Players(after, 1+m.rng.IntN(4))
		must(m.t, err)
		if len(page) == 0 {
			break
		}
		for _, p := range page {
			got = append(got, fmt.Sprint(p.Nick, p.Keys, p.Credentials, p.Rounds, p.Guest, p.ID))
			if after = p.Nick; after == "" {
				after = p.ID
			}
		}
	}
	for _, a := range m.accounts {
		held := m.fingerprints(a)
		slices.Sort(held)
		want = append(want, fmt.Sprint(a.nick, len(held), held, len(a.rounds), a.guest, idMark+a.id.String()))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		m.t.Errorf("Players are %q, want %q", got, want)
	}
	totals := Totals{Bans: len(m.bans)}
	for _, a := range m.accounts {
		totals.Rounds, totals.Open = totals.Rounds+len(a.rounds), totals.Open+len(a.live)
		if a.guest {
			totals.Guests++
		} else {
			totals.Players++
		}
	}
	now, err := m.db.Totals()
	if now.Size, now.FreePages = 0, 0; err != nil || now != totals {
		m.t.Errorf("Totals = %+v, %v, want %+v", now, err, totals)
	}
}

// compare reads all of everybody.
func (m *model) compare() {
	m.t.Helper()
	for fingerprint, key := range m.keys {
		p, a := session(m.t, m.db, fingerprint), m.accounts[key.account]
		for slot := range a.live {
			open, rev, err := p.Saved(slot)
			must(m.t, err)
			m.wantSaved(a, slot, open, rev)
		}
		m.wantRaces(p, a)
		for _, game := range []string{hop, scotsi} {
			for _, class := range arcade.Classes() {
				best, ok, err := p.Best(game, class)
				if want, has := a.best(Board{game, class, AllTime}); err != nil || ok != has || best.ID != want.ID {
					m.t.Errorf("Best = %+v, %v, %v, want %+v", best, ok, err, want)
				}
			}
		}
		stats, err := p.Stats()
		must(m.t, err)
		var want []Stat
		for _, game := range []string{hop, scotsi} {
			for _, class := range slices.Sorted(slices.Values(arcade.Classes())) {
				if sum := a.sum(game, class); sum.Played > 0 {
					want = append(want, Stat{game, class, sum})
				}
			}
		}
		if !slices.Equal(stats, want) {
			m.t.Errorf("Stats = %+v, want %+v", stats, want)
		}
	}
	m.list()
	m.openRaces()
}
