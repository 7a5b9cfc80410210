package server

import (
	"strings"
	"testing"
)

// Cobra has commands of its own, which answer shells and write errors to the server's
// terminal, in the client's words. The attack: hide one behind a flag, so that the first
// word is not the command.
func TestAFlagHidesNoCommandOfCobras(t *testing.T) {
	a := open(t, nil)
	client := a.dial(t, "mallory")
	for _, command := range []string{
		"--json __complete --forged ''",
		"--json __completeNoDesc admin ''",
		"--json=true __complete ''",
		"-x y __complete ''",
		"--nope whoami __complete --forged",
		"--json --help __complete ''",
	} {
		out, errOut, code := exec(t, client, command)
		if strings.Contains(out+errOut, "ShellCompDirective") || strings.Contains(out, ":0") {
			t.Errorf("%s exits %d: %q, %q", command, code, out, errOut)
		}
	}
	if _, errOut, code := exec(t, client, "--json whoami"); code != exitOK {
		t.Errorf("a flag before an honest command: exit %d: %s", code, errOut)
	}
}
