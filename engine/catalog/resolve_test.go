package catalog_test

import (
	"errors"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/catalog"
)

func TestResolve(t *testing.T) {
	const hop, hopscotch, other = "boardwalk/hop-45", "boardwalk/hopscotch", "hopscotch"
	for _, c := range []struct {
		name string
		want string // IDs
	}{
		{"boardwalk/hop-45", hop}, {"hop-45", hop}, {"HOP-45", hop}, {"Hop 45", hop}, {"hop 45", hop}, {`"Hop  45"`, hop}, {" 'hop 45' ", hop},
		{"boardwalk tic-tac-toe", hop}, {"hop 4", hop}, {"Hop 5", hopscotch}, {"boardwalk h", hopscotch}, {"boardwalk t", hop},
		{"hopscotch", other}, {"Hopscotch", hopscotch + " " + other}, {"HOPSCOTCH", hopscotch + " " + other}, {"boardwalk/hopscotch", hopscotch},
		{"Boardwalk Hopscotch", hopscotch}, {"hopscotch (1-2-3-4)", other}, {"hopscotch (", other},
		{"hop", hop + " " + hopscotch + " " + other}, {"hopscot", hopscotch + " " + other}, {"c", "boardwalk/cheshire hopscotch chessboard"}, {"chesh", "boardwalk/cheshire"},
		{"LUCKY", "boardwalk/lucky-seven"}, {"sq", "boardwalk/scotsi"}, {"boardwalk/s", "boardwalk/scotsi"},
		{"hop45", hop}, {"HOP45", hop}, {"lucky seven", "boardwalk/lucky-seven"}, {"luckyseven", "boardwalk/lucky-seven"}, {"chess board", "chessboard"}, {"hopscotch1234", other},
		{"", ""}, {"  ", ""}, {"-", ""}, {`""`, ""}, {"poker", ""}, {"45", ""}, {"op", ""},
	} {
		g, err := catalog.All().Resolve(c.name)
		var got []string
		if several := new(engine.NameError); errors.As(err, &several) {
			for _, fit := range several.Fits {
				got = append(got, fit.Info().ID)
				if !strings.Contains(err.Error(), fit.Info().ID+" ("+fit.Info().Name+")") {
					t.Errorf("%q: it does not name %s: %v", c.name, fit.Info().ID, err)
				}
			}
		} else if err != nil {
			t.Fatal(err)
		} else {
			got = []string{g.Info().ID}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q means %q, want %q", c.name, got, c.want)
		}
	}
}

// A name with a slip is answered with the nearest, one that is none with all, and one of several words with the first that is wrong.
func TestTheNearestNameIsAskedFor(t *testing.T) {
	for name, want := range map[string]string{
		"chesire": "; did you mean Cheshire?", "hopscoth": "; did you mean Boardwalk Hopscotch or Hopscotch (1-2-3-4)?", "Luky Sven": "; did you mean Lucky Seven?",
		"scosti": "; did you mean Scotsi?", "poker": "; there are Hop 45, ", "go": "; there are Hop 45, ", "x": "; there are Hop 45, ",
		"scotsi shar": `"scotsi" means Scotsi, but "shar" behind it means nothing here`, "hop weak": `"hop" fits several games`, "scotsii this week": "; did you mean Scotsi?",
	} {
		_, err := catalog.All().Resolve(name)
		if several := new(engine.NameError); !errors.As(err, &several) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", name, err, want)
		}
	}
}

// The ID of a game that somebody made up is a hash: what begins it means something else.
func TestNothingIsMeantByTheBeginningOfAHash(t *testing.T) {
	v := boardwalk.Default()
	v.Name, v.Suits = "Mine", 5
	g, err := boardwalk.New(v)
	if err != nil {
		t.Fatal(err)
	}
	id := g.Info().ID
	games := append(catalog.All(), g)
	for _, name := range []string{id, strings.ToUpper(id), strings.TrimPrefix(id, "custom/"), "mine", "mi"} {
		if got, err := games.Resolve(name); err != nil || got.Info().ID != id {
			t.Errorf("%q means %v, %v", name, got, err)
		}
	}
	for _, name := range []string{"custom", "cu", strings.TrimPrefix(id, "custom/")[:1], id[:len(id)-1]} {
		if got, err := games.Resolve(name); err == nil && got.Info().ID == id {
			t.Errorf("%q means it", name)
		}
	}
}

// TestEveryPrintedNameIsAccepted checks that each ID and each name, in any case, means
// its game, and that a name which fits several games is refused with their names.
func TestEveryPrintedNameIsAccepted(t *testing.T) {
	for _, g := range catalog.All() {
		info := g.Info()
		for _, name := range []string{info.ID, info.Name, strings.ToUpper(info.Name), strings.ToLower(info.Name)} {
			if got, err := catalog.All().Resolve(name); err != nil || got.Info().ID != info.ID {
				t.Errorf("%q means %v, %v", name, got, err)
			}
		}
		for _, alias := range info.Aliases {
			got, err := catalog.All().Resolve(alias)
			several := new(engine.NameError)
			if err == nil && got.Info().ID != info.ID || err != nil && (!errors.As(err, &several) || len(several.Fits) < 2) {
				t.Errorf("the alias %q means %v, %v", alias, got, err)
			}
		}
	}
}

// What is stored beside a round is enough to find its game again, and no other.
func TestTheGameOfStoredRulesIsFound(t *testing.T) {
	v := boardwalk.Default()
	v.Name, v.Suits = "Mine", 5
	g, err := boardwalk.New(v)
	if err != nil {
		t.Fatal(err)
	}
	games, id, rules := catalog.Library(), g.Info().ID, engine.RulesOf(g)
	if found, err := games.Parse(id, rules); err != nil || found.Info().ID != id || engine.RulesOf(found) != rules {
		t.Errorf("%v, %v", found, err)
	}
	for what, lost := range map[string]struct {
		games     engine.Library
		id, rules string
	}{
		"no family":       {engine.Library{}, id, rules},
		"other rules":     {games, id, rules + "\n"},
		"another ID":      {games, "custom/0", rules},
		"a built-in game": {games, "boardwalk/hop-45", games.Families[0].Designs()[0].Text()},
	} {
		if found, err := lost.games.Parse(lost.id, lost.rules); err == nil || found != nil {
			t.Errorf("%s: %v, %v", what, found, err)
		}
	}
	if found, ok := games.Restore(id, rules); !ok || found.Info().ID != id {
		t.Errorf("Restore = %v, %v", found, ok)
	}
	if _, ok := games.Restore(id, ""); ok {
		t.Error("a game is found without its rules")
	}
}

// Every built-in game teaches itself, on at least four boards.
func TestEveryGameTeaches(t *testing.T) {
	for _, g := range catalog.All() {
		teacher, ok := g.(engine.Teacher)
		if !ok || len(teacher.Lessons()) < 4 || len(teacher.Topics()) < 4 || len(teacher.Terms()) < 10 {
			t.Errorf("%s teaches too little", g.Info().Name)
		}
	}
}
