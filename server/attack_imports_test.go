package server

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/netip"
	"runtime"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
	"boardwalk/server/port"
	"boardwalk/server/program"
)

// What players read when their file is refused.
const (
	importsBusy   = "Other files are arriving at the moment. Please try again in a minute."
	importsEnough = "Many files came from your network in the last hour. Please come back in an hour."
	importSlow    = "Your file arrived too slowly while others waited. Please send it again."
)

// blank returns an empty import file of n bytes.
func blank(n int) string { return strings.Repeat("\n", n) }

// An upload is an import whose file arrives in pieces.
type upload struct {
	t        *testing.T
	sess     *gossh.Session
	in       io.WriteCloser
	out, err bytes.Buffer
}

func uploads(t *testing.T, client *gossh.Client) *upload {
	t.Helper()
	sess, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sess.Close() })
	u := &upload{t: t, sess: sess}
	if u.in, err = sess.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	sess.Stdout, sess.Stderr = &u.out, &u.err
	if err := sess.Start("import"); err != nil {
		t.Fatal(err)
	}
	return u
}

func (u *upload) sends(n int) *upload {
	u.t.Helper()
	if _, err := io.WriteString(u.in, blank(n)); err != nil {
		u.t.Fatal(err)
	}
	return u
}

// ends waits for the end of the command, and returns what its player reads.
func (u *upload) ends() string {
	u.t.Helper()
	out, errOut, _ := stdoutCode(u.t, u.sess.Wait(), &u.out, &u.err)
	return out + errOut
}

// imported is what import prints for a file without games.
const imported = "0 games read, 0 new in your history. What is imported is unranked.\n"

// dialFrom returns a client whose address a proxy has named.
func (a *testServer) dialFrom(t *testing.T, addr string, methods ...gossh.AuthMethod) *gossh.Client {
	t.Helper()
	client, _, err := a.forward(t, header(t, 2, addr+":4711"), "x", methods...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// The attack: endless files, in as many channels as a client can have. 100 connections
// made the server hold 1.6 GB for a guest. So only few large files may arrive at a time,
// and each gives its place back when its command is over.
func TestFewFilesComeAtATime(t *testing.T) {
	ann, _, held := allPlacesTaken(t)
	for _, command := range []string{"import", " import", "--json import"} {
		if out, errOut, code := execWith(t, ann, command, blank(100<<10)); code != exitFailed || errOut != importsBusy+"\n" {
			t.Errorf("%s exits %d: %q %q", command, code, out, errOut)
		}
	}
	if out, errOut, code := execWith(t, ann, "import", blank(10<<10)); out != imported {
		t.Errorf("a small file exits %d: %q %q", code, out, errOut)
	}
	if err := held[0].in.Close(); err != nil {
		t.Fatal(err)
	}
	if got := held[0].ends(); got != imported {
		t.Errorf("a slow file: %q", got)
	}
	if out, errOut, code := execWith(t, ann, "import", blank(100<<10)); out != imported {
		t.Errorf("once there is room, import exits %d: %q %q", code, out, errOut)
	}
}

// allPlacesTaken is large files from as many addresses, which have just taken all places
// of an arcade, its clock, and another client of it, whose files are not counted.
func allPlacesTaken(t *testing.T) (ann *gossh.Client, now *watch, held []*upload) {
	t.Helper()
	now = newWatch(time.Now())
	a, db := behindProxies(t, func(c *Config) {
		c.Trusted, c.Now = []netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")}, now.time
	})
	key, _ := member(t, db, "ann")
	for i := range command.ImportsAtOnce {
		held = append(held, uploads(t, a.dialFrom(t, fmt.Sprintf("203.0.113.%d", i+1))).sends(100<<10))
	}
	ann = a.dialFrom(t, "198.51.100.7", gossh.PublicKeys(key))
	for taken := 0; taken < command.ImportsAtOnce; runtime.Gosched() { // until all that was sent has come
		taken = a.imports.Held()
	}
	return ann, now, held
}

// Somebody sends large files bit by bit, from as many addresses as there are places:
// all others were refused for as long as a command may take.
func TestSlowFilesGiveWay(t *testing.T) {
	ann, now, held := allPlacesTaken(t)
	now.passes(command.ImportSafe)
	for range 2 { // the second needs nobody's place
		if out, errOut, code := execWith(t, ann, "import", blank(200<<10)); out != imported {
			t.Errorf("a newcomer's import exits %d: %q %q", code, out, errOut)
		}
	}
	gone := 0
	for _, u := range held {
		_ = u.in.Close() // the one that gave way has ended
		switch got := u.ends(); got {
		case importSlow + "\n":
			gone++
		case imported:
		default:
			t.Errorf("a slow file: %q", got)
		}
	}
	if gone != 1 {
		t.Errorf("%d slow files gave way to one", gone)
	}
}

// Somebody announces files and sends none, or a bit of each: they held all places for
// as long as a command may take, and were enough for the hour.
func TestSilentFilesHoldNoPlace(t *testing.T) {
	a, _ := behindProxies(t, nil)
	for i := range 2 * command.ImportsHour {
		mallory := a.dialFrom(t, fmt.Sprintf("203.0.113.%d", i%8+1))
		uploads(t, mallory)
		uploads(t, mallory).sends(10 << 10)
	}
	neighbour := uploads(t, a.dialFrom(t, "203.0.113.99"))
	if got := uploads(t, a.dialFrom(t, "203.0.113.77")).sends(200 << 10); got.in.Close() != nil || got.ends() != imported {
		t.Errorf("a neighbour reads %q", &got.err)
	}
	if err := neighbour.sends(1).in.Close(); err != nil {
		t.Fatal(err)
	}
	if got := neighbour.ends(); got != imported {
		t.Errorf("a slow and honest file: %q", got)
	}
}

// A client falls silent with a place, perhaps because its line is dead: a newer file of its address, by
// then perhaps the same one, takes the place.
func TestANewerFileTakesThePlaceOfItsAddress(t *testing.T) {
	now := newWatch(time.Now())
	a, _ := behindProxies(t, func(c *Config) { c.Now = now.time })
	silent := uploads(t, a.dialFrom(t, "192.0.2.1")).sends(100 << 10)
	for ; a.imports.Held() == 0; runtime.Gosched() { // until all that was sent has come
	}
	client := a.dialFrom(t, "192.0.2.1")
	if _, errOut, _ := execWith(t, client, "import", blank(100<<10)); errOut != importsBusy+"\n" {
		t.Errorf("a client that tries again at once reads %q", errOut)
	}
	now.passes(command.ImportSafe)
	if out, errOut, _ := execWith(t, client, "import", blank(100<<10)); out != imported {
		t.Errorf("a client that tries again later reads %q %q", out, errOut)
	}
	if got := silent.ends(); got != importSlow+"\n" {
		t.Errorf("the silent one reads %q", got)
	}
}

// An import keeps the store's only writer busy while all others wait, so a client that
// imports in a loop must not have it to itself. Files that come to nothing are no work for
// the writer, and do not count.
func TestOneNetworkImportsFewFiles(t *testing.T) {
	now := newWatch(time.Now())
	a, db := openData(t, func(c *Config) { c.Now = now.time })
	key, print := member(t, db, "ann")
	p, err := db.Player(arcade.KeyCredential(print))
	if err != nil {
		t.Fatal(err)
	}
	keep(t, p, finished(t, "R1", 3, 1_700_000_000_000))
	game := prints(t, a.dial(t, "x", gossh.PublicKeys(key)), "export")
	try := func(file string) (said string) {
		t.Helper()
		client := a.dial(t, "mallory")
		defer client.Close()
		out, errOut, _ := execWith(t, client, "import", file)
		return out + errOut
	}
	for range command.ImportsHour + 1 {
		if said := try(""); said != imported {
			t.Fatalf("an empty file: %s", said)
		}
		if said := try("no game\n"); !strings.HasPrefix(said, "Line 1 is not a line of an export.") {
			t.Fatalf("a file that is no export: %s", said)
		}
	}
	for range command.ImportsHour {
		if said := try(game); !strings.HasPrefix(said, "1 game read, ") {
			t.Fatal(said)
		}
	}
	for _, file := range []string{game, ""} {
		if said := try(file); said != importsEnough+"\n" {
			t.Errorf("one too many: %q", said)
		}
	}
	now.passes(time.Hour)
	for range command.ImportsHour {
		client := a.dial(t, "mallory")
		if said := uploads(t, client).sends(command.ImportFree + 1); said.in.Close() != nil || said.ends() != imported {
			t.Errorf("an hour later a large file: %q", &said.err)
		}
		client.Close()
	}
	if said := try(game); said != importsEnough+"\n" {
		t.Errorf("after many large files: %q", said)
	}
	for range 2 * command.ImportsHour {
		file := a.imports.Expect(netip.Addr{}, now.time)
		if !file.Grow(command.ImportFree + 1) {
			t.Fatal("the host's file is refused")
		}
		file.Release()
	}
}

// An import may send 8 MiB as fast as it can. The attack: a client that plays asks for an
// import on the same channel, so that its keys would be let through like a file.
func TestASessionBeginsOnce(t *testing.T) {
	a := open(t, nil)
	term := a.play(t, a.dial(t, "mallory"))
	for _, request := range []string{"exec", "shell"} {
		if ok, err := term.sess.SendRequest(request, true, gossh.Marshal(&textRequest{"import"})); ok || err != nil {
			t.Fatalf("%s in a session that goes on: %v, %v", request, ok, err)
		}
	}
	if a.imports.Held() > 0 {
		t.Error("an import has begun")
	}
	go func() { _, _ = term.in.Write([]byte(strings.Repeat("\x1b[A", 100_000))) }()
	out, _ := term.ends()
	left(t, out, floodEnd)
}

// The attack: keep the channel of an import open when the import is over, and go on
// sending. Nothing of it is kept.
func TestNothingIsKeptForASessionThatIsOver(t *testing.T) {
	r, w := io.Pipe()
	in := program.NewInput(r, func() {})
	all := command.NewImports(func(netip.Addr) bool { return true })
	file := all.Expect(netip.Addr{}, time.Now)
	in.ExpectFile(file, command.ImportBytes)
	file.Grow(command.ImportFree + 1)
	send := func() { // the second write ends when the first was dealt with
		for range 2 {
			if _, err := w.Write([]byte("games")); err != nil {
				t.Fatal(err)
			}
		}
	}
	send()
	in.Discard()
	in.Discard()
	send()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	receive(t, in.Ended(), "the end of the input")
	if left := in.AppendTo(nil); len(left) > 0 || all.Held() != 0 {
		t.Errorf("%q is kept, with %d places", left, all.Held())
	}
}

// endless is a player whose history has no end.
type endless struct{ fakePlayer }

func (*endless) History(before string, n int) ([]arcade.Result, error) {
	page := make([]arcade.Result, n)
	for i := range page {
		page[i] = arcade.Result{ID: fmt.Sprint(i), Record: engine.Record{Game: "chessboard", Version: 1, Code: "R1"}}
	}
	return page, nil
}

// The attack: ask for a long history again and again without reading it. An export must
// not be held whole until the client takes it.
func TestAnExportComesAsItIsRead(t *testing.T) {
	a := open(t, func(c *Config) {
		c.Store = fakeStore{player: func(arcade.Credential) (port.Player, error) { return &endless{}, nil }}
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
	if err := sess.Close(); err != nil { // which also stops the server's side
		t.Fatal(err)
	}
}
