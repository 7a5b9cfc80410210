package server

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
)

// workshopOf returns the workshop of a player with a nick, in a session that stays open.
func (a variationArcade) workshopOf(t *testing.T, nick string) (arcade.Workshop, engine.Library) {
	t.Helper()
	key, _ := member(t, a.db, nick)
	env := a.play(t, a.dial(t, nick, gossh.PublicKeys(key))).app.env
	return env.Workshop, env.Games
}

// The attack: a name that does more than show on the terminals of others, or that stands
// for a built-in game.
//
//abuse:case 14 62
func TestNamesOfVariationsAreHarmless(t *testing.T) {
	t.Parallel()
	a := openVariations(t, nil)
	workshop, games := a.workshopOf(t, "mallory")
	g := invented(t, 1)
	for what, name := range map[string]string{
		"ESC": "a\x1bcb", "OSC 52": "\x1b]52;c;ZXZpbA==\x07", "an 8-bit CSI": "a\u009b31m", "bidi": "\u202egnp.exe", "isolates": "a\u2066b\u2069",
		"zero width": "Lu\u200bcky Seven", "a joiner": "Lucky\u200d Seven", "a mark": "\ufeffHop 45", "a newline": "a\nINFO msg=forged", "NUL": "a\x00b",
		"no UTF-8": "\xff\xfe", "a tag": "a\U000e0041", "nothing": "", "spaces": "   ", "a non-breaking space": "\u00a0",
		"25 letters": strings.Repeat("a", 25), "64 KB": strings.Repeat("A", 64<<10),
		"a built-in one": "Lucky Seven", "its case": "lUCKY sEVEN", "its spaces": " Lucky  Seven ", "digits for letters": "Lucky 5even", "H0p": "H0p 45",
		"an alias": "Scotsi 57", "Cyrillic": "H\u043ep 45", "an ID": "boardwalk/hop-45", "a share code": g.Design().Code(),
	} {
		err := workshop.Keep(g.Named(name))
		if err == nil {
			t.Errorf("%s: %q is kept", what, name)
		} else if !errors.As(err, new(*arcade.Refusal)) {
			t.Errorf("%s: it says %v", what, err)
		}
	}
	if own := games.Shelf.Own(); len(own) != 0 {
		t.Errorf("kept are %v", own)
	}
	if err := workshop.Keep(g.Named("Mallory's Lucky")); err != nil {
		t.Errorf("an honest name: %v", err)
	}
	other := invented(t, 2)
	for _, name := range []string{"Mallory's Lucky", "mallory's lucky"} {
		if err := workshop.Keep(other.Named(name)); err == nil || !errors.As(err, new(*arcade.Refusal)) {
			t.Errorf("the same name again: %v", err)
		}
	}
}

// The attack: fill the data file with variations, with estimates, or with open rounds of
// games that nobody keeps.
func TestVariationsDoNotFillTheFile(t *testing.T) {
	t.Parallel()
	clock := newWatch(noon)
	a := openVariations(t, func(c *Config) { c.Now = clock.time })
	key, _ := member(t, a.db, "mallory")
	env := a.play(t, a.dial(t, "mallory", gossh.PublicKeys(key))).app.env
	for n := range arcade.VariationsMax {
		if err := env.Workshop.Keep(invented(t, n).Named(fmt.Sprint("Mine ", n))); err != nil {
			t.Fatal(err)
		}
	}
	one := invented(t, arcade.VariationsMax)
	if err := env.Workshop.Keep(one); err == nil || !errors.As(err, new(*arcade.Refusal)) || !strings.Contains(err.Error(), "50") {
		t.Errorf("one too many: %v", err)
	}
	if err := env.Workshop.Drop(invented(t, 0).Info().ID); err != nil {
		t.Fatal(err)
	}
	if err := env.Workshop.Keep(one); err != nil {
		t.Errorf("once there is room: %v", err)
	}

	save := func(g engine.Game) error {
		r := engine.NewRound(g, "R1")
		if err := r.Play(r.State().Moves()[0]); err != nil {
			t.Fatal(err)
		}
		s := arcade.Save(r)
		s.Started = noon.UnixMilli()
		_, err := env.Store.Save(s, 0)
		return err
	}
	for n := range arcade.VariationsMax {
		if err := save(invented(t, 100+n)); err != nil {
			t.Fatal(err)
		}
	}
	if err := save(invented(t, 200)); err == nil || !errors.As(err, new(*arcade.Refusal)) || errors.Is(err, arcade.ErrUnavailable) {
		t.Errorf("one open round too many: %v", err)
	}

	const hour, manyVariations = 150, "many variations were kept from your network in the last hour"
	for n := arcade.VariationsMax + 1; n < hour-1; n++ {
		if err := env.Workshop.Keep(one.Named(fmt.Sprint("Mine again ", n))); err != nil {
			t.Fatalf("variation %d of the hour: %v", n, err)
		}
	}
	for range 3 {
		if err := env.Workshop.Keep(one.Named("Hop 45")); err == nil || refusedAs(err, manyVariations) {
			t.Errorf("a name that is refused: %v", err)
		}
	}
	if err := env.Workshop.Keep(one.Named("Mine once more")); err != nil {
		t.Errorf("the last of the hour: %v", err)
	}
	if err := env.Workshop.Keep(one.Named("Mine again")); !refusedAs(err, manyVariations) {
		t.Errorf("too many in an hour: %v", err)
	}
	clock.passes(time.Hour + time.Second)
	if err := env.Workshop.Keep(one.Named("Mine again")); err != nil {
		t.Errorf("an hour later: %v", err)
	}
	if err := env.Workshop.SetEstimate(one.Info().ID, hint.Estimate{Edition: hint.Edition, Deals: 50, Won: 3}); err != nil {
		t.Errorf("an estimate an hour later: %v", err)
	}
	if err := env.Workshop.SetEstimate(one.Info().ID, hint.Estimate{Edition: hint.Edition, Deals: 10}); err != nil {
		t.Errorf("a smaller estimate: %v", err)
	}
	if v, err := env.Workshop.Variation(one); err != nil || v.Estimate.Won != 3 {
		t.Errorf("the estimate is %+v, %v", v.Estimate, err)
	}
	if err := env.Workshop.SetEstimate(invented(t, 300).Info().ID, hint.Estimate{Edition: hint.Edition, Deals: 50}); err == nil {
		t.Error("a game that nobody knows has an estimate")
	}
	if report, err := a.db.Check(catalog.Library()); err != nil || len(report.Findings) > 0 {
		t.Errorf("Check finds %q, %v", report.Findings, err)
	}
}

// The attack: rename, remove or take over what another player keeps, by its ID.
func TestNobodyTouchesTheVariationsOfOthers(t *testing.T) {
	t.Parallel()
	a := openVariations(t, nil)
	ann, _ := a.comes(t, "ann")
	bob, _ := a.comes(t, "bob")
	bobs, _ := a.workshopOf(t, "mallory")
	g := invented(t, 1)
	id, code := g.Info().ID, g.Design().Code()
	prints(t, ann, "variation keep "+code+" Mine")
	refuses(t, bob, "variation remove "+id, "You do not keep "+g.Info().Name+";")
	if _, errOut, code := exec(t, bob, "variation remove Mine"); code != exitUsage || !strings.HasPrefix(errOut, `There is no game "Mine"`) {
		t.Errorf("by a name of hers it exits %d: %s", code, errOut)
	}
	_ = bobs.Drop(id)
	prints(t, bob, "variation keep "+id+" Stolen")
	prints(t, bob, "variation remove "+id)
	if v := one(t, ann, "variation mine"); !v.Own || v.Name != "Mine" || v.By != "ann" || v.Keepers != 1 {
		t.Errorf("hers is %+v", v)
	}
}

// A forged is a game with the ID of another one.
type forged struct {
	engine.MadeUp
	id string
}

func (g forged) Info() engine.Info {
	info := g.MadeUp.Info()
	info.ID = g.id
	return info
}

// The attack: other rules under the ID of a game that is known here, or of a built-in one, so
// that the rounds of others replay differently.
func TestAnIDKeepsItsRules(t *testing.T) {
	t.Parallel()
	a := openVariations(t, nil)
	workshop, games := a.workshopOf(t, "ann")
	g, other := invented(t, 1), invented(t, 2)
	if err := workshop.Keep(g); err != nil {
		t.Fatal(err)
	}
	key, _ := member(t, a.db, "mallory")
	env := a.play(t, a.dial(t, "mallory", gossh.PublicKeys(key))).app.env
	for _, id := range []string{g.Info().ID, "boardwalk/hop-45", "custom/000000000000", "x"} {
		fake := forged{other, id}
		if err := env.Workshop.Keep(fake); err == nil {
			t.Errorf("other rules are kept as %s", id)
		}
		r := engine.NewRound(fake, "R1")
		if err := r.Play(r.State().Moves()[0]); err != nil {
			t.Fatal(err)
		}
		s := arcade.Save(r)
		s.Started = time.Now().UnixMilli()
		if _, err := env.Store.Save(s, 0); err == nil {
			t.Errorf("a round of other rules is saved as %s", id)
		}
		if _, err := env.Races.Open(fake, arcade.RaceTerms{Limit: arcade.RaceDefault}); err == nil {
			t.Errorf("a race has other rules as %s", id)
		}
	}
	if known, ok := games.Find(g.Info().ID); !ok || engine.RulesOf(known) != g.Design().Text() {
		t.Errorf("the game is %v, %v now", known, ok)
	}
	if report, err := a.db.Check(catalog.Library()); err != nil || len(report.Findings) > 0 {
		t.Errorf("Check finds %q, %v", report.Findings, err)
	}
}

// The attack: codes that are none, as many and as long as a command can be.
//
//abuse:case 27
func TestShareCodesThatAreNone(t *testing.T) {
	t.Parallel()
	a := openVariations(t, nil)
	mallory, _ := a.comes(t, "mallory")
	code := invented(t, 1).Design().Code()
	flipped := []byte(code)
	flipped[len(flipped)-1] ^= 1
	for _, bad := range []string{
		string(flipped), code[:len(code)-1], code + "0", "BW1-", "BW1", "BW9-0000-0000-0000", "BW1-0000-0000-0000", "BW1-ZZZZ-ZZZZ-ZZZZ", "BW1-UUUU-UUUU-UUUU",
		"BW1-" + strings.Repeat("0", 230), strings.Repeat("-", 230), "BW1-\x1b[2J", "BW1-\u202e000-0000-0000", code + code, "bw1 " + strings.Repeat("o", 100),
	} {
		for _, line := range []string{"variation ", "variation keep ", "variation share ", "variation remove ", "race ", "top ", "stats ", "history ", "best ", "daily "} {
			out, errOut, code := exec(t, mallory, line+bad)
			if code == exitOK || out != "" || errOut == "" {
				t.Errorf("%s%q exits %d with %q, %q", line, bad, code, out, errOut)
			}
			harmless(t, line+bad, errOut)
			if strings.Contains(errOut, "..\n") {
				t.Errorf("%s%q says %q", line, bad, errOut)
			}
		}
	}
	if got := prints(t, mallory, "race"); got != "You have been in no race yet: race GAME opens one.\n" {
		t.Errorf("a race was opened: %q", got)
	}
	if list := variations(t, mallory, "variation list --by newest"); len(list) != 0 {
		t.Errorf("there are %+v now", list)
	}
	if log := a.log.String(); strings.Contains(log, "level=ERROR") {
		t.Errorf("the log has errors:\n%s", log)
	}
}

// A guest is asked for a key by whatever needs one, and can try and show everything else.
func TestAGuestInTheWorkshop(t *testing.T) {
	t.Parallel()
	a := openVariations(t, nil)
	guest := a.dial(t, "visitor")
	code := invented(t, 1).Design().Code()
	if v := one(t, guest, "variation "+code); v.Code != code {
		t.Errorf("a guest reads %+v", v)
	}
	if got := prints(t, guest, "variation"); !strings.HasPrefix(got, "You keep no variation") {
		t.Errorf("a guest keeps %q", got)
	}
	_, errOut, exit := exec(t, guest, "variation keep "+code+" Mine")
	if exit != exitOK && !strings.Contains(errOut, "come back with a key") {
		t.Errorf("a guest who keeps one reads %q", errOut)
	}
}

// Everything at once, for the race detector.
func TestManyInTheWorkshop(t *testing.T) {
	t.Parallel()
	a := openVariations(t, func(c *Config) { c.NewAccounts = -1 })
	var all sync.WaitGroup
	for who := range 4 {
		workshop, games := a.workshopOf(t, fmt.Sprint("maker-", who))
		all.Go(func() {
			for n := range 10 {
				g := invented(t, n%3)
				if err := workshop.Keep(g.Named(fmt.Sprint("Mine ", n))); err != nil {
					t.Error(err)
				}
				games.All()
				games.Name(g.Info().ID)
				if _, err := workshop.Variations(arcade.ByPlayers, 10); err != nil {
					t.Error(err)
				}
				if _, err := workshop.Variation(g); err != nil {
					t.Error(err)
				}
				if err := workshop.SetEstimate(g.Info().ID, hint.Estimate{Edition: hint.Edition, Deals: n + 1}); err != nil && !errors.Is(err, data.ErrNoVariation) {
					t.Error(err)
				}
				if err := workshop.Drop(g.Info().ID); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}
