package server

import (
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
)

// othersOf returns what a file lets others do of the bits of a mode, or 0 if there is no such file
// or the system has no such modes.
func othersOf(path string, bits fs.FileMode) fs.FileMode {
	info, err := os.Stat(path)
	if err != nil || runtime.GOOS == "windows" {
		return 0
	}
	return info.Mode().Perm() & bits
}

// checkPrivate returns why a private key is not used, a sentence for the host, if its file is of
// this process's user and others have access to it. That is what sshd goes by, too.
func checkPrivate(path string) error {
	if isOwn(path) && othersOf(path, 0o077) != 0 {
		return fmt.Errorf("others on this machine have access to the private key %s, so it is not used: chmod 600 %s", path, path)
	}
	return nil
}

// CheckSecrets logs which of the files of an arcade others on the machine can read or write who must
// not. others names more files with secrets, such as keys of a cluster. The error, a sentence for
// the host, is of a private key among keys. A path may be "".
func CheckSecrets(log *slog.Logger, data, backups string, keys, others []string) error {
	for _, key := range keys {
		if err := checkPrivate(key); err != nil {
			return err
		}
	}
	copies, _ := filepath.Glob(filepath.Join(backups, "*")) // the pattern is good
	beside, _ := filepath.Glob(data + ".*")
	for _, path := range append(append(append([]string{data}, others...), beside...), copies...) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && othersOf(path, 0o007) != 0 {
			log.Warn("everybody on this machine has access to a file with players' data: chmod o-rwx", "path", path, "mode", info.Mode().String())
			break // of many backups one is enough
		}
	}
	if dir := filepath.Dir(data); othersOf(dir, 0o002) != 0 {
		log.Warn("everybody on this machine can replace the data file, because they can write to its directory: chmod o-w", "path", dir)
	}
	return nil
}
