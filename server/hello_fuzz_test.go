package server

import (
	"bytes"
	"encoding/binary"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"boardwalk/engine/catalog"
)

// A peer is the server's end of a connection from an address.
type peer struct {
	net.Conn
	from net.IP
}

func (p peer) RemoteAddr() net.Addr { return &net.TCPAddr{IP: p.from, Port: 1} }

// FuzzHello checks that whatever a client sends in place of an SSH handshake, or in the
// middle of one, its connection ends when it hangs up, the gate forgets it, and nothing
// panics. The address in a PROXY header is not believed: the header is not SSH, so the
// connection ends.
//
//abuse:case 27
func FuzzHello(f *testing.F) {
	for _, hello := range []string{
		"", "\x00", "SSH-2.0-x\r\n", "SSH-1.99-\x1b]0;x\a\n", "GET / HTTP/1.1\r\n\r\n", strings.Repeat("x\r\n", 200),
		"PROXY TCP4 192.0.2.1 192.0.2.2 1 22\r\nSSH-2.0-x\r\n", "\r\n\r\n\x00\r\nQUIT\n\x21\x11\x00\x0c\xc0\x00\x02\x01\xc0\x00\x02\x02\x00\x01\x00\x16SSH-2.0-x\r\n",
		"SSH-2.0-x\r\n\xff\xff\xff\xff\xff", "SSH-2.0-x\r\n\x00\x00\x00\x0c\x0a\x14" + strings.Repeat("\x00", 20),
	} {
		f.Add([]byte(hello))
	}
	var log lockedBuffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil))) // the library logs panics there
	f.Cleanup(func() { slog.SetDefault(before) })
	s, err := New(Config{
		HostKey: filepath.Join(f.TempDir(), "key"), Store: fakeStore{}, Games: catalog.Library(), Settings: Settings{Guests: true},
		Logger: slog.New(slog.NewTextHandler(&log, nil)),
	})
	if err != nil {
		f.Fatal(err)
	}
	number := uint32(0)
	f.Fuzz(func(t *testing.T, hello []byte) {
		number++ // each from its own address, because few may come from one
		log.mu.Lock()
		log.buf.Reset()
		log.mu.Unlock()
		client, here := net.Pipe()
		over := make(chan struct{})
		go func() {
			defer close(over)
			s.ssh.HandleConn(peer{here, binary.BigEndian.AppendUint32(nil, number)})
		}()
		said := make(chan []byte)
		go func() {
			answer, _ := io.ReadAll(client)
			said <- answer
		}()
		_, _ = client.Write(hello)
		_ = client.Close()
		<-over
		if answer := <-said; len(answer) > 0 && !bytes.HasPrefix(answer, []byte("SSH-2.0-Boardwalk\r\n")) {
			t.Errorf("the server answers %q", answer)
		}
		if n := s.gate.Waiting(); n != 0 {
			t.Errorf("%d connections are held", n)
		}
		if text := log.String(); strings.Contains(text, "panic") || strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && (r < ' ' || r > '~') }) {
			t.Errorf("the log says %q", text)
		}
	})
}
