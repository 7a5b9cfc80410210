package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A player picks a fight until the host bans them with a long reason. A command that is
// too long must not be truncated anywhere, least of all because the lost part could be
// --for.
func TestALongAdminCommandIsRefusedAsAWhole(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	data := filepath.Join(a.dir, "boardwalk.db")
	refused := func(where string) {
		t.Helper()
		ban := append([]string{"admin", "--data", data, "ban", "192.0.2.7"}, strings.Fields(strings.Repeat("rude ", 500))...)
		_, said, code := runCommand(t, append(ban, "--for", "1h")...)
		if code == 0 || !strings.Contains(said, "a command has at most 2048 bytes") {
			t.Errorf("%s: exit %d: %s", where, code, said)
		}
		if bans, code := runProgram(t, "admin", "--data", data, "bans"); code != 0 || bans != "Nobody is banned.\n" {
			t.Errorf("%s: exit %d: %s", where, code, bans)
		}
	}
	refused("on a server that runs")
	a.kill()
	refused("on the file")
}
