package server

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	gossh "golang.org/x/crypto/ssh"
)

// loadHostKey reads the host key at path, or creates one if there is no file. It never
// replaces a file: players' clients would warn of an attack the next time they connect.
func loadHostKey(path string) (gossh.Signer, error) {
	if path == "" {
		return nil, errors.New("the host key has no path")
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeHostKey(path); err != nil {
			return nil, fmt.Errorf("make the host key %s: %w", path, err)
		}
		text, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, fmt.Errorf("the host key %s cannot be read; make it readable or move it away: %w", path, err)
	}
	key, err := gossh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("the host key %s is not a private key without a passphrase; restore it, or move it away to get a new one: %w", path, err)
	}
	return key, nil
}

// makeHostKey writes a new key under another name and renames it, so that a crash cannot
// leave half a key at path.
func makeHostKey(path string) error {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := gossh.MarshalPrivateKey(key, "boardwalk")
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	err = errors.Join(pem.Encode(f, block), f.Sync(), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
