package hub

import (
	"context"
	"slices"

	"boardwalk/engine/arcade"
)

// errNotShown refuses to show a table.
var errNotShown = arcade.Refuse("this table cannot be watched now")

// account returns the account of the session's player. ok is false if that cannot be found
// out.
func (s *Session) account() (account arcade.Account, ok bool) {
	player := s.State().Player
	if player == nil {
		return account, false
	}
	account, err := player.Account()
	return account, err == nil
}

// isOpen reports whether everyone may watch a player, who neither hides nor plays in private.
func isOpen(a arcade.Account) bool { return !a.Hidden && !a.Private }

func (s *Session) isOpen() bool {
	account, known := s.account()
	return known && isOpen(account)
}

// RecheckWatches ends the watches that are no longer allowed, on all nodes. It is called when
// a player may have become private.
func (h *Hub) RecheckWatches() {
	h.recheckWatches()
	h.TellChanged()
}

// recheckWatches is RecheckWatches, for those who watch here.
func (h *Hub) recheckWatches() {
	h.outdateSurvey()
	for _, s := range h.tables() {
		s.broadcast.recheck()
	}
	h.nodes.settleWatched(true)
	for _, f := range h.nodes.feedList() {
		f.recheck()
	}
}

// Watchers implements arcade.Spectators.
func (c Company) Watchers() int { return c.hub.watchers(c.session) }

// Audience implements arcade.Spectators.
func (c Company) Audience(number int) int {
	if other := c.hub.find(number); other != nil {
		return c.hub.watchers(other)
	}
	if _, table := c.hub.nodes.findTable(number); table != nil {
		return table.Watchers
	}
	return 0
}

// Tables implements arcade.Spectators.
func (c Company) Tables() []arcade.LiveTable {
	own, friends := c.owns(), c.hub.followed(c.session).players
	var tables []arcade.LiveTable
	seen := make(map[sight]bool)
	for _, t := range c.hub.survey().tables {
		if t.Open && !own(t) && (t.Event == "" || c.sees(t, t.Behind(), seen)) {
			t.Friend = friends[t.ID]
			tables = append(tables, t.LiveTable)
		}
	}
	slices.SortStableFunc(tables, func(a, b arcade.LiveTable) int { return arcade.TrueFirst(a.Friend, b.Friend) })
	return tables
}

// Secret implements arcade.Spectators.
func (c Company) Secret() (dailies, sprints, races int) {
	own, seen := c.owns(), make(map[sight]bool)
	for _, t := range c.hub.survey().tables {
		_, daily := t.Event.Day()
		_, _, sprint := t.Event.Sprint()
		_, race := t.Event.Race()
		switch {
		case t.Event == "" || t.Machine || !t.Open || t.Behind() || own(t) || c.sees(t, false, seen):
		case daily:
			dailies++
		case sprint:
			sprints++
		case race && !c.sees(t, true, seen):
			races++
		}
	}
	return dailies, sprints, races
}

// A sight is of the deal of a slot, now or where it is shown later.
type sight struct {
	slot  string
	later bool
}

// sees reports whether the session's player may see the deal of a table, now or later. seen keeps
// what was found out.
func (c Company) sees(t surveyed, later bool, seen map[sight]bool) bool {
	of := sight{arcade.Slot(t.Game, t.Event), later}
	if _, known := seen[of]; !known {
		seen[of] = c.session.State().Player.MayWatch(arcade.Deal{Game: t.Game}, t.Event, later)
	}
	return seen[of]
}

// owns returns what reports whether a table is the session's player's.
func (c Company) owns() func(surveyed) bool {
	key, credential := c.session.playerKey(), c.session.State().ID.Credential
	return func(t surveyed) bool { return t.key() == key || t.Credential == credential }
}

// mayWatch reports whether the session may watch a scene of a table that is open.
func (s *Session) mayWatch(scene *arcade.Scene, behind bool) bool {
	return s.State().Player.MayWatch(scene.Deal(), scene.Event, behind)
}

// Watch implements arcade.Spectators. The number of a table of another node is looked for
// there.
func (c Company) Watch(ctx context.Context, number int) (arcade.Watch[*arcade.Scene], error) {
	var sub *subscriber
	var scene *arcade.Scene
	switch other := c.hub.find(number); other {
	case nil:
		sub, scene = c.hub.nodes.watchFeed(ctx, c.session, number)
	case c.session:
	default:
		sub, scene = other.broadcast.subscribe(ctx, c.session)
	}
	// Checked after subscribe, so that if the player makes the table private at this moment,
	// either this check sees it or RecheckWatches ends the watch.
	if scene != nil && !sub.broadcast.may(c.session, scene) {
		sub.broadcast.readers.Remove(sub.Box)
		scene = nil
	}
	if scene == nil {
		for _, t := range c.Tables() {
			if wait := t.From.Sub(c.hub.config.Now()); t.Number == number && wait > 0 {
				return nil, arcade.Refuse("this race is shown two minutes behind: look again in %.0f seconds", wait.Seconds())
			}
		}
		return nil, errNotShown
	}
	c.session.tables.add(ctx, number)
	return sub, nil
}
