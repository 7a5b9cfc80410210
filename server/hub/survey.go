package hub

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"boardwalk/engine/arcade"
)

// surveyAge is the maximum age of a list of tables and people. However many sessions look at
// the list, the store is asked for all their players only once in that time.
const surveyAge = time.Second

// A survey lists the tables in play and the people at one moment, on all nodes. It is immutable, and
// all sessions that look share the newest.
type survey struct {
	at     time.Time
	tables []surveyed
	people []surveyedPerson    // who do not hide, by idle time
	here   []presence          // of these, what other nodes are told
	nicks  map[*Session]string // of the sessions here whose accounts can be read

	named map[arcade.PlayerID]arcade.Person // those of them who have a name by which others follow them
}

type surveyed struct {
	arcade.LiveTable
	Credential arcade.Credential
	ID         arcade.PlayerID `json:",omitzero"` // "" if there is no account yet
	Open       bool            // everyone may watch it
	Event      arcade.Event    `json:",omitzero"` // set if its deal is still secret, else ""
}

// key returns the key of the person who plays at the table.
func (t surveyed) key() string { return cmp.Or(string(t.ID), t.Credential.String()) }

// A surveyedPerson is somebody who is here, and by what players are told apart.
type surveyedPerson struct {
	arcade.Person
	ID      arcade.PlayerID `json:",omitzero"` // "" if there is no account yet
	Key     string
	Watches int `json:",omitzero"` // the number of the table that is watched
}

// A presence is a session: who is there and the table, each nil if there is none.
type presence struct {
	Number int             `json:"n"`
	Person *surveyedPerson `json:"person,omitempty"`
	Table  *surveyed       `json:"table,omitempty"`
}

// survey returns a survey that is at most surveyAge old.
func (h *Hub) survey() *survey {
	now, latest := h.config.Now(), h.latest.Load()
	if latest != nil && now.Sub(latest.at) < surveyAge && !now.Before(latest.at) {
		return latest
	}
	fresh, _, _ := h.surveying.Do("", func() (any, error) { return h.newSurvey(latest), nil })
	return fresh.(*survey)
}

// newSurvey makes a new survey, which replaces latest.
func (h *Hub) newSurvey(latest *survey) *survey {
	fresh, people := &survey{nicks: make(map[*Session]string), named: make(map[arcade.PlayerID]arcade.Person)}, crowd{}
	add := func(s presence, ago time.Duration) {
		if s.Person != nil {
			p := *s.Person
			p.Idle += ago
			people.add(p)
		}
		if s.Table != nil {
			t := *s.Table
			t.Idle += ago
			fresh.tables = append(fresh.tables, t)
		}
	}
	for _, s := range h.tables() {
		account, known := s.account()
		if known {
			fresh.nicks[s] = account.Nick
		}
		found := h.look(s, account, known)
		add(found, 0)
		if h.config.Alone { // the other nodes are told of nobody
			found.Person = nil
		}
		if found.Table != nil && !found.Table.Open {
			found.Table = nil
		}
		if found.Person != nil || found.Table != nil {
			fresh.here = append(fresh.here, found)
		}
	}
	for _, node := range h.nodes.alive() {
		ago := max(0, h.config.Now().Sub(node.heard))
		for _, s := range node.Sessions {
			add(s, ago)
		}
	}
	people.nameWatched(fresh.tables)
	fresh.tables = once(fresh.tables)
	fresh.people = slices.SortedFunc(maps.Values(people), func(a, b surveyedPerson) int { // the least idle first
		return cmp.Or(cmp.Compare(a.Idle.Truncate(time.Minute), b.Idle.Truncate(time.Minute)), strings.Compare(a.Nick, b.Nick), strings.Compare(a.Key, b.Key))
	})
	fresh.at = h.config.Now()
	h.nameIn(fresh, people)
	h.latest.CompareAndSwap(latest, fresh) // unless someone made a table private meanwhile
	return fresh
}

// away is how long somebody may be away, such as with a dropped line, and has not come again.
const away = 10 * time.Minute

// A stay is when somebody came, and was seen last.
type stay struct{ came, seen time.Time }

// nameIn sets those of the people in a survey whom others can follow, and when they came.
func (h *Hub) nameIn(fresh *survey, people crowd) {
	maps.DeleteFunc(h.stays, func(_ arcade.PlayerID, s stay) bool { return fresh.at.Sub(s.seen) > away })
	for _, p := range people {
		if p.ID != "" && p.Nick != "" {
			s := stay{cmp.Or(h.stays[p.ID].came, fresh.at), fresh.at}
			p.Idle, p.Came = 0, s.came // news is what they do
			h.stays[p.ID], fresh.named[p.ID] = s, p.Person
		}
	}
}

// once returns the tables without those that a player has left behind: of several at which one
// player plays a game, the one with the latest key.
func once(tables []surveyed) []surveyed {
	type seat struct {
		player, slot, rules string
		behind              bool
	}
	of := func(t surveyed) seat {
		return seat{t.key(), arcade.Slot(t.Game, t.Event), t.Rules, t.Behind()}
	}
	latest := make(map[seat]surveyed)
	for _, t := range tables {
		if before, known := latest[of(t)]; !known || t.Idle <= before.Idle {
			latest[of(t)] = t
		}
	}
	return slices.DeleteFunc(tables, func(t surveyed) bool { return t.Number != latest[of(t)].Number })
}

// outdateSurvey drops the newest survey, which says what is no longer so.
func (h *Hub) outdateSurvey() { h.latest.Store(new(survey)) } // zero time, so out of date

// look returns who is in a session, unless the player hides or the account is not known, and the table.
func (h *Hub) look(s *Session, account arcade.Account, known bool) presence {
	found := presence{Number: s.number}
	scene, _ := s.broadcast.newest()
	if known && !account.Hidden && s.IsInteractive() {
		p := h.personIn(s, account, scene)
		found.Person = &p
	}
	if scene = cmp.Or(scene, s.blank); scene == nil {
		return found
	}
	event := scene.Event
	if !h.config.Sealed(event) {
		event = ""
	}
	found.Table = &surveyed{
		LiveTable: arcade.LiveTable{
			Number: s.number, Player: account.Called(), Game: scene.Game, Rules: scene.Rules, Moves: scene.Moves, Score: scene.Score,
			Idle: s.Idle(h.config.Now()), Watchers: h.watchers(s), Machine: s.State().Kind == Machine, From: s.from,
		},
		Credential: s.State().ID.Credential, ID: account.ID, Open: known && isOpen(account), Event: event,
	}
	return found
}

// personIn returns who is in a session and what they do there, which is nobody's business if
// they are private or play a duel: their opponent must not find out who they are. scene is what their table shows, or nil.
func (h *Hub) personIn(s *Session, account arcade.Account, scene *arcade.Scene) surveyedPerson {
	p := surveyedPerson{
		ID: account.ID, Key: cmp.Or(string(account.ID), s.State().ID.Credential.String()),
		Person: arcade.Person{Nick: account.Nick, Doing: arcade.Here, Idle: s.Idle(h.config.Now())},
	}
	if account.Private {
		return p
	}
	tables := s.tables.list()
	game, event := arcade.CutSlot(s.State().Slot)
	if scene != nil {
		game, event, p.Rules = scene.Game, scene.Event, scene.Rules
		if !h.config.Sealed(event) {
			p.Table = s.number
		}
	}
	if event.Duel() {
		return p
	}
	_, race := event.Race()
	_, daily := event.Day()
	_, dared := event.Challenge()
	_, _, sprint := event.Sprint()
	switch p.Game = game; {
	case race:
		p.Doing = arcade.Racing
	case game != "":
		sealed := h.config.Sealed(event)
		p.Doing, p.Daily, p.InSprint, p.InChallenge = arcade.Playing, daily && sealed, sprint && sealed, dared
	case len(tables) > 0: // also from the room of a race
		p.Doing, p.Watches = arcade.Watching, slices.Min(tables)
	case slices.ContainsFunc(s.races.list(), func(code string) bool { return h.config.Sealed(arcade.RaceEvent(code)) }):
		// Until its race is over its deal is secret; those who stay at the results only look at them.
		p.Doing = arcade.Racing
	}
	return p
}

// A crowd holds people by their keys, each once.
type crowd map[string]surveyedPerson

// add adds somebody who is in a session. Of several sessions of a player, the one that was active last,
// to the minute, says what the player does: of equal ones, a table before anything else.
func (c crowd) add(p surveyedPerson) {
	q, known := c[p.Key]
	if !known {
		c[p.Key] = p
		return
	}
	busy := p
	if cmp.Or(
		cmp.Compare(p.Idle.Truncate(time.Minute), q.Idle.Truncate(time.Minute)),
		arcade.TrueFirst(p.Game != "", q.Game != ""), arcade.TrueFirst(p.Doing != arcade.Here, q.Doing != arcade.Here), cmp.Compare(p.Idle, q.Idle),
	) > 0 {
		busy = q
	}
	busy.Idle = min(p.Idle, q.Idle)
	c[p.Key] = busy
}

// nameWatched sets whom those watch who watch a table that everyone may see.
func (c crowd) nameWatched(tables []surveyed) {
	players := make(map[int]string)
	for _, t := range tables {
		if t.Open && t.Player != arcade.Nameless {
			players[t.Number] = t.Player
		}
	}
	for key, p := range c {
		p.Watched = players[p.Watches]
		c[key] = p
	}
}
