package server

import (
	"context"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
)

// A panickyCompany is a tui.Company with a trap.
type panickyCompany struct {
	tui.Company
	*trap
	shown chan *tui.Scene
}

func (p panickyCompany) Show(s *tui.Scene) {
	p.at("Show")
	p.Company.Show(s)
	select {
	case p.shown <- s:
	default:
	}
}

func (p panickyCompany) Watchers() int {
	p.at("Watchers")
	return p.Company.Watchers()
}

func (p panickyCompany) Tables() []tui.LiveTable {
	p.at("Tables")
	return p.Company.Tables()
}

func (p panickyCompany) Watch(ctx context.Context, number int) (tui.Watch[*tui.Scene], error) {
	p.at("Watch")
	w, err := p.Company.Watch(ctx, number)
	return panickyCompanyWatch{w, p}, err
}

type panickyCompanyWatch struct {
	tui.Watch[*tui.Scene]
	company panickyCompany
}

func (w panickyCompanyWatch) Next() (*tui.Scene, bool) {
	s, ok := w.Watch.Next()
	w.company.at("Next")
	return s, ok
}

// A spectatingPanics is an arcade of real apps, each with a tui.Company that may panic in
// one place.
type spectatingPanics struct {
	*testServer
	db    *data.DB
	clock *watch
	made  chan panickyCompany // of each app as it begins
}

func openSpectatingPanics(t *testing.T, where string) *spectatingPanics {
	p := &spectatingPanics{newArcade(), dataFile(t), newWatch(time.Now()), make(chan panickyCompany, 10)}
	p.start(t, func(config *Config) {
		config.Store, config.Games, config.Now = Data(p.db), catalog.All(), p.clock.time
	}, func(env tui.Env) app {
		company := panickyCompany{env.Company, &trap{where: where}, make(chan *tui.Scene, 10)}
		env.Company = company
		p.made <- company
		return tui.New(env)
	})
	return p
}

// enters returns a terminal in the lobby, of a player with a key.
func (p *spectatingPanics) enters(t *testing.T, name string) (*terminal, panickyCompany, *data.Player) {
	t.Helper()
	key, fingerprint := newKey(t)
	term := p.terminal(t, p.dial(t, name, gossh.PublicKeys(key)), "xterm-256color", 24, 80)
	player, err := p.db.Player(fingerprint)
	if err != nil {
		t.Fatal(err)
	}
	return term, receive(t, p.made, "an app"), player
}

// plays returns a terminal at a table, after one move.
func (p *spectatingPanics) plays(t *testing.T, name string) (*terminal, panickyCompany, *data.Player) {
	t.Helper()
	term, company, player := p.enters(t, name)
	term.types("dABC\r")
	receive(t, company.shown, "a table")
	term.types("ta1a4\r")
	receive(t, company.shown, "a move")
	term.screens("moves 1 ") // or the old lobby would be taken for the new one
	return term, company, player
}

// A panic anywhere in spectating ends only the session in which it happens, with its game
// saved. Others play on and watch on.
func TestPanicInSpectatingEndsOneSession(t *testing.T) {
	t.Parallel()
	for where, keys := range map[string][]string{ // with what each key but the last shows
		"Show": {"u"}, "Watchers": {"k"}, "Tables": {"q", "q leave", "w"},
		"Watch": {"q", "q leave", "w", "watched by", "\r"}, "Next": {"q", "q leave", "w", "watched by", "\r"},
	} {
		t.Run("in "+where, func(t *testing.T) {
			p := openSpectatingPanics(t, where)
			other, otherCompany, _ := p.plays(t, "other")
			looks, looksCompany, _ := p.enters(t, "looks")
			bad, badCompany, player := p.plays(t, "bad")
			p.clock.passes(time.Minute)
			w, err := looksCompany.Watch(t.Context(), looksCompany.Tables()[0].Number)
			if err != nil {
				t.Fatal(err)
			}
			next(w)

			badCompany.armed.Store(true)
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
			if scene := next(w); scene == nil || scene.Moves != 0 || otherCompany.Watchers() != 1 {
				t.Errorf("of others is seen %+v, by %d", scene, otherCompany.Watchers())
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
