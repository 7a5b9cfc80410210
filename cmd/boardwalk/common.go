package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"

	"boardwalk/data"
	"boardwalk/data/store"
	"boardwalk/server"
)

// clusterConfigName is the file of settings that all machines of a cluster have in common,
// beside the data.
const clusterConfigName = "boardwalk.cluster.toml"

// A commonFiles keeps some files the same on all machines of a cluster: the admins, the keys
// that may log in, and the settings that all have. Their texts are in the data. An admin
// changes the file of one machine and has it reloaded; the others then write theirs.
type commonFiles struct {
	db     *data.DB
	paths  map[string]string // by the name of the text
	logger *slog.Logger

	mu    sync.Mutex
	known map[string]string // the texts of these files that all machines have or had
}

func commonFilesOf(c *config, db *data.DB, logger *slog.Logger) *commonFiles {
	return &commonFiles{db: db, logger: logger, known: make(map[string]string), paths: map[string]string{
		"admins": c.besideData(c.Admins), "allowed-keys": c.besideData(c.AllowedKeys), "settings": c.besideData(clusterConfigName),
	}}
}

// texts returns the texts of the files that this machine has, by name. It returns an error if one
// of them cannot be used.
func (f *commonFiles) texts() (map[string]string, error) {
	texts := make(map[string]string)
	for name, path := range f.paths {
		text, err := store.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err == nil && name != "settings": // those were read before
			err = server.CheckKeys(path)
		}
		if err != nil {
			return nil, err
		}
		texts[name] = string(text)
	}
	return texts, nil
}

// publish sets the texts for all machines to those of this machine's files that were changed
// here. A file that is missing here changes nothing, and neither does one that has a text which
// all had: another machine may have set a newer one.
func (f *commonFiles) publish() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for name, path := range f.paths {
		text, err := store.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if known, ok := f.known[name]; ok && err == nil && known == string(text) {
			continue
		}
		if err == nil {
			err = f.db.SetCommon(name, string(text))
		}
		if err != nil {
			return fmt.Errorf("set %s for all machines: %w", name, err)
		}
		f.known[name] = string(text)
	}
	return nil
}

// write writes the files whose texts are others by now, and reports whether there were any.
func (f *commonFiles) write() (changed bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for name, path := range f.paths {
		text, ok, err := f.db.Common(name)
		if err != nil {
			return changed, err
		}
		if !ok {
			continue
		}
		if now, err := store.ReadFile(path); err == nil && string(now) == text {
			f.known[name] = text
			continue
		}
		if err := store.Replace(path, []byte(text)); err != nil {
			return changed, err
		}
		f.known[name], changed = text, true
		f.logger.Info("wrote a file that another node has changed", "path", path)
	}
	return changed, nil
}
