package server

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// openChannel opens a session channel on which the test makes every request itself.
func openChannel(t *testing.T, client *gossh.Client) gossh.Channel {
	t.Helper()
	ch, reqs, err := client.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	go gossh.DiscardRequests(reqs)
	t.Cleanup(func() { ch.Close() })
	return ch
}

// asks makes a request and reports whether it was granted.
func asks(t *testing.T, ch gossh.Channel, name string, payload any) bool {
	t.Helper()
	var body []byte
	if payload != nil {
		body = gossh.Marshal(payload)
	}
	ok, err := ch.SendRequest(name, true, body)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return ok
}

type ptyRequest struct {
	Term                          string
	Width, Height, PixelW, PixelH uint32
	Modes                         string
}

type windowRequest struct{ Width, Height, PixelW, PixelH uint32 }

type envRequest struct{ Name, Value string }

type textRequest struct{ Text string }

//abuse:case 16
func TestChannelRefuses(t *testing.T) {
	a := open(t, nil)
	client := a.dial(t, "ann")

	requests := []struct {
		test, name string
		payload    any
	}{
		{"agent forwarding", "auth-agent-req@openssh.com", nil},
		{"X11 forwarding", "x11-req", &struct {
			Single         bool
			Protocol, Auth string
			Screen         uint32
		}{true, "MIT-MAGIC-COOKIE-1", "00", 0}},
		{"sftp", "subsystem", &textRequest{"sftp"}},
		{"any subsystem", "subsystem", &textRequest{"default"}},
		{"break", "break", &struct{ Millis uint32 }{500}},
		{"what nobody knows", "sleep@example.org", nil},
		{"a command of 4,097 bytes", "exec", &textRequest{strings.Repeat("x", execMax+1)}},
		{"a command without a payload", "exec", nil},
		{"a window change before a terminal", "window-change", &windowRequest{100, 40, 0, 0}},
		{"a terminal without a payload", "pty-req", nil},
	}
	for _, r := range requests {
		t.Run(r.test, func(t *testing.T) {
			ch := openChannel(t, client)
			if asks(t, ch, r.name, r.payload) {
				t.Fatalf("%s was granted", r.name)
			}
			if !asks(t, ch, "exec", &textRequest{"version"}) {
				t.Error("the channel is of no use any more")
			}
			ch.Close()
		})
	}

	for _, kind := range []string{"direct-tcpip", "direct-streamlocal@openssh.com", "auth-agent@openssh.com", "x11", "tun@openssh.com"} {
		t.Run("a channel of "+kind, func(t *testing.T) {
			if ch, _, err := client.OpenChannel(kind, nil); err == nil {
				ch.Close()
				t.Error("it was opened")
			}
		})
	}
	for _, name := range []string{"tcpip-forward", "streamlocal-forward@openssh.com", "hostkeys-prove-00@openssh.com"} {
		t.Run("the global request "+name, func(t *testing.T) {
			if ok, _, err := client.SendRequest(name, true, nil); ok || err != nil {
				t.Errorf("answer %v, %v; want it refused", ok, err)
			}
		})
	}
	t.Run("scp", func(t *testing.T) {
		if _, errOut, code := exec(t, client, "scp -t /etc/passwd"); code != exitUsage || !strings.Contains(errOut, "no command") {
			t.Errorf("exit %d: %s", code, errOut)
		}
	})
}

// A terminal that is resized before its shell begins has its last size in the first frame.
func TestChannelWindowChangeBeforeShell(t *testing.T) {
	a := open(t, nil)
	ch := openChannel(t, a.dial(t, "ann"))
	if !asks(t, ch, "pty-req", &ptyRequest{"xterm", 80, 24, 0, 0, ""}) {
		t.Fatal("no terminal")
	}
	for range 3 { // the library would block at the second
		if !asks(t, ch, "window-change", &windowRequest{100, 40, 0, 0}) {
			t.Error("it was refused")
		}
	}
	if asks(t, ch, "pty-req", &ptyRequest{"xterm", 80, 24, 0, 0, ""}) {
		t.Error("a second terminal was granted")
	}
	if !asks(t, ch, "shell", nil) {
		t.Error("the shell was refused")
	}
	app := a.nextApp(t)
	if size := receive(t, app.seen, "a size"); size != "size 100x40" {
		t.Errorf("it begins with %s", size)
	}
}

// What has begun without a terminal has none later, whose width its lines would be cut to.
func TestChannelTerminalAfterShell(t *testing.T) {
	a := open(t, nil)
	ch := openChannel(t, a.dial(t, "ann"))
	if !asks(t, ch, "shell", nil) {
		t.Fatal("the shell was refused")
	}
	if asks(t, ch, "pty-req", &ptyRequest{"xterm", 80, 24, 0, 0, ""}) || asks(t, ch, "window-change", &windowRequest{20, 6, 0, 0}) {
		t.Error("a terminal was granted")
	}
}

//abuse:case 5
func TestFifthChannelIsRefused(t *testing.T) {
	t.Parallel()
	a := open(t, nil)
	client := a.dial(t, "ann")
	var terms []*terminal
	for range channelsMax {
		terms = append(terms, a.play(t, client))
	}
	if sess, err := client.NewSession(); err == nil {
		sess.Close()
		t.Fatal("a fifth channel was opened")
	}
	terms[0].types("q")
	terms[0].ends()
	a.play(t, client) // once the server knows that it is closed
}

// A client may begin its next session while the server still clears the last one away.
func TestAChannelWaitsForOneThatEnds(t *testing.T) {
	a := open(t, nil)
	client := a.dial(t, "ann")
	var terms []*terminal
	for range channelsMax {
		terms = append(terms, a.play(t, client))
	}
	opened := make(chan error)
	go func() {
		_, err := client.NewSession()
		opened <- err
	}()
	terms[0].types("q")
	if err := receive(t, opened, "a fifth channel"); err != nil {
		t.Error(err)
	}
	for range 100 { // it does not count as refused
		terms[1].types("q")
		terms[1].ends()
		terms[1] = a.play(t, client)
	}
}

func TestTooManyChannelsEndTheConnection(t *testing.T) {
	a := open(t, nil)
	client := a.dial(t, "ann")
	for range channelsMax {
		a.play(t, client)
	}
	var all sync.WaitGroup
	for range refusedMax + 1 {
		all.Go(func() {
			if sess, err := client.NewSession(); err == nil {
				sess.Close()
				t.Error("a fifth channel was opened")
			}
		})
	}
	waits(t, client)
	all.Wait()
}

// waits waits for the server to close a connection.
func waits(t *testing.T, client *gossh.Client) {
	t.Helper()
	gone := make(chan error, 1)
	go func() { gone <- client.Wait() }()
	receive(t, gone, "the end of the connection")
}

//abuse:case 1
func TestChannelSizes(t *testing.T) {
	t.Parallel()
	a := open(t, nil)
	client := a.dial(t, "ann")
	huge := uint32(1) << 31
	sizes := []struct {
		width, height uint32
		want          string
	}{
		{80, 24, "size 80x24"},
		{huge, huge, "size 200x60"},
		{65535, 65535, "size 200x60"},
		{0, 0, "size 80x24"},
		{1, 1, "size 20x3"},
		{0, 50, "size 80x24"},
		{132, 1, "size 132x3"},
	}
	for _, s := range sizes {
		t.Run(fmt.Sprintf("%dx%d", s.width, s.height), func(t *testing.T) {
			term := a.terminal(t, client, "xterm", int(s.height), int(s.width))
			term.app = a.nextApp(t)
			term.sees(s.want)
			if err := term.sess.WindowChange(30, 100); err != nil { // rows first
				t.Fatal(err)
			}
			term.sees("size 100x30")
			if err := term.sess.WindowChange(int(s.height), int(s.width)); err != nil {
				t.Fatal(err)
			}
			term.sees(s.want)
			term.types("q")
			term.ends()
		})
	}
	t.Attr("reached", "the app sees 20..200 x 6..60")
}

//abuse:case 2
func TestChannelResizeFlood(t *testing.T) {
	a := open(t, nil)
	client := a.dial(t, "ann")
	term := a.play(t, client)
	for i := 0; ; i++ {
		if err := term.sess.WindowChange(24+i%10, 80); err != nil {
			break // cut off
		}
	}
	waits(t, client)
	receive(t, term.app.closed, "Close of the app")
}

func TestChannelEnv(t *testing.T) {
	a := open(t, nil)
	client := a.dial(t, "ann")
	for _, c := range []struct {
		test, name, value string
		want              bool
	}{
		{"NO_COLOR", "NO_COLOR", "1", true},
		{"LANG", "LANG", "de_DE.UTF-8", true},
		{"TMUX", "TMUX", "/tmp/tmux", false},
		{"TTY_FORCE", "TTY_FORCE", "1", false},
		{"LD_PRELOAD", "LD_PRELOAD", "/tmp/x.so", false},
		{"TERM", "TERM", "screen", false}, // it is set by the pty request
		{"a large value", "LANG", strings.Repeat("x", 300), false},
	} {
		t.Run(c.test, func(t *testing.T) {
			ch := openChannel(t, client)
			if got := asks(t, ch, "env", &envRequest{c.name, c.value}); got != c.want {
				t.Errorf("granted %v, want %v", got, c.want)
			}
			ch.Close()
		})
	}
	t.Run("the seventeenth", func(t *testing.T) {
		ch := openChannel(t, client)
		for range envMax {
			asks(t, ch, "env", &envRequest{"EVIL", "x"})
		}
		if asks(t, ch, "env", &envRequest{"LANG", "C"}) {
			t.Error("it was granted")
		}
		ch.Close()
	})
	for test, flood := range map[string]struct {
		count int
		value string
	}{
		"too many to be a mistake":  {envCut + 1, "x"},
		"too large to be a mistake": {3, strings.Repeat("x", envBytes/3)},
	} {
		t.Run(test, func(t *testing.T) {
			client := a.dial(t, "ann")
			ch := openChannel(t, client)
			for range flood.count {
				_, _ = ch.SendRequest("env", false, gossh.Marshal(&envRequest{"EVIL", flood.value}))
			}
			waits(t, client)
		})
	}
}

func TestChannelSignalsGoNowhere(t *testing.T) {
	a := open(t, nil)
	term := a.play(t, a.dial(t, "ann"))
	for range 300 { // the library would buffer 128 of them
		if err := term.sess.Signal(gossh.SIGINT); err != nil {
			t.Fatal(err)
		}
	}
	term.types("k")
	term.sees("key k")
}

func TestChannelDataBeforeShell(t *testing.T) {
	t.Parallel()
	a := open(t, nil)
	client := a.dial(t, "ann")
	ch := openChannel(t, client)
	for range 3 << 20 / 1024 { // nobody would read it
		if _, err := ch.Write(make([]byte, 1024)); err != nil {
			break
		}
	}
	waits(t, client)
}

func TestChannelDataForStandardError(t *testing.T) {
	a := open(t, nil)
	client := a.dial(t, "ann")
	term := a.play(t, client)
	ch := openChannel(t, client)
	_, _ = ch.Stderr().Write([]byte("x"))
	waits(t, client)
	receive(t, term.app.closed, "Close of the app")
}
