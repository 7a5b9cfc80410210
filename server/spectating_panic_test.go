package server

import (
	"context"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/tui"
)

// A panickySpectators is a arcade.Spectators with a trap.
type panickySpectators struct {
	arcade.Spectators
	*trap
	shown chan *arcade.Scene
}

func (p panickySpectators) Show(s *arcade.Scene) {
	p.at("Show")
	p.Spectators.Show(s)
	select {
	case p.shown <- s:
	default:
	}
}

func (p panickySpectators) Watchers() int {
	p.at("Watchers")
	return p.Spectators.Watchers()
}

func (p panickySpectators) Tables() []arcade.LiveTable {
	p.at("Tables")
	return p.Spectators.Tables()
}

func (p panickySpectators) Watch(ctx context.Context, number int) (arcade.Watch[*arcade.Scene], error) {
	p.at("Watch")
	w, err := p.Spectators.Watch(ctx, number)
	return panickyWatch{w, p}, err
}

type panickyWatch struct {
	arcade.Watch[*arcade.Scene]
	spectators panickySpectators
}

func (w panickyWatch) Next() (*arcade.Scene, bool) {
	s, ok := w.Watch.Next()
	w.spectators.at("Next")
	return s, ok
}

// plays returns a terminal at a table, after one move.
func plays(t *testing.T, p *trapped[panickySpectators], nick string) (*terminal, panickySpectators, *data.Player) {
	t.Helper()
	key, fingerprint := newKey(t)
	term, spectators := p.enters(t, nick, key)
	player, err := p.db.Player(arcade.KeyCredential(fingerprint))
	if err != nil {
		t.Fatal(err)
	}
	term.types("dABC\r")
	receive(t, spectators.shown, "a table")
	term.types("ta1a4\r")
	receive(t, spectators.shown, "a move")
	term.screens("moves 1 ") // or the old lobby would be taken for the new one
	return term, spectators, player
}

// A panic anywhere in spectating ends only the session in which it happens, with its game
// saved. Others play on and watch on.
//
//abuse:case 22
func TestPanicInSpectatingEndsOneSession(t *testing.T) {
	t.Parallel()
	for where, keys := range map[string][]string{ // with what each key but the last shows
		"Show": {"u"}, "Watchers": {"k"}, "Tables": {"q", "q leave", "w"},
		"Watch": {"q", "q leave", "w", "watched by", "\r"}, "Next": {"q", "q leave", "w", "watched by", "\r"},
	} {
		t.Run("in "+where, func(t *testing.T) {
			clock := newWatch(time.Now())
			p := openTrapped(t, where, func(c *Config) { c.Now = clock.time }, func(env *tui.Env, tr *trap) panickySpectators {
				spectators := panickySpectators{env.Spectators, tr, make(chan *arcade.Scene, 10)}
				env.Spectators = spectators
				return spectators
			})
			other, otherSees, _ := plays(t, p, "other")
			key, _ := newKey(t)
			looks, looksSees := p.enters(t, "looks", key)
			bad, badSees, player := plays(t, p, "bad")
			clock.passes(time.Minute)
			w, err := looksSees.Watch(t.Context(), looksSees.Tables()[0].Number)
			if err != nil {
				t.Fatal(err)
			}
			next(w)

			badSees.armed.Store(true)
			bad.typesEach(keys)
			p.panicked(t, bad)
			if saved, rev, err := player.Saved("boardwalk/hop-45"); err != nil || rev == 0 || len(saved.Record.Moves) == 0 && where != "Show" {
				t.Errorf("the game is saved as %+v, %v", saved, err)
			}

			other.types("u")
			if scene := next(w); scene == nil || scene.Moves != 0 {
				t.Errorf("of others is seen %+v", scene)
			}
			// A watch of a session that is over ends on a goroutine of its own.
			eventually(t, "only looks to watch other", func() bool { return otherSees.Watchers() == 1 })
			other.leaves()
			looks.leaves()
		})
	}
	t.Attr("reached", "5 of 5 panics in spectating end one session each")
}
