package server

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
)

// panickyRaces is races with a trap.
type panickyRaces struct {
	races arcade.Races
	*trap
}

func (u panickyRaces) Open(game string, limit time.Duration) (*arcade.Race, error) {
	u.at("Open")
	return u.races.Open(game, limit)
}

func (u panickyRaces) Join(code string) (*arcade.Race, error) {
	u.at("Join")
	return u.races.Join(code)
}

func (u panickyRaces) Leave(code string) error {
	u.at("Leave")
	return u.races.Leave(code)
}

func (u panickyRaces) Start(code string) error {
	u.at("Start")
	return u.races.Start(code)
}

func (u panickyRaces) Races(n int) ([]*arcade.Race, error) {
	u.at("Races")
	return u.races.Races(n)
}

func (u panickyRaces) Rivals() ([]arcade.Rival, error) {
	u.at("Rivals")
	return u.races.Rivals()
}

func (u panickyRaces) Follow(ctx context.Context, code string) (arcade.Watch[*arcade.Race], error) {
	u.at("Follow")
	w, err := u.races.Follow(ctx, code)
	return panickyRaceWatch{w, u}, err
}

type panickyRaceWatch struct {
	arcade.Watch[*arcade.Race]
	races panickyRaces
}

func (w panickyRaceWatch) Next() (*arcade.Race, bool) {
	r, ok := w.Watch.Next()
	w.races.at("Next")
	return r, ok
}

// A racePanics is an arcade of real apps, whose races may panic in one place.
type racePanics struct {
	*testServer
	db   *data.DB
	made chan panickyRaces // the races of each app as it begins
}

func openRacePanics(t *testing.T, where string) *racePanics {
	p := &racePanics{newArcade(), dataFile(t), make(chan panickyRaces, 10)}
	p.start(t, func(config *Config) {
		config.Store, config.Games = Data(p.db), catalog.All()
	}, func(env tui.Env) app {
		races := panickyRaces{env.Races, &trap{where: where}}
		env.Races = races
		p.made <- races
		return tui.New(env)
	})
	return p
}

// enters returns a terminal in the lobby, of a player with a key.
func (p *racePanics) enters(t *testing.T, name string) (*terminal, panickyRaces) {
	t.Helper()
	key, _ := member(t, p.db, name)
	term := p.terminal(t, p.dial(t, name, gossh.PublicKeys(key)), "xterm-256color", 24, 80)
	term.screens("Boardwalk Arcade")
	return term, receive(t, p.made, "an app")
}

// A panic anywhere in the races ends only the session in which it happens. Others in the
// same race go on.
//
//abuse:case 22
func TestPanicInRacesEndsOneSession(t *testing.T) {
	t.Parallel()
	room := []string{"r", "Open a race", "cCODE", "Code of the race: CODE", "\r", "bad (you)"}
	for where, keys := range map[string][]string{ // with what each key but the last shows
		"Races": {"r"}, "Rivals": {"r"}, "Open": {"r", "Open a race", "\r"}, "Join": room[:5], "Follow": room[:5],
		"Leave": append(slices.Clone(room), "l"), "Start": {"r", "Open a race", "\r", "bad (you)", "s"}, "Next": append(slices.Clone(room), ""),
	} {
		t.Run("in "+where, func(t *testing.T) {
			p := openRacePanics(t, where)
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
