package words

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// Every name means one command in a place, wherever it is typed: there it runs, and
// elsewhere the answer says where to go.
func TestEveryCommandHasItsNames(t *testing.T) {
	for _, begin := range []string{"", "lesson", "play 1", "workshop 1"} {
		session := func() (*lobby, *strings.Builder) {
			var out strings.Builder
			store := &tuitest.Store{}
			env := session.Ports{
				Accounts: &tuitest.Accounts{}, Workshop: &tuitest.Workshop{Err: context.DeadlineExceeded}, Events: (&tuitest.Events{}).Attach(store, time.Now),
				Games: catalog.Library(), Store: store, Player: "guest", Now: time.Now,
				Deal:   func() engine.Code { return "ABC" },
				Report: func(...string) ([]string, map[int]string, error) { return []string{"A report."}, nil, nil },
			}
			s := newLobby(&env, NewLines(strings.NewReader("\x03"), io.Discard), &out) // nobody waits for an estimate
			s.handleLine(begin)
			return s, &out
		}
		known := make(map[string]where)
		listed, _ := session()
		for _, c := range listed.commands() {
			for _, name := range strings.Fields(c.names) {
				if known[name]&c.at != 0 {
					t.Errorf("two commands of one place are called %s", name)
				}
				known[name] |= c.at
			}
		}
		for name, at := range known {
			s, out := session()
			here := s.where()
			s.handleLine(name)
			_ = s.writePage(false, "")
			said := strings.Join(strings.Fields(out.String()), " ")
			elsewhere := []string{
				"No game is on the table: play NAME begins one, then " + name, "A lesson has no " + name, "That is for the menu", "That is for a table",
				"Nothing is on the bench: workshop NAME puts a game there, then " + name, "That is for the bench", "You watch nobody", "You explore no daily",
			}
			refused := slices.ContainsFunc(elsewhere, func(text string) bool { return strings.Contains(said, text) })
			if refused != (at&here == 0) || strings.Contains(said, "There is no command") {
				t.Errorf("after %q, %s says %q", begin, name, said)
			}
		}
	}
}
