package words

import (
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/tuitest"
)

// Every name means its own command, wherever it is typed: there it runs, and elsewhere the
// answer says where to go.
func TestEveryCommandHasItsNames(t *testing.T) {
	for _, begin := range []string{"", "lesson", "play 1"} {
		var known []string
		session := func() (*session, *strings.Builder) {
			var out strings.Builder
			env := tui.Env{
				Games: catalog.Library(), Store: &tuitest.Store{}, Player: "guest", Now: time.Now,
				Deal: func() engine.Code { return "ABC" },
			}
			s := newSession(&env, NewLines(strings.NewReader(""), io.Discard), &out)
			s.handleLine(begin)
			return s, &out
		}
		listed, _ := session()
		for _, c := range listed.commands() {
			for _, name := range strings.Fields(c.names) {
				if slices.Contains(known, name) {
					t.Errorf("two commands are called %s", name)
				}
				known = append(known, name)
				s, out := session()
				here := s.where()
				s.handleLine(name)
				_ = s.writePage(false, "")
				elsewhere := []string{"No game is on the table: play NAME begins one, and then there is " + name, "A lesson has no " + name, "That is for the menu"}
				refused := slices.ContainsFunc(elsewhere, func(text string) bool { return strings.Contains(out.String(), text) })
				if refused != (c.at&here == 0) || strings.Contains(out.String(), "There is no command") {
					t.Errorf("after %q, %s says %q", begin, name, out)
				}
			}
		}
	}
}
