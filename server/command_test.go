package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
	"boardwalk/tui/caption"
)

// results returns n rounds, newest first, every third of Chessboard.
func results(n int) []arcade.Result {
	rounds := make([]arcade.Result, n)
	for i := range rounds {
		game := "boardwalk/hop-45"
		if i%3 == 2 {
			game = "chessboard"
		}
		rounds[i] = arcade.Result{
			ID:     fmt.Sprintf("R%03d", i),
			Record: engine.Record{Game: game, Version: 1, Code: "ABC", Moves: make([]engine.Move, 7)},
			Score:  engine.Score{Points: 30 + i%10, Max: 45, Won: i%2 == 0, Perfect: i%10 == 4},
			Class:  arcade.Counted,
			Tally:  engine.Tally{Undos: 2, Hints: 1},
			Millis: 61_500, Span: 61_500,
			Ended: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC).Add(-time.Duration(i) * time.Hour).UnixMilli(),
		}
	}
	return rounds
}

// withHistory returns a client with a key whose account has n rounds.
func (a *testServer) withHistory(t *testing.T, n int) *gossh.Client {
	t.Helper()
	key, fingerprint := newKey(t)
	a.mu.Lock()
	a.players[fingerprint] = &fakePlayer{account: fingerprint, rounds: results(n)}
	a.mu.Unlock()
	return a.dial(t, "ann", gossh.PublicKeys(key))
}

func TestCommandsAsText(t *testing.T) {
	a := open(t, nil)
	client := a.withHistory(t, 3)
	guest := a.dial(t, "bob")
	for _, c := range []struct {
		client  *gossh.Client
		command string
		want    []string
	}{
		{client, "help more", []string{"  race [GAME [to NICK]|CODE|list|seat LEVEL|out NICK]"}},
		{client, "help", []string{"ssh HOST COMMAND", "whoami", "stats [GAME]", "history [GAME]", "record N", "replay N", "best [GAME]", "version", "help [COMMAND]", "  race [GAME [to NICK]|CODE|list|seat LEVEL|out NICK]\n                    Open a race"}},
		{client, "--help", []string{"whoami"}},
		{client, "help history", []string{"ssh HOST history [GAME]", "--last", "--json"}},
		{client, "history --help", []string{"--last"}},
		{client, "whoami", []string{"Somebody, signed in by key SHA256:", "Games played: 3."}},
		{guest, "whoami", []string{"Somebody, a guest"}},
		{client, "stats", []string{"GAME", "Hop 45", "Chessboard", "counted"}},
		{client, "history", []string{"NO  GAME", "1   Hop 45 ", "2026-05-01", "30/45", "won", "lost", "1:01"}},
		{client, "history chessboard", []string{"3   Chessboard ", "2026-05-01"}},
		{client, "best hop", []string{"31/45"}},
		{client, "record 3", []string{"chessboard@1 ABC"}},
		{guest, "history", []string{"No game yet."}},
		{guest, "stats", []string{"No game yet."}},
		{guest, "best", []string{"No best yet."}},
		{client, "version", []string{"boardwalk v1.2.3"}},
	} {
		t.Run(c.command, func(t *testing.T) {
			out, errOut, code := exec(t, c.client, c.command)
			if code != exitOK || errOut != "" {
				t.Fatalf("exit %d: %s", code, errOut)
			}
			for _, want := range c.want {
				if !strings.Contains(out, want) {
					t.Errorf("no %q in\n%s", want, out)
				}
			}
			if strings.ContainsAny(out, "\x1b\r") {
				t.Errorf("control characters in %q", out)
			}
		})
	}
}

func TestCommandsAsJSON(t *testing.T) {
	a := open(t, nil)
	client := a.withHistory(t, 3)
	for command, want := range map[string]string{
		"version --json":          `{"version":"v1.2.3"}`,
		"history -n1 --json":      `{"games":[{"id":"R000","game":"boardwalk/hop-45","name":"Hop 45","version":1,"code":"ABC","class":"counted","points":30,"max":45,"won":true,"perfect":false,"outcome":"won","moves":7,"undos":2,"hints":1,"seconds":61.5,"elapsed":61.5,"ended":"2026-05-01T12:00:00Z"}]}`,
		"best hop-45 --json":      `{"games":[{"id":"R001","game":"boardwalk/hop-45","name":"Hop 45","version":1,"code":"ABC","class":"counted","points":31,"max":45,"won":false,"perfect":false,"outcome":"lost","moves":7,"undos":2,"hints":1,"seconds":61.5,"elapsed":61.5,"ended":"2026-05-01T11:00:00Z"}]}`,
		"stats chessboard --json": `{"games":[{"game":"chessboard","name":"Chessboard","class":"counted","played":1,"won":1,"perfect":0,"best":32,"average":32,"seconds":61.5,"streak":1,"longest":1}]}`,
	} {
		t.Run(command, func(t *testing.T) {
			out, errOut, code := exec(t, client, command)
			if code != exitOK || errOut != "" {
				t.Fatalf("exit %d: %s", code, errOut)
			}
			var got, expected any
			dec := json.NewDecoder(strings.NewReader(out))
			if err := dec.Decode(&got); err != nil {
				t.Fatalf("%v in %s", err, out)
			}
			if dec.More() {
				t.Error("more than one document")
			}
			if err := json.Unmarshal([]byte(want), &expected); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, expected) {
				t.Errorf("got  %s\nwant %s", out, want)
			}
		})
	}
	for _, command := range []string{"history --json", "stats --json", "best --json"} {
		t.Run("nothing: "+command, func(t *testing.T) {
			out, _, _ := exec(t, a.dial(t, "bob"), command)
			if got, want := strings.Join(strings.Fields(out), ""), `{"games":[]}`; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestHistoryPages(t *testing.T) {
	a := open(t, nil)
	client := a.withHistory(t, 450)
	for line, want := range map[string]int{
		"history --json": 20, "history -n 1000 --json": 450, "history chessboard -n 140 --json": 140, "history Chessboard -n 1000 --json": 150,
	} {
		out, errOut, code := exec(t, client, line)
		var h command.History
		if err := json.Unmarshal([]byte(out), &h); err != nil || code != exitOK {
			t.Fatalf("%s: exit %d, %v: %s", line, code, err, errOut)
		}
		if len(h.Games) != want {
			t.Errorf("%s: %d games, want %d", line, len(h.Games), want)
		}
		for i := 1; i < len(h.Games); i++ {
			if h.Games[i-1].ID >= h.Games[i].ID {
				t.Fatalf("%s: %s before %s", line, h.Games[i-1].ID, h.Games[i].ID)
			}
		}
	}
}

func TestCommandErrors(t *testing.T) {
	a := open(t, nil)
	client := a.withHistory(t, 1)
	for command, want := range map[string]string{
		"hist":                      `There is no command "hist"; did you mean history?`,
		"whoam":                     "did you mean whoami?",
		"hlep":                      `There is no command "hlep"; did you mean help?`,
		"blah":                      `There is no command "blah".`,
		"keys nmae":                 `There is no command "keys nmae"; did you mean name?`,
		"rm -rf /":                  `There is no command "rm".`,
		"help nothing":              `There is no command "nothing".`,
		"whoami twice":              "That is too much for whoami:\n  ssh HOST whoami",
		"version --jason":           "Unknown flag: --jason; did you mean --json?",
		"version --zzz":             "Unknown flag: --zzz.",
		"whoami --json no":          "That is too much for whoami:",
		"whoami --json false":       "True or false goes directly after the flag and an =: --json=false.",
		"record":                    "Record needs N:\n  ssh HOST record N",
		"record 1 2":                "That is too much for record:\n  ssh HOST record N",
		"record 0":                  "Games are numbered from 1, the newest, not 0.\nTry: ssh HOST help record\n",
		"record -1":                 "Unknown shorthand flag",
		"replay --cast":             "Replay needs N:",
		"replay 1 --json":           "Replay has no --json",
		"history -n zero":           "--last takes a number, not",
		"history -n 0":              "--last is 1 to 1000, not 0.",
		"play hop 45 0ABC":          `"hop 45" means Hop 45, but "0ABC" behind it means nothing here.`,
		"play hop 45 0123456789ABC": "0123456789ABC looks like the code of a deal: in the lobby, choose the game and press d; in words, deal GAME CODE.",
		"play 0123456789ABC":        "0123456789ABC looks like the code of a deal",
		"deal hop 45 0123456789ABC": "0123456789ABC looks like the code of a deal",
		"race hop 45 0123456789ABC": "0123456789ABC looks like the code of a deal",
		"best poker":                `There is no game "poker"; there are Hop 45, Chessboard.`,
		"--json":                    "This needs a command.",
		" ":                         "This needs a command.",
		"__complete whoami":         `There is no command "__complete".`,
		"completion bash":           `There is no command "completion".`,
		"\x1b]0;evil\x07":           `There is no command "?]0;evil?".`,
	} {
		t.Run(command, func(t *testing.T) {
			out, errOut, code := exec(t, client, command)
			if code != exitUsage || out != "" {
				t.Errorf("exit %d, out %q", code, out)
			}
			if !strings.Contains(errOut, want) || !strings.Contains(errOut, "\nTry: ssh HOST help") {
				t.Errorf("error %q, want %q", errOut, want)
			}
		})
	}
}

func TestCommandFails(t *testing.T) {
	a := open(t, nil)
	key, fingerprint := newKey(t)
	a.mu.Lock()
	a.players[fingerprint] = &fakePlayer{err: errors.New("disk on fire")}
	a.mu.Unlock()
	client := a.dial(t, "ann", gossh.PublicKeys(key))
	for _, line := range []string{"whoami", "stats", "history", "best", "record 1", "replay R001 --cast"} {
		out, errOut, code := exec(t, client, line)
		if code != exitFailed || out != "" || errOut != caption.Sentence(errDisk.Error())+"\n" {
			t.Errorf("%s: exit %d, %q, %q", line, code, out, errOut)
		}
	}
	if log := a.log.String(); !strings.Contains(log, "disk on fire") {
		t.Errorf("the log does not say why:\n%s", log)
	}
}

func TestCommandInTerminal(t *testing.T) {
	a := open(t, nil)
	sess, err := a.dial(t, "ann").NewSession()
	if err != nil {
		t.Fatal(err)
	}
	if err := sess.RequestPty("dumb", 24, 80, nil); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	sess.Stdout = &out
	if err := sess.Run("version"); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "boardwalk v1.2.3\r\n"; got != want {
		t.Errorf("version = %q, want %q", got, want)
	}
}

// A command that is too long is refused with a sentence, and one that is far too long
// without.
func TestLongCommands(t *testing.T) {
	a, _ := openData(t, nil)
	client := a.dial(t, "ann")
	line := "who " + strings.Repeat("x", command.MaxLength)
	if _, errOut, code := exec(t, client, line); code != exitUsage || errOut != "That is too long: a command has at most 2048 bytes.\n" {
		t.Errorf("exit %d: %q", code, errOut)
	}
	sess, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer sess.Close()
	if err := sess.Start(strings.Repeat("x", execMax+1)); err == nil {
		t.Error("a command of more than execMax bytes began")
	}
}

// beyondBudget is more than an address may use at once.
const beyondBudget = 11 * time.Second

//abuse:case 48
func TestWhoHasUsedUpTheBudgetWaits(t *testing.T) {
	clock := newWatch(noon)
	a := open(t, func(c *Config) { c.Now = clock.time })
	client := a.dial(t, "mallory")
	run := func(command string) (out string, err error) {
		sess, err := client.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		both, err := sess.CombinedOutput(command)
		return string(both), err
	}
	if out, err := run("version"); err != nil {
		t.Fatalf("%s, %v", out, err)
	}
	a.arcade.Costs.Charge(netip.MustParseAddr("127.0.0.1"), beyondBudget)
	if out, err := run("version"); err == nil || !strings.HasPrefix(unfolded(out), "You or others at your address have used up their share of this machine: please wait ") {
		t.Errorf("beyond the budget it reads %q, %v", out, err)
	}
	clock.passes(time.Minute)
	if out, err := run("version"); err != nil {
		t.Errorf("a minute later it reads %q, %v", out, err)
	}
}

// A command that takes too long ends with a sentence. Here a history waits for others that are read.
func TestACommandThatTakesTooLongSaysSo(t *testing.T) {
	t.Parallel()
	a, db := openData(t, func(c *Config) { c.Limits.Command = 200 * time.Millisecond })
	ann, _ := member(t, db, "ann")
	began, release := make(chan struct{}), make(chan struct{})
	defer close(release)
	for i := range max(runtime.NumCPU()-1, 1) {
		meter := a.arcade.Costs.Meter(netip.AddrFrom4([4]byte{192, 0, 2, byte(i)}), func() (arcade.Account, error) { return arcade.Account{}, nil })
		go func() {
			_ = meter.Work(func(func()) error {
				began <- struct{}{}
				<-release
				return nil
			})
		}()
		<-began
	}
	const want = "The command was stopped, as it took longer than 200ms"
	if _, errOut, code := exec(t, a.dial(t, "x", gossh.PublicKeys(ann)), "history"); code != exitFailed || !strings.Contains(errOut, want) {
		t.Errorf("history exits %d: %q", code, errOut)
	}
}
