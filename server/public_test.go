package server

import (
	"net"
	"net/netip"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
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

// Without a public address the one at which a player has arrived will do, if anybody can have
// dialed it.
func TestTheAddressThatWasDialed(t *testing.T) {
	t.Parallel()
	for at, want := range map[string]string{
		"127.0.0.1:2222":             "ssh -p 2222 127.0.0.1",
		"[::1]:2222":                 "ssh -p 2222 ::1",
		"198.51.100.7:22":            "ssh 198.51.100.7",
		"[2001:db8::1]:2222":         "ssh -p 2222 2001:db8::1",
		"[::ffff:198.51.100.7]:2222": "ssh -p 2222 198.51.100.7",
		"172.17.0.2:2222":            "ssh HOST",
		"[::ffff:192.168.1.2]:2222":  "ssh HOST",
		"[fe80::1%eth0]:2222":        "ssh HOST",
		"0.0.0.0:2222":               "ssh HOST",
	} {
		if got := (Config{}).command(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(at))); got != want {
			t.Errorf("%s gives %q, want %q", at, got, want)
		}
		if got := (Config{Public: "play.example.org"}).command(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(at))); got != "ssh play.example.org" {
			t.Errorf("with a public address, %s gives %q", at, got)
		}
	}
	if got := (Config{}).command(&net.UnixAddr{Name: "socket"}); got != "ssh HOST" {
		t.Errorf("the local socket gives %q", got)
	}
}

// Every text that tells players what to type has an address that works or, where none is
// known, says what HOST is.
func TestTextsHaveTheAddress(t *testing.T) {
	for _, c := range []struct{ public, ssh string }{{"play.example.org:2222", "ssh -p 2222 play.example.org"}, {"", "ssh -p PORT 127.0.0.1"}, {"HOST", "ssh HOST"}} {
		t.Run(c.ssh, func(t *testing.T) {
			a, db := openData(t, func(config *Config) { config.Public = c.public })
			command := strings.ReplaceAll(c.ssh, "PORT", a.addr[strings.LastIndex(a.addr, ":")+1:])
			terminal := strings.Replace(command, "ssh ", "ssh -t ", 1)
			key, fingerprint := newKey(t)
			keep(t, account(t, db, fingerprint, "ann"), finished(t, "R1", 2, 1_700_000_000_000))
			client := a.dial(t, "ann", gossh.PublicKeys(key))
			for line, wants := range map[string][]string{
				"help":        {command + " COMMAND [--json]", terminal, "TERM=dumb " + terminal, strings.Replace(command, "ssh ", "ssh -T ", 1), strings.Replace(command, "ssh ", "ssh -o ObscureKeystrokeTiming=no ", 1)},
				"help stats":  {command + " stats"},
				"":            {terminal, "Commands: " + command + " help"},
				"play":        {"Play needs the name of a game:\n  " + terminal + " play hop 45\nThe lobby has them all: " + command + "\n", "Try: " + command + " help"},
				"rules":       {terminal + " learn GAME"},
				"link":        {strings.Replace(command, "ssh ", "ssh "+arcade.NewKey+" ", 1) + " link "},
				"race hop 45": {terminal + " race "},
				"join X":      {command + " plays"},
				"replay 1":    {terminal + " replay 1"},
				"challenge 1": {terminal + " challenge "},
			} {
				out, errOut, _ := exec(t, client, line)
				for _, want := range wants {
					if !strings.Contains(out+errOut, want) {
						t.Errorf("%q has no %q:\n%s%s", line, want, out, errOut)
					}
				}
				if c.public != "HOST" && strings.Contains(out+errOut, "HOST") {
					t.Errorf("%q says HOST:\n%s%s", line, out, errOut)
				}
				if explains := strings.Contains(out+errOut, "HOST is the address of this arcade"); (line == "" || line == "help") && explains != (c.public == "HOST") {
					t.Errorf("%q explains HOST: %v\n%s%s", line, explains, out, errOut)
				}
			}
		})
	}
}
