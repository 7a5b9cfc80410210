package server

import (
	"bufio"
	"fmt"
	"io"
	"net/netip"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine"
)

// A file waits for its sender with no end, in as many channels as a client can
// have: 100 connections made the server hold 1.6 GB for a guest. So few files
// come at a time, and each gives its place back when its command is over.
func TestFewFilesComeAtATime(t *testing.T) {
	a, db := openData(t, nil)
	key, _ := member(t, db, "ann")
	var held []gossh.Channel
	for range importsAtOnce {
		ch := channel(t, a.dial(t, "mallory"))
		if !asks(t, ch, "exec", &textRequest{"import"}) {
			t.Fatal("no import")
		}
		if _, err := ch.Write(make([]byte, 100<<10)); err != nil {
			t.Fatal(err)
		}
		held = append(held, ch)
	}
	ann := a.dial(t, "x", gossh.PublicKeys(key))
	for _, command := range []string{"import", " import", "--json import"} {
		if out, errOut, code := execWith(t, ann, command, "{}"); code != exitFailed || errOut != importsBusy+"\n" {
			t.Errorf("%s exits %d: %q %q", command, code, out, errOut)
		}
	}
	if err := held[0].CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(held[0]); err != nil { // until the command is over
		t.Fatal(err)
	}
	if out, errOut, code := execWith(t, ann, "import", ""); code != exitOK {
		t.Errorf("import exits %d: %q %q", code, out, errOut)
	}
}

// One import is work for the one who writes, and all others wait for that: a
// client that imports in a loop must not have it to itself.
func TestOneNetworkImportsFewFiles(t *testing.T) {
	now := newWatch(time.Now())
	a, _ := openData(t, func(c *Config) { c.Now = now.time })
	try := func() (errOut string) {
		t.Helper()
		client := a.dial(t, "mallory")
		defer client.Close()
		_, errOut, _ = execWith(t, client, "import", "")
		return errOut
	}
	for range importsHour {
		if errOut := try(); errOut != "" {
			t.Fatal(errOut)
		}
	}
	if errOut := try(); errOut != importsEnough+"\n" {
		t.Errorf("one too many: %q", errOut)
	}
	now.passes(time.Hour)
	if errOut := try(); errOut != "" {
		t.Errorf("an hour later: %q", errOut)
	}
	i := newImports()
	for range 2 * importsHour {
		done, sentence := i.begin(netip.Addr{}, now.time())
		if sentence != "" {
			t.Fatalf("the host reads %q", sentence)
		}
		done()
	}
}

// What may come with import is 4 MiB, as fast as it can. A client that plays asks
// for an import in the same channel: its keys would be let through like a file.
func TestASessionBeginsOnce(t *testing.T) {
	a := open(t, nil)
	term := a.play(t, a.dial(t, "mallory"))
	for _, request := range []string{"exec", "shell"} {
		if ok, err := term.sess.SendRequest(request, true, gossh.Marshal(&textRequest{"import"})); ok || err != nil {
			t.Fatalf("%s in a session that goes on: %v, %v", request, ok, err)
		}
	}
	if len(a.imports.places) > 0 {
		t.Error("an import has begun")
	}
	go func() { _, _ = term.in.Write([]byte(strings.Repeat("\x1b[A", 100_000))) }()
	out, _ := term.ends()
	left(t, out, floodEnd)
}

// The client leaves the channel of an import open when that is over, and goes on
// sending: nothing of it is kept.
func TestNothingIsKeptForASessionThatIsOver(t *testing.T) {
	r, w := io.Pipe()
	in := newInput(r, func() {})
	gone := 0
	in.piped(func() { gone++ }, "")
	send := func() { // the second write ends when the first was dealt with
		for range 2 {
			if _, err := w.Write([]byte("games")); err != nil {
				t.Fatal(err)
			}
		}
	}
	send()
	in.drop()
	in.drop()
	send()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	receive(t, in.ended, "the end of the input")
	if left := in.take(nil); len(left) > 0 || cap(in.waiting) > 0 || gone != 1 {
		t.Errorf("%q is kept, with room for %d; given back %d times", left, cap(in.waiting), gone)
	}
}

// endless is a player whose history has no end.
type endless struct{ fakePlayer }

func (*endless) History(before string, n int) ([]engine.Result, error) {
	page := make([]engine.Result, n)
	for i := range page {
		page[i] = engine.Result{ID: fmt.Sprint(i), Record: engine.Record{Game: "chessboard", Version: 1, Code: "R1"}}
	}
	return page, nil
}

// The history is long, the client reads nothing, and asks for it again and again:
// an export must not be held whole until it is taken.
func TestAnExportComesAsItIsRead(t *testing.T) {
	a := open(t, func(c *Config) {
		c.Store = fakeStore{player: func(string) (Player, error) { return &endless{}, nil }}
	})
	sess, err := a.dial(t, "mallory").NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, err := sess.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := sess.Start("export"); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for range 1000 {
		if !lines.Scan() || !strings.Contains(lines.Text(), `"record":"chessboard@1 R1"`) {
			t.Fatalf("got %q, %v", lines.Text(), lines.Err())
		}
	}
	if err := sess.Close(); err != nil { // and the server stops
		t.Fatal(err)
	}
}
