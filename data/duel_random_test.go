package data

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// TestDuelsAtRandom has players duel, leave, delete and join their accounts, and a host who takes them off
// the boards, in a random order. After each step the file is sound, nobody sees anything of an opponent
// before a duel is over, and nobody has two tries at a deal; and at last every duel has ended.
func TestDuelsAtRandom(t *testing.T) {
	seeds := uint64(1)
	if *deep {
		seeds = 10
	}
	for seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			w := duelWorld{t: t, db: quick(t), random: rand.New(rand.NewPCG(seed, 1)), begun: map[string]map[string]bool{}}
			for i := range 6 {
				w.keys = append(w.keys, fp(fmt.Sprint("key", i)))
				season(t, session(t, w.db, w.keys[i]))
			}
			for range 120 {
				w.now += w.random.Float64() / 3
				w.step()
				w.look()
			}
			for range 20 * 4 {
				w.now += 0.25
				_, err := w.db.Sweep(day(w.now))
				must(t, err)
			}
			must(t, w.db.View(func(tx *store.Tx) error {
				if left := challengeEvents.codesOf(tx, nobody); len(left) > 0 {
					t.Errorf("duels go on: %q", left)
				}
				return nil
			}))
			sound(t, w.db)
		})
	}
}

// A duelWorld is a file in which keys duel.
type duelWorld struct {
	t      *testing.T
	db     *DB
	random *rand.Rand
	keys   []string
	now    float64                    // in days
	begun  map[string]map[string]bool // which keys have seen a deal, by the code of the duel
}

// step does something at random.
func (w *duelWorld) step() {
	w.t.Helper()
	key := w.keys[w.random.IntN(len(w.keys))]
	p, now := session(w.t, w.db, key), day(w.now)
	duels, err := p.Challenges(50, now)
	must(w.t, err)
	duels = slices.DeleteFunc(duels, func(c arcade.Challenge) bool { return c.Over })
	var c arcade.Challenge
	if len(duels) > 0 {
		c = duels[w.random.IntN(len(duels))]
	}
	switch n := w.random.IntN(100); {
	case n < 35:
		deal := engine.Code(fmt.Sprint("D", w.random.Uint32()))
		if w.random.IntN(2) == 0 {
			deal = ""
		}
		_, err = p.Duel(steps{hop}, deal, key, now)
	case n < 55 && c.Code != "" && c.Own().Result == nil && c.Open == 0:
		if _, _, err = beginEvent(p, steps{hop}, c.Event(), now); err == nil {
			w.begins(c.Code, key)
		}
	case n < 80 && c.Open > 0:
		s, rev, bad := p.Saved(arcade.Slot(hop, c.Event()))
		must(w.t, bad)
		r := finished(record(hop, string(s.Record.Code), toTheEnd(1+w.random.IntN(3))...), 9000)
		r.Event, r.Ended = c.Event(), now.UnixMilli()
		_, err = p.Finish(r, rev)
	case n < 84 && c.Code != "":
		err = p.LeaveChallenge(c.Code)
	case n < 86:
		if err = p.Delete(now); err == nil {
			season(w.t, p)
		}
	case n < 88:
		other := session(w.t, w.db, w.keys[w.random.IntN(len(w.keys))])
		var code string
		if code, _, err = other.Link(now); err == nil {
			err = p.Join(code, now)
		}
	case n < 90:
		a, bad := p.Account()
		must(w.t, bad)
		if a.Known {
			err = w.db.Unrank(key, w.random.IntN(2) == 0)
		}
	default:
		_, err = w.db.Sweep(now)
	}
	if refusal := new(arcade.Refusal); err != nil && !errors.As(err, &refusal) {
		w.t.Fatal(err)
	}
}

// begins notes that a key sees the deal of a duel, for the first time.
func (w *duelWorld) begins(code, key string) {
	if w.begun[code] == nil {
		w.begun[code] = map[string]bool{}
	}
	if w.begun[code][key] {
		w.t.Errorf("%s begins duel %s again", key, code)
	}
	w.begun[code][key] = true
}

// look reads the duels as each key sees them.
func (w *duelWorld) look() {
	w.t.Helper()
	for _, key := range w.keys {
		p := session(w.t, w.db, key)
		duels, err := p.Challenges(50, day(w.now))
		must(w.t, err)
		for _, c := range duels {
			if len(c.Players) > 2 {
				w.t.Errorf("duel %s has %d players", c.Code, len(c.Players))
			}
			for _, row := range c.Players {
				if !c.Over && row.ID != c.Me && (row.Nick != arcade.Opponent || row.Result != nil || row.Rating.Exists()) {
					w.t.Errorf("%s sees %+v in a duel that goes on", key, row)
				}
			}
			if !c.Over != w.db.DuelSealed(c.Event()) {
				w.t.Errorf("duel %s is over: %t, and sealed: %t", c.Code, c.Over, !c.Over)
			}
		}
	}
	sound(w.t, w.db)
}
