package gate

import (
	"bytes"
	"io"
	"net"
	"testing"

	"boardwalk/server/limit"
)

// FuzzProxy checks that whatever a proxy sends first, its connection is either refused or
// counted as that of a client's address, and that the client's session receives
// everything but the proxy's own header.
//
//abuse:case 27
func FuzzProxy(f *testing.F) {
	const v2 = "\r\n\r\n\x00\r\nQUIT\n"
	for _, said := range []string{
		"PROXY TCP4 192.0.2.1 192.0.2.2 1 22\r\nSSH-2.0-x\r\n", "PROXY TCP6 2001:db8::1 2001:db8::2 1 22\r\n", "PROXY TCP6 ::ffff:192.0.2.1 ::1 1 22\r\nx",
		"PROXY UNKNOWN\r\nx", "PROXY TCP4 fe80::1%x 1 1 1\r\n", "PROXY TCP4 192.0.2.1 192.0.2.2 99999 22\r\n", "PROXY  \r\n", "SSH-2.0-x\r\n", "",
		v2 + "\x21\x11\x00\x0c\xc0\x00\x02\x01\xc0\x00\x02\x02\x00\x01\x00\x16SSH-2.0-x\r\n", v2 + "\x20\x00\x00\x00", v2 + "\x21\x31\x00\x00", v2 + "\x21\x11\xff\xff",
		v2 + "\x21\x12\x00\x0c\xc0\x00\x02\x01\xc0\x00\x02\x02\x00\x01\x00\x16", v2 + "\x21\x11\x00\x10\xc0\x00\x02\x01\xc0\x00\x02\x02\x00\x01\x00\x16\x04\x00\x01x",
	} {
		f.Add([]byte(said))
	}
	f.Fuzz(func(t *testing.T, said []byte) {
		proxy, here := net.Pipe()
		over := make(chan struct{})
		go func() {
			defer close(over)
			_, _ = proxy.Write(said)
			_ = proxy.Close()
		}()
		client, err := forwarded(here, Limits{}.WithDefaults().Handshake)
		if (client == nil) == (err == nil) {
			t.Fatalf("%v with %v", client, err)
		}
		if err == nil {
			if from := limit.Addr(client.RemoteAddr()); !from.IsValid() || from.Zone() != "" || !limit.Source(from).Contains(from) {
				t.Errorf("the client comes from %v", client.RemoteAddr())
			}
			if rest, err := io.ReadAll(client); err != nil || !bytes.HasSuffix(said, rest) || len(rest) == len(said) {
				t.Errorf("the client says %q, %v", rest, err)
			}
		}
		_ = here.Close()
		<-over
	})
}
