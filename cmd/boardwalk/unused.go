package main

import (
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"boardwalk/server"
)

// unused returns a sentence for each setting that a host has given and that has no effect, because
// of another one.
func (c *config) unused(flags *pflag.FlagSet) (sentences []string) {
	for _, s := range []struct {
		name  string
		used  bool
		other string
	}{
		{"allowed-keys", c.Access == server.Allow, "access is " + string(c.Access)},
		{"guests", c.Access == server.Open || !c.Guests, "access is " + string(c.Access)},
		{"events-need-key", !c.EventsNeedKey || c.Guests && c.Access == server.Open, "no guests are let in"},
		{"sprint-games", c.Sprints.Every > 0, "sprint-every is 0"},
		{"backup-keep", c.BackupEvery > 0, "backup-every is 0"},
		{"health-public", !c.healthPublic || c.health != "", "there is no health-addr"},
		{"web-proxies", c.web != "", "there is no web-addr"},
	} {
		if f := flags.Lookup(s.name); f.Changed && f.Value.String() != "" && !s.used {
			sentences = append(sentences, fmt.Sprintf("the setting %s is not used, because %s", s.name, s.other))
		}
	}
	if c.NextHostKey != "" && c.besideData(c.NextHostKey) == c.besideData(c.HostKey) {
		sentences = append(sentences, "the setting next-host-key is not used, because it names the host key itself")
	}
	beside := filepath.Join(filepath.Dir(c.data), configName)
	if c.file != "" && isThere(beside) && !sameFile(c.file, beside) {
		sentences = append(sentences, fmt.Sprintf("the file %s is not read, because config is %s", beside, c.file))
	}
	if os.Getenv(adminKeys) != "" && isThere(c.besideData(c.Admins)) {
		sentences = append(sentences, fmt.Sprintf("%s is not used, because there is a file of admins: %s", adminKeys, c.besideData(c.Admins)))
	}
	return sentences
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	other, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(one, other)
}

// warnOfSockets warns of an address that is not listened on because the service manager has opened
// other ones, and of a service that should have been handed a socket and was not.
func warnOfSockets(logger *slog.Logger, addr string, given bool, opened []string) {
	switch {
	case len(opened) > 0 && given && !slices.ContainsFunc(opened, func(open string) bool { return sameAddress(addr, open) }):
		logger.Warn("the setting addr is not used, because the service manager has opened the port; its socket unit says where", "addr", addr, "socket", opened)
	case len(opened) == 0 && os.Getenv("NOTIFY_SOCKET") != "":
		logger.Warn("the service manager has passed no socket, so the server opens the port itself, and players are refused during a restart: is boardwalk.socket enabled, and started before the service?", "addr", addr)
	}
}

// sameAddress reports whether addr, a setting, is where a socket listens.
func sameAddress(addr, socket string) bool {
	host, port, _ := net.SplitHostPort(addr)
	open, err := netip.ParseAddrPort(socket)
	if err != nil || port != fmt.Sprint(open.Port()) {
		return false
	}
	ip, err := netip.ParseAddr(host)
	if err != nil { // a name, or none for all addresses
		return host != "" || open.Addr().IsUnspecified()
	}
	return ip.Unmap() == open.Addr().Unmap() || ip.IsUnspecified() && open.Addr().IsUnspecified()
}

// checkNewData refuses to begin with an empty data file where the host has forbidden that.
func (c *config) checkNewData() error {
	if c.newData || isThere(c.data) {
		return nil
	}
	return fmt.Errorf("there is no data file %s, and new-data is false, so none is made: is data right, and is its disk mounted?", c.data)
}

// checkSecrets refuses private keys that others can read, and warns of other files with secrets.
func (c *config) checkSecrets(logger *slog.Logger) error {
	keys, others := []string{c.besideData(c.cluster.Key)}, []string{c.besideData(c.cluster.Creds)}
	if c.cluster.Name != "" {
		others = append(others, c.besideData(c.cluster.Dir))
	}
	return server.CheckSecrets(logger, c.data, c.besideData("backups"), keys, others)
}
