package main

import (
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// house is the map of the source: each package, and those of this module that it imports. A game, which
// is a package of the catalog, may import the words of the trade, piles, lessons, hashes and its own packages,
// and needs no row.
var house = []struct{ path, imports string }{
	// The trade, and the games.
	{"engine", ""},
	{"engine/search", ""}, // turns, whatever is searched for
	{"engine/arms", ""},   // tries, whatever is tried
	{"engine/hint", "engine engine/arms engine/search"},
	{"engine/grade", "engine engine/hint"},
	{"engine/analysis", "engine"},
	{"engine/survey", "engine engine/hint"},
	{"engine/puzzle", "engine engine/hashset"}, // games arrive as values
	{"engine/rating", ""},                      // numbers, whoever has them
	{"engine/arcade", "engine engine/analysis engine/grade engine/hint"},
	{"engine/piles", "engine"},
	{"engine/hashset", ""}, // numbers, whatever they are of
	{"engine/teach", "engine"},
	{"engine/catalog", "engine engine/survey"},
	{"engine/ten", "engine engine/chessboard engine/puzzle"}, // puzzles of Chessboard, one after another
	{"engine/run", "engine engine/arms engine/boardwalk"},    // boards of the family, one after another
	{"engine/design", "engine"},                              // knobs, whatever they set
	{"engine/boardwalk/compact", "engine engine/hashset"},
	{"engine/boardwalk/solver", "engine engine/boardwalk/compact engine/hashset"},
	{"engine/boardwalk/policy", "engine engine/arms engine/boardwalk/compact"}, // who plays fair asks nobody who sees hidden cards
	{"engine/boardwalk/policy/train", "engine engine/boardwalk/compact engine/boardwalk/policy"},
	{"engine/hopscotch/compact", "engine"},
	{"engine/hopscotch/sat", ""},                                               // logic knows no cards
	{"engine/hopscotch/player", "engine engine/arms engine/hopscotch/compact"}, // who plays fair asks nobody who sees hidden cards
	{"engine/hopscotch/thoughtful", "engine engine/hashset engine/hopscotch/compact engine/hopscotch/player engine/hopscotch/sat"},
	{"engine/hopscotch/train", "engine/hopscotch/compact engine/hopscotch/player"},

	// What is kept.
	{"data/boltpages", ""},                          // pages, whatever their rows are
	{"data/commitlog", ""},                          // entries, whatever they order
	{"data/store", "data/boltpages data/commitlog"}, // rows, whatever they say
	{"data", "data/store engine engine/analysis engine/arcade engine/grade engine/hint engine/rating"}, // games arrive as values: rows name none

	// What players see.
	{"tui/grid", ""},
	{"tui/theme", "engine tui/grid"},
	{"tui/sequence", ""},
	{"tui/widget", "tui/grid tui/theme"},
	{"tui/route", "engine engine/analysis engine/arcade"}, // values: who goes somewhere knows no screen there
	{"tui/board", "engine tui/grid tui/theme"},
	{"tui/caption", "engine engine/analysis engine/arcade engine/grade engine/hint"},
	{"tui/draft", "engine engine/hint tui/board tui/caption tui/grid tui/theme"},
	{"tui/sheet", "engine tui/grid tui/theme tui/widget"},
	{"tui/play", "engine engine/arcade engine/grade engine/search"},
	{"tui/review", "engine engine/analysis engine/arcade engine/hint engine/search"},
	{"tui/session", "engine engine/analysis engine/arcade engine/grade engine/hint engine/puzzle engine/rating engine/search tui/caption tui/play"}, // screens and words share it, so it has no screen
	{"tui/screen", "engine engine/arcade tui/board tui/caption tui/draft tui/grid tui/play tui/route tui/session tui/sheet tui/theme tui/widget"},
	// Families of screens: none knows another.
	{"tui/learn", "engine engine/arcade tui/board tui/caption tui/draft tui/grid tui/route tui/screen tui/session tui/theme tui/widget"},
	{"tui/record", "engine engine/analysis engine/arcade engine/search tui/board tui/caption tui/grid tui/review tui/route tui/screen tui/session tui/theme tui/widget"},
	{"tui/account", "engine engine/arcade tui/board tui/caption tui/grid tui/screen tui/session tui/theme tui/widget"},
	{"tui/social", "engine engine/arcade tui/board tui/caption tui/grid tui/play tui/route tui/screen tui/theme tui/widget"},
	{"tui/table", "engine engine/arcade engine/grade engine/hint engine/search tui/board tui/caption tui/draft tui/grid tui/play tui/route tui/screen tui/session tui/sheet tui/theme tui/widget"},
	{"tui/workshop", "engine engine/arcade engine/hint tui/board tui/caption tui/grid tui/route tui/screen tui/session tui/theme tui/widget"},
	{"tui", "engine engine/arcade engine/grade engine/hint tui/account tui/caption tui/draft tui/grid tui/learn tui/play tui/record tui/route tui/screen tui/session tui/social tui/table tui/theme tui/widget tui/workshop"}, // screens see ports, not a file, a server or the rules of a game
	{"tui/words", "engine engine/analysis engine/arcade engine/grade engine/hint engine/search tui/caption tui/play tui/review tui/sequence tui/session"},                                                                     // a front end of its own, without any screen

	// Who is here.
	{"server/clean", ""},
	{"server/cputime", ""},
	{"server/limit", ""},
	{"server/mailbox", ""},
	{"server/backup", ""}, // copies of a file, whatever is in it
	{"server/socket", ""},
	{"server/peers", ""}, // a message is what its two ends make of it
	{"server/gate", "server/limit"},
	{"server/cost", "engine engine/arcade server/cputime server/limit"},
	{"server/program", "server/clean server/limit tui/grid tui/sequence tui/theme"}, // runs any app
	{"server/hub", "engine engine/arcade server/limit server/mailbox server/peers"},
	{"server/race", "data engine engine/arcade server/mailbox server/peers"},
	{"server/deal", "data engine engine/arcade engine/grade engine/hint engine/puzzle engine/search"},
	{"server/machine", "engine/arcade engine/grade engine/search server/limit server/peers tui/play tui/session"},                                                                       // a front end of its own, for those who are no people
	{"server/command", "data engine engine/analysis engine/arcade engine/grade engine/hint server/clean server/hub server/limit tui/caption tui/play tui/review tui/session tui/theme"}, // prints text: no screen, and nothing of admins
	{"server/command/admin", "data data/store engine engine/arcade server/backup server/clean server/command server/hub server/limit server/peers"},
	{"server/trail", "data server/command/admin"},
	{"server/port", "data engine engine/analysis engine/arcade engine/hint engine/puzzle engine/search server/clean server/cost server/deal server/hub server/limit server/machine server/peers server/race server/trail tui/caption tui/play tui/session"}, // values: who has the arcade knows no screen, and no SSH
	{"server/web", "engine engine/arcade server/clean server/command server/cost server/cputime server/limit tui/board tui/caption tui/grid tui/theme"},                                                                                                     // pages ask what a stranger is told, and read no rows
	{"server/cluster", "data/commitlog server/peers"}, // orders changes, whatever they change
	{"server", "data data/store engine engine/arcade engine/search server/backup server/clean server/command server/command/admin server/cost server/deal server/gate server/hub server/limit server/machine server/peers server/port server/program server/race server/socket server/trail server/web tui tui/caption tui/play tui/record tui/route tui/session tui/theme tui/words tui/workshop"}, // games arrive as values

	// Programs.
	{"cmd/boardwalk", "data data/commitlog data/store engine engine/arcade engine/boardwalk engine/catalog engine/design engine/hint engine/puzzle engine/survey server server/clean server/cluster server/command server/command/admin server/cputime server/peers server/program server/socket tui tui/grid tui/session tui/words"},
	{"cmd/boardwalk-release", ""},
	{"cmd/boardwalk-train", "engine engine/arcade engine/boardwalk engine/boardwalk/compact engine/boardwalk/policy engine/boardwalk/policy/train engine/boardwalk/solver engine/catalog engine/hint engine/hopscotch/player engine/hopscotch/train engine/puzzle server/cputime"},

	// Test kits.
	{"engine/enginetest", "engine"},
	{"data/datatest", "data/commitlog"},
	{"tui/tuitest", "engine engine/analysis engine/arcade engine/catalog engine/grade engine/hint tui tui/grid tui/play tui/session tui/theme"},
	{"server/sshtest", "tui/sequence tui/tuitest"},
	{"server/peers/peerstest", "server/peers"},
}

// ofGames are what the package of a game may import, besides its own.
const ofGames = "engine engine/design engine/hashset engine/piles engine/teach"

// libraries says which packages may import a library, or a package of Go itself in engine.
var libraries = []struct{ path, importers, reason string }{
	{"go.etcd.io/bbolt", "data/store", "only data/store opens the file"},
	{"github.com/nats-io/", "server/cluster", "only server/cluster knows how nodes talk"},
	{"charm.land/ssh", "server", "what is served is the same however it came"},
	{"charm.land/wish", "server", "what is served is the same however it came"},
	{"charm.land/bubbletea", "server/program tui tui/account tui/draft tui/learn tui/record tui/screen tui/sheet tui/social tui/table tui/tuitest tui/widget tui/workshop", "only screens are made of its messages"},
}

// notInEngine are packages of Go that rules need not: a position is the same at any time and anywhere.
var notInEngine = map[string]string{ // with those that may, with spaces between
	"os": "", "net": "", "time": "engine/arcade engine/search",
}

// testKits are the packages that only tests import.
var testKits = []string{"engine/enginetest", "data/datatest", "tui/tuitest", "server/sshtest", "server/peers/peerstest"}

func TestLayers(t *testing.T) {
	imports, games := imported(t), []string{}
	allowed := map[string][]string{} // by package
	for _, row := range house {
		allowed[row.path] = strings.Fields(row.imports)
	}
	for _, path := range imports["engine/catalog"] {
		if !slices.Contains(allowed["engine/catalog"], path) {
			games = append(games, path)
		}
	}
	if len(games) < 3 {
		t.Fatalf("the catalog has only %q", games)
	}
	for path, all := range imports {
		may, ok := allowed[path]
		if i := slices.IndexFunc(games, func(game string) bool { return path == game || strings.HasPrefix(path, game+"/") }); !ok && i >= 0 {
			may, ok = strings.Fields(ofGames), true
			may = append(may, slices.DeleteFunc(slices.Clone(all), func(p string) bool { // nobody needs to train to play
				return !strings.HasPrefix(p, games[i]+"/") || strings.HasSuffix(p, "/train")
			})...)
		} else {
			for _, other := range may {
				if !slices.Contains(all, other) {
					t.Errorf("%s imports %s no longer: take it out of its row", path, other)
				}
			}
		}
		if path == "engine/catalog" {
			may = append(may, games...)
		}
		for _, other := range all {
			checkImport(t, path, other, ok && slices.Contains(may, other))
		}
		if !ok && len(all) > 0 {
			t.Errorf("%s has no row in the map of the house", path)
		}
	}
}

// checkImport reports an import that is not allowed. own says whether it would be as one of this module.
func checkImport(t *testing.T, path, other string, own bool) {
	t.Helper()
	root, _, _ := strings.Cut(other, "/")
	switch ofEngine, library := strings.HasPrefix(path, "engine"), strings.Contains(root, "."); {
	case slices.Contains([]string{"cmd", "data", "engine", "server", "tui"}, root):
		if !own {
			t.Errorf("%s imports %s, which is not in its row", path, other)
		}
		if slices.Contains(testKits, other) && !slices.Contains(testKits, path) {
			t.Errorf("%s imports %s: only tests may", path, other)
		}
	case ofEngine && library:
		t.Errorf("%s imports %s: the engine needs the standard library alone", path, other)
	case ofEngine && !library:
		if may, banned := notInEngine[root]; banned && !slices.Contains(testKits, path) && !slices.Contains(strings.Fields(may), path) {
			t.Errorf("%s imports %s: a position is the same at any time and anywhere", path, other)
		}
	default:
		for _, l := range libraries {
			if strings.HasPrefix(other, l.path) && !slices.Contains(strings.Fields(l.importers), path) {
				t.Errorf("%s imports %s: %s", path, other, l.reason)
			}
		}
	}
}

// imported returns what each package of this module imports, those of this module without its name.
func imported(t *testing.T) map[string][]string {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "boardwalk/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	imports := make(map[string][]string)
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); err == io.EOF {
			return imports
		} else if err != nil {
			t.Fatal(err)
		}
		for i, path := range p.Imports {
			p.Imports[i] = strings.TrimPrefix(path, "boardwalk/")
		}
		imports[strings.TrimPrefix(p.ImportPath, "boardwalk/")] = p.Imports
	}
}
