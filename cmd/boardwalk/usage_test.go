package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data/store"
)

// A start with settings that are wrong is not tried again, however it learns of them, and makes nothing.
func TestWrongSettingsEndWithAStatusOfTheirOwn(t *testing.T) {
	dir := t.TempDir()
	rubbish, locked := filepath.Join(dir, "rubbish"), filepath.Join(dir, "locked")
	writeText(t, rubbish, "no key")
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	block, err := gossh.MarshalPrivateKeyWithPassphrase(key, "", []byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(locked, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	fails := func(want string, args ...string) {
		t.Helper()
		data := filepath.Join(t.TempDir(), "boardwalk.db")
		_, said, code := runCommand(t, append([]string{"serve", "--data", data}, args...)...)
		made, err := os.ReadDir(filepath.Dir(data))
		if code != refused || !strings.Contains(said, want) || err != nil || len(made) > 0 {
			t.Errorf("serve %q: exit %d, %v made: %s", args, code, made, said)
		}
	}
	fails("it takes a time from", "--idle=foo")
	fails("it takes an address and a port", "--addr", "2222")
	fails("unknown flag: --nosuch", "--nosuch")
	fails("too much for serve", "--guests", "no")
	unquoted := filepath.Join(dir, "unquoted.toml")
	writeText(t, unquoted, "idle = 1h\n")
	fails(`needs quotes: idle = "1h"`, "--config", unquoted)
	fails("cluster has an address that is not the URL of a NATS server", "--cluster=nats://u:pw@127.0.0.1:84799")
	fails("web-addr and health-addr are the same", "--public=localhost", "--web-addr=127.0.0.1:2280", "--health-addr=127.0.0.1:2280")
	fails("rubbish:1: not a public key", "--admins", rubbish)
	fails("rubbish:1: not a public key", "--access=allow", "--allowed-keys", rubbish)
	fails("without a passphrase", "--host-key", locked)
	fails("without a passphrase", "--next-host-key", locked)
	fails("no such file", "--next-host-key", filepath.Join(dir, "missing"))
	t.Setenv(adminKeys, "no key")
	fails(adminKeys + ": line 1: not a public key")
	if _, said, code := runCommand(t, "config", "--sprint-games", "nosuch", "--data", filepath.Join(dir, "boardwalk.db")); code != 1 {
		t.Errorf("config exits with %d: %s", code, said)
	}
}

// Wrong arguments are answered with what to type, and a long value of a flag is not printed whole.
func TestWrongArgumentsAreToldInASentence(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{
		"restore needs FILE:": {"restore"},
		"that is too much for compact:\n  boardwalk compact --data FILE\n":  {"compact", "x"},
		`--name is "` + strings.Repeat("x", 60) + `"...: it takes one line`: {"serve", "--name", strings.Repeat("x", 500)},
	} {
		if _, said, code := runCommand(t, args...); code == 0 || !strings.Contains(said, want) || strings.Contains(said, strings.Repeat("x", 61)) {
			t.Errorf("%.40q: exit %d: %s", args, code, said)
		}
	}
}

// A server whose socket would have too long a path never makes one, however long one waits.
func TestAPathThatIsTooLongForASocketIsTold(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), strings.Repeat("long/", 30), "boardwalk.db")
	if err := withoutSocket(&config{data: path}, store.ErrLocked); !strings.Contains(err.Error(), "longer than a socket's may be") {
		t.Error(err)
	}
	if err := withoutSocket(&config{data: filepath.Join(t.TempDir(), "x.db")}, store.ErrLocked); !strings.Contains(err.Error(), "within a minute") {
		t.Error(err)
	}
}
