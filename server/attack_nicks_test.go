package server

import (
	"path/filepath"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
)

// The attack: take the name by which the arcade calls players, or one that ssh would read
// as an option where it stands before a host. Each of these could be chosen.
func TestNobodyTakesANameOfTheArcade(t *testing.T) {
	db, err := data.Open(filepath.Join(t.TempDir(), "boardwalk.db"), func(o *data.Options) { o.Forbidden = []string{"rival"} })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	a := open(t, func(c *Config) { c.Store = Data(db) })
	key, _ := member(t, db, "mallory")
	client := a.dial(t, "x", gossh.PublicKeys(key))
	for nick, says := range map[string]string{
		"Somebody": "is not free", "you": "is not free",
		"racer-1": "is not free", "ADM1N": "is not free",
		"-vvv": "begins with a letter or a digit", "__x": "begins with a letter or a digit", "1234": "at least one letter",
		"R1val": "is not allowed here",
	} {
		if out, errOut, code := exec(t, client, "nick -- "+nick); code != exitFailed || !strings.Contains(errOut, says) {
			t.Errorf("nick %s exits %d: %q %q", nick, code, out, errOut)
		}
	}
	if out := prints(t, client, "nick Arcadia"); out != "Arcadia\n" {
		t.Errorf("an honest nick: %q", out)
	}
}
