package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/catalog"
)

// The attack: make histories longer than play could, by joining accounts that were filled
// with imported games. Each join read all of them while everybody waited. So two accounts
// to be joined may together have no more imported games than one may.
func TestAccountsThatBroughtTooMuchAreNotJoined(t *testing.T) {
	t.Parallel()
	const each = 50
	db := dataFile(t, func(o *data.Options) { o.Imports = each * 3 * 350 }) // of the four files, three
	a := open(t, func(c *Config) { c.Store, c.Games = Data(db), catalog.Library() })
	began := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	file := func(who, part int) string { // with the shortest possible record
		var lines strings.Builder
		for i := range each {
			ended := began.Add(time.Duration((2*who+part)*each+i) * time.Second)
			fmt.Fprintf(&lines, `{"record":"boardwalk/hop-45@1 A%d","seconds":1,"ended":%q}`+"\n", i%97, ended.Format(time.RFC3339))
		}
		return lines.String()
	}
	var clients []*gossh.Client
	for who := range 2 {
		key, _ := newKey(t)
		client := a.dial(t, "x", gossh.PublicKeys(key))
		for part := range 2 {
			if out, errOut, code := execWith(t, client, "import", file(who, part)); code != exitOK {
				t.Fatalf("import: exit %d, %s%s", code, out, errOut)
			}
		}
		clients = append(clients, client)
	}
	code := strings.Fields(prints(t, clients[0], "link"))[0]
	const refused = "he two accounts have imported too many games to be joined"
	if out, errOut, exit := exec(t, clients[1], "link "+code+" yes"); exit != exitFailed || !strings.Contains(errOut, refused) {
		t.Errorf("they are joined: exit %d, %s%s", exit, out, errOut)
	}
	key, _ := newKey(t) // the code is not used up, and an account without imports can join
	if out, errOut, exit := exec(t, a.dial(t, "y", gossh.PublicKeys(key)), "link "+code); exit != exitOK {
		t.Errorf("a key without games: exit %d, %s%s", exit, out, errOut)
	}
}
