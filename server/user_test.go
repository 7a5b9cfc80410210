package server

import (
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
)

// The attack: look at a deal with an account that costs nothing. Where the host requires
// a key, guests cannot open, join or begin what others play.
func TestGuestsAreKeptOutOfEvents(t *testing.T) {
	a, _ := openData(t, func(c *Config) { c.EventsNeedKey = true })
	key, _ := newKey(t)
	code := strings.TrimSpace(prints(t, a.dial(t, "ann", gossh.PublicKeys(key)), "race hop-45 --json"))
	code = code[strings.Index(code, `"code": "`)+len(`"code": "`):][:6]
	guest := a.dial(t, "guest")
	if out, errOut, exit := exec(t, guest, "race hop-45"); exit == exitOK || !strings.Contains(errOut, "uests cannot play dailies, sprints, races or challenges here") {
		t.Errorf("a guest opens a race: exit %d, %s%s", exit, out, errOut)
	}
	env := a.play(t, guest).app.env
	const needsAKey = "guests cannot play dailies, sprints, races or challenges here"
	if _, err := env.Races.Join(code); !refusedAs(err, needsAKey) {
		t.Errorf("a guest joins a race: %v", err)
	}
	day, _ := env.Events.Today()
	if _, _, err := env.Events.Begin(catalog.All()[0], arcade.DailyEvent(day)); !refusedAs(err, needsAKey) {
		t.Errorf("a guest begins the daily: %v", err)
	}
	if _, err := env.Store.Save(opened(), 0); err != nil {
		t.Errorf("a guest's own game: %v", err)
	}
}
