package server

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
)

// FirstAdmins makes the file of admins at path from keys, one a line as in authorized_keys, and
// returns how many lines it has. It returns 0 if there are none, or if there is a file already:
// that one says who the admins are. The error names every bad line; there is no file then.
func FirstAdmins(path, keys string) (n int, err error) {
	var file bytes.Buffer
	for i, line := range keyLines(keys) {
		key, _, bad := parseKey(line)
		if bad != nil {
			err = errors.Join(err, fmt.Errorf("line %d: %w", i+1, bad))
			continue
		}
		file.Write(gossh.MarshalAuthorizedKey(key))
		n++
	}
	if err != nil || n == 0 {
		return 0, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	_, err = f.Write(file.Bytes())
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return 0, errors.Join(err, os.Remove(path))
	}
	return n, nil
}

// addAdmin adds a key, as in authorized_keys, to the file of admins, and returns it. It is not
// an error if the file has the key already.
func (a *auth) addAdmin(line string) (arcade.Credential, error) {
	a.reloading.Lock()
	defer a.reloading.Unlock()
	key, comment, err := parseKey(line)
	if err != nil {
		return arcade.Credential{}, err
	}
	c, lists := keyCredential(key), a.lists.Load()
	switch {
	case isOld(key):
		return c, errors.New("this key is too old to log in with: DSA, or RSA of fewer than 2048 bits")
	case lists.adminsFile == "":
		return c, errors.New("this arcade has no file of admins")
	case lists.admins[c]:
		return c, nil
	}
	text, err := os.ReadFile(lists.adminsFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return c, err
	}
	added := bytes.TrimSpace(gossh.MarshalAuthorizedKey(key))
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		added = append([]byte("\n"), added...)
	}
	if comment != "" {
		added = append(added, " "+comment...)
	}
	f, err := os.OpenFile(lists.adminsFile, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return c, err
	}
	_, err = f.Write(append(added, '\n'))
	return c, errors.Join(err, f.Sync(), f.Close())
}
