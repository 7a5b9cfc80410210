package admin_test

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server/command"
	"boardwalk/server/command/admin"
	"boardwalk/server/hub"
	"boardwalk/server/peers"
	"boardwalk/tui/session"
)

// A fakeServer notes what it is asked to do.
type fakeServer struct {
	access string // "" for open
	admins []arcade.Credential
	banned []string // for whom sessions were ended

	verified bool         // all machines were to compare their files
	cluster  peers.Status // without a Name for a machine alone
}

func (s *fakeServer) Admins() []arcade.Credential { return s.admins }
func (s *fakeServer) AddAdmin(line string) (arcade.Credential, error) {
	added := arcade.KeyCredential(line)
	s.admins = append(s.admins, added)
	return added, nil
}
func (s *fakeServer) RemoveAdmins(keys []arcade.Credential) error {
	s.admins = slices.DeleteFunc(s.admins, func(key arcade.Credential) bool { return slices.Contains(keys, key) })
	return nil
}
func (s *fakeServer) Reload() (admin.Reloaded, error) {
	return admin.Reloaded{Admins: len(s.admins)}, nil
}
func (s *fakeServer) ReloadRaces()              {}
func (s *fakeServer) Log(int) ([]string, error) { return nil, nil }
func (s *fakeServer) Access() string            { return cmp.Or(s.access, "open") }
func (s *fakeServer) Cluster(verify bool) (peers.Status, bool) {
	s.verified = verify
	return s.cluster, s.cluster.Name != ""
}
func (s *fakeServer) EndBanned(b data.Ban) (n int) {
	s.banned = append(s.banned, b.Who)
	return 2
}

// A runner runs admin commands on a store of its own.
type runner struct {
	t      *testing.T
	db     *data.DB
	server *fakeServer
	now    time.Time
	began  time.Time

	backups string
	output  io.Writer
}

func newRunner(t *testing.T) *runner {
	t.Helper()
	db, err := data.Open(filepath.Join(t.TempDir(), "boardwalk.db"), func(o *data.Options) { o.MapSize = 1 })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	now := time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)
	return &runner{t: t, db: db, now: now, began: now, server: &fakeServer{admins: []arcade.Credential{arcade.KeyCredential("SHA256:boss")}}}
}

// run runs a command line as the boss.
func (r *runner) run(line string) (out, errOut string, code int) {
	r.t.Helper()
	c := &command.Context{
		Arcade: command.Arcade{Version: "v1.2.3"}, Ports: session.Ports{Games: catalog.Library(), Now: func() time.Time { return r.now }},
		ID: hub.Identity{Credential: arcade.KeyCredential("SHA256:boss"), Name: "boss", Admin: true}, Out: new(bytes.Buffer), NoTimeLimit: func() {},
		Live: command.Output{Out: r.output, Err: io.Discard},
	}
	root := command.New(c)
	root.AddCommand(admin.New(&admin.Context{
		Context: c, Store: r.db, Hub: hub.New(hub.Config{Sessions: 1, Now: c.Now}), Server: r.server, Began: r.began, Backups: r.backups,
	}))
	var wrong bytes.Buffer
	code, _ = command.Execute(r.t.Context(), c, root, command.Split(line), &wrong)
	return c.Out.String(), wrong.String(), code
}

// Who types too few words, or too many, reads what to type.
func TestArgumentErrorsSayWhatToType(t *testing.T) {
	r := newRunner(t)
	for line, want := range map[string]string{
		"delete":                  "Delete needs NICK:\n  ssh HOST delete NICK",
		"delete Zoe please":       "That is too much for delete, as a nick has no spaces:\n  ssh HOST delete NICK",
		"export all":              "That is too much for export:\n  ssh HOST export",
		"join":                    "Join needs CODE:\n  ssh HOST join CODE",
		"keys add":                `There is no command "keys add".`,
		"keys name":               "Keys name needs FINGERPRINT:\n  ssh HOST keys name FINGERPRINT [NAME]",
		"keys remove":             "Keys remove needs FINGERPRINT:\n  ssh HOST keys remove FINGERPRINT",
		"link A B C":              "That is too much for link, as a nick has no spaces:\n  ssh HOST link [CODE] [NICK]",
		"nick two words":          "That is too much for nick, as a nick has no spaces:\n  ssh HOST nick [NICK]",
		"admin bans all":          "That is too much for admin bans:\n  ssh HOST admin bans",
		"admin ban":               "Admin ban needs WHO:\n  ssh HOST admin ban WHO [REASON]",
		"admin delete-player":     "Admin delete-player needs PLAYER:\n  ssh HOST admin delete-player PLAYER",
		"admin merge Zoe":         "Admin merge needs INTO:\n  ssh HOST admin merge PLAYER INTO",
		"admin note Zoe":          "Admin note needs TEXT:\n  ssh HOST admin note PLAYER TEXT",
		"admin rename Zoe":        "Admin rename needs NICK:\n  ssh HOST admin rename PLAYER NICK",
		"admin unrank":            "Admin unrank needs PLAYER|ROUND:\n  ssh HOST admin unrank PLAYER|ROUND",
		"admin variations hide":   "Admin variations hide needs ID:\n  ssh HOST admin variations hide ID",
		"admin variations all":    `There is no command "admin variations all".`,
		"admin wall":              "Admin wall needs TEXT:\n  ssh HOST admin wall TEXT",
		"admin unban 1.2.3.4 now": "That is too much for admin unban:\n  ssh HOST admin unban WHO",
	} {
		if out, errOut, code := r.run(line); code != command.ExitUsage || out != "" || !strings.HasPrefix(errOut, want+"\n") {
			t.Errorf("%s exits %d with %q, %q, want %q", line, code, out, errOut, want)
		}
	}
}

// That a reader leaves is no failure of the arcade.
func TestABackupWhoseReaderGoesAway(t *testing.T) {
	r := newRunner(t)
	from, to := io.Pipe()
	_ = from.Close()
	r.backups, r.output = t.TempDir(), to
	if _, errOut, code := r.run("admin backup -"); code != command.ExitFailed || errOut != "The reader of the backup went away.\n" {
		t.Errorf("exit %d: %q", code, errOut)
	}
}

// A backup to standard output needs no folder for backups.
func TestABackupWithoutAFolder(t *testing.T) {
	r := newRunner(t)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	r.backups, r.output = filepath.Join(file, "backups"), &out
	if _, errOut, code := r.run("admin backup -"); code != command.ExitOK || out.Len() == 0 {
		t.Errorf("exit %d: %q, %d bytes", code, errOut, out.Len())
	}
}

// The help of the admin commands is found by either of its names.
func TestHelp(t *testing.T) {
	r := newRunner(t)
	for line, want := range map[string]string{"admin help": "  ban WHO [REASON]", "admin help ban": "  ssh HOST admin ban WHO [REASON]\n"} {
		if out, errOut, code := r.run(line); code != command.ExitOK || !strings.Contains(out, want) {
			t.Errorf("%s exits %d with %q, %q", line, code, out, errOut)
		}
	}
	if _, errOut, code := r.run("admin help poker"); code != command.ExitUsage || errOut == "" {
		t.Errorf("exit %d, %q", code, errOut)
	}
}

// Every admin command has a schema of what it prints with --json.
func TestSchemas(t *testing.T) {
	r := newRunner(t)
	for _, cmd := range admin.New(&admin.Context{Context: new(command.Context)}).Commands() {
		if slices.Contains([]string{"help", "schema"}, cmd.Name()) {
			continue
		}
		if out, errOut, code := r.run("admin schema " + cmd.Name()); code != command.ExitOK || !strings.Contains(out, `"properties": {`) {
			t.Errorf("the schema of %s: exit %d, %q, %q", cmd.Name(), code, out, errOut)
		}
	}
}

// A ban is stored before the sessions of those whom it is on are ended; a ban that is
// refused ends none.
func TestABanEndsSessions(t *testing.T) {
	r := newRunner(t)
	if out, errOut, code := r.run("admin ban 192.0.2.7 --for 1h too loud"); code != command.ExitOK || out != "192.0.2.7/32 is banned until 2026-11-21 11:00 UTC; 2 sessions ended.\n" {
		t.Errorf("ban exits %d with %q, %q", code, out, errOut)
	}
	if bans, err := r.db.Bans(); err != nil || len(bans) != 1 || bans[0].Who != "192.0.2.7/32" || bans[0].By != "SHA256:boss" || bans[0].Reason != "too loud" {
		t.Errorf("the bans are %+v, %v", bans, err)
	}
	boss := "SHA256:" + strings.Repeat("b", 43)
	r.server.admins = []arcade.Credential{arcade.KeyCredential(boss)}
	for _, who := range []string{boss, "0.0.0.0/0", "nobody", "@1"} {
		if out, errOut, code := r.run("admin ban " + who); code != command.ExitFailed || out != "" || errOut == "" {
			t.Errorf("ban %s exits %d with %q, %q", who, code, out, errOut)
		}
	}
	if len(r.server.banned) != 1 {
		t.Errorf("sessions were ended for %q", r.server.banned)
	}
}

// Without a server there is nobody to wait for and nothing to read again; what is in the
// store can be changed all the same.
func TestOffline(t *testing.T) {
	r := newRunner(t)
	r.began = time.Time{}
	for line, want := range map[string]string{
		"admin drain":   "No server is running, so there is nobody to wait for.\n",
		"admin reload":  "No server is running, so there is nothing to read again.\n",
		"admin wall hi": "No server is running, so nobody is there to read it.\n",
		"admin backup":  "This arcade has no folder for backups.\n",
		"admin variations hide custom/0123456789ab": "There is no variation custom/0123456789ab; admin variations has their IDs.\n",
	} {
		if out, errOut, code := r.run(line); code != command.ExitFailed || out != "" || errOut != want {
			t.Errorf("%s exits %d with %q, %q", line, code, out, errOut)
		}
	}
	if out, _, code := r.run("admin stats"); code != command.ExitOK || strings.Contains(out, "\nup ") {
		t.Errorf("stats exits %d with\n%s", code, out)
	}
	if out, _, code := r.run("admin variations"); code != command.ExitOK || out != "Nobody has kept or played a variation here.\n" {
		t.Errorf("variations exits %d with %q", code, out)
	}
	if out, _, code := r.run("admin invite --ahead"); code != command.ExitOK || !strings.Contains(out, "good once, until ") {
		t.Errorf("invite exits %d with %q", code, out)
	}
}

// Invitations are listed without their codes until they are taken back, by ID or by code, and
// refused where nobody needs one.
func TestInvitations(t *testing.T) {
	r := newRunner(t)
	if _, errOut, code := r.run("admin invite"); code != command.ExitFailed || !strings.HasPrefix(errOut, "Nobody needs an invitation here, as access is open.") {
		t.Errorf("exit %d: %q", code, errOut)
	}
	r.server.access = "invite"
	made, _, _ := r.run("admin invite 2")
	first, second := made[:9], strings.Split(made, "\n")[1][:9]
	list, _, _ := r.run("admin invitations")
	if rows := strings.Split(strings.TrimSpace(list), "\n"); len(rows) != 3 || !strings.Contains(list, "SHA256:boss") || strings.Contains(list, first) {
		t.Fatalf("the list is\n%s", list)
	}
	for _, which := range []string{first, strings.ToLower(second)} {
		if _, errOut, code := r.run("admin withdraw " + which); code != command.ExitOK {
			t.Errorf("withdraw %s: exit %d, %s", which, code, errOut)
		}
	}
	if list, _, _ := r.run("admin invitations"); list != "No invitation is open.\n" {
		t.Errorf("then the list is\n%s", list)
	}
	made, _, _ = r.run("admin invite")
	list, _, _ = r.run("admin invitations")
	id := strings.Fields(strings.Split(list, "\n")[1])[0]
	if _, errOut, code := r.run("admin withdraw " + id); code != command.ExitOK {
		t.Errorf("withdraw %s: exit %d, %s", id, code, errOut)
	}
	if _, errOut, code := r.run("admin withdraw " + made[:9]); code != command.ExitFailed || !strings.Contains(errOut, "There is no such invitation") {
		t.Errorf("exit %d: %q", code, errOut)
	}
}
