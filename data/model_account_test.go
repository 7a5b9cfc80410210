package data

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"math"
	"net/netip"
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
			want = arcade.Account{Known: true, ID: got.ID, Guest: a.guest, Nick: a.nick, Hidden: a.hidden || a.concealed, Private: a.private}
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
		s.hadAccount = true
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
	return []string{"nick", "N1ck", "anna", "BOB", "b0b", "bob", "zoe", "Zoe9"}[m.rng.IntN(8)]
}

// taken reports whether an account other than a has a nick that looks like one.
func (m *model) taken(nick string, a *modelAccount) bool {
	for _, other := range m.accounts {
		if other != a && other.nick != "" && lookOf(other.nick) == lookOf(nick) {
			return true
		}
	}
	return false
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
	switch a, gone := m.at(s); {
	case gone:
		want = ErrRevoked
	case credential(s.fp).IsGuest():
		want = ErrGuest
	case m.taken(nick, a):
		want = ErrTaken
	}
	if m.wants("SetNick", s.p.SetNick(nick), want) {
		m.playing(s, m.now).nick = nick
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
		want = []arcade.Key{{Credential: s.p.credential, This: true}}
	} else {
		for _, fingerprint := range m.fingerprints(a) {
			key := m.keys[fingerprint]
			credential, _ := arcade.ParseCredential(fingerprint)
			k := arcade.Key{Credential: credential, Name: key.name, This: fingerprint == s.fp}
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
	if _, gone := m.at(s); gone {
		m.wants("SetSettings", err, ErrRevoked)
		return
	}
	if m.wants("SetSettings", err, nil) {
		m.playing(s, m.now).settings = settings
	}
}

func (m *model) settings() {
	s := m.session()
	got, err := s.p.Settings()
	if a, ok := m.reads(s, "Settings", err); ok {
		want := ""
		if a != nil {
			want = a.settings
		}
		if !bytes.Equal(got, []byte(want)) {
			m.t.Errorf("Settings = %s, want %s", got, want)
		}
	}
}

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
	case s.p.credential.IsGuest() && (stays.guest || a == nil):
		m.wants("Join", err, ErrGuest)
	case a != nil && m.racing(a, stays):
		m.wants("Join", err, ErrRacing)
	case m.wants("Join", err, nil):
		delete(m.codes, text)
		m.joined(s, a, stays)
	}
}

// resumeInterrupted has the sweep finish interrupted work.
func (m *model) resumeInterrupted() { must(m.t, resumeInterrupted(m.db, time.Time{})) }

func (m *model) joined(s *modelSession, goes, stays *modelAccount) {
	switch {
	case stays.guest:
		goes, stays = stays, m.playing(s, m.now)
	case goes == nil:
		m.keys[s.fp] = modelKey{account: m.index(stays), added: m.now}
		s.hadAccount = true
		return
	}
	s.hadAccount = true
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
	m.sync()
	for _, reader := range m.sessions {
		if b, _ := m.at(reader); a == b {
			reader.hadAccount = true
			m.learn(reader, a, a.rounds)
			return
		}
	}
	m.t.Error("nobody has the account")
}

// abandon puts an open round into an account's rounds if a move was made.
func (m *model) abandon(a *modelAccount, live modelLive) {
	s := live.saved
	if s.Event != "" || len(s.Record.Moves)+len(s.Shelved) > 0 {
		r := s.Result(at(s.Record).End(), m.now)
		if m.over(s.Slot()) {
			r.Class = arcade.Practice
		}
		r.Stopped, r.Brought = gaveUp(r), live.brought
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

// markBegun records which dailies and deals of sprints were begun, for keys that leave the account.
func (m *model) markBegun(a *modelAccount, keys []string) {
	for slot := range a.events() {
		_, e := arcade.CutSlot(slot)
		_, _, over, ok := modelTimes(e)
		if !ok || m.over(slot) {
			continue
		}
		for _, fingerprint := range keys {
			m.begunMarks[fingerprint+" "+slot] = over.UnixMilli()
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
	mine, theirs := a.events(), b.events()
	slots := maps.Clone(mine)
	maps.Copy(slots, theirs)
	for slot := range slots {
		game, e := arcade.CutSlot(slot)
		_, own := mine[slot]
		_, other := theirs[slot]
		both := own && other
		if begins, _, _, ok := modelTimes(e); ok {
			why := whyAgain
			hour, _, sprint := e.Sprint()
			if sprint {
				why = whySprint
			}
			began := func(events map[string]int64) int64 {
				at := int64(math.MaxInt64)
				for o, t := range events {
					g, e := arcade.CutSlot(o)
					if h, _, ok := e.Sprint(); o == slot || sprint && ok && g == game && h.Equal(hour) {
						at = min(at, t)
					}
				}
				return at
			}
			again := max(began(mine), began(theirs)) < math.MaxInt64
			youngB := b.since >= begins.UnixMilli()
			later := map[*modelAccount]bool{a: again && began(theirs) < began(mine), b: again && began(theirs) >= began(mine)}
			young := map[*modelAccount]bool{a: a.since >= begins.UnixMilli() && !youngB, b: youngB}
			for account := range later {
				if young[account] {
					account.rule(slot, whyYounger, none)
				}
				if later[account] {
					account.rule(slot, why, none)
				}
			}
			for account := range later {
				live, open := account.live[slot]
				if !open {
					continue
				}
				if (young[account] || later[account]) && !live.saved.Chosen {
					live.saved.Chosen, live.rev = true, live.rev+1
				}
				account.live[slot] = live
				if both {
					live.brought = live.brought || account == b
					m.abandon(a, live)
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
	young := func(a *modelAccount) bool { return a.guest || m.now-a.since < 24*3600*1000 }
	maps.Copy(a.owner, b.owner)
	maps.Copy(a.winless, b.winless)
	for _, r := range b.rounds {
		a.owner[r.ID] = cmp.Or(b.owner[r.ID], b.id)
	}
	switch {
	case young(b):
		a.winless[b.id] = m.now
	case young(a):
		a.winless[a.id] = m.now
	}
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
	a.joined, a.lastJoin = slices.Concat(a.joined, []playerID{b.id}, b.joined), m.now
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
		live.brought = true
		if _, open := a.live[slot]; !open {
			a.live[slot] = live
			m.brings(live.saved.Record.Game, m.now) // it is there already
			continue
		}
		m.abandon(a, live)
	}
	m.joinKept(a, b)
	m.passFollows(a, b)
	m.passReports(m.index(b), m.index(a))
	m.reassign(m.index(b), m.index(a))
	a.ratings = joinedRatings(a, b)
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
	s.hadAccount = false
	if a != nil {
		m.erase(a)
	}
}

// erase deletes an account with its keys, which keep its bans.
func (m *model) erase(a *modelAccount) {
	m.vacate(m.index(a))
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
	for id := range a.kept {
		m.drops(a, id)
	}
	for _, b := range m.accounts {
		delete(b.follows, m.index(a))
	}
	m.dropReports(m.index(a))
	delete(m.accounts, m.index(a))
}

func (m *model) invite() {
	text, until, err := m.db.Invite("the host", m.time())
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
		if m.wants("Redeem", err, nil) {
			s.hadAccount = true
		}
	case s.p.credential.IsGuest():
		m.wants("Redeem", err, ErrGuest)
	case !ok || code.key != "" || code.until < m.now:
		m.wants("Redeem", err, ErrCode)
	case m.wants("Redeem", err, nil):
		delete(m.codes, text)
		m.playing(s, m.now)
	}
}

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
	m.sweepReports()
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
	m.sweepVariations()
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
	totals := Totals{Reports: m.openReports()}
	for _, a := range m.accounts {
		totals.Rounds, totals.Open = totals.Rounds+len(a.rounds), totals.Open+len(a.live)
		if a.guest {
			totals.Guests++
		} else {
			totals.Players++
		}
	}
	now, err := m.db.Totals()
	if now.Size = 0; err != nil || now != totals {
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
		following, err := p.Following()
		must(m.t, err)
		m.wantFollowing(a, following, false)
		m.reports()
		for _, game := range modelGames {
			for _, class := range arcade.Classes() {
				best, ok, err := p.Best(game, class)
				want, has := a.best(boardKey{game, class, allTime})
				if err != nil || ok != has || best.ID != want.ID {
					m.t.Errorf("Best = %+v, %v, %v, want %+v", best, ok, err, want)
				}
			}
		}
		stats, err := p.Stats()
		must(m.t, err)
		var want []arcade.GameStat
		for _, game := range modelGames {
			for _, class := range slices.Sorted(slices.Values(arcade.Classes())) {
				if sum := a.sum(game, class); sum.Played > 0 {
					want = append(want, arcade.GameStat{Game: game, Class: class, Stat: sum})
				}
			}
		}
		if !slices.Equal(stats, want) {
			m.t.Errorf("Stats = %+v, want %+v", stats, want)
		}
	}
	m.list()
	m.openRaces()
	for range modelKinds {
		m.variation()
		m.ownVariations()
		m.listVariations()
	}
}

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
	switch {
	case nick == "":
	case a != nil && a.guest:
		want = ErrGuest
	case m.taken(nick, a):
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
