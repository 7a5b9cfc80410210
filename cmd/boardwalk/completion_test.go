package main

import (
	"strings"
	"testing"

	"boardwalk/engine/catalog"
	"boardwalk/server/command"
	"boardwalk/server/command/admin"
)

// A shell is offered every admin command and every game, and no file where none belongs.
func TestAShellIsOfferedAdminCommandsAndGames(t *testing.T) {
	t.Parallel()
	offered := func(words ...string) string {
		out, code := runProgram(t, append([]string{"__complete"}, words...)...)
		if code != 0 || !strings.HasSuffix(out, ":4\n") {
			t.Errorf("%q: exit %d: %q", words, code, out)
		}
		return "\n" + out
	}
	all := offered("admin", "")
	for _, cmd := range admin.New(&admin.Context{Context: new(command.Context)}).Commands() {
		if cmd.IsAvailableCommand() && !strings.Contains(all, "\n"+cmd.Name()+"\t"+cmd.Short) {
			t.Errorf("admin %s is not offered", cmd.Name())
		}
	}
	if got := offered("admin", "--data", "x.db", "admins", ""); !strings.HasPrefix(got, "\nadd\t") {
		t.Errorf("after admin admins: %q", got)
	}
	if got := offered("admin", "kick", ""); got != "\n:4\n" {
		t.Errorf("after admin kick: %q", got)
	}
	for _, cmd := range []string{"rules", "play", "survey"} {
		got := offered(cmd, "")
		for _, g := range catalog.All() {
			if !strings.Contains(got, "\n"+g.Info().ID+"\t"+g.Info().Name) {
				t.Errorf("%s: %s is not offered", cmd, g.Info().ID)
			}
		}
		if got := offered(cmd, "chessboard", ""); got != "\n:4\n" {
			t.Errorf("after %s chessboard: %q", cmd, got)
		}
	}
}
