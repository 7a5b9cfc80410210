package floors

import (
	"fmt"
	"net"
	"net/netip"
	"runtime"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"boardwalk/server/sshtest"
	"boardwalk/tui/tuitest"
)

// answerLimit is how long a key may take to be answered.
const answerLimit = time.Minute

// address returns an address in a network of its own for each session, because the arcade
// limits how many come from one. On systems other than Linux, where all of 127.0.0.0/8 is
// the loopback, the system chooses.
func address(i int) netip.Addr {
	if runtime.GOOS != "linux" {
		return netip.Addr{}
	}
	return netip.AddrFrom4([4]byte{127, byte(1 + i>>8), byte(i), 1})
}

// A player is one session with a PTY.
type player struct {
	*sshtest.Terminal
	login  time.Duration // time until the first frame was shown
	first  int           // bytes of the first frame
	seated time.Time     // time of the first frame
}

// enter logs in with a new key and waits for the first frame, which is the complete lobby:
// its row of keys ends the same everywhere.
func enter(to *child, from netip.Addr) (*player, error) {
	key := sshtest.NewKey()
	began := time.Now()
	dialer := net.Dialer{Timeout: answerLimit}
	if from.IsValid() {
		dialer.LocalAddr = net.TCPAddrFromAddrPort(netip.AddrPortFrom(from, 0))
	}
	conn, err := dialer.Dial("tcp", to.addr)
	if err != nil {
		return nil, err
	}
	client, err := sshtest.Login(conn, ssh.ClientConfig{User: "boardwalk-floors-player", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}})
	if err != nil {
		return nil, fmt.Errorf("log in: %w", err)
	}
	p := new(player)
	p.Terminal, p.seated, err = sshtest.Enter(client, "xterm-256color", to.window.Columns, to.window.Rows, "the lobby", func(s *tuitest.Terminal) bool {
		return strings.HasSuffix(s.Row(s.Bottom()), "q leave")
	})
	if err != nil {
		return nil, err
	}
	p.Limit = answerLimit
	p.login, p.first = p.seated.Sub(began), p.Bytes()
	return p, nil
}

// press types a key and waits for what it shows. It returns when the bytes arrived that
// showed it.
func (p *player) press(key string, shows func(*tuitest.Terminal) bool) (answered time.Time, err error) {
	_, answered, err = p.Press(key, "what a key shows", shows)
	return answered, err
}

// look returns what the terminal shows.
func (p *player) look() (text string) {
	p.Look(func(s *tuitest.Terminal) { text = s.Screen() })
	return text
}
