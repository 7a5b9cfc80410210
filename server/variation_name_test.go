package server

import (
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// TestOnlyItsKeeperReadsANameOfAVariation: others read the title of its design, wherever the game stands.
func TestOnlyItsKeeperReadsANameOfAVariation(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	ann, anns := variationArcade{s.adminArcade}.comes(t, "ann")
	bobs, _ := member(t, s.db, "bob")
	bob := s.dial(t, "x", gossh.PublicKeys(bobs))
	g := invented(t, 1)
	code, title := g.Design().Code(), g.Design().Title()
	prints(t, ann, "variation keep "+code+" Rude words")
	r := keep(t, anns, house(t, g, "V1", noon))
	dare := strings.Trim(strings.Fields(prints(t, ann, "challenge 1"))[1], ",")
	prints(t, ann, "race "+code+" --open")
	at := s.play(t, ann).app.env
	at.Playing(g.Info().ID)
	at.Spectators.Show(&arcade.Scene{Game: g.Info().ID, Rules: engine.RulesOf(g), Moves: 1})
	screens := s.play(t, bob).app.env

	reads := func(door, got string) {
		t.Helper()
		if strings.Contains(got, "Rude") || !strings.Contains(got, title) {
			t.Errorf("%s has no %s but\n%s", door, title, got)
		}
	}
	reads("a screen", screens.Games.Name(g.Info().ID))
	for _, p := range screens.Company.People() {
		if p.Nick == "ann" {
			reads("the people", screens.Games.Name(p.Game))
		}
	}
	for _, line := range []string{
		"who", "top " + code, "race list", "variation list --by newest", "variation " + code,
	} {
		reads(line, prints(t, bob, line))
		reads(line+" --json", prints(t, bob, line+" --json"))
	}
	if err := at.Challenges.Tell(dare, "bob"); err != nil {
		t.Fatal(err)
	}
	reads("a cast", prints(t, bob, "replay "+r.ID+" --cast"))
	for _, path := range []string{"/game/" + r.ID, "/game/" + r.ID + "/cast", "/boards/" + code, "/api/who", "/api/record/" + r.ID} {
		reads(path, s.page(path))
	}
	reads("admin variations", s.admin(t, "variations"))
	reads("a challenge that waits", prints(t, bob, "challenges"))
	if _, err := screens.Challenges.Enter(dare); err != nil {
		t.Fatal(err)
	}
	reads("challenges", prints(t, bob, "challenges"))
	reads("challenge CODE", prints(t, bob, "challenge "+dare))
	if got := prints(t, ann, "who") + prints(t, ann, "history"); strings.Contains(got, title) || strings.Count(got, "Rude words") != 2 {
		t.Errorf("ann reads\n%s", got)
	}
}
