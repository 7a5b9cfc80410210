package admin

import (
	"fmt"
	"net/netip"
	"regexp"
	"strconv"
	"strings"

	"boardwalk/engine/arcade"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
)

// keyPattern matches the fingerprints of keys.
var keyPattern = regexp.MustCompile(`^SHA256:[A-Za-z0-9+/]{43}$`)

// The widest networks that can be banned, as IPv4 and IPv6 prefix lengths, so that a slip
// of the finger does not lock everyone out.
const widest4, widest6 = 8, 16

// whoHelp explains what WHO can be.
const whoHelp = "WHO is a nick, a key SHA256:..., an ID '#...' as admin players --all lists them, " +
	"a network such as 192.0.2.0/24, or a session @N as admin sessions lists them."

// A who is what an admin means by WHO: a session, a key, a network or else a nick.
type who struct {
	text      string // as the admin has typed it
	isSession bool
	session   int               // number of the session
	key       arcade.Credential // zero: no key
	network   netip.Prefix      // invalid: no network
}

// parseWho parses WHO. Its error is one of usage.
func parseWho(text string) (who, error) {
	w := who{text: text}
	if number, ok := strings.CutPrefix(text, "@"); ok {
		n, err := strconv.Atoi(number)
		if err != nil {
			return w, w.bad()
		}
		w.isSession, w.session = true, n
		return w, nil
	}
	if c, err := arcade.ParseCredential(text); err == nil && c.IsKey() {
		w.key = c
		return w, nil
	}
	var ok bool
	if w.network, ok = parseNetwork(text); !ok && strings.Contains(text, "/") {
		return w, fmt.Errorf("%.60q is not a network", text)
	}
	return w, nil
}

// bad returns the error of usage about a WHO that can be nobody.
func (w who) bad() error {
	return fmt.Errorf("%q is nobody. %s", w.text, strings.TrimSuffix(whoHelp, "."))
}

func (w who) isKey() bool { return w.key != arcade.Credential{} }

// find returns a function that picks the sessions WHO means. A login name means nobody,
// because anyone can use any.
func find(c *Context, text string) (func(hub.Listed) bool, error) {
	w, err := parseWho(text)
	info, unknown := playerNamed(c, text) // for the log, of any WHO
	switch {
	case err != nil:
		return nil, err
	case w.isSession:
		return func(s hub.Listed) bool { return s.Number == w.session }, nil
	case w.isKey():
		return func(s hub.Listed) bool { return s.Credential == w.key }, nil
	case w.network.IsValid():
		return func(s hub.Listed) bool { return w.network.Contains(s.Addr) }, nil
	}
	if isID(text) {
		return func(s hub.Listed) bool {
			p, err := c.Store.Lookup(s.Credential.String())
			return err == nil && p.ID == info.ID
		}, unknown
	}
	switch exists, _, err := c.Store.Holds(text, arcade.Credential{}); {
	case err != nil:
		return nil, storeFailure(err)
	case !exists:
		return nil, refusalf("Nobody has the nick %s. %s", text, whoHelp)
	}
	return func(s hub.Listed) bool {
		_, holds, err := c.Store.Holds(text, s.Credential)
		return err == nil && holds
	}, nil
}

// isID reports whether WHO is the ID of an account, as no nick is.
func isID(text string) bool { return strings.HasPrefix(text, "#") }

// heldBy returns a nick or a key of the account that WHO is the ID of, and any other WHO as it is.
func heldBy(c *Context, text string) (string, error) {
	info, err := playerNamed(c, text) // for the log, of any WHO
	if !isID(text) {
		return text, nil
	}
	switch {
	case err != nil:
		return "", err
	case info.Nick == "" && info.Guest:
		return "", refusalf("%s is a guest, who comes back as another: name the session, as admin sessions lists it, or the network.", text)
	case info.Nick == "":
		return info.Credentials[0].String(), nil
	}
	return info.Nick, nil
}

// banTarget returns what a ban on WHO applies to: a nick, a key or a network.
func banTarget(c *Context, text string) (string, error) {
	text, err := heldBy(c, text)
	if err != nil {
		return "", err
	}
	w, err := parseWho(text)
	switch net := w.network; {
	case err != nil:
		return "", err
	case w.isSession:
		return banTargetOf(c, w)
	case net.IsValid() && (net.Bits() < widest4 || net.Addr().Is6() && net.Bits() < widest6):
		return "", refusalf("%s is too much of the world: at most a /%d can be banned, or a /%d of IPv6.", text, widest4, widest6)
	case net.IsValid():
		return net.String(), nil
	case w.isKey() && !keyPattern.MatchString(text): // mistyped, so the ban would keep nobody out
		return "", w.bad()
	}
	return text, refuseAdmin(c, w)
}

// refuseAdmin returns the refusal to ban a nick or a key if it is an admin's.
func refuseAdmin(c *Context, w who) error {
	for _, key := range c.Server.Admins() {
		_, holds, err := c.Store.Holds(w.text, key)
		if err != nil {
			return storeFailure(err)
		}
		if holds || key == w.key {
			return refuseAnAdmin(w.text)
		}
	}
	return nil
}

func refuseAnAdmin(who string) error {
	return refusalf("%s is an admin: admin admins remove %[1]s first.", who)
}

// banTargetOf returns what a ban on a session applies to: its key or, for a guest, the
// network.
func banTargetOf(c *Context, w who) (string, error) {
	s, ok := c.Hub.Everywhere().Find(w.session)
	if !ok {
		return "", refusalf("%s is not here.", w.text)
	}
	switch key := s.Credential; {
	case key.IsLocal():
		return "", refusalf("%s is on the host itself.", w.text)
	case key.IsGuest() && s.Addr.IsLoopback():
		return "", refusalf("%s is a guest from %s, which may be a proxy for everyone; ban that address if you mean it.", w.text, s.Addr)
	case key.IsGuest():
		return limit.Source(s.Addr).String(), nil
	default:
		return key.String(), refuseAdmin(c, who{text: key.String(), key: key})
	}
}

// parseNetwork parses a network, or an address as the network that counts as one.
func parseNetwork(text string) (netip.Prefix, bool) {
	if net, err := netip.ParsePrefix(text); err == nil {
		if net.Addr().Is4In6() { // players' addresses are unmapped
			net = netip.PrefixFrom(net.Addr().Unmap(), max(net.Bits()-96, 0))
		}
		return net.Masked(), true
	}
	addr, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Prefix{}, false
	}
	return limit.Source(addr), true
}
