package server

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

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
	now    func() time.Time
	latest atomic.Pointer[survey]
	look   singleflight.Group // who comes while the store is asked waits for that
}

// A survey is the tables that went on at a time. It is immutable.
type survey struct {
	at     time.Time
	tables []surveyed
}

type surveyed struct {
	tui.LiveTable
	account string
	open    bool // to everyone
}

// survey is the tables, as they are or were a moment ago.
func (c *company) survey() *survey {
	now := c.now()
	if latest := c.latest.Load(); latest != nil && now.Sub(latest.at) < surveyAge && !now.Before(latest.at) {
		return latest
	}
	fresh, _, _ := c.look.Do("", func() (any, error) { return c.lookAround(now), nil })
	return fresh.(*survey)
}

// lookAround makes a new survey.
func (c *company) lookAround(now time.Time) *survey {
	fresh := &survey{at: now}
	for _, s := range c.hall.sessions() {
		scene := s.stage.now()
		if scene == nil {
			continue
		}
		who := s.now().who
		nick, open := watchable(s)
		fresh.tables = append(fresh.tables, surveyed{
			LiveTable: tui.LiveTable{
				Number: s.number, Player: called(nick, who.login), Game: scene.Game, Moves: scene.Moves, Score: scene.Score,
				Idle: s.idle(now), Watchers: s.stage.watchers(),
			},
			account: who.account, open: open,
		})
	}
	c.latest.Store(fresh)
	return fresh
}

// watchable tells what a session's player is called by now, and whether everyone may
// watch: who neither hides nor plays in private. Where that cannot be known nobody
// may.
func watchable(s *session) (nick string, open bool) {
	here := s.now()
	if here.rows == nil {
		return here.who.nick, false
	}
	account, err := here.rows.Account()
	return account.Nick, err == nil && !account.Hidden && !account.Private
}

// review ends the watches of tables that are not open any more.
func (c *company) review() {
	c.latest.Store(nil)
	for _, s := range c.hall.sessions() {
		if s.stage.watchers() == 0 {
			continue
		}
		if _, open := watchable(s); !open {
			s.stage.dismiss()
		}
	}
}

// A companion is one session in the company.
type companion struct {
	company *company
	here    *session
}

// Show implements tui.Company.
func (c companion) Show(scene *tui.Scene) { c.here.stage.show(scene) }

// Watchers implements tui.Company.
func (c companion) Watchers() int { return c.here.stage.watchers() }

// Tables implements tui.Company.
func (c companion) Tables() []tui.LiveTable {
	own, tables := c.own(), []tui.LiveTable{}
	for _, t := range c.company.survey().tables {
		t.Own = own(t.account)
		if t.Number != c.here.number && (t.open || t.Own) {
			tables = append(tables, t.LiveTable)
		}
	}
	return tables
}

// own tells which accounts are this session's: all keys of one account are.
func (c companion) own() func(account string) bool {
	now := c.here.now()
	accounts := []string{now.who.account}
	if keys, err := now.rows.Keys(); err == nil {
		for _, key := range keys {
			accounts = append(accounts, key.Fingerprint)
		}
	}
	return func(account string) bool { return slices.Contains(accounts, account) }
}

// Watch implements tui.Company.
func (c companion) Watch(ctx context.Context, number int) (tui.Watch, error) {
	other := c.company.hall.find(number)
	if other == nil || other == c.here {
		return nil, errNotShown
	}
	w := other.stage.join(c.own()(other.now().who.account))
	if w == nil {
		return nil, errNotShown
	}
	context.AfterFunc(ctx, w.leave)
	// Behind join: whoever closes the table at this moment is seen here, or ends
	// the watch.
	if _, open := watchable(other); !w.own && !open {
		w.leave()
		return nil, errNotShown
	}
	return w, nil
}
