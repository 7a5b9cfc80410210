package server

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
)

// unruly is races with a trap.
type unruly struct {
	races tui.Races
	*trap
}

func (u unruly) Open(game string, limit time.Duration) (*tui.Race, error) {
	u.at("Open")
	return u.races.Open(game, limit)
}

func (u unruly) Join(code string) (*tui.Race, error) {
	u.at("Join")
	return u.races.Join(code)
}

func (u unruly) Leave(code string) error {
	u.at("Leave")
	return u.races.Leave(code)
}

func (u unruly) Start(code string) error {
	u.at("Start")
	return u.races.Start(code)
}

func (u unruly) Races(n int) ([]*tui.Race, error) {
	u.at("Races")
	return u.races.Races(n)
}

func (u unruly) Rivals() ([]tui.Rival, error) {
	u.at("Rivals")
	return u.races.Rivals()
}

func (u unruly) Follow(ctx context.Context, code string) (tui.RaceWatch, error) {
	u.at("Follow")
	w, err := u.races.Follow(ctx, code)
	return unrulyWatch{w, u}, err
}

type unrulyWatch struct {
	tui.RaceWatch
	races unruly
}

func (w unrulyWatch) Next(then func(*tui.Race) tea.Msg) tea.Cmd {
	return w.RaceWatch.Next(func(r *tui.Race) tea.Msg {
		w.races.at("Next")
		return then(r)
	})
}

// A ring is an arcade of real apps, whose races may panic in one place.
type ring struct {
	*arcade
	db   *data.DB
	made chan unruly // the races of each app as it begins
}

func openRing(t *testing.T, where string) *ring {
	p := &ring{newArcade(), dataFile(t), make(chan unruly, 10)}
	p.start(t, func(config *Config) {
		config.Store, config.Games = Data(p.db), catalog.All()
	}, func(env tui.Env) app {
		races := unruly{env.Races, &trap{where: where}}
		env.Races = races
		p.made <- races
		return tui.New(env)
	})
	return p
}

// enters returns a terminal in the lobby, of a player with a key.
func (p *ring) enters(t *testing.T, name string) (*terminal, unruly) {
	t.Helper()
	key, _ := member(t, p.db, name)
	term := p.terminal(t, p.dial(t, name, gossh.PublicKeys(key)), "xterm-256color", 24, 80)
	term.screens("Boardwalk Arcade")
	return term, receive(t, p.made, "an app")
}

// A panic anywhere in the races ends only the session in which it happens. Others in the
// same race go on.
func TestPanicInRacesEndsOneSession(t *testing.T) {
	t.Parallel()
	room := []string{"r", "Open a race", "cCODE", "Code of the race: CODE", "\r", "bad (you)"}
	for where, keys := range map[string][]string{ // with what each key but the last shows
		"Races": {"r"}, "Rivals": {"r"}, "Open": {"r", "Open a race", "\r"}, "Join": room[:5], "Follow": room[:5],
		"Leave": append(slices.Clone(room), "l"), "Start": {"r", "Open a race", "\r", "bad (you)", "s"}, "Next": append(slices.Clone(room), ""),
	} {
		t.Run("in "+where, func(t *testing.T) {
			p := openRing(t, where)
			good, races := p.enters(t, "good")
			race, err := races.Open("boardwalk/hop-45", time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			enters := func(term *terminal, keys []string) {
				code := strings.NewReplacer("CODE", race.Code)
				for i := 0; i+1 < len(keys); i += 2 {
					term.types(code.Replace(keys[i]))
					term.screens(code.Replace(keys[i+1]))
				}
			}
			enters(good, append(slices.Clone(room[:5]), "good (you)"))
			bad, badRaces := p.enters(t, "bad")
			enters(bad, keys)
			badRaces.armed.Store(true)
			if bad.types(keys[len(keys)-1]); where == "Next" { // Next waits for others
				good.types("l")
			}
			p.panicked(t, bad)
			if where != "Next" {
				good.types("s")
				good.screens("The race begins in")
			}
			good.in.Close()
			if _, exit := good.ends(); exit != exitOK {
				t.Errorf("another session ends with %d", exit)
			}
		})
	}
	t.Attr("reached", "8 of 8 panics in races end one session each")
}
