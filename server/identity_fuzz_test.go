package server

import (
	"bytes"
	"crypto/ed25519"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/catalog"
	"boardwalk/server/gate"
	"boardwalk/server/hub"
)

// A caller is the context of a connection that comes from no address.
type caller struct {
	ssh.Context
	user string
	conn *conn
}

func (c caller) User() string         { return c.user }
func (c caller) RemoteAddr() net.Addr { return &net.UnixAddr{} }

func (c caller) Permissions() *ssh.Permissions {
	return &ssh.Permissions{Permissions: new(gossh.Permissions)}
}

// A caller's connection does not end.
func (c caller) Deadline() (at time.Time, ok bool) { return at, false }
func (c caller) Done() <-chan struct{}             { return nil }
func (c caller) Err() error                        { return nil }

func (c caller) Value(key any) any {
	if key == (connKey{}) {
		return c.conn
	}
	return nil
}

// A oneSession is the session of a caller who signed with a key, or nil for none.
type oneSession struct {
	ssh.Session
	key     ssh.PublicKey
	channel *channel
}

func (c oneSession) User() string             { return c.channel.User() }
func (c oneSession) RemoteAddr() net.Addr     { return c.channel.RemoteAddr() }
func (c oneSession) Context() ssh.Context     { return c.channel }
func (c oneSession) PublicKey() ssh.PublicKey { return c.key }

// FuzzLogin checks that a login name proves nothing, whatever it is and however the
// question about it is answered. Only a player's own keys log in under the player's nick,
// and nobody else is greeted by it. What is shown of a name is short and plain.
//
//abuse:case 27
func FuzzLogin(f *testing.F) {
	const kate = "Kate_of_the_pier_xxi" // as long as a nick can be
	for _, user := range []string{kate, "KATE_OF_THE_PIER_XXI", kate + "!", "\u212aate_of_the_pier_xxi", kate[:19] + "\x00", "", "root", "\x1b]0;x\a", "\xff\xfe", strings.Repeat("x", 2000), "\u202eetak"} {
		f.Add(user, "", uint8(1))
		f.Add(user, "Yes", uint8(1))
		f.Add(user, "y", uint8(2))
	}
	db, err := data.Open(filepath.Join(f.TempDir(), "boardwalk.db"), data.Games(catalog.Library()), func(o *data.Options) { o.MapSize = 1 })
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = db.Close() })
	kates, others := keyOf(f, 1), keyOf(f, 2)
	p, err := db.Player(keyCredential(kates))
	if err != nil {
		f.Fatal(err)
	}
	if _, err := p.Save(opened(), 0); err != nil {
		f.Fatal(err)
	}
	if err := p.SetNick(kate); err != nil {
		f.Fatal(err)
	}
	s := newServer(Config{Store: Data(db), Games: catalog.Library(), Settings: Settings{Guests: true}, Logger: slog.New(slog.DiscardHandler)})
	pipe, _ := net.Pipe()
	f.Fuzz(func(t *testing.T, user, answer string, answers uint8) {
		c := &conn{guest: newGuest(), Conn: &gate.Conn{Conn: pipe}, server: s, handshake: mute{}}
		ctx := caller{user: user, conn: c}
		named, hers := strings.EqualFold(user, kate), isNick(user, kate)
		if s.auth.acceptKey(ctx, others) && hers || !s.auth.acceptKey(ctx, others) && !named {
			t.Errorf("another key under %q: %v", user, !hers)
		}
		if !s.auth.acceptKey(ctx, kates) {
			t.Errorf("the own key is refused under %q", user)
		}
		var said string
		let := s.auth.acceptGuest(ctx, func(_, text string, questions []string, _ []bool) ([]string, error) {
			said = text + strings.Join(questions, "")
			given := make([]string, answers%4)
			for i := range given {
				given[i] = answer
			}
			return given, nil
		})
		yes := strings.EqualFold(answer, "yes") || strings.EqualFold(answer, "y")
		if want := said == "" || yes && answers%4 == 1; let != want || hers != (said != "") && !named {
			t.Errorf("%q is asked %q and answers %d times %q: let in %v", user, said, answers%4, answer, let)
		}
		if !plain(strings.ReplaceAll(said, "\n", ""), 500) {
			t.Errorf("%q is asked %q", user, said)
		}
		for i, key := range []ssh.PublicKey{nil, others, kates} {
			id, isKate := greeted(t, s, ctx, key), i == 2
			switch {
			case !plain(id.Login, nameMax), !plain(id.Name, nameMax), id.Login == "", id.Name == "", id.Admin,
				isKate != isNick(id.Name, kate), isKate != (id.Nick == kate),
				id.Credential.IsGuest() != (key == nil), key != nil && id.Credential != keyCredential(key):
				t.Errorf("%q with key %v is greeted as %+v", user, key, id)
			}
		}
	})
}

// keyOf returns one of 256 keys.
func keyOf(f *testing.F, number byte) ssh.PublicKey {
	f.Helper()
	private := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{number}, ed25519.SeedSize))
	key, err := gossh.NewPublicKey(private.Public())
	if err != nil {
		f.Fatal(err)
	}
	return key
}

// isNick reports whether a name is a nick, ignoring case.
func isNick(name, nick string) bool {
	lower := func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return strings.Map(lower, name) == strings.Map(lower, nick)
}

// greeted returns the identity of a login after admit.
func greeted(t *testing.T, s *Server, ctx caller, key ssh.PublicKey) hub.Identity {
	t.Helper()
	ch := &channel{Context: ctx, ctx: ctx, conn: ctx.conn}
	sess := oneSession{key: key, channel: ch}
	ch.session = hub.NewSession(s.auth.identify(sess), hub.Command, "", ctx.RemoteAddr(), time.Now())
	if !s.admit(sess) {
		t.Errorf("%q is not admitted", ctx.user)
	}
	return ch.session.State().ID
}

// A mute handshake shows its client nothing.
type mute struct{ gossh.ServerPreAuthConn }

func (mute) SendAuthBanner(string) error { return nil }
