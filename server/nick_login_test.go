package server

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/sshtest"
)

// answering gives each of a server's questions the same answer, and stores what was asked.
func answering(said *string, answer string) gossh.AuthMethod {
	return gossh.KeyboardInteractive(func(_, text string, questions []string, _ []bool) ([]string, error) {
		*said += text + strings.Join(questions, "")
		return slices.Repeat([]string{answer}, len(questions)), nil
	})
}

// fingerprintOf returns the fingerprint by which the server knows a client, "" for a
// guest.
func fingerprintOf(t *testing.T, client *gossh.Client) string {
	t.Helper()
	return whoami(t, client).Fingerprint
}

// TestTheClientWalksToTheKeyOfTheNick: an agent offers its keys in its own order, and the
// first would be accepted for any login name but a nick.
//
//abuse:case 13
func TestTheClientWalksToTheKeyOfTheNick(t *testing.T) {
	a, db := openData(t, nil)
	right, rightPrint := member(t, db, "Mary_Ann")
	first, firstPrint := newKey(t)
	agent := []gossh.Signer{first}
	for range 13 {
		key, _ := newKey(t)
		agent = append(agent, key)
	}
	agent = append(agent, right)
	for user, want := range map[string]string{
		"Mary_Ann": rightPrint, "mary_ann": rightPrint, "MARY_ANN": rightPrint, "mary": firstPrint, strings.Repeat("x", 2000): firstPrint,
	} {
		if got := fingerprintOf(t, a.dial(t, user, gossh.PublicKeys(agent...))); got != want {
			t.Errorf("%.20s logs in with %s, want %s", user, got, want)
		}
	}
}

// TestAnotherKeyIsToldOfTheNick: a client that logs in under another player's nick
// without one of that player's keys reads so, may play as a guest, and is not called by
// the nick.
func TestAnotherKeyIsToldOfTheNick(t *testing.T) {
	for _, guests := range []bool{true, false} {
		t.Run(fmt.Sprintf("guests %v", guests), func(t *testing.T) {
			a, db := openData(t, func(c *Config) { c.Guests = guests })
			member(t, db, "victim")
			own, _ := newKey(t)
			var said string
			client, err := a.tryDial("Victim", gossh.PublicKeys(own), answering(&said, "yes"))
			if !strings.Contains(said, "The nick Victim belongs to another key.\nWith your own, come back by ssh -l new.key") {
				t.Errorf("said %q", said)
			}
			if !guests {
				if err == nil {
					client.Close()
					t.Error("a guest got in where none may")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { client.Close() })
			if !strings.Contains(said, "Play as a guest? (yes/no)") {
				t.Errorf("said %q", said)
			}
			term := a.play(t, client)
			if got := term.app.env.Player; got != arcade.Nameless {
				t.Errorf("the guest is called %q", got)
			}
			if w := whoami(t, client); !w.Guest {
				t.Errorf("whoami = %+v", w)
			}
		})
	}
}

// TestNobodyIsAGuestUnasked: somebody takes the login name of others as a nick. Their scripts, whose clients answer nothing,
// are refused and do not go on as guests. An admin's key is that of an admin still.
func TestNobodyIsAGuestUnasked(t *testing.T) {
	admin, _ := newKey(t)
	a, db := openData(t, func(c *Config) { c.Guests, c.Admins = true, writeFile(t, authorized(admin)) })
	member(t, db, "nightly")
	own, _ := newKey(t)
	var said string
	a.denied(t, "nightly", gossh.PublicKeys(own), answering(&said, ""))
	if strings.Count(said, "Play as a guest?") != 1 {
		t.Errorf("said %q", said)
	}
	if w := whoami(t, a.dial(t, "nightly", gossh.PublicKeys(admin))); w.Guest || w.Fingerprint == "" {
		t.Errorf("the admin is %+v", w)
	}
}

// TestAnotherKeyIsLinkedUnderNoNick: a player comes from a second machine, where the login name is the nick and the key
// another. As a guest no code helps; as the printed line says, it does.
func TestAnotherKeyIsLinkedUnderNoNick(t *testing.T) {
	a, db := openData(t, nil)
	first, _ := member(t, db, "lou")
	second, _ := newKey(t)
	lines := strings.Split(prints(t, a.dial(t, "lou", gossh.PublicKeys(first)), "link"), "\n")
	code := lines[0]
	option, login, _ := strings.Cut(arcade.NewKey, " ")
	if data.CheckNick(login) == nil || option != "-l" || !strings.Contains(strings.Join(lines, "\n"), arcade.NewKey) {
		t.Errorf("%q is printed, and %s is for a nick", lines, login)
	}
	var said string
	guest, err := a.tryDial("lou", gossh.PublicKeys(second), answering(&said, "Y"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { guest.Close() })
	if _, errOut, exit := exec(t, guest, "link "+code); exit == exitOK || !strings.Contains(unfolded(errOut), arcade.NewKey) || !strings.Contains(said, arcade.NewKey) {
		t.Errorf("a guest is told %q, and links with exit %d: %q", said, exit, errOut)
	}
	if out := prints(t, a.dial(t, login, gossh.PublicKeys(second)), "link "+code); !strings.Contains(out, "You are lou, with 2 keys.") {
		t.Errorf("link prints %q", out)
	}
}

// A question is for a person, who may take longer to answer than a client has to log in.
func TestAQuestionGivesTimeToAnswer(t *testing.T) {
	t.Parallel()
	a, db := openData(t, func(c *Config) { c.Limits.Handshake = 4 * time.Second })
	member(t, db, "victim")
	silent := a.connect(t)
	client := a.dial(t, "victim", gossh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
		_, _ = io.Copy(io.Discard, silent) // until its time is up
		silent = a.connect(t)
		_, _ = io.Copy(io.Discard, silent) // our time would be up by now, too
		return []string{"yes"}[:len(questions)], nil
	}))
	whoami(t, client)
}

func TestAnAnswerOtherThanYesIsNoGuest(t *testing.T) {
	a, db := openData(t, nil)
	member(t, db, "victim")
	client, err := a.tryDial("victim", gossh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
		return []string{"hunter2"}[:len(questions)], nil
	}))
	if err == nil {
		client.Close()
		t.Error("a password got in")
	}
}

// A nick steers the choice of key and proves nothing: 1,000 tries under the victim's nick
// with any other key, the victim's public half and all methods in turn reach nothing of
// the victim's.
//
//abuse:case 12
func TestWrongKeysReachNothingUnderANick(t *testing.T) {
	a, db := openData(t, nil)
	victim, _ := member(t, db, "victim")
	stolen := gossh.PublicKeys(publicHalf{victim.PublicKey()})
	const tries, workers = 1000, 4
	var wait sync.WaitGroup
	var in atomic.Int64
	for w := range workers {
		own, _ := newKey(t)
		mixed, _ := newKey(t)
		attacks := [][]gossh.AuthMethod{
			{gossh.PublicKeys(own)},
			{stolen, gossh.PublicKeys(own)},
			{gossh.PublicKeys(own), stolen},
			{gossh.PublicKeys(mismatched{own, victim.PublicKey()})},
			{stolen, asGuest()},
			{gossh.PublicKeys(own), gossh.Password("victim"), stolen, gossh.PublicKeys(mixed)},
		}
		wait.Go(func() {
			for i := w; i < tries; i += workers {
				client, err := sshtest.DialConfig(a.addr, gossh.ClientConfig{User: "victim", AuthCallback: chain(attacks[i%len(attacks)]...)})
				if err == nil {
					client.Close()
					in.Add(1)
					t.Errorf("attack %d got in as victim", i%len(attacks))
				}
			}
		})
	}
	wait.Wait()
	t.Attr("reached", fmt.Sprintf("%d of %d reach the victim", in.Load(), tries))
	if n := a.Sessions(); n != 0 {
		t.Errorf("%d sessions go on", n)
	}
}

// A client may name another user in each try: what was accepted for one name means
// nothing for another, and the session belongs to the key that signed.
//
//abuse:case 12
func TestUserChangedBetweenTries(t *testing.T) {
	a, db := openData(t, nil)
	victim, victims := member(t, db, "victim")
	own, owns := newKey(t)
	stolen := publicHalf{victim.PublicKey()}

	for _, attack := range []struct {
		name  string
		users []string // by try, all of one length
		tries []gossh.AuthMethod
		want  string // whose session it is, "" if refused
	}{
		{"the victim's key offered as the victim, then own key as another", []string{"victim", "mallet"},
			[]gossh.AuthMethod{gossh.PublicKeys(stolen), gossh.PublicKeys(own)}, owns},
		{"own key as another refused nowhere, then as the victim", []string{"victim", "mallet", "victim"},
			[]gossh.AuthMethod{gossh.PublicKeys(own), gossh.PublicKeys(stolen), gossh.PublicKeys(own)}, ""},
		{"own key offered as another, then signed as the victim", []string{"mallet", "victim"},
			[]gossh.AuthMethod{gossh.PublicKeys(publicHalf{own.PublicKey()}), gossh.PublicKeys(own)}, ""},
	} {
		t.Run(attack.name, func(t *testing.T) {
			user := []byte(attack.users[0])
			try := -1
			client, err := sshtest.DialConfig(a.addr, gossh.ClientConfig{
				// The library sends the bytes that the string has at the time of each
				// try.
				User: unsafe.String(&user[0], len(user)),
				AuthCallback: func(*gossh.ClientAuthContext) (gossh.AuthMethod, error) {
					if try++; try >= len(attack.tries) {
						return nil, fmt.Errorf("no try is left")
					}
					copy(user, attack.users[try])
					return attack.tries[try], nil
				},
			})
			if err != nil {
				if attack.want != "" {
					t.Fatal(err)
				}
				return
			}
			t.Cleanup(func() { client.Close() })
			got := fingerprintOf(t, client)
			if got == victims {
				t.Fatal("it is the victim's session")
			}
			if got != attack.want {
				t.Errorf("it is the session of %q, want %q", got, attack.want)
			}
		})
	}
}

// TestANickTakenLaterIsNobodyElsesName: a player who logged in under a name that has
// since become another player's nick is not offered it in the next session.
func TestANickTakenLaterIsNobodyElsesName(t *testing.T) {
	a, db := openData(t, nil)
	own, _ := newKey(t)
	client := a.dial(t, "zoe", gossh.PublicKeys(own))
	if env := a.play(t, client).app.env; env.Player != arcade.Nameless || env.Proposed != "zoe" {
		t.Errorf("the player is called %q, and %q is proposed", env.Player, env.Proposed)
	}
	member(t, db, "Zoe")
	if env := a.play(t, client).app.env; env.Player != arcade.Nameless || env.Proposed != "" || !strings.Contains(env.Unfit, "the name zoe is not free") {
		t.Errorf("the player is called %q, and %q is proposed, which is another's nick: %q", env.Player, env.Proposed, env.Unfit)
	}
}

// A player whose login name cannot be a nick is told why.
func TestALoginNameThatIsNoNick(t *testing.T) {
	a, _ := openData(t, nil)
	for name, why := range map[string]string{"ab": "a nick has 3 to 20 characters", "root": "the name root is not free", "j.doe": "only the letters a to z"} {
		own, _ := newKey(t)
		env := a.play(t, a.dial(t, name, gossh.PublicKeys(own))).app.env
		if env.Proposed != "" || !strings.HasPrefix(env.Unfit, "Your login name cannot be your nick: ") || !strings.Contains(env.Unfit, why) {
			t.Errorf("to %s %q is proposed, and it is told %q", name, env.Proposed, env.Unfit)
		}
	}
	own, _ := newKey(t)
	if env := a.play(t, a.dial(t, "new.key", gossh.PublicKeys(own))).app.env; env.Proposed != "" || env.Unfit != "" {
		t.Errorf("to new.key %q is proposed, and it is told %q", env.Proposed, env.Unfit)
	}
}

func TestAPlayerIsCalledByNick(t *testing.T) {
	a, db := openData(t, nil)
	key, _ := member(t, db, "Ann")
	if got := a.play(t, a.dial(t, "root", gossh.PublicKeys(key))).app.env.Player; got != "Ann" {
		t.Errorf("the player is called %q", got)
	}
}
