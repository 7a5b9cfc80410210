package server

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/netip"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server/command"
	"boardwalk/tui/caption"
)

// finished returns a counted round of the first game, ended after so many moves.
func finished(t *testing.T, code engine.Code, moves int, ended int64) arcade.Result {
	t.Helper()
	g := catalog.All()[0]
	r := engine.NewRound(g, code)
	for range moves {
		if err := r.Play(r.State().Moves()[0]); err != nil {
			t.Fatal(err)
		}
	}
	return arcade.Result{Record: r.Record(), Score: engine.Final(r.State()), Class: arcade.Counted, Millis: 61_000, Ended: ended}
}

// keep stores a player's round.
func keep(t *testing.T, p *data.Player, r arcade.Result) arcade.Result {
	t.Helper()
	_, rev, err := p.Saved(r.Record.Game)
	if err != nil {
		t.Fatal(err)
	}
	if r, err = p.Finish(r, rev); err != nil {
		t.Fatal(err)
	}
	return r
}

// execWith is like exec, with standard input.
func execWith(t *testing.T, client *gossh.Client, command, in string) (out, errOut string, code int) {
	t.Helper()
	sess, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sess.Close() }()
	var o, e bytes.Buffer
	sess.Stdin, sess.Stdout, sess.Stderr = strings.NewReader(in), &o, &e
	return stdoutCode(t, sess.Run(command), &o, &e)
}

// prints runs a command that must succeed, and returns its output.
func prints(t *testing.T, client *gossh.Client, command string) string {
	t.Helper()
	out, errOut, code := exec(t, client, command)
	if code != exitOK {
		t.Fatalf("%s exits %d: %s", command, code, errOut)
	}
	whole := regexp.MustCompile("^(admin|record|export|schema)|--(json|cast|share)|share")
	for line := range strings.Lines(out) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 && !whole.MatchString(command) {
			t.Errorf("%s prints %d columns: %s", command, n, line)
		}
	}
	return out
}

// In an arcade of ordinary names, what a command prints fits a terminal of 80 columns, as every
// other print of these tests does.
func TestCommandsFitATerminal(t *testing.T) {
	t.Parallel()
	a, db := openData(t, nil)
	a.findsOnly("R18") // a deal that a search wins at once
	key, print := member(t, db, "ann")
	_, others := member(t, db, "christopher")
	at := time.Date(2026, 11, 22, 12, 46, 0, 0, time.UTC)
	for i, who := range []string{print, others} {
		p, err := db.Player(arcade.KeyCredential(who))
		if err != nil {
			t.Fatal(err)
		}
		for n, r := range longest(t) {
			r.Ended = at.Add(time.Duration(n) * time.Hour).UnixMilli()
			r.Span, r.Millis = int64(i+1)*4_000_000, 4_000_000
			if n%5 == 1 {
				r.Class, r.Tally.Hints = arcade.Assisted, 1
			}
			keep(t, p, r)
		}
	}
	client := a.dial(t, "x", gossh.PublicKeys(key))
	lines := []string{"history -n 100", "best", "stats", "daily", "daily --day 2026-11-22", "keys", "challenge 1", "challenges", "race hop-45 --open", "race", "race list",
		"who", "who christopher", "today", "explore hop 45 2026-11-22", "puzzle", "variation list", "variation list --by players",
		"sprint", "link", "deal hop 45", "follow christopher", "following", "ignored", "about", "whoami", "version", "rules", "help", "top notable", "top races", "top --assisted", "top most wins"}
	for _, g := range catalog.All() {
		id := g.Info().ID
		lines = append(lines, "top "+id, "history "+id, "rules "+id)
	}
	for _, cmd := range command.New(&command.Context{Out: new(bytes.Buffer)}).Commands() {
		lines = append(lines, "help "+cmd.Name())
	}
	for _, line := range lines {
		prints(t, client, line)
	}
	if got := prints(t, client, "top"); !strings.Contains(got, "  ann (you)") || strings.Contains(got, "ID") {
		t.Errorf("top prints\n%s", got)
	}
}

// refuses runs a command that must fail with a text.
func refuses(t *testing.T, client *gossh.Client, command, want string) {
	t.Helper()
	if out, errOut, code := exec(t, client, command); code != exitFailed || out != "" || !strings.Contains(errOut, want) {
		t.Errorf("%s exits %d with %q and %q, want %q", command, code, out, errOut, want)
	}
}

// Who follows somebody by a command is told so in a sentence, with the nick as its player
// writes it.
func TestFollowCommand(t *testing.T) {
	a, db := openData(t, nil)
	ann, _ := member(t, db, "ann")
	member(t, db, "Rolf")
	client := a.dial(t, "x", gossh.PublicKeys(ann))
	for _, c := range [][2]string{
		{"following", "You follow nobody: follow NICK begins it.\n"},
		{"follow rolf", "You follow Rolf now. Nobody is told.\n"},
		{"following", "Rolf\n"},
		{"unfollow rolf", "You no longer follow Rolf.\n"},
		{"ignored", "You ignore nobody: ignore NICK begins it.\n"},
		{"ignore rolf", "You ignore Rolf now, and do not follow them. Nobody is told.\n"},
		{"ignored", "Rolf\n"},
		{"following", "You follow nobody: follow NICK begins it.\n"},
		{"unignore rolf", "You no longer ignore Rolf.\n"},
		{"ignore rolf", "You ignore Rolf now, and do not follow them. Nobody is told.\n"},
		{"follow rolf", "You follow Rolf now, and no longer ignore them. Nobody is told.\n"},
		{"ignored", "You ignore nobody: ignore NICK begins it.\n"},
	} {
		if got := prints(t, client, c[0]); got != c[1] {
			t.Errorf("%s prints %q, want %q", c[0], got, c[1])
		}
	}
}

func TestNickCommand(t *testing.T) {
	a, db := openData(t, nil)
	ann, _ := member(t, db, "")
	member(t, db, "bob")
	client := a.dial(t, "x", gossh.PublicKeys(ann))
	if got := prints(t, client, "nick"); !strings.Contains(got, "no nick yet") {
		t.Errorf("nick prints %q", got)
	}
	if got := prints(t, client, "nick Ann"); got != "Ann\n" {
		t.Errorf("nick Ann prints %q", got)
	}
	refuses(t, client, "nick BOB", "That nick, or one that looks like it, is taken.")
	refuses(t, client, "nick a", "A nick has 3 to 20 characters.")
	refuses(t, client, "nick äöü", "A nick has only the letters a to z, digits, _ and -.")
	refuses(t, client, "nick root", "The name root is not free.")
	newcomer, _ := newKey(t)
	prints(t, a.dial(t, "x", gossh.PublicKeys(newcomer)), "nick carl")
	if got := prints(t, a.dial(t, "x", gossh.PublicKeys(newcomer)), "nick"); got != "carl\n" {
		t.Errorf("the nick with which an account began is %q", got)
	}
}

func TestLinkCommandJoinsTwoKeys(t *testing.T) {
	a, db := openData(t, nil)
	laptop, _ := member(t, db, "ann")
	phone, print := newKey(t)
	first, second := a.dial(t, "x", gossh.PublicKeys(laptop)), a.dial(t, "x", gossh.PublicKeys(phone))
	var link command.Link
	if err := json.Unmarshal([]byte(prints(t, first, "link --json")), &link); err != nil {
		t.Fatal(err)
	}
	refuses(t, second, "link AAAA-AAAA", "This code is wrong")
	if got := prints(t, second, "link "+strings.ToLower(link.Code)); got != "The accounts are joined. You are ann, with 2 keys.\n" {
		t.Errorf("link CODE prints %q", got)
	}
	other, _ := member(t, db, "bob")
	code, _, _ := strings.Cut(prints(t, a.dial(t, "x", gossh.PublicKeys(other)), "link"), "\n")
	refuses(t, second, "link "+code+" nobody", `Nothing was joined. "nobody" is not your nick.`)
	refuses(t, second, "link "+code, "Nothing was joined. This account, with its keys and games, becomes part of bob for good.")
	refuses(t, second, "link "+code+" bob", "link "+code+" ann")
	refuses(t, second, "link "+link.Code, "This code is wrong")
	refuses(t, second, "link "+link.Code+" ann", "This code is wrong")
	if got := prints(t, second, "nick"); got != "ann\n" {
		t.Errorf("the phone's nick is %q", got)
	}
	prints(t, first, "keys name "+print+" phone")
	if got := prints(t, second, "keys"); strings.Count(got, "SHA256:") != 2 || !strings.Contains(got, "phone") {
		t.Errorf("keys prints\n%s", got)
	}
	refuses(t, first, "keys name "+print+" "+strings.Repeat("x", 41), "A key's name has at most 40 characters.")
	prints(t, first, "keys remove "+print)
	if got := prints(t, second, "nick"); strings.Contains(got, "ann") {
		t.Errorf("a removed key is still %q", got)
	}
}

func TestDeleteCommandWantsTheNick(t *testing.T) {
	a, db := openData(t, nil)
	key, _ := member(t, db, "ann")
	client := a.dial(t, "x", gossh.PublicKeys(key))
	refuses(t, client, "delete bob", "that is not your nick")
	prints(t, client, "delete ann")
	refuses(t, client, "delete ann", "our account begins with your first game, puzzle or lesson")
}

func TestExportComesBackAsHistory(t *testing.T) {
	a, db := openData(t, nil)
	key, print := member(t, db, "ann")
	p, err := db.Player(arcade.KeyCredential(print))
	if err != nil {
		t.Fatal(err)
	}
	keep(t, p, finished(t, "R1", 3, 1_700_000_000_000))
	keep(t, p, finished(t, "R2", 2, 1_700_000_001_000))
	text := prints(t, a.dial(t, "x", gossh.PublicKeys(key)), "export")

	b, _ := openData(t, nil)
	there := b.dial(t, "x", gossh.PublicKeys(key))
	for _, want := range []string{"2 games read, 2 new", "2 games read, 0 new"} {
		if out, errOut, code := execWith(t, there, "import", text); code != exitOK || !strings.Contains(out, want) {
			t.Errorf("import exits %d: %q %q, want %q", code, out, errOut, want)
		}
	}
	if got := prints(t, there, "history"); strings.Count(got, "imported") != 2 {
		t.Errorf("the history is\n%s", got)
	}
	if got := prints(t, there, "top"); !strings.Contains(got, "Nobody is on this board yet.") {
		t.Errorf("what was imported is ranked:\n%s", got)
	}
	odd := "\uFEFF" + strings.Replace(text, `"code":"`, `"code":"no deal: `, 1) // only the record counts
	if out, errOut, code := execWith(t, there, "import", odd); code != exitOK || !strings.Contains(out, "2 games read, 0 new") {
		t.Errorf("import of another code exits %d: %q %q", code, out, errOut)
	}
	for _, bad := range []struct{ text, want string }{
		{"hello", "Line 1 is not a line of an export."},
		{`{"record":"x"}`, "Line 1 has no record of a game"},
		{strings.Replace(text, `"ended":`, `"finished":`, 1), "Line 1 does not say when the game ended."},
		{strings.Replace(text, `"ended":"20`, `"ended":"29`, 1), "ended at no time between 1970 and now"},
		{strings.Replace(text, `"ended":"20`, `"ended":"00`, 1), "ended at no time between 1970 and now"},
		{strings.Repeat("x", command.ImportBytes+1), "That is too much"},
	} {
		if out, errOut, code := execWith(t, there, "import", bad.text); code != exitFailed || !strings.Contains(errOut, bad.want) {
			t.Errorf("import exits %d: %q %q, want %q", code, out, errOut, bad.want)
		}
	}
	if got := prints(t, there, "history"); strings.Count(got, "imported") != 2 {
		t.Errorf("an import that failed left the history\n%s", got)
	}
}

var moving = flag.Int("moving", 400, "how many games move in TestAllGamesMove; one import takes 10000")

// An account of as many games as one import takes moves to another arcade whole, and its
// file is not too large.
func TestAllGamesMove(t *testing.T) {
	a, db := openData(t, nil)
	key, print := member(t, db, "ann")
	p, err := db.Player(arcade.KeyCredential(print))
	if err != nil {
		t.Fatal(err)
	}
	var games []arcade.Result
	long, now := longest(t), time.Now().UnixMilli()
	for i := range *moving {
		r := long[i%len(long)]
		r.Ended = now - int64(*moving-i)*60_000
		games = append(games, r)
	}
	if _, err := p.Import(games, time.Now(), nil); err != nil {
		t.Fatal(err)
	}
	text := prints(t, a.dial(t, "x", gossh.PublicKeys(key)), "export")
	b, there := openData(t, nil)
	key, _ = member(t, there, "ann")
	client := b.dial(t, "x", gossh.PublicKeys(key))
	if all := len(text) * data.ImportMax / *moving; all > command.ImportBytes {
		t.Errorf("%d games are a file of %d bytes, and an import takes %d", data.ImportMax, all, command.ImportBytes)
	}
	for _, want := range []string{fmt.Sprintf("%d games read, %[1]d new", *moving), fmt.Sprintf("%d games read, 0 new", *moving)} {
		if out, errOut, code := execWith(t, client, "import", text); code != exitOK || !strings.Contains(out, want) {
			t.Errorf("import of %d bytes exits %d: %q %q, want %q", len(text), code, out, errOut, want)
		}
	}
	ids := regexp.MustCompile(`"id":"[^"]*",`) // an ID depends on the account
	if again := prints(t, client, "export"); ids.ReplaceAllString(again, "") != ids.ReplaceAllString(text, "") {
		t.Errorf("%d bytes were exported here and %d there", len(text), len(again))
	}
}

// longest returns a few games of 100 moves.
func longest(t *testing.T) (games []arcade.Result) {
	t.Helper()
	for _, g := range catalog.All() {
		for n := range 5 {
			r := engine.NewRound(g, engine.Code(fmt.Sprintf("LONGEST%d", n)))
			for legal := r.State().Moves(); len(legal) > 0 && !r.State().Over() && len(r.Record().Moves) < 100; legal = r.State().Moves() {
				if err := r.Play(legal[len(r.Record().Moves)*7%len(legal)]); err != nil {
					t.Fatal(err)
				}
			}
			games = append(games, arcade.Result{Record: r.Record(), Score: engine.Final(r.State()), Class: arcade.Counted, Millis: 61_000})
		}
	}
	return games
}

func TestTopCommand(t *testing.T) {
	a, db := openData(t, nil)
	key, print := member(t, db, "ann")
	_, others := member(t, db, "bob")
	for i, who := range []string{print, others} {
		p, err := db.Player(arcade.KeyCredential(who))
		if err != nil {
			t.Fatal(err)
		}
		keep(t, p, finished(t, "R1", 5+i, 1_700_000_000_000))
	}
	client := a.dial(t, "x", gossh.PublicKeys(key))
	var top command.Top
	if err := json.Unmarshal([]byte(prints(t, client, "top --json")), &top); err != nil {
		t.Fatal(err)
	}
	if len(top.Rows) != 2 || top.Rows[0].Nick != "bob" || !top.Rows[1].Mine {
		t.Errorf("top is %+v", top)
	}
	if got := prints(t, client, "top -n 1"); !strings.Contains(got, "2     ann (you)") {
		t.Errorf("the own row is missing:\n%s", got)
	}
	own, err := db.Player(arcade.KeyCredential(print))
	if err != nil {
		t.Fatal(err)
	}
	keep(t, own, finished(t, "R1", 3, 1_700_000_000_000))
	if got := prints(t, client, "top"); strings.Count(got, "-     you, another game") != 1 || !strings.Contains(got, "2     ann (you)") {
		t.Errorf("the own other game is missing:\n%s", got)
	}
	for _, command := range []string{"top races", "top races 2026-11", "top --board this-week", "top --board most-wins", "top --assisted", "top streak", "top hop 45 daily", "top notable"} {
		if got := prints(t, client, command); !strings.Contains(got, "Nobody is on this board yet") {
			t.Errorf("%s prints\n%s", command, got)
		}
	}
	if got := prints(t, client, "top --friends"); !strings.Contains(got, "Friends: ") || !strings.Contains(got, "1     ann (you)") || strings.Contains(got, "bob") {
		t.Errorf("the board of friends is\n%s", got)
	}
	if got := prints(t, client, "top --friends most wins"); !strings.Contains(got, "Neither you nor anyone you follow") {
		t.Errorf("an empty board of friends is\n%s", got)
	}
	if got := prints(t, client, "record "+top.Rows[0].Result.ID); !strings.Contains(got, "@") {
		t.Errorf("another's ranked game is %q", got)
	}
	if _, _, code := exec(t, client, "top --board best"); code != exitUsage {
		t.Errorf("a board that is none exits %d", code)
	}
}

// textOnly lists the commands that print no JSON.
var textOnly = []string{"delete", "help", "join", "learn", "play", "replay", "schema", "watch"}

func TestTheManualListsEveryCommand(t *testing.T) {
	manual, err := os.ReadFile("../tui/PLAYING.md")
	if err != nil {
		t.Fatal(err)
	}
	tree := command.New(new(command.Context))
	tree.InitDefaultHelpCmd()
	for _, cmd := range tree.Commands() {
		row := regexp.MustCompile(`(?m)^  ` + regexp.QuoteMeta(cmd.Use) + ` +` + regexp.QuoteMeta(cmd.Short) + `$`)
		if !cmd.Hidden && !row.Match(manual) {
			t.Errorf("PLAYING.md has no row %q, %q", cmd.Use, cmd.Short)
		}
	}
}

func TestWhatCommandsPrintIsAsTheirSchemaSays(t *testing.T) {
	t.Parallel()
	a, db := openData(t, func(c *Config) { // all commands together can cost more than one player may
		c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	key, print := member(t, db, "ann")
	p, err := db.Player(arcade.KeyCredential(print))
	if err != nil {
		t.Fatal(err)
	}
	keep(t, p, finished(t, "R1", 1, 1_700_000_000_000))
	member(t, db, "bob")
	member(t, db, "cid")
	client := a.dial(t, "x", gossh.PublicKeys(key))
	tree := command.New(new(command.Context))
	tree.InitDefaultHelpCmd()
	var commands []string
	for _, cmd := range tree.Commands() {
		if !slices.Contains(textOnly, cmd.Name()) {
			commands = append(commands, cmd.Name())
		}
	}
	if _, errOut, _ := exec(t, client, "schema"); !strings.Contains(errOut, "one of "+strings.Join(commands, ", ")+".\n") {
		t.Errorf("schema says %q; besides %q every command prints JSON: %q", errOut, textOnly, commands)
	}
	for _, command := range commands {
		line := command + " --json"
		switch command {
		case "record":
			line = "record 1 --json"
		case "explore":
			line = "explore hop-45 2026-01-01 --json"
		case "deal":
			line = "deal chessboard --json" // which is measured at once
		case "follow", "unfollow":
			line = command + " bob --json"
		case "report":
			line = "report bob is rude --json"
		case "note":
			line = "note bob a friend --json"
		case "ignore", "unignore":
			line = command + " cid --json"
		case "duel":
			line = "duel hop-45 --yes --json"
		}
		if command == "challenge" {
			line = "challenge 1 --json"
		}
		out, errOut, code := execWith(t, client, line, "")
		if code != exitOK {
			t.Fatalf("%s exits %d: %s", line, code, errOut)
		}
		var schema jsonschema.Schema
		if err := json.Unmarshal([]byte(prints(t, client, "schema "+command)), &schema); err != nil {
			t.Fatal(err)
		}
		resolved, err := schema.Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := json.Unmarshal([]byte(out), &value); err != nil {
			t.Fatalf("%s prints %q: %v", line, out, err)
		}
		if err := resolved.Validate(value); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if err := resolved.Validate(map[string]any{"x": 1}); err == nil {
			t.Errorf("the schema of %s takes anything: %s", command, fmt.Sprint(schema))
		}
	}
	for _, kind := range arcade.BoardKinds(arcade.Counted) {
		if got := prints(t, client, "schema top"); !strings.Contains(got, `\"`+string(kind)+`\"`) {
			t.Errorf("the schema of top does not name the board %q: %s", kind, got)
		}
	}
}

func TestRefusalsAreAboutWhatWasAsked(t *testing.T) {
	a, db := openData(t, nil)
	key, _ := member(t, db, "ann")
	client := a.dial(t, "x", gossh.PublicKeys(key))
	refuses(t, client, "keys name SHA256:x laptop", "Your account has no such key.")
	refuses(t, client, "keys remove SHA256:x", "Your account has no such key.")
	if _, errOut, code := exec(t, client, "history -n x"); code != exitUsage || !strings.HasPrefix(errOut, `--last takes a number, not "x".`) {
		t.Errorf("history -n x exits %d with %q", code, errOut)
	}
}

// A guest who asks for a nick reads that it takes a key, also before the first game.
func TestAGuestReadsThatANickTakesAKey(t *testing.T) {
	a, _ := openData(t, nil)
	guest := a.dial(t, "visitor")
	if got := prints(t, guest, "nick"); got != caption.GuestsHaveNoNick+"\n" {
		t.Errorf("nick prints %q", got)
	}
	if got := prints(t, guest, "keys"); got != "A guest has no keys.\n" {
		t.Errorf("a guest's keys are %q", got)
	}
	refuses(t, guest, "nick gus", "Guests cannot do this: come back with a key (ssh-keygen makes one).")
}

// The login name is what the client said, and the nick what the player chose.
func TestWhoamiTellsTheNameFromTheNick(t *testing.T) {
	a, db := openData(t, nil)
	key, print := member(t, db, "Ann_B")
	w := whoami(t, a.dial(t, "anna", gossh.PublicKeys(key)))
	if w.Name != "anna" || w.Nick != "Ann_B" || w.Fingerprint != print || !slices.Equal(w.Keys, []string{print}) || w.Rating != (command.Rating{}) {
		t.Errorf("whoami = %+v", w)
	}
	if w := whoami(t, a.dial(t, "visitor")); w.Name != "visitor" || w.Nick != "" || !w.Guest || w.Keys != nil {
		t.Errorf("of a guest whoami = %+v", w)
	}
}

// What players look for among the boards, or is for a session, says where it is.
func TestWordsOfOtherPlaces(t *testing.T) {
	a, db := openData(t, nil)
	ann, _ := member(t, db, "ann")
	client := a.dial(t, "x", gossh.PublicKeys(ann))
	refuses(t, client, "top sprint", "sprint tells the latest")
	refuses(t, client, "top duels", "Duels have no board: challenge tells how yours stand")
	if got := prints(t, client, "top races this month"); got != prints(t, client, "top races") || !strings.HasPrefix(got, "Races of ") {
		t.Errorf("top races this month prints\n%s", got)
	}
	for _, word := range []string{"settings", "signal 1", "continue", "games"} {
		refuses(t, client, word, strings.Fields(word)[0]+" is for a session in words: TERM=dumb ssh ")
	}
}
