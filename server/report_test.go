package server

import (
	"fmt"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/command/admin"
)

// What players report reaches the admins with no control byte, bounded, and is closed once.
//
//abuse:case 60
func TestPlayersReportOthersToTheHost(t *testing.T) {
	r := openAdminArcade(t, nil)
	key, _ := member(t, r.db, "ann")
	member(t, r.db, "rude")
	ann := r.dial(t, "ann", gossh.PublicKeys(key))
	if out, errOut, code := exec(t, ann, "report rude says \x1b[31mthings\u009b to all"); code != exitOK || out != "The host will read it. rude isn't told.\n" {
		t.Fatalf("it says %q, %q", out, errOut)
	}
	for command, says := range map[string]string{
		"report rude again":                       "You have reported this player already",
		"report ann is me":                        "That is you.",
		"report nobody is rude":                   "Nobody here has the nick nobody.",
		"report rude " + strings.Repeat("x", 201): "That is too long",
	} {
		if _, errOut, code := exec(t, ann, command); code != exitFailed || !strings.HasPrefix(errOut, says) {
			t.Errorf("%.30s: exit %d: %q", command, code, errOut)
		}
	}
	open := reads[admin.Reports](t, r, "reports").Reports
	if len(open) != 1 || open[0].By != "ann" || open[0].About != "rude" || open[0].Text != "says ?[31mthings? to all" {
		t.Fatalf("open are %+v", open)
	}
	if got := r.admin(t, fmt.Sprint("reports close ", open[0].Number)); got != fmt.Sprintf("Report %d is closed. Open: 0.\n", open[0].Number) {
		t.Errorf("closing says %q", got)
	}
	if _, _, code := exec(t, r.boss, fmt.Sprint("admin reports close ", open[0].Number)); code != exitFailed {
		t.Errorf("closed again: exit %d", code)
	}
	if all := reads[admin.Reports](t, r, "reports --all").Reports; len(all) != 1 || all[0].Closed.IsZero() {
		t.Errorf("all are %+v", all)
	}
	if got := r.admin(t, "log 1"); !strings.Contains(got, "reports close") {
		t.Errorf("the log has %q", got)
	}
}
