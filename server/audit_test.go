package server

import (
	"regexp"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// The log shows who did what, from where, with which flags, and the outcome, but no code
// that somebody could use.
func TestTheLogHasAllAdminCommands(t *testing.T) {
	r := openAdminArcade(t, nil)
	member(t, r.db, "Mallory")
	key, print := newKey(t)
	ann := r.dial(t, "ann", gossh.PublicKeys(key))
	line := regexp.MustCompile(`(?m)^.*level=INFO msg=admin .*$`)
	boss := `user=boss account=SHA256:\S+ addr=127\.0\.0\.1:\d+ `
	for _, test := range []struct {
		client        *gossh.Client
		command, want string
	}{
		{r.boss, "admin ban mallory --for 7d cheats a lot", boss + `command="ban mallory --for 7d cheats a lot" ok=true about="?#`},
		{r.boss, "--json admin bans", boss + `command="--json bans" ok=true`},
		{r.boss, "admin kick nobody-here", boss + `command="kick nobody-here" ok=false refused="Nobody has the nick nobody-here\.`},
		{r.boss, "admin kick mallory", `command="kick mallory" ok=false .* about="?#`},
		{r.boss, "admin unban mallory", `command="unban mallory" ok=true about="?#`},
		{r.boss, "admin ban mallory --for ever", boss + `command="ban mallory --for ever" ok=false refused="not understood"`},
		{r.boss, "admin wall join with K7Q2-M7XH, all of you", boss + `command="wall join with \(code\) all of you" ok=true`},
		{r.boss, "admin invite 2 --ahead", boss + `command="invite 2 --ahead" ok=true`},
		{r.boss, "admin help ban", boss + `command="help ban" ok=true`},
		{r.boss, "admin link K7Q2-M7XH", boss + `command="" ok=false refused="not understood"`},
		{ann, "admin ban boss --for 7d", `user=ann account=` + regexp.QuoteMeta(print) + ` addr=127\.0\.0\.1:\d+ command=ban ok=false refused="not an admin"`},
		{ann, "admin k7q2-m7xh", `user=ann account=\S+ addr=\S+ command="" ok=false refused="not an admin"`},
	} {
		before := len(line.FindAllString(r.log.String(), -1))
		exec(t, test.client, test.command)
		lines := line.FindAllString(r.log.String(), -1)
		if len(lines) != before+1 || !regexp.MustCompile(test.want).MatchString(lines[before]) {
			t.Errorf("%s is logged as %q, want %s", test.command, lines[before:], test.want)
		}
	}
	exec(t, ann, "whoami")
	if log := r.log.String(); regexp.MustCompile(`(?i)[0-9A-Z]{4}-[0-9A-Z]{4}[ ",)]|M7XH`).MatchString(strings.ReplaceAll(log, "nobody-here", "")) {
		t.Errorf("there is a code in the log: %s", log)
	}
}

// What players change about their accounts is logged, with who did it and from where; what
// fails is not, and no code is.
func TestTheLogHasChangesOfAccounts(t *testing.T) {
	r := openAdminArcade(t, nil)
	key, print := member(t, r.db, "ann")
	ann := r.dial(t, "ann", gossh.PublicKeys(key))
	line := regexp.MustCompile(`(?m)^.*msg="account changed" .*$`)
	for _, test := range []struct{ command, want string }{
		{"nick annie", `change="set a nick" nick=annie`},
		{"keys name " + print + " laptop", `change="name a key" key=` + regexp.QuoteMeta(print)},
		{"nick -", ""},
		{"link", ""},
		{"keys remove " + print, ""},
		{"delete annie", `change="delete an account"`},
	} {
		before := len(line.FindAllString(r.log.String(), -1))
		exec(t, ann, test.command)
		lines := line.FindAllString(r.log.String(), -1)[before:]
		want := "user=anni?e? account=" + regexp.QuoteMeta(print) + ` addr=127\.0\.0\.1:\d+ ` + test.want
		if test.want == "" {
			if len(lines) > 0 {
				t.Errorf("%s is logged as %q", test.command, lines)
			}
		} else if len(lines) != 1 || !regexp.MustCompile(want).MatchString(lines[0]) {
			t.Errorf("%s is logged as %q, want %s", test.command, lines, want)
		}
	}
}
