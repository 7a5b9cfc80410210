package server

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server/command"
	"boardwalk/server/command/admin"
)

// invented returns a game that somebody made up, another one for each n.
func invented(t testing.TB, n int) engine.MadeUp {
	t.Helper()
	random := rand.New(rand.NewPCG(47, uint64(n)))
	for {
		d := catalog.Library().Families[0].Random(random)
		g, err := d.Game(d.Title())
		if err != nil {
			t.Fatal(err)
		}
		if made, ok := g.(engine.MadeUp); ok {
			return made
		}
	}
}

// variations returns what a variation command prints as JSON.
func variations(t *testing.T, client *gossh.Client, line string) []command.Variation {
	t.Helper()
	var report command.Variations
	if err := json.Unmarshal([]byte(prints(t, client, line+" --json")), &report); err != nil {
		t.Fatal(err)
	}
	return report.Variations
}

// one is like variations, for a command that prints a single one.
func one(t *testing.T, client *gossh.Client, line string) command.Variation {
	t.Helper()
	list := variations(t, client, line)
	if len(list) != 1 {
		t.Fatalf("%s prints %d variations", line, len(list))
	}
	return list[0]
}

// A variationArcade is an arcade with players who have accounts.
type variationArcade struct{ *adminArcade }

func openVariations(t *testing.T, change func(*Config)) variationArcade {
	t.Helper()
	return variationArcade{openAdminArcade(t, change)}
}

// comes returns a client of a player with a nick, and the player's data.
func (a variationArcade) comes(t *testing.T, nick string) (*gossh.Client, *data.Player) {
	t.Helper()
	key, print := member(t, a.db, nick)
	p, err := a.db.Player(arcade.KeyCredential(print))
	if err != nil {
		t.Fatal(err)
	}
	return a.dial(t, nick, gossh.PublicKeys(key)), p
}

// played stores a finished round of a game, as a table would.
func played(t *testing.T, p *data.Player, g engine.Game, code engine.Code, moves int, ended int64) arcade.Result {
	t.Helper()
	r := engine.NewRound(g, code)
	for range moves {
		if err := r.Play(r.State().Moves()[0]); err != nil {
			t.Fatal(err)
		}
	}
	s := arcade.Save(r)
	s.Started, s.Millis = ended-1000, 1000
	return keep(t, p, s.Result(engine.Final(r.State()), ended))
}

func TestVariationCommands(t *testing.T) {
	t.Parallel()
	a := openVariations(t, nil)
	ann, _ := a.comes(t, "ann")
	bob, bobs := a.comes(t, "bob")
	g := invented(t, 1)
	code, id := g.Design().Code(), g.Info().ID

	if got := prints(t, ann, "variation"); !strings.HasPrefix(got, "You keep no variation: ") {
		t.Errorf("variation prints %q", got)
	}
	if v := one(t, ann, "variation "+code); v.ID != id || v.Code != code || v.Own || v.Keepers != 0 || !v.Since.IsZero() || len(v.Knobs) < 20 {
		t.Errorf("variation CODE prints %+v", v)
	}
	text := prints(t, ann, "variation show "+strings.ToLower(code))
	for _, want := range []string{g.Info().Name + "\n" + code + "\n", "Nobody has kept or played it here.", "ssh -t HOST play " + code, "ssh HOST variation keep " + code} {
		if !strings.Contains(text, want) {
			t.Errorf("variation show prints no %q but\n%s", want, text)
		}
	}
	if got := prints(t, ann, "variation keep "+code+" My Lucky"); got != "My Lucky is in your lobby now. Others get it with its code: "+code+"\n" {
		t.Errorf("variation keep prints %q", got)
	}
	if v := one(t, ann, "variation my lucky"); !v.Own || v.Name != "My Lucky" || v.By != "ann" || v.Keepers != 1 || v.Since.IsZero() {
		t.Errorf("by its name it is %+v", v)
	}
	if v := one(t, bob, "variation "+id); v.Own || v.Name != g.Info().Name || v.By != "ann" {
		t.Errorf("another reads %+v", v)
	}
	if got := prints(t, ann, "workshop "+code); strings.Contains(got, "To have it in your lobby") {
		t.Errorf("of a variation that ann keeps, it prints\n%s", got)
	}
	if v := one(t, bob, "variation keep "+code+" Bobs own"); !v.Own || v.Name != "Bobs own" || v.By != "ann" || v.Keepers != 2 {
		t.Errorf("kept by another it is %+v", v)
	}
	if v := one(t, bob, "variation keep Bobs own Renamed"); v.Name != "Renamed" || v.Keepers != 2 {
		t.Errorf("under another name it is %+v", v)
	}
	played(t, bobs, g, "R7", 5, 1_790_000_000_000)
	for _, by := range []string{"players", "rounds", "newest", "liked"} {
		if list := variations(t, ann, "variation list --by "+by); len(list) != 1 || list[0].Name != "My Lucky" || list[0].Players != 1 || list[0].Rounds != 1 || list[0].Knobs != nil {
			t.Errorf("by %s there are %+v", by, list)
		}
	}
	if got := prints(t, ann, "variation list"); !strings.Contains(got, "My Lucky  ann  "+code+"  1        1       2        -") {
		t.Errorf("variation list prints\n%s", got)
	}
	card := prints(t, bob, "variation share renamed")
	if !strings.HasPrefix(card, "Renamed (Scotsi 411)\n"+code+"\n") || strings.Count(card, "\n") < 6 {
		t.Errorf("the card is\n%s", card)
	}
	for line := range strings.Lines(card) {
		if len(line) > 81 {
			t.Errorf("the card has a line of %d columns: %s", len(line), line)
		}
	}
	if got := prints(t, bob, "variation remove Renamed"); got != "Renamed is no longer in your lobby; your rounds of it stay. To have it back:\n  ssh HOST variation keep "+code+"\n" {
		t.Errorf("variation remove prints %q", got)
	}
	refuses(t, bob, "variation drop "+code, "You do not keep "+g.Info().Name+"; ssh HOST variation list has yours.")
	for _, house := range []string{"hop 45", catalog.Library().Families[0].Designs()[0].Code()} {
		refuses(t, bob, "variation keep "+strings.ReplaceAll(house, " ", "-"), "These are the rules of Hop 45, which is in the lobby; this is for the games that people make up.")
	}
	if got := prints(t, bob, "best"); !strings.Contains(got, g.Info().Name) {
		t.Errorf("without the game that is kept no longer, best prints\n%s", got)
	}
	if got := prints(t, bob, "history"); !strings.Contains(got, g.Info().Name) {
		t.Errorf("its round is gone:\n%s", got)
	}
	for line, want := range map[string]string{
		"variation keep":                  "Variation keep needs CODE:\n  ssh HOST variation keep CODE [NAME]",
		"variation share":                 "Variation share needs GAME:\n  ssh HOST variation share GAME",
		"variation list --by luck":        `--by takes one of players, rounds, newest, liked, not "luck".`,
		"variation list --by newest -n0":  "--rows is 1 to 200, not 0.",
		"variation no such":               `There is no game "no such"; there are `,
		"variation keep " + code + " Zoë": "That name has a sign that commands do not take",
	} {
		if out, errOut, code := exec(t, ann, line); code != exitUsage || out != "" || !strings.HasPrefix(errOut, want) {
			t.Errorf("%s exits %d with %q, %q", line, code, out, errOut)
		}
	}
}

// A share code stands for its game wherever a game's name may.
func TestAShareCodeStandsForItsGame(t *testing.T) {
	t.Parallel()
	a := openVariations(t, nil)
	ann, anns := a.comes(t, "ann")
	bob, _ := a.comes(t, "bob")
	g := invented(t, 2)
	code, id := g.Design().Code(), g.Info().ID
	r := played(t, anns, g, "R1", 5, 1_790_000_000_000)
	played(t, anns, catalog.All()[0], "R1", 2, 1_790_000_001_000)
	for line, want := range map[string]string{
		"history " + code + " --json": `"id": "` + r.ID + `"`,
		"stats " + code + " --json":   `"game": "` + id + `"`,
		"best " + code + " --json":    `"game": "` + id + `"`,
		"top " + code + " --json":     `"game": "` + id + `"`,
		"top " + code:                 g.Info().Name + ", all time",
		"top --week 2026-W39 " + code: g.Info().Name + ", week 2026-W39, counted games",
		"top --json --week 2026-W39 " + code: `"board": "a past week",
  "week": "2026-W39"`,
		"record 2 --json": `"rules": `,
		"replay 2 --cast": g.Info().Name + ", deal R1",
	} {
		got := prints(t, ann, line)
		if !strings.Contains(got, want) || strings.Contains(got, `"boardwalk/hop-45"`) {
			t.Errorf("%s prints no %s but\n%s", line, want, got)
		}
	}
	if got := prints(t, ann, "top --week last "+code); !strings.Contains(got, ", week 20") {
		t.Errorf("last week is\n%s", got)
	}
	refuses(t, ann, "daily "+code, "Dailies are of built-in games.")
	if got := prints(t, bob, "top "+code); !strings.Contains(got, "1     ann") {
		t.Errorf("another reads\n%s", got)
	}
	unknown := invented(t, 3)
	for line, says := range map[string]string{"history ": " yet.", "stats ": " yet.", "best ": " yet.", "top ": "Nobody is on this board yet."} {
		if got := prints(t, bob, line+unknown.Design().Code()); !strings.Contains(got, says) {
			t.Errorf("%sof a game that nobody knows prints\n%s", line, got)
		}
	}
}

// A race can be opened on a game that nobody keeps. Its racers find the game, also on a
// server that was started again.
func TestARaceOnAVariation(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob, cem := s.enters(t, "ann"), s.enters(t, "bob"), s.enters(t, "cem")
	g := invented(t, 5) // a deal of it is soon solved
	name, id := g.Info().Name, g.Info().ID
	out := prints(t, cem.client, "race "+strings.ToLower(g.Design().Code()))
	if !strings.HasPrefix(out, "Race ") || !strings.Contains(out, " of "+name+": not started, 1 racer.\n") {
		t.Fatalf("race CODE prints %q", out)
	}
	ann.game = g
	code := ann.opens(10 * time.Minute)
	bob.joins(code)
	if got := prints(t, bob.client, "race "+code); !strings.HasPrefix(got, "Race "+code+" of "+name+": not started, 2 racers.\n") {
		t.Errorf("before it begins, race prints %q", got)
	}
	found, ok := bob.env.Games.Find(id)
	if !ok || engine.RulesOf(found) != g.Design().Text() {
		t.Fatalf("bob finds %v, %v", found, ok)
	}
	bob.game = found
	ann.starts(code)
	ann.plays(code, 1)
	bob.plays(code, 3)

	again := openRaceArcadeOn(t, s.db, s.clock)
	back := again.comes(t, bob.key)
	if back.game, ok = back.env.Games.Find(id); !ok {
		t.Fatal("a server that was started again does not know the game")
	}
	if saved, rev, err := back.env.Store.Saved(arcade.Slot(id, arcade.RaceEvent(code))); err != nil || rev == 0 || saved.Rules != g.Design().Text() {
		t.Errorf("his round is %+v, %d, %v", saved, rev, err)
	}
	if games, err := back.env.Workshop.Begun(); err != nil || len(games) != 0 {
		t.Errorf("a round of a race counts as %v, %v", games, err)
	}

	ann.finishes(code)
	bob.finishes(code)
	if got := prints(t, bob.client, "race "+code); !strings.Contains(got, ": 1st of 2, ") || strings.Count(got, "\n") != 4 {
		t.Errorf("race prints\n%s", got)
	}
	if got := prints(t, bob.client, "replay 1 --cast"); !strings.Contains(got, name+", deal ") {
		t.Errorf("his round is not replayed: %.200s", got)
	}
	if v := one(t, cem.client, "variation "+id); v.Players != 2 || v.Rounds != 2 {
		t.Errorf("known of it is %+v", v)
	}
}

// Rounds of a game that was made up take its rules along to another arcade.
func TestExportsCarryRules(t *testing.T) {
	t.Parallel()
	here, there := openVariations(t, nil), openVariations(t, nil)
	ann, anns := here.comes(t, "ann")
	g := invented(t, 5)
	r := played(t, anns, g, "R1", 3, 1_790_000_000_000)
	file := prints(t, ann, "export")
	key, _ := member(t, there.db, "")
	zoe := there.dial(t, "zoe", gossh.PublicKeys(key))
	if out, errOut, code := execWith(t, zoe, "import", file); code != exitOK || !strings.HasPrefix(out, "1 game read, 1 new") {
		t.Fatalf("import exits %d: %s%s", code, out, errOut)
	}
	if got := prints(t, zoe, "record 1"); got != r.Record.String()+"\n" {
		t.Errorf("the record is %q", got)
	}
	if got := prints(t, zoe, "replay 1 --cast"); !strings.Contains(got, "deal R1") {
		t.Errorf("it is not replayed: %.200s", got)
	}
	var again command.GameRecord
	if err := json.Unmarshal([]byte(prints(t, zoe, "export")), &again); err != nil || again.Rules != g.Design().Text() {
		t.Errorf("its export has the rules %q, %v", again.Rules, err)
	}
	if report, err := there.db.Check(catalog.Library()); err != nil || len(report.Findings) > 0 {
		t.Errorf("Check finds %q, %v", report.Findings, err)
	}
	var line map[string]any
	if err := json.Unmarshal([]byte(file), &line); err != nil {
		t.Fatal(err)
	}
	record := func(id string) string { return strings.Replace(r.Record.String(), g.Info().ID, id, 1) }
	other := invented(t, 6)
	for name, forged := range map[string]struct {
		rules  any
		record string
	}{
		"no rules":          {nil, record(other.Info().ID)},
		"those of another":  {g.Design().Text(), record(other.Info().ID)},
		"an ID made up":     {g.Design().Text(), record("custom/0123456789ab")},
		"no such rules":     {"x", r.Record.String()},
		"endless ones":      {strings.Repeat("{", 1<<20), record(other.Info().ID)},
		"ones with escapes": {"\x1b]52;c;eA==\a", record(other.Info().ID)},
		"a number":          {7, r.Record.String()},
		"those built in":    {g.Design().Text(), record("custom/hop-45")},
	} {
		line["rules"], line["record"] = forged.rules, forged.record
		text, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		out, errOut, code := execWith(t, zoe, "import", string(text))
		if code == exitOK && !strings.Contains(out, " 0 new ") {
			t.Errorf("with %s, import exits %d: %s%s", name, code, out, errOut)
		}
		harmless(t, "import with "+name, out+errOut)
	}
}

func TestAHostHidesAVariation(t *testing.T) {
	t.Parallel()
	a := openVariations(t, nil)
	ann, anns := a.comes(t, "ann")
	bob, bobs := a.comes(t, "bob")
	g := invented(t, 7)
	code, id := g.Design().Code(), g.Info().ID
	if got := a.admin(t, "variations"); got != "Nobody has kept or played a variation here.\n" {
		t.Errorf("at first there are %q", got)
	}
	prints(t, ann, "variation keep "+code+" Rude words")
	played(t, anns, g, "R1", 1, 1_790_000_000_000)
	played(t, bobs, g, "R2", 1, 1_790_000_000_000)
	list := reads[admin.Variations](t, a.adminArcade, "variations").Variations
	if len(list) != 1 || list[0].ID != id || list[0].Name != g.Info().Name || list[0].By != "ann" || list[0].Players != 2 || list[0].Hidden {
		t.Fatalf("the list has %+v", list)
	}
	if got := a.admin(t, "variations hide "+id); !strings.HasPrefix(got, id+" is hidden: ") {
		t.Errorf("hide prints %q", got)
	}
	if list := reads[admin.Variations](t, a.adminArcade, "variations").Variations; len(list) != 1 || !list[0].Hidden || !strings.HasPrefix(list[0].Owner, "#") {
		t.Errorf("hidden, the list has %+v", list)
	}
	if list := variations(t, bob, "variation list --by players"); len(list) != 0 {
		t.Errorf("others still find %+v", list)
	}
	if v := one(t, ann, "variation rude words"); !v.Own || v.Name != "Rude words" {
		t.Errorf("its owner has %+v", v)
	}
	a.admin(t, "variation show "+code)
	if list := variations(t, bob, "variation list --by players"); len(list) != 1 || list[0].Name != g.Info().Name {
		t.Errorf("shown again, others find %+v", list)
	}
	for _, line := range []string{"admin variations hide custom/0123456789ab", "admin variations hide x", "admin variations show hop-45"} {
		if out, errOut, code := exec(t, a.boss, line); code != exitFailed || !strings.HasPrefix(errOut, "There is no variation ") {
			t.Errorf("%s exits %d: %s%s", line, code, out, errOut)
		}
	}
	if _, _, code := exec(t, ann, "admin variations hide "+id); code == exitOK {
		t.Error("anybody hides variations")
	}
	if log := a.log.String(); !strings.Contains(log, fmt.Sprintf(`command="variations hide %s" ok=true`, id)) {
		t.Error("the log lacks what was done")
	}
}

// The friend of somebody who shares a code is at the table with one command.
func TestPlayGoesToTheTable(t *testing.T) {
	t.Parallel()
	a, db := newArcade(), dataFile(t)
	a.start(t, func(c *Config) { c.Store, c.Games = Data(db), catalog.Library() }, nil)
	g := invented(t, 8)
	key, print := newKey(t)
	p, err := db.Player(arcade.KeyCredential(print))
	if err != nil {
		t.Fatal(err)
	}
	client := a.dial(t, "x", gossh.PublicKeys(key))
	term := execInTerminal(t, client, "play "+strings.ToLower(g.Design().Code()))
	term.shows(g.Info().Name, 1)
	term.shows("moves 0", 1)
	term.in.Close()
	term.ends()

	words := newTerminal(t, client, "dumb", 24, 80)
	if err := words.sess.Start("play " + g.Design().Code()); err != nil {
		t.Fatal(err)
	}
	go func() { words.exited <- words.sess.Wait() }()
	words.shows(g.Info().Name+": a fresh deal, which counts.", 1)
	words.in.Close()
	words.ends()

	house := execInTerminal(t, client, "play hop 45")
	house.shows("Hop 45", 1)
	house.shows("moves 0", 1)
	house.in.Close()
	house.ends()
	if _, rev, err := p.Saved(g.Info().ID); err != nil || rev != 0 {
		t.Errorf("a look at the table is saved: %d, %v", rev, err)
	}
	if _, errOut, code := exec(t, client, "play "+g.Design().Code()); code != exitTerminal || errOut != nothingTyped("ssh HOST")+"\n" {
		t.Errorf("without a terminal it exits %d with %q", code, errOut)
	}
	for line, want := range map[string]string{
		"play":        "Play needs the name of a game:\n  ssh -t HOST play hop 45\nThe lobby has them all: ssh HOST\n",
		"play poker":  `There is no game "poker"`,
		"play hop":    `"hop" fits several games`,
		"play BW1-00": "A share code has ",
	} {
		if out, errOut, code := exec(t, client, line); code != exitUsage || out != "" || !strings.HasPrefix(errOut, want) {
			t.Errorf("%s exits %d with %q, %q", line, code, out, errOut)
		}
	}
}
