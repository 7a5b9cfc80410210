package server

import (
	"encoding/base64"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
)

// FuzzKeyFile checks that each line of a key file either admits one key, is empty or a
// comment, or is named as bad, so that nothing a host has written is silently skipped.
//
//abuse:case 27
func FuzzKeyFile(f *testing.F) {
	key := strings.TrimSpace(string(gossh.MarshalAuthorizedKey(keyOf(f, 1))))
	other := strings.TrimSpace(string(gossh.MarshalAuthorizedKey(keyOf(f, 2))))
	f.Add([]byte(key + " ann@home\n# " + other + "\n\n\t" + other))
	f.Add([]byte(key + "\r\n" + other + "\r\n"))
	f.Add([]byte(key + "\r" + other))
	f.Add([]byte("from=\"192.0.2.0/24\x1b\" " + key + "\nno-pty " + other))
	f.Add([]byte("ssh-ed25519 AAAA\n" + key[:40] + "\n\x00\xff"))
	path := filepath.Join(f.TempDir(), "keys")
	f.Fuzz(func(t *testing.T, file []byte) {
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		keys, err := readKeys(path, slog.New(slog.DiscardHandler))
		var complaint string
		if err != nil {
			complaint = strings.ReplaceAll(err.Error(), "\n", " ")
		}
		if !plain(complaint, len(complaint)) {
			t.Errorf("%q", complaint)
		}
		want, bad := map[arcade.Credential]bool{}, 0
		for i, line := range strings.Split(string(file), "\n") {
			line = strings.TrimSpace(line)
			if line == "" || line[0] == '#' {
				continue
			}
			if strings.Contains(complaint, fmt.Sprintf("%s:%d: ", path, i+1)) {
				bad++
				continue
			}
			want[keyIn(line)] = true
			if strings.Contains(line, "\r") {
				t.Errorf("%q is taken for one line", line)
			}
		}
		if !maps.Equal(keys, want) || bad != strings.Count(complaint, path) {
			t.Errorf("the keys %v of %v, %d bad lines, told %q", keys, want, bad, complaint)
		}
	})
}

// keyIn returns the credential of the key in a line without options, or the zero
// Credential if there is none.
func keyIn(line string) arcade.Credential {
	words := strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' })
	if len(words) < 2 {
		return arcade.Credential{}
	}
	bytes, err := base64.StdEncoding.DecodeString(words[1])
	if err != nil {
		return arcade.Credential{}
	}
	key, err := gossh.ParsePublicKey(bytes)
	if err != nil {
		return arcade.Credential{}
	}
	return keyCredential(key)
}
