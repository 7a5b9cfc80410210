package command_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	"boardwalk/server/command"
	"boardwalk/server/command/admin"
	"boardwalk/server/hub"
	"boardwalk/tui/record"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// A player is a player's data, to whom nothing is secret.
type player struct{ *data.Player }

func (p player) Finished(id string) (arcade.Result, error) { return p.Result(id) }
func (player) PlayerOf(string) string                      { return "" }
func (p player) MaySee(arcade.Deal, arcade.Event) bool     { return true }

// An account has no data. It quotes what it is given in its errors.
type account struct{ arcade.Accounts }

func quoting(text string) error { return errors.New("nobody has " + text) }

func (account) Account() (arcade.Account, error) {
	return arcade.Account{Known: true, Nick: "ann"}, nil
}
func (account) SetNick(nick string) error { return quoting(nick) }
func (account) Keys() ([]arcade.Key, error) {
	return []arcade.Key{{Credential: arcade.KeyCredential("SHA256:x"), This: true}}, nil
}
func (account) NameKey(fingerprint, name string) error                 { return quoting(fingerprint + name) }
func (account) RemoveKey(fingerprint string) error                     { return quoting(fingerprint) }
func (account) Link() (code string, until time.Time, err error)        { return "K7Q2-M7XH", time.Time{}, nil }
func (account) CanJoin(code string) (string, error)                    { return "", quoting(code) }
func (account) Join(code string) error                                 { return quoting(code) }
func (account) Delete() error                                          { return nil }
func (account) Top(arcade.Leaderboard, int) ([]arcade.Standing, error) { return nil, nil }

// An events has no secrets, and nobody has played a daily.
type events struct{ arcade.Events }

func (events) Sealed(arcade.Event) bool                                  { return false }
func (events) Today() (string, time.Duration)                            { return "2026-11-01", time.Hour }
func (events) Standing(string, string) (d arcade.DailyStatus, err error) { return d, nil }
func (events) Daily(string, string) (d arcade.DailyStatus, err error)    { return d, nil }
func (events) Past(string, string) (engine.Code, error)                  { return "R1", nil }
func (events) Explore(g engine.Game, _ string) (*arcade.Walk, error) {
	return arcade.NewWalk(g, "R1", tuitest.Tracks(g, "R1", 20), nil, nil), nil
}
func (events) DayStreak(string) (now, longest int, err error) { return 0, 0, nil }

// A races has one race, which is yet to begin. It panics if asked for more.
type races struct{ port }

type port interface{ arcade.Races }

func (races) Join(code string) (*arcade.Race, error) { return nil, quoting(code) }
func (races) TakeOut(string, string) error           { return nil }
func (races) Seat(string, arcade.Level) error        { return nil }
func (races) Open(g engine.Game, terms arcade.RaceTerms) (*arcade.Race, error) {
	return &arcade.Race{Code: "K7Q2M9", Game: g.Info().ID, Limit: terms.Limit, Open: terms.Open}, nil
}
func (races) Waiting() []arcade.WaitingRace {
	return []arcade.WaitingRace{{Code: "K7Q2M9", Game: "boardwalk/hop-45", Limit: arcade.RaceDefault, By: "ann", Racers: 1}}
}
func (races) Race(code string) (*arcade.Race, error) { return nil, quoting(code) }
func (races) Races(int) ([]*arcade.Race, error)      { return nil, nil }
func (races) Rivals() ([]arcade.Rival, error)        { return nil, nil }

// An input is a file that is here.
type input struct {
	file *command.Delivery
	text string
}

func (input) Ended() <-chan struct{} {
	ended := make(chan struct{})
	close(ended)
	return ended
}
func (i input) Flooded() bool              { return !i.file.Grow(len(i.text)) }
func (i input) AppendTo(buf []byte) []byte { return append(buf, i.text...) }
func (i input) Discard()                   { i.file.Release() }

// A runner runs commands for one account, which starts empty.
type runner struct {
	t       *testing.T
	player  player
	imports *command.Imports

	workshop *tuitest.Workshop
}

// runners returns what begins a new account.
func runners(f *testing.F) func(*testing.T) runner {
	f.Helper()
	db, err := data.Open(filepath.Join(f.TempDir(), "boardwalk.db"), data.Games(catalog.Library()), func(o *data.Options) { o.MapSize = 1 })
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = db.Close() })
	accounts := 0
	return func(t *testing.T) runner {
		accounts++
		p, err := db.Player(arcade.KeyCredential(fmt.Sprintf("SHA256:%d", accounts)))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = p.Delete(time.Now()) })
		return runner{t, player{p}, command.NewImports(func(netip.Addr) bool { return true }), &tuitest.Workshop{}}
	}
}

// run runs a command with an input file. It fails the test if the output has anything but
// plain lines, or the command fails without a word.
func (r runner) run(line, text string) (out string, code int) {
	r.t.Helper()
	now := func() time.Time { return time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC) }
	file := r.imports.Expect(netip.Addr{}, now)
	games := catalog.Library()
	games.Shelf = r.player
	c := &command.Context{
		Arcade: command.Arcade{Version: "v1.2.3",
			Cast: record.WriteCast, ShareCard: func(engine.MadeUp, string, int) []string { return []string{"the card"} }},
		ID:     hub.Identity{Credential: arcade.KeyCredential("SHA256:x"), Name: "ann"},
		Player: r.player,
		Ports: session.Ports{
			Games: games, Now: now, Accounts: account{}, Workshop: r.workshop, Events: events{}, Races: races{}, Challenges: &tuitest.Challenges{}, Deals: &tuitest.Deals{None: true},
		},
		CreateAccount: func(write func() error) error { return write() },
		Upload:        &command.Upload{File: file, Input: input{file, text}},
		Out:           new(bytes.Buffer), Flush: func() bool { return true }, NoTimeLimit: func() {}, Live: command.Output{Out: io.Discard, Err: io.Discard},
	}
	var errOut bytes.Buffer
	root := command.New(c)
	root.AddCommand(admin.Refused())
	words := command.Split(line)
	code, err := command.Execute(r.t.Context(), c, root, words, &errOut)
	c.Logger = slog.New(slog.DiscardHandler)
	admin.Audit(&admin.Context{Context: c}, "", words, code, err)
	if code != command.ExitOK && errOut.Len() == 0 {
		r.t.Errorf("%s exits %d without a word", line, code)
	}
	control := func(char rune) bool { return char != '\n' && (char < ' ' || char > '~') }
	if slices.Contains(words, "--cast") { // a recording has what the screen shows
		control = func(char rune) bool { return char == '\x1b' }
	}
	if out := c.Out.String(); strings.ContainsFunc(out, control) {
		r.t.Errorf("%s answers with %q", line, out)
	}
	for _, char := range errOut.String() {
		if char != '\n' && (char < ' ' || char > '~') {
			r.t.Errorf("%s is refused with %q", line, char)
		}
	}
	return c.Out.String(), code
}

// No line that a client may send ends the server, or is answered with a control
// character.
//
//abuse:case 27
func FuzzCommand(f *testing.F) {
	for _, line := range []string{"help", "whoami --json", "history -n 5 hop", "--help", "help help", "-- help", "__complete x", "\x1b[31m", "best --json=maybe", "'", "record 1", "replay 1 --cast", "analyse", "analyse 1 --json", "analyze x", "replay \u00e9", "nick x", "keys remove x", "link x", "import", "top -n 0", "schema top", "delete x", "admin bans", "race hop-45", "race --limit 1h hop-45", "race K7Q2M9", "race é", "variation", "variation BW1-0000-0000-0000", "variation list --by liked", "variation keep hop-45 x", "variation share BW1", "variation remove \u00e9", "top BW1-", "play hop-45", "play BW1-0", "learn", "learn hop", "learn --json", "rules", "rules --json", "rules Hopscotch", "rules hopscotch", "rules BW1-0", "daily hop-45", "daily é", "explore hop 45 2026-10-31", "explore hop 45 2026-10-31 a1b4 --json", "explore hop 2026-10-31 z9", "explore é 2026-10-31", "race BW1-ZZZZ", "deal", "deal --grade stern hop-45", "deal -g é", "deal BW1-0", "today", "today --json", "who", "who --json", "follow x", "unfollow \u00e9", "following --json", "ignore x", "unignore x", "ignored --json", "report x", "watch", "watch \u00e9", "watch --json", "report \u00e9 \u00e9"} {
		f.Add(line)
	}
	newcomer := runners(f)
	f.Fuzz(func(t *testing.T, line string) { newcomer(t).run(line, "") })
}

// anonymous returns the rounds of an export without their IDs, which differ between
// players, and in an order that does not depend on them.
func anonymous(t *testing.T, export string) []string {
	t.Helper()
	var rounds []string
	for line := range strings.Lines(export) {
		var g command.GameRecord
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		g.ID = ""
		rounds = append(rounds, fmt.Sprintf("%+v", g))
	}
	slices.Sort(rounds)
	return rounds
}

// madeUp returns a line of an export that is of a game that somebody made up.
func madeUp(f *testing.F) string {
	f.Helper()
	g, err := catalog.Library().Resolve("BW1-404G-G00Q-E92T")
	if err != nil {
		f.Fatal(err)
	}
	r := engine.NewRound(g, "R1")
	if err := r.Play(r.State().Moves()[0]); err != nil {
		f.Fatal(err)
	}
	return fmt.Sprintf(`{"ended":"2026-01-02T03:04:05Z","seconds":1,"record":%q,"rules":%q}`+"\n", r.Record(), engine.RulesOf(g))
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
	made := madeUp(f)
	return []string{
		good, strings.Replace(good, `"seconds"`, `"slips":2,"seconds"`, 1),
		made, good + made, strings.Replace(made, `"rules":`, `"rule":`, 1), strings.Replace(made, "custom/", "custom/0", 1),
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
	newcomer := runners(f)
	f.Fuzz(func(t *testing.T, file []byte) {
		ann := newcomer(t)
		out, code := ann.run("import --json", string(file))
		export, _ := ann.run("export", "")
		if code != command.ExitOK {
			if export != "" {
				t.Fatalf("a file that is refused is there all the same: %s", export)
			}
			return
		}
		var came command.Imported
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
func (r runner) checkSame(other runner, export string) {
	r.t.Helper()
	if _, code := other.run("import", export); code != command.ExitOK {
		r.t.Fatalf("an export is refused: %s", export)
	}
	if elsewhere, _ := other.run("export", ""); !slices.Equal(anonymous(r.t, elsewhere), anonymous(r.t, export)) {
		r.t.Fatalf("the export\n%s is elsewhere\n%s", export, elsewhere)
	}
}

// checkTold fails the test if a round is added twice, or cannot be shown.
func (r runner) checkTold(file, export string) {
	r.t.Helper()
	for _, again := range []string{file, export} {
		if out, _ := r.run("import --json", again); !strings.Contains(strings.ReplaceAll(out, " ", ""), `"added":0`) {
			r.t.Fatalf("brought again: %s", out)
		}
	}
	for _, line := range []string{"history", "history --json", "record 1", "replay 1", "replay 1 --cast", "stats", "best", "whoami"} {
		if _, code := r.run(line, ""); code == command.ExitUsage || code != command.ExitOK && export != "" && line != "replay 1" { // which needs a terminal
			r.t.Errorf("%s exits %d", line, code)
		}
	}
}

// The name of a command may be typed in capital letters.
func TestSplitTakesCapitals(t *testing.T) {
	if got := command.Split("--json TOP Chessboard"); !slices.Equal(got, []string{"top", "--json", "Chessboard"}) {
		t.Errorf("it is split into %q", got)
	}
}

func (events) Sprints() (none arcade.Sprints) { return none }
