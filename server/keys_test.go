package server

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

func TestHostKey(t *testing.T) {
	t.Run("is made once and for its owner only", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "key")
		first, err := New(quiet(path))
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode(); got != 0o600 {
			t.Errorf("mode %v, want 0600", got)
		}
		key, err := loadHostKey(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := key.PublicKey().Type(); got != gossh.KeyAlgoED25519 {
			t.Errorf("the key is %s", got)
		}
		second, err := New(quiet(path))
		if err != nil {
			t.Fatal(err)
		}
		if first.HostKey() != second.HostKey() || !strings.HasPrefix(first.HostKey(), "SHA256:") {
			t.Errorf("fingerprints %s and %s", first.HostKey(), second.HostKey())
		}
		if files, _ := filepath.Glob(path + "*"); len(files) != 1 {
			t.Errorf("files %v, want the key alone", files)
		}
	})
}

func TestHostKeyIsNeverReplaced(t *testing.T) {
	locked, err := gossh.MarshalPrivateKeyWithPassphrase(testKey(t), "", []byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	for test, text := range map[string]string{
		"no key":            "not a key",
		"empty":             "",
		"cut short":         "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXkt\n",
		"with a passphrase": string(pem.EncodeToMemory(locked)),
	} {
		t.Run(test, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "key")
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := New(quiet(path)); err == nil || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v, want one that names %s", err, path)
			}
			if got, err := os.ReadFile(path); err != nil || string(got) != text {
				t.Errorf("the file was changed to %q, %v", got, err)
			}
		})
	}
}

func TestHostKeyErrors(t *testing.T) {
	t.Run("it cannot be read", func(t *testing.T) {
		path := t.TempDir() // a folder
		if _, err := New(quiet(path)); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("error %v, want one that names %s", err, path)
		}
	})
	t.Run("it cannot be made", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "no", "such", "folder")
		if _, err := New(quiet(path)); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("error %v, want one that names %s", err, path)
		}
	})
	t.Run("it has no path", func(t *testing.T) {
		if _, err := New(quiet("")); err == nil {
			t.Error("no error")
		}
	})
}

func quiet(path string) Config {
	return Config{HostKey: path, Store: fakeStore{}, Logger: slog.New(slog.DiscardHandler)}
}

func testKey(t *testing.T) ed25519.PrivateKey {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestPortTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := Listen(l.Addr().String()); err == nil || !strings.Contains(err.Error(), "another program has this port") || !strings.Contains(err.Error(), l.Addr().String()) {
		t.Errorf("error %v", err)
	}
	if _, err := Listen("192.0.2.77:0"); err == nil || !strings.Contains(err.Error(), "this machine does not have that address") {
		t.Errorf("of another machine: %v", err)
	}
	srv, err := New(quiet(filepath.Join(t.TempDir(), "key")))
	if err != nil {
		t.Fatal(err)
	}
	if err := srv.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	if err := srv.Serve(l); !errors.Is(err, ErrClosed) {
		t.Errorf("after Shutdown it serves: %v", err)
	}
}

func TestNoOtherFileIsMade(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, err := New(Config{HostKey: "key", Store: fakeStore{}}); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(".")
	if err != nil || len(files) != 1 || files[0].Name() != "key" {
		t.Errorf("the server made %v, %v, want the host key alone", files, err)
	}
}

// The nodes of a cluster have one host key. One without it made another one, was refused for it and
// left it behind.
func TestANodeMakesNoHostKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	if _, _, err := ClusterKey(path); err == nil || !strings.Contains(err.Error(), "copy it from another machine") {
		t.Errorf("without a host key: %v", err)
	}
	if _, err := os.Lstat(path); err == nil {
		t.Error("it was made")
	}
	if err := makeHostKey(path); err != nil {
		t.Fatal(err)
	}
	print, secret, err := ClusterKey(path)
	if err != nil || !strings.HasPrefix(print, "SHA256:") || len(secret) == 0 {
		t.Errorf("ClusterKey = %q, %d bytes, %v", print, len(secret), err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := gossh.ParseRawPrivateKey(text)
	if err != nil {
		t.Fatal(err)
	}
	block, err := gossh.MarshalPrivateKey(raw.(*ed25519.PrivateKey), "with another comment")
	if err != nil {
		t.Fatal(err)
	}
	if _, same, err := ClusterKey(writeFile(t, string(pem.EncodeToMemory(block)))); err != nil || !bytes.Equal(same, secret) {
		t.Errorf("the same key in another file: %v", err)
	}
}
