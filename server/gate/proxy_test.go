package gate

import (
	"io"
	"net"
	"testing"
)

// A header may come in any segments, and what follows it is the client's.
func TestAHeaderInSegments(t *testing.T) {
	t.Parallel()
	const says = "SSH-2.0-x\r\n"
	for _, header := range []string{
		"PROXY TCP4 192.0.2.1 192.0.2.2 1 22\r\n", "\r\n\r\n\x00\r\nQUIT\n\x21\x11\x00\x0c\xc0\x00\x02\x01\xc0\x00\x02\x02\x00\x01\x00\x16",
	} {
		text := header + says
		for size := 1; size <= len(text); size++ {
			proxy, here := net.Pipe()
			go func() {
				for at := 0; at < len(text); at += size {
					_, _ = proxy.Write([]byte(text[at:min(at+size, len(text))]))
				}
			}()
			client, err := forwarded(here, Limits{}.WithDefaults().Handshake)
			if err != nil {
				t.Fatalf("%q in segments of %d bytes: %v", header, size, err)
			}
			rest := make([]byte, len(says))
			if _, err := io.ReadFull(client, rest); err != nil || string(rest) != says || client.RemoteAddr().String() != "192.0.2.1:1" {
				t.Errorf("in segments of %d bytes %v says %q, %v", size, client.RemoteAddr(), rest, err)
			}
			_ = here.Close()
		}
	}
}
