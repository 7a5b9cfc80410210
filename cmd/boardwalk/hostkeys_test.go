package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/server/sshtest"
)

// TestAHostChangesItsKey: OpenSSH's client learns the next host key while the first one is in
// use, and comes in without a question once it is the host key.
func TestAHostChangesItsKey(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("ssh"); err != nil || os.Getenv(sshVariable) == "none" {
		return // the stand-in learns no keys; package server tries this with a client of Go's
	}
	dir := t.TempDir()
	a := openArcade(t, dir)
	known := a.knownHosts(t)
	a.stop(t)
	a.exit(t)
	if err := sshtest.WriteKey(filepath.Join(dir, "boardwalk_ed25519_next"), ""); err != nil {
		t.Fatal(err)
	}
	public, err := os.ReadFile(filepath.Join(dir, "boardwalk_ed25519_next.pub"))
	if err != nil {
		t.Fatal(err)
	}
	next := strings.Fields(string(public))[1]
	ann := newPlayer(t, "ann")
	whoami := func(a *testServer) error {
		ctx, cancel := context.WithTimeout(t.Context(), waitLimit)
		defer cancel()
		cmd := ann.ssh(ctx, a, "-T", "whoami")
		for i, arg := range cmd.Args {
			if strings.HasPrefix(arg, "UserKnownHostsFile=") {
				cmd.Args[i] = "UserKnownHostsFile=" + known
			}
		}
		cmd.Args = slices.Insert(cmd.Args, 1, "-o", "UpdateHostKeys=yes")
		return cmd.Run()
	}

	a = openArcade(t, dir, "--next-host-key", "boardwalk_ed25519_next")
	for late := time.Now().Add(waitLimit); ; { // a command may end before the proof has come
		if err := whoami(a); err != nil {
			t.Fatalf("with the first key: %v", err)
		}
		text, err := os.ReadFile(known)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte(next)) {
			break
		}
		if time.Now().After(late) {
			t.Fatalf("the client does not learn the next key:\n%s", text)
		}
	}
	a.stop(t)
	a.exit(t)
	a = openArcade(t, dir, "--host-key", "boardwalk_ed25519_next")
	if err := whoami(a); err != nil {
		t.Errorf("with the next key: %v", err)
	}
	if out, code := runProgram(t, "admin", "--data", filepath.Join(dir, "boardwalk.db"), "--host-key", "boardwalk_ed25519_next", "stats"); code != 0 {
		t.Errorf("admin on the host exits with %d: %s", code, out)
	}
}

// TestAHostWithACertificate: OpenSSH's client that knows the authority asks no question, and
// the host's own commands go on.
func TestAHostWithACertificate(t *testing.T) {
	t.Parallel()
	keygen, err := exec.LookPath("ssh-keygen")
	if err != nil || os.Getenv(sshVariable) == "none" {
		return // package server tries this with a client of Go's
	}
	dir := t.TempDir()
	a := openArcade(t, dir)
	a.stop(t)
	a.exit(t)
	if err := sshtest.WriteKey(filepath.Join(dir, "ca"), ""); err != nil {
		t.Fatal(err)
	}
	host := filepath.Join(dir, "boardwalk_ed25519.pub")
	public, err := exec.Command(keygen, "-y", "-f", filepath.Join(dir, "boardwalk_ed25519")).Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(host, public, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(keygen, "-q", "-s", filepath.Join(dir, "ca"), "-I", "arcade", "-h", "-n", "arcade", host).CombinedOutput(); err != nil {
		t.Fatalf("ssh-keygen: %v\n%s", err, out)
	}
	ca, err := os.ReadFile(filepath.Join(dir, "ca.pub"))
	if err != nil {
		t.Fatal(err)
	}
	known := filepath.Join(dir, "known")
	if err := os.WriteFile(known, append([]byte("@cert-authority arcade "), ca...), 0o600); err != nil {
		t.Fatal(err)
	}
	a = openArcade(t, dir)
	ctx, cancel := context.WithTimeout(t.Context(), waitLimit)
	defer cancel()
	cmd := newPlayer(t, "ann").ssh(ctx, a, "-T", "whoami")
	for i, arg := range cmd.Args {
		if strings.HasPrefix(arg, "UserKnownHostsFile=") {
			cmd.Args[i] = "UserKnownHostsFile=" + known
		}
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("by certificate: %v\n%s", err, out)
	}
	if out, code := runProgram(t, "admin", "--data", filepath.Join(dir, "boardwalk.db"), "stats"); code != 0 {
		t.Errorf("admin on the host exits with %d: %s", code, out)
	}
}
