package hub

import (
	"cmp"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A row is what other nodes are told of a session: who is there, unless the player hides, and
// the table, if everyone may watch it.
type row struct {
	Number     int             `json:"n"`
	Credential string          `json:"c"` // other sessions of the player know by it that it is theirs
	Player     arcade.PlayerID `json:"p,omitempty"`
	Nick       string          `json:"nick,omitempty"`
	Idle       time.Duration   `json:"idle"` // when it is told
	Person     *personRow      `json:"person,omitempty"`
	Table      *tableRow       `json:"table,omitempty"`
}

// A personRow is the rest of an arcade.Person.
type personRow struct {
	Doing arcade.Doing `json:"doing"`
	Game  string       `json:"game,omitempty"`
	Rules string       `json:"rules,omitempty"`
	Daily bool         `json:"daily,omitempty"`
	Dared bool         `json:"dared,omitempty"`
	Shown bool         `json:"shown,omitempty"` // everyone may watch the table

	Watches int `json:"watches,omitempty"` // the number of the table that is watched
}

// A tableRow is the rest of an arcade.LiveTable.
type tableRow struct {
	Game     string       `json:"game"`
	Rules    string       `json:"rules,omitempty"`
	Event    arcade.Event `json:"event,omitempty"` // if its deal is still secret
	Moves    int          `json:"moves"`
	Score    engine.Score `json:"score"`
	Watchers int          `json:"watchers"`
}

// appendRow appends what other nodes are told of a session in which a person is, nil if nobody
// may know, at a table, nil if there is none. Where players are alone they are told of tables
// only.
func appendRow(rows []row, s *Session, person *surveyedPerson, table *surveyed, alone bool) []row {
	r := row{Number: s.number, Credential: s.State().ID.Credential.String()}
	if p := person; p != nil && !alone {
		r.Player, r.Nick, r.Idle = p.id, p.Nick, p.Idle
		r.Person = &personRow{Doing: p.Doing, Game: p.Game, Rules: p.Rules, Daily: p.Daily, Dared: p.Dared, Shown: p.Table != 0, Watches: p.watches}
	}
	if t := table; t != nil && t.open {
		r.Player, r.Idle = t.player, t.Idle
		if t.LiveTable.Player != arcade.Nameless {
			r.Nick = t.LiveTable.Player
		}
		r.Table = &tableRow{Game: t.Game, Rules: t.Rules, Event: t.event, Moves: t.Moves, Score: t.Score, Watchers: t.Watchers}
	}
	if r.Person == nil && r.Table == nil {
		return rows
	}
	return append(rows, r)
}

// person returns who is in the session that a row tells of, nil if nobody is told. It was told
// some time ago.
func (r row) person(ago time.Duration) *surveyedPerson {
	p := r.Person
	if p == nil {
		return nil
	}
	found := &surveyedPerson{
		id: r.Player, key: cmp.Or(string(r.Player), r.Credential), watches: p.Watches,
		Person: arcade.Person{Nick: r.Nick, Doing: p.Doing, Game: p.Game, Rules: p.Rules, Daily: p.Daily, Dared: p.Dared, Idle: r.Idle + ago},
	}
	if p.Shown {
		found.Table = r.Number
	}
	return found
}

// table returns the table that a row tells of, nil if there is none.
func (r row) table(ago time.Duration) *surveyed {
	t := r.Table
	if t == nil {
		return nil
	}
	return &surveyed{
		LiveTable: arcade.LiveTable{
			Number: r.Number, Player: cmp.Or(r.Nick, arcade.Nameless), Game: t.Game, Rules: t.Rules, Moves: t.Moves, Score: t.Score,
			Idle: r.Idle + ago, Watchers: t.Watchers,
		},
		credential: r.credential(), player: r.Player, open: true, event: t.Event,
	}
}

// credential returns the credential of the session's player, nobody's if it cannot be read.
func (r row) credential() arcade.Credential {
	c, _ := arcade.ParseCredential(r.Credential)
	return c
}

// eachElsewhere calls fn with who is in each session of other nodes, and with its table.
func (n *nodes) eachElsewhere(fn func(person *surveyedPerson, table *surveyed)) {
	for _, o := range n.alive() {
		ago := max(0, n.hub.config.Now().Sub(o.since))
		for _, r := range o.rows {
			fn(r.person(ago), r.table(ago))
		}
	}
}

// find returns the row of a session of another node.
func (n *nodes) find(number int) (row, bool) {
	for _, o := range n.alive() {
		if o.number != nodeOf(number) {
			continue
		}
		for _, r := range o.rows {
			if r.Number == number {
				return r, true
			}
		}
	}
	return row{}, false
}
