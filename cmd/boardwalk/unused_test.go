package main

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// A setting without an effect is told of, with the one that is the reason.
func TestASettingThatIsNotUsedIsSaid(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"boardwalk_admins", "boardwalk.toml", "other.toml"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data := "--data=" + filepath.Join(dir, "boardwalk.db")
	for _, c := range []struct {
		args []string
		want string // "" for no sentence
	}{
		{nil, ""},
		{[]string{"--allowed-keys=x"}, "allowed-keys is not used, because access is open"},
		{[]string{"--allowed-keys=x", "--access=allow"}, ""},
		{[]string{"--guests=true", "--access=invite"}, "guests is not used, because access is invite"},
		{[]string{"--events-need-key", "--guests=false"}, "events-need-key is not used"},
		{[]string{"--backup-keep=3"}, "backup-keep is not used, because backup-every is 0"},
		{[]string{"--backup-keep=3", "--backup-every=24h"}, ""},
		{[]string{"--health-public"}, "health-public is not used"},
		{[]string{"--web-proxies=192.0.2.1"}, "web-proxies is not used"},
		{[]string{"--next-host-key=boardwalk_ed25519"}, "next-host-key is not used"},
		{[]string{"--config=" + filepath.Join(dir, "other.toml")}, "boardwalk.toml is not read, because config is "},
		{[]string{"--config=" + filepath.Join(dir, "boardwalk.toml")}, ""},
	} {
		flags := pflag.NewFlagSet("", pflag.ContinueOnError)
		set := new(config)
		set.flags(flags)
		if err := flags.Parse(append(c.args, data)); err != nil {
			t.Fatal(err)
		}
		got := strings.Join(set.unused(flags), "; ")
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("of %q it says %q, want %q", c.args, got, c.want)
		}
	}
	t.Setenv(adminKeys, "ssh-ed25519 AAAA")
	set := config{data: filepath.Join(dir, "boardwalk.db")}
	set.Admins = "boardwalk_admins"
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(config).flags(flags)
	if got := strings.Join(set.unused(flags), "; "); !strings.Contains(got, adminKeys+" is not used") {
		t.Errorf("of the keys of admins it says %q", got)
	}
}

// The log names the port that the settings ask for and the one that the service manager has opened
// instead, and says when it has opened none.
func TestASocketThatIsNotWhereTheSettingsSayIsLogged(t *testing.T) {
	for _, c := range []struct {
		addr    string
		given   bool
		sockets []string
		manager bool
		want    string
	}{
		{"127.0.0.1:2222", true, []string{"[::]:2222"}, true, "the setting addr is not used"},
		{":2222", true, []string{"[::]:22"}, true, "the setting addr is not used"},
		{":2222", true, []string{"[::]:22", "[::]:2222"}, true, ""},
		{"0.0.0.0:2222", true, []string{"[::]:2222"}, true, ""},
		{"127.0.0.1:2222", true, []string{"127.0.0.1:2222"}, true, ""},
		{":2222", false, []string{"[::]:22"}, true, ""},
		{":2222", false, nil, true, "has passed no socket"},
		{":2222", true, nil, false, ""},
	} {
		t.Setenv("NOTIFY_SOCKET", "")
		if c.manager {
			t.Setenv("NOTIFY_SOCKET", "/run/notify")
		}
		var log bytes.Buffer
		warnOfSockets(slog.New(slog.NewTextHandler(&log, nil)), c.addr, c.given, c.sockets)
		if got := log.String(); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("with %s and %q the log has %q, want %q", c.addr, c.sockets, got, c.want)
		}
	}
}

// A wrong path, or a disk that is not mounted, made a new arcade without players, and no word of it.
func TestNewDataIsLoudOrForbidden(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fails := func(args ...string) (string, int) {
		_, said, code := runCommand(t, append([]string{"serve"}, args...)...)
		if code == 0 {
			t.Errorf("it serves with %q", args)
		}
		return said, code
	}
	if out, code := fails("--data", filepath.Join(dir, "boardwalk.db"), "--new-data=false"); code != 1 || !strings.Contains(out, "new-data is false, so none is made") {
		t.Errorf("exit %d: %s", code, out)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("it leaves %v behind, %v", files, err)
	}
	a := openArcade(t, dir)
	if log := a.logged(); strings.Contains(log, "host key is not new") {
		t.Errorf("a new arcade is warned of:\n%s", log)
	}
	a.stop(t)
	a.exit(t)
	if err := os.Remove(filepath.Join(dir, "boardwalk.db")); err != nil {
		t.Fatal(err)
	}
	a = openArcade(t, dir)
	if log := a.logged(); !strings.Contains(log, `level=WARN msg="the data file is new and empty, but the host key is not new`) {
		t.Errorf("the log is\n%s", log)
	}
	a.stop(t)
	a.exit(t)
	if err := os.Chmod(filepath.Join(dir, "boardwalk_ed25519"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, code := fails("--data", filepath.Join(dir, "boardwalk.db")); code != refused || !strings.Contains(out, "so it is not used: chmod 600 ") {
		t.Errorf("with a host key that all can read: exit %d: %s", code, out)
	}
}
