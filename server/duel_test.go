package server

import (
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
)

// duels puts the contender into a duel, as from a network of its own: all connections of a test are of one.
func (c *contender) duels() arcade.Challenge {
	c.t.Helper()
	p, err := c.s.db.Player(arcade.KeyCredential(gossh.FingerprintSHA256(c.key.PublicKey())))
	if err != nil {
		c.t.Fatal(err)
	}
	d, err := p.Duel(c.game, "SECRETDUEL", "", c.s.clock.time())
	if err != nil {
		c.t.Fatal(err)
	}
	return d
}

// The duel command enters no duel before its player has said yes.
func TestTheDuelCommandAsks(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	for _, command := range []string{"duel hop-45", "duel hop 45 --json"} {
		refuses(t, ann.client, command, "Enter a duel at Hop 45?")
		refuses(t, ann.client, command, "duel "+strings.Fields(command)[1])
	}
	if list, err := ann.env.Challenges.Challenges(1); err != nil || len(list) != 0 {
		t.Errorf("ann is in %+v, %v", list, err)
	}
	if got := prints(t, ann.client, "duel hop-45 --yes"); !strings.Contains(got, "Hop 45") {
		t.Errorf("duel --yes prints %q", got)
	}
	if list, err := ann.env.Challenges.Challenges(1); err != nil || len(list) != 1 {
		t.Errorf("ann is in %+v, %v", list, err)
	}
}

// The attack: whoever is through with a duel looks for the opponent, who still plays it, among the tables
// that can be watched, and in what commands print.
func TestNothingOfTheOpponentShowsBeforeADuelIsOver(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob, looks := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "looks")
	duel := ann.duels()
	first := ann.endsDare(duel, ann.beginsDare(duel))
	if got := bob.duels(); got.Code != duel.Code {
		t.Fatalf("bob is in %s, ann in %s", got.Code, duel.Code)
	}
	refuses(t, bob.client, "challenge "+duel.Code+" to looks", "A duel is between its two players, and nobody else can enter it.")
	saved := bob.beginsDare(duel)
	number := s.number(t, bob)
	s.clock.passes(time.Minute)
	for _, who := range []*contender{ann, looks} {
		if slices.ContainsFunc(who.env.Spectators.Tables(), func(l arcade.LiveTable) bool { return l.Number == number }) {
			t.Error("the opponent's table is listed")
		}
		if _, err := who.env.Spectators.Watch(t.Context(), number); err == nil {
			t.Error("the opponent's table is watched")
		}
	}
	for _, command := range []string{
		"history --json", "export", "challenges --json", "challenge " + duel.Code, "challenge --json " + duel.Code, "record 1", "record --json " + first.ID,
		"replay --cast 1", "replay --cast " + first.ID, "analyse 1", "analyse --json " + first.ID, "duel hop-45 --yes", "challenge 1",
	} {
		for who, other := range map[*contender]string{ann: "bob", bob: "ann"} {
			if out, errOut, _ := exec(t, who.client, command); strings.Contains(out+errOut, other) || strings.Contains(out+errOut, "SECRETDUEL") {
				t.Errorf("%s tells of %s or the deal: %s%s", command, other, out, errOut)
			}
		}
	}
	second := bob.endsDare(duel, saved)
	if _, err := looks.env.Accounts.Ranked(second.ID); err == nil {
		t.Error("a stranger sees a round of the duel")
	}
	over, err := ann.env.Challenges.Challenge(duel.Code)
	if err != nil || !over.Over || over.By == "" {
		t.Errorf("the duel is %+v, %v", over, err)
	}
}

// The attack: one duel after another is begun and left, each with a search for its deal.
func TestManyDuelsOfANetwork(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	const many = "many duels and challenges began from your network in the last hour"
	for i := range 60 {
		d, err := ann.env.Challenges.Duel(ann.game)
		if err != nil {
			t.Fatalf("duel %d: %v", i+1, err)
		}
		if again, err := ann.env.Challenges.Duel(ann.game); err != nil || again.Code != d.Code {
			t.Fatalf("duel %d goes on as %s, %v", i+1, again.Code, err)
		}
		if err := ann.env.Challenges.Leave(d.Code); err != nil {
			t.Fatal(err)
		}
	}
	if d, err := ann.env.Challenges.Duel(ann.game); !refusedAs(err, many) {
		t.Errorf("after the last one comes %+v, %v", d, err)
	}
	waits := s.enters(t, "bob").duels()
	if d, err := ann.env.Challenges.Duel(nil); err != nil || d.Code != waits.Code {
		t.Errorf("the duel that waits is answered with %+v, %v", d, err)
	}
}

// What prints no JSON refuses to be asked for it, and what is empty prints it as well.
func TestJSONIsPrintedOrRefused(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	if out, errOut, code := exec(t, s.enters(t, "ann").client, "daily share hop-45 --json"); code == exitOK || out != "" ||
		!strings.Contains(errOut, "Daily share has no --json") {
		t.Errorf("daily share exits %d with %q and %q", code, out, errOut)
	}
	if out := prints(t, s.dial(t, "guest"), "history --json"); !strings.Contains(out, `"games": []`) {
		t.Errorf("a guest's history is %q", out)
	}
}
