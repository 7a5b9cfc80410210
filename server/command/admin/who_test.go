package admin

import (
	"net"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/limit"
)

// WHO is read the same way by every command.
func TestParseWho(t *testing.T) {
	key := arcade.KeyCredential("SHA256:x")
	for text, want := range map[string]who{
		"@7": {isSession: true, session: 7}, "@0": {isSession: true}, "SHA256:x": {key: key},
		"192.0.2.0/24": {network: netip.MustParsePrefix("192.0.2.0/24")}, "::ffff:192.0.2.7": {network: netip.MustParsePrefix("192.0.2.7/32")},
		"2001:db8::7": {network: netip.MustParsePrefix("2001:db8::/64")}, "2001:db8::7/128": {network: netip.MustParsePrefix("2001:db8::7/128")},
		"ann": {}, "": {}, "sha256:x": {}, "guest:x": {}, "local": {}, "#3f9a0c11d2e4": {},
	} {
		want.text = text
		if got, err := parseWho(text); err != nil || got != want {
			t.Errorf("parseWho(%q) = %+v, %v, want %+v", text, got, err, want)
		}
	}
	if got, err := parseWho("10.0.0.0/99"); err == nil || err.Error() != `"10.0.0.0/99" is not a network` {
		t.Errorf("parseWho of no network = %+v, %v", got, err)
	}
	for _, text := range []string{"@", "@x", "@1.5", "@99999999999999999999"} {
		if got, err := parseWho(text); err == nil || !strings.Contains(err.Error(), "is nobody") {
			t.Errorf("parseWho(%q) = %+v, %v", text, got, err)
		}
	}
}

// A ban on a network applies in whatever form its addresses are written.
func TestABannedNetworkHasOneForm(t *testing.T) {
	db, err := data.Open(filepath.Join(t.TempDir(), "boardwalk.db"), func(o *data.Options) { o.MapSize = 1 })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	for who, want := range map[string][]string{
		"::ffff:192.0.2.0/120": {"192.0.2.7", "::ffff:192.0.2.7"},
		"::ffff:198.51.100.1":  {"198.51.100.1"},
		"fe80::1%eth0":         {"fe80::1%eth1", "fe80::1"},
		"2001:db8::/32":        {"2001:db8:ffff::1"},
	} {
		network, ok := parseNetwork(who)
		if !ok {
			t.Fatalf("%s is no network", who)
		}
		if err := db.Ban(data.Ban{Who: network.String(), Since: time.Now()}); err != nil {
			t.Fatal(err)
		}
		for _, addr := range want {
			from := limit.Addr(net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(addr), 22)))
			if _, banned, err := db.Banned(arcade.KeyCredential("SHA256:x"), from, time.Now()); !banned || err != nil || !network.Contains(from) {
				t.Errorf("%s comes in under a ban on %s, %v", addr, who, err)
			}
		}
	}
	bans, err := db.Bans()
	if err != nil || !slices.ContainsFunc(bans, func(b data.Ban) bool { return b.Who == "192.0.2.0/24" }) {
		t.Errorf("the bans are %+v, %v", bans, err)
	}
}
