package main

import (
	"crypto/ed25519"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
)

// serveAgent serves, until the end of the test, an ssh-agent that has a number of new keys
// and then one from a file. It returns the path of its socket.
func serveAgent(t *testing.T, fresh int, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	last, err := ssh.ParseRawPrivateKey(text)
	if err != nil {
		t.Fatal(err)
	}
	ring := agent.NewKeyring()
	for range fresh {
		_, key, err := ed25519.GenerateKey(nil)
		if err = errors.Join(err, ring.Add(agent.AddedKey{PrivateKey: key})); err != nil {
			t.Fatal(err)
		}
	}
	if err := ring.Add(agent.AddedKey{PrivateKey: last}); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	path := filepath.Join(dir, "agent")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				_ = agent.ServeAgent(ring, conn)
			}()
		}
	}()
	return path
}
