package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// service returns the lines of the systemd service by name.
func service(t *testing.T) map[string][]string {
	t.Helper()
	return unit(t, "boardwalk.service")
}

// unit returns the lines of a systemd unit by name.
func unit(t *testing.T, file string) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := make(map[string][]string)
	for _, line := range strings.Split(string(text), "\n") {
		if name, value, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
			lines[name] = append(lines[name], value)
		}
	}
	return lines
}

// The service and the image start the program with flags and variables that it accepts.
func TestTheServiceNamesWhatThereIs(t *testing.T) {
	t.Parallel()
	unit := service(t)
	var environ []string
	for _, pair := range unit["Environment"] {
		environ = append(environ, strings.Fields(pair)...)
	}
	args := strings.Fields(unit["ExecStart"][0])[1:]
	startsWith(t, args, environ)
	startsWith(t, strings.Fields(unit["ExecReload"][0])[1:], environ)
}

func TestTheImageNamesWhatThereIs(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	var environ []string
	for _, word := range strings.Fields(string(text)) {
		if strings.HasPrefix(word, envName("")) {
			environ = append(environ, word)
		}
	}
	startsWith(t, []string{"serve"}, environ)
	startsWith(t, []string{"health"}, environ)
}

// startsWith checks that a command line and an environment are valid, and that the
// environment sets something of ours.
func startsWith(t *testing.T, args, environ []string) {
	t.Helper()
	cmd, rest, err := root().Find(args)
	if err != nil || !cmd.HasParent() {
		t.Fatalf("there is no command %q: %v", args, err)
	}
	if err := cmd.ParseFlags(rest); err != nil {
		t.Error(err)
	}
	if err := applySources(cmd, environ); err != nil {
		t.Error(err)
	}
	if !slices.ContainsFunc(environ, func(pair string) bool { return strings.HasPrefix(pair, envName("data")+"=") }) {
		t.Errorf("no data file in %q", environ)
	}
}

// The socket has the port that serve has by itself, and the service starts after it.
func TestTheSocketHasThePort(t *testing.T) {
	t.Parallel()
	c, _, err := configured(t, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := unit(t, "boardwalk.socket")["ListenStream"]; !slices.Equal(got, []string{strings.TrimPrefix(c.addr, ":")}) {
		t.Errorf("the socket listens on %q, serve on %s", got, c.addr)
	}
	s := service(t)
	if s["Type"][0] != "notify" || !slices.Contains(strings.Fields(s["After"][0]), "boardwalk.socket") {
		t.Errorf("the service is of type %q, after %q", s["Type"], s["After"])
	}
	// Both restart at once, and the service never opens a port by itself because its socket is down.
	if !slices.Equal(s["Requires"], []string{"boardwalk.socket"}) {
		t.Errorf("the service requires %q", s["Requires"])
	}
}

// An instance is the service with a directory and a port of its own, and nothing else.
func TestAnInstanceIsTheServiceElsewhere(t *testing.T) {
	t.Parallel()
	elsewhere := strings.NewReplacer("/var/lib/boardwalk", "/var/lib/boardwalk-%i", "boardwalk.socket", "boardwalk@%i.socket",
		"StateDirectory=boardwalk\n", "StateDirectory=boardwalk-%i\n", "over SSH\n", "over SSH, port %i\n",
		"ListenStream=2222", "ListenStream=%i", "the ports", "port %i")
	for _, kind := range []string{"service", "socket"} {
		var units [2]string
		for i, name := range []string{"boardwalk.", "boardwalk@."} {
			text, err := os.ReadFile(name + kind)
			if err != nil {
				t.Fatal(err)
			}
			_, units[i], _ = strings.Cut("\n"+string(text), "\n[Unit]")
		}
		if want := elsewhere.Replace(units[0]); units[1] != want {
			t.Errorf("boardwalk@.%s is %s, want %s", kind, units[1], want)
		}
	}
}

// The manifest for Kubernetes sets what there is, and asks where the server answers.
func TestTheManifestNamesWhatThereIs(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("kubernetes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	environ := []string{envName("data") + "=/data/boardwalk.db"}
	for _, m := range regexp.MustCompile(`\{name: (BOARDWALK_\w+), value: "?([^"}]*)"?\}`).FindAllStringSubmatch(string(text), -1) {
		environ = append(environ, m[1]+"="+m[2])
	}
	if len(environ) < 4 {
		t.Errorf("it sets only %q", environ)
	}
	startsWith(t, []string{"serve"}, environ)
	for _, want := range []string{
		"name: " + adminKeys + "\n", "/livez", "/readyz", "podManagementPolicy: Parallel", "publishNotReadyAddresses: true",
		"enableServiceLinks: false", "runAsUser: 65532", "readOnlyRootFilesystem: true", "drop: [ALL]", "mountPath: /data",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("it has no %q", want)
		}
	}
}

func TestTheServiceWaitsForTheDrain(t *testing.T) {
	t.Parallel()
	c, _, err := configured(t, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	stop, err := time.ParseDuration(service(t)["TimeoutStopSec"][0] + "s")
	if err != nil || stop < c.Limits.Drain+10*time.Second {
		t.Errorf("it waits for %v (%v), the drain takes up to %v", stop, err, c.Limits.Drain)
	}
}

// The image and the compose file say what the program is, and keep it in.
func TestTheContainerIsClosedAndLabelled(t *testing.T) {
	t.Parallel()
	for file, want := range map[string][]string{
		"../../Dockerfile": {
			"FROM scratch", "USER 65532:65532", "VOLUME /data", "-X main.release=$VERSION", "STOPSIGNAL SIGTERM", `CMD ["/boardwalk", "health"]`,
			"org.opencontainers.image.title=", "org.opencontainers.image.version=\"$VERSION\"", "org.opencontainers.image.revision=\"$REVISION\"", "org.opencontainers.image.licenses=\"MIT\"",
		},
		"compose.yaml": {
			"context: ../..", "VERSION: ${VERSION:-}", "data:/data", "read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "restart: unless-stopped", "stop_grace_period: 30s",
		},
		"compose.cluster.yaml": {
			"context: ../..", "VERSION: ${VERSION:-}", "data1:/data", "data2:/data", "data3:/data", "read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "restart: unless-stopped", "stop_grace_period: 30s",
			"send-proxy-v2", "GET /readyz",
		},
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range want {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s has no %q", file, want)
			}
		}
	}
}

// The variables of the compose files are settings.
func TestTheComposeFilesNameWhatThereIs(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"compose.yaml", "compose.cluster.yaml"} {
		startsWith(t, []string{"serve"}, composed(t, file))
	}
	balancer := "172.30.22.9"
	text, err := os.ReadFile("compose.cluster.yaml")
	if err != nil || !strings.Contains(string(text), "ipv4_address: "+balancer+"\n") {
		t.Errorf("the balancer has another address, %v", err)
	}
	for _, option := range []string{"option clitcpka\n", "option srvtcpka\n"} { // as in the text for hosts
		if !strings.Contains(string(text), option) {
			t.Errorf("the balancer lacks %s", option)
		}
	}
	if environ := composed(t, "compose.cluster.yaml"); !slices.Contains(environ, envName("proxies")+"="+balancer) {
		t.Errorf("the balancer is no proxy in %q", environ)
	}
}

// composed returns the environment of the program in a compose file.
func composed(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	environ := []string{envName("data") + "=/data/boardwalk.db"}
	for _, line := range strings.Split(string(text), "\n") {
		name, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if ok && strings.HasPrefix(name, envName("")) {
			if strings.HasPrefix(value, "$") {
				value = ""
			}
			environ = append(environ, name+"="+strings.Trim(value, `"`))
		}
	}
	if len(environ) < 2 {
		t.Errorf("%s sets nothing", file)
	}
	return environ
}

// No data, key or settings of a host get into an image: what is not named does not go along,
// and of these directories the names of such files stay out.
func TestNoDataAndNoKeyGoesIntoAnImage(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../.dockerignore")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	if !slices.Contains(lines, "*") {
		t.Error("all files go along that are not named")
	}
	c, _, err := configured(t, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"**/*.db", "**/*.db.*", "**/" + c.HostKey + "*", "**/" + c.Admins, "**/" + c.AllowedKeys, "**/" + configName, "**/" + clusterConfigName, "**/" + c.cluster.Dir, "**/*.pem", "**/*.key", "**/backups"} {
		if !slices.Contains(lines, want) {
			t.Errorf("%s is not kept out", want)
		}
	}
}
