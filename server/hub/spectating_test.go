package hub

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"boardwalk/engine/arcade"
)

// A fakePlayer may see events once they are played.
type fakePlayer struct {
	account arcade.Account
	err     error // of reading the account
	played  bool
	racer   bool // is in each race
	id      arcade.PlayerID
	follows []string // nicks
	ignores []string // nicks
	panics  bool     // when asked whom the player follows
	saw     []arcade.Deal
	reads   *atomic.Int32 // of the account, nil if they are not counted
	changes uint64        // of whom the player follows and ignores
}

func (p *fakePlayer) Account() (arcade.Account, error) {
	if p.reads != nil {
		p.reads.Add(1)
	}
	account := p.account
	account.ID = p.id
	return account, p.err
}
func (p *fakePlayer) Ignored() (list []arcade.Followed, err error) {
	for _, nick := range p.ignores {
		list = append(list, arcade.Followed{ID: arcade.PlayerID("account of " + nick), Nick: nick})
	}
	return list, nil
}
func (p *fakePlayer) RegardChanges() uint64 { return p.changes }
func (p *fakePlayer) Following() (list []arcade.Followed, err error) {
	if p.panics {
		panic("of reading whom a player follows")
	}
	for _, nick := range p.follows {
		list = append(list, arcade.Followed{ID: arcade.PlayerID("account of " + nick), Nick: nick})
	}
	return list, p.err
}
func (p *fakePlayer) MayWatch(_ arcade.Deal, e arcade.Event, later bool) bool {
	return e == "" || p.played || later && watched(e) && !p.racer
}

// Saw implements hub.Player.
func (p *fakePlayer) Saw(d arcade.Deal) { p.saw = append(p.saw, d) }

// A table is listed for those who may watch it and for nobody else, and a watch ends when
// it is no longer allowed.
func TestListedIsWatched(t *testing.T) {
	daily := arcade.DailyEvent("2026-11-23")
	for name, c := range map[string]struct {
		plays, looks fakePlayer
		event        arcade.Event
		want         bool
	}{
		"anyone":                       {want: true},
		"in private":                   {plays: fakePlayer{account: arcade.Account{Private: true}}},
		"hidden":                       {plays: fakePlayer{account: arcade.Account{Hidden: true}}},
		"private, and one's own":       {plays: fakePlayer{id: "ann", account: arcade.Account{Private: true}}, looks: fakePlayer{id: "ann"}},
		"when the disk fails":          {plays: fakePlayer{err: errors.New("the disk is gone")}},
		"a secret deal":                {event: daily},
		"a secret deal once played":    {event: daily, looks: fakePlayer{played: true}, want: true},
		"a secret deal, and one's own": {event: daily, plays: fakePlayer{id: "ann"}, looks: fakePlayer{id: "ann"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newTestHub(2, 0)
			plays, looks := enters(t, h, "ann", &c.plays), enters(t, h, "bob", &c.looks)
			h.Company(plays).Show(&arcade.Scene{Game: "chessboard", Event: c.event})
			spectator := h.Company(looks)
			at := func(p arcade.Person) bool { return p.Table == plays.Number() }
			if seen := slices.ContainsFunc(spectator.People(), at); c.event != "" && seen != c.looks.played {
				t.Errorf("a player of a secret deal can be watched: %v; want %v", seen, c.looks.played)
			}
			listed := len(spectator.Tables()) == 1
			w, err := spectator.Watch(t.Context(), plays.Number())
			if watched := err == nil; watched != c.want || listed != c.want {
				t.Fatalf("it is listed: %v, and watched: %v; want %v", listed, watched, c.want)
			}
			if err != nil {
				return
			}
			if next(w) == nil || h.Watchers() != 1 {
				t.Errorf("%d watch", h.Watchers())
			}
			h.RecheckWatches()
			if h.Watchers() != 1 {
				t.Error("the watch ends although it is allowed")
			}
			c.plays.account.Private = true
			h.RecheckWatches()
			if next(w) != nil || h.Watchers() != 0 {
				t.Error("the watch goes on although the player is private")
			}
		})
	}
}

// Tables of secret deals are counted, without one's own and those of players who hide.
func TestSecretTablesAreCounted(t *testing.T) {
	daily, race := arcade.DailyEvent("2026-11-23"), arcade.RaceEvent("K7Q2M9")
	h := newTestHub(8, 0)
	h.config.Sealed = func(e arcade.Event) bool { return e != "" }
	shows := func(name string, p fakePlayer, e arcade.Event) {
		h.Company(enters(t, h, name, &p)).Show(&arcade.Scene{Game: "chessboard", Event: e})
	}
	shows("ann", fakePlayer{id: "ann"}, daily)
	shows("bob", fakePlayer{}, daily)
	shows("cara", fakePlayer{}, race)
	shows("eve", fakePlayer{}, "sprint/2026-11-23T19/2")
	h.Company(seats(h)).Show(&arcade.Scene{Game: "chessboard", Event: "sprint/2026-11-23T19/1"}) // of the arcade's player: not counted
	shows("dan", fakePlayer{}, "")
	shows("hides", fakePlayer{account: arcade.Account{Hidden: true}}, daily)
	shows("private", fakePlayer{account: arcade.Account{Private: true}}, race)
	for name, c := range map[string]struct {
		looks                           fakePlayer
		dailies, sprints, races, listed int
	}{
		"anybody":    {dailies: 2, sprints: 1, races: 1, listed: 1},
		"one's own":  {looks: fakePlayer{id: "ann"}, dailies: 1, sprints: 1, races: 1, listed: 1},
		"has played": {looks: fakePlayer{played: true}, listed: 6},
	} {
		s := enters(t, h, "looks", &c.looks)
		dailies, sprints, races := h.Company(s).Secret()
		if listed := len(h.Company(s).Tables()); dailies != c.dailies || sprints != c.sprints || races != c.races || listed != c.listed {
			t.Errorf("%s: %d dailies, %d sprints and %d races are secret, %d are listed", name, dailies, sprints, races, listed)
		}
		h.Leave(s)
		h.Done()
	}
}

// A player whose earlier session was left behind at the same game is listed once, at the table
// with the latest key.
func TestATableIsListedOnce(t *testing.T) {
	h := newTestHub(4, 0)
	ann := &fakePlayer{id: "ann", account: arcade.Account{Nick: "ann"}}
	old, now, looks := enters(t, h, "ann", ann), enters(t, h, "ann's other key", ann), enters(t, h, "looks", &fakePlayer{})
	h.Company(old).Show(&arcade.Scene{Game: "chessboard", Moves: 3})
	h.Company(now).Show(&arcade.Scene{Game: "chessboard", Moves: 5})
	tables := h.Company(looks).Tables()
	if len(tables) != 1 || tables[0].Number != now.Number() {
		t.Fatalf("the list has %+v", tables)
	}
	h.Company(now).Show(&arcade.Scene{Game: "hop-45"})
	h.RecheckWatches() // the list is made again
	if tables = h.Company(looks).Tables(); len(tables) != 2 {
		t.Errorf("two games are listed as %+v", tables)
	}
}

// The list has the tables in the order in which their sessions began, without one's own
// session.
func TestTheListOfTables(t *testing.T) {
	h := newTestHub(4, 0)
	var spectators []Company
	for i, nick := range []string{"ann", "bob", "", "dee"} {
		s := h.Company(enters(t, h, fmt.Sprint(i), &fakePlayer{account: arcade.Account{Nick: nick}}))
		if s.Show(&arcade.Scene{Moves: i}); i == 3 {
			s.Show(nil)
		}
		spectators = append(spectators, s)
	}
	for i, want := range []string{"bob 1, Somebody 2", "ann 0, Somebody 2", "ann 0, bob 1", "ann 0, bob 1, Somebody 2"} {
		var tables []string
		for _, table := range spectators[i].Tables() {
			tables = append(tables, fmt.Sprint(table.Player, " ", table.Moves))
		}
		if got := strings.Join(tables, ", "); got != want {
			t.Errorf("player %d may watch %s, want %s", i, got, want)
		}
	}
}
