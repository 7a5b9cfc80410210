package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// The pages for hosts are texts that are run: each block says what it is, and so how it is checked.
//
//	sh            bash can read it, and its commands of boardwalk and its files of the source exist
//	sh run        the same, and it runs, in the directory of a server if it is of HOSTING.md
//	sh stopped    the same, once the server is stopped
//	toml          settings that may have these values
//	toml node1    the same, as those of a node whose files the page has made
//	quadlet       a container whose environment is settings
//	text          what is printed; nothing checks it
//
// .ci/run checks the others with the programs that they are for.
var (
	hostingPages = []string{"HOSTING.md", "HOSTING-CONTAINERS.md", "HOSTING-CLUSTER.md", "HOSTING-BAD-DAY.md"}
	checkedHere  = []string{"sh", "sh run", "sh stopped", "toml", "toml node1", "quadlet", "text"}
	checkedByCI  = []string{"caddy", "fail2ban", "haproxy", "nginx location", "nginx stream"}
)

// A block is one of a page.
type block struct{ page, kind, text string }

func (b block) String() string {
	line, _, _ := strings.Cut(b.text, "\n")
	return fmt.Sprintf("%s: %q", b.page, line)
}

// blocksOf returns the blocks of a page that are of one of some kinds.
func blocksOf(t *testing.T, page string, kinds ...string) (blocks []block) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("(?ms)^```([^\n]*)\n(.*?)^```$").FindAllSubmatch(text, -1) {
		if b := (block{page, string(m[1]), string(m[2])}); len(kinds) == 0 || slices.Contains(kinds, b.kind) {
			blocks = append(blocks, b)
		}
	}
	return blocks
}

// Nothing on the pages escapes a check: each block has a kind, and none is only indented.
func TestEachBlockForHostsIsChecked(t *testing.T) {
	t.Parallel()
	ci, err := os.ReadFile("../../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range hostingPages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		prose := regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(string(text), "")
		if indented := regexp.MustCompile(`(?m)^\n( {4}|\t).*`).FindString(prose); indented != "" {
			t.Errorf("%s has a block that says not what it is: %q", page, indented)
		}
		if strings.Contains(prose, "```") {
			t.Errorf("%s has a block without an end", page)
		}
		for _, b := range blocksOf(t, page) {
			switch {
			case slices.Contains(checkedHere, b.kind):
			case !slices.Contains(checkedByCI, b.kind):
				t.Errorf("%v is %q, which nothing checks", b, b.kind)
			case !bytes.Contains(ci, []byte("blocks '"+b.kind+"'")):
				t.Errorf(".ci/run does not check %q", b.kind)
			}
		}
	}
}

// The links of the pages lead somewhere, to a heading too.
func TestTheLinksForHostsLeadSomewhere(t *testing.T) {
	t.Parallel()
	for _, page := range append([]string{"../../README.md", "../../SECURITY.md"}, hostingPages...) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\]\(([^):]*?)(?:#([^)]*))?\)`).FindAllStringSubmatch(string(text), -1) {
			to := page
			if m[1] != "" {
				to = filepath.Join(filepath.Dir(page), m[1])
			}
			there, err := os.ReadFile(to)
			if err != nil {
				t.Errorf("%s: %v", page, err)
			}
			found := m[2] == ""
			for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(there), -1) {
				found = found || regexp.MustCompile(`[^a-z0-9-]`).ReplaceAllString(strings.ReplaceAll(strings.ToLower(heading[1]), " ", "-"), "") == m[2]
			}
			if !found {
				t.Errorf("%s: %s has no heading #%s", page, to, m[2])
			}
		}
	}
}

// What hosts type is what the shell can read, the program takes, and the source has.
func TestTheCommandsForHostsExist(t *testing.T) {
	t.Parallel()
	ours := regexp.MustCompile(`(?:^|sudo -u boardwalk |arcade /|boardwalk-0 -- /|-v arcade:/data )(?:\./)?boardwalk( .*|)$`)
	n := 0
	for _, page := range hostingPages {
		for _, b := range blocksOf(t, page, "sh", "sh run", "sh stopped") {
			if out, err := exec.Command("bash", "-n", "-c", b.text).CombinedOutput(); err != nil {
				t.Errorf("%v: %v: %s", b, err, out)
			}
			for _, file := range regexp.MustCompile(`\bcmd/boardwalk/[\w.@*-]+`).FindAllString(b.text, -1) {
				if found, _ := filepath.Glob("../../" + file); len(found) == 0 {
					t.Errorf("%v: there is no %s", b, file)
				}
			}
			text := regexp.MustCompile(`(?m)(^|\s)#.*$`).ReplaceAllString(strings.ReplaceAll(b.text, "\\\n", " "), "")
			for _, line := range regexp.MustCompile(`[\n;|&]+|>.*`).Split(text, -1) {
				line = regexp.MustCompile(`^(until|do|while|if|then) `).ReplaceAllString(strings.TrimSpace(line), "")
				m := ours.FindStringSubmatch(line)
				if m == nil || strings.HasPrefix(line, "docker run") && strings.TrimSpace(m[1]) == "" {
					continue
				}
				n++
				commands := root()
				commands.InitDefaultCompletionCmd() // Execute adds it
				cmd, rest, err := commands.Find(strings.Fields(m[1]))
				if err == nil && cmd.HasParent() {
					if err = cmd.ParseFlags(rest); err == nil {
						err = cmd.ValidateArgs(cmd.Flags().Args())
					}
				} else if err == nil {
					err = fmt.Errorf("it is no command")
				}
				if err != nil && !strings.Contains(line, `"$(`) { // whose words are not those of a shell
					t.Errorf("%v: %s: %v", b, line, err)
				}
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d commands are found", n)
	}
}

// The settings of the pages can be set.
func TestTheSettingsForHostsCanBeSet(t *testing.T) {
	t.Parallel()
	for _, page := range hostingPages {
		for _, b := range blocksOf(t, page, "toml", "toml node1") {
			var table map[string]any
			if _, err := toml.Decode(b.text, &table); err != nil || len(table) == 0 {
				t.Errorf("%v: %v", b, err)
			}
			cmd := serveCommand()
			path := filepath.Join(t.TempDir(), "x.toml")
			if err := os.WriteFile(path, []byte(b.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := applyFile(cmd.Flags(), path); err != nil {
				t.Errorf("%v: %v", b, err)
			}
		}
		for _, b := range blocksOf(t, page, "quadlet") {
			environ := []string{envName("data") + "=x"}
			for _, m := range regexp.MustCompile(`(?m)^Environment=(.*)$`).FindAllStringSubmatch(b.text, -1) {
				environ = append(environ, m[1])
			}
			startsWith(t, []string{"serve"}, environ)
			startsWith(t, strings.Fields(regexp.MustCompile(`(?m)^HealthCmd=/boardwalk (.*)$`).FindStringSubmatch(b.text)[1]), environ)
		}
	}
}

// What hosts type does what it is to do: in the directory of a server, with its key that is an
// admin's, and in one of its own for a cluster.
func TestWhatHostsTypeRuns(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"ssh", "ssh-keygen", "openssl"} {
		if _, err := exec.LookPath(name); err != nil || os.Getenv("SSHTEST_OPENSSH") == "none" {
			t.Logf("%s is missing: the blocks are only read", name)
			return
		}
	}
	home := t.TempDir()
	must := func(dir, script string) {
		t.Helper()
		cmd := exec.Command("bash", "-eu", "-o", "pipefail", "-c", script)
		// Not the agent or the settings of whoever runs the test.
		cmd.Dir, cmd.Env = dir, []string{"HOME=" + home, "PATH=" + filepath.Join(home, "bin") + ":" + os.Getenv("PATH")}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %s\n%s", err, script, out)
		}
	}
	must(home, `mkdir bin .ssh && ln -s "`+programPath()+`" bin/boardwalk && ssh-keygen -q -t ed25519 -N "" -f .ssh/id_ed25519`)
	a := openArcade(t, t.TempDir())
	_, port, err := net.SplitHostPort(a.addr)
	if err != nil {
		t.Fatal(err)
	}
	// OpenSSH looks for its files in the home of the user, not in HOME.
	must(home, `printf '#!/bin/sh\nexec `+"%s"+` -F none -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR -i %s/.ssh/id_ed25519 "$@"\n' "$(command -v ssh)" "$HOME" > bin/ssh.new
mv bin/ssh.new bin/ssh && chmod +x bin/ssh`)
	here := strings.NewReplacer("-p 2222 your.host", "-p "+port+" 127.0.0.1", " FILE", " backup.db", "-r your.host", "-r localhost")
	must(a.dir, `ln -s "`+programPath()+`" boardwalk && ssh-keygen -q -t ed25519 -N "" -f your_ca`)
	ran := 0
	for _, b := range blocksOf(t, "HOSTING.md", "sh run") {
		must(a.dir, here.Replace(b.text))
		ran++
	}
	a.stop(t)
	a.exit(t)
	for _, b := range blocksOf(t, "HOSTING.md", "sh stopped") {
		must(a.dir, here.Replace(b.text))
		ran++
	}
	trio := t.TempDir()
	for _, b := range blocksOf(t, "HOSTING-CLUSTER.md", "sh run") {
		must(trio, b.text)
		ran++
	}
	if ran < 7 {
		t.Errorf("only %d blocks ran", ran)
	}
	for _, b := range blocksOf(t, "HOSTING-CLUSTER.md", "toml node1") {
		node := filepath.Join(trio, "node1")
		if err := os.WriteFile(filepath.Join(node, configName), []byte(b.text), 0o600); err != nil {
			t.Fatal(err)
		}
		must(node, "boardwalk config --data boardwalk.db")
	}
}
