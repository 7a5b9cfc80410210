package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// configured returns the settings of a command line, an environment and a file beside the
// data, and what config prints for them.
func configured(t *testing.T, file string, environ []string, args ...string) (*config, string, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, configName), []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := &cobra.Command{}
	c := configFlags(cmd)
	if err := cmd.ParseFlags(append([]string{"--data", filepath.Join(dir, "boardwalk.db")}, args...)); err != nil {
		return c, "", err
	}
	err := applySources(cmd, environ)
	var out bytes.Buffer
	if err := printConfig(&out, cmd.Flags()); err != nil {
		t.Fatal(err)
	}
	return c, out.String(), err
}

func TestASettingComesFromTheFlagOrTheEnvironmentOrTheFile(t *testing.T) {
	t.Parallel()
	const file = `idle = "1m"`
	environ := []string{"HOME=/root", "BOARDWALK_IDLE=2m"}
	for _, test := range []struct {
		name, file string
		environ    []string
		args       []string
		want       time.Duration
		source     string
	}{
		{"all three", file, environ, []string{"--idle", "3m"}, 3 * time.Minute, "# --idle"},
		{"environment and file", file, environ, nil, 2 * time.Minute, "# BOARDWALK_IDLE"},
		{"file", file, nil, nil, time.Minute, configName},
		{"none", "", nil, nil, 30 * time.Minute, "# default"},
		{"flag and file", file, nil, []string{"--idle=3m"}, 3 * time.Minute, "# --idle"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, text, err := configured(t, test.file, test.environ, test.args...)
			if err != nil || c.Limits.Idle != test.want {
				t.Errorf("idle is %v, %v, want %v", c.Limits.Idle, err, test.want)
			}
			if line := regexp.MustCompile(`(?m)^idle = .*$`).FindString(text); !strings.HasSuffix(line, test.source) {
				t.Errorf("config prints %q, want source %s", line, test.source)
			}
		})
	}
}

func TestCredentialsAreNotPrinted(t *testing.T) {
	t.Parallel()
	c, text, err := configured(t, "", nil, "--cluster", "tls://ann:s3cret@nats1:4222, nats://t0ken@nats2:4222,nats://nats3:4222")
	if err != nil || !strings.Contains(c.cluster.URL, "s3cret") || strings.Contains(text, "s3cret") || strings.Contains(text, "t0ken") ||
		!strings.Contains(text, "@nats1:4222") || !strings.Contains(text, "//nats3:4222") {
		t.Errorf("config prints %v\n%s", err, text)
	}
}

func TestWhatASettingDoesNotTakeIsRefusedByName(t *testing.T) {
	t.Parallel()
	for setting, bad := range map[string][]string{
		"data":          {"", "a\x00b"},
		"addr":          {"", "2222", "localhost", ":x", ":70000", ":-1", "::1:22"},
		"public":        {"-oProxyCommand=x", "a b", "host:0", "host:x", ":2222", "a\x1b[2J", "user@host"},
		"host-key":      {""},
		"next-host-key": {"a\x00b"},
		"access":        {"", "Open", "closed"},
		"allowed-keys":  {""},
		"admins":        {""},
		"guests":        {"", "yes", "1", "TRUE"},
		"trusted":       {"everybody", "10.0.0.0/33", "192.0.2.1-192.0.2.9", "10.0.0.0/8; 192.0.2.7", "0.0.0.0/0", "::/0", "fe80::1%eth0", "::ffff:10.0.0.0/104"},
		"proxies":       {"localhost", "127.0.0.1:22", "10.0.0.0/8, nginx", "0.0.0.0/0, 192.0.2.7"},
		"sprint-every":  {"", "30m", "5h", "48h", "-1h", "2d"},
		"sprint-games":  {"hop 45, poker", "BW1-x", "hopscotch, hop"},
		"max-sessions":  {"", "0", "-1", "1e3", "100001", "9999999999999999999"},
		"idle":          {"", "30", "0s", "-1m", "999ms", "169h", "8d"},
		"drain":         {"", "0s", "61m"},
		"health-addr":   {"localhost", "127.0.0.1", ":x"},
		"health-public": {"", "yes"},
		"web-proxies":   {"localhost", "0.0.0.0/0, x"},
		"web-addr":      {"localhost", "8080", ":x"},
		"log-format":    {"", "xml"},
		"log-level":     {"", "INFO", "trace"},

		"name":        {strings.Repeat("x", 41), "a\nb", "a\x1b[2J"},
		"motd":        {strings.Repeat("x", 201), "a\tb"},
		"contact":     {"\xff", "a\u202eb"},
		"house-rules": {strings.Repeat("x", 4001), "a\x1b[2J"},

		"cluster-name":   {"Arcade", "a b", "-a", "a.b", strings.Repeat("x", 32)},
		"cluster-node":   {"A", "host.example.org"},
		"cluster-listen": {"", "6222", "10.0.0.1"},
		"cluster-peers":  {"10.0.0.2", "10.0.0.2:6222, b"},
		"cluster-dir":    {""},

		"forbidden-nicks":       {"a", "--a", "b\u00f6se", "x;y", "spam, -"},
		"new-accounts-per-hour": {"", "-1", "many"},
	} {
		for _, text := range bad {
			variable := envName(setting)
			_, _, err := configured(t, "", []string{variable + "=" + text}, "--config="+os.DevNull)
			if setting == "data" { // given as a flag already
				_, _, err = configured(t, "", nil, "--data="+text)
			} else if err != nil && !strings.Contains(err.Error(), variable) {
				t.Errorf("the error does not say where %s is from: %v", setting, err)
			}
			if err == nil || !strings.Contains(err.Error(), setting) || !strings.Contains(err.Error(), "it takes ") || len(err.Error()) > 500 {
				t.Errorf("%s = %q comes to %v", setting, text, err)
			}
		}
	}
}

func TestHealthThatOthersReachIsAskedFor(t *testing.T) {
	t.Parallel()
	for addr, alone := range map[string]bool{
		"": true, "127.0.0.1:2280": true, "127.9.9.9:1": true, "[::1]:2280": true, "localhost:0": true,
		":2280": false, "0.0.0.0:2280": false, "192.0.2.1:2280": false, "[::]:2280": false, "example.org:80": false,
	} {
		for _, public := range []string{"true", "false"} {
			cmd := &cobra.Command{}
			c := configFlags(cmd)
			if err := cmd.ParseFlags([]string{"--health-addr", addr, "--health-public=" + public}); err != nil {
				t.Fatal(err)
			}
			err := c.check(cmd.Flags())
			if ok := alone || public == "true"; ok != (err == nil) || err != nil && !strings.Contains(err.Error(), "health-public") {
				t.Errorf("health-addr %q with health-public %s comes to %v", addr, public, err)
			}
		}
	}
}

func TestAListOfNetworks(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                     "",
		"192.0.2.7":                            "192.0.2.7/32",
		"10.1.2.3/8,2001:DB8::1":               "10.0.0.0/8, 2001:db8::1/128",
		" ::ffff:192.0.2.7 ,, 2001:db8:1::/48": "192.0.2.7/32, 2001:db8:1::/48",
	} {
		if got, err := networkList(text); got != want || err != nil {
			t.Errorf("networkList(%q) = %q, %v, want %q", text, got, err, want)
		}
	}
}

func TestEveryThingWrongIsNamedAtOnce(t *testing.T) {
	t.Parallel()
	_, _, err := configured(t, "idel = 1\ndrain = [1]\nidle = \"9h9\"\naddr = \"x\"\n[limits]\nidle = 1\n",
		[]string{"BOARDWALK_IDEL=1m", "BOARDWALK_OTHER=1", "BOARDWALK_CONFIG_=x", "BOARDWALK_GUESTS=maybe"})
	for _, want := range []string{
		`"BOARDWALK_IDEL", which is not a setting; did you mean BOARDWALK_IDLE?`, `"BOARDWALK_CONFIG_"`, "BOARDWALK_HEALTH_ADDR",
		`guests is "maybe" in BOARDWALK_GUESTS: it takes true or false`,
		`"idel" is not a setting`, "it takes a time from 1s to 168h, such as", `"limits" is not a setting`, `drain takes no list in brackets, but a text with commas, such as drain = "one, two"`, `addr is "x" in `,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %s in %v", want, err)
		}
	}
}

// The settings that all machines of a cluster have come after those of the machine, and are none
// of those that say which machine it is.
func TestSettingsThatAllMachinesHave(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	read := func(common string) (*config, error) {
		for name, text := range map[string]string{configName: "idle = '1m'\n", clusterConfigName: common} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		c, _, err := configured(t, "", nil, "--data", filepath.Join(dir, "boardwalk.db"))
		return c, err
	}
	if c, err := read("idle = '2m'\nmotd = 'Hello.'\n"); err != nil || c.Limits.Idle != time.Minute || c.About.Message != "Hello." {
		t.Errorf("idle is %v and motd %q, %v", c.Limits.Idle, c.About.Message, err)
	}
	for _, line := range []string{"cluster-node = 'a'", "cluster = 'nats://nats1:4222'", "data = 'x.db'"} {
		name, _, _ := strings.Cut(line, " ")
		if _, err := read(line); err == nil || !strings.Contains(err.Error(), name+" belongs in the boardwalk.toml of each") {
			t.Errorf("%s comes to %v", line, err)
		}
	}
}

func TestConfigCannotBeSetInItself(t *testing.T) {
	t.Parallel()
	if _, _, err := configured(t, `config = "other.toml"`, nil); err == nil || !strings.Contains(err.Error(), `"config" is not a setting`) {
		t.Errorf("it is refused with %v", err)
	}
}

// FuzzConfig checks that no file breaks the program, and that what config prints for a
// file means the same when it is read back.
//
//abuse:case 27
func FuzzConfig(f *testing.F) {
	f.Add("")
	f.Add("addr = \":22\"\nguests = false\nmax-sessions = 7\nidle = '1h'\nhealth-addr = \"[::1]:1\"\ntrusted = \"10.0.0.7/8, ::1\"\n")
	f.Add("data = \"/x/\\u0007\\n#\\\"y.db\"\nadmins = '''\na'b'''\n")
	f.Add("idle = 1979-05-27\n")
	f.Add("a.b = [{}]\n= =")
	f.Fuzz(func(t *testing.T, file string) {
		c, text, err := configured(t, file, nil)
		if err != nil {
			return
		}
		path := filepath.Join(t.TempDir(), "printed.toml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		again, _, err := configured(t, "", nil, "--config", path)
		if err != nil {
			t.Fatalf("what was printed is refused: %v\n%s", err, text)
		}
		again.data, again.file = c.data, c.file
		if !reflect.DeepEqual(again, c) {
			t.Errorf("printed and read again: %+v, want %+v", *again, *c)
		}
	})
}

func TestSettingsOfAClusterThatDoNotFitTogetherAreRefused(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file.pem")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	secure := []string{"--cluster-cert=" + file, "--cluster-key=" + file, "--cluster-ca=" + file}
	inside := []string{"--cluster-name=x", "--cluster-node=a", "--cluster-peers=127.0.0.2:6222"}
	outside := []string{"--cluster=tls://nats1:4222, tls://nats2:4222", "--cluster-node=a"}
	for _, test := range []struct {
		args []string
		want string // in the error, or "" for none
	}{
		{nil, ""},
		{inside, ""},
		{outside, ""},
		{append(outside, "--cluster-name=x", "--cluster-ca="+file, "--cluster-creds="+file, "--cluster-sync-always"), ""},
		{append(append(inside, secure...), "--cluster-listen=:6222", "--cluster-peers=10.0.0.2:6222"), ""},
		{[]string{"--cluster-peers=127.0.0.2:6222"}, "cluster-peers is set, so cluster-name must"},
		{[]string{"--cluster-cert=" + file}, "cluster-cert is set, so cluster-name must"},
		{[]string{"--cluster-name=x"}, "cluster-peers must say"},
		{append(inside, "--cluster-cert="+file), "cluster-cert and cluster-key go together"},
		{append(inside, secure[:2]...), "cluster-cert, cluster-key and cluster-ca go together"},
		{append(inside, "--cluster-listen=:6222"), `":6222", which others can reach, so cluster-cert`},
		{append(inside, "--cluster-peers=10.0.0.2:6222"), `"10.0.0.2:6222", which others can reach, so cluster-cert`},
		{append(inside, "--cluster-creds="+file), "cluster-creds is for NATS servers outside"},
		{append(inside, "--cluster-sync-always"), "cluster-sync-always is for NATS servers outside"},
		{append(inside, "--cluster-peers=b.example:6223, localhost:6224"), `"b.example:6223", which others can reach, so cluster-cert`},
		{append(append(inside, secure...), "--cluster-ca=missing"), "cluster-ca must name a file that can be read"},
		{append(outside, "--cluster-key="+file), "cluster-cert and cluster-key go together"},
		{append(outside, "--cluster-peers=127.0.0.2:6222"), "cluster-peers is for machines that run NATS themselves"},
		{append(outside, "--cluster-listen=127.0.0.1:1"), "cluster-listen is for machines that run NATS themselves"},
		{[]string{"--cluster=nats://10.0.0.2:4222", "--cluster-node=a"}, "10.0.0.2:4222, which is not on this machine"},
		{[]string{"--cluster=nats://127.0.0.1:4222, nats://u:SECRET@10.0.0.1:4222", "--cluster-node=a"}, "nats://u:xxxxx@10.0.0.1:4222, which is not"},
		{[]string{"--cluster=nats://u:p@127.0.0.1:4222, nats://localhost:4222", "--cluster-node=a"}, ""},
		{[]string{"--cluster=10.0.0.1:4222", "--cluster-node=a"}, "an address that is not the URL"},
	} {
		cmd := &cobra.Command{}
		c := configFlags(cmd)
		if err := cmd.ParseFlags(append([]string{"--data", filepath.Join(t.TempDir(), "boardwalk.db")}, test.args...)); err != nil {
			t.Fatal(err)
		}
		err := c.check(cmd.Flags())
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q comes to %v, want %q", test.args, err, test.want)
		}
	}
}

func TestThePagesNeedAnAddressToShow(t *testing.T) {
	t.Parallel()
	for public, want := range map[string]bool{"": false, "play.example.org": true} {
		cmd := &cobra.Command{}
		c := configFlags(cmd)
		if err := cmd.ParseFlags([]string{"--web-addr", ":8080", "--public", public}); err != nil {
			t.Fatal(err)
		}
		if err := c.check(cmd.Flags()); (err == nil) != want || err != nil && !strings.Contains(err.Error(), "public") {
			t.Errorf("web-addr with public %q comes to %v", public, err)
		}
	}
}

// A data file under the name of a settings file would be read as settings by the next start.
func TestTheDataFileIsNoSettingsFile(t *testing.T) {
	t.Parallel()
	for _, name := range []string{configName, "other.TOML"} {
		err := serveCommand().ParseFlags([]string{"--data", filepath.Join(t.TempDir(), name)})
		if err == nil || !strings.Contains(err.Error(), "a name that ends in .toml is that of a settings file") {
			t.Errorf("--data %s comes to %v", name, err)
		}
	}
}
