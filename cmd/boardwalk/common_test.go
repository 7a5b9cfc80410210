package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardwalk/data"
	"boardwalk/server"
)

// A machine is one of those that have files in common, as its host sees it. They share a data
// file here, as their data files are the same.
type machine struct {
	t   *testing.T
	dir string
	c   *config
	*commonFiles
}

func newMachine(t *testing.T, db *data.DB) *machine {
	t.Helper()
	dir := t.TempDir()
	c, _, err := configured(t, "", nil, "--data", filepath.Join(dir, "boardwalk.db"))
	if err != nil {
		t.Fatal(err)
	}
	return &machine{t, dir, c, commonFilesOf(c, db, slog.New(slog.DiscardHandler))}
}

// has writes a file of the machine.
func (m *machine) has(name, text string) {
	m.t.Helper()
	if err := os.WriteFile(filepath.Join(m.dir, name), []byte(text), 0o600); err != nil {
		m.t.Fatal(err)
	}
}

// publishes sets what all have.
func (m *machine) publishes() {
	m.t.Helper()
	if err := m.publish(); err != nil {
		m.t.Fatal(err)
	}
}

// writes takes over what all have, and returns the texts of the files, by name, and whether
// anything was changed.
func (m *machine) writes() (files map[string]string, changed bool) {
	m.t.Helper()
	changed, err := m.write()
	if err != nil {
		m.t.Fatal(err)
	}
	files = make(map[string]string)
	for _, name := range []string{"boardwalk_admins", "boardwalk_allowed", clusterConfigName} {
		text, err := os.ReadFile(filepath.Join(m.dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			m.t.Fatal(err)
		}
		files[name] = string(text)
	}
	return files, changed
}

func openCommon(t *testing.T) *data.DB {
	t.Helper()
	db, err := data.Open(filepath.Join(t.TempDir(), "boardwalk.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// What one machine publishes the others have, and a file that is missing somewhere changes
// nothing for anybody.
func TestFilesThatAllMachinesHave(t *testing.T) {
	t.Parallel()
	db := openCommon(t)
	a, b := newMachine(t, db), newMachine(t, db)
	a.has("boardwalk_admins", "ann\n")
	a.has(clusterConfigName, "motd = 'Hello.'\n")
	a.publishes()
	if files, changed := a.writes(); changed || files["boardwalk_admins"] != "ann\n" {
		t.Errorf("who has published has %q, changed %v", files, changed)
	}
	b.has("boardwalk_admins", "bob\n")
	want := map[string]string{"boardwalk_admins": "ann\n", "boardwalk_allowed": "", clusterConfigName: "motd = 'Hello.'\n"}
	if files, changed := b.writes(); !changed || fmt.Sprint(files) != fmt.Sprint(want) {
		t.Errorf("another one has %q, changed %v, want %q", files, changed, want)
	}
	if _, changed := b.writes(); changed {
		t.Error("the same texts are written again")
	}
	b.publishes()
	if files, changed := a.writes(); changed || fmt.Sprint(files) != fmt.Sprint(want) {
		t.Errorf("a file that is missing elsewhere has made it %q", files)
	}
	b.has("boardwalk_allowed", "carl\n")
	b.publishes()
	if files, _ := a.writes(); files["boardwalk_allowed"] != "carl\n" {
		t.Errorf("the first one has %q", files)
	}
}

// A machine that is told of a change, and reads its files again, does not undo the next change
// that it has not heard of.
func TestAMachineThatIsBehindUndoesNothing(t *testing.T) {
	t.Parallel()
	db := openCommon(t)
	a, b := newMachine(t, db), newMachine(t, db)
	a.has("boardwalk_admins", "ann\n")
	a.publishes()
	b.writes()
	a.has("boardwalk_admins", "ann\nbob\n")
	a.publishes()
	b.publishes()
	if files, changed := a.writes(); changed {
		t.Errorf("it is %q again", files["boardwalk_admins"])
	}
	b.writes()
	b.has("boardwalk_admins", "ann\n")
	b.publishes()
	if files, _ := a.writes(); files["boardwalk_admins"] != "ann\n" {
		t.Errorf("an older text that is set again is %q", files["boardwalk_admins"])
	}
}

// A machine begins a cluster with its own files, unless one of them is wrong.
func TestTheFilesThatAClusterBeginsWith(t *testing.T) {
	t.Parallel()
	m := newMachine(t, nil)
	key, err := os.ReadFile(newPlayer(t, "ann").key + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	m.has("boardwalk_admins", string(key))
	fresh := m.c.data + ".new"
	if err := m.c.beginCluster(m.c.data, fresh, "x"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(fresh + ".clean"); err == nil {
		t.Error("a file that the cluster will rename has left its mark")
	}
	db, err := data.Open(fresh)
	if err != nil {
		t.Fatal(err)
	}
	if text, ok, err := db.Common("admins"); text != string(key) || !ok || err != nil {
		t.Errorf("all have %q, %t, %v", text, ok, err)
	}
	if _, ok, err := db.Common("allowed-keys"); ok || err != nil {
		t.Errorf("all have a file that is missing, %v", err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	again := m.c.data + ".again"
	if err := m.c.beginCluster(fresh, again, "y"); err != nil {
		t.Fatal(err)
	}
	if f, err := lookAt(again); f.Cluster != "y" || err != nil {
		t.Errorf("a copy is of %q, %v", f.Cluster, err)
	}
	if f, err := lookAt(m.c.data); !f.Missing || err != nil {
		t.Errorf("a missing file is %+v, %v", f, err)
	}
	m.c.newData = false
	if err := m.c.beginCluster(m.c.data, again, "z"); err == nil || !strings.Contains(err.Error(), "new-data is false") {
		t.Errorf("without a file, beginCluster returns %v", err)
	}
	m.c.newData = true
	m.has("boardwalk_allowed", "no key\n")
	if err := m.c.beginCluster(m.c.data, fresh, "y"); err == nil || !strings.Contains(err.Error(), "boardwalk_allowed") {
		t.Errorf("with a bad file beginCluster returns %v", err)
	}
}

// A file that a machine cannot use is not published by a reload.
func TestABadFileIsNotPublished(t *testing.T) {
	t.Parallel()
	db := openCommon(t)
	m := newMachine(t, db)
	n := &node{common: m.commonFiles}
	config := serverConfig(m.c, db, slog.New(slog.DiscardHandler))
	admins := filepath.Join(m.dir, "boardwalk_admins")
	var wrong error
	config.Reread = func() (server.Reread, error) {
		return n.publishing(server.Reread{Settings: server.Settings{Admins: admins}}, wrong)
	}
	s, err := server.New(config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	}()
	ann := newPlayer(t, "ann")
	key, err := os.ReadFile(ann.key + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	check := func(text string, published bool) {
		t.Helper()
		m.has("boardwalk_admins", text)
		if _, err := s.Reload(); (err == nil) != published {
			t.Errorf("with %q reload returns %v", text, err)
		}
		switch got, ok, err := db.Common("admins"); {
		case err != nil:
			t.Error(err)
		case published && got != text || !published && (ok && got == text):
			t.Errorf("all have %q", got)
		}
	}
	check("no key\n", false)
	check(string(key), true)
	check(string(key)+"no key\n", false)
	wrong = errors.New("idle is wrong")
	check(string(key)+strings.Replace(string(key), "ann", "bob", 1), false)
}
