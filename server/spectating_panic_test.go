package server

import (
	"context"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
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

// A spectatingPanics is an arcade of real apps, each with a arcade.Spectators that may panic in
// one place.
type spectatingPanics struct {
	*testServer
	db    *data.DB
	clock *watch
	made  chan panickySpectators // of each app as it begins
}

func openSpectatingPanics(t *testing.T, where string) *spectatingPanics {
	p := &spectatingPanics{newArcade(), dataFile(t), newWatch(time.Now()), make(chan panickySpectators, 10)}
	p.start(t, func(config *Config) {
		config.Store, config.Games, config.Now = Data(p.db), catalog.All(), p.clock.time
	}, func(env tui.Env) app {
		spectators := panickySpectators{env.Spectators, &trap{where: where}, make(chan *arcade.Scene, 10)}
		env.Spectators = spectators
		p.made <- spectators
		return tui.New(env)
	})
	return p
}

// enters returns a terminal in the lobby, of a player with a key.
func (p *spectatingPanics) enters(t *testing.T, name string) (*terminal, panickySpectators, *data.Player) {
	t.Helper()
	key, fingerprint := newKey(t)
	term := p.terminal(t, p.dial(t, name, gossh.PublicKeys(key)), "xterm-256color", 24, 80)
	player, err := p.db.Player(arcade.KeyCredential(fingerprint))
	if err != nil {
		t.Fatal(err)
	}
	return term, receive(t, p.made, "an app"), player
}

// plays returns a terminal at a table, after one move.
func (p *spectatingPanics) plays(t *testing.T, name string) (*terminal, panickySpectators, *data.Player) {
	t.Helper()
	term, spectators, player := p.enters(t, name)
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
			p := openSpectatingPanics(t, where)
			other, otherSees, _ := p.plays(t, "other")
			looks, looksSees, _ := p.enters(t, "looks")
			bad, badSees, player := p.plays(t, "bad")
			p.clock.passes(time.Minute)
			w, err := looksSees.Watch(t.Context(), looksSees.Tables()[0].Number)
			if err != nil {
				t.Fatal(err)
			}
			next(w)

			badSees.armed.Store(true)
			for i := 0; i+1 < len(keys); i += 2 {
				bad.types(keys[i])
				bad.screens(keys[i+1])
			}
			bad.types(keys[len(keys)-1])
			p.panicked(t, bad)
			if saved, rev, err := player.Saved("boardwalk/hop-45"); err != nil || rev == 0 || len(saved.Record.Moves) == 0 && where != "Show" {
				t.Errorf("the game is saved as %+v, %v", saved, err)
			}

			other.types("u")
			if scene := next(w); scene == nil || scene.Moves != 0 || otherSees.Watchers() != 1 {
				t.Errorf("of others is seen %+v, by %d", scene, otherSees.Watchers())
			}
			for _, term := range []*terminal{other, looks} {
				term.in.Close()
				if _, code := term.ends(); code != exitOK {
					t.Errorf("another session ends with %d", code)
				}
			}
		})
	}
	t.Attr("reached", "5 of 5 panics in spectating end one session each")
}
