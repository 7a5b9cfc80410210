package hub

import (
	"context"
	"errors"
	"slices"
	"time"

	"boardwalk/engine/arcade"
)

// surveyAge is the maximum age of a list of tables. However many sessions look at the
// list, the store is asked for all their players only once in that time.
const surveyAge = time.Second

// errNotShown is shown to a player who wants to watch a table that cannot be watched.
var errNotShown = errors.New("this table cannot be watched now")

// A survey lists the tables in play at one moment. It is immutable.
type survey struct {
	at     time.Time
	tables []surveyed
	open   []arcade.LiveTable // tables that everyone may watch
}

type surveyed struct {
	arcade.LiveTable
	credential arcade.Credential
	open       bool
	event      arcade.Event // set if its deal is still secret, else ""
}

// survey returns the list of tables, at most surveyAge old.
func (h *Hub) survey() *survey {
	now, latest := h.config.Now(), h.latest.Load()
	if latest != nil && now.Sub(latest.at) < surveyAge && !now.Before(latest.at) {
		return latest
	}
	fresh, _, _ := h.surveys.Do("", func() (any, error) { return h.newSurvey(latest), nil })
	return fresh.(*survey)
}

// newSurvey makes a new survey, which replaces latest.
func (h *Hub) newSurvey(latest *survey) *survey {
	fresh := new(survey)
	for _, s := range h.Sessions() {
		scene := s.broadcast.current()
		if scene == nil {
			continue
		}
		name, open := s.watchable()
		event := scene.Event
		if !h.config.Sealed(event) {
			event = ""
		}
		table := arcade.LiveTable{
			Number: s.number, Player: name, Game: scene.Game, Rules: scene.Rules, Moves: scene.Moves, Score: scene.Score,
			Idle: s.Idle(h.config.Now()), Watchers: s.broadcast.watchers(),
		}
		if fresh.tables = append(fresh.tables, surveyed{table, s.State().ID.Credential, open, event}); open && event == "" {
			fresh.open = append(fresh.open, table)
		}
	}
	fresh.at = h.config.Now()
	h.latest.CompareAndSwap(latest, fresh) // unless someone made a table private meanwhile
	return fresh
}

// watchable returns the current name of the session's player, and whether everyone may
// watch: the player neither hides nor plays in private. If that cannot be found out, open
// is false.
func (s *Session) watchable() (name string, open bool) {
	player := s.State().Player
	if player == nil {
		return arcade.Nameless, false
	}
	account, err := player.Account()
	return account.Called(), err == nil && !account.Hidden && !account.Private
}

// RecheckWatches ends the watches that are no longer allowed. It is called when a player
// may have become private.
func (h *Hub) RecheckWatches() {
	h.latest.Store(new(survey)) // zero time, so out of date
	for _, s := range h.Sessions() {
		for _, sub := range s.broadcast.subscribers() {
			if scene := s.broadcast.current(); scene != nil && !sub.spectator.mayWatch(s, scene) {
				sub.unsubscribe()
			}
		}
	}
}

// A Spectator is one session's view of the others. It implements [arcade.Spectators] once
// the session's player is known.
type Spectator struct {
	hub     *Hub
	session *Session
}

// Spectator returns a session's view of the others.
func (h *Hub) Spectator(s *Session) Spectator { return Spectator{h, s} }

// Show implements arcade.Spectators.
func (s Spectator) Show(scene *arcade.Scene) { s.session.broadcast.publish(scene) }

// Watchers implements arcade.Spectators.
func (s Spectator) Watchers() int { return s.session.broadcast.watchers() }

// Tables implements arcade.Spectators.
func (s Spectator) Tables() []arcade.LiveTable {
	own, all := s.credentials(), s.hub.survey()
	if !slices.ContainsFunc(all.tables, func(t surveyed) bool { return t.event != "" || slices.Contains(own, t.credential) }) {
		return all.open // one list, shared by all who look
	}
	var tables []arcade.LiveTable
	seen := make(map[string]bool) // by slot
	for _, t := range all.tables {
		t.Own = slices.Contains(own, t.credential)
		slot := arcade.Slot(t.Game, t.event)
		if _, known := seen[slot]; !known {
			seen[slot] = s.session.State().Player.MaySee(arcade.Deal{Game: t.Game}, t.event)
		}
		if t.Number != s.session.number && (t.open && seen[slot] || t.Own) {
			tables = append(tables, t.LiveTable)
		}
	}
	return tables
}

// credentials returns the credentials of the session's player: all keys of one account
// belong to the same player.
func (s Spectator) credentials() []arcade.Credential {
	st := s.session.State()
	credentials := []arcade.Credential{st.ID.Credential}
	if keys, err := st.Player.Keys(); err == nil {
		for _, key := range keys {
			credentials = append(credentials, key.Credential)
		}
	}
	return credentials
}

// mayWatch reports whether the session may watch a scene of another session: everyone
// may, or it is a session of the same player.
func (s Spectator) mayWatch(other *Session, scene *arcade.Scene) bool {
	_, open := other.watchable()
	return open && s.session.State().Player.MaySee(scene.Deal(), scene.Event) ||
		slices.Contains(s.credentials(), other.State().ID.Credential)
}

// Watch implements arcade.Spectators.
func (s Spectator) Watch(ctx context.Context, number int) (arcade.Watch[*arcade.Scene], error) {
	other := s.hub.Find(number)
	if other == nil || other == s.session {
		return nil, errNotShown
	}
	sub, scene := other.broadcast.subscribe(s)
	if sub == nil {
		return nil, errNotShown
	}
	context.AfterFunc(ctx, sub.unsubscribe)
	// Checked after subscribe, so that if the player makes the table private at this moment,
	// either this check sees it or RecheckWatches ends the watch.
	if !s.mayWatch(other, scene) {
		sub.unsubscribe()
		return nil, errNotShown
	}
	return sub, nil
}
