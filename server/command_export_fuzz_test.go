package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
)

// An importer runs commands for one account that starts empty.
type importer struct {
	*Server
	t      *testing.T
	player Player
}

// run runs a command with an input file. It fails the test if the output has anything but
// plain lines.
func (i importer) run(command, file string) (out string, code int) {
	i.t.Helper()
	in := newInput(strings.NewReader(file), func() {})
	in.expectFile(i.imports.expect(netip.Addr{}, i.config.Now))
	var answer, errOut bytes.Buffer
	c := &commandContext{
		config: i.config, playerData: i.player, id: identity{credential: arcade.KeyCredential("SHA256:x"), name: "ann"}, out: &answer,
		in: in, ctx: i.t.Context(), createAccount: func(write func() error) error { return write() }, flush: func() bool { return true },
	}
	code = i.runCommand(c, command, &errOut)
	if code != exitOK && errOut.Len() == 0 {
		i.t.Errorf("%s exits %d without a word", command, code)
	}
	for _, r := range answer.String() + errOut.String() {
		if r != '\n' && (r < ' ' || r > '~') && !strings.Contains(command, "--cast") || r == '\x1b' {
			i.t.Errorf("%s answers with %q", command, r)
		}
	}
	return answer.String(), code
}

// anonymous returns the rounds of an export without their IDs, which differ between
// players, and in an order that does not depend on them.
func anonymous(t *testing.T, export string) []string {
	t.Helper()
	var rounds []string
	for line := range strings.Lines(export) {
		var g GameRecord
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		g.ID = ""
		rounds = append(rounds, fmt.Sprintf("%+v", g))
	}
	slices.Sort(rounds)
	return rounds
}

// exports returns the seed files.
func exports(f *testing.F) []string {
	f.Helper()
	r := engine.NewRound(catalog.All()[0], "R1")
	for range 3 {
		if err := r.Play(r.State().Moves()[0]); err != nil {
			f.Fatal(err)
		}
	}
	const line = `{"ended":"2026-01-02T03:04:05.678Z","seconds":1.0015,"record":%q}` + "\n"
	good := fmt.Sprintf(line, r.Record())
	return []string{
		good,
		strings.ReplaceAll(good+"\n"+good, "05.678Z", "06+02:00"),
		good + strings.ReplaceAll(good, "R1", "R2"),
		good + fmt.Sprintf(line, "hopscotch@1 A") + "\x1b[2J",
		fmt.Sprintf(line, "\x1b]52;c;eA==\a") + good,
		`{"ended":"0001-01-01T00:00:00Z","seconds":-1e300,"record":"chessboard@1 X"}`,
		`{"ended":"2026-01-02T03:04:05Z","seconds":2147.4836479,"class":"counted","name":"` + "\u202e" + `","record":"chessboard@1 x"}`,
		"null\n[]\n{}",
	}
}

// FuzzImport checks that a file is imported whole or not at all, that export returns what
// was imported, that importing it again adds nothing, and that no byte of it is shown as
// more than text.
//
//abuse:case 27
func FuzzImport(f *testing.F) {
	for _, file := range exports(f) {
		f.Add([]byte(file))
	}
	db, err := data.Open(filepath.Join(f.TempDir(), "boardwalk.db"), data.Games(catalog.All().Find), data.MapSize(0))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = db.Close() })
	now := func() time.Time { return time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC) }
	s := newServer(Config{Store: Data(db), Games: catalog.All(), Now: now, Logger: slog.New(slog.DiscardHandler)})
	accounts := 0
	newcomer := func(t *testing.T) importer {
		accounts++
		p, err := db.Player(arcade.KeyCredential(fmt.Sprintf("SHA256:%d", accounts)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = p.Delete(time.Now()) })
		return importer{s, t, p}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		ann := newcomer(t)
		out, code := ann.run("import --json", string(file))
		export, _ := ann.run("export", "")
		if code != exitOK {
			if export != "" {
				t.Fatalf("a file that is refused is there all the same: %s", export)
			}
			return
		}
		var came Imported
		if err := json.Unmarshal([]byte(out), &came); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(export, "\n"); n != came.Added || n > came.Read {
			t.Fatalf("%+v, and %d are there", came, n)
		}
		ann.checkSame(newcomer(t), export)
		ann.checkTold(string(file), export)
	})
}

// checkSame fails the test unless an export stays the same when another account imports
// it.
func (i importer) checkSame(other importer, export string) {
	i.t.Helper()
	if _, code := other.run("import", export); code != exitOK {
		i.t.Fatalf("an export is refused: %s", export)
	}
	if elsewhere, _ := other.run("export", ""); !slices.Equal(anonymous(i.t, elsewhere), anonymous(i.t, export)) {
		i.t.Fatalf("the export\n%s is elsewhere\n%s", export, elsewhere)
	}
}

// checkTold fails the test if a round is added twice, or cannot be shown.
func (i importer) checkTold(file, export string) {
	i.t.Helper()
	for _, again := range []string{file, export} {
		if out, _ := i.run("import --json", again); !strings.Contains(strings.ReplaceAll(out, " ", ""), `"added":0`) {
			i.t.Fatalf("brought again: %s", out)
		}
	}
	for _, command := range []string{"history", "history --json", "record 1", "replay 1", "replay 1 --cast", "stats", "best", "whoami"} {
		if _, code := i.run(command, ""); code == exitUsage || code != exitOK && export != "" && command != "replay 1" { // which needs a terminal
			i.t.Errorf("%s exits %d", command, code)
		}
	}
}
