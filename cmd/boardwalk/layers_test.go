package main

import (
	"encoding/json"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A layer is a part of the program and what it must not import, with the reason.
type layer struct {
	part, ban, reason string
	except            string // packages of the part that may, or of the ban that may be, with spaces between
}

// layers lists the forbidden imports, besides those of games, which are ofGame's. A part or a ban that ends in a slash and dots means
// all packages below.
var layers = []layer{
	{"boardwalk/engine/...", "boardwalk/tui/...", "rules know no screen", ""},
	{"boardwalk/engine/...", "boardwalk/data", "rules know no store", ""},
	{"boardwalk/engine/...", "boardwalk/server", "rules know no network", ""},
	{"boardwalk/engine/...", "boardwalk/server/...", "rules know no network", ""},
	{"boardwalk/engine/...", "os", "rules do no I/O", ""},
	{"boardwalk/engine/...", "os/...", "rules do no I/O", ""},
	{"boardwalk/engine/...", "net", "rules do no I/O", ""},
	{"boardwalk/engine/...", "net/...", "rules do no I/O", ""},
	{"boardwalk/engine/...", "time", "a position is the same at any time", "boardwalk/engine/arcade boardwalk/engine/search"},
	{"boardwalk/engine/...", "sync", "states are immutable and need no lock", ""},
	{"boardwalk/engine/...", "sync/...", "states are immutable and need no lock", ""},
	{"boardwalk/engine/hint", "boardwalk/engine/...", "hints know no game", ""},
	{"boardwalk/engine/search", "boardwalk/engine/arcade", "turns know nothing of what is searched for", ""},
	{"boardwalk/engine/grade", "boardwalk/engine/...", "grades know no game", ""},
	{"boardwalk/engine/grade", "boardwalk/engine/arcade", "grades know nothing of what is kept of rounds", ""},
	{"boardwalk/engine/analysis", "boardwalk/engine/...", "an analysis knows no game", ""},
	{"boardwalk/engine/analysis", "boardwalk/engine/survey", "an analysis is of one round", ""},
	{"boardwalk/engine/analysis", "boardwalk/engine/arcade", "an analysis knows nothing of what is kept of rounds", ""},
	{"boardwalk/engine/survey", "boardwalk/engine/...", "a survey knows no game", ""},
	{"boardwalk/engine/survey", "boardwalk/engine/arcade", "deals of a survey are nobody's rounds", ""},
	{"boardwalk/engine/hint", "boardwalk/engine/survey", "hints know nobody who counts them", ""},
	{"boardwalk/engine/arcade", "boardwalk/engine/survey", "what is kept of rounds is of players, not of the house", ""},
	{"boardwalk/engine", "boardwalk/engine/survey", "the words of the trade know nobody who counts deals", ""},
	{"boardwalk/engine/piles", "boardwalk/engine/...", "a table of piles knows no game", ""},
	{"boardwalk/engine/piles", "boardwalk/engine/arcade", "rules know nothing of what is kept of rounds", ""},
	{"boardwalk/engine/piles", "boardwalk/engine/hint", "rules know nobody who plays by them", ""},
	{"boardwalk/engine/teach", "boardwalk/engine/...", "what reads lessons knows no game", ""},
	{"boardwalk/engine/boardwalk/...", "boardwalk/engine/boardwalk", "what searches a game is no part of its rules", ""},
	{"boardwalk/engine/boardwalk", "boardwalk/engine/boardwalk/policy/train", "nobody needs to train a policy to play", ""},
	{"boardwalk/engine/boardwalk/policy", "boardwalk/engine/boardwalk/policy/train", "nobody needs to train a policy to play", ""},
	{"boardwalk/engine/hopscotch/...", "boardwalk/engine/hopscotch", "what searches a game is no part of its rules", ""},
	{"boardwalk/engine/hopscotch/sat", "boardwalk/...", "logic knows no cards", ""},
	{"boardwalk/engine/boardwalk/policy", "boardwalk/engine/boardwalk/solver", "who plays fair asks nobody who sees hidden cards", ""},
	{"boardwalk/engine/boardwalk/compact", "boardwalk/engine/boardwalk/...", "a position knows nobody who searches it", ""},
	{"boardwalk/engine/boardwalk/solver", "boardwalk/engine/boardwalk/policy/...", "a solver needs no policy", ""},
	{"boardwalk/engine/hopscotch", "boardwalk/engine/hopscotch/train", "nobody needs to train a policy to play", ""},
	{"boardwalk/engine/hopscotch/thoughtful", "boardwalk/engine/hopscotch/train", "nobody needs to train a policy to play", ""},
	{"boardwalk/engine/hopscotch/player", "boardwalk/engine/hopscotch/train", "nobody needs to train a policy to play", ""},
	{"boardwalk/engine/hopscotch/player", "boardwalk/engine/hopscotch/thoughtful", "who plays fair asks nobody who sees hidden cards", ""},
	{"boardwalk/engine/hopscotch/compact", "boardwalk/engine/hopscotch/...", "a position knows nobody who searches it", ""},
	{"boardwalk/cmd/boardwalk", "boardwalk/engine/boardwalk/policy/train", "the arcade runs without what trains its players", ""},
	{"boardwalk/cmd/boardwalk", "boardwalk/engine/hopscotch/train", "the arcade runs without what trains its players", ""},
	{"boardwalk/engine", "boardwalk/engine/...", "the words of the trade name no game", ""},
	{"boardwalk/engine/hint", "boardwalk/engine/arcade", "hints know nothing of what is kept of rounds", ""},
	{"boardwalk/engine", "boardwalk/engine/arcade", "rounds know nothing of what is kept of them", ""},
	{"boardwalk/engine/rating", "boardwalk/...", "ratings are numbers, whoever has them", ""},
	{"boardwalk/server/...", "boardwalk/engine/rating", "only data changes ratings", ""},
	{"boardwalk/tui/...", "boardwalk/engine/rating", "screens show ratings, and compute none", ""},
	{"boardwalk/engine/arcade", "boardwalk/engine/...", "what is kept of rounds is the same for all games", ""},
	{"boardwalk/data", "boardwalk/engine/...", "games arrive as values: rows name none", ""},
	{"boardwalk/data", "boardwalk/tui/...", "rows know no screen", ""},
	{"boardwalk/data", "boardwalk/server", "rows know no network", ""},
	{"boardwalk/data", "boardwalk/server/...", "rows know no network", ""},
	{"boardwalk/data/boltpages", "boardwalk/...", "pages are checked whatever their rows are", ""},
	{"boardwalk/data/commitlog", "boardwalk/...", "a log does not know what it orders", ""},
	{"boardwalk/tui/...", "boardwalk/engine/...", "games arrive as values: screens know no rules", ""},
	{"boardwalk/tui/...", "boardwalk/data", "screens see a Store, not a file", ""},
	{"boardwalk/tui/...", "boardwalk/server", "screens do not know who shows them", ""},
	{"boardwalk/tui/...", "boardwalk/server/...", "screens do not know who shows them", ""},
	{"boardwalk/tui/...", "go.etcd.io/bbolt", "screens see a Store, not a file", ""},
	{"boardwalk/tui/...", "charm.land/ssh", "screens do not know who shows them", ""},
	{"boardwalk/tui/...", "charm.land/wish/v2", "screens do not know who shows them", ""},
	{"boardwalk/tui/widget", "boardwalk/engine", "parts of screens know no cards", ""},
	{"boardwalk/tui/widget", "boardwalk/engine/arcade", "parts of screens know no players", ""},
	{"boardwalk/tui/widget", "boardwalk/tui/play", "parts of screens know no rounds", ""},
	{"boardwalk/tui/screen", "boardwalk/tui", "what screens are made to knows none of them", ""},
	{"boardwalk/tui/screen", "boardwalk/tui/...", "what screens are made to knows none of them", "boardwalk/tui/grid boardwalk/tui/theme boardwalk/tui/widget"},
	{"boardwalk/tui/screen", "boardwalk/engine", "what screens are made to knows no cards", ""},
	{"boardwalk/tui/screen", "boardwalk/engine/arcade", "what screens are made to knows no players", ""},
	{"boardwalk/tui/workshop", "boardwalk/tui", "the workshop's screens know no other screen: they ask their Session", ""},
	{"boardwalk/tui/workshop", "boardwalk/tui/...", "the workshop's screens know no round and no front end", "boardwalk/tui/board boardwalk/tui/caption boardwalk/tui/grid boardwalk/tui/screen boardwalk/tui/theme boardwalk/tui/widget"},
	{"boardwalk/tui/caption", "boardwalk/tui/...", "captions know no front end: all write them", ""},
	{"boardwalk/tui/draft", "boardwalk/tui/...", "a draft knows the board, not the screen around it", "boardwalk/tui/board boardwalk/tui/caption boardwalk/tui/grid boardwalk/tui/theme"},
	{"boardwalk/tui/sheet", "boardwalk/tui/...", "a sheet lists moves, whoever played them", "boardwalk/tui/grid boardwalk/tui/theme boardwalk/tui/widget"},
	{"boardwalk/tui/sheet", "boardwalk/engine/arcade", "a sheet knows nothing of what is kept of rounds", ""},
	{"boardwalk/tui/draft", "boardwalk/engine/arcade", "a draft knows nothing of what is kept of rounds", ""},
	{"boardwalk/tui/review", "boardwalk/tui/...", "a review knows no front end: all make them", ""},
	{"boardwalk/tui/review", "charm.land/...", "a review knows no front end: all make them", ""},
	{"boardwalk/tui/play", "boardwalk/tui/...", "a seat knows no front end: all sit on it", ""},
	{"boardwalk/tui/play", "charm.land/...", "a seat knows no front end: all sit on it", ""},
	{"boardwalk/server", "boardwalk/engine/...", "games arrive as values: the server names none", ""},
	{"boardwalk/server", "go.etcd.io/bbolt", "only data opens the file", ""},
	{"boardwalk/server/limit", "boardwalk/...", "limits know addresses and times, not what they limit", ""},
	{"boardwalk/server/mailbox", "boardwalk/...", "a mailbox does not know what it holds", ""},
	{"boardwalk/server/clean", "boardwalk/...", "clean knows text, not whose it is", ""},
	{"boardwalk/server/peers", "boardwalk/...", "a message between nodes is what its two ends make of it", ""},
	{"boardwalk/server/gate", "boardwalk/...", "the gate knows connections, not what they are for", "boardwalk/server/limit"},
	{"boardwalk/server/hub", "boardwalk/server", "the hub knows sessions, not who serves them", ""},
	{"boardwalk/server/hub", "boardwalk/server/...", "the hub knows sessions, not what they run", "boardwalk/server/limit boardwalk/server/mailbox boardwalk/server/peers"},
	{"boardwalk/server/hub", "boardwalk/engine/...", "games arrive as scenes: the hub names none", ""},
	{"boardwalk/server/hub", "boardwalk/data", "the hub asks a player, not a file", ""},
	{"boardwalk/server/hub", "boardwalk/tui", "the hub does not know what a session shows", ""},
	{"boardwalk/server/hub", "boardwalk/tui/...", "the hub does not know what a session shows", ""},
	{"boardwalk/server/hub", "charm.land/ssh", "sessions are the same however they came", ""},
	{"boardwalk/server/race", "boardwalk/server", "races know seats, not who serves them", ""},
	{"boardwalk/server/race", "boardwalk/server/...", "races know seats, not sessions", "boardwalk/server/mailbox boardwalk/server/peers"},
	{"boardwalk/server/race", "boardwalk/engine/...", "games arrive as values: races name none", ""},
	{"boardwalk/server/race", "boardwalk/tui", "races do not know who shows them", ""},
	{"boardwalk/server/race", "boardwalk/tui/...", "races do not know who shows them", ""},
	{"boardwalk/server/deal", "boardwalk/server", "deals are looked for, whoever asks", ""},
	{"boardwalk/server/deal", "boardwalk/server/...", "deals are looked for, whoever asks", ""},
	{"boardwalk/server/deal", "boardwalk/engine/...", "games arrive as values: the pool names none", ""},
	{"boardwalk/server/deal", "boardwalk/tui/...", "the pool does not know who shows a deal", ""},
	{"boardwalk/server/deal", "boardwalk/tui", "the pool does not know who shows a deal", ""},
	{"boardwalk/server/web", "boardwalk/server", "pages ask what a stranger is told, whoever answers", ""},
	{"boardwalk/server/web", "boardwalk/server/hub", "pages ask what a stranger is told, and look at nobody", ""},
	{"boardwalk/server/web", "boardwalk/data", "pages ask what a stranger is told, and read no rows", ""},
	{"boardwalk/server/web", "go.etcd.io/bbolt", "only data opens the file", ""},
	{"boardwalk/server/web", "boardwalk/server/command/admin", "no page reaches what only admins may do", ""},
	{"boardwalk/server/web", "boardwalk/engine/...", "games arrive as values: pages name none", ""},
	{"boardwalk/server/web", "boardwalk/tui", "pages draw boards, and have no screens", ""},
	{"boardwalk/server/web", "charm.land/...", "pages come over HTTP", ""},
	{"boardwalk/...", "github.com/nats-io/...", "only server/cluster knows how nodes talk", "boardwalk/server/cluster"},
	{"boardwalk/server/cluster", "boardwalk/engine", "a cluster orders changes, whatever they change", ""},
	{"boardwalk/server/cluster", "boardwalk/engine/...", "a cluster orders changes, whatever they change", ""},
	{"boardwalk/server/cluster", "boardwalk/server", "a cluster joins nodes, whatever they serve", ""},
	{"boardwalk/server/cluster", "boardwalk/server/...", "a cluster joins nodes, whatever they serve", ""},
	{"boardwalk/server/cluster", "boardwalk/data", "a cluster keeps a log, and copies files without reading them", ""},
	{"boardwalk/server/cluster", "boardwalk/tui", "a cluster has no screen", ""},
	{"boardwalk/server/cluster", "boardwalk/tui/...", "a cluster has no screen", ""},
	{"boardwalk/server/cluster", "go.etcd.io/bbolt", "only data opens the file", ""},
	{"boardwalk/server/command/...", "boardwalk/server", "commands know who gave them, not who serves them", ""},
	{"boardwalk/server/command/...", "boardwalk/engine/...", "games arrive as values: commands name none", ""},
	{"boardwalk/server/command/...", "go.etcd.io/bbolt", "only data opens the file", ""},
	{"boardwalk/server/command", "boardwalk/server/command/admin", "no command of players reaches what only admins may do", ""},
	{"boardwalk/server/command/admin", "boardwalk/tui", "admins read text", ""},
	{"boardwalk/server/command/admin", "boardwalk/tui/...", "admins read text", ""},
	{"boardwalk/server/command/...", "charm.land/ssh", "commands are the same however they came", ""},
	{"boardwalk/server/program", "boardwalk/server/...", "a program sees a Host, not the server", "boardwalk/server/limit boardwalk/server/clean"},
	{"boardwalk/server/program", "boardwalk/server", "a program sees a Host, not the server", ""},
	{"boardwalk/server/program", "boardwalk/data", "a program runs any app, whatever it stores", ""},
	{"boardwalk/server/program", "boardwalk/engine", "a program runs any app, whatever it plays", ""},
	{"boardwalk/server/program", "boardwalk/engine/...", "a program runs any app, whatever it plays", ""},
	{"boardwalk/server/program", "boardwalk/engine/arcade", "a program runs any app, whatever it keeps", ""},
	{"boardwalk/server/program", "boardwalk/tui", "a program runs any app, whatever it shows", ""},
	{"boardwalk/server/program", "boardwalk/tui/words", "a program reads lines, whoever takes them", ""},
	{"boardwalk/server/program", "charm.land/ssh", "a program reads and writes bytes, whatever brings them", ""},
	{"boardwalk/server/program", "charm.land/wish/v2", "a program reads and writes bytes, whatever brings them", ""},
}

// ofGame returns what the package of a game must not import.
func ofGame(path string) []layer {
	return []layer{
		{path, "boardwalk/engine/...", "no game knows another", ""},
		{path, "boardwalk/engine/analysis", "rules know nobody who judges a round", ""},
		{path, "boardwalk/engine/arcade", "rules know nothing of what is kept of rounds", ""},
		{path, "boardwalk/engine/grade", "rules know nobody who grades their deals", ""},
		{path, "boardwalk/engine/hint", "rules know nobody who plays by them", ""},
		{path, "boardwalk/engine/survey", "rules know nobody who counts deals", ""},
	}
}

// ofItself reports whether a package of a game imports another one of the same game.
func ofItself(path, imported string) bool {
	game := regexp.MustCompile("^boardwalk/engine/[a-z]+/").FindString(path + "/")
	return game != "" && strings.HasPrefix(imported, game)
}

// ofAnyGame lists the packages below engine that know no particular game, so that
// packages which must not know one (a ban on "boardwalk/engine/...") may import them.
var ofAnyGame = []string{"boardwalk/engine/analysis", "boardwalk/engine/arcade", "boardwalk/engine/grade", "boardwalk/engine/hint", "boardwalk/engine/piles", "boardwalk/engine/rating", "boardwalk/engine/search", "boardwalk/engine/survey", "boardwalk/engine/teach"}

// testKits lists the packages that only tests and the load generator import; they may know
// more.
var testKits = []string{"boardwalk/engine/enginetest", "boardwalk/server/load", "boardwalk/server/peers/peerstest", "boardwalk/server/sshtest", "boardwalk/tui/tuitest"}

// covers reports whether a pattern matches a path. In a ban, "x/..." does not match x
// itself.
func covers(pattern, path string) bool {
	if below, ok := strings.CutSuffix(pattern, "..."); ok {
		return strings.HasPrefix(path, below)
	}
	return path == pattern
}

func TestLayers(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,GoFiles", "boardwalk/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	imports := make(map[string][]string) // by package
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		imports[p.ImportPath] = p.Imports
	}
	all, games := layers, 0
	for _, path := range imports["boardwalk/engine/catalog"] {
		if strings.HasPrefix(path, "boardwalk/engine/") && !slices.Contains(ofAnyGame, path) {
			all, games = slices.Concat(all, ofGame(path)), games+1
		}
	}
	if len(imports) < 12 || games < 3 {
		t.Fatalf("go list tells of %d packages, %d of them games of the catalog", len(imports), games)
	}
	for path, imported := range imports {
		if !slices.Contains(testKits, path) {
			checkLayer(t, all, path, imported)
		}
	}
}

func checkLayer(t *testing.T, layers []layer, path string, imports []string) {
	t.Helper()
	for _, i := range imports {
		if slices.Contains(testKits, i) && path != "boardwalk/cmd/boardwalk-load" {
			t.Errorf("%s imports %s: only tests and the load generator may", path, i)
		}
	}
	for _, l := range layers {
		if !covers(l.part, path) && l.part != path+"/..." {
			continue
		}
		except := strings.Fields(l.except)
		for _, i := range imports {
			named := l.ban != "boardwalk/engine/..." || !slices.Contains(ofAnyGame, i) && !ofItself(path, i)
			if covers(l.ban, i) && named && !slices.Contains(except, path) && !slices.Contains(except, i) {
				t.Errorf("%s imports %s: %s", path, i, l.reason)
			}
		}
	}
	if !strings.HasPrefix(path, "boardwalk/engine") {
		return
	}
	for _, i := range imports {
		if strings.Contains(i, ".") {
			t.Errorf("%s imports %s: the engine needs the standard library alone", path, i)
		}
	}
}
