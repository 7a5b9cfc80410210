package server

import (
	"crypto/rsa"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/command/admin"
)

func TestFirstAdminsMakeAFileOnlyOnce(t *testing.T) {
	ann, _ := newKey(t)
	path := filepath.Join(t.TempDir(), "admins")
	if n, err := FirstAdmins(path, "# nobody\n\n"); n != 0 || err != nil {
		t.Errorf("without a key: %d, %v", n, err)
	}
	n, err := FirstAdmins(path, authorized(ann)+"rubbish\nmore rubbish\n")
	if n != 0 || err == nil || !strings.Contains(err.Error(), "line 2: not a public key") || !strings.Contains(err.Error(), "line 3:") {
		t.Errorf("with bad lines: %d, %v", n, err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("there is a file although there was no good list")
	}
	if n, err := FirstAdmins(path, "\n"+authorized(ann)); n != 1 || err != nil {
		t.Errorf("with a key: %d, %v", n, err)
	}
	ben, _ := newKey(t)
	if n, err := FirstAdmins(path, authorized(ben)); n != 0 || err != nil {
		t.Errorf("with a file: %d, %v", n, err)
	}
	text, err := os.ReadFile(path)
	info, statErr := os.Stat(path)
	if err != nil || statErr != nil || string(text) != authorized(ann) || info.Mode().Perm() != 0o600 {
		t.Errorf("the file has mode %v and %q: %v", info.Mode(), text, err)
	}
}

func TestAnAdminMakesAnother(t *testing.T) {
	bossKey, bossPrint := newKey(t)
	path := writeFile(t, "# the host\n"+strings.TrimSpace(authorized(bossKey))) // no newline at its end
	a, _ := openData(t, func(c *Config) { c.Admins = path })
	r := &adminArcade{testServer: a, boss: a.dial(t, "boss", gossh.PublicKeys(bossKey))}
	annKey, annPrint := newKey(t)
	ann := a.dial(t, "ann", gossh.PublicKeys(annKey))
	line := strings.TrimSpace(authorized(annKey))
	if _, errOut, code := exec(t, ann, "admin admins add "+line); code == exitOK || !strings.Contains(errOut, "only") && !strings.Contains(errOut, "for the admins") {
		t.Errorf("who is no admin: exit %d: %q", code, errOut)
	}
	if out, _, _ := exec(t, ann, "whoami"); strings.Contains(out, "admin") {
		t.Errorf("who is no admin is %q", out)
	}
	for range 2 { // the second changes nothing
		if got, want := r.admin(t, "admins add "+line+" ann@laptop"), annPrint+" is an admin's key now. 2 keys are admins'.\n"; got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
	if out, errOut, code := exec(t, ann, "whoami"); code != exitOK || !strings.Contains(out, "You are an admin of this arcade: ssh ") {
		t.Errorf("the new admin is %q, %q", out, errOut)
	}
	if out, errOut, code := exec(t, ann, "admin admins"); code != exitOK || !strings.Contains(out, annPrint) || !strings.Contains(out, bossPrint) {
		t.Errorf("the admins are %q, %q", out, errOut)
	}
	for _, bad := range []string{"rubbish key", `command="sh" ` + line} {
		if _, errOut, code := exec(t, r.boss, "admin admins add "+bad); code != exitFailed || !strings.Contains(errOut, "Nobody was made an admin") {
			t.Errorf("%s: exit %d: %q", bad, code, errOut)
		}
	}
	text, err := os.ReadFile(path)
	if want := "# the host\n" + authorized(bossKey) + line + " ann@laptop\n"; err != nil || string(text) != want {
		t.Errorf("the file has %q, want %q: %v", text, want, err)
	}
}

// A player becomes an admin by nick and stops being one by nick or key, and the sentence is right
// for any number of admins. The rest of the file stays.
func TestAdminsAreAddedAndRemovedByNickOrKey(t *testing.T) {
	bossKey, bossPrint := newKey(t)
	path := writeFile(t, "# the host\n"+authorized(bossKey))
	a, db := openData(t, func(c *Config) { c.Admins = path })
	r := &adminArcade{testServer: a, boss: a.dial(t, "boss", gossh.PublicKeys(bossKey))}
	annKey, annPrint := member(t, db, "annie")
	ann := a.dial(t, "annie", gossh.PublicKeys(annKey))
	rsaLine, rsaPrint := longKey(t)
	if _, errOut, code := exec(t, r.boss, "admin admins remove "+bossPrint); code == exitOK || !strings.Contains(errOut, "No admin is left then") {
		t.Errorf("of the last admin: exit %d, %q", code, errOut)
	}
	for _, step := range []struct{ command, says string }{
		{"admins", bossPrint + "\n"},
		{"admins add annie", annPrint + " is an admin's key now. 2 keys are admins'.\n"},
		{"admins remove annie", "annie is no admin any more. One key is an admin's.\n"},
		{"admins add " + annPrint, annPrint + " is an admin's key now. 2 keys are admins'.\n"},
		{"admins remove " + annPrint, annPrint + " is no admin any more. One key is an admin's.\n"},
		{"admins add " + rsaLine + " ann@laptop", rsaPrint + " is an admin's key now. 2 keys are admins'.\n"},
		{"admins remove " + rsaPrint, rsaPrint + " is no admin any more. One key is an admin's.\n"},
		{"admins remove " + bossPrint + " --yes", bossPrint + " is no admin any more. No key has admin rights now; boardwalk admin on the host works without one.\n"},
	} {
		got, errOut, code := exec(t, r.boss, "admin "+step.command)
		if got != step.says || code != exitOK {
			t.Errorf("%s says %q, %q, want %q", step.command, got, errOut, step.says)
		}
		out, _, _ := exec(t, ann, "whoami")
		if is := strings.Contains(out, "You are an admin"); is != strings.Contains(textOf(t, path), annPrint) {
			t.Errorf("after %s ann is an admin: %v", step.command, is)
		}
	}
	if got := textOf(t, path); got != "# the host\n" {
		t.Errorf("the file has %q", got)
	}
	if _, errOut, code := exec(t, r.boss, "admin admins"); code == exitOK {
		t.Errorf("who has removed the own key still is an admin: %q", errOut)
	}
}

// textOf returns what a file has.
func textOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A reload ends the sessions of players who are no longer on the list, or banned, at once and with a
// reason. The others stay.
func TestAReloadEndsWhoMayNoLongerComeIn(t *testing.T) {
	annKey, _ := newKey(t)
	benKey, _ := newKey(t)
	cidKey, cid := newKey(t)
	path := writeFile(t, authorized(annKey, benKey, cidKey))
	r := openAdminArcade(t, func(c *Config) { c.Access, c.AllowedKeys = Allow, path })
	ann := r.play(t, r.dial(t, "ann", gossh.PublicKeys(annKey)))
	ben := r.play(t, r.dial(t, "ben", gossh.PublicKeys(benKey)))
	banned := r.play(t, r.dial(t, "cid", gossh.PublicKeys(cidKey)))
	rewrite(t, path, authorized(benKey, cidKey))
	if err := r.db.Ban(data.Ban{Who: cid, Since: time.Now()}); err != nil {
		t.Fatal(err)
	}
	if got := reads[admin.Reloaded](t, r, "reload"); got.Ended != 2 || got.Allowed != 2 {
		t.Errorf("the reload is %+v", got)
	}
	if said, _ := ann.ends(); !strings.Contains(said, folded(notAllowed)) {
		t.Errorf("who may no longer come in reads %q", said)
	}
	if said, _ := banned.ends(); !strings.Contains(said, "You are banned from this arcade. All is saved.") {
		t.Errorf("a banned player reads %q", said)
	}
	if n := r.Sessions(); n != 1 {
		t.Errorf("%d sessions stay", n)
	}
	ben.sess.Close()
}

// The file of admins may begin as some editors begin a text. Once it has no key, or is gone, the log warns.
func TestTheLogWarnsWhenThereAreNoAdminsAnyMore(t *testing.T) {
	boss, _ := newKey(t)
	path := writeFile(t, byteOrderMark+authorized(boss))
	a, _ := openData(t, func(c *Config) { c.Admins = path })
	reload := func(admins int) {
		t.Helper()
		if got, err := a.Reload(); err != nil || got.Admins != admins {
			t.Errorf("reload: %+v, %v", got, err)
		}
	}
	reload(1)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	reload(0)
	reload(0)
	if log := a.log.String(); strings.Count(log, `level=WARN msg="there are no admins any more`) != 1 {
		t.Errorf("the log is %s", log)
	}
}

func TestAFileOfKeysThatOthersCanWriteIsLogged(t *testing.T) {
	key, _ := newKey(t)
	path := writeFile(t, authorized(key))
	for mode, want := range map[os.FileMode]bool{0o600: false, 0o664: false, 0o666: true} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		a, _ := openData(t, func(c *Config) { c.Admins = path })
		if got := strings.Contains(a.log.String(), "key file is world-writable"); got != want {
			t.Errorf("with mode %o a warning: %v", mode, got)
		}
		if !a.auth.lists.Load().admins[arcade.KeyCredential(gossh.FingerprintSHA256(key.PublicKey()))] {
			t.Errorf("with mode %o the key does not count", mode)
		}
	}
}

// longKey returns the line of a .pub file with a key of the longest kind, and its fingerprint.
func longKey(t *testing.T) (line, fingerprint string) {
	t.Helper()
	modulus := new(big.Int).Lsh(big.NewInt(1), 8191)
	key, err := gossh.NewPublicKey(&rsa.PublicKey{N: modulus.SetBit(modulus, 0, 1), E: 65537})
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(gossh.MarshalAuthorizedKey(key))), gossh.FingerprintSHA256(key)
}
