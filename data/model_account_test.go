package data

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"

	"boardwalk/engine/arcade"
)

func (m *model) account() {
	s := m.session()
	got, err := s.p.Account()
	if a, ok := m.reads(s, "Account", err); ok {
		want := arcade.Account{Guest: s.p.credential.IsGuest()}
		if a != nil {
			want = arcade.Account{Known: true, Guest: a.guest, Nick: a.nick, Hidden: a.hidden || a.concealed, Private: a.private}
			if a.since > 0 {
				want.Since = time.UnixMilli(a.since)
			}
		}
		if got != want {
			m.t.Errorf("Account = %+v, want %+v", got, want)
		}
	}
}

// changes compares the error of a change to an account; want is the error expected for a
// session with an account.
func (m *model) changes(s *modelSession, what string, err, want error) (a *modelAccount, ok bool) {
	m.t.Helper()
	a, gone := m.at(s)
	switch {
	case gone:
		want = ErrRevoked
	case a == nil:
		want = ErrNoAccount
	}
	ok = m.wants(what, err, want)
	if ok {
		m.wrote(s, a)
	}
	return a, ok
}

// byNick returns the account with a nick.
func (m *model) byNick(nick string) *modelAccount {
	for _, a := range m.accounts {
		if a.nick != "" && strings.EqualFold(a.nick, nick) {
			return a
		}
	}
	return nil
}

func (m *model) nick() string {
	return []string{"nick", "Nick", "anna", "BOB", "bob", "zoe", "Zoe9"}[m.rng.IntN(7)]
}

func (m *model) setNick() {
	s, nick := m.session(), m.nick()
	if m.rng.IntN(10) == 0 {
		err := s.p.SetNick("root")
		if _, gone := m.at(s); !gone {
			m.reads(s, "SetNick", nil) // it reads the old nick
		}
		m.wants("SetNick", err, ErrName)
		return
	}
	var want error
	a, _ := m.at(s)
	switch other := m.byNick(nick); {
	case a != nil && a.guest:
		want = ErrGuest
	case other != nil && other != a:
		want = ErrTaken
	}
	if a, ok := m.changes(s, "SetNick", s.p.SetNick(nick), want); ok {
		a.nick = nick
	}
}

func (m *model) setPrivacy() {
	s, hidden, private := m.session(), m.rng.IntN(2) == 0, m.rng.IntN(2) == 0
	if a, ok := m.changes(s, "SetPrivacy", s.p.SetPrivacy(hidden, private), nil); ok {
		a.hidden, a.private = hidden && (a.hidden || !a.concealed), private
	}
}

func (m *model) holds() {
	s, nick := m.session(), m.nick()
	exists, holds, err := m.db.Holds(nick, credential(s.fp))
	a, _ := m.at(s)
	other := m.byNick(nick)
	if err != nil || exists != (other != nil) || holds != (other != nil && other == a) {
		m.t.Errorf("Holds(%s, %s) = %v, %v, %v", nick, s.fp, exists, holds, err)
	}
	if known, err := m.db.Known(credential(s.fp)); err != nil || known != (a != nil) {
		m.t.Errorf("Known(%s) = %v, %v", s.fp, known, err)
	}
}

// fingerprints returns the fingerprints of an account's keys, in the order that Keys
// returns.
func (m *model) fingerprints(a *modelAccount) (held []string) {
	for fingerprint, key := range m.keys {
		if m.accounts[key.account] == a && !credential(fingerprint).IsGuest() {
			held = append(held, fingerprint)
		}
	}
	slices.SortFunc(held, func(a, b string) int {
		x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
		return cmp.Or(cmp.Compare(m.keys[a].added, m.keys[b].added), bytes.Compare(x[:], y[:]))
	})
	return held
}

func (m *model) keysOf() {
	s := m.session()
	got, err := s.p.Keys()
	a, ok := m.reads(s, "Keys", err)
	if !ok {
		return
	}
	var want []arcade.Key
	if a == nil {
		want = []arcade.Key{{Fingerprint: s.fp, This: true}}
	} else {
		for _, fingerprint := range m.fingerprints(a) {
			key := m.keys[fingerprint]
			k := arcade.Key{Fingerprint: fingerprint, Name: key.name, This: fingerprint == s.fp}
			if key.added > 0 {
				k.Added = time.UnixMilli(key.added)
			}
			want = append(want, k)
		}
	}
	if !slices.Equal(got, want) {
		m.t.Errorf("Keys = %+v, want %+v", got, want)
	}
}

// owns returns ErrNotFound unless a key belongs to the session's account.
func (m *model) owns(s *modelSession, fingerprint string) error {
	key, ok := m.keys[fingerprint]
	if a, _ := m.at(s); !ok || m.accounts[key.account] != a {
		return ErrNotFound
	}
	return nil
}

func (m *model) nameKey() {
	s, fingerprint, name := m.session(), m.session().fp, fmt.Sprint("key ", m.now)
	if _, ok := m.changes(s, "NameKey", s.p.NameKey(fingerprint, name), m.owns(s, fingerprint)); ok {
		key := m.keys[fingerprint]
		key.name = name
		m.keys[fingerprint] = key
	}
}

func (m *model) removeKey() {
	s, fingerprint := m.session(), m.session().fp
	want := m.owns(s, fingerprint)
	if a, _ := m.at(s); want == nil && a != nil && len(m.fingerprints(a)) <= 1 {
		want = ErrLastKey
	}
	a, ok := m.changes(s, "RemoveKey", s.p.RemoveKey(fingerprint, m.time()), want)
	if ok {
		m.markBegun(a, []string{fingerprint})
		m.passBans(a, []string{fingerprint})
		m.drop(fingerprint)
	}
}

// drop removes a key and its codes.
func (m *model) drop(fingerprint string) {
	delete(m.keys, fingerprint)
	for text, code := range m.codes {
		if code.key == fingerprint {
			delete(m.codes, text)
		}
	}
}

func (m *model) setSettings() {
	s := m.session()
	settings := fmt.Sprintf(`{"n":%d}`, m.now)
	err := s.p.SetSettings([]byte(settings))
	a, gone := m.at(s)
	if gone {
		m.wants("SetSettings", err, ErrRevoked)
		return
	}
	if m.wants("SetSettings", err, nil) {
		s.pending = settings
		if a != nil {
			m.wrote(s, a)
		}
	}
}

func (m *model) settings() {
	s := m.session()
	got, err := s.p.Settings()
	if a, ok := m.reads(s, "Settings", err); ok {
		want := s.pending
		if want == "" && a != nil {
			want = a.settings
		}
		if !bytes.Equal(got, []byte(want)) {
			m.t.Errorf("Settings = %s, want %s", got, want)
		}
	}
}
