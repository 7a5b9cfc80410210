package hub

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"boardwalk/engine/arcade"
)

// A fakePlayer may see events once they are played.
type fakePlayer struct {
	account arcade.Account
	err     error // of reading the account
	keys    []arcade.Key
	played  bool
	id      arcade.PlayerID
	follows []string // nicks
	panics  bool     // when asked whom the player follows
}

func (p *fakePlayer) Account() (arcade.Account, error) { return p.account, p.err }
func (p *fakePlayer) Keys() ([]arcade.Key, error)      { return p.keys, nil }
func (p *fakePlayer) ID() (arcade.PlayerID, error)     { return p.id, p.err }
func (p *fakePlayer) Following() (list []arcade.Followed, err error) {
	if p.panics {
		panic("of reading whom a player follows")
	}
	for _, nick := range p.follows {
		list = append(list, arcade.Followed{ID: arcade.PlayerID("account of " + nick), Nick: nick})
	}
	return list, p.err
}
func (p *fakePlayer) Stats() ([]arcade.GameStat, error)         { return nil, nil }
func (p *fakePlayer) MaySee(_ arcade.Deal, e arcade.Event) bool { return e == "" || p.played }

// Saw implements hub.Player.
func (p *fakePlayer) Saw(arcade.Deal) {}

// A table is listed for those who may watch it and for nobody else, and a watch ends when
// it is no longer allowed.
func TestListedIsWatched(t *testing.T) {
	daily := arcade.DailyEvent("2026-11-23")
	keys := []arcade.Key{{Credential: arcade.KeyCredential("SHA256:ann")}}
	for name, c := range map[string]struct {
		plays, looks fakePlayer
		event        arcade.Event
		want         bool
	}{
		"anyone":                       {want: true},
		"in private":                   {plays: fakePlayer{account: arcade.Account{Private: true}}},
		"hidden":                       {plays: fakePlayer{account: arcade.Account{Hidden: true}}},
		"private, and one's own":       {plays: fakePlayer{account: arcade.Account{Private: true}}, looks: fakePlayer{keys: keys}, want: true},
		"when the disk fails":          {plays: fakePlayer{err: errors.New("the disk is gone")}},
		"a secret deal":                {event: daily},
		"a secret deal once played":    {event: daily, looks: fakePlayer{played: true}, want: true},
		"a secret deal, and one's own": {event: daily, looks: fakePlayer{keys: keys}, want: true},
	} {
		t.Run(name, func(t *testing.T) {
			h := newTestHub(2, 0)
			plays, looks := enters(t, h, "ann", &c.plays), enters(t, h, "bob", &c.looks)
			h.Spectator(plays).Show(&arcade.Scene{Game: "chessboard", Event: c.event})
			spectator := h.Spectator(looks)
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
			c.plays.account.Private, c.looks.keys = true, nil
			h.RecheckWatches()
			if next(w) != nil || h.Watchers() != 0 {
				t.Error("the watch goes on although the player is private")
			}
		})
	}
}

// The list has the tables in the order in which their sessions began, without one's own
// session.
func TestTheListOfTables(t *testing.T) {
	h := newTestHub(4, 0)
	var spectators []Spectator
	for i, nick := range []string{"ann", "bob", "", "dee"} {
		s := h.Spectator(enters(t, h, fmt.Sprint(i), &fakePlayer{account: arcade.Account{Nick: nick}}))
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
