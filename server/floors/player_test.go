package floors

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"boardwalk/server/sshtest"
)

const (
	answerLimit = time.Minute // for a key to be answered
	dialLimit   = time.Minute // for a connection
)

// address returns an address in a network of its own for each session, because the arcade
// limits how many come from one. On systems other than Linux, where all of 127.0.0.0/8 is
// the loopback, the system chooses.
func address(i int) netip.Addr {
	if runtime.GOOS != "linux" {
		return netip.Addr{}
	}
	return netip.AddrFrom4([4]byte{127, byte(1 + i>>8), byte(i), 1})
}

// A player is one session with a PTY of 80x24.
type player struct {
	client *ssh.Client
	in     io.Writer
	login  time.Duration // time until the first frame was shown
	first  int           // bytes of the first frame
	seated time.Time     // time of the first frame
	ended  chan struct{} // closed after the last output
	met    chan time.Time

	mu     sync.Mutex
	screen *screen
	bytes  int                // shown so far
	wants  func(*screen) bool // what see waits for; called with mu held
}

// enter logs in with a new key and waits for the first frame.
func enter(to string, from netip.Addr) (*player, error) {
	key := sshtest.NewKey()
	began := time.Now()
	dialer := net.Dialer{Timeout: dialLimit}
	if from.IsValid() {
		dialer.LocalAddr = net.TCPAddrFromAddrPort(netip.AddrPortFrom(from, 0))
	}
	wire, err := dialer.Dial("tcp", to)
	if err != nil {
		return nil, err
	}
	client, err := sshtest.Login(wire, ssh.ClientConfig{User: "boardwalk-floors-player", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}})
	if err != nil {
		return nil, fmt.Errorf("log in: %w", err)
	}
	p := &player{client: client, screen: newScreen(), ended: make(chan struct{}), met: make(chan time.Time, 1)}
	if err := p.open(); err != nil {
		p.hangUp()
		return nil, err
	}
	p.login, p.first = p.seated.Sub(began), p.shown()
	return p, nil
}

// open opens the session and waits for the complete lobby: its last row ends the same
// everywhere.
func (p *player) open() error {
	session, in, err := sshtest.NewTerminal(p.client, "xterm-256color", rows, columns)
	if err != nil {
		return err
	}
	p.in = in
	out, err := session.StdoutPipe()
	if err != nil {
		return err
	}
	p.wants = func(s *screen) bool { return s.ends("q leave") }
	if err := session.Shell(); err != nil {
		return err
	}
	go p.show(out)
	p.seated, err = p.await()
	return err
}

// ends reports whether the last row ends with a text.
func (s *screen) ends(text string) bool {
	return strings.HasSuffix(strings.TrimRight(string(s.cells[rows-1][:]), " "), text)
}

// show shows output until it ends.
func (p *player) show(out io.Reader) {
	defer close(p.ended)
	buf := make([]byte, 4<<10)
	for {
		n, err := out.Read(buf)
		now := time.Now()
		p.mu.Lock()
		p.bytes += n
		_, _ = p.screen.Write(buf[:n])
		if n > 0 && p.wants != nil && p.wants(p.screen) {
			p.wants = nil
			p.met <- now
		}
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// press types a key and waits for what it shows. It returns when the bytes arrived that
// showed it.
func (p *player) press(key string, shows func(*screen) bool) (answered time.Time, err error) {
	p.mu.Lock()
	p.wants = shows
	p.mu.Unlock()
	if _, err := io.WriteString(p.in, key); err != nil {
		return time.Time{}, err
	}
	return p.await()
}

// see waits until the terminal shows something.
func (p *player) see(shows func(*screen) bool) error {
	p.mu.Lock()
	if shows(p.screen) {
		p.mu.Unlock()
		return nil
	}
	p.wants = shows
	p.mu.Unlock()
	_, err := p.await()
	return err
}

func (p *player) await() (time.Time, error) {
	late := time.NewTimer(answerLimit)
	defer late.Stop()
	select {
	case at := <-p.met:
		return at, nil
	case <-p.ended:
		return time.Time{}, errors.New("the session ended")
	case <-late.C:
		return time.Time{}, errors.New("no answer")
	}
}

// look returns what the terminal shows.
func (p *player) look() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.screen.String()
}

// shown returns how many bytes were shown so far.
func (p *player) shown() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.bytes
}

// hangUp ends the connection.
func (p *player) hangUp() { _ = p.client.Close() }
