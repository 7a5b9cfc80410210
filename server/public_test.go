package server

import (
	"strings"
	"testing"
)

func TestPublicCommand(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"":                      "ssh HOST",
		"arcade.example.org":    "ssh arcade.example.org",
		"play.example.org:22":   "ssh play.example.org",
		"play.example.org:2222": "ssh -p 2222 play.example.org",
		"192.0.2.7:2222":        "ssh -p 2222 192.0.2.7",
		"2001:db8::1":           "ssh 2001:db8::1",
		"[2001:db8::1]:2222":    "ssh -p 2222 2001:db8::1",
	} {
		if got, err := PublicCommand(address); got != want || err != nil {
			t.Errorf("%q gives %q, %v; want %q", address, got, err, want)
		}
	}
	for _, address := range []string{
		"-oProxyCommand=x", "-p", "a b", "a;b", "a\nb", "a\x1b[2J", "$(x)", "host:", "host:0", "host:65536", "host:x", ":2222",
		"fe80::1%eth0", "user@host", "a..b", ".a", "h\u00f6st", strings.Repeat("a", 65), "[a", "[::1]x", "a:1:2",
	} {
		if got, err := PublicCommand(address); err == nil {
			t.Errorf("%q gives %q", address, got)
		}
	}
}
