package server

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"boardwalk/engine/arcade"
)

// surveyAge is the maximum age of a list of tables. However many sessions look at the
// list, the store is asked for all their players only once in that time.
const surveyAge = time.Second

// errNotShown is shown to a player who wants to watch a table that cannot be watched.
var errNotShown = errors.New("this table cannot be watched now")

// A spectating lets the sessions of a hub watch each other.
type spectating struct {
	hub    *hub
	races  *races
	now    func() time.Time
	events func(Player) arcade.Events // the events as this player sees them
	latest atomic.Pointer[survey]
	group  singleflight.Group // sessions that come during a lookup share its result
}

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
func (sp *spectating) survey() *survey {
	now, latest := sp.now(), sp.latest.Load()
	if latest != nil && now.Sub(latest.at) < surveyAge && !now.Before(latest.at) {
		return latest
	}
	fresh, _, _ := sp.group.Do("", func() (any, error) { return sp.newSurvey(latest), nil })
	return fresh.(*survey)
}

// newSurvey makes a new survey, which replaces latest.
func (sp *spectating) newSurvey(latest *survey) *survey {
	fresh := new(survey)
	for _, s := range sp.hub.sessions() {
		scene := s.broadcast.current()
		if scene == nil {
			continue
		}
		name, open := watchable(s)
		event := scene.Event
		if !sp.events(nil).Sealed(event) {
			event = ""
		}
		table := arcade.LiveTable{
			Number: s.number, Player: name, Game: scene.Game, Moves: scene.Moves, Score: scene.Score,
			Idle: s.idle(sp.now()), Watchers: s.broadcast.watchers(),
		}
		if fresh.tables = append(fresh.tables, surveyed{table, s.state().id.credential, open, event}); open && event == "" {
			fresh.open = append(fresh.open, table)
		}
	}
	fresh.at = sp.now()
	sp.latest.CompareAndSwap(latest, fresh) // unless someone made a table private meanwhile
	return fresh
}

// watchable returns the current name of a session's player, and whether everyone may
// watch: the player neither hides nor plays in private. If that cannot be found out, open
// is false.
func watchable(s *session) (name string, open bool) {
	st := s.state()
	if st.player == nil {
		return arcade.Nameless, false
	}
	account, err := st.player.Account()
	return cmp.Or(account.Nick, arcade.Nameless), err == nil && !account.Hidden && !account.Private
}

// recheck ends the watches that are no longer allowed.
func (sp *spectating) recheck() {
	sp.latest.Store(new(survey)) // zero time, so out of date
	for _, s := range sp.hub.sessions() {
		for _, sub := range s.broadcast.subscribers() {
			if scene := s.broadcast.current(); scene != nil && !sub.spectator.mayWatch(s, scene) {
				sub.unsubscribe()
			}
		}
	}
}

// A spectator is one session's view of the others.
type spectator struct {
	spectating *spectating
	sess       *session
}

// Show implements arcade.Spectators.
func (s spectator) Show(scene *arcade.Scene) { s.spectating.show(s.sess, scene) }

// show lets others see scene as what a session's player now sees; nil means nothing.
func (sp *spectating) show(sess *session, scene *arcade.Scene) {
	sess.broadcast.publish(scene)
	sp.races.show(sess, scene)
}

// Watchers implements arcade.Spectators.
func (s spectator) Watchers() int { return s.sess.broadcast.watchers() }

// Tables implements arcade.Spectators.
func (s spectator) Tables() []arcade.LiveTable {
	own, all := s.credentials(), s.spectating.survey()
	if !slices.ContainsFunc(all.tables, func(t surveyed) bool { return t.event != "" || slices.Contains(own, t.credential) }) {
		return all.open // one list, shared by all who look
	}
	var tables []arcade.LiveTable
	seen := make(map[string]bool) // by slot
	for _, t := range all.tables {
		t.Own = slices.Contains(own, t.credential)
		slot := arcade.Slot(t.Game, t.event)
		if _, known := seen[slot]; !known {
			seen[slot] = s.maySee(t.Game, t.event)
		}
		if t.Number != s.sess.number && (t.open && seen[slot] || t.Own) {
			tables = append(tables, t.LiveTable)
		}
	}
	return tables
}

// credentials returns the credentials of the session's player: all keys of one account
// belong to the same player.
func (s spectator) credentials() []arcade.Credential {
	st := s.sess.state()
	credentials := []arcade.Credential{st.id.credential}
	if keys, err := st.player.Keys(); err == nil {
		for _, key := range keys {
			credentials = append(credentials, key.Credential())
		}
	}
	return credentials
}

// maySee reports whether the session's player may see the games of others in an event.
func (s spectator) maySee(game string, e arcade.Event) bool {
	player := s.sess.state().player
	return checkVisible(s.spectating.events(player), player, game, e) == nil
}

// mayWatch reports whether the session may watch a scene of another session: everyone
// may, or it is a session of the same player.
func (s spectator) mayWatch(other *session, scene *arcade.Scene) bool {
	_, open := watchable(other)
	return open && s.maySee(scene.Game, scene.Event) || slices.Contains(s.credentials(), other.state().id.credential)
}

// Watch implements arcade.Spectators.
func (s spectator) Watch(ctx context.Context, number int) (arcade.Watch[*arcade.Scene], error) {
	other := s.spectating.hub.find(number)
	if other == nil || other == s.sess {
		return nil, errNotShown
	}
	sub, scene := other.broadcast.subscribe(s)
	if sub == nil {
		return nil, errNotShown
	}
	context.AfterFunc(ctx, sub.unsubscribe)
	// Checked after subscribe, so that if the player makes the table private at this moment,
	// either this check sees it or recheck ends the watch.
	if !s.mayWatch(other, scene) {
		sub.unsubscribe()
		return nil, errNotShown
	}
	return sub, nil
}
