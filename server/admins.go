package server

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// ParseFirstAdmins returns a file of admins with keys, and how many these are. The error names every bad line.
func ParseFirstAdmins(keys string) (text []byte, n int, err error) {
	var file bytes.Buffer
	for i, line := range keyLines(keys) {
		key, bad := parseKey(line)
		if bad != nil {
			err = errors.Join(err, fmt.Errorf("line %d: %w", i+1, bad))
			continue
		}
		file.WriteString(key.text + "\n")
		n++
	}
	return file.Bytes(), n, err
}

// FirstAdmins makes the file of admins at path from keys, one a line as in authorized_keys, and
// returns how many lines it has. It returns 0 if there are none, or if there is a file already:
// that one says who the admins are. The error names every bad line; there is no file then.
func FirstAdmins(path, keys string) (n int, err error) {
	text, n, err := ParseFirstAdmins(keys)
	if err != nil || n == 0 {
		return 0, err
	}
	switch err := store.WriteNew(path, text, 0o600); {
	case errors.Is(err, fs.ErrExist):
		return 0, nil
	case err != nil:
		return 0, err
	}
	return n, nil
}

// AddAdmin implements admin.Server. It is not an error if the file of admins has the key already.
func (a adminServer) AddAdmin(line string) (arcade.Credential, error) {
	key, err := parseKey(line)
	if err == nil && key.weak {
		err = errors.New("this key is too weak to log in with: DSA, or RSA of fewer than 2048 bits")
	}
	if err != nil {
		return key.credential, err
	}
	return key.credential, a.editAdmins(func(lines []string) []string {
		if slices.ContainsFunc(lines, func(line string) bool { return hasKey(line, key.credential) }) {
			return lines
		}
		return append(lines, strings.TrimSpace(key.text+" "+key.comment))
	})
}

func (a adminServer) RemoveAdmins(keys []arcade.Credential) error {
	return a.editAdmins(func(lines []string) []string {
		return slices.DeleteFunc(lines, func(line string) bool { return hasKey(line, keys...) })
	})
}

// hasKey reports whether a line of a file of keys is of one of keys.
func hasKey(line string, keys ...arcade.Credential) bool {
	key, err := parseKey(line)
	return err == nil && slices.Contains(keys, key.credential)
}

// editAdmins replaces the lines of the file of admins and reads it again.
func (a adminServer) editAdmins(edit func(lines []string) []string) error {
	err := a.auth.editAdmins(edit)
	if err == nil {
		_, err = a.Reload()
	}
	return err
}

// editAdmins replaces the lines of the file of admins, which keeps its mode. The file is whole
// whenever it is read.
func (a *auth) editAdmins(edit func(lines []string) []string) error {
	a.reloading.Lock()
	defer a.reloading.Unlock()
	path := a.lists.Load().Admins
	if path == "" {
		return errors.New("this arcade has no file of admins")
	}
	text, err := store.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var lines []string
	if all := strings.TrimSuffix(strings.TrimPrefix(string(text), byteOrderMark), "\n"); all != "" {
		lines = strings.Split(all, "\n")
	}
	before := slices.Clone(lines)
	if lines = edit(lines); slices.Equal(before, lines) {
		return nil
	}
	return store.Replace(path, []byte(strings.Join(append(lines, ""), "\n")))
}
