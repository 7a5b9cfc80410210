package data

import (
	"slices"
	"strings"
	"time"

	"boardwalk/engine/arcade"
)

func (m *model) link() {
	s := m.session()
	text, until, err := s.p.Link(m.time())
	if _, ok := m.changes(s, "Link", err, nil); ok {
		for text, code := range m.codes {
			if code.key == s.fp {
				delete(m.codes, text)
			}
		}
		m.codes[text] = modelCode{s.fp, until.UnixMilli()}
	}
}

// code returns a random code, if there is one.
func (m *model) code() string {
	texts := []string{"AAAA-BBBB"}
	for text := range m.codes {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	return texts[m.rng.IntN(len(texts))]
}

func (m *model) join() {
	s, text := m.session(), m.code()
	err := s.p.Join(text, m.time())
	m.resume = m.resumeInterrupted
	a, gone := m.at(s)
	code, ok := m.codes[text]
	var stays *modelAccount
	if ok && code.key != "" && code.until >= m.now {
		stays = m.accounts[m.keys[code.key].account]
		s.hadAccount = s.hadAccount || a != nil // it reads both before it writes
	}
	switch {
	case stays == nil:
		m.wants("Join", err, ErrCode)
	case gone:
		m.wants("Join", err, ErrRevoked)
	case a == stays:
		m.wants("Join", err, ErrSame)
	case s.p.credential.IsGuest() && stays.guest:
		m.wants("Join", err, ErrGuest)
	case s.p.credential.IsGuest() && a == nil:
		m.wants("Join", err, ErrNoAccount)
	case a != nil && m.racing(a, stays):
		m.wants("Join", err, ErrRacing)
	case m.wants("Join", err, nil):
		delete(m.codes, text)
		m.joined(s, a, stays)
	}
}

// resumeInterrupted has the sweep finish interrupted work.
func (m *model) resumeInterrupted() { must(m.t, m.db.resumeInterrupted()) }

func (m *model) joined(s *modelSession, goes, stays *modelAccount) {
	switch {
	case stays.guest:
		goes, stays = stays, m.playing(s, m.now)
	case goes == nil:
		m.keys[s.fp] = modelKey{account: m.index(stays), added: m.now}
		if stays.settings == "" {
			stays.settings = s.pending
		}
		s.pending, s.hadAccount = "", true
		return
	case s.pending != "":
		goes.settings = s.pending
	}
	s.pending, s.hadAccount = "", true
	m.merge(stays, goes)
	for fingerprint, key := range m.keys {
		switch {
		case m.accounts[key.account] != goes:
		case goes.guest:
			m.drop(fingerprint)
		default:
			key.account = m.index(stays)
			m.keys[fingerprint] = key
		}
	}
	delete(m.accounts, m.index(goes))
	m.relearn(stays)
}

// relearn is learn using a session of any of the account's keys: a joined guest has lost
// its key, and the account it was joined into is read with another.
func (m *model) relearn(a *modelAccount) {
	m.t.Helper()
	for _, reader := range m.sessions {
		if b, _ := m.at(reader); a == b {
			reader.hadAccount = true
			m.learn(reader, a, a.rounds)
			return
		}
	}
	m.t.Error("nobody has the account")
}

// abandon puts an open game into an account's rounds if a move was made.
func (m *model) abandon(a *modelAccount, s arcade.Saved) {
	if s.Event != "" || len(s.Record.Moves)+len(s.Shelved) > 0 {
		r := s.Result(at(s.Record).End(), m.now)
		if m.over(s.Slot()) {
			r.Class = arcade.Practice
		}
		a.rounds = append(a.rounds, r)
	}
}

func (m *model) index(a *modelAccount) int {
	for i, b := range m.accounts {
		if a == b {
			return i
		}
	}
	return -1
}

// racing reports whether both are in the same unfinished race.
func (m *model) racing(a, b *modelAccount) bool {
	for code, race := range m.races {
		if race.ended == 0 && m.in(a, code) && m.in(b, code) {
			return true
		}
	}
	return false
}

// markBegun records which dailies were begun, for keys that leave the account.
func (m *model) markBegun(a *modelAccount, keys []string) {
	for slot := range a.events() {
		_, e := arcade.CutSlot(slot)
		date, ok := e.Day()
		if !ok || m.over(slot) {
			continue
		}
		for _, fingerprint := range keys {
			m.begunMarks[fingerprint+" "+slot] = noon(date).Add(13 * time.Hour).UnixMilli()
		}
	}
}

// events returns when an account's first round of each event began, by slot.
func (a *modelAccount) events() map[string]int64 {
	began := map[string]int64{}
	note := func(slot string, e arcade.Event, at int64) {
		if first, ok := began[slot]; e != "" && (!ok || at < first) {
			began[slot] = at
		}
	}
	for _, r := range a.rounds {
		note(r.Slot(), r.Event, r.StartedAt())
	}
	for slot, live := range a.live {
		note(slot, live.saved.Event, live.saved.Started)
	}
	return began
}

// rule turns an account's rounds of a slot into practice, except those for which keep
// returns true.
func (a *modelAccount) rule(slot, why string, except func(arcade.Result) bool) {
	a.rounds = slices.Clone(a.rounds)
	for i, r := range a.rounds {
		if r.Slot() == slot && r.Class != arcade.Practice && !except(r) {
			a.rounds[i].Class, a.rounds[i].Ruling = arcade.Practice, why
		}
	}
}

// decideEvents decides about the events of b, which is joined into a.
func (m *model) decideEvents(a, b *modelAccount) {
	none := func(arcade.Result) bool { return false }
	mine := a.events()
	for slot, theirs := range b.events() {
		_, e := arcade.CutSlot(slot)
		own, both := mine[slot]
		if date, daily := e.Day(); daily {
			first := both && theirs < own
			young := b.since >= noon(date).Add(-12*time.Hour).UnixMilli()
			if first {
				a.rule(slot, whyAgain, none)
			} else if both && !young {
				b.rule(slot, whyAgain, none)
			}
			if young {
				b.rule(slot, whyYounger, none)
			}
			for account, practice := range map[*modelAccount]bool{a: first, b: young || both && !first} {
				live, open := account.live[slot]
				if !open || account == a && !both {
					continue
				}
				if practice && !live.saved.Chosen {
					live.saved.Chosen, live.rev = true, live.rev+1
				}
				account.live[slot] = live
				if both {
					m.abandon(a, live.saved)
					delete(account.live, slot)
				}
			}
			continue
		}
		if !both {
			continue
		}
		worst := arcade.Result{}
		rounds := slices.Concat(a.rounds, b.rounds)
		slices.SortFunc(rounds, func(a, b arcade.Result) int { return strings.Compare(a.ID, b.ID) })
		for _, r := range rounds {
			if r.Slot() == slot && (worst.ID == "" || betterOfEvent(r, worst)) {
				worst = r
			}
		}
		isWorst := func(r arcade.Result) bool { return r.ID == worst.ID }
		a.rule(slot, whyWorse, isWorst)
		b.rule(slot, whyWorse, isWorst)
	}
}

// merge adds everything of the other account.
func (m *model) merge(a, b *modelAccount) {
	m.decideEvents(a, b)
	if a.nick == "" {
		a.nick = b.nick
	}
	if a.settings == "" {
		a.settings = b.settings
	}
	a.hidden, a.private = a.hidden || b.hidden, a.private || b.private
	a.concealed, a.unranked, a.note = a.concealed || b.concealed, a.unranked || b.unranked, joinNotes(a.note, b.note)
	if a.since == 0 || b.since > 0 && b.since < a.since {
		a.since = b.since
	}
	a.joined = slices.Concat(a.joined, []playerID{b.id}, b.joined)
	for _, r := range b.rounds {
		same := func(o arcade.Result) bool { return o.Ended == r.Ended && o.Record.String() == r.Record.String() }
		duplicate := slices.IndexFunc(a.rounds, same)
		switch {
		case duplicate >= 0 && r.Class == arcade.Imported:
			continue
		case duplicate >= 0 && a.rounds[duplicate].Class == arcade.Imported:
			a.rounds = slices.Delete(slices.Clone(a.rounds), duplicate, duplicate+1)
		}
		a.rounds = append(a.rounds, r)
	}
	for slot, live := range b.live {
		if _, open := a.live[slot]; !open {
			a.live[slot] = live
			continue
		}
		m.abandon(a, live.saved)
	}
	m.reassign(m.index(b), m.index(a))
}

func (m *model) delete() {
	if m.rng.IntN(3) > 0 {
		return
	}
	s := m.session()
	err := s.p.Delete(m.time())
	m.resume = m.resumeInterrupted
	a, gone := m.at(s)
	if gone {
		m.wants("Delete", err, ErrRevoked)
		return
	}
	if !m.wants("Delete", err, nil) {
		return
	}
	s.hadAccount, s.pending = false, ""
	if a != nil {
		m.erase(a)
	}
}

// erase deletes an account with its keys, which keep its bans.
func (m *model) erase(a *modelAccount) {
	var held []string
	for fingerprint, key := range m.keys {
		if m.accounts[key.account] == a {
			held = append(held, fingerprint)
		}
	}
	m.markBegun(a, held)
	m.passBans(a, held)
	for _, fingerprint := range held {
		m.drop(fingerprint)
	}
	for _, id := range append(a.joined, a.id) {
		delete(m.bans, string(banPlayer(id[:])))
	}
	m.vacate(m.index(a))
	delete(m.accounts, m.index(a))
}

func (m *model) invite() {
	text, until, err := m.db.Invite(m.time())
	if m.wants("Invite", err, nil) {
		m.codes[text] = modelCode{"", until.UnixMilli()}
	}
}

func (m *model) redeem() {
	s, text := m.session(), m.code()
	err := s.p.Redeem(text, m.time())
	a, gone := m.at(s)
	code, ok := m.codes[text]
	switch {
	case gone:
		m.wants("Redeem", err, ErrRevoked)
	case a != nil:
		m.wants("Redeem", err, nil)
	case s.p.credential.IsGuest():
		m.wants("Redeem", err, ErrGuest)
	case !ok || code.key != "" || code.until < m.now:
		m.wants("Redeem", err, ErrCode)
	case m.wants("Redeem", err, nil):
		delete(m.codes, text)
		m.playing(s, m.now)
	}
}
