package server

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"boardwalk/engine"
	"boardwalk/tui"
)

// surveyAge is how old a list of tables may be: however many look at it, the
// store is asked for all players once in that time.
const surveyAge = time.Second

// errNotShown is what who wants to watch reads of a table that is not for that.
var errNotShown = errors.New("this table cannot be watched now")

// A company is what the sessions of a hall see of each other.
type company struct {
	hall   *hall
	races  *races
	now    func() time.Time
	events func(Player) tui.Events // as a player meets them
	latest atomic.Pointer[survey]
	look   singleflight.Group // who comes while the store is asked waits for that
}

// A survey is the tables that went on at a time. It is immutable.
type survey struct {
	at     time.Time
	tables []surveyed
	open   []tui.LiveTable // those that everyone may watch
}

type surveyed struct {
	tui.LiveTable
	account string
	open    bool
	event   engine.Event // whose deal is a secret; "" where none is
}

// survey is the tables, as they are or were a moment ago.
func (c *company) survey() *survey {
	now, latest := c.now(), c.latest.Load()
	if latest != nil && now.Sub(latest.at) < surveyAge && !now.Before(latest.at) {
		return latest
	}
	fresh, _, _ := c.look.Do("", func() (any, error) { return c.lookAround(latest), nil })
	return fresh.(*survey)
}

// lookAround makes the survey behind another one.
func (c *company) lookAround(latest *survey) *survey {
	fresh := new(survey)
	for _, s := range c.hall.sessions() {
		scene := s.stage.now()
		if scene == nil {
			continue
		}
		name, open := watchable(s)
		event := scene.Event
		if !c.events(nil).Sealed(event) {
			event = ""
		}
		table := tui.LiveTable{
			Number: s.number, Player: name, Game: scene.Game, Moves: scene.Moves, Score: scene.Score,
			Idle: s.idle(c.now()), Watchers: s.stage.watchers(),
		}
		if fresh.tables = append(fresh.tables, surveyed{table, s.now().who.account, open, event}); open && event == "" {
			fresh.open = append(fresh.open, table)
		}
	}
	fresh.at = c.now()
	c.latest.CompareAndSwap(latest, fresh) // unless somebody has closed a table meanwhile
	return fresh
}

// watchable tells what a session's player is called by now, and whether everyone may
// watch: who neither hides nor plays in private. Where that cannot be known nobody
// may.
func watchable(s *session) (name string, open bool) {
	here := s.now()
	if here.rows == nil {
		return tui.Nameless, false
	}
	account, err := here.rows.Account()
	return cmp.Or(account.Nick, tui.Nameless), err == nil && !account.Hidden && !account.Private
}

// review ends the watches of those who may not watch any more.
func (c *company) review() {
	c.latest.Store(new(survey)) // an old one
	for _, s := range c.hall.sessions() {
		for _, w := range s.stage.onlookers() {
			if scene := s.stage.now(); scene != nil && !w.by.may(s, scene) {
				w.leave()
			}
		}
	}
}

// A companion is one session in the company.
type companion struct {
	company *company
	here    *session
}

// Show implements tui.Company.
func (c companion) Show(scene *tui.Scene) { c.company.show(c.here, scene) }

// show lets others see what a session's player sees by now, nil where that is nothing.
func (c *company) show(here *session, scene *tui.Scene) {
	here.stage.show(scene)
	c.races.show(here, scene)
}

// Watchers implements tui.Company.
func (c companion) Watchers() int { return c.here.stage.watchers() }

// Tables implements tui.Company.
func (c companion) Tables() []tui.LiveTable {
	own, all := c.accounts(), c.company.survey()
	if !slices.ContainsFunc(all.tables, func(t surveyed) bool { return t.event != "" || slices.Contains(own, t.account) }) {
		return all.open // one list for however many look
	}
	var tables []tui.LiveTable
	seen := make(map[string]bool) // by slot
	for _, t := range all.tables {
		t.Own = slices.Contains(own, t.account)
		slot := engine.Slot(t.Game, t.event)
		if _, known := seen[slot]; !known {
			seen[slot] = c.sees(t.Game, t.event)
		}
		if t.Number != c.here.number && (t.open && seen[slot] || t.Own) {
			tables = append(tables, t.LiveTable)
		}
	}
	return tables
}

// accounts is what the session's player is known by: all keys of one account are.
func (c companion) accounts() []string {
	now := c.here.now()
	accounts := []string{now.who.account}
	if keys, err := now.rows.Keys(); err == nil {
		for _, key := range keys {
			accounts = append(accounts, key.Fingerprint)
		}
	}
	return accounts
}

// sees tells whether the session's player may see what others play on an event.
func (c companion) sees(game string, e engine.Event) bool {
	rows := c.here.now().rows
	return seen(c.company.events(rows), rows, game, e) == nil
}

// may tells whether the session may watch a scene of another: one that everyone may,
// or its own player's.
func (c companion) may(other *session, scene *tui.Scene) bool {
	_, open := watchable(other)
	return open && c.sees(scene.Game, scene.Event) || slices.Contains(c.accounts(), other.now().who.account)
}

// Watch implements tui.Company.
func (c companion) Watch(ctx context.Context, number int) (tui.Watch, error) {
	other := c.company.hall.find(number)
	if other == nil || other == c.here {
		return nil, errNotShown
	}
	w, scene := other.stage.join(c)
	if w == nil {
		return nil, errNotShown
	}
	context.AfterFunc(ctx, w.leave)
	// Behind join: whoever closes the table at this moment is seen here, or ends
	// the watch.
	if !c.may(other, scene) {
		w.leave()
		return nil, errNotShown
	}
	return w, nil
}
